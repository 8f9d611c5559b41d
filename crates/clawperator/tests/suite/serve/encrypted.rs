//! `serve` with a certificate: the same answers over TLS, and nothing without it.

use std::fs;
use std::io::{Read as _, Write as _};
use std::os::unix::fs::PermissionsExt as _;

use clawperator_test_support::tls;
use rustls::pki_types::ServerName;
use rustls::{ClientConnection, StreamOwned};
use serde_json::json;

use super::client::{ALL, Served, press};
use crate::suite::private_adb::Bench;

/// Sends a request over TLS and reads until the server closes.
fn ask(served: &Served, request: &str) -> String {
    let name = ServerName::try_from("localhost").unwrap();
    let client = ClientConnection::new(tls::client(), name).unwrap();
    let mut stream = StreamOwned::new(client, served.connect());
    stream.write_all(request.as_bytes()).unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    answer
}

#[test]
fn a_server_with_a_certificate_answers_over_tls_alone() {
    let bench = Bench::start(&[]);
    let (certificate, key) = tls::files(bench.adb.home());
    // Makes the tokens.
    drop(bench.serve());
    let flags = [
        "--tls-cert",
        certificate.to_str().unwrap(),
        "--tls-key",
        key.to_str().unwrap(),
    ];
    let served = Served::start_with(&bench, &flags);
    assert!(
        served.url.starts_with("https://127.0.0.1:"),
        "{}",
        served.url
    );
    let bearer = format!("Bearer {ALL}");
    let own = served.url.clone();
    let plain = own.replacen("https", "http", 1);
    let body = json!({ "execution": press("home") }).to_string();
    for (origin, status) in [(&own, "200"), (&plain, "403")] {
        let headers = [("Authorization", &*bearer), ("Origin", origin)];
        let answer = ask(&served, &served.request("POST /execute", &headers, &body));
        assert_eq!(answer.get(9..12), Some(status), "{answer}");
    }
    assert_eq!(bench.inputs(), 1);
    let answer = served.ask_as(ALL, "POST /execute", &json!({ "execution": press("home") }));
    assert_eq!((answer.status, &*answer.code()), (421, "HOST_NOT_ALLOWED"));
    assert_eq!(bench.inputs(), 1);
}

#[test]
fn a_key_that_others_can_read_is_refused() {
    let bench = Bench::start(&[]);
    let (certificate, key) = tls::files(bench.adb.home());
    fs::set_permissions(&key, fs::Permissions::from_mode(0o644)).unwrap();
    let (certificate, key) = (certificate.to_str().unwrap(), key.to_str().unwrap());
    let serve = ["serve", "--port", "0", "--host", "0.0.0.0"];
    let (refused, exit) = bench.run(&serve);
    assert_eq!(exit, 2, "{refused}");
    assert!(
        refused["hint"].as_str().unwrap().contains("--tls-cert"),
        "{refused}"
    );
    let flags = ["--tls-cert", certificate, "--tls-key", key];
    let (refused, exit) = bench.run(&[&serve[..], &flags].concat());
    assert_eq!(exit, 2, "{refused}");
    assert_eq!(
        refused["hint"],
        format!("let only its owner read it: chmod 600 {key}")
    );
    let (refused, exit) = bench.run(&[&serve[..], &flags[..2]].concat());
    assert_eq!(exit, 2, "{refused}");
}
