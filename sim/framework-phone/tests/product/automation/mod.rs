//! The platform's own `UiAutomation`, unchanged, sees and does on this phone what the phone's own commands do.

pub(super) mod pages;

use std::time::Duration;

use clawperator_framework_phone::{Automation, PlantedFault, RecordClient, RecordError};
use clawperator_phone_screen::{DumpRefused, DumpRequest, Screen};

use self::pages::{Compared, compare_every_screen, read_both};
use super::file::Toolkit;
use super::rig::{AppProcess, Phone, on_the_phone};

const DUMP: DumpRequest = DumpRequest {
    windows: true,
    compressed: false,
};
const QUIET: Duration = Duration::from_secs(1);
const LOOKS: usize = 50;
/// How often it is asked what was heard, twenty times a second. How busy this machine is must not decide a test.
const LISTENS: usize = 2_400;
const TRIES: usize = 20;
/// How far off a planted fault makes a finger come down.
const PIXELS_OFF: i32 = 30;

#[test]
fn every_screen_reads_the_same_by_uiautomation_and_by_dump() {
    on_the_phone(async |phone| compare_every_screen(phone, "34").await);
}

#[test]
fn uiautomation_sees_touches_and_hears() {
    on_the_phone(sees_touches_and_hears);
}

#[test]
fn planted_faults_under_uiautomation_are_noticed() {
    on_the_phone(notices_faults);
}

#[cfg(feature = "api-36")]
#[test]
fn uiautomation_is_the_same_on_android_16() {
    super::api36::on_the_newer_phone(async |phone| {
        // The Operator, which reads by it, is compared there with every screen.
        sees_touches_and_hears(phone).await;
        notices_faults(phone).await;
    });
}

async fn sees_touches_and_hears(phone: &Phone) {
    let record = phone.record().await;
    let automation = record.automation();
    phone
        .begin(Some(&Toolkit::Views.address("messages")), AppProcess::New)
        .await;
    automation.connect().await.unwrap();
    // There is one at a time, and a dump is one too.
    let refused = phone.screen.dump(DUMP).await;
    assert_eq!(refused, Err(DumpRefused::Killed));
    assert!(is_registered(&automation.connect().await.unwrap_err()));

    let before = phone.newest().await;
    let tree = automation.tree().await.unwrap().tree;
    automation.events().await.unwrap();
    let (x, y) = middle(&tree, "toast");
    assert!(automation.tap(x, y).await.unwrap());
    until_heard(automation, "TYPE_NOTIFICATION_STATE_CHANGED", "Saved 👍").await;
    assert_eq!(happened(phone, before, "click").await, ["toast"]);

    phone.open(&Toolkit::Views.address("fields")).await;
    // A dump writes characters beyond the first plane as numbers.
    let text = "Zoë, 東京";
    let field = Toolkit::Views.id("email");
    assert!(automation.set_text(&field, text).await.unwrap());
    let tree = automation.tree().await.unwrap().tree;
    assert!(tree.contains(text), "{tree}");

    let picture = automation.picture().await.unwrap();
    assert_eq!((picture.width, picture.height), (1_080, 2_400));
    automation.disconnect().await.unwrap();

    // The other way round. A page that never rests is waited for to the end, however busy this machine is.
    phone.open(&Toolkit::Views.address("restless")).await;
    let mut refused = false;
    for _ in 0..TRIES {
        let waits = phone.screen.wait_for_idle(QUIET, QUIET * 30);
        let connects = until_refused(&record);
        (_, refused) = tokio::join!(waits, connects);
        if refused {
            break;
        }
        // Whoever connected before the wait had begun kept it from waiting at all.
    }
    assert!(refused, "it was connected while a dump waited");
    phone.open(&Toolkit::Views.address("fields")).await;
    phone.screen.dump(DUMP).await.unwrap();
}

async fn notices_faults(phone: &Phone) {
    let record = phone.record().await;
    let automation = record.automation();
    let address = Toolkit::Views.address("dialog");
    phone.begin(Some(&address), AppProcess::New).await;
    automation.connect().await.unwrap();
    let tree = automation.tree().await.unwrap().tree;
    let (x, y) = middle(&tree, "open_dialog");
    automation.tap(x, y).await.unwrap();
    phone.rest().await;
    for (fault, noticed) in [
        (PlantedFault::None, false),
        (PlantedFault::NullChild, true),
        (PlantedFault::DropWindow, true),
    ] {
        automation.plant(fault).await.unwrap();
        let differs = matches!(read_both(&record).await, Compared::Differs { .. });
        assert_eq!(differs, noticed, "{fault:?}");
    }
    automation.plant(PlantedFault::None).await.unwrap();
    for (fault, noticed) in [(PlantedFault::None, false), (PlantedFault::KeepCache, true)] {
        phone.open(&Toolkit::Views.address("counter")).await;
        let tree = automation.tree().await.unwrap().tree;
        automation.plant(fault).await.unwrap();
        // What was read before the press is in memory.
        automation.tree().await.unwrap();
        let (x, y) = middle(&tree, "increment");
        automation.tap(x, y).await.unwrap();
        phone.rest().await;
        let differs = matches!(read_both(&record).await, Compared::Differs { .. });
        assert_eq!(differs, noticed, "{fault:?}");
    }
    for (fault, off) in [(PlantedFault::None, 0), (PlantedFault::TapOff, PIXELS_OFF)] {
        automation.plant(fault).await.unwrap();
        let before = phone.newest().await;
        automation.tap(500.0, 700.0).await.unwrap();
        phone.rest().await;
        let entries = phone.happened(before).await;
        let down = entries.iter().find(|entry| entry.what == "down").unwrap();
        assert_eq!(down.detail, format!("{},700", 500 + off), "{fault:?}");
    }
    automation.plant(PlantedFault::None).await.unwrap();
    automation.disconnect().await.unwrap();
}

fn is_registered(error: &RecordError) -> bool {
    error.to_string().contains("already registered")
}

/// Tries to connect until it is refused because a dump is under way.
async fn until_refused(record: &RecordClient) -> bool {
    for _ in 0..LOOKS {
        match record.automation().connect().await {
            Ok(()) => record.automation().disconnect().await.unwrap(),
            Err(error) => return is_registered(&error),
        }
    }
    false
}

async fn until_heard(automation: Automation<'_>, kind: &str, text: &str) {
    let mut heard = Vec::new();
    for _ in 0..LISTENS {
        heard.extend(automation.events().await.unwrap());
        if heard
            .iter()
            .any(|event| event.kind == kind && event.text == text)
        {
            return;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("no {kind} in {heard:?}");
}

/// The views to which something happened.
async fn happened(phone: &Phone, after: u64, what: &str) -> Vec<String> {
    let entries = phone.happened(after).await;
    let of_kind = entries.into_iter().filter(|entry| entry.what == what);
    of_kind.map(|entry| entry.view).collect()
}

/// The middle of the view with this id.
fn middle(tree: &str, id: &str) -> (f32, f32) {
    let wanted = format!("resource-id=\"{}\"", Toolkit::Views.id(id));
    let node = tree
        .split("<node")
        .find(|node| node.contains(&wanted))
        .unwrap_or_else(|| panic!("no {id} in {tree}"));
    let (_, bounds) = node.split_once("bounds=\"").unwrap();
    let numbers: Vec<f32> = bounds
        .split('"')
        .next()
        .unwrap()
        .split(|character: char| !character.is_ascii_digit())
        .filter_map(|number| number.parse().ok())
        .collect();
    let [left, top, right, bottom] = numbers.as_slice() else {
        panic!("no bounds: {node}");
    };
    (left.midpoint(*right), top.midpoint(*bottom))
}
