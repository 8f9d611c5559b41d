//! A fake adb server with one phone: it does what it was told to do of a line, and answers what it was told to answer.

use std::io;
use std::sync::{Arc, Mutex};

use clawperator_adb::{DeviceHandle, Endpoint, Server, ServerOptions, StartServer};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};

use super::Act;
use crate::suite::unbound;

const SERIAL: &str = "fake";

/// What a line does, and what is answered.
#[derive(Debug, Clone)]
pub(super) struct Reply {
    /// How many of its events happen.
    pub(super) happened: u32,
    /// The status; the stream breaks off where there is none.
    pub(super) status: Option<u8>,
    pub(super) out: String,
    pub(super) err: String,
}

impl Reply {
    /// Every event happens.
    pub(super) const ALL: u32 = u32::MAX;
}

/// What truly happened.
#[derive(Debug, Clone, Default)]
pub(super) struct Facts {
    /// How often the line was sent.
    pub(super) sent: usize,
    /// How often all of it was done.
    pub(super) done: usize,
    /// How often anything of it, or of a line that belongs to it, was done.
    pub(super) happened: usize,
}

#[derive(Debug, Default)]
struct State {
    act: Option<Act>,
    reply: Option<Reply>,
    facts: Facts,
    field: String,
}

#[derive(Debug, Clone)]
pub(super) struct Fake {
    state: Arc<Mutex<State>>,
    pub(super) device: DeviceHandle,
}

impl Fake {
    /// Listens until the runtime ends.
    pub(super) async fn listen() -> Self {
        let state = Arc::new(Mutex::new(State::default()));
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let port = listener.local_addr().unwrap().port();
        let shared = state.clone();
        tokio::spawn(async move {
            while let Ok((socket, _)) = listener.accept().await {
                let state = shared.clone();
                // Whoever hangs up has its reasons.
                tokio::spawn(async move { drop(serve(socket, &state).await) });
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

    /// Forgets everything. The first line of this act is answered so, and later ones are done.
    pub(super) fn begin(&self, act: Act, reply: Reply) {
        *self.state.lock().unwrap() = State {
            act: Some(act),
            reply: Some(reply),
            ..State::default()
        };
    }

    pub(super) fn facts(&self) -> Facts {
        self.state.lock().unwrap().facts.clone()
    }
}

async fn serve(mut socket: TcpStream, state: &Mutex<State>) -> io::Result<()> {
    loop {
        let request = read_request(&mut socket).await?;
        if request == format!("host:tport:serial:{SERIAL}") {
            socket.write_all(b"OKAY\x01\0\0\0\0\0\0\0").await?;
        } else if request == format!("host-serial:{SERIAL}:features") {
            return socket.write_all(b"OKAY000cshell_v2,cmd").await;
        } else if let Some(line) = request.strip_prefix("shell,v2,raw:") {
            let reply = state.lock().unwrap().hear(&unbound(line));
            let mut packets = b"OKAY".to_vec();
            let status = reply.status.map(|status| vec![status]);
            for (id, bytes) in [
                (1, reply.out.into_bytes()),
                (2, reply.err.into_bytes()),
                (3, status.unwrap_or_default()),
            ] {
                if !bytes.is_empty() {
                    packets.push(id);
                    packets.extend(u32::try_from(bytes.len()).unwrap().to_le_bytes());
                    packets.extend(bytes);
                }
            }
            return socket.write_all(&packets).await;
        } else {
            panic!("{request:?} is asked for");
        }
    }
}

async fn read_request(socket: &mut TcpStream) -> io::Result<String> {
    let mut digits = [0; 4];
    socket.read_exact(&mut digits).await?;
    let length = usize::from_str_radix(str::from_utf8(&digits).unwrap(), 16).unwrap();
    let mut request = vec![0; length];
    socket.read_exact(&mut request).await?;
    Ok(String::from_utf8(request).unwrap())
}

impl State {
    fn hear(&mut self, line: &str) -> Reply {
        let act = self.act.unwrap();
        let wanted = format!("{} '{}'", act.program(), act.command());
        let says = |out: &str| Reply {
            happened: 0,
            status: Some(0),
            out: out.to_owned(),
            err: String::new(),
        };
        if line.contains("uiautomator") {
            return says(&self.dump());
        }
        if line.starts_with("echo 'clawperator-serial'") {
            return says(IDENTITY);
        }
        if line.starts_with("getprop 'ro.product.manufacturer'") {
            return says("Google\ngoogle\n");
        }
        if line.starts_with("dumpsys 'display'") {
            return says("");
        }
        if line.starts_with("dumpsys") {
            return says(CONDITION);
        }
        if line.starts_with("cmd 'package' 'resolve-activity'") {
            return says("priority=0 preferredOrder=0\ncom.a/.Main\n");
        }
        let done = says(match act {
            Act::OpenApp | Act::OpenUri => {
                "Starting: Intent { act=x }\nStatus: ok\nActivity: com.a/.Main\nComplete\n"
            }
            _ => "",
        });
        if !line.starts_with(&wanted) {
            // Another line of the same act: a text has several.
            assert!(line.starts_with("input '"), "{line}");
            self.facts.happened += 1;
            if line.starts_with("input 'text'") {
                "hello".clone_into(&mut self.field);
                // A text is done when it is typed.
                self.facts.done += 1;
            }
            return done;
        }
        self.facts.sent += 1;
        let reply = self.reply.take().unwrap_or(Reply {
            happened: Reply::ALL,
            ..done
        });
        if reply.happened > 0 {
            self.facts.happened += 1;
        }
        if reply.happened == Reply::ALL && act != Act::TextCursor {
            self.facts.done += 1;
        }
        if act == Act::Text {
            let typed = "hello".len().min(reply.happened as usize);
            "hello"[..typed].clone_into(&mut self.field);
        }
        reply
    }

    /// A button that can be held, a field that has the focus, and a list.
    fn dump(&self) -> String {
        let node = |class: &str, text: &str, top: u32, more: &str| {
            format!(
                r#"<node index="0" text="{text}" resource-id="" class="android.widget.{class}" package="com.a" content-desc="" checkable="false" checked="false" clickable="true" enabled="true" focusable="true" long-clickable="true" password="false" selected="false" {more} bounds="[0,{top}][1080,{}]" />"#,
                top + 600,
            )
        };
        format!(
            r#"<?xml version='1.0' encoding='UTF-8' standalone='yes' ?><hierarchy rotation="0">{}{}{}</hierarchy>"#,
            node("Button", "A", 0, r#"focused="false" scrollable="false""#),
            node(
                "EditText",
                &self.field,
                600,
                r#"focused="true" scrollable="false""#
            ),
            node(
                "ListView",
                "",
                1_200,
                r#"focused="false" scrollable="true""#
            ),
        )
    }
}

/// Which phone it is, as it says itself.
const IDENTITY: &str = "clawperator-serial\nFAKE\nclawperator-avd\n\nclawperator-boot\n11111111-2222-4333-8444-555555555555\nclawperator-end\n";

/// Awake, open, and the app in front.
const CONDITION: &str = "    KeyguardServiceDelegate\n      showing=false\n      occluded=false\n      secure=false\n  mWakefulness=Awake\n  Display: mDisplayId=0\n  mCurrentFocus=Window{1 u0 com.a/com.a.Main}\n  mFocusedApp=ActivityRecord{2 u0 com.a/.Main t1}\nACTIVITY MANAGER ACTIVITIES (dumpsys activity activities)\n    topResumedActivity=ActivityRecord{2 u0 com.a/.Main t1}\n";
