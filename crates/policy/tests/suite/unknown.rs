//! What is not known of a touch: windows without nodes, nodes that stick out, words that are hidden, trees that were cut.

use std::sync::Arc;

use clawperator_engine::{ActQuestion, Finger, Guard, Intent, Present, TextEntry, Touch};
use clawperator_policy::{PolicyGuard, Profile, Shipped};
use clawperator_ui::{Gesture, Node, Point, Tree};
use serde_json::json;

use super::touches::{
    BUTTON, TEXT, VIEW, execution, get, node, now, own, page, phone, press, shipped, tap, verdict,
    word,
};

/// A window of a test's screen: kind, layer, bounds, and its nodes.
fn window(kind: &str, layer: u32, bounds: &str, inner: &str) -> String {
    let inner = if inner.is_empty() {
        String::new()
    } else {
        format!(r#"<hierarchy rotation="0">{inner}</hierarchy>"#)
    };
    format!(r#"<window layer="{layer}" type="{kind}" bounds="{bounds}">{inner}</window>"#)
}

fn screen(windows: &[String]) -> Tree {
    let dump = format!(
        r#"<displays><display id="0">{}</display></displays>"#,
        windows.concat()
    );
    Tree::parse(dump.as_bytes()).unwrap().tree
}

const APP: &str = "TYPE_APPLICATION";
const KEYBOARD: &str = "TYPE_INPUT_METHOD";

/// An app's page, with a plain text in its middle.
fn app() -> String {
    let text = node("text", TEXT, "Welcome", "", "[0,300][400,500]", "");
    let root = node(
        "root",
        "android.widget.FrameLayout",
        "",
        "",
        "[0,0][400,800]",
        &text,
    );
    window(APP, 1, "[0,0][400,800]", &root)
}

fn at(tree: &Tree, profile: Profile, x: i32, y: i32) -> &'static str {
    word(&verdict(
        profile,
        &Finger::on(tree, tap(x, y), Gesture::Tap),
    ))
}

#[test]
fn a_window_without_nodes_may_be_anything() {
    for kind in [APP, KEYBOARD, "TYPE_SYSTEM"] {
        let tree = screen(&[window(kind, 2, "[0,300][400,500]", ""), app()]);
        for profile in [Shipped::Agent, Shipped::Server] {
            assert_eq!(at(&tree, shipped(profile), 200, 400), "deny", "{kind}");
            // The page beside it is described.
            assert_eq!(at(&tree, shipped(profile), 200, 700), "allow", "{kind}");
        }
        // It is content without a tree too, and no package of what lies under it is its own.
        let only = |lines: &str| {
            own(&format!(
                "{lines}[capabilities]\npurchase_risk = \"allow\"\n"
            ))
        };
        let opaque = only("opaque = \"confirm\"\n");
        assert_eq!(at(&tree, opaque, 200, 400), "confirm", "{kind}");
        assert_eq!(
            at(&tree, only("opaque = \"allow\"\n"), 200, 400),
            "allow",
            "{kind}"
        );
        let rule = "[[rules]]\nname = \"r\"\nverdict = \"deny\"\npackages = [\"com.bank\"]\n";
        let bank = || {
            own(&format!(
                "opaque = \"allow\"\n[capabilities]\npurchase_risk = \"allow\"\n{rule}"
            ))
        };
        assert_eq!(at(&tree, bank(), 200, 400), "deny", "{kind}");
        assert_eq!(at(&tree, bank(), 200, 700), "allow", "{kind}");
    }
    // One that is alone, and a place where the tree has nothing at all.
    let bar = node("bar", TEXT, "12:00", "", "[0,0][400,50]", "");
    let bar = window("TYPE_SYSTEM", 2, "[0,0][400,50]", &bar);
    let tree = screen(&[bar.clone(), window(APP, 1, "[0,0][400,800]", "")]);
    assert_eq!(at(&tree, shipped(Shipped::Agent), 200, 400), "deny");
    assert_eq!(at(&tree, shipped(Shipped::Agent), 200, 20), "allow");
    assert_eq!(
        at(&screen(&[bar]), shipped(Shipped::Agent), 200, 400),
        "deny"
    );
    // Under one that is described it takes no touch.
    let tree = screen(&[app(), window(APP, 0, "[0,0][400,800]", "")]);
    assert_eq!(at(&tree, shipped(Shipped::Agent), 200, 400), "allow");
}

#[test]
fn a_window_with_nodes_is_judged_by_them() {
    let text = node("text", TEXT, "Delete it?", "", "[50,300][350,400]", "");
    let ok = node("ok", BUTTON, "OK", "click", "[50,400][350,500]", "");
    let root = node(
        "root",
        VIEW,
        "",
        "",
        "[50,300][350,500]",
        &format!("{text}{ok}"),
    );
    for kind in [APP, KEYBOARD] {
        let tree = screen(&[window(kind, 2, "[50,300][350,500]", &root), app()]);
        for y in [350, 450, 700] {
            assert_eq!(
                at(&tree, shipped(Shipped::Server), 200, y),
                "allow",
                "{kind} {y}"
            );
        }
    }
}

#[test]
fn a_swipe_over_a_window_without_nodes_may_do_anything() {
    let swipe = |tree: &Tree, y: i32| {
        let motion = Touch::Swipe {
            from: Point { x: 100, y: 790 },
            to: Point { x: 100, y },
            millis: 250,
        };
        let finger = Finger::on(tree, motion, Gesture::Tap);
        word(&verdict(shipped(Shipped::Agent), &finger))
    };
    let tree = screen(&[window(APP, 2, "[0,300][400,400]", ""), app()]);
    assert_eq!(swipe(&tree, 350), "deny");
    assert_eq!(swipe(&tree, 450), "allow");
}

/// A node takes touches where it sticks out of its parent, so it is judged there.
#[test]
fn a_node_is_judged_where_it_sticks_out() {
    let order = node(
        "order",
        BUTTON,
        "Place order",
        "click",
        "[0,50][400,200]",
        "",
    );
    let row = node("row", VIEW, "", "", "[0,0][400,100]", &order);
    let tree = page(&row);
    for y in [75, 150] {
        assert_eq!(at(&tree, shipped(Shipped::Agent), 200, y), "deny", "{y}");
    }
    assert_eq!(at(&tree, shipped(Shipped::Agent), 200, 250), "allow");
    // Not where a window lies over it.
    let root = node(
        "root",
        "android.widget.FrameLayout",
        "",
        "",
        "[0,0][400,800]",
        &row,
    );
    let ok = node("ok", BUTTON, "OK", "click", "[0,120][400,800]", "");
    let tree = screen(&[
        window(APP, 2, "[0,120][400,800]", &ok),
        window(APP, 1, "[0,0][400,800]", &root),
    ]);
    assert_eq!(at(&tree, shipped(Shipped::Agent), 200, 150), "allow");
    assert_eq!(at(&tree, shipped(Shipped::Agent), 200, 110), "deny");
}

fn hidden(node: &str) -> String {
    node.replacen("enabled=", "password=\"true\" enabled=", 1)
}

/// What is hidden as a password and is not a field is unknown wherever its words would have counted.
#[test]
fn hidden_words_are_unknown_wherever_words_count() {
    let words = node("w", TEXT, "•••", "", "[0,0][100,100]", "");
    let inside = |words: &str| node("c", VIEW, "", "click", "[0,0][400,100]", words);
    let named = |words: &str| {
        let button = node("b", BUTTON, "Next", "click", "[200,0][400,100]", "");
        node(
            "c",
            VIEW,
            "",
            "",
            "[0,0][400,100]",
            &format!("{words}{button}"),
        )
    };
    let on_it = |words: &str| format!("{}{words}", inside(""));
    for make in [&inside as &dyn Fn(&str) -> String, &named, &on_it] {
        for (words, expected) in [(words.clone(), "allow"), (hidden(&words), "deny")] {
            let tree = page(&make(&words));
            let verdict = press(&tree, shipped(Shipped::Agent), "c", tap(300, 50));
            assert_eq!(verdict, expected, "{}", make(&words));
        }
    }
    let swipe = |inner: &str| {
        let list = node(
            "list",
            "android.widget.ScrollView",
            "",
            "scroll",
            "[0,0][400,100]",
            inner,
        );
        let tree = page(&list);
        let motion = Touch::Swipe {
            from: Point { x: 300, y: 50 },
            to: Point { x: 100, y: 50 },
            millis: 250,
        };
        let list = get(&tree, "list");
        let finger = Finger::on(&tree, motion, Gesture::Tap).naming(list, list);
        word(&verdict(shipped(Shipped::Agent), &finger))
    };
    let slider = node(
        "s",
        "android.widget.SeekBar",
        "•••",
        "",
        "[0,0][400,100]",
        "",
    );
    let bare = node("s", "com.a.PaySlider", "", "", "[0,0][400,100]", "");
    let words = node("w", TEXT, "•••", "", "[0,0][50,100]", "");
    for (open, closed) in [
        (slider.clone(), hidden(&slider)),
        (
            format!("{bare}{words}"),
            format!("{bare}{}", hidden(&words)),
        ),
    ] {
        assert_eq!(swipe(&open), "allow", "{open}");
        assert_eq!(swipe(&closed), "deny", "{closed}");
    }
}

/// A text and the enter key after it are judged by an incomplete tree as a touch is.
#[test]
fn a_field_of_an_incomplete_tree_may_be_anything() {
    let field = node(
        "f",
        "android.widget.EditText",
        "",
        "click",
        "[0,0][400,100]",
        "",
    );
    let deep = r#"<node bounds="[0,500][400,600]">"#.repeat(300) + &"</node>".repeat(300);
    let rule =
        "[capabilities]\npurchase_risk = \"allow\"\n[[rules]]\nname = \"r\"\nverdict = \"deny\"\n";
    let profiles = || {
        [
            shipped(Shipped::Person),
            own(&format!("{rule}packages = [\"com.b\"]\n")),
            own(&format!("{rule}labels = ['Erase']\n")),
        ]
    };
    for (tree, expected) in [
        (page(&field), "allow"),
        (page(&format!("{field}{deep}")), "deny"),
    ] {
        assert_eq!(tree.incomplete().is_some(), expected == "deny");
        let field: Node<'_> = get(&tree, "f");
        for profile in profiles().map(Arc::new) {
            let entry = TextEntry {
                field: None,
                present: Present::Stays,
                text: "x",
            };
            for intent in [Intent::Text { field, entry }, Intent::Submit(field)] {
                let execution = execution(&json!({ "matcher": { "textEquals": "x" } }));
                let guard = PolicyGuard::new(profile.clone(), None);
                let escort = now(guard.may_run(&execution, &phone())).unwrap();
                let asked = ActQuestion {
                    action: Some(&execution.actions()[0]),
                    intent,
                    front: None,
                    leads_to: None,
                };
                let verdict = now(escort.may_act(asked));
                assert_eq!(word(&verdict), expected, "{profile:?} {intent:?}");
            }
        }
    }
}
