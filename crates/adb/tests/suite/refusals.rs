//! Answers that no real server gives on demand: a peer that says what a script says.

use std::time::Duration;

use clawperator_adb::{AdbError, Deadline, Endpoint, Server, ServerOptions, StartServer};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpListener;

use super::fixture::soon;

/// A peer that reads whatever comes and answers each connection with the same bytes, then closes it.
async fn peer(answer: &'static [u8]) -> Server {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    tokio::spawn(async move {
        while let Ok((mut stream, _)) = listener.accept().await {
            let mut request = [0; 4];
            if stream.read_exact(&mut request).await.is_err() {
                continue;
            }
            let length = usize::from_str_radix(std::str::from_utf8(&request).unwrap(), 16).unwrap();
            let mut request = vec![0; length];
            let _ = stream.read_exact(&mut request).await;
            let _ = stream.write_all(answer).await;
            let _ = stream.shutdown().await;
        }
    });
    client(port)
}

pub(crate) fn client(port: u16) -> Server {
    Server::new(
        Endpoint::local(port),
        ServerOptions {
            stream_limit: 8,
            start: StartServer::Never,
        },
    )
}

#[tokio::test]
async fn answers_that_break_the_protocol() {
    for (answer, code) in [
        (
            &b"HTTP/1.1 400 Bad Request\r\n\r\n"[..],
            "ADB_PROTOCOL_ERROR",
        ),
        (b"OKAY0004zzzz", "ADB_PROTOCOL_ERROR"),
        (b"OKAYzzzz", "ADB_PROTOCOL_ERROR"),
        (b"OKAY00040029x", "ADB_PROTOCOL_ERROR"),
        (b"OKAY000400", "ADB_PROTOCOL_ERROR"),
        (b"FAILwhat", "ADB_PROTOCOL_ERROR"),
        (b"OKAY00", "ADB_CONNECTION_LOST"),
        (b"OK", "ADB_CONNECTION_LOST"),
        (b"", "ADB_CONNECTION_LOST"),
        (b"FAIL0010device", "ADB_CONNECTION_LOST"),
    ] {
        let server = peer(answer).await;
        let error = server.version(soon()).await.unwrap_err();
        assert_eq!(
            error.code().name(),
            code,
            "{}: {error}",
            answer.escape_ascii()
        );
        assert_eq!(server.open_streams(), 0);
    }
}

#[tokio::test]
async fn a_list_over_65535_bytes_has_a_fifth_digit() {
    let line = "127.0.0.1:12345        device product:virtual model:Virtual_Phone device:virtual transport_id:1000\n";
    let list = line.repeat(900);
    let answer = format!("OKAY{:04x}{list}", list.len());
    let server = peer(Box::leak(answer.into_boxed_str()).as_bytes()).await;
    let devices = server.devices(soon()).await.unwrap();
    assert_eq!(devices.len(), 900);
    assert_eq!(devices[899].model.as_deref(), Some("Virtual_Phone"));
}

#[tokio::test]
async fn refusals_of_a_device_are_typed() {
    let cases: [(&[u8], &str); 5] = [
        (b"FAIL000edevice offline", "DEVICE_OFFLINE"),
        (b"FAIL0018device still authorizing", "DEVICE_OFFLINE"),
        (
            b"FAIL0022device unauthorized.\nThis adb serve",
            "DEVICE_UNAUTHORIZED",
        ),
        (
            b"FAIL001dmore than one device/emulator",
            "MULTIPLE_DEVICES_DEVICE_ID_REQUIRED",
        ),
        (b"FAIL001ano devices/emulators found", "NO_DEVICES"),
    ];
    for (answer, code) in cases {
        let server = peer(answer).await;
        let error = server
            .device("x")
            .unwrap()
            .serial_number(soon())
            .await
            .unwrap_err();
        assert_eq!(error.code().name(), code, "{error}");
    }
}

#[tokio::test]
async fn a_server_that_never_answers_meets_the_deadline() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let server = client(listener.local_addr().unwrap().port());
    let error = server
        .version(Deadline::after(Duration::from_millis(30)))
        .await
        .unwrap_err();
    assert!(
        matches!(error, AdbError::Timeout { operation: "host:version", after } if after == Duration::from_millis(30)),
        "{error}"
    );
    assert_eq!(server.open_streams(), 0);
    // The connection was closed, not left behind.
    let (mut stream, _) = listener.accept().await.unwrap();
    let mut sent = Vec::new();
    stream.read_to_end(&mut sent).await.unwrap();
    assert_eq!(sent, b"000chost:version");
}

#[tokio::test]
async fn a_request_that_is_too_long_is_not_sent() {
    let server = peer(b"OKAY\x01\0\0\0\0\0\0\0").await;
    let device = server.device("x").unwrap();
    let error = device
        .exec_out(&vec![b'a'; 70_000], 10, soon())
        .await
        .unwrap_err();
    assert!(matches!(error, AdbError::InvalidRequest { .. }), "{error}");
}
