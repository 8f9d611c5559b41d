//! One message of every shape, as vectors have them.

use clawperator_operator_protocol::{
    Act, Acted, Answer, Changed, Content, Display, Finger, Form, Held, Hold, Lock, Look, Name,
    Node, NodeFlags, Outcome, Picture, Pictured, Refusal, Request, Rest, Secure, State, Texts,
    TouchPoint, Tree, Way, Window, WindowFlags, WindowKind,
};

/// Requests under the names of their vectors.
pub(super) fn requests() -> Vec<(&'static str, Request)> {
    let act = |what| Request::Act {
        act: 0x0102_0304_0506_0708,
        time_ms: 2_500,
        what,
    };
    let point = |x, y, at_ms| TouchPoint { x, y, at_ms };
    let finger = |points| Finger::new(points).unwrap();
    let look = Look {
        have: 7,
        rest_ms: 300,
        wait_ms: 2_000,
        time_ms: 5_000,
        all_displays: false,
    };
    let text = |way, text: &str| Act::Text {
        way,
        identity: 0x8000_0000_0000_0001,
        erase: 3,
        text: text.to_owned(),
    };
    vec![
        ("state", Request::State),
        ("look", Request::Look(look)),
        (
            "act-tap",
            act(Act::Touch(vec![finger(vec![point(540, -3, 0)])])),
        ),
        (
            "act-pinch",
            act(Act::Touch(vec![
                finger(vec![point(100, 100, 0), point(400, 400, 250)]),
                finger(vec![point(900, 900, 0), point(600, 600, 250)]),
            ])),
        ),
        (
            "act-key",
            act(Act::Key {
                code: 66,
                meta: 1,
                held_ms: 0,
            }),
        ),
        ("act-text", act(text(Way::Set, "Grüße, 日本 👩‍👧\n"))),
        ("act-text-empty", act(text(Way::Any, ""))),
        (
            "act-node",
            act(Act::NodeAction {
                identity: 1,
                action: 16,
            }),
        ),
        ("act-wake", act(Act::Wake)),
        ("act-dismiss-lock", act(Act::DismissLock)),
        ("act-try-input", act(Act::TryInput)),
        ("outcome", Request::Outcome(u64::MAX)),
        ("cancel", Request::Cancel(41)),
        (
            "picture",
            Request::Picture(Picture {
                longest_side: 1_024,
                form: Form::Jpeg,
                quality: 80,
                time_ms: 3_000,
            }),
        ),
        ("watch", Request::Watch(7)),
        (
            "hold",
            Request::Hold(Hold {
                name: "run 1 of process 2".to_owned(),
                take: true,
            }),
        ),
        ("leave", Request::Leave),
        ("end", Request::End),
    ]
}

/// Answers under the names of their vectors.
pub(super) fn answers() -> Vec<(&'static str, Answer)> {
    let acted = Acted {
        act: 0x0102_0304_0506_0708,
        outcome: Outcome::Refused,
        way: Way::Any,
        code: "INPUT_REFUSED".to_owned(),
        message: "the phone does not let events be injected".to_owned(),
    };
    vec![
        ("stated", Answer::Stated(state())),
        ("stated-unknown", Answer::Stated(unknown_state())),
        ("tree", Answer::Tree(tree())),
        (
            "unchanged",
            Answer::Unchanged {
                state: state(),
                number: 7,
            },
        ),
        ("acted", Answer::Acted(acted)),
        (
            "pictured",
            Answer::Pictured(Pictured {
                width: 461,
                height: 1_024,
                screen_width: 1_080,
                screen_height: 2_400,
                secure: Secure::Unknown,
                form: Form::Png,
                bytes: b"\x89PNG".to_vec(),
            }),
        ),
        ("watched", Answer::Watched),
        (
            "held",
            Answer::Held(Held {
                by_you: true,
                lease_ms: 10_000,
                name: "run 1".to_owned(),
            }),
        ),
        (
            "changed",
            Answer::Changed(Changed {
                number: 8,
                events: 12,
                dropped: 0,
            }),
        ),
        ("cancelled", Answer::Cancelled(true)),
        (
            "error",
            Answer::Error(Refusal {
                code: "BUSY".to_owned(),
                message: "an act is under way".to_owned(),
            }),
        ),
    ]
}

fn state() -> State {
    State {
        display: Display::On,
        lock: Lock::Open,
        user: 10,
        rotation: 1,
        width: 2_400,
        height: 1_080,
        density: 420,
        package: Some("com.example".to_owned()),
        activity: Some("com.example.Main".to_owned()),
    }
}

fn unknown_state() -> State {
    State {
        display: Display::Unknown,
        lock: Lock::Unknown,
        package: None,
        activity: None,
        ..state()
    }
}

fn tree() -> Tree {
    let names = [
        "android.widget.FrameLayout",
        "com.example",
        "com.example:id/buy",
    ];
    let root = Node {
        depth: 0,
        identity: 0xffff_ffff_0000_0001,
        flags: NodeFlags::new(0x8).unwrap(),
        bounds: [0, 0, 2_400, 1_080],
        class: Name::at(0),
        package: Name::at(1),
        id: Name::NONE,
        actions: 0,
        texts: Texts::default(),
    };
    let button = Node {
        depth: 1,
        identity: 2,
        flags: NodeFlags::new(0x2_0e5c).unwrap(),
        bounds: [-10, 20, 300, 90],
        class: Name::NONE,
        package: Name::at(1),
        id: Name::at(2),
        actions: 0x10,
        texts: Texts {
            text: Some("Buy ☕".to_owned()),
            description: Some(String::new()),
            hint: Some("hint".to_owned()),
            state: Some("state".to_owned()),
            tooltip: Some("tooltip".to_owned()),
            pane_title: Some("pane".to_owned()),
            error: Some("error".to_owned()),
        },
    };
    let window = |kind, content, nodes| Window {
        id: -7,
        kind,
        flags: WindowFlags::new(3).unwrap(),
        layer: 21,
        display: 0,
        bounds: [0, 0, 2_400, 1_080],
        title: Some("Shop".to_owned()),
        content,
        nodes,
    };
    Tree {
        state: state(),
        number: 9,
        rest: Rest::DidNotCome,
        dropped: 3,
        names: names.map(str::to_owned).to_vec(),
        windows: vec![
            window(
                WindowKind::Application,
                Content::Whole,
                vec![root.clone(), button, root],
            ),
            Window {
                title: None,
                ..window(WindowKind::System, Content::Unresponsive, Vec::new())
            },
        ],
    }
}
