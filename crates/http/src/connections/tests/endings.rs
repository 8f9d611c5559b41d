//! How requests, connections and the server end.

use std::time::Duration;

use tokio::io::AsyncWriteExt as _;
use tokio::net::TcpStream;

use super::rig::{HELLO, Rig, in_time, seen, status, until};
use crate::connections::ConnectionLimits;

/// Whether the handler of this request is dropped when its client closes the connection, and its place is free.
async fn is_dropped(request: &str) {
    let rig = Rig::start(ConnectionLimits::default()).await;
    let mut client = rig.connect().await;
    client.send(request).await;
    seen(&rig.signals.began).await;
    drop(client);
    seen(&rig.signals.dropped).await;
    until(|| rig.counts.now().open == 0).await;
}

#[tokio::test]
async fn a_handler_is_dropped_with_its_client() {
    is_dropped("GET /wait HTTP/1.1\r\nHost: a\r\n\r\n").await;
}

#[tokio::test]
async fn a_handler_that_has_its_body_is_dropped_with_its_client() {
    is_dropped("POST /wait HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nabc").await;
}

#[tokio::test]
async fn an_answer_that_goes_on_is_dropped_with_its_client() {
    is_dropped("GET /stream HTTP/1.1\r\nHost: a\r\n\r\n").await;
}

#[cfg(any(target_os = "linux", target_os = "android"))]
#[tokio::test]
async fn a_handler_is_dropped_also_with_unread_bytes_before_the_end() {
    // A body that the handler leaves alone. One that is longer than the socket's buffer hides the client's end from the
    // system too, until the time for bodies is over.
    is_dropped("POST /hold HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nabc").await;
    is_dropped(&format!(
        "POST /hold HTTP/1.1\r\nHost: a\r\nContent-Length: 50000\r\n\r\n{}",
        "x".repeat(50_000)
    ))
    .await;
    // Another request behind it, and the empty line that some clients send.
    is_dropped(&format!(
        "GET /wait HTTP/1.1\r\nHost: a\r\n\r\n{HELLO}{HELLO}"
    ))
    .await;
    is_dropped("GET /wait HTTP/1.1\r\nHost: a\r\n\r\n\r\n").await;
}

#[tokio::test]
async fn a_handler_whose_client_only_stops_sending_is_dropped_too() {
    let rig = Rig::start(ConnectionLimits::default()).await;
    let mut client = rig.connect().await;
    client.send("GET /wait HTTP/1.1\r\nHost: a\r\n\r\n").await;
    seen(&rig.signals.began).await;
    client.0.shutdown().await.unwrap();
    seen(&rig.signals.dropped).await;
}

#[tokio::test]
async fn requests_on_one_connection_are_answered_in_order() {
    let rig = Rig::start(ConnectionLimits::default()).await;
    let mut client = rig.connect().await;
    let echo = |word: &str| {
        let length = word.len();
        format!("POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: {length}\r\n\r\n{word}")
    };
    // Behind each other without waiting.
    client.send(echo("one") + &echo("three") + HELLO).await;
    for word in ["one", "three", "hello"] {
        assert_eq!(client.answer().await, (200, word.to_owned()));
    }
    assert_eq!(rig.counts.now().accepted, 1);
}

#[tokio::test]
async fn a_request_knows_its_peer() {
    let rig = Rig::start(ConnectionLimits::default()).await;
    let mut client = rig.connect().await;
    let ours = client.0.local_addr().unwrap();
    client.send("GET /peer HTTP/1.1\r\nHost: a\r\n\r\n").await;
    assert_eq!(client.answer().await, (200, ours.to_string()));
}

#[tokio::test]
async fn a_header_that_is_too_long_is_refused() {
    // Less than the parser's smallest buffer.
    let longest = 4 * 1024;
    let limits = ConnectionLimits {
        header_bytes: longest,
        ..ConnectionLimits::default()
    };
    let rig = Rig::start(limits).await;
    let header = |bytes: usize| {
        let frame = "GET /hello HTTP/1.1\r\nHost: a\r\nX: \r\n\r\n".len();
        let value = "x".repeat(bytes - frame);
        format!("GET /hello HTTP/1.1\r\nHost: a\r\nX: {value}\r\n\r\n")
    };
    for (bytes, expected) in [
        (longest - 1, 200),
        (longest, 200),
        (longest + 1, 431),
        (longest * 2, 431),
        (longest * 80, 431),
    ] {
        let mut client = rig.connect().await;
        client.send(header(bytes)).await;
        if expected == 200 {
            assert_eq!(client.answer().await.0, expected, "{bytes} bytes");
        } else {
            let said = client.rest().await;
            assert_eq!(status(&said), expected, "{bytes} bytes");
        }
    }
    let mut client = rig.connect().await;
    let many = "X: y\r\n".repeat(200);
    client
        .send(format!("GET /hello HTTP/1.1\r\nHost: a\r\n{many}\r\n"))
        .await;
    assert_eq!(status(&client.rest().await), 431);
}

#[tokio::test]
async fn a_server_that_stops_answers_what_is_under_way() {
    let rig = Rig::start(ConnectionLimits::default()).await;
    let mut idle = rig.connect().await;
    idle.send(HELLO).await;
    assert_eq!(idle.answer().await.0, 200);
    let mut begun = rig.connect().await;
    begun.send("GET /hello HTT").await;
    let mut silent = rig.connect().await;
    let mut busy = rig.connect().await;
    busy.send("GET /wait HTTP/1.1\r\nHost: a\r\n\r\n").await;
    seen(&rig.signals.began).await;

    rig.stop.cancel();
    for client in [&mut idle, &mut begun, &mut silent] {
        assert_eq!(client.rest().await, "");
    }
    // All of them are closed after the listener.
    assert!(TcpStream::connect(rig.address).await.is_err());
    assert!(!rig.served.is_finished());
    rig.signals.answer.notify_one();
    let said = busy.rest().await;
    assert_eq!(status(&said), 200);
    assert!(said.contains("connection: close"), "{said}");
    drop(busy);
    let served = in_time(rig.served).await.unwrap();
    assert_eq!((served.unfinished, served.numbers.open), (0, 0));
    assert_eq!(served.numbers.accepted, 4);
}

#[tokio::test(start_paused = true)]
async fn a_server_that_stops_has_limited_patience() {
    let rig = Rig::with_patience(ConnectionLimits::default(), Duration::from_secs(3)).await;
    let mut busy = rig.connect().await;
    busy.send("GET /wait HTTP/1.1\r\nHost: a\r\n\r\n").await;
    seen(&rig.signals.began).await;
    rig.stop.cancel();
    let since = tokio::time::Instant::now();
    let served = in_time(rig.served).await.unwrap();
    assert_eq!(since.elapsed().as_secs(), 3);
    assert_eq!((served.unfinished, served.numbers.open), (1, 0));
    seen(&rig.signals.dropped).await;
    assert_eq!(busy.rest().await, "");
}
