//! Acts, with the phone's own journal as the judge.

use std::time::Duration;

use clawperator_operator_protocol::{
    Act, Answer, Finger, Outcome, Picture, Request, Secure, TouchPoint, Way,
};
use clawperator_virtual_phone::{Fault, FaultKind, JournalEvent, JournalInput, Release};

use super::{identity, injected, node_of, open, standing, window_of};
use crate::support::adb::{Adb, Version};
use crate::support::operator::{Installed, fingers, middle, request, touch};
use crate::support::{in_time, phone};

#[tokio::test(flavor = "multi_thread")]
async fn a_touch_is_done_once_whatever_is_sent_again() {
    let phone = phone(Release::Android14).await;
    let adb = Adb::connected(Version::Path, &phone).await;
    let launched = Installed::new(&adb, &phone).await.start().await;
    let mut driver = launched.held("test").await;
    open(phone.phone(), "CounterActivity").await;
    let (x, y) = middle(&driver.look().await, "+");
    let tap = touch(&[(x, y, 0)]);
    for _ in 0..3 {
        let acted = driver.act(77, tap.clone()).await;
        assert_eq!((acted.outcome, acted.code.as_str()), (Outcome::Done, ""));
    }
    assert_eq!(injected(phone.phone()), [JournalInput::Tap { at: (x, y) }]);
    // Another stream is told the same, and may not act.
    let mut other = launched.connect().await;
    let Answer::Acted(known) = other.ask(&Request::Outcome(77)).await else {
        panic!()
    };
    assert_eq!(known.outcome, Outcome::Done);
    let Answer::Acted(known) = other.ask(&Request::Outcome(78)).await else {
        panic!()
    };
    assert_eq!(known.outcome, Outcome::NeverHeardOf);
    // A number that was asked for is used up, also for whoever holds the phone.
    let late = driver.act(78, tap.clone()).await;
    assert_eq!(late.outcome, Outcome::NotBegun);
    let refused = other.ask(&request(82, tap)).await;
    assert!(matches!(refused, Answer::Error(refusal) if refusal.code == "NOT_HELD"));
    let hold = touch(&[(x, y, 0), (x, y, 700)]);
    assert_eq!(driver.act(79, hold).await.outcome, Outcome::Done);
    let swipe = touch(&[(540, 1_800, 0), (540, 900, 250)]);
    assert_eq!(driver.act(80, swipe).await.outcome, Outcome::Done);
    let path = touch(&[(500, 1_500, 0), (500, 1_400, 50), (600, 1_400, 100)]);
    assert_eq!(driver.act(81, path).await.outcome, Outcome::Done);
    let inputs = injected(phone.phone());
    assert!(matches!(
        inputs[1],
        JournalInput::Swipe { lasts_ms: 700, .. }
    ));
    assert!(matches!(
        inputs[2],
        JournalInput::Swipe { lasts_ms: 250, .. }
    ));
    assert!(matches!(&inputs[3], JournalInput::Touch { fingers } if fingers.len() == 1));
}

#[tokio::test(flavor = "multi_thread")]
async fn texts_come_by_keys_by_paste_and_whole() {
    let phone = phone(Release::Android14).await;
    let adb = Adb::connected(Version::Path, &phone).await;
    let launched = Installed::new(&adb, &phone).await.start().await;
    let mut driver = launched.held("test").await;
    open(phone.phone(), "FieldsActivity").await;
    let tree = driver.look().await;
    let field = identity(&tree, "email");
    let window = window_of(&tree, field);
    let typing = |way, identity, erase, text: &str| text_into(window, way, identity, erase, text);
    let shown = async |driver: &mut crate::support::operator::Driver| {
        let tree = driver.look().await;
        node_of(&tree, "email")
            .texts
            .text
            .clone()
            .unwrap_or_default()
    };
    let unicode = "zwölf 😀 文字";
    for (number, act, way, expected) in [
        (
            1,
            typing(Way::Any, field, 0, "abc"),
            Way::Keys,
            "abc".to_owned(),
        ),
        (
            2,
            typing(Way::Keys, 0, 2, "xyz"),
            Way::Keys,
            "axyz".to_owned(),
        ),
        (
            3,
            typing(Way::Any, 0, 0, unicode),
            Way::Paste,
            format!("axyz{unicode}"),
        ),
        (
            4,
            typing(Way::Set, field, 40, unicode),
            Way::Set,
            unicode.to_owned(),
        ),
        (
            5,
            typing(Way::Any, 0, 10, "end"),
            Way::Set,
            "end".to_owned(),
        ),
    ] {
        let acted = driver.act(number, act).await;
        assert_eq!(
            (acted.outcome, acted.way),
            (Outcome::Done, way),
            "{acted:?}"
        );
        assert_eq!(shown(&mut driver).await, expected);
    }
    let locked = identity(&tree, "locked");
    for (number, act, code) in [
        // A line end would submit a form, and the rest has no key.
        (6, typing(Way::Keys, 0, 0, "a\n"), "TEXT_UNSUPPORTED"),
        (7, typing(Way::Keys, 0, 0, unicode), "TEXT_UNSUPPORTED"),
        // Part of it is to stay.
        (8, typing(Way::Set, field, 2, "x"), "TEXT_UNSUPPORTED"),
        (9, typing(Way::Set, 12_345, 0, "x"), "NODE_GONE"),
        (10, typing(Way::Any, 12_345, 0, "x"), "NODE_GONE"),
        (11, typing(Way::Set, locked, 40, "x"), "TEXT_UNSUPPORTED"),
        // Another app may call one of its own so.
        (
            14,
            text_into(window + 1, Way::Set, field, 40, "x"),
            "NODE_GONE",
        ),
    ] {
        let refused = driver.act(number, act).await;
        assert_eq!(
            (refused.outcome, refused.code.as_str()),
            (Outcome::NotBegun, code),
            "{number}"
        );
    }
    assert_eq!(shown(&mut driver).await, "end");
    open(phone.phone(), "LoginActivity").await;
    let tree = driver.look().await;
    let password = identity(&tree, "password");
    let window = window_of(&tree, password);
    let typing = |way, identity, erase, text: &str| text_into(window, way, identity, erase, text);
    let set = typing(Way::Set, password, 0, "secret");
    assert_eq!(driver.act(12, set).await.outcome, Outcome::Done);
    // What has no key could only be pasted behind it, and passwords are not.
    for way in [Way::Any, Way::Paste] {
        let refused = driver.act(13, typing(way, password, 0, unicode)).await;
        assert_eq!(refused.code, "TEXT_UNSUPPORTED");
    }
    let tree = driver.look().await;
    assert_eq!(
        node_of(&tree, "password").texts.text.as_deref(),
        Some("••••••")
    );
}

fn text_into(window: i32, way: Way, identity: u64, erase: u32, text: &str) -> Act {
    Act::Text {
        way,
        window,
        identity,
        erase,
        text: text.to_owned(),
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn keys_actions_and_several_fingers_reach_the_screen() {
    let phone = phone(Release::Android14).await;
    let adb = Adb::connected(Version::Path, &phone).await;
    let launched = Installed::new(&adb, &phone).await.start().await;
    let mut driver = launched.held("test").await;
    open(phone.phone(), "CounterActivity").await;
    let tree = driver.look().await;
    let plus = crate::support::operator::node(&tree, "+");
    assert_eq!(plus.actions & 0x10, 0x10);
    let window = window_of(&tree, plus.identity);
    let on_plus = |window, action| Act::NodeAction {
        window,
        identity: plus.identity,
        action,
    };
    let click = on_plus(window, 0x10);
    assert_eq!(driver.act(1, click).await.outcome, Outcome::Done);
    let scroll = on_plus(window, 0x1000);
    assert_eq!(driver.act(2, scroll).await.outcome, Outcome::Refused);
    let elsewhere = driver.act(7, on_plus(window + 1, 0x10)).await;
    assert_eq!(elsewhere.code, "NODE_GONE");
    let finger = |x: i32, from: i32, to: i32| {
        Finger::new(vec![
            TouchPoint {
                x,
                y: from,
                at_ms: 0,
            },
            TouchPoint {
                x,
                y: to,
                at_ms: 200,
            },
        ])
        .unwrap()
    };
    let pinch = fingers(vec![finger(300, 1_200, 1_000), finger(700, 1_200, 1_400)]);
    assert_eq!(driver.act(3, pinch).await.outcome, Outcome::Done);
    let twice = fingers(vec![
        Finger::new(vec![TouchPoint {
            x: 300,
            y: 1_200,
            at_ms: 0,
        }])
        .unwrap(),
        Finger::new(vec![TouchPoint {
            x: 300,
            y: 1_200,
            at_ms: 100,
        }])
        .unwrap(),
    ]);
    assert_eq!(driver.act(4, twice).await.outcome, Outcome::Done);
    let key = Act::Key {
        code: 4,
        meta: 0,
        held_ms: 0,
    };
    assert_eq!(driver.act(5, key).await.outcome, Outcome::Done);
    assert_eq!(driver.act(6, Act::TryInput).await.outcome, Outcome::Done);
    let inputs = injected(phone.phone());
    assert_eq!(inputs[0], JournalInput::NodeAction { action: 0x10 });
    assert!(matches!(&inputs[2], JournalInput::Touch { fingers } if fingers.len() == 2));
    assert_eq!(inputs[4], JournalInput::Keys { codes: vec![4] });
    assert_eq!(inputs[5], JournalInput::Keys { codes: vec![0] });
    let journal = phone.phone().journal().entries;
    let tapped = journal
        .iter()
        .filter(|entry| matches!(&entry.event, JournalEvent::Tapped { .. }));
    assert_eq!(tapped.count(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_dark_or_locked_phone_refuses_and_is_woken() {
    let phone = phone(Release::Android14).await;
    let adb = Adb::connected(Version::Path, &phone).await;
    let launched = Installed::new(&adb, &phone).await.start().await;
    let mut driver = launched.held("test").await;
    let faults = phone.phone().faults();
    faults.set(Fault::ScreenOffAndLocked).await.unwrap();
    let acts = [touch(&[(1, 1, 0)]), Act::DismissLock, Act::TryInput];
    for (number, act) in (1..).zip(acts) {
        let acted = driver.act(number, act).await;
        assert_eq!(
            (acted.outcome, acted.code.as_str()),
            (Outcome::Refused, "DEVICE_NOT_INTERACTIVE")
        );
    }
    assert_eq!(injected(phone.phone()), []);
    assert_eq!(driver.act(10, Act::Wake).await.outcome, Outcome::Done);
    assert_eq!(
        injected(phone.phone()),
        [JournalInput::Keys { codes: vec![224] }]
    );
    assert_eq!(
        driver.act(11, Act::DismissLock).await.outcome,
        Outcome::Done
    );
    faults.clear(FaultKind::ScreenOffAndLocked).await;
    faults
        .set(Fault::ScreenLocked { secret: true })
        .await
        .unwrap();
    let locked = driver.act(12, Act::DismissLock).await;
    assert_eq!(
        (locked.outcome, locked.code.as_str()),
        (Outcome::Refused, "LOCKED_BY_SECRET")
    );
    faults.clear(FaultKind::ScreenLocked).await;
    faults.set(Fault::InputRefused).await.unwrap();
    let refused = driver.act(13, Act::TryInput).await;
    assert_eq!(
        (refused.outcome, refused.code.as_str()),
        (Outcome::Refused, "INPUT_FORBIDDEN")
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn what_waits_is_cancelled_whole_and_what_runs_in_part() {
    let phone = standing().await;
    let adb = Adb::connected(Version::Path, &phone).await;
    let launched = Installed::new(&adb, &phone).await.start().await;
    let mut driver = launched.held("test").await;
    let swipe = touch(&[(540, 1_500, 0), (540, 900, 1_000)]);
    let running = driver.send(&request(1, swipe.clone())).await;
    let waiting = driver.send(&request(2, swipe.clone())).await;
    in_time("it runs", async {
        while injected(phone.phone()).is_empty() {
            tokio::task::yield_now().await;
        }
    })
    .await;
    let Answer::Acted(under_way) = driver.ask(&Request::Outcome(1)).await else {
        panic!()
    };
    assert_eq!(under_way.outcome, Outcome::UnderWay);
    assert_eq!(
        driver.ask(&Request::Cancel(waiting)).await,
        Answer::Cancelled(true)
    );
    let Answer::Acted(whole) = driver.answer(waiting).await else {
        panic!()
    };
    assert_eq!(
        (whole.outcome, whole.code.as_str()),
        (Outcome::NotBegun, "CANCELLED")
    );
    assert_eq!(
        driver.ask(&Request::Cancel(running)).await,
        Answer::Cancelled(false)
    );
    let Answer::Acted(part) = driver.answer(running).await else {
        panic!()
    };
    assert_eq!(
        (part.outcome, part.code.as_str()),
        (Outcome::InPart, "CANCELLED")
    );
    assert_eq!(
        driver.ask(&Request::Cancel(99)).await,
        Answer::Cancelled(false)
    );
    // A stream that closes cancels what it asked for, and another is told so.
    driver.send(&request(3, swipe.clone())).await;
    in_time("it runs", async {
        while injected(phone.phone()).len() < 2 {
            tokio::task::yield_now().await;
        }
    })
    .await;
    drop(driver);
    let mut other = launched.connect().await;
    in_time("it is given up", async {
        loop {
            let Answer::Acted(known) = other.ask(&Request::Outcome(3)).await else {
                panic!()
            };
            if known.outcome == Outcome::InPart {
                break;
            }
            assert_eq!(known.outcome, Outcome::UnderWay);
        }
    })
    .await;
    assert_eq!(injected(phone.phone()).len(), 2);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_act_that_comes_too_late_does_not_begin() {
    let phone = standing().await;
    let adb = Adb::connected(Version::Path, &phone).await;
    let launched = Installed::new(&adb, &phone).await.start().await;
    let mut driver = launched.held("test").await;
    let swipe = touch(&[(540, 1_500, 0), (540, 900, 1_000)]);
    let first = driver.send(&request(1, swipe.clone())).await;
    let late = Request::Act {
        act: 2,
        time_ms: 500,
        holder: None,
        what: swipe,
    };
    let second = driver.send(&late).await;
    in_time("it ends", async {
        loop {
            phone.phone().advance(Duration::from_millis(100));
            let Answer::Acted(known) = driver.ask(&Request::Outcome(1)).await else {
                panic!()
            };
            if known.outcome == Outcome::Done {
                break;
            }
        }
    })
    .await;
    assert!(matches!(driver.answer(first).await, Answer::Acted(_)));
    let Answer::Acted(late) = driver.answer(second).await else {
        panic!()
    };
    assert_eq!(
        (late.outcome, late.code.as_str()),
        (Outcome::NotBegun, "TIMED_OUT")
    );
    assert_eq!(injected(phone.phone()).len(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn pictures_are_scaled_and_say_what_is_secure() {
    let phone = phone(Release::Android14).await;
    let adb = Adb::connected(Version::Path, &phone).await;
    let launched = Installed::new(&adb, &phone).await.start().await;
    let mut driver = launched.connect().await;
    for (class, secure) in [
        ("CounterActivity", Secure::No),
        ("SecureActivity", Secure::Yes),
    ] {
        open(phone.phone(), class).await;
        let wanted = Picture {
            longest_side: 240,
            form: clawperator_operator_protocol::Form::Png,
            quality: 0,
            time_ms: 5_000,
        };
        let Answer::Pictured(pictured) = driver.ask(&Request::Picture(wanted)).await else {
            panic!()
        };
        assert_eq!((pictured.width, pictured.height), (108, 240));
        assert_eq!(
            (pictured.screen_width, pictured.screen_height),
            (1_080, 2_400)
        );
        assert_eq!(pictured.secure, secure);
        assert!(pictured.bytes.starts_with(b"\x89PNG"));
    }
}
