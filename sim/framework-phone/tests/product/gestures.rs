//! Fingers, keys and the clipboard through the driver of the Operator on the real toolkit, with the app's record as the
//! judge: what the platform's own detectors make of them.

use std::sync::Arc;
use std::time::Duration;

use clawperator_contract::ErrorCode;
use clawperator_device::Device;
use clawperator_device::driver::{
    Act, ActError, Acted, Clip, Contact, Judged, KeyPress, NewClip, Path, PathPoint, Touch, View,
};
use clawperator_framework_phone::RecordEntry;
use clawperator_ui::{Node, Point};

#[cfg(feature = "api-36")]
use super::api36::on_the_newer_phone;
use super::drivers::Driven;
use super::file::Toolkit;
use super::rig::{AppProcess, Phone, on_the_phone_by};

/// How busy this machine is must not decide a test.
const WITHIN: Duration = Duration::from_mins(6);
const SHORT: Duration = Duration::from_millis(500);
const MOST_LOOKS: usize = 60;
const MIDDLE: Point = Point { x: 540, y: 1_200 };
const CTRL: u32 = 0x1000 | 0x2000;

#[test]
fn every_gesture_and_key_is_what_it_is_for_the_platform() {
    on_the_phone_by(Driven::ByOperator, does_all);
}

#[cfg(feature = "api-36")]
#[test]
fn every_gesture_and_key_is_what_it_is_on_android_16() {
    on_the_newer_phone(async |phone| phone.driven(Driven::ByOperator, does_all).await);
}

#[test]
fn nothing_is_touched_but_what_was_judged() {
    on_the_phone_by(Driven::ByOperator, async |phone| {
        for toolkit in [Toolkit::Views, Toolkit::Compose] {
            touches_what_was_judged(phone, toolkit).await;
        }
    });
}

async fn does_all(phone: &Phone) {
    gestures(phone).await;
    cuts_short(phone).await;
    keys(phone).await;
    on_the_pad(phone).await;
    drags(phone).await;
    clips(phone).await;
}

/// What happened to the app while something was done, as `what detail`.
async fn felt(phone: &Phone, act: Act<'_>) -> Vec<String> {
    let newest = phone.newest().await;
    let done = phone.device().act(act, WITHIN).await;
    assert!(matches!(done, Ok(Acted::Done)), "{act:?}: {done:?}");
    phone.rest().await;
    let entries = phone.happened(newest).await;
    let of_the_page = |entry: &&RecordEntry| !matches!(entry.what.as_str(), "down" | "up");
    entries.iter().filter(of_the_page).map(said).collect()
}

fn said(entry: &RecordEntry) -> String {
    format!("{} {}", entry.what, entry.detail)
        .trim_end()
        .to_owned()
}

const fn touch(touch: Touch<'_>) -> Act<'_> {
    Act::Touch(Contact::blind(touch))
}

/// A finger that goes straight from one place to another.
fn straight(from: (i32, i32), to: (i32, i32), millis: u32) -> Path {
    let point = |(x, y): (i32, i32), after| PathPoint {
        at: Point { x, y },
        after,
    };
    Path::new(vec![point(from, 0), point(to, millis)]).unwrap()
}

async fn gestures(phone: &Phone) {
    phone
        .begin(Some("conformance://gestures"), AppProcess::Any)
        .await;
    // What is done for the first time takes long enough to be a long press, at eight times the speed.
    felt(phone, touch(Touch::Tap(MIDDLE))).await;
    let lifted = "lifted 1 at 540,1200";
    assert_eq!(
        felt(phone, touch(Touch::Tap(MIDDLE))).await,
        [lifted, "tap"]
    );
    assert_eq!(
        felt(phone, touch(Touch::DoubleTap(MIDDLE))).await,
        [lifted, "double_tap", lifted]
    );
    let hold = Touch::Hold {
        at: MIDDLE,
        millis: 800,
    };
    assert_eq!(felt(phone, touch(hold)).await, ["long_press", lifted]);
    let to = Point { x: 540, y: 700 };
    let swipe = Touch::Swipe {
        from: MIDDLE,
        to,
        millis: 100,
    };
    assert_eq!(
        felt(phone, touch(swipe)).await,
        ["fling", "lifted 1 at 540,700"]
    );
    // Held at both ends: a long press that moves, and nothing flings.
    let drag = Touch::Drag {
        from: MIDDLE,
        to,
        hold_millis: 700,
        move_millis: 300,
        rest_millis: 300,
    };
    assert_eq!(
        felt(phone, touch(drag)).await,
        ["long_press", "lifted 1 at 540,700"]
    );
    let pinch = |near: i32, far: i32| {
        [
            straight((540 - near, 1_200), (540 - far, 1_200), 300),
            straight((540 + near, 1_200), (540 + far, 1_200), 300),
        ]
    };
    for (fingers, what) in [(pinch(80, 400), "open"), (pinch(400, 80), "close")] {
        let felt = felt(phone, touch(Touch::Paths(&fingers))).await;
        assert!(felt.contains(&format!("pinch {what}")), "{felt:?}");
        assert!(
            felt.iter().any(|one| one.starts_with("lifted 2 at")),
            "{felt:?}"
        );
    }
    let ten: Vec<Path> = (0..10)
        .map(|place| straight((100 + place * 90, 600), (100 + place * 90, 900), 200))
        .collect();
    let felt = felt(phone, touch(Touch::Paths(&ten))).await;
    assert!(
        felt.iter().any(|one| one.starts_with("lifted 10 at")),
        "{felt:?}"
    );
}

/// Whoever does not wait any more ends the touch, and the app is told so.
async fn cuts_short(phone: &Phone) {
    let newest = phone.newest().await;
    let device = phone.device();
    let long = Touch::Drag {
        from: MIDDLE,
        to: Point { x: 540, y: 700 },
        hold_millis: 50_000,
        move_millis: 1_000,
        rest_millis: 0,
    };
    let waited = tokio::time::timeout(SHORT, device.act(touch(long), WITHIN)).await;
    assert!(waited.is_err(), "{waited:?}");
    for _ in 0..MOST_LOOKS {
        let felt = phone.happened(newest).await;
        let has_lifted = felt.iter().any(|entry| entry.what == "lifted");
        assert!(!has_lifted, "{felt:?}");
        // The page notes it first, and then the view that the finger was on.
        let of_pad = |entry: &RecordEntry| entry.what == "cancel" && entry.view == "pad";
        if felt.iter().any(of_pad) {
            return;
        }
        tokio::time::sleep(SHORT).await;
    }
    panic!("the touch was not cancelled");
}

/// The pad of the app that any phone is checked with tells of each gesture as a whole.
async fn on_the_pad(phone: &Phone) {
    phone
        .begin(Some("conformance-check://touch"), AppProcess::Any)
        .await;
    let one = felt(phone, touch(Touch::Tap(MIDDLE))).await;
    let [one] = one.as_slice() else {
        panic!("{one:?}");
    };
    assert!(
        one.starts_with("touch 1 540,1200 540,1200 ") && one.ends_with(" 0 0"),
        "{one}"
    );
    let fingers = [
        straight((460, 1_200), (140, 1_300), 300),
        straight((620, 1_200), (940, 1_300), 300),
    ];
    let two = felt(phone, touch(Touch::Paths(&fingers))).await;
    let [two] = two.as_slice() else {
        panic!("{two:?}");
    };
    assert!(
        two.starts_with("touch 2 460,1200 140,1300 ") && two.ends_with(" 160 800"),
        "{two}"
    );
}

async fn keys(phone: &Phone) {
    let key = |code, meta, held_millis| {
        Act::Press(KeyPress {
            code,
            meta,
            held_millis,
        })
    };
    // The letter A, the same with ctrl, and the volume key held.
    assert_eq!(felt(phone, key(29, 0, 0)).await, ["key 29"]);
    let felt_ctrl = felt(phone, key(29, CTRL, 0)).await;
    assert_eq!(felt_ctrl, ["key 29 with ctrl"]);
    let held = felt(phone, key(29, 0, 800)).await;
    assert_eq!(held, ["key_held 29", "key 29"]);
}

async fn drags(phone: &Phone) {
    for toolkit in [Toolkit::Views, Toolkit::Compose] {
        phone
            .begin(Some(&toolkit.address("drag")), AppProcess::Any)
            .await;
        let tree = phone.tree().await.unwrap();
        let centre = |text: &str| {
            let node = tree.nodes().find(|node| node.text() == text);
            node.unwrap().visible_bounds().unwrap().centre()
        };
        let drag = Touch::Drag {
            from: centre("Drag me"),
            to: centre("Bin"),
            hold_millis: 100,
            move_millis: 600,
            rest_millis: 200,
        };
        let felt = felt(phone, touch(drag)).await;
        assert!(
            felt.contains(&"drop bin".to_owned()),
            "{toolkit:?}: {felt:?}"
        );
    }
}

async fn clips(phone: &Phone) {
    let device = phone.device();
    for text in [Some("Grüße, 東京 🎉\n"), None, Some("$(reboot)")] {
        let clip = Act::Clip(NewClip {
            text,
            is_sensitive: true,
        });
        let done = device.act(clip, WITHIN).await;
        assert!(matches!(done, Ok(Acted::Done)), "{done:?}");
        let now = device.clipboard(WITHIN).await.unwrap();
        assert_eq!(now.as_ref().map(Clip::expose), text);
    }
}

/// Between a look and a touch the page becomes another one: then nothing is touched.
async fn touches_what_was_judged(phone: &Phone, toolkit: Toolkit) {
    phone
        .begin(Some(&toolkit.address("counter")), AppProcess::New)
        .await;
    let device: Arc<dyn Device> = phone.device();
    for _ in 0..3 {
        let tap = press_of_plus(&*device).await;
        assert_eq!(device.act(tap, WITHIN).await, Ok(Acted::Done));
        phone.rest().await;
    }
    let tap = press_of_plus(&*device).await;
    phone.open(&toolkit.address("toggle")).await;
    let newest = phone.newest().await;
    match device.act(tap, WITHIN).await {
        Err(ActError::NotSent { code, message }) => {
            assert_eq!(code, ErrorCode::GestureFailed);
            assert!(message.contains("nothing was touched"), "{message}");
        }
        other => panic!("{toolkit:?}: {other:?}"),
    }
    phone.rest().await;
    let felt = phone.happened(newest).await;
    assert!(felt.iter().all(|entry| entry.what != "click"), "{felt:?}");
}

/// A tap on the button of the counter as the screen shows it now.
async fn press_of_plus(device: &dyn Device) -> Act<'static> {
    let seen = device.observe(View::default(), WITHIN).await.unwrap();
    let is_plus = |node: &Node<'_>| node.text() == "+" || node.content_desc() == "Increment";
    let plus = seen.tree.nodes().find(is_plus).unwrap();
    let judged = seen.number.map(|tree| Judged {
        tree,
        closely: true,
    });
    Act::Touch(Contact {
        touch: Touch::Tap(plus.visible_bounds().unwrap().centre()),
        judged,
    })
}
