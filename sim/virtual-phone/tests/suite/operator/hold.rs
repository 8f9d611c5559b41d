//! One holder at a time.

use std::time::Duration;

use clawperator_operator_protocol::{Answer, Outcome, Request};

use super::{injected, standing};
use crate::support::adb::{Adb, Version};
use crate::support::in_time;
use crate::support::operator::{Installed, request, touch};

#[tokio::test(flavor = "multi_thread")]
async fn a_lease_ends_and_whoever_speaks_keeps_it() {
    let phone = standing().await;
    let adb = Adb::connected(Version::Path, &phone).await;
    let launched = Installed::new(&adb, &phone).await.start().await;
    let mut one = launched.held("one").await;
    let mut two = launched.connect().await;
    let held = two.hold("two", false).await;
    assert_eq!(
        (held.by_you, held.name.as_str(), held.lease_ms),
        (false, "one", 10_000)
    );
    for _ in 0..3 {
        phone.phone().advance(Duration::from_secs(9));
        one.ask(&Request::State).await;
        assert!(!two.hold("two", false).await.by_you);
    }
    let refused = two.ask(&Request::End).await;
    assert!(matches!(refused, Answer::Error(refusal) if refusal.code == "NOT_HELD"));
    phone.phone().advance(Duration::from_secs(10));
    assert!(two.hold("two", false).await.by_you);
    let refused = one.ask(&request(1, touch(&[(5, 5, 0)]))).await;
    assert!(matches!(refused, Answer::Error(refusal) if refusal.code == "NOT_HELD"));
    let Answer::Held(left) = two.ask(&Request::Leave).await else {
        panic!()
    };
    assert_eq!((left.by_you, left.name.as_str()), (false, ""));
    assert!(one.hold("one", false).await.by_you);
    drop(one);
    in_time("a closed stream has left", async {
        while !two.hold("two", false).await.by_you {}
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_takeover_ends_what_runs() {
    let phone = standing().await;
    let adb = Adb::connected(Version::Path, &phone).await;
    let launched = Installed::new(&adb, &phone).await.start().await;
    let mut one = launched.held("one").await;
    let mut two = launched.connect().await;
    let swipe = touch(&[(540, 1_500, 0), (540, 900, 1_000)]);
    let running = one.send(&request(1, swipe.clone())).await;
    let waiting = one.send(&request(2, swipe)).await;
    // Answered after both were read, so that the second waits on the phone and not on its way there.
    one.ask(&Request::State).await;
    in_time("it runs", async {
        while injected(phone.phone()).is_empty() {
            tokio::task::yield_now().await;
        }
    })
    .await;
    // An act under way keeps the lease.
    phone.phone().advance(Duration::from_millis(500));
    assert!(!two.hold("two", false).await.by_you);
    assert!(two.hold("two", true).await.by_you);
    let Answer::Acted(cut) = one.answer(running).await else {
        panic!()
    };
    assert_eq!(
        (cut.outcome, cut.code.as_str()),
        (Outcome::Unknown, "TAKEN_OVER")
    );
    let Answer::Acted(second) = one.answer(waiting).await else {
        panic!()
    };
    assert_eq!(
        (second.outcome, second.code.as_str()),
        (Outcome::NotBegun, "NOT_HELD")
    );
    assert_eq!(two.act(3, touch(&[(5, 5, 0)])).await.outcome, Outcome::Done);
    assert_eq!(injected(phone.phone()).len(), 2);
}
