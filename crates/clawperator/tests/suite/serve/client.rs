//! A server that the binary started, and a client that sends bytes as they are.

use std::fs;
use std::io::{BufRead as _, BufReader, ErrorKind, Read as _, Write as _};
use std::net::{Shutdown, TcpStream};
use std::path::PathBuf;
use std::process::{Child, ExitStatus, Stdio};
use std::time::Duration;

use serde_json::{Value, json};

use crate::suite::private_adb::{Bench, ended, send};

pub(super) const ALL: &str = "token-that-may-do-everything";
pub(super) const READ: &str = "token-that-may-only-look-at";
/// A token for a phone that is not there.
pub(super) const ELSEWHERE: &str = "token-for-some-other-phone-";

/// `clawperator serve` while it runs. It is killed with the test.
pub(super) struct Served {
    child: Child,
    pub(super) address: String,
    pub(super) url: String,
}

/// What a server answered.
#[derive(Debug)]
pub(super) struct Answered {
    pub(super) status: u16,
    pub(super) head: String,
    pub(super) body: Vec<u8>,
}

impl Answered {
    pub(super) fn json(&self) -> Value {
        serde_json::from_slice(&self.body)
            .unwrap_or_else(|error| panic!("{error}: {:?}", String::from_utf8_lossy(&self.body)))
    }

    pub(super) fn code(&self) -> String {
        self.json()["error"]["code"]
            .as_str()
            .unwrap_or("")
            .to_owned()
    }
}

impl Bench {
    /// Where the binary keeps its state.
    pub(super) fn state(&self) -> PathBuf {
        self.adb.home().join(".local/state/clawperator")
    }

    /// A server with the tokens of these tests.
    pub(super) fn serve(&self) -> Served {
        self.serve_with(&[])
    }

    /// The same with these flags too.
    pub(super) fn serve_with(&self, more: &[&str]) -> Served {
        let tokens = json!({ "tokens": [
            { "name": "all", "token": ALL, "scopes": ["read", "act", "approve", "admin"], "profile": "person" },
            { "name": "look", "token": READ, "scopes": ["read"] },
            { "name": "elsewhere", "token": ELSEWHERE, "scopes": ["read", "act"], "phones": ["other:1"] },
        ] });
        let file = self.state().join("tokens.json");
        if !file.exists() {
            use std::os::unix::fs::PermissionsExt as _;
            fs::create_dir_all(self.state()).unwrap();
            fs::write(&file, tokens.to_string()).unwrap();
            fs::set_permissions(&file, fs::Permissions::from_mode(0o600)).unwrap();
        }
        Served::start_with(self, more)
    }
}

impl Served {
    pub(super) fn start(bench: &Bench) -> Self {
        Self::start_with(bench, &[])
    }

    /// A server that was started with these flags too.
    pub(super) fn start_with(bench: &Bench, more: &[&str]) -> Self {
        let args = [&["serve", "--port", "0", "--json"], more].concat();
        let mut child = bench
            .adb
            .command(&args)
            // Where interpreters of scripts are.
            .env("PATH", "/usr/bin:/bin")
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        let stdout = child.stdout.take().unwrap();
        BufReader::new(stdout).read_line(&mut line).unwrap();
        let started: Value =
            serde_json::from_str(&line).unwrap_or_else(|error| panic!("{error}: {line:?}"));
        let url = started["url"].as_str().unwrap();
        Self {
            child,
            address: url.split_once("://").unwrap().1.to_owned(),
            url: url.to_owned(),
        }
    }

    pub(super) fn connect(&self) -> TcpStream {
        let socket = TcpStream::connect(&self.address).unwrap();
        socket
            .set_read_timeout(Some(Duration::from_mins(1)))
            .unwrap();
        socket
    }

    /// Sends these bytes and reads until the server closes, which may be before it has read them all.
    pub(super) fn raw(&self, bytes: &[u8]) -> Answered {
        let mut socket = self.connect();
        match socket.write_all(bytes) {
            Err(error) if error.kind() == ErrorKind::BrokenPipe => {}
            written => written.unwrap(),
        }
        read_answer(&mut socket)
    }

    /// A request as text.
    pub(super) fn request(&self, line: &str, headers: &[(&str, &str)], body: &str) -> String {
        let mut text = format!("{line} HTTP/1.1\r\n");
        let is_given = |wanted: &str| {
            let mut names = headers.iter().map(|(name, _)| name);
            names.any(|name| name.eq_ignore_ascii_case(wanted))
        };
        if !is_given("host") {
            text += &format!("Host: {}\r\n", self.address);
        }
        for (name, value) in headers {
            text += &format!("{name}: {value}\r\n");
        }
        if !body.is_empty() {
            text += &format!("Content-Length: {}\r\n", body.len());
            if !is_given("content-type") {
                text += "Content-Type: application/json\r\n";
            }
        }
        text + "Connection: close\r\n\r\n" + body
    }

    pub(super) fn ask_with(&self, line: &str, headers: &[(&str, &str)], body: &str) -> Answered {
        self.raw(self.request(line, headers, body).as_bytes())
    }

    pub(super) fn ask_as(&self, token: &str, line: &str, body: &Value) -> Answered {
        let bearer = format!("Bearer {token}");
        let body = if body.is_null() {
            String::new()
        } else {
            body.to_string()
        };
        self.ask_with(line, &[("Authorization", &bearer)], &body)
    }

    pub(super) fn get(&self, path: &str) -> Answered {
        self.ask_as(ALL, &format!("GET {path}"), &Value::Null)
    }

    pub(super) fn post(&self, path: &str, body: &Value) -> Answered {
        self.ask_as(ALL, &format!("POST {path}"), body)
    }

    /// Waits until an execution is no longer under way; its state.
    pub(super) fn ended(&self, run: &str) -> Value {
        loop {
            let state = self.get(&format!("/executions/{run}")).json();
            if !["queued", "running"].contains(&state["state"].as_str().unwrap()) {
                return state;
            }
        }
    }

    /// Asks the server to stop and waits for its end.
    pub(super) fn stop(&mut self) -> ExitStatus {
        send("INT", &self.child);
        ended(&mut self.child)
    }

    pub(super) fn kill(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    pub(super) fn interrupt(&self) {
        send("INT", &self.child);
    }

    pub(super) fn wait(&mut self) -> ExitStatus {
        ended(&mut self.child)
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Reads one answer until the server closes.
pub(super) fn read_answer(socket: &mut TcpStream) -> Answered {
    let mut bytes = Vec::new();
    // A server that refuses may close before it has read everything.
    let _ = socket.read_to_end(&mut bytes);
    let _ = socket.shutdown(Shutdown::Both);
    let at = bytes.windows(4).position(|window| window == b"\r\n\r\n");
    let at = at.unwrap_or_else(|| panic!("no head: {:?}", String::from_utf8_lossy(&bytes)));
    let head = String::from_utf8(bytes[..at].to_vec()).unwrap();
    let status = head.split(' ').nth(1).unwrap().parse().unwrap();
    let mut body = bytes[at + 4..].to_vec();
    if head.to_lowercase().contains("transfer-encoding: chunked") {
        body = unchunked(&body);
    }
    Answered { status, head, body }
}

fn unchunked(mut bytes: &[u8]) -> Vec<u8> {
    let mut body = Vec::new();
    while let Some(at) = bytes.windows(2).position(|window| window == b"\r\n") {
        let size = std::str::from_utf8(&bytes[..at]).unwrap();
        let size = usize::from_str_radix(size, 16).unwrap();
        let from = at + 2;
        if size == 0 || bytes.len() < from + size + 2 {
            break;
        }
        body.extend_from_slice(&bytes[from..from + size]);
        bytes = &bytes[from + size + 2..];
    }
    body
}

/// An execution of these actions.
pub(super) fn execution(actions: &Value) -> Value {
    json!({
        "commandId": "c", "taskId": "t", "source": "test", "expectedFormat": "android-ui-automator",
        "timeoutMs": 60_000, "actions": actions,
    })
}

pub(super) fn press(key: &str) -> Value {
    execution(&json!([{ "id": "p", "type": "press_key", "params": { "key": key } }]))
}

pub(super) fn sleep(milliseconds: u32) -> Value {
    execution(&json!([
        { "id": "s", "type": "sleep", "params": { "durationMs": milliseconds } },
        { "id": "p", "type": "press_key", "params": { "key": "home" } },
    ]))
}
