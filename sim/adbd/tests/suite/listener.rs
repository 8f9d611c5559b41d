//! Many connections, and the end of all of them.

use std::sync::Arc;

use clawperator_adbd::{AdbPhone, Options, serve};
use tokio_util::sync::CancellationToken;

use crate::support::adb::{Adb, Version};
use crate::support::peer::Peer;
use crate::support::phone::Phone;

#[tokio::test(flavor = "multi_thread")]
async fn several_hosts_at_once_up_to_the_limit() {
    let mut options = Options::for_release(14);
    options.max_connections = 2;
    let phone = Phone::with_options(14, options).await;
    let counters = Arc::clone(&phone.options.counters);
    let first = Adb::connected(Version::Path, &phone).await;
    let second = Adb::connected(Version::Adb36, &phone).await;
    assert_eq!(counters.connections(), 2);
    let mut third = Peer::dial(&phone).await;
    assert_eq!(third.next().await, None, "the third is hung up on");
    for adb in [&first, &second] {
        assert_eq!(
            adb.output(&["shell", "exit 2"]).await.status.code(),
            Some(2)
        );
    }
    drop(first);
    phone
        .until("one has gone", |counters| counters.connections() == 1)
        .await;
    phone.stop().await;
    assert_eq!(counters.connections(), 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn connections_are_refused() {
    let phone = Phone::start(14).await;
    phone.options.faults.refuse_connections(true);
    assert_eq!(Peer::dial(&phone).await.next().await, None);
    phone.options.faults.refuse_connections(false);
    let mut peer = Peer::dial(&phone).await;
    peer.connect().await;
}

#[tokio::test]
async fn a_thousand_idle_connections_cost_little() {
    let phone = Phone::start(14).await;
    let device = Arc::clone(&phone.toy) as Arc<dyn AdbPhone>;
    let shutdown = CancellationToken::new();
    let serving = serve(tokio::io::empty(), device, phone.options.clone(), shutdown);
    let future = std::mem::size_of_val(&serving);
    drop(serving);
    let mut peers = Vec::new();
    let before = resident_kib();
    for _ in 0..1000 {
        peers.push(Peer::in_process(&phone).await);
    }
    let each = resident_kib().saturating_sub(before) / 1000;
    println!("idle: a future of {future} bytes; {each} KiB with the pipe and the peer");
    // Other tests run beside this one, so what is resident is a hint; the future's size is not.
    assert!(future < 4096, "{future} bytes");
    assert!(each < 32, "{each} KiB");
    assert_eq!(phone.options.counters.connections(), 1000);
}

fn resident_kib() -> usize {
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find(|line| line.starts_with("VmRSS:"));
    line.unwrap()
        .split_whitespace()
        .nth(1)
        .unwrap()
        .parse()
        .unwrap()
}
