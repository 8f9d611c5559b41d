//! The same limits behind TLS, and what only TLS has.

use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::time::Duration;

use clawperator_test_support::tls::{self, KEY, OTHER_KEY};
use rustls::pki_types::ServerName;
use tokio::net::TcpStream;
use tokio::time::Instant;
use tokio_rustls::TlsConnector;
use tokio_rustls::client::TlsStream;

use super::rig::{Client, HELLO, Rig, in_time, seen, status, until};
use crate::connections::{ConnectionLimits, ServeTerms};
use crate::tls::{TlsError, TlsFiles};

fn files(folder: &Path) -> TlsFiles {
    let (certificate, key) = tls::files(folder);
    TlsFiles { certificate, key }
}

fn terms(limits: ConnectionLimits) -> ServeTerms {
    let folder = tempfile::tempdir().unwrap();
    ServeTerms {
        limits,
        tls: Some(files(folder.path()).load().unwrap()),
    }
}

fn limits() -> ConnectionLimits {
    ConnectionLimits {
        header_time: Duration::from_secs(5),
        write_time: Duration::from_secs(9),
        ..ConnectionLimits::default()
    }
}

/// A client that trusts the certificate and has shaken hands.
async fn connect(rig: &Rig) -> Client<TlsStream<TcpStream>> {
    let stream = TcpStream::connect(rig.address).await.unwrap();
    let name = ServerName::from(rig.address.ip());
    let connector = TlsConnector::from(tls::client());
    Client(in_time(connector.connect(name, stream)).await.unwrap())
}

#[tokio::test]
async fn requests_are_answered() {
    let rig = Rig::start(terms(limits())).await;
    let mut client = connect(&rig).await;
    for _ in 0..3 {
        client.send(HELLO).await;
        assert_eq!(client.answer().await, (200, "hello".to_owned()));
    }
    let long = "x".repeat(100_000);
    let echo = format!(
        "POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: {}\r\n\r\n{long}",
        long.len()
    );
    client.send(echo).await;
    assert_eq!(client.answer().await, (200, long));
}

#[tokio::test]
async fn a_handler_ends_with_its_client() {
    let rig = Rig::start(terms(limits())).await;
    let mut client = connect(&rig).await;
    client.send("GET /wait HTTP/1.1\r\nHost: a\r\n\r\n").await;
    seen(&rig.signals.began).await;
    drop(client);
    seen(&rig.signals.dropped).await;
}

#[tokio::test]
async fn who_does_not_encrypt_is_told_so() {
    let rig = Rig::start(terms(limits())).await;
    let mut client = rig.connect().await;
    client.send(HELLO).await;
    let said = client.rest().await;
    assert_eq!(status(&said), 421, "{said}");
    assert!(said.contains("use https://"), "{said}");
}

#[tokio::test]
async fn a_handshake_of_nonsense_is_closed_and_hinders_nobody() {
    let rig = Rig::start(terms(limits())).await;
    for nonsense in [
        &b"\x16"[..],
        b"\x16\x03\x01\xff\xff",
        b"\x16\x03\x01\x00\x05hello\r\n",
    ] {
        let mut client = rig.connect().await;
        client.send(nonsense).await;
        drop(client);
    }
    let mut client = connect(&rig).await;
    client.send(HELLO).await;
    assert_eq!(client.answer().await.0, 200);
    drop(client);
    until(|| rig.counts.now().open == 0).await;
}

#[tokio::test(start_paused = true)]
async fn a_handshake_has_the_time_of_a_header() {
    for begun in [&b""[..], b"\x16\x03\x01"] {
        let rig = Rig::start(terms(limits())).await;
        let since = Instant::now();
        let mut client = rig.connect().await;
        client.send(begun).await;
        assert_eq!(client.rest().await, "");
        assert_eq!(since.elapsed().as_secs(), 5);
        assert_eq!(rig.counts.now().late, 1);
    }
}

#[tokio::test]
async fn a_header_that_stops_is_answered_and_closed() {
    let rig = Rig::start(terms(limits())).await;
    let mut client = connect(&rig).await;
    // A clock that jumps whenever nothing is to do would jump in the middle of a handshake.
    tokio::time::pause();
    client.send("GET /hello HTTP/1.1\r\nHost: ").await;
    let said = client.rest().await;
    assert_eq!(status(&said), 408, "{said}");
}

#[tokio::test]
async fn who_takes_nothing_of_an_answer_is_cut() {
    let rig = Rig::start(terms(limits())).await;
    let mut client = connect(&rig).await;
    // A clock that jumps whenever nothing is to do would jump in the middle of a handshake.
    tokio::time::pause();
    let since = Instant::now();
    client.send("GET /much HTTP/1.1\r\nHost: a\r\n\r\n").await;
    // Nothing is read until the server has had enough of it.
    until_late(&rig).await;
    assert!((9..=10).contains(&since.elapsed().as_secs()));
}

async fn until_late(rig: &Rig) {
    while rig.counts.now().late == 0 {
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
}

#[tokio::test]
async fn a_server_that_stops_waits_for_no_handshake() {
    let rig = Rig::start(terms(limits())).await;
    let _silent = rig.connect().await;
    until(|| rig.counts.now().open == 1).await;
    let mut client = connect(&rig).await;
    client.send("GET /wait HTTP/1.1\r\nHost: a\r\n\r\n").await;
    seen(&rig.signals.began).await;
    rig.stop.cancel();
    rig.signals.answer.notify_one();
    assert_eq!(client.answer().await.0, 200);
    let served = in_time(rig.served).await.unwrap();
    assert_eq!(served.unfinished, 0);
}

#[test]
fn files_that_cannot_be_used_are_named() {
    let folder = tempfile::tempdir().unwrap();
    let good = files(folder.path());
    let missing = folder.path().join("none.pem");
    let said = |files: &TlsFiles| files.load().unwrap_err().to_string();
    let error = said(&TlsFiles {
        certificate: missing.clone(),
        ..good.clone()
    });
    assert!(error.contains("none.pem"), "{error}");
    let error = said(&TlsFiles {
        certificate: good.key.clone(),
        ..good.clone()
    });
    assert!(error.ends_with("has no certificate in PEM form"), "{error}");
    let error = said(&TlsFiles {
        key: good.certificate.clone(),
        ..good.clone()
    });
    assert!(error.starts_with("other users can access"), "{error}");
    // A folder is opened like a file, and a pipe waits for whoever writes into it.
    let error = said(&TlsFiles {
        key: folder.path().to_owned(),
        ..good.clone()
    });
    assert!(error.ends_with("it is not a file"), "{error}");
    fs::write(&good.key, OTHER_KEY).unwrap();
    assert!(matches!(good.load(), Err(TlsError::Refused { .. })));
    fs::write(&good.key, "no key").unwrap();
    assert!(said(&good).ends_with("has no private key in PEM form"));
    let locked = KEY.replace("PRIVATE KEY", "ENCRYPTED PRIVATE KEY");
    fs::write(&good.key, locked).unwrap();
    assert!(said(&good).ends_with("has no private key without a passphrase in PEM form"));
    fs::write(&good.key, KEY).unwrap();
    fs::set_permissions(&good.key, Permissions::from_mode(0o640)).unwrap();
    assert!(matches!(good.load(), Err(TlsError::Open(_))));
}
