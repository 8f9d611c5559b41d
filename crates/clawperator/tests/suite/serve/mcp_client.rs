//! A client of MCP that sends bytes to the server as they are.

use std::io::{Read as _, Write as _};
use std::net::TcpStream;

use serde_json::{Value, json};

use super::client::{Answered, Served};

/// Which revision a client speaks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Revision {
    /// 2025-11-25: a session, and only a notification cancels.
    Older,
    /// 2026-07-28: every request by itself, and leaving cancels.
    Newer,
}

/// It has said hello, where its revision wants that.
#[derive(Debug)]
pub(super) struct McpClient {
    token: &'static str,
    revision: Revision,
    session: Option<String>,
    calls: u64,
}

impl McpClient {
    pub(super) fn new(served: &Served, token: &'static str, revision: Revision) -> Self {
        let mut client = Self {
            token,
            revision,
            session: None,
            calls: 0,
        };
        if revision == Revision::Older {
            let hello = json!({
                "protocolVersion": "2025-11-25", "capabilities": {},
                "clientInfo": { "name": "test", "version": "1" },
            });
            let answer = client.send(served, &client.message("initialize", &hello));
            assert_eq!(answer.status, 200, "{}", answer.head);
            let session = answer.head.lines().find_map(|line| {
                let (name, value) = line.split_once(": ")?;
                name.eq_ignore_ascii_case("mcp-session-id")
                    .then(|| value.to_owned())
            });
            client.session = Some(session.unwrap_or_else(|| panic!("{}", answer.head)));
            client.tell(served, "notifications/initialized", &json!({}));
        }
        client
    }

    /// The session that the server gave.
    pub(super) fn session(&self) -> &str {
        self.session.as_deref().unwrap()
    }

    /// A request in the shape of the revision.
    pub(super) fn message(&self, method: &str, params: &Value) -> Value {
        let mut params = params.clone();
        if self.revision == Revision::Newer {
            params["_meta"] = json!({
                "io.modelcontextprotocol/protocolVersion": "2026-07-28",
                "io.modelcontextprotocol/clientInfo": { "name": "test", "version": "1" },
                "io.modelcontextprotocol/clientCapabilities": {},
            });
        }
        json!({ "jsonrpc": "2.0", "id": self.calls, "method": method, "params": params })
    }

    /// A message as the bytes of a request.
    pub(super) fn bytes(&self, served: &Served, message: &Value) -> String {
        let bearer = format!("Bearer {}", self.token);
        let method = message["method"].as_str().unwrap_or("");
        let name = message["params"]["name"].as_str().unwrap_or("");
        let mut headers = vec![
            ("Authorization", &*bearer),
            ("Accept", "application/json, text/event-stream"),
        ];
        match (self.revision, &self.session) {
            (Revision::Newer, _) => {
                headers.push(("MCP-Protocol-Version", "2026-07-28"));
                headers.push(("Mcp-Method", method));
                headers.push(("Mcp-Name", name));
            }
            (Revision::Older, Some(session)) => {
                headers.push(("MCP-Protocol-Version", "2025-11-25"));
                headers.push(("Mcp-Session-Id", session));
            }
            (Revision::Older, None) => {}
        }
        headers.retain(|(_, value)| !value.is_empty());
        served.request("POST /mcp", &headers, &message.to_string())
    }

    pub(super) fn send(&self, served: &Served, message: &Value) -> Answered {
        served.raw(self.bytes(served, message).as_bytes())
    }

    /// The stream by which the server speaks in a session, once it is open.
    pub(super) fn stream(&self, served: &Served) -> TcpStream {
        let bearer = format!("Bearer {}", self.token);
        let headers = [
            ("Authorization", &*bearer),
            ("Accept", "text/event-stream"),
            ("Mcp-Session-Id", self.session()),
        ];
        let mut socket = served.connect();
        let request = served.request("GET /mcp", &headers, "");
        socket.write_all(request.as_bytes()).unwrap();
        let mut status = [0; 12];
        socket.read_exact(&mut status).unwrap();
        assert_eq!(&status, b"HTTP/1.1 200");
        socket
    }

    pub(super) fn tell(&self, served: &Served, method: &str, params: &Value) {
        let note = json!({ "jsonrpc": "2.0", "method": method, "params": params });
        let answer = self.send(served, &note);
        assert_eq!(answer.status, 202, "{}", answer.head);
    }

    /// A call of a tool, not sent yet; each has a number of its own.
    pub(super) fn call(&mut self, tool: &str, arguments: &Value) -> Value {
        self.calls += 1;
        self.message(
            "tools/call",
            &json!({ "name": tool, "arguments": arguments }),
        )
    }

    /// Calls a tool; the data of its answer.
    pub(super) fn data(&mut self, served: &Served, tool: &str, arguments: &Value) -> Value {
        let call = self.call(tool, arguments);
        data(&self.send(served, &call))
    }

    /// The generation of the only phone.
    pub(super) fn generation(&mut self, served: &Served) -> u64 {
        let listed = self.data(served, "devices", &json!({}));
        let generation = listed["devices"][0]["generation"].as_u64();
        generation.unwrap_or_else(|| panic!("{listed}"))
    }

    /// The generation of a phone.
    pub(super) fn generation_of(&mut self, served: &Served, serial: &str) -> u64 {
        let seen = self.data(served, "snapshot", &json!({ "device": serial }));
        seen["generation"]
            .as_u64()
            .unwrap_or_else(|| panic!("{seen}"))
    }
}

/// The arguments of an act that presses home.
pub(super) fn home(generation: u64) -> Value {
    json!({ "generation": generation, "steps": [{ "do": "press", "key": "home" }] })
}

/// The data of an answer to a call.
pub(super) fn data(answer: &Answered) -> Value {
    result(answer)["structuredContent"].clone()
}

/// What a model reads of an answer to a call.
pub(super) fn text(answer: &Answered) -> String {
    let result = result(answer);
    result["content"][0]["text"].as_str().unwrap().to_owned()
}

/// The result of a call, which may come as a stream.
fn result(answer: &Answered) -> Value {
    let body = String::from_utf8_lossy(&answer.body);
    assert_eq!(answer.status, 200, "{}\n{body}", answer.head);
    let messages = body
        .lines()
        .map(|line| line.strip_prefix("data:").unwrap_or(line));
    let mut messages = messages.filter_map(|line| serde_json::from_str::<Value>(line).ok());
    let answered = messages.find(|message| message["result"].is_object());
    let answered = answered.unwrap_or_else(|| panic!("no answer: {body}"));
    answered["result"].clone()
}
