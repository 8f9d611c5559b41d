//! More clients than places.

use std::collections::VecDeque;
use std::io;
use std::net::SocketAddr;
use std::sync::Arc;

use tokio::net::{TcpListener, TcpStream};
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;

use super::rig::{Client, FAILS_AFTER, HELLO, Rig, Signals, in_time, routes, seen, status, until};
use crate::connections::serve::{Accept, serve_from};
use crate::connections::{ConnectionCounts, ConnectionLimits};

fn places(connections: usize) -> ConnectionLimits {
    ConnectionLimits {
        connections,
        ..ConnectionLimits::default()
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_thousand_idle_connections_keep_nobody_out() {
    let rig = Rig::start(places(64)).await;
    // The server has closed those that came earlier, and a test has a limited number of files too.
    let mut crowd = VecDeque::with_capacity(129);
    for number in 0..2_000 {
        let mut idle = rig.connect().await;
        // Some have never said a word, some are in the middle of one, some had an answer.
        match number % 3 {
            0 => {}
            1 => idle.send("GET /hel").await,
            _ => idle.send(HELLO).await,
        }
        crowd.push_back(idle);
        if crowd.len() > 128 {
            crowd.pop_front();
        }
        if number % 50 == 49 {
            let mut honest = rig.connect().await;
            honest.send(HELLO).await;
            assert_eq!(honest.answer().await, (200, "hello".to_owned()));
        }
    }
    until(|| rig.counts.now().accepted == 2_040).await;
    let numbers = rig.counts.now();
    assert_eq!(numbers.refused, 0, "{numbers:?}");
    assert!(numbers.open <= 64, "{numbers:?}");
    assert!(numbers.evicted > 1_500, "{numbers:?}");
}

#[tokio::test]
async fn the_longest_idle_goes_first_and_requests_stay() {
    let rig = Rig::start(places(3)).await;
    let mut busy = rig.connect().await;
    busy.send("GET /wait HTTP/1.1\r\nHost: a\r\n\r\n").await;
    seen(&rig.signals.began).await;
    let mut older = rig.connect().await;
    until(|| rig.counts.now().open == 2).await;
    let mut newer = rig.connect().await;
    until(|| rig.counts.now().open == 3).await;
    // A header that is on its way counts as idle.
    older.send("GET /hello HTTP/1.1\r\n").await;
    let mut last = rig.connect().await;
    assert_eq!(older.rest().await, "");
    for client in [&mut newer, &mut last] {
        client.send(HELLO).await;
        assert_eq!(client.answer().await.0, 200);
    }
    rig.signals.answer.notify_one();
    assert_eq!(busy.answer().await.0, 200);
    assert_eq!(rig.counts.now().evicted, 1);
}

#[tokio::test]
async fn without_an_idle_connection_a_new_one_is_told_so() {
    let rig = Rig::start(places(2)).await;
    let mut busy = Vec::new();
    for _ in 0..2 {
        let mut client = rig.connect().await;
        client.send("GET /wait HTTP/1.1\r\nHost: a\r\n\r\n").await;
        seen(&rig.signals.began).await;
        busy.push(client);
    }
    // More than are waited for while they read.
    let mut refused = Vec::new();
    for _ in 0..40 {
        let mut client = rig.connect().await;
        client.send(HELLO).await;
        refused.push(client);
    }
    for client in &mut refused {
        let said = client.rest().await;
        assert_eq!(status(&said), 429, "{said}");
        assert!(said.contains("connection: close\r\n"), "{said}");
        let (_, body) = said.split_once("\r\n\r\n").unwrap();
        let body: serde_json::Value = serde_json::from_str(body).unwrap();
        assert_eq!(body["ok"], false);
        assert_eq!(body["error"]["code"], "TOO_MANY_REQUESTS");
    }
    assert_eq!(rig.counts.now().refused, 40);
    rig.signals.answer.notify_one();
    rig.signals.answer.notify_waiters();
    drop(busy);
    until(|| rig.counts.now().open == 0).await;
    let mut client = rig.connect().await;
    client.send(HELLO).await;
    assert_eq!(client.answer().await.0, 200);
}

#[tokio::test]
async fn a_client_that_leaves_frees_its_place() {
    let rig = Rig::start(places(4)).await;
    for _ in 0..50 {
        let mut client = rig.connect().await;
        client.send(HELLO).await;
        assert_eq!(client.answer().await.0, 200);
    }
    until(|| rig.counts.now().open == 0).await;
    assert_eq!(rig.counts.now().idle, 0);
}

/// A system that has no file left for a while.
struct Exhausted {
    failures: usize,
    listener: TcpListener,
    first: bool,
}

impl Accept for Exhausted {
    async fn accept(&mut self) -> io::Result<(TcpStream, SocketAddr)> {
        if !self.first && self.failures > 0 {
            self.failures -= 1;
            return Err(io::Error::other("too many open files"));
        }
        self.first = false;
        self.listener.accept().await
    }
}

#[tokio::test(start_paused = true)]
async fn a_system_without_files_is_waited_for() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let source = Exhausted {
        failures: 10,
        listener,
        first: true,
    };
    let counts = ConnectionCounts::default();
    let stop = CancellationToken::new();
    let since = Instant::now();
    let serving = tokio::spawn(serve_from(
        source,
        routes(&Arc::<Signals>::default()),
        places(8).into(),
        counts.clone(),
        stop.clone(),
        FAILS_AFTER,
    ));
    let mut idle = Client(TcpStream::connect(address).await.unwrap());
    // It has a file that the server needs.
    assert_eq!(idle.rest().await, "");
    let mut honest = Client(TcpStream::connect(address).await.unwrap());
    honest.send(HELLO).await;
    assert_eq!(honest.answer().await.0, 200);
    let numbers = counts.now();
    assert_eq!((numbers.failed, numbers.evicted), (10, 1));
    // Ten failures are ten pauses: 10 ms, twice that, and so on up to a second.
    let waited = since.elapsed().as_millis();
    assert!((4_000..6_000).contains(&waited), "{waited}");
    stop.cancel();
    in_time(serving).await.unwrap();
}
