//! Clients that take their time. The clock stands still and jumps to the next deadline when nothing else can happen.

use std::iter::repeat;
use std::time::Duration;

use tokio::time::{Instant, interval};

use super::rig::{Client, FAILS_AFTER, HELLO, Rig, seen, status};
use crate::connections::ConnectionLimits;

/// The time until the server closes, and what it says.
async fn close_time(client: &mut Client, since: Instant) -> (u64, String) {
    let said = client.rest().await;
    (since.elapsed().as_secs(), said)
}

fn limits() -> ConnectionLimits {
    ConnectionLimits {
        header_time: Duration::from_secs(5),
        body_time: Duration::from_secs(7),
        idle_time: Duration::from_secs(20),
        write_time: Duration::from_secs(9),
        ..ConnectionLimits::default()
    }
}

#[tokio::test(start_paused = true)]
async fn who_sends_nothing_is_closed_at_the_headers_time() {
    let rig = Rig::start(limits()).await;
    let since = Instant::now();
    let mut client = rig.connect().await;
    assert_eq!(close_time(&mut client, since).await, (5, String::new()));
    assert_eq!(rig.counts.now().late, 1);
}

#[tokio::test(start_paused = true)]
async fn a_header_that_stops_is_answered_and_closed() {
    let rig = Rig::start(limits()).await;
    let since = Instant::now();
    let mut client = rig.connect().await;
    client.send("GET /hello HTTP/1.1\r\nHost: ").await;
    let (seconds, said) = close_time(&mut client, since).await;
    // The client is given a moment to read that.
    assert!((5..=6).contains(&seconds), "{seconds}");
    assert_eq!(status(&said), 408, "{said}");
    assert!(said.contains(r#""code":"REQUEST_TIMEOUT""#), "{said}");
    assert!(said.contains("connection: close"), "{said}");
}

#[tokio::test(start_paused = true)]
async fn a_trickled_header_has_the_same_time_in_all() {
    let rig = Rig::start(limits()).await;
    let since = Instant::now();
    let mut client = rig.connect().await;
    let mut ticks = interval(Duration::from_millis(100));
    // Each byte alone is in time.
    for byte in "GET /hello HTTP/1.1\r\nX: ".bytes().chain(repeat(b'x')) {
        ticks.tick().await;
        client.send([byte]).await;
        if rig.counts.now().late == 1 || since.elapsed() > FAILS_AFTER {
            break;
        }
    }
    assert_eq!(since.elapsed().as_secs(), 5);
    assert_eq!(status(&client.rest().await), 408);
}

#[tokio::test(start_paused = true)]
async fn an_idle_connection_is_closed_at_its_own_time() {
    let rig = Rig::start(limits()).await;
    let mut client = rig.connect().await;
    for _ in 0..3 {
        client.send(HELLO).await;
        assert_eq!(client.answer().await.0, 200);
    }
    let since = Instant::now();
    assert_eq!(close_time(&mut client, since).await, (20, String::new()));
}

#[tokio::test(start_paused = true)]
async fn the_second_header_has_its_time_from_its_first_byte() {
    let rig = Rig::start(limits()).await;
    let mut client = rig.connect().await;
    client.send(HELLO).await;
    assert_eq!(client.answer().await.0, 200);
    tokio::time::advance(Duration::from_secs(18)).await;
    let since = Instant::now();
    client.send("GET ").await;
    let (seconds, said) = close_time(&mut client, since).await;
    assert!((5..=6).contains(&seconds), "{seconds}");
    assert_eq!(status(&said), 408);
}

#[tokio::test(start_paused = true)]
async fn a_body_that_stops_is_answered_and_closed() {
    let rig = Rig::start(limits()).await;
    let since = Instant::now();
    let mut client = rig.connect().await;
    client
        .send("POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\nabc")
        .await;
    let (seconds, said) = close_time(&mut client, since).await;
    assert!((7..=8).contains(&seconds), "{seconds}");
    assert_eq!(status(&said), 408);
}

#[tokio::test(start_paused = true)]
async fn a_request_that_is_there_may_take_as_long_as_it_takes() {
    let rig = Rig::start(limits()).await;
    let mut client = rig.connect().await;
    client
        .send("POST /wait HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nabc")
        .await;
    seen(&rig.signals.began).await;
    tokio::time::advance(Duration::from_hours(1)).await;
    rig.signals.answer.notify_one();
    assert_eq!(client.answer().await, (200, "abc".to_owned()));
}

#[tokio::test(start_paused = true)]
async fn who_does_not_take_the_answer_is_closed() {
    let rig = Rig::start(limits()).await;
    let since = Instant::now();
    let mut client = rig.connect().await;
    client.send("GET /much HTTP/1.1\r\nHost: a\r\n\r\n").await;
    let mut ticks = interval(Duration::from_millis(100));
    while rig.counts.now().late == 0 && since.elapsed() < FAILS_AFTER {
        ticks.tick().await;
    }
    assert_eq!(since.elapsed().as_secs(), 9);
    let said = client.rest().await;
    assert!(said.len() < 32 * 1024 * 1024);
}
