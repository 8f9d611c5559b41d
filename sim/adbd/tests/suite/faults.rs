//! What goes wrong on purpose, seen by the real adb programs.

use std::time::Duration;

use clawperator_adbd::{ServiceFault, TrafficDirection};

use crate::support::adb::{Adb, BOTH};
use crate::support::phone::Phone;

#[tokio::test(flavor = "multi_thread")]
async fn a_connection_is_cut_in_the_middle() {
    for version in BOTH {
        let phone = Phone::start(14).await;
        let adb = Adb::connected(version, &phone).await;
        phone
            .options
            .faults
            .cut_after(TrafficDirection::Out, 1_000_000);
        let before = phone.options.counters.bytes_out();
        let cut = adb.output(&["exec-out", "binary 4000"]).await;
        assert!(cut.stdout.len() < 1_000_000, "{}", cut.stdout.len());
        assert!(phone.options.counters.bytes_out() >= before + 1_000_000);
        phone.no_streams().await;
        adb.output(&["connect", &phone.serial()]).await;
        adb.until_state(&phone, Some("device")).await;
        assert_eq!(
            adb.output(&["shell", "exit 4"]).await.status.code(),
            Some(4)
        );

        // The same while a file is on its way in.
        std::fs::write(adb.file("large"), vec![7; 4_000_000]).unwrap();
        phone
            .options
            .faults
            .cut_after(TrafficDirection::In, 500_000);
        let cut = adb.output(&["push", "large", "/sdcard/large"]).await;
        assert_eq!(cut.status.code(), Some(1));
        phone.no_streams().await;
        assert!(phone.toy.files.0.lock().unwrap().is_empty());
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn offline_and_back() {
    for version in BOTH {
        let phone = Phone::start(14).await;
        let adb = Adb::connected(version, &phone).await;
        phone.options.faults.offline(true);
        adb.until_state(&phone, Some("offline")).await;
        let refused = adb.output(&["shell", "exit 0"]).await;
        let said = String::from_utf8_lossy(&refused.stderr).into_owned();
        assert!(said.contains("offline"), "{said}");
        phone.options.faults.offline(false);
        adb.until_state(&phone, Some("device")).await;
        assert_eq!(
            adb.output(&["shell", "exit 6"]).await.status.code(),
            Some(6)
        );
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn unauthorized_and_back() {
    for version in BOTH {
        let phone = Phone::start(14).await;
        let adb = Adb::connected(version, &phone).await;
        phone.options.faults.unauthorized(true);
        adb.until_state(&phone, Some("unauthorized")).await;
        phone.options.faults.unauthorized(false);
        adb.until_state(&phone, Some("device")).await;
        assert_eq!(
            adb.output(&["shell", "exit 6"]).await.status.code(),
            Some(6)
        );
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn streams_are_refused_truncated_and_stalled() {
    for version in BOTH {
        let phone = Phone::start(14).await;
        let adb = Adb::connected(version, &phone).await;
        let faults = &phone.options.faults;
        faults.refuse_streams(true);
        let refused = adb.output(&["shell", "exit 0"]).await;
        assert_eq!(refused.status.code(), Some(1));
        faults.refuse_streams(false);

        let truncated = ServiceFault {
            truncate_after: Some(1000),
            ..ServiceFault::default()
        };
        faults.service("exec:binary", truncated);
        let output = adb.output(&["exec-out", "binary 10"]).await;
        assert_eq!(output.stdout.len(), 1000);
        faults.service("exec:binary", ServiceFault::default());

        faults.stall(TrafficDirection::Out, true);
        let mut child = adb.command(&["shell", "exit 9"]).spawn().unwrap();
        phone
            .until("the command ran", |counters| counters.opened_streams() == 2)
            .await;
        assert!(child.try_wait().unwrap().is_none());
        faults.stall(TrafficDirection::Out, false);
        assert_eq!(child.wait().await.unwrap().code(), Some(9));

        // A phone that has not come back to reading is stalled in front of the request and not behind it.
        let mut was_there = false;
        for _ in 0..20 {
            was_there |= stalled_request(&phone, &adb).await;
            if was_there {
                break;
            }
        }
        assert!(was_there, "no request came");
    }
}

/// Stalls what the phone reads, and runs a command: nothing is done before it flows again, and nothing is lost. Answers
/// whether the request was at the phone meanwhile.
async fn stalled_request(phone: &Phone, adb: &Adb) -> bool {
    let (faults, counters) = (&phone.options.faults, &phone.options.counters);
    // Counted before: what the server still had to say of the last command may be the packet that the stall meets.
    let (opened, read) = (counters.opened_streams(), counters.bytes_in());
    faults.stall(TrafficDirection::In, true);
    let mut child = adb.command(&["shell", "exit 9"]).spawn().unwrap();
    let comes = phone.until("the request is there", |counters| {
        counters.bytes_in() > read
    });
    let is_there = tokio::time::timeout(Duration::from_secs(2), comes).await;
    assert_eq!(counters.opened_streams(), opened);
    assert!(child.try_wait().unwrap().is_none());
    faults.stall(TrafficDirection::In, false);
    assert_eq!(child.wait().await.unwrap().code(), Some(9));
    is_there.is_ok()
}
