//! The Operator's own classes on the real toolkit, through a real adb server: what it sees and does, judged by the
//! phone's dump and the app's record.

mod driver;
mod nodes;
mod pages;

use std::time::Duration;

use clawperator_framework_phone::PlantedFault;
use clawperator_operator_protocol::{
    Act, Answer, Content, Display, Form, Outcome, Picture, Request, Tree, Way,
};
use clawperator_phone_screen::{DumpRefused, DumpRequest, Screen};

use self::driver::{Driver, Installed, NAME, finger};
use self::pages::{Compared, compare_every_screen, read_both};
use super::drivers::until_dumped;
use super::file::Toolkit;
use super::rig::{AppProcess, Phone, on_the_phone};

const DUMP: DumpRequest = DumpRequest {
    windows: true,
    compressed: false,
};

#[test]
fn the_operator_sees_every_screen_as_the_dump_does() {
    on_the_phone(async |phone| compare_every_screen(phone, "34").await);
}

#[test]
fn the_operator_looks_touches_types_and_goes() {
    on_the_phone(looks_touches_types_and_goes);
}

#[test]
fn planted_faults_under_the_operator_are_noticed() {
    on_the_phone(notices_faults);
}

#[test]
fn the_operator_says_which_app_is_silent() {
    on_the_phone(says_which_app_is_silent);
}

#[cfg(feature = "api-36")]
#[test]
fn the_operator_is_the_same_on_android_16() {
    super::api36::on_the_newer_phone(async |phone| {
        looks_touches_types_and_goes(phone).await;
        notices_faults(phone).await;
        says_which_app_is_silent(phone).await;
        compare_every_screen(phone, "36").await;
    });
}

async fn looks_touches_types_and_goes(phone: &Phone) {
    let installed = Installed::on(phone).await;
    let refused = installed.shell(&installed.line(&[1; 32])).await;
    assert!(refused.starts_with("FAIL CORRUPT "), "{refused}");
    let launched = installed.start().await;
    assert!(installed.shell("ps -A -o ARGS").await.contains(NAME));
    let again = installed.shell(&installed.line(&launched.build())).await;
    assert!(again.starts_with("FAIL IN_USE "), "{again}");
    let mut driver = launched.hold().await;

    let messages = Toolkit::Views.address("messages");
    phone.begin(Some(&messages), AppProcess::New).await;
    let tree = driver.look().await;
    assert_eq!(tree.state.display, Display::On);
    assert_eq!((tree.state.width, tree.state.height), (1_080, 2_400));
    assert_eq!(tree.state.package.as_deref(), Some(super::rig::APP));
    let front = tree.state.activity.as_deref();
    assert!(front.is_some_and(|name| name.ends_with(".MessagesActivity")));
    // It holds the one UiAutomation.
    assert_eq!(phone.screen.dump(DUMP).await, Err(DumpRefused::Killed));

    let before = phone.newest().await;
    let watched = driver.ask(&Request::Watch(tree.number)).await;
    assert_eq!(watched, Answer::Watched);
    press(&mut driver, &tree, "toast").await;
    assert!(driver.changed().await.events > 0);
    phone.rest().await;
    let felt = phone.happened(before).await;
    let clicks: Vec<&str> = felt
        .iter()
        .filter(|entry| entry.what == "click")
        .map(|entry| entry.view.as_str())
        .collect();
    assert_eq!(clicks, ["toast"]);

    phone.open(&Toolkit::Views.address("fields")).await;
    let tree = driver.look().await;
    let field = node(&tree, "name");
    let mut windows = tree.windows.iter();
    let window = windows.find(|window| window.nodes.contains(field));
    let window = window.expect("it is in a window").id;
    press(&mut driver, &tree, "name").await;
    let text = "Ada Lovelace, 東京 🎉";
    let typing = |window| Act::Text {
        way: Way::Any,
        window,
        identity: field.identity,
        erase: 0,
        text: text.to_owned(),
    };
    // What another app calls so is another field.
    let elsewhere = driver.act(typing(window + 1)).await;
    assert_eq!(
        (elsewhere.outcome, elsewhere.code.as_str()),
        (Outcome::NotBegun, "NODE_GONE")
    );
    let acted = driver.act(typing(window)).await;
    assert_eq!(acted.outcome, Outcome::Done, "{acted:?}");
    phone.rest().await;
    let tree = driver.look().await;
    assert_eq!(node(&tree, "name").texts.text.as_deref(), Some(text));

    phone.open(&Toolkit::Views.address("list")).await;
    let tree = driver.look().await;
    assert!(shows(&tree, "Row 1"));
    let points: Vec<(i32, i32, u32)> = (0..=20)
        .map(|step| (540, 1_800 - 60 * i32::try_from(step).unwrap(), 15 * step))
        .collect();
    assert_eq!(driver.act(finger(&points)).await.outcome, Outcome::Done);
    phone.rest().await;
    assert!(!shows(&driver.look().await, "Row 1"));

    let wanted = Picture {
        longest_side: 600,
        form: Form::Png,
        quality: 80,
        time_ms: 30_000,
    };
    match driver.ask(&Request::Picture(wanted)).await {
        Answer::Pictured(picture) => {
            assert_eq!((picture.width, picture.height), (270, 600));
            assert!(picture.bytes.starts_with(b"\x89PNG"));
        }
        other => panic!("{other:?}"),
    }

    // The key of the launcher works as that of `input` does.
    let home = Act::Key {
        code: 3,
        meta: 0,
        held_ms: 0,
    };
    assert_eq!(driver.act(home).await.outcome, Outcome::Done);
    let tree = driver.look().await;
    assert_eq!(tree.state.package.as_deref(), Some("com.android.launcher3"));

    installed.kill().await;
    assert!(driver.is_closed().await);
    assert!(launched.is_gone().await);
    until_dumped(&phone.screen).await;
    let launched = installed.start().await;
    let mut driver = launched.hold().await;
    driver.look().await;
    assert!(matches!(driver.ask(&Request::End).await, Answer::Held(_)));
    assert!(driver.is_closed().await);
    until_dumped(&phone.screen).await;
    installed.until_ended().await;
    let left = installed.shell("ls /data/local/tmp").await;
    assert!(!left.contains("secret"), "{left}");
}

async fn notices_faults(phone: &Phone) {
    let installed = Installed::on(phone).await;
    let launched = installed.start().await;
    let mut driver = launched.hold().await;
    let record = phone.record().await;
    let automation = record.automation();
    phone
        .begin(Some(&Toolkit::Views.address("dialog")), AppProcess::New)
        .await;
    let tree = driver.look().await;
    press(&mut driver, &tree, "open_dialog").await;
    phone.rest().await;
    for (fault, noticed) in [
        (PlantedFault::None, false),
        (PlantedFault::NullChild, true),
        (PlantedFault::DropWindow, true),
    ] {
        automation.plant(fault).await.unwrap();
        let compared = read_both(&record, &mut driver).await;
        let differs = matches!(compared, Compared::Differs { .. });
        assert_eq!(differs, noticed, "{fault:?}: {compared:?}");
        if fault == PlantedFault::NullChild {
            let tree = driver.look().await;
            let mut windows = tree.windows.iter();
            assert!(windows.any(|window| window.content == Content::Incomplete));
        }
    }
    for (fault, noticed) in [(PlantedFault::None, false), (PlantedFault::KeepCache, true)] {
        automation.plant(PlantedFault::None).await.unwrap();
        phone.open(&Toolkit::Views.address("counter")).await;
        let tree = driver.look().await;
        automation.plant(fault).await.unwrap();
        driver.look().await;
        press(&mut driver, &tree, "increment").await;
        phone.rest().await;
        let differs = matches!(
            read_both(&record, &mut driver).await,
            Compared::Differs { .. }
        );
        assert_eq!(differs, noticed, "{fault:?}");
    }
    for (fault, at) in [(PlantedFault::None, 500), (PlantedFault::TapOff, 530)] {
        automation.plant(fault).await.unwrap();
        let before = phone.newest().await;
        driver.act(finger(&[(500, 700, 0), (500, 700, 10)])).await;
        phone.rest().await;
        let entries = phone.happened(before).await;
        let down = entries.iter().find(|entry| entry.what == "down").unwrap();
        assert_eq!(down.detail, format!("{at},700"), "{fault:?}");
    }
    automation.plant(PlantedFault::None).await.unwrap();
    installed.kill().await;
    until_dumped(&phone.screen).await;
}

async fn says_which_app_is_silent(phone: &Phone) {
    let installed = Installed::on(phone).await;
    let launched = installed.start().await;
    let mut driver = launched.hold().await;
    phone
        .begin(Some(&Toolkit::Views.address("trouble")), AppProcess::New)
        .await;
    let tree = driver.look().await;
    let before = phone.newest().await;
    press(&mut driver, &tree, "hang_ten").await;
    until_happened(phone, before, "hang").await;
    let silent = driver.look().await;
    let over = phone.happened(before).await;
    assert!(over.iter().all(|entry| entry.what != "hang_over"));
    let contents: Vec<Content> = silent.windows.iter().map(|window| window.content).collect();
    assert_eq!(contents, [Content::Unresponsive]);
    until_happened(phone, before, "hang_over").await;
    phone.rest().await;
    let tree = driver.look().await;
    assert!(
        tree.windows
            .iter()
            .all(|window| window.content == Content::Whole)
    );
    installed.kill().await;
    until_dumped(&phone.screen).await;
}

async fn until_happened(phone: &Phone, after: u64, what: &str) {
    for _ in 0..300 {
        let entries = phone.happened(after).await;
        if entries.iter().any(|entry| entry.what == what) {
            return;
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    panic!("no `{what}`");
}

/// Taps the view with this id.
async fn press(driver: &mut Driver, tree: &Tree, id: &str) {
    let [left, top, right, bottom] = node(tree, id).bounds;
    let (x, y) = (i32::midpoint(left, right), i32::midpoint(top, bottom));
    let acted = driver.act(finger(&[(x, y, 0), (x, y, 20)])).await;
    assert_eq!(acted.outcome, Outcome::Done, "{acted:?}");
}

fn node<'a>(tree: &'a Tree, id: &str) -> &'a clawperator_operator_protocol::Node {
    let wanted = Toolkit::Views.id(id);
    let mut nodes = tree.windows.iter().flat_map(|window| &window.nodes);
    nodes
        .find(|node| node.id.of(&tree.names) == Some(&wanted))
        .unwrap_or_else(|| panic!("no {id}"))
}

fn shows(tree: &Tree, text: &str) -> bool {
    let mut nodes = tree.windows.iter().flat_map(|window| &window.nodes);
    nodes.any(|node| node.texts.text.as_deref() == Some(text))
}
