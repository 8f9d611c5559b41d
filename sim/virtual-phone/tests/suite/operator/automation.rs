//! There is one automation on a phone.

use std::time::Duration;

use clawperator_operator_protocol::{Answer, Request};
use clawperator_virtual_phone::Release;

use super::standing;
use crate::support::adb::{Adb, Version};
use crate::support::operator::{Installed, look};
use crate::support::{in_time, phone};

#[tokio::test(flavor = "multi_thread")]
async fn uiautomator_is_killed_while_the_operator_has_it() {
    let phone = phone(Release::Android14).await;
    let adb = Adb::connected(Version::Adb36, &phone).await;
    let installed = Installed::new(&adb, &phone).await;
    let launched = installed.start().await;
    let mut driver = launched.connect().await;
    driver.ask(&Request::State).await;
    let dump = async || {
        let words = [
            "-s",
            &installed.serial,
            "shell",
            "uiautomator dump /dev/stdout",
        ];
        adb.output(&words).await.status.code()
    };
    // The state needs none.
    assert_eq!(dump().await, Some(0));
    driver.look().await;
    assert_eq!(dump().await, Some(137));
    phone.phone().advance(Duration::from_secs(10));
    assert_eq!(dump().await, Some(0));
    driver.look().await;
    assert_eq!(dump().await, Some(137));
    // Who leaves lets go at once, but not of what another holds.
    let mut other = launched.held("other").await;
    driver.ask(&Request::Leave).await;
    assert_eq!(dump().await, Some(137));
    other.ask(&Request::Leave).await;
    assert_eq!(dump().await, Some(0));
    driver.look().await;
    assert_eq!(dump().await, Some(137));
    installed.shell("pkill -f operator").await;
    assert!(driver.is_closed().await);
    assert_eq!(dump().await, Some(0));
}

#[tokio::test(flavor = "multi_thread")]
async fn the_operator_has_none_while_uiautomator_runs() {
    let phone = standing().await;
    let adb = Adb::connected(Version::Adb36, &phone).await;
    let installed = Installed::new(&adb, &phone).await;
    let launched = installed.start().await;
    let mut driver = launched.connect().await;
    super::open(phone.phone(), "RestlessActivity").await;
    // It waits for a rest that does not come.
    let words = [
        "-s",
        &installed.serial,
        "shell",
        "uiautomator dump /dev/stdout",
    ];
    let mut child = adb.command(&words).spawn().unwrap();
    in_time("it is refused", async {
        while !matches!(
            driver.ask(&Request::Look(look())).await,
            Answer::Error(refusal) if refusal.code == "NO_AUTOMATION"
        ) {
            // What the Operator has, it keeps for ten seconds: the dump comes again.
            phone.phone().advance(Duration::from_secs(10));
            if child.try_wait().unwrap().is_some() {
                child = adb.command(&words).spawn().unwrap();
            }
            while child.try_wait().unwrap().is_none()
                && !installed.shell("ps -A").await.contains("uiautomator")
            {}
        }
    })
    .await;
    child.kill().await.unwrap();
    in_time("it is let go", async {
        while matches!(driver.ask(&Request::Look(look())).await, Answer::Error(_)) {}
    })
    .await;
}
