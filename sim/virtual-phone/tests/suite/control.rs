//! The control socket, used as meant and otherwise.

use std::net::SocketAddr;
use std::time::Duration;

use clawperator_virtual_phone::control::{
    ControlServer, ErrorCode, MAX_CONNECTIONS, MAX_LINE, Request, Response,
};
use clawperator_virtual_phone::{ClockMode, Fault, JournalEvent, Latency, PhoneHost, Release};

use crate::support::builder;
use crate::support::control::Controls;

async fn host(phones: usize) -> (PhoneHost, ControlServer, Vec<String>) {
    let host = PhoneHost::new();
    let here = [127, 0, 0, 1].into();
    let serials = host
        .start_many(builder(Release::Android14), phones, here, 0)
        .await
        .unwrap();
    let control = ControlServer::start(host.clone(), SocketAddr::new(here, 0))
        .await
        .unwrap();
    (host, control, serials)
}

fn code(response: &Response) -> Option<ErrorCode> {
    match response {
        Response::Error { code, .. } => Some(*code),
        _ => None,
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn every_switch_works() {
    let (host, control, serials) = host(1).await;
    let phone = host.phone(&serials[0]).unwrap();
    let mut controls = Controls::dial(control.address()).await;
    let done = Some(Response::Done {});

    assert_eq!(
        controls
            .line(r#"{"do":"fault","name":"offline","on":true}"#)
            .await,
        done
    );
    assert_eq!(phone.faults().list(), [Fault::Offline]);
    let faults = controls.line(r#"{"do":"faults"}"#).await;
    assert_eq!(
        faults,
        Some(Response::Faults {
            faults: vec![Fault::Offline]
        })
    );
    assert_eq!(
        controls
            .line(r#"{"do":"fault","name":"offline","on":false}"#)
            .await,
        done
    );
    assert!(phone.faults().list().is_empty());
    controls
        .line(r#"{"do":"fault","name":"tree_stale","for_ms":5}"#)
        .await;
    assert_eq!(phone.faults().list(), [Fault::TreeStale { for_ms: 5 }]);
    assert_eq!(controls.line(r#"{"do":"clear_faults"}"#).await, done);
    assert!(phone.faults().list().is_empty());
    assert_eq!(
        controls.line(r#"{"do":"latency","profile":"usb"}"#).await,
        done
    );
    assert_eq!(phone.faults().latency(), Latency::Usb);

    assert_eq!(
        controls.line(r#"{"do":"tap","x":540,"y":1200}"#).await,
        done
    );
    let Some(Response::Journal { journal }) = controls.line(r#"{"do":"journal"}"#).await else {
        panic!("no journal");
    };
    assert_eq!(journal, phone.journal());
    assert!(
        matches!(journal.entries[0].event, JournalEvent::Injected { .. }),
        "{journal:?}"
    );
    let later = controls.line(r#"{"do":"journal","after":1}"#).await;
    assert_eq!(
        later,
        Some(Response::Journal {
            journal: phone.journal_after(1)
        })
    );
    let Some(Response::Requests { requests }) = controls.line(r#"{"do":"requests"}"#).await else {
        panic!("no requests");
    };
    // Nobody is connected by adb.
    assert_eq!((requests.entries.len(), requests.dropped), (0, 0));
    let Some(Response::State { state }) = controls.line(r#"{"do":"state"}"#).await else {
        panic!("no state");
    };
    assert_eq!((state.display, state.awake), ((1_080, 2_400), true));
    let before = phone.since_boot();
    assert_eq!(
        controls.line(r#"{"do":"advance","by_ms":60000}"#).await,
        done
    );
    assert!(phone.since_boot().as_secs() >= before.as_secs() + 60);
    let Some(Response::Screenshot { width, height, png }) =
        controls.line(r#"{"do":"screenshot"}"#).await
    else {
        panic!("no picture");
    };
    assert_eq!((width, height), (1_080, 2_400));
    assert!(png.starts_with("iVBORw0KGgo"), "{}", &png[..20]);
    let Some(Response::Counters { counters }) = controls.line(r#"{"do":"counters"}"#).await else {
        panic!("no counters");
    };
    assert_eq!((counters.connections, counters.open_streams), (0, 0));
    assert_eq!(controls.line(r#"{"do":"reset"}"#).await, done);
    assert!(phone.journal().entries.is_empty());
    control.stop().await;
    assert_eq!(controls.line(r#"{"do":"state"}"#).await, None);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_clock_that_runs_is_advanced_too() {
    let host = PhoneHost::new();
    let here = "127.0.0.1:0".parse().unwrap();
    let builder = builder(Release::Android14).clock(ClockMode::Real);
    let serial = host.start(builder, here).await.unwrap();
    let phone = host.phone(&serial).unwrap();
    let control = ControlServer::start(host.clone(), here).await.unwrap();
    let mut controls = Controls::dial(control.address()).await;
    let before = phone.since_boot();
    let advanced = controls.line(r#"{"do":"advance","by_ms":3600000}"#).await;
    assert_eq!(advanced, Some(Response::Done {}));
    let moved = phone.since_boot().saturating_sub(before);
    assert!(moved >= Duration::from_hours(1), "{moved:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn among_several_phones_one_is_named() {
    let (host, control, serials) = host(2).await;
    let mut controls = Controls::dial(control.address()).await;
    let Response::Phones { phones } = controls.ask(&Request::Phones {}).await else {
        panic!("no phones");
    };
    assert_eq!(phones.len(), 2);
    let nobody = controls.line(r#"{"do":"state"}"#).await.unwrap();
    assert_eq!(code(&nobody), Some(ErrorCode::PhoneNeeded));
    let unknown = controls
        .line(r#"{"do":"state","phone":"x"}"#)
        .await
        .unwrap();
    assert_eq!(code(&unknown), Some(ErrorCode::NoSuchPhone));
    let request = Request::Fault {
        phone: Some(serials[1].clone()),
        on: true,
        fault: Fault::ShellStalled,
    };
    assert_eq!(controls.ask(&request).await, Response::Done {});
    assert!(host.phone(&serials[0]).unwrap().faults().list().is_empty());
    assert_eq!(host.phone(&serials[1]).unwrap().faults().list().len(), 1);
    let request = Request::Fault {
        phone: Some(serials[0].clone()),
        on: true,
        fault: Fault::AppCrash {
            package: Some("no.such".into()),
        },
    };
    assert_eq!(
        code(&controls.ask(&request).await),
        Some(ErrorCode::NoSuchApp)
    );
    host.stop_all().await;
    let gone = controls.line(r#"{"do":"state"}"#).await.unwrap();
    assert_eq!(code(&gone), Some(ErrorCode::PhoneNeeded));
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_no_request_ends_the_connection() {
    let (_host, control, _) = host(1).await;
    for line in [
        "GET / HTTP/1.1",
        "{}",
        "[1]",
        r#"{"do":"tap","x":1}"#,
        "\u{0}",
        "null",
    ] {
        let mut controls = Controls::dial(control.address()).await;
        let refused = controls.line(line).await.unwrap();
        assert_eq!(code(&refused), Some(ErrorCode::BadRequest), "{line}");
        assert_eq!(controls.line(r#"{"do":"phones"}"#).await, None, "{line}");
    }
    let mut controls = Controls::dial(control.address()).await;
    let refused = controls.line(&"[".repeat(MAX_LINE - 2)).await.unwrap();
    assert_eq!(code(&refused), Some(ErrorCode::BadRequest));
    let mut controls = Controls::dial(control.address()).await;
    let refused = controls.line(&" ".repeat(MAX_LINE + 1)).await;
    assert!(refused.is_none_or(|refused| code(&refused) == Some(ErrorCode::LineTooLong)));
    let mut crowd = Vec::new();
    for _ in 0..MAX_CONNECTIONS {
        let mut controls = Controls::dial(control.address()).await;
        assert!(controls.line(r#"{"do":"phones"}"#).await.is_some());
        crowd.push(controls);
    }
    let mut one_more = Controls::dial(control.address()).await;
    assert_eq!(one_more.line(r#"{"do":"phones"}"#).await, None);
}

#[tokio::test(flavor = "multi_thread")]
async fn it_is_for_this_machine_only() {
    let refused = ControlServer::start(PhoneHost::new(), "0.0.0.0:0".parse().unwrap()).await;
    assert_eq!(
        refused.unwrap_err().kind(),
        std::io::ErrorKind::InvalidInput
    );
}
