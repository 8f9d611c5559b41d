//! What goes out together, and what is asked for again.

use std::time::Duration;

use clawperator_device::Device as _;
use clawperator_device::driver::{Act, Acted, Contact, Heard, Judged, Since, Toast, Touch, View};
use clawperator_device_operator::OperatorDevice;
use clawperator_operator_protocol::{
    Act as Asked, Acted as Answered, Answer, Closeness, Content, Heard as Told, Listen, Look, Name,
    Node, NodeFlags, Notice, NoticeKind, Outcome, Refusal, Request, Rest, Spot, Texts, Tree, Way,
    Window, WindowFlags, WindowKind,
};
use clawperator_ui::{Node as Shown, Point};

use super::bench::{Bench, LONG};
use super::puppet::{Line, Puppet, STATE, acted};

const AT: Point = Point { x: 50, y: 60 };
const VIEW: View = View {
    activity: false,
    rest: false,
};
const AT_REST: View = View {
    activity: false,
    rest: true,
};

/// A screen with one button.
fn tree(number: u64, text: &str, rest: Rest, notices: u64) -> Tree {
    let button = Node {
        depth: 0,
        index: 0,
        drawing_order: 1,
        identity: 7,
        flags: NodeFlags::new(0xc).unwrap(),
        bounds: [0, 0, 100, 100],
        class: Name::at(0),
        package: Name::at(1),
        id: Name::NONE,
        actions: 16,
        texts: Texts {
            text: Some(text.to_owned()),
            ..Texts::default()
        },
    };
    Tree {
        state: STATE,
        number,
        rest,
        dropped: 0,
        notices,
        names: ["android.widget.Button", "com.example"]
            .map(str::to_owned)
            .to_vec(),
        windows: vec![Window {
            id: 1,
            kind: WindowKind::Application,
            flags: WindowFlags::new(3).unwrap(),
            layer: 1,
            display: 0,
            bounds: [0, 0, 1_080, 2_400],
            title: None,
            content: Content::Whole,
            nodes: vec![button],
        }],
    }
}

/// What the phone is asked, while an Operator plays its part.
async fn play<T>(plays: impl AsyncFnOnce(Line), asks: impl AsyncFnOnce(OperatorDevice) -> T) -> T {
    let bench = Bench::new().await;
    let mut puppet = Puppet::new(bench.phone(), 1);
    let device = bench.operator();
    let asking = async {
        device.identity(LONG).await.unwrap();
        asks(device).await
    };
    let ((), answer) = tokio::join!(async { plays(puppet.line().await).await }, asking);
    answer
}

/// Answers a look with a tree.
async fn shows(line: &mut Line, tree: Tree) -> Look {
    let (id, request) = line.request().await.unwrap();
    let Request::Look(look) = request else {
        panic!("{request:?}")
    };
    line.answer(id, &Answer::Tree(tree)).await;
    look
}

fn judged_tap(tree: u64) -> Act<'static> {
    Act::Touch(Contact {
        touch: Touch::Tap(AT),
        judged: Some(Judged {
            tree: clawperator_device::driver::TreeNumber(tree),
            closely: true,
        }),
    })
}

#[tokio::test(flavor = "multi_thread")]
async fn an_act_takes_the_phone_and_the_look_behind_it_goes_with_it() {
    let after = play(
        async |mut line| {
            shows(&mut line, tree(4, "Pay", Rest::NotAsked, 1)).await;
            // Both come before anything is answered.
            let (id, act) = line.request().await.unwrap();
            let Request::Act {
                act,
                holder: Some(_),
                what: Asked::Touch { spots, .. },
                ..
            } = act
            else {
                panic!("{act:?}")
            };
            let there = Spot::of(
                &tree(4, "Pay", Rest::NotAsked, 1),
                (AT.x, AT.y),
                Closeness::Close,
            );
            assert_eq!(spots, [there]);
            let (behind, look) = line.request().await.unwrap();
            let Request::Look(look) = look else {
                panic!("{look:?}")
            };
            assert!(look.after == act && look.rest_ms > 0, "{look:?}");
            line.answer(id, &acted(act, Outcome::Done)).await;
            let paid = tree(5, "Paid", Rest::Came, 1);
            line.answer(behind, &Answer::Tree(paid)).await;
            assert_eq!(line.request().await, None);
        },
        async |device| {
            device.observe(VIEW, LONG).await.unwrap();
            device.expect_look();
            assert_eq!(device.act(judged_tap(4), LONG).await, Ok(Acted::Done));
            device.observe(AT_REST, LONG).await.unwrap()
        },
    )
    .await;
    assert_eq!(after.settled, Some(true));
    let texts: Vec<&str> = after.tree.nodes().map(Shown::text).collect();
    assert_eq!(texts, ["Paid"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_look_that_is_asked_for_later_is_a_new_one() {
    let after = play(
        async |mut line| {
            let (id, number) = line.act().await;
            let (behind, look) = line.request().await.unwrap();
            assert!(matches!(look, Request::Look(look) if look.after == number));
            line.answer(id, &acted(number, Outcome::Done)).await;
            let soon = tree(5, "soon", Rest::Came, 1);
            line.answer(behind, &Answer::Tree(soon)).await;
            // Minutes may lie between.
            let look = shows(&mut line, tree(6, "later", Rest::Came, 1)).await;
            assert_eq!(look.after, 0);
            assert_eq!(line.request().await, None);
        },
        async |device| {
            device.expect_look();
            let tap = Act::Touch(Contact::blind(Touch::Tap(AT)));
            assert_eq!(device.act(tap, LONG).await, Ok(Acted::Done));
            tokio::time::sleep(Duration::from_millis(300)).await;
            device.observe(AT_REST, LONG).await.unwrap()
        },
    )
    .await;
    let texts: Vec<&str> = after.tree.nodes().map(Shown::text).collect();
    assert_eq!(texts, ["later"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_phone_that_another_is_leaving_is_asked_for_again() {
    let done = play(
        async |mut line| {
            for _ in 0..2 {
                let (id, _) = line.act().await;
                let busy = Refusal {
                    code: "NOT_HELD".to_owned(),
                    message: "the phone is in use by `another`".to_owned(),
                };
                line.answer(id, &Answer::Error(busy)).await;
            }
            let (id, number) = line.act().await;
            line.answer(id, &acted(number, Outcome::Done)).await;
            assert_eq!(line.request().await, None);
        },
        async |device| {
            let tap = Act::Touch(Contact::blind(Touch::Tap(AT)));
            device.act(tap, LONG).await
        },
    )
    .await;
    assert_eq!(done, Ok(Acted::Done));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_touch_of_a_screen_that_nobody_knows_is_not_sent() {
    let refused = play(
        async |mut line| assert_eq!(line.request().await, None),
        async |device| device.act(judged_tap(4), LONG).await,
    )
    .await;
    let refused = refused.unwrap_err().to_string();
    assert!(refused.contains("nothing was touched"), "{refused}");
}

/// A toast, or a gap.
fn notice(number: u64, text: Option<&str>) -> Notice {
    Notice {
        number,
        kind: text.map_or(NoticeKind::Gap, |_| NoticeKind::Toast),
        age_ms: 40,
        package: text.map(|_| "com.example".to_owned()),
        text: text.unwrap_or_default().to_owned(),
    }
}

/// What is heard since an act that began at a notice, where the phone answers with these.
async fn heard_since_act(began_at: u64, notices: Vec<Notice>) -> Heard {
    play(
        async |mut line| {
            let (id, number) = line.act().await;
            let done = Answered {
                act: number,
                outcome: Outcome::Done,
                way: Way::Any,
                code: String::new(),
                message: String::new(),
                notices: began_at,
            };
            line.answer(id, &Answer::Acted(done)).await;
            let (id, request) = line.request().await.unwrap();
            let listen = Listen {
                after: began_at,
                at_most_ms: u32::MAX,
            };
            assert_eq!(request, Request::Listen(listen));
            let newest = notices.last().map_or(began_at, |last| last.number);
            line.answer(id, &Answer::Heard(Told { newest, notices }))
                .await;
            assert_eq!(line.request().await, None);
        },
        async |device| {
            let tap = Act::Touch(Contact::blind(Touch::Tap(AT)));
            assert_eq!(device.act(tap, LONG).await, Ok(Acted::Done));
            device.heard(Since::LastAct, LONG).await.unwrap()
        },
    )
    .await
}

/// How old a notice may be, and behind which number, where that is asked.
async fn listens(line: &mut Line) -> Listen {
    let (id, request) = line.request().await.unwrap();
    let Request::Listen(listen) = request else {
        panic!("{request:?}")
    };
    let heard = Told {
        newest: 7,
        notices: vec![notice(7, Some("Sent"))],
    };
    line.answer(id, &Answer::Heard(heard)).await;
    listen
}

/// The Operator does not know of what the phone's own programs do, and keeps what it heard long before.
#[tokio::test(flavor = "multi_thread")]
async fn what_was_heard_since_an_app_was_stopped_is_told_by_the_time() {
    const STOP: Act<'static> = Act::Stop {
        package: "com.android.settings",
    };
    let is_short = |listen: Listen| Duration::from_millis(u64::from(listen.at_most_ms)) < LONG;
    let heard = play(
        async |mut line| {
            let listen = listens(&mut line).await;
            assert!(listen.after == 0 && is_short(listen), "{listen:?}");
            // The Operator times this one itself.
            let (id, number) = line.act().await;
            let Answer::Acted(mut done) = acted(number, Outcome::Done) else {
                unreachable!()
            };
            done.notices = 8;
            line.answer(id, &Answer::Acted(done)).await;
            let listen = listens(&mut line).await;
            assert_eq!((listen.after, listen.at_most_ms), (8, u32::MAX));
            let listen = listens(&mut line).await;
            assert!(listen.after == 8 && is_short(listen), "{listen:?}");
            assert_eq!(line.request().await, None);
        },
        async |device| {
            device.act(STOP, LONG).await.unwrap();
            let first = device.heard(Since::LastAct, LONG).await.unwrap();
            let tap = Act::Touch(Contact::blind(Touch::Tap(AT)));
            device.act(tap, LONG).await.unwrap();
            device.heard(Since::LastAct, LONG).await.unwrap();
            device.act(STOP, LONG).await.unwrap();
            device.heard(Since::LastAct, LONG).await.unwrap();
            first
        },
    )
    .await;
    // Those between are older, and not lost.
    assert!(heard.is_all, "{heard:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_heard_since_an_act_is_all_or_is_said_not_to_be() {
    let toasts = |heard: &Heard| -> Vec<String> {
        let texts = heard.toasts.iter().map(|toast| toast.text.clone());
        texts.collect()
    };
    let heard = heard_since_act(3, vec![notice(4, Some("Saved")), notice(5, Some("Sent"))]).await;
    assert_eq!(
        (toasts(&heard), heard.is_all),
        (vec!["Saved".to_owned(), "Sent".to_owned()], true)
    );
    let toast = Toast {
        text: "Saved".to_owned(),
        package: Some("com.example".to_owned()),
        age: Duration::from_millis(40),
    };
    assert_eq!(heard.toasts.first(), Some(&toast));
    // Nobody listened in between.
    let heard = heard_since_act(3, vec![notice(4, None), notice(5, Some("Sent"))]).await;
    assert_eq!(
        (toasts(&heard), heard.is_all),
        (vec!["Sent".to_owned()], false)
    );
    // The first ones are not kept any more.
    let heard = heard_since_act(3, vec![notice(9, Some("Sent"))]).await;
    assert_eq!(
        (toasts(&heard), heard.is_all),
        (vec!["Sent".to_owned()], false)
    );
    let heard = heard_since_act(0, Vec::new()).await;
    assert_eq!((toasts(&heard), heard.is_all), (Vec::new(), true));
}
