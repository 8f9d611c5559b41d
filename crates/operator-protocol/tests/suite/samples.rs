//! One message of every shape, as vectors have them.

use clawperator_operator_protocol::{
    Act, Acted, Answer, Changed, Clipped, Closeness, Content, Display, Face, Fetch, Fetched,
    Finger, Form, Heard, Held, Hold, Kept, Listen, Lock, Look, Name, Node, NodeFlags, Notice,
    NoticeKind, Outcome, Picture, Pictured, Record, Recorded, Refusal, Request, Rest, Secure, Spot,
    State, Texts, Told, TouchPoint, Tree, Way, Window, WindowFlags, WindowKind,
};

/// Requests under the names of their vectors.
pub(super) fn requests() -> Vec<(&'static str, Request)> {
    let look = Look {
        have: 7,
        rest_ms: 300,
        wait_ms: 2_000,
        time_ms: 5_000,
        after: 0x0102_0304_0506_0708,
        all_displays: false,
    };
    let others = vec![
        ("state", Request::State),
        ("look", Request::Look(look)),
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
        (
            "listen",
            Request::Listen(Listen {
                after: 3,
                at_most_ms: 3_500,
            }),
        ),
        ("clip", Request::Clip),
        ("about", Request::About),
        (
            "record",
            Request::Record(Record {
                name: "session-001".to_owned(),
                texts: true,
            }),
        ),
        (
            "stop-recording",
            Request::StopRecording("session-001".to_owned()),
        ),
        ("stop-any-recording", Request::StopRecording(String::new())),
        ("recordings", Request::Recordings),
        (
            "fetch",
            Request::Fetch(Fetch {
                name: "session-001".to_owned(),
                from: 1 << 20,
            }),
        ),
    ];
    others.into_iter().chain(acts()).collect()
}

/// Acts under the names of their vectors.
fn acts() -> Vec<(&'static str, Request)> {
    let act = |what| Request::Act {
        act: 0x0102_0304_0506_0708,
        time_ms: 2_500,
        holder: None,
        what,
    };
    let point = |x, y, at_ms| TouchPoint { x, y, at_ms };
    let finger = |points| Finger::new(points).unwrap();
    let text = |way, text: &str| Act::Text {
        way,
        window: -7,
        identity: 0x8000_0000_0000_0001,
        erase: 3,
        text: text.to_owned(),
    };
    let clip = |text: Option<&str>, is_sensitive| Act::Clip {
        text: text.map(str::to_owned),
        is_sensitive,
    };
    vec![
        (
            "act-tap",
            Request::Act {
                act: 1,
                time_ms: 2_500,
                holder: Some("run 1 of process 2".to_owned()),
                what: Act::Touch {
                    fingers: vec![finger(vec![point(540, -3, 0)])],
                    spots: vec![
                        Spot {
                            x: 540,
                            y: -3,
                            closeness: Closeness::Close,
                            face: Face([0x5a; 16]),
                        },
                        Spot {
                            x: 1,
                            y: 2,
                            closeness: Closeness::Glance,
                            face: Face([0xa5; 16]),
                        },
                    ],
                },
            },
        ),
        (
            "act-pinch",
            act(Act::Touch {
                fingers: vec![
                    finger(vec![point(100, 100, 0), point(400, 400, 250)]),
                    finger(vec![point(900, 900, 0), point(600, 600, 250)]),
                ],
                spots: Vec::new(),
            }),
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
                window: 12,
                identity: 1,
                action: 16,
            }),
        ),
        ("act-wake", act(Act::Wake)),
        ("act-dismiss-lock", act(Act::DismissLock)),
        ("act-try-input", act(Act::TryInput)),
        ("act-clip", act(clip(Some("Grüße\n"), true))),
        ("act-clip-empty", act(clip(None, false))),
    ]
}

/// Answers under the names of their vectors.
pub(super) fn answers() -> Vec<(&'static str, Answer)> {
    [most_answers(), answers_of_recordings()].concat()
}

fn answers_of_recordings() -> Vec<(&'static str, Answer)> {
    vec![
        (
            "recorded",
            Answer::Recorded(Recorded {
                name: "session-001".to_owned(),
                lines: 12,
                dropped: 3,
                withheld: 4,
                bytes: 4_321,
            }),
        ),
        (
            "kept",
            Answer::Kept(vec![Kept {
                name: "session-001".to_owned(),
                bytes: 4_321,
                written_ms: 1_790_000_000_000,
                runs: true,
            }]),
        ),
        (
            "fetched",
            Answer::Fetched(Fetched {
                size: 4_321,
                runs: false,
                part: b"{}\n".to_vec(),
            }),
        ),
    ]
}

fn most_answers() -> Vec<(&'static str, Answer)> {
    let acted = Acted {
        act: 0x0102_0304_0506_0708,
        outcome: Outcome::Refused,
        way: Way::Any,
        code: "INPUT_REFUSED".to_owned(),
        message: "the phone does not let events be injected".to_owned(),
        notices: 4,
    };
    let notice = |number, kind, package: Option<&str>, text: &str| Notice {
        number,
        kind,
        age_ms: 1_200,
        package: package.map(str::to_owned),
        text: text.to_owned(),
    };
    vec![
        ("stated", Answer::Stated(state())),
        ("stated-unknown", Answer::Stated(unknown_state())),
        ("tree", Answer::Tree(tree())),
        ("tree-rows", Answer::Tree(rows())),
        (
            "unchanged",
            Answer::Unchanged {
                state: state(),
                number: 7,
                notices: 4,
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
                notices: 4,
            }),
        ),
        ("cancelled", Answer::Cancelled(true)),
        (
            "heard",
            Answer::Heard(Heard {
                newest: 4,
                notices: vec![
                    notice(3, NoticeKind::Gap, None, ""),
                    notice(4, NoticeKind::Toast, Some("com.example"), "Saved 👍"),
                ],
            }),
        ),
        ("clipped", clipped(Some("Grüße\n"), false)),
        ("clipped-empty", clipped(None, false)),
        ("clipped-other", clipped(None, true)),
        (
            "told",
            Answer::Told(Told {
                user: 2_000,
                automation: true,
                lease_ms: 10_000,
                holder: "`run 1`, process 2 of user Grüße".to_owned(),
            }),
        ),
        (
            "error",
            Answer::Error(Refusal {
                code: "BUSY".to_owned(),
                message: "an act is under way".to_owned(),
            }),
        ),
    ]
}

fn clipped(text: Option<&str>, has_other: bool) -> Answer {
    Answer::Clipped(Clipped {
        text: text.map(str::to_owned),
        has_other,
    })
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
        covering: Some("NotificationShade".to_owned()),
    }
}

fn unknown_state() -> State {
    State {
        display: Display::Unknown,
        lock: Lock::Unknown,
        package: None,
        activity: None,
        covering: None,
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
        index: 0,
        drawing_order: 0,
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
        index: 3,
        drawing_order: 4,
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
        notices: 4,
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

/// A list of two rows, a field with the focus, and a small window over them.
pub(super) fn rows() -> Tree {
    let names = [
        "android.widget.FrameLayout",
        "com.example",
        "android.widget.LinearLayout",
        "android.widget.TextView",
        "android.widget.Button",
        "com.example:id/delete",
    ];
    let node = |depth, identity, flags, bounds, class, text: &str| Node {
        depth,
        index: 0,
        drawing_order: u16::from(depth) + 1,
        identity,
        flags: NodeFlags::new(flags).unwrap(),
        bounds,
        class: Name::at(class),
        package: Name::at(1),
        id: if class == 4 { Name::at(5) } else { Name::NONE },
        actions: 0,
        texts: Texts {
            text: Some(text.to_owned()).filter(|text| !text.is_empty()),
            // Of a text view, which is beside the button that is looked at.
            state: (class == 3).then(|| "said now".to_owned()),
            ..Texts::default()
        },
    };
    let window = |id, kind, bounds, nodes| Window {
        id,
        kind,
        flags: WindowFlags::new(0).unwrap(),
        layer: id,
        display: 0,
        bounds,
        title: None,
        content: Content::Whole,
        nodes,
    };
    Tree {
        state: unknown_state(),
        number: 10,
        rest: Rest::NotAsked,
        dropped: 0,
        notices: 0,
        names: names.map(str::to_owned).to_vec(),
        windows: vec![
            window(3, WindowKind::System, [800, 0, 1_000, 100], Vec::new()),
            window(
                2,
                WindowKind::Application,
                [0, 0, 1_000, 1_000],
                vec![
                    node(0, 1, 0x48, [0, 0, 1_000, 1_000], 0, ""),
                    node(1, 2, 0xc, [0, 0, 1_000, 100], 2, ""),
                    node(2, 3, 0x8, [0, 0, 500, 100], 3, "Ann"),
                    node(2, 4, 0xc, [600, 0, 900, 100], 4, "Delete"),
                    node(1, 5, 0xc, [0, 100, 1_000, 200], 2, ""),
                    node(2, 6, 0x8, [0, 100, 500, 200], 3, "Bob"),
                    node(2, 7, 0xc, [600, 100, 900, 200], 4, "Delete"),
                    node(2, 8, 0x1008, [600, 100, 900, 200], 3, "hidden"),
                    node(1, 9, 0x4028, [0, 300, 1_000, 400], 3, "field"),
                ],
            ),
        ],
    }
}
