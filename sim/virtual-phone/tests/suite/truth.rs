//! What a phone tells of itself: what truly happened, and what it was asked for.

use clawperator_virtual_phone::{
    FileRequest, JournalEvent, JournalInput, Release, RequestEntry, ServiceRequest,
};

use crate::support::adb::{Adb, Version};
use crate::support::client::{Ended, exec, open};
use crate::support::{CONFORMANCE, PATIENCE, phone};

#[tokio::test(flavor = "multi_thread")]
async fn the_journal_tells_launches_input_and_ends_in_order() {
    let phone = phone(Release::Android14).await;
    let adb = Adb::connected(Version::Path, &phone).await;
    let run = async |line: &str| exec(adb.port, &phone.serial(), line).await;
    run(&format!("am start -n {CONFORMANCE}/.FieldsActivity")).await;
    let started = phone.phone().journal().entries.len();
    run("input tap 540 620").await;
    run("input text secret").await;
    run("input keyevent 4").await;
    run("input swipe 540 1800 540 900 200").await;
    run(&format!("am force-stop {CONFORMANCE}")).await;

    let journal = phone.phone().journal();
    assert_eq!(journal.dropped, 0);
    let class = format!("{CONFORMANCE}.FieldsActivity");
    assert_eq!(
        journal.entries[0].event,
        JournalEvent::Started {
            package: CONFORMANCE.to_owned(),
            class
        }
    );
    let numbers: Vec<u64> = journal.entries.iter().map(|entry| entry.number).collect();
    assert!(numbers.iter().copied().eq(1..=numbers.len() as u64));
    assert!(journal.entries.is_sorted_by_key(|entry| entry.at_ms));
    let inputs: Vec<(&JournalInput, &str)> = journal
        .entries
        .iter()
        .filter_map(|entry| match &entry.event {
            JournalEvent::Injected { input, on } => {
                Some((input, on.as_ref().map_or("", |on| on.view.id.as_str())))
            }
            _ => None,
        })
        .collect();
    let field = format!("{CONFORMANCE}:id/email");
    assert_eq!(
        inputs[..3],
        [
            (&JournalInput::Tap { at: (540, 620) }, field.as_str()),
            (
                &JournalInput::Text {
                    text: "secret".into()
                },
                field.as_str()
            ),
            (&JournalInput::Keys { codes: vec![4] }, field.as_str()),
        ]
    );
    assert_eq!(
        inputs[3].0,
        &JournalInput::Swipe {
            from: (540, 1_800),
            to: (540, 900),
            lasts_ms: 200
        }
    );
    let typed = journal.entries.iter().any(|entry| {
        matches!(&entry.event, JournalEvent::TextChanged { view, text } if view.id == field && text == "secret")
    });
    assert!(typed, "{journal:?}");
    let ended = JournalEvent::ProcessEnded {
        package: CONFORMANCE.to_owned(),
    };
    assert!(journal.entries.iter().any(|entry| entry.event == ended));
    let later = phone.phone().journal_after(started as u64);
    assert_eq!(later.entries[..], journal.entries[started..]);
}

#[tokio::test(flavor = "multi_thread")]
async fn every_request_that_arrives_is_told() {
    let phone = phone(Release::Android14).await;
    let adb = Adb::connected(Version::Path, &phone).await;
    std::fs::write(adb.home().join("sent"), b"there and back").unwrap();
    adb.text(&["shell", "echo one; echo two"]).await;
    exec(adb.port, &phone.serial(), "true").await;
    adb.text(&["push", "sent", "/sdcard/sent"]).await;
    adb.text(&["pull", "/sdcard/sent", "received"]).await;
    let refused = open(adb.port, &phone.serial(), "framebuffer:", PATIENCE).await;
    assert!(matches!(refused, Ended::Refused(_)), "{refused:?}");

    let requests = phone.phone().requests();
    assert_eq!(requests.dropped, 0);
    let numbers = requests.entries.iter().map(|entry| entry.number);
    assert!(numbers.eq(1..=requests.entries.len() as u64));
    let streams: Vec<(&str, bool)> = requests
        .entries
        .iter()
        .filter_map(|RequestEntry { request, .. }| match request {
            ServiceRequest::Stream { service, taken } => Some((service.as_str(), *taken)),
            ServiceRequest::File { .. } => None,
        })
        .collect();
    assert_eq!(streams.len(), 5, "{streams:?}");
    assert!(streams[0].0.starts_with("shell,v2"), "{streams:?}");
    assert!(streams[0].0.ends_with(":echo one; echo two"), "{streams:?}");
    assert_eq!(
        streams[1..],
        [
            ("exec:true", true),
            ("sync:", true),
            ("sync:", true),
            ("framebuffer:", false)
        ]
    );
    let files: Vec<(FileRequest, &str)> = requests
        .entries
        .iter()
        .filter_map(|RequestEntry { request, .. }| match request {
            ServiceRequest::File { operation, path } => Some((*operation, path.as_str())),
            ServiceRequest::Stream { .. } => None,
        })
        .collect();
    let there = "/sdcard/sent";
    assert_eq!(
        files,
        [
            (FileRequest::Stat, there),
            (FileRequest::Send, there),
            (FileRequest::Stat, there),
            (FileRequest::Receive, there),
        ]
    );
    let later = phone.phone().requests_after(2);
    assert_eq!(later.entries[..], requests.entries[2..]);
    phone.phone().reset().await.unwrap();
    assert!(phone.phone().requests().entries.is_empty());
}
