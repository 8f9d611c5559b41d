//! What is heard and no tree shows, what is on the clipboard, and touches of what was judged.

use std::time::Duration;

use clawperator_operator_protocol::{
    Act, Answer, Closeness, Finger, Heard, Listen, Look, NoticeKind, Outcome, Request, Spot,
    TouchPoint, Tree,
};
use clawperator_virtual_phone::{JournalInput, Release};

use super::{injected, node_of, open, standing};
use crate::support::adb::{Adb, Version};
use crate::support::operator::{Driver, Installed, look, middle, touch};
use crate::support::{CONFORMANCE, phone};

async fn heard(driver: &mut Driver, after: u64, at_most_ms: u32) -> Heard {
    let listen = Listen { after, at_most_ms };
    match driver.ask(&Request::Listen(listen)).await {
        Answer::Heard(heard) => heard,
        other => panic!("{other:?}"),
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn toasts_are_heard_as_long_as_the_automation_is_held() {
    let phone = standing().await;
    let adb = Adb::connected(Version::Path, &phone).await;
    let launched = Installed::new(&adb, &phone).await.start().await;
    open(phone.phone(), "MessagesActivity").await;
    let mut driver = launched.held("test").await;
    let tree = driver.look().await;
    // Listening began with the look.
    assert_eq!(tree.notices, 1);
    let (x, y) = middle(&tree, "Toast");
    let acted = driver.act(1, touch(&[(x, y, 0)])).await;
    assert_eq!((acted.outcome, acted.notices), (Outcome::Done, 1));
    phone.phone().advance(Duration::from_millis(200));
    let all = heard(&mut driver, 0, u32::MAX).await;
    let kinds: Vec<_> = all.notices.iter().map(|notice| notice.kind).collect();
    assert_eq!(kinds, [NoticeKind::Gap, NoticeKind::Toast]);
    let toast = &all.notices[1];
    assert_eq!((toast.number, toast.text.as_str()), (2, "Saved 👍"));
    assert_eq!(toast.package.as_deref(), Some(CONFORMANCE));
    assert!((200..1_000).contains(&toast.age_ms), "{}", toast.age_ms);
    assert!(heard(&mut driver, 2, u32::MAX).await.notices.is_empty());
    assert!(heard(&mut driver, 0, 100).await.notices.is_empty());
    assert_eq!(driver.look().await.notices, 2);
    // Ten seconds behind the last use nobody listens, and what was missed is a gap.
    phone.phone().advance(Duration::from_secs(30));
    let later = heard(&mut driver, 2, u32::MAX).await;
    let kinds: Vec<_> = later.notices.iter().map(|notice| notice.kind).collect();
    assert_eq!(kinds, [NoticeKind::Gap]);
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_is_touched_where_something_else_lies() {
    let phone = phone(Release::Android14).await;
    let adb = Adb::connected(Version::Path, &phone).await;
    let launched = Installed::new(&adb, &phone).await.start().await;
    let mut driver = launched.held("test").await;
    open(phone.phone(), "CounterActivity").await;
    let (x, y) = middle(&driver.look().await, "+");
    let tap = |counter: &Tree, closeness| Act::Touch {
        fingers: vec![Finger::new(vec![TouchPoint { x, y, at_ms: 0 }]).unwrap()],
        spots: vec![Spot::of(counter, (x, y), closeness)],
    };
    for (number, closeness) in (1..).zip(Closeness::ALL) {
        // The number in the row of the button is another one each time.
        let counter = driver.look().await;
        let acted = driver.act(number, tap(&counter, *closeness)).await;
        assert_eq!(acted.outcome, Outcome::Done, "{acted:?}");
    }
    let counter = driver.look().await;
    open(phone.phone(), "ToggleActivity").await;
    for (number, closeness) in (11..).zip(Closeness::ALL) {
        let acted = driver.act(number, tap(&counter, *closeness)).await;
        assert_eq!(acted.outcome, Outcome::NotBegun, "{acted:?}");
        assert_eq!((acted.code.as_str(), acted.notices), ("NOT_THERE", 0));
    }
    let taps = [
        JournalInput::Tap { at: (x, y) },
        JournalInput::Tap { at: (x, y) },
    ];
    assert_eq!(injected(phone.phone()), taps);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_look_behind_an_act_shows_what_came_of_it() {
    let phone = phone(Release::Android14).await;
    let adb = Adb::connected(Version::Path, &phone).await;
    let launched = Installed::new(&adb, &phone).await.start().await;
    open(phone.phone(), "CounterActivity").await;
    let mut driver = launched.connect().await;
    let tree = driver.look().await;
    let (x, y) = middle(&tree, "+");
    // Held for a while, so that a look which did not wait would come first.
    let act = Request::Act {
        act: 5,
        time_ms: 10_000,
        holder: Some("test".to_owned()),
        what: touch(&[(x, y, 0), (x, y, 300)]),
    };
    let act = driver.send(&act).await;
    let behind = Look { after: 5, ..look() };
    let behind = driver.send(&Request::Look(behind)).await;
    let (first, acted) = driver.next().await.unwrap();
    assert!(
        first == act && matches!(acted, Answer::Acted(acted) if acted.outcome == Outcome::Done)
    );
    let Answer::Tree(after) = driver.answer(behind).await else {
        panic!()
    };
    assert_eq!(node_of(&after, "count").texts.text.as_deref(), Some("1"));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_text_on_the_clipboard_is_read_back() {
    let phone = phone(Release::Android14).await;
    let adb = Adb::connected(Version::Path, &phone).await;
    let launched = Installed::new(&adb, &phone).await.start().await;
    let mut driver = launched.held("test").await;
    for (number, text) in (1..).zip([Some("Grüße, 東京 🎉"), None]) {
        let clip = Act::Clip {
            text: text.map(str::to_owned),
            is_sensitive: true,
        };
        assert_eq!(driver.act(number, clip).await.outcome, Outcome::Done);
        let Answer::Clipped(clipped) = driver.ask(&Request::Clip).await else {
            panic!()
        };
        assert_eq!(clipped.text.as_deref(), text);
    }
}
