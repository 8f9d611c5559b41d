//! Who has the phone, as other drivers are told: each is on a computer of its own, where no lock of this one helps.

use std::time::Duration;

use clawperator_contract::ErrorCode;
use clawperator_contract::actions::Key;
use clawperator_device::Device as _;
use clawperator_device::driver::{Act, ActError, HoldError, NewRecording};
use clawperator_device_operator::Force;
use clawperator_virtual_phone::{ClockMode, ServiceRequest, Traffic};

use super::bench::{Bench, LONG};

/// Longer than a lease, and less than two.
const LEASE_IS_OVER: Duration = Duration::from_secs(11);

/// First those that the Operator does not do, or does for everybody.
const ACTS: [Act<'static>; 4] = [
    Act::Stop {
        package: "com.android.settings",
    },
    Act::Record(NewRecording {
        name: "walk",
        texts: false,
    }),
    Act::StopRecording { name: None },
    Act::Key(Key::Home),
];

#[tokio::test(flavor = "multi_thread")]
async fn one_driver_has_the_phone_and_others_are_told_who() {
    let bench = Bench::with_clock(ClockMode::Real).await;
    let (one, other) = (bench.operator(), bench.operator());
    let held = one
        .hold("`a`, process 7 of user alice", LONG)
        .await
        .unwrap();
    one.act(Act::Key(Key::Home), LONG).await.unwrap();
    let refused = other.hold("`b`, process 8", LONG).await.unwrap_err();
    let name = "`a`, process 7 of user alice".to_owned();
    assert_eq!(refused, HoldError::Held { name });
    let refused = other.act(Act::Key(Key::Home), LONG).await.unwrap_err();
    let ActError::NotSent { code, message } = refused else {
        panic!("{refused:?}");
    };
    assert_eq!(code, ErrorCode::ExecutionConflictInFlight);
    assert!(message.contains("process 7 of user alice"), "{message}");
    // Again by the same, as between two executions.
    let again = one
        .hold("`a`, process 7 of user alice", LONG)
        .await
        .unwrap();
    drop(held);
    assert!(other.hold("`b`, process 8", LONG).await.is_err());
    drop(again);
    let other = bench.operator();
    let held = other.hold("`b`, process 8", LONG).await.unwrap();
    other.act(Act::Key(Key::Home), LONG).await.unwrap();
    drop(held);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_long_name_is_told_as_far_as_it_may_be() {
    let bench = Bench::with_clock(ClockMode::Real).await;
    let (one, other) = (bench.operator(), bench.operator());
    let name = "ü".repeat(200);
    let held = one.hold(&name, LONG).await.unwrap();
    let refused = other.hold("b", LONG).await.unwrap_err();
    let name = "ü".repeat(128);
    assert_eq!(refused, HoldError::Held { name });
    drop(held);
}

/// A holder that waits for a person asks nothing for minutes: its lease is renewed all the same.
#[tokio::test(flavor = "multi_thread")]
async fn a_lease_is_renewed_while_nothing_is_asked() {
    let bench = Bench::with_clock(ClockMode::Real).await;
    let (one, other) = (bench.operator(), bench.operator());
    let held = one.hold("waits", LONG).await.unwrap();
    for _ in 0..3 {
        let before = bench.phone().traffic().bytes_in;
        bench.phone().advance(Duration::from_secs(5));
        // Nothing but the beat is asked of the phone.
        let beat = move |now: &Traffic| now.bytes_in > before;
        bench.phone().until_traffic(beat).await;
    }
    assert!(other.hold("other", LONG).await.is_err());
    drop(held);
}

/// A process that is stopped keeps its streams and says nothing.
#[tokio::test(flavor = "multi_thread")]
async fn a_frozen_holder_loses_the_phone_after_its_lease() {
    let bench = Bench::with_clock(ClockMode::Real).await;
    let frozen = tokio::task::spawn_blocking({
        let device = bench.operator();
        move || {
            let runtime = tokio::runtime::Builder::new_current_thread()
                .enable_all()
                .build()
                .unwrap();
            let held = runtime.block_on(device.hold("frozen", LONG)).unwrap();
            // From here on nothing of it runs.
            (runtime, device, held)
        }
    });
    let (runtime, device, held) = frozen.await.unwrap();
    let other = bench.operator();
    assert!(other.hold("other", LONG).await.is_err());
    bench.phone().advance(LEASE_IS_OVER);
    let mine = other.hold("other", LONG).await.unwrap();
    let thawed = tokio::task::spawn_blocking(move || {
        let acted = ACTS.map(|act| runtime.block_on(device.act(act, LONG)));
        drop((held, device, runtime));
        acted
    });
    for refused in thawed.await.unwrap() {
        let refused = refused.unwrap_err();
        assert!(matches!(refused, ActError::NotSent { .. }), "{refused:?}");
        assert!(refused.to_string().contains("other"), "{refused}");
    }
    let requests = bench.phone().requests().entries;
    let is_stop = |request: &ServiceRequest| match request {
        ServiceRequest::Stream { service, .. } => service.contains("force-stop"),
        ServiceRequest::File { .. } => false,
    };
    assert!(!requests.iter().any(|entry| is_stop(&entry.request)));
    drop(mine);
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_was_taken_over_does_nothing_more() {
    let bench = Bench::with_clock(ClockMode::Real).await;
    let one = bench.operator();
    let held = one.hold("one", LONG).await.unwrap();
    let two = bench.caretaker();
    let refused = two.stop(&Force::No, LONG).await.unwrap_err();
    assert_eq!(refused.code(), ErrorCode::ExecutionConflictInFlight);
    assert!(refused.to_string().contains("one"), "{refused}");
    two.stop(&Force::As("two".to_owned()), LONG).await.unwrap();
    drop(held);
}
