//! `docs/control-socket.md`: what it shows is said and answered.

use std::collections::BTreeSet;

use clawperator_virtual_phone::control::{ControlServer, ErrorCode, Response};
use clawperator_virtual_phone::{Fault, FaultKind, PhoneHost, Release};
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::net::TcpStream;

use crate::support::adb::{Adb, Version};
use crate::support::control::Controls;
use crate::support::documents::{blocks, document, is_like};
use crate::support::{builder, in_time};

/// What the document calls the phone.
const SERIAL: &str = "127.0.0.1:6000";
const BEFORE_REQUESTS: &str = r#"{"do":"requests"}"#;

#[tokio::test(flavor = "multi_thread")]
async fn every_line_is_answered_as_shown() {
    let host = PhoneHost::new();
    let here = "127.0.0.1:0".parse().unwrap();
    let serial = host.start(builder(Release::Android14), here).await.unwrap();
    let control = ControlServer::start(host.clone(), here).await.unwrap();
    let adb = Adb::start(Version::Path).await;
    let socket = TcpStream::connect(control.address()).await.unwrap();
    let mut socket = BufReader::new(socket);
    let mut asked = 0;
    for block in blocks(&document("control-socket.md")) {
        if block.info != "text control" {
            continue;
        }
        let mut answer = String::new();
        for line in block.text.lines() {
            let place = format!("docs/control-socket.md:{}: {line}", block.line);
            if let Some(shown) = line.strip_prefix("< ") {
                assert!(is_like(answer.trim_end(), shown), "{place}\n{answer}");
                continue;
            }
            let request = line.strip_prefix("> ").expect(&place);
            if request == BEFORE_REQUESTS {
                // The text says that this was done.
                adb.text(&["connect", &serial]).await;
                assert_eq!(adb.text(&["shell", "echo", "hi"]).await, "hi\n");
                let phone = host.phone(&serial).unwrap();
                in_time("it ends", phone.until_traffic(|now| now.open_streams == 0)).await;
            }
            let sent = format!("{request}\n");
            socket.get_mut().write_all(sent.as_bytes()).await.unwrap();
            answer.clear();
            let read = in_time(&place, socket.read_line(&mut answer)).await;
            assert!(read.unwrap() > 0, "{place}");
            answer = answer.replace(&serial, SERIAL);
            asked += 1;
        }
    }
    assert!(asked > 15, "{asked} requests");
}

#[tokio::test(flavor = "multi_thread")]
async fn every_fault_is_switched_by_the_lines_of_its_reference() {
    let host = PhoneHost::new();
    let here = "127.0.0.1:0".parse().unwrap();
    let serial = host.start(builder(Release::Android14), here).await.unwrap();
    let phone = host.phone(&serial).unwrap();
    let control = ControlServer::start(host.clone(), here).await.unwrap();
    let mut controls = Controls::dial(control.address()).await;
    let mut switched = BTreeSet::new();
    for block in blocks(&document("reference/faults.md")) {
        let answer = controls.line(block.text.trim_end()).await;
        assert_eq!(answer, Some(Response::Done {}), "{}", block.text);
        switched.extend(phone.faults().list().iter().map(Fault::kind));
    }
    assert!(phone.faults().list().is_empty());
    let lasting = FaultKind::ALL.into_iter().filter(|kind| {
        let fault = serde_json::from_value::<Fault>(serde_json::json!({ "name": kind }));
        fault.unwrap().lasts()
    });
    assert_eq!(switched, lasting.collect());
}

#[test]
fn every_request_and_every_code_is_shown() {
    let document = document("control-socket.md");
    let schema = clawperator_virtual_phone::control::control_schema().to_value();
    let requests = schema.pointer("/$defs/Request/oneOf").unwrap();
    for request in requests.as_array().unwrap() {
        let name = request.pointer("/properties/do/const").unwrap();
        assert!(document.contains(&format!("> {{\"do\":{name}")), "{name}");
    }
    for code in [
        ErrorCode::BadRequest,
        ErrorCode::LineTooLong,
        ErrorCode::NoSuchPhone,
        ErrorCode::PhoneNeeded,
        ErrorCode::NoSuchApp,
        ErrorCode::InputRefused,
        ErrorCode::Failed,
    ] {
        let name = serde_json::to_value(code).unwrap();
        let row = format!("| `{}` |", name.as_str().unwrap());
        assert!(document.contains(&row), "{row}");
    }
}
