//! What only a host made by hand does.

use std::sync::Arc;
use std::time::Duration;

use clawperator_adbd::packet::{Command, VERSION_MIN};
use clawperator_adbd::{Auth, KnownKeys, Options, ServiceFault};

use crate::support::peer::Peer;
use crate::support::phone::Phone;

const BANNER: &str = "device::ro.product.name=toy;ro.product.model=Toy Phone;\
                      ro.product.device=toydevice;features=shell_v2,cmd,stat_v2";

#[tokio::test]
async fn the_phone_introduces_itself() {
    let phone = Phone::start(9).await;
    let mut peer = Peer::dial(&phone).await;
    let answer = peer.connect().await;
    assert_eq!((answer.arg0, answer.arg1), (0x0100_0001, 256 * 1024));
    assert_eq!(answer.payload, BANNER);

    // The oldest version: every packet has a checksum, which the peer compares.
    let mut old = Peer::dial(&phone).await;
    old.connect_as(VERSION_MIN, 4096).await;
    let stream = old.open(1, "shell:binary 5").await;
    let first = old.next().await.unwrap();
    assert_eq!(
        (first.command, first.arg0, first.arg1),
        (Command::Write, stream, 1)
    );
    assert_eq!(first.payload.len(), 4096);
    old.send(Command::Okay, 1, stream, b"").await;
    assert_eq!(old.next().await.unwrap().payload.len(), 1024);
    old.expect(Command::Close, stream, 1, b"").await;
}

#[tokio::test]
async fn a_host_that_connects_again_leaves_the_checksum_out() {
    let phone = Phone::start(9).await;
    let mut peer = Peer::dial(&phone).await;
    let header = b"CNXN\x01\0\0\x01\0\0\x10\0\x06\0\0\0\0\0\0\0\xbc\xb1\xa7\xb1host::";
    peer.raw(header).await;
    assert_eq!(peer.next().await.unwrap().payload, BANNER);
}

#[tokio::test]
async fn a_write_waits_for_the_last_one() {
    let phone = Phone::start(14).await;
    let mut peer = Peer::in_process(&phone).await;
    let cat = peer.open(1, "shell:cat").await;
    let lines = peer.open(2, "exec:lines 1000000").await;
    let first = peer.next().await.unwrap();
    assert_eq!((first.command, first.arg0), (Command::Write, lines));
    // The one that is not acknowledged stays silent; the other one works.
    for _ in 0..3 {
        peer.send(Command::Write, 1, cat, b"hi").await;
        peer.expect(Command::Okay, cat, 1, b"").await;
        peer.expect(Command::Write, cat, 1, b"hi").await;
        peer.send(Command::Okay, 1, cat, b"").await;
    }
    // Acknowledging too often gains nothing.
    for _ in 0..5 {
        peer.send(Command::Okay, 2, lines, b"").await;
    }
    let second = peer.next().await.unwrap();
    assert_eq!((second.command, second.arg0), (Command::Write, lines));
    peer.send(Command::Write, 1, cat, b"still").await;
    peer.expect(Command::Okay, cat, 1, b"").await;
    peer.expect(Command::Write, cat, 1, b"still").await;
    peer.send(Command::Close, 2, lines, b"").await;
    peer.expect(Command::Close, lines, 2, b"").await;
    peer.send(Command::Close, 1, cat, b"").await;
    peer.expect(Command::Close, cat, 1, b"").await;
    phone.no_streams().await;
}

#[tokio::test]
async fn strange_names_are_refused() {
    let mut options = Options::for_release(14);
    options.max_streams = 3;
    let phone = Phone::with_options(14, options).await;
    let mut peer = Peer::in_process(&phone).await;
    let cat = peer.open(7, "shell:cat").await;
    peer.send(Command::Open, 7, 0, b"shell:cat\0").await;
    peer.expect(Command::Close, 0, 7, b"").await;
    peer.send(Command::Open, 8, 4096, b"shell:cat\0").await;
    peer.expect(Command::Close, 0, 8, b"").await;
    for unknown in [
        "framebuffer:",
        "dev:/dev/null",
        "abb:x",
        "localabstract:nobody",
        "",
    ] {
        peer.send(Command::Open, 9, 0, unknown.as_bytes()).await;
        peer.expect(Command::Close, 0, 9, b"").await;
    }
    // No name at all is no request, and who is not known does not close or acknowledge.
    peer.send(Command::Open, 0, 0, b"shell:cat\0").await;
    peer.send(Command::Close, 99, cat, b"").await;
    peer.send(Command::Close, 7, 12345, b"").await;
    peer.send(Command::Okay, 99, cat, b"").await;
    peer.send(Command::Other(0x1234), 1, 2, b"x").await;
    peer.send(Command::Write, 99, cat, b"x").await;
    peer.expect(Command::Close, cat, 99, b"").await;
    peer.send(Command::Write, 7, 12345, b"x").await;
    peer.expect(Command::Close, 12345, 7, b"").await;

    peer.open(10, "shell:cat").await;
    peer.open(11, "shell:cat").await;
    peer.send(Command::Open, 12, 0, b"shell:cat\0").await;
    peer.expect(Command::Close, 0, 12, b"").await;
    // Old hosts close with zero in place of their own name.
    peer.send(Command::Close, 0, cat, b"").await;
    peer.expect(Command::Close, cat, 7, b"").await;
    // Two of those that were refused had to be looked at first.
    assert_eq!(phone.options.counters.opened_streams(), 5);
}

#[tokio::test]
async fn a_host_that_does_not_wait_loses_the_stream() {
    let phone = Phone::start(14).await;
    let mut peer = Peer::in_process(&phone).await;
    let stream = peer.open(1, "shell:forever").await;
    let first = peer.next().await.unwrap();
    assert_eq!(first.payload, "started\n");
    let mut closed = false;
    for _ in 0..100 {
        peer.send(Command::Write, 1, stream, &[0; 16]).await;
    }
    while !closed {
        let packet = peer.next().await.unwrap();
        closed = packet.command == Command::Close;
    }
    phone.no_streams().await;
}

#[tokio::test]
async fn nonsense_ends_the_connection() {
    let phone = Phone::start(14).await;
    for nonsense in [
        &[0; 24][..],
        &[0xff; 24][..],
        b"GET / HTTP/1.1\r\nHost: x\r\n\r\n",
    ] {
        let mut peer = Peer::dial(&phone).await;
        peer.raw(nonsense).await;
        assert_eq!(peer.next().await, None);
    }
    // Before the handshake a payload is small.
    let mut peer = Peer::dial(&phone).await;
    peer.send(Command::Connect, 0x0100_0001, 1 << 20, &[b'x'; 5000])
        .await;
    assert_eq!(peer.next().await, None);
    // TLS was not offered.
    let mut peer = Peer::dial(&phone).await;
    peer.connect().await;
    peer.send(Command::StartTls, 0x0100_0000, 0, b"").await;
    assert_eq!(peer.next().await, None);
    phone
        .until("all are gone", |counters| counters.connections() == 0)
        .await;
}

#[tokio::test]
async fn said_again_everything_starts_anew() {
    let phone = Phone::start(14).await;
    let mut peer = Peer::in_process(&phone).await;
    peer.open(1, "shell:cat").await;
    peer.connect().await;
    phone.no_streams().await;
    peer.open(1, "shell:cat").await;
}

#[tokio::test]
async fn signatures_that_fail_have_an_end() {
    let mut options = Options::for_release(14);
    options.auth = Auth::Ask {
        known: Arc::new(KnownKeys::default()),
        accept_after: Duration::ZERO,
    };
    let phone = Phone::with_options(14, options).await;
    let mut peer = Peer::dial(&phone).await;
    peer.send(Command::Connect, 0x0100_0001, 1 << 20, b"host::")
        .await;
    // Streams are not for those who have not proved anything.
    peer.send(Command::Open, 1, 0, b"shell:cat\0").await;
    // A key that is none is not asked about.
    peer.send(Command::Auth, 3, 0, b"bm9uc2Vuc2U= me@here\0")
        .await;
    let mut tokens = std::collections::HashSet::new();
    while let Some(packet) = peer.next().await {
        assert_eq!(
            (packet.command, packet.arg0, packet.payload.len()),
            (Command::Auth, 1, 20)
        );
        assert!(tokens.insert(packet.payload), "each token is new");
        peer.send(Command::Auth, 2, 0, &[1; 256]).await;
    }
    assert_eq!(tokens.len(), 256);
    assert_eq!(phone.options.counters.opened_streams(), 0);
}

#[tokio::test(start_paused = true)]
async fn a_service_takes_its_time() {
    let phone = Phone::start(14).await;
    let mut peer = Peer::in_process(&phone).await;
    let delay = Duration::from_secs(20);
    let fault = ServiceFault {
        delay,
        truncate_after: None,
    };
    phone.options.faults.service("shell:exit", fault);
    let begun = tokio::time::Instant::now();
    let stream = peer.open(1, "shell:exit 0").await;
    assert!(begun.elapsed() >= delay && begun.elapsed() < delay * 2);
    peer.expect(Command::Close, stream, 1, b"").await;
    // A host that leaves while it waits is not waited for.
    let fault = ServiceFault {
        delay: Duration::MAX,
        truncate_after: None,
    };
    phone.options.faults.service("shell:exit", fault);
    peer.send(Command::Open, 2, 0, b"shell:exit 0\0").await;
    peer.send(Command::Close, 0, stream + 1, b"").await;
    peer.expect(Command::Close, stream + 1, 2, b"").await;
    phone.no_streams().await;
}

#[tokio::test]
async fn words_reach_a_system_service() {
    let phone = Phone::with_abb(11).await;
    let mut peer = Peer::dial(&phone).await;
    let banner = peer.connect().await.payload;
    assert!(
        String::from_utf8_lossy(&banner).contains(",abb,"),
        "{banner:?}"
    );
    let stream = peer.open(1, "abb:package\0list packages").await;
    let text = b"\x01\x15\0\0\0package|list packages";
    peer.expect(Command::Write, stream, 1, text).await;
    peer.send(Command::Okay, 1, stream, b"").await;
    peer.expect(Command::Write, stream, 1, b"\x03\x01\0\0\0\x08")
        .await;
    peer.expect(Command::Close, stream, 1, b"").await;
    let stream = peer.open(2, "abb_exec:activity").await;
    peer.expect(Command::Write, stream, 2, b"activity").await;
    peer.expect(Command::Close, stream, 2, b"").await;
}

#[tokio::test]
async fn a_terminal_has_a_size() {
    let phone = Phone::start(14).await;
    let mut peer = Peer::in_process(&phone).await;
    let stream = peer.open(1, "shell,v2,TERM=xterm,pty:size").await;
    peer.expect(Command::Write, stream, 1, b"\x01\x0c\0\0\0TERM xterm\r\n")
        .await;
    peer.send(Command::Okay, 1, stream, b"").await;
    peer.send(Command::Write, 1, stream, b"\x05\x0a\0\0\x0024x80,0x0\0")
        .await;
    peer.expect(Command::Okay, stream, 1, b"").await;
    peer.expect(Command::Write, stream, 1, b"\x01\x07\0\0\x0024x80\r\n")
        .await;
}

#[tokio::test]
async fn no_process_can_be_debugged() {
    let phone = Phone::start(14).await;
    let mut peer = Peer::in_process(&phone).await;
    let stream = peer.open(1, "jdwp").await;
    peer.expect(Command::Close, stream, 1, b"").await;
    let stream = peer.open(2, "track-jdwp").await;
    peer.expect(Command::Write, stream, 2, b"0000").await;
    peer.send(Command::Close, 2, stream, b"").await;
    peer.expect(Command::Close, stream, 2, b"").await;
    phone.no_streams().await;
}

#[tokio::test]
async fn what_was_sent_before_closing_is_read_to_its_end() {
    let phone = Phone::start(14).await;
    let mut peer = Peer::in_process(&phone).await;
    for (service, whole) in [("exec:", true), ("shell:", false)] {
        let stream = peer.open(1, &format!("{service}store /file")).await;
        // It says something that is never taken, so whatever it says later finds nobody.
        peer.send(Command::Write, 1, stream, b"first ").await;
        let mut answers = [peer.next().await.unwrap(), peer.next().await.unwrap()];
        answers.sort_by_key(|packet| packet.payload.len());
        let commands = answers.map(|packet| packet.command);
        assert_eq!(commands, [Command::Okay, Command::Write]);
        peer.send(Command::Write, 1, stream, b"last").await;
        peer.send(Command::Close, 1, stream, b"").await;
        phone.no_streams().await;
        let stored = phone.toy.files.0.lock().unwrap().remove("/file");
        let expected = whole.then(|| "first last".into());
        assert_eq!(stored.map(|(_, _, content)| content), expected, "{service}");
        while peer.next().await.unwrap().command != Command::Close {}
    }
}
