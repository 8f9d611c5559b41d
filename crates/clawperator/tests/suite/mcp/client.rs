//! A client that speaks to the binary over its standard streams.

use std::io::{BufRead as _, BufReader, Write as _};
use std::process::{Child, ChildStdin, ChildStdout, Stdio};

use serde_json::{Value, json};

use crate::suite::private_adb::{Bench, ended};

/// `clawperator mcp` while it runs. It is killed with the test.
pub(crate) struct Client {
    child: Child,
    stdin: Option<ChildStdin>,
    stdout: BufReader<ChildStdout>,
    calls: u64,
    /// What came without being asked for.
    pub(crate) notes: Vec<Value>,
}

impl Client {
    /// A client of the revision that begins with a handshake.
    pub(crate) fn start(bench: &Bench, more: &[&str]) -> Self {
        let mut client = Self::silent(bench, more);
        let hello = client.ask(
            "initialize",
            &json!({
                "protocolVersion": "2025-11-25", "capabilities": {},
                "clientInfo": { "name": "test", "version": "1" },
            }),
        );
        assert_eq!(hello["result"]["protocolVersion"], "2025-11-25", "{hello}");
        client.tell("notifications/initialized", &json!({}));
        client
    }

    /// One that has said nothing yet.
    pub(crate) fn silent(bench: &Bench, more: &[&str]) -> Self {
        let words = [&["mcp"], more].concat();
        let mut child = bench
            .adb
            .command(&words)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let stdin = child.stdin.take();
        let stdout = BufReader::new(child.stdout.take().unwrap());
        Self {
            child,
            stdin,
            stdout,
            calls: 0,
            notes: Vec::new(),
        }
    }

    pub(crate) fn tell(&mut self, method: &str, params: &Value) {
        self.write(&json!({ "jsonrpc": "2.0", "method": method, "params": params }));
    }

    /// Sends a request; the answer is read by [`Client::answer`].
    pub(crate) fn send(&mut self, method: &str, params: &Value) -> u64 {
        self.calls += 1;
        let id = self.calls;
        self.write(&json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }));
        id
    }

    pub(crate) fn answer(&mut self, id: u64) -> Value {
        loop {
            let message = self.read();
            if message["id"] == id {
                return message;
            }
            self.notes.push(message);
        }
    }

    pub(crate) fn ask(&mut self, method: &str, params: &Value) -> Value {
        let id = self.send(method, params);
        self.answer(id)
    }

    /// Calls a tool: its text and its data.
    pub(crate) fn call(&mut self, tool: &str, arguments: &Value) -> Called {
        let answer = self.ask(
            "tools/call",
            &json!({ "name": tool, "arguments": arguments, "_meta": { "progressToken": "p" } }),
        );
        let result = &answer["result"];
        assert!(result.is_object(), "{answer}");
        let text = result["content"][0]["text"].as_str().unwrap().to_owned();
        assert!(text.chars().count() <= 20_000, "{}", text.len());
        Called {
            text,
            data: result["structuredContent"].clone(),
            is_error: result["isError"] == true,
            content: result["content"].clone(),
        }
    }

    /// The generation of the only phone.
    pub(crate) fn generation(&mut self) -> u64 {
        let devices = self.call("devices", &json!({}));
        let generation = devices.data["devices"][0]["generation"].as_u64();
        generation.unwrap_or_else(|| panic!("{devices:?}"))
    }

    /// Closes the streams; what the process printed for people.
    pub(crate) fn leave(mut self) -> String {
        drop(self.stdin.take());
        assert!(ended(&mut self.child).success());
        let mut printed = String::new();
        let stderr = self.child.stderr.take().unwrap();
        std::io::Read::read_to_string(&mut BufReader::new(stderr), &mut printed).unwrap();
        printed
    }

    fn write(&mut self, message: &Value) {
        let stdin = self.stdin.as_mut().unwrap();
        writeln!(stdin, "{message}").unwrap();
        stdin.flush().unwrap();
    }

    fn read(&mut self) -> Value {
        let mut line = String::new();
        self.stdout.read_line(&mut line).unwrap();
        serde_json::from_str(&line).unwrap_or_else(|error| panic!("{error}: {line:?}"))
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// What a tool answered.
#[derive(Debug)]
pub(crate) struct Called {
    pub(crate) text: String,
    pub(crate) data: Value,
    pub(crate) is_error: bool,
    pub(crate) content: Value,
}

impl Called {
    pub(crate) fn generation(&self) -> u64 {
        let generation = self.data["generation"].as_u64();
        generation.unwrap_or_else(|| panic!("{self:?}"))
    }
}
