//! A phone that writes down the words its programs are called with.
//!
//! It stands in the place of an adb server, so that thousands of runs take seconds. Every line that the driver sends is
//! read by the virtual phone's shell, the one that is held against the real mksh; the programs behind it only note
//! their words and say what those of a phone say.

use std::io;
use std::sync::{Arc, Mutex};
use std::time::SystemTime;

use async_trait::async_trait;
use clawperator_adb::{DeviceHandle, Endpoint, Server, ServerOptions, StartServer};
use clawperator_phone_shell::{
    Closed, Exit, FileSystem, Input, Invocation, Program, Programs, Shell, ShellConfig,
    TokioShellClock, pipe, text, toybox,
};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};

const SERIAL: &str = "ear";

/// The words of one call, the program's name first.
pub(super) type Call = Vec<String>;

/// What was heard, and what the screen shows.
#[derive(Debug, Default)]
struct State {
    calls: Vec<Call>,
    /// What the field holds.
    field: String,
    /// What stands above it.
    label: String,
}

#[derive(Debug, Clone)]
pub(super) struct Ear {
    state: Arc<Mutex<State>>,
    pub(super) device: DeviceHandle,
}

impl Ear {
    /// Listens until the runtime ends.
    pub(super) async fn listen() -> Self {
        let state = Arc::new(Mutex::new(State::default()));
        let shell = Arc::new(shell(&state));
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let port = listener.local_addr().unwrap().port();
        tokio::spawn(async move {
            while let Ok((socket, _)) = listener.accept().await {
                let shell = shell.clone();
                // Whoever hangs up has its reasons.
                tokio::spawn(async move { drop(serve(socket, &shell).await) });
            }
        });
        let options = ServerOptions {
            stream_limit: 8,
            start: StartServer::Never,
        };
        let server = Server::new(Endpoint::local(port), options);
        Self {
            state,
            device: server.device(SERIAL).unwrap(),
        }
    }

    /// Forgets everything and shows an empty field below this label.
    pub(super) fn begin(&self, label: &str) {
        *self.state.lock().unwrap() = State {
            label: label.to_owned(),
            ..State::default()
        };
    }

    /// What was heard since, but for looks at the screen and at the phone's condition.
    pub(super) fn calls(&self) -> Vec<Call> {
        let state = self.state.lock().unwrap();
        let own = |call: &&Call| call[0] != "uiautomator" && call[0] != "dumpsys";
        state.calls.iter().filter(own).cloned().collect()
    }

    /// How often the screen was looked at.
    pub(super) fn looks(&self) -> usize {
        let state = self.state.lock().unwrap();
        let looks = state.calls.iter().filter(|call| call[0] == "uiautomator");
        looks.count()
    }

    pub(super) fn field(&self) -> String {
        self.state.lock().unwrap().field.clone()
    }
}

/// Speaks the server's side of one connection.
async fn serve(mut socket: TcpStream, shell: &Shell) -> io::Result<()> {
    loop {
        let request = read_request(&mut socket).await?;
        if request == format!("host:tport:serial:{SERIAL}").as_bytes() {
            socket.write_all(b"OKAY\x01\0\0\0\0\0\0\0").await?;
        } else if request == format!("host-serial:{SERIAL}:features").as_bytes() {
            return socket.write_all(b"OKAY000cshell_v2,cmd").await;
        } else if let Some(line) = request.strip_prefix(b"shell,v2,raw:") {
            socket.write_all(b"OKAY").await?;
            return run(&mut socket, shell, line).await;
        } else {
            panic!("{:?} is asked for", String::from_utf8_lossy(&request));
        }
    }
}

async fn read_request(socket: &mut TcpStream) -> io::Result<Vec<u8>> {
    let mut digits = [0; 4];
    socket.read_exact(&mut digits).await?;
    let length = usize::from_str_radix(str::from_utf8(&digits).unwrap(), 16).unwrap();
    let mut request = vec![0; length];
    socket.read_exact(&mut request).await?;
    Ok(request)
}

/// Runs a line and sends what it writes in packets of the shell protocol.
async fn run(socket: &mut TcpStream, shell: &Shell, line: &[u8]) -> io::Result<()> {
    let (stdout, out) = pipe();
    let (stderr, err) = pipe();
    let run = shell.run(line, Input::nothing(), stdout, stderr);
    let (status, out, err) = tokio::join!(run, collect(out), collect(err));
    let mut answer = Vec::new();
    for (id, bytes) in [(1, &*out), (2, &*err), (3, &[status][..])] {
        if !bytes.is_empty() {
            answer.push(id);
            answer.extend(u32::try_from(bytes.len()).unwrap().to_le_bytes());
            answer.extend(bytes);
        }
    }
    socket.write_all(&answer).await
}

async fn collect(mut from: Input) -> Vec<u8> {
    let mut all = Vec::new();
    while let Some(chunk) = from.read().await {
        all.extend_from_slice(&chunk);
    }
    all
}

fn shell(state: &Arc<Mutex<State>>) -> Shell {
    let mut programs = Programs::new();
    toybox::register(&mut programs);
    for name in ["am", "cmd", "dumpsys", "pm", "input", "uiautomator"] {
        programs.register(name, Noting(state.clone()));
    }
    let clock = Arc::new(TokioShellClock::starting_at(SystemTime::UNIX_EPOCH));
    let files = FileSystem::android(1 << 26, clock.clone(), 14, &programs).unwrap();
    Shell::new(ShellConfig::android(Arc::new(programs), files, clock, 14))
}

/// A program of the framework: notes its words and does the little that the driver waits for.
struct Noting(Arc<Mutex<State>>);

#[async_trait]
impl Program for Noting {
    async fn run(&self, invocation: Invocation<'_>) -> Result<Exit, Closed> {
        let words: Call = invocation
            .words
            .iter()
            .map(|word| String::from_utf8(text::to_bytes(word).into_owned()).unwrap())
            .collect();
        let said = self.0.lock().unwrap().hear(&words);
        if let Said::File(path, content) = &said {
            let files = &invocation.process.files;
            files
                .write(path.as_bytes(), content.as_bytes(), 0o600)
                .unwrap();
        } else if let Said::Words(words) = said {
            invocation.stdout.write(words).await?;
        }
        self.0.lock().unwrap().calls.push(words);
        Ok(0)
    }
}

enum Said {
    Words(String),
    File(String, String),
}

impl State {
    fn hear(&mut self, words: &[String]) -> Said {
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        Said::Words(match &words[..] {
            ["uiautomator", "dump", "--windows", path] => {
                return Said::File((*path).to_owned(), self.dump());
            }
            ["input", "text", word] => {
                self.field.push_str(&typed(word));
                String::new()
            }
            // The repeated intent comes first, as it was given.
            ["am", "start", .., "-d", uri] => format!(
                "Starting: Intent {{ act=android.intent.action.VIEW dat={uri} }}\nStatus: ok\nActivity: com.a/.Main\nComplete\n"
            ),
            ["am", "start", .., "-n", component] => format!(
                "Starting: Intent {{ cmp={component} }}\nStatus: ok\nActivity: {component}\nComplete\n"
            ),
            ["cmd", "package", "resolve-activity", .., package] => {
                format!("priority=0 preferredOrder=0\n{package}/.Main\n")
            }
            ["pm", "path", _] => "package:/data/app/base.apk\n".to_owned(),
            _ => String::new(),
        })
    }

    /// A label and a field that has the focus.
    fn dump(&self) -> String {
        let node = |class: &str, text: &str, top: u32, focused: bool| {
            format!(
                r#"<node index="0" text="{}" resource-id="" class="android.widget.{class}" package="com.a" content-desc="" checkable="false" checked="false" clickable="true" enabled="true" focusable="true" focused="{focused}" scrollable="false" long-clickable="false" password="false" selected="false" bounds="[0,{top}][1080,{}]" />"#,
                escaped(text),
                top + 100,
            )
        };
        format!(
            r#"<?xml version='1.0' encoding='UTF-8' standalone='yes' ?><hierarchy rotation="0">{}{}</hierarchy>"#,
            node("TextView", &self.label, 0, false),
            node("EditText", &self.field, 200, true),
        )
    }
}

/// What the platform makes of the word of `input text`, written as it is written there.
fn typed(word: &str) -> String {
    let mut buffer: Vec<char> = word.chars().collect();
    let (mut at, mut escape) = (0, false);
    while at < buffer.len() {
        if escape {
            escape = false;
            if buffer[at] == 's' {
                buffer[at] = ' ';
                at -= 1;
                buffer.remove(at);
            }
        }
        if buffer[at] == '%' {
            escape = true;
        }
        at += 1;
    }
    buffer.into_iter().collect()
}

/// A value as the platform's serialiser writes it; what XML cannot hold becomes a dot.
fn escaped(value: &str) -> String {
    let mut escaped = String::new();
    for character in value.chars() {
        match character {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\t' | '\n' | '\r' => escaped.push_str(&format!("&#{};", u32::from(character))),
            other if is_replaced(other) => escaped.push('.'),
            other => escaped.push(other),
        }
    }
    escaped
}

/// Whether a dump can show this text as it is.
pub(super) fn can_be_shown(text: &str) -> bool {
    !text.chars().any(is_replaced)
}

/// The characters in whose place the platform writes a dot.
fn is_replaced(character: char) -> bool {
    let code = u32::from(character);
    matches!(code, 0x1..=0x8 | 0xb..=0xc | 0xe..=0x1f | 0x7f..=0x84 | 0x86..=0x9f | 0xfdd0..=0xfddf)
        || (code & 0xfffe == 0xfffe)
}
