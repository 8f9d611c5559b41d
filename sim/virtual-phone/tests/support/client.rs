//! A client made by hand: it speaks to an adb server's socket, one request a connection.

use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use super::in_time;

/// How a request on a phone ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Ended {
    /// The server refused it with this text.
    Refused(String),
    /// The stream was open and has ended; what came.
    Closed(Vec<u8>),
    /// It did not end within the time given; what came until then.
    Open(Vec<u8>),
}

/// Opens a service on a phone and reads it to its end, or until the time is up; then it hangs up.
pub(crate) async fn open(port: u16, serial: &str, service: &str, within: Duration) -> Ended {
    let mut socket = in_time(
        "the server answers",
        TcpStream::connect(("127.0.0.1", port)),
    )
    .await
    .unwrap();
    let mut came = Vec::new();
    let transport = format!("host:transport:{serial}");
    let conversation = async {
        for request in [transport.as_str(), service] {
            if let Err(text) = ask(&mut socket, request).await {
                return Ended::Refused(text);
            }
        }
        // A cut connection may end with an error as well as with an end.
        let _ = socket.read_to_end(&mut came).await;
        Ended::Closed(Vec::new())
    };
    match tokio::time::timeout(within, conversation).await {
        Ok(Ended::Closed(_)) => Ended::Closed(came),
        Ok(other) => other,
        Err(_) => Ended::Open(came),
    }
}

/// Opens a service on a phone, for whoever speaks to it.
pub(crate) async fn connect(port: u16, serial: &str, service: &str) -> Result<TcpStream, String> {
    let mut socket = in_time(
        "the server answers",
        TcpStream::connect(("127.0.0.1", port)),
    )
    .await
    .unwrap();
    for request in [format!("host:transport:{serial}").as_str(), service] {
        ask(&mut socket, request).await?;
    }
    Ok(socket)
}

/// What a command writes to both its streams; it must end.
pub(crate) async fn exec(port: u16, serial: &str, line: &str) -> String {
    match open(port, serial, &format!("exec:{line}"), super::PATIENCE).await {
        Ended::Closed(output) => String::from_utf8_lossy(&output).into_owned(),
        other => panic!("{line}: {other:?}"),
    }
}

async fn ask(socket: &mut TcpStream, request: &str) -> Result<(), String> {
    let framed = format!("{:04x}{request}", request.len());
    socket.write_all(framed.as_bytes()).await.unwrap();
    let mut status = [0; 4];
    if let Err(error) = socket.read_exact(&mut status).await {
        return Err(format!("hung up: {error}"));
    }
    if &status == b"OKAY" {
        return Ok(());
    }
    let mut text = Vec::new();
    let _ = socket.read_to_end(&mut text).await;
    Err(String::from_utf8_lossy(text.get(4..).unwrap_or_default()).into_owned())
}
