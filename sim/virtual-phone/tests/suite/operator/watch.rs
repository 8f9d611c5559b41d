//! What the Operator tells by itself.

use std::time::Duration;

use clawperator_operator_protocol::{Answer, Look, Request};
use clawperator_virtual_phone::Release;

use super::{open, standing};
use crate::support::adb::{Adb, Version};
use crate::support::operator::{Installed, look, middle};
use crate::support::phone;

#[tokio::test(flavor = "multi_thread")]
async fn changes_are_told_with_the_newest_tree() {
    let phone = phone(Release::Android14).await;
    let adb = Adb::connected(Version::Path, &phone).await;
    let launched = Installed::new(&adb, &phone).await.start().await;
    let mut driver = launched.connect().await;
    open(phone.phone(), "CounterActivity").await;
    let tree = driver.look().await;
    assert_eq!(
        driver.ask(&Request::Watch(tree.number)).await,
        Answer::Watched
    );
    let (x, y) = middle(&tree, "+");
    let line = format!("input tap {x} {y}");
    adb.text(&["-s", &phone.serial(), "shell", &line]).await;
    let Answer::Changed(changed) = driver.told().await else {
        panic!()
    };
    assert_eq!(changed.number, tree.number);
    assert!(changed.events > 0 && changed.dropped == 0);
    // A tree that is old already is told at once.
    let mut late = launched.connect().await;
    late.ask(&Request::Watch(tree.number)).await;
    assert!(matches!(late.told().await, Answer::Changed(_)));
}

#[tokio::test(flavor = "multi_thread")]
async fn what_changed_nothing_is_not_told_again() {
    let phone = phone(Release::Android14).await;
    let adb = Adb::connected(Version::Path, &phone).await;
    let launched = Installed::new(&adb, &phone).await.start().await;
    let mut driver = launched.connect().await;
    open(phone.phone(), "CounterActivity").await;
    let tree = driver.look().await;
    let press = async |label: &str| {
        let (x, y) = middle(&tree, label);
        let line = format!("input tap {x} {y}");
        adb.text(&["-s", &phone.serial(), "shell", &line]).await;
    };
    press("+").await;
    press("−").await;
    let again = Look {
        have: tree.number,
        ..look()
    };
    let seen = driver.ask(&Request::Look(again)).await;
    assert!(matches!(seen, Answer::Unchanged { number, .. } if number == tree.number));
    let mut other = launched.connect().await;
    other.ask(&Request::Watch(tree.number)).await;
    let silence = Duration::from_millis(200);
    assert!(tokio::time::timeout(silence, other.told()).await.is_err());
    press("+").await;
    assert!(matches!(other.told().await, Answer::Changed(_)));
}

#[tokio::test(flavor = "multi_thread")]
async fn what_happens_by_itself_is_told_too() {
    let phone = standing().await;
    let adb = Adb::connected(Version::Path, &phone).await;
    let launched = Installed::new(&adb, &phone).await.start().await;
    let mut driver = launched.connect().await;
    open(phone.phone(), "SlowActivity").await;
    let tree = driver.look().await;
    driver.ask(&Request::Watch(tree.number)).await;
    phone.phone().advance(Duration::from_secs(5));
    assert!(matches!(driver.told().await, Answer::Changed(_)));
}
