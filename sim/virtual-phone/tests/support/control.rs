//! A client of the control socket.

use std::net::SocketAddr;

use clawperator_virtual_phone::control::{Request, Response};
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::net::TcpStream;

use super::in_time;

pub(crate) struct Controls(BufReader<TcpStream>);

impl Controls {
    pub(crate) async fn dial(address: SocketAddr) -> Self {
        Self(BufReader::new(TcpStream::connect(address).await.unwrap()))
    }

    /// Sends a line as it is; answers what comes back, or `None` at the end.
    pub(crate) async fn line(&mut self, line: &str) -> Option<Response> {
        let bytes = format!("{line}\n");
        // The other side may have hung up already; what it said before is still there.
        let _ = self.0.get_mut().write_all(bytes.as_bytes()).await;
        let mut answer = String::new();
        let read = in_time("an answer", self.0.read_line(&mut answer)).await;
        if read.unwrap_or(0) == 0 {
            return None;
        }
        Some(serde_json::from_str(&answer).unwrap())
    }

    pub(crate) async fn ask(&mut self, request: &Request) -> Response {
        let line = serde_json::to_string(request).unwrap();
        self.line(&line).await.expect("an answer")
    }
}
