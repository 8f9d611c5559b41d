//! A swipe that does not leave what it began on presses it, and one that is slow holds it.

use std::sync::Arc;

use clawperator_contract::validate;
use clawperator_engine::{ActQuestion, Finger, Guard as _, Intent, Touch};
use clawperator_policy::{PolicyGuard, Profile, Shipped};
use clawperator_ui::{Gesture, Point, Tree};
use serde_json::json;

use super::touches::{BUTTON, TEXT, VIEW, WEB, node, now, own, page, phone, shipped, word};

fn swipe(from: (i32, i32), to: (i32, i32), millis: u32) -> Touch<'static> {
    let point = |(x, y)| Point { x, y };
    Touch::Swipe {
        from: point(from),
        to: point(to),
        millis,
    }
}

/// The verdict on a swipe from point to point.
pub(super) fn judged(profile: Profile, tree: &Tree, touch: Touch) -> &'static str {
    judged_as(profile, &Finger::on(tree, touch, Gesture::Tap))
}

fn judged_as(profile: Profile, finger: &Finger<'_>) -> &'static str {
    let payload = json!({
        "commandId": "c", "taskId": "t", "source": "test", "expectedFormat": "android-ui-automator",
        "timeoutMs": 30000, "actions": [{ "id": "a", "type": "swipe", "params": {
            "from": { "x": 1, "y": 1 }, "to": { "x": 2, "y": 2 } } }],
    });
    let execution = validate(payload.to_string().as_bytes()).unwrap().execution;
    let guard = PolicyGuard::new(Arc::new(profile), None);
    let escort = now(guard.may_run(&execution, &phone()));
    let escort = escort.unwrap_or_else(|no| panic!("it may begin: {no:?}"));
    let asked = ActQuestion {
        action: Some(&execution.actions()[0]),
        intent: Intent::Touch(finger),
        front: None,
        leads_to: None,
    };
    word(&now(escort.may_act(asked)))
}

/// A button that buys, in a list that scrolls up and down.
pub(super) fn cart(list_flags: &str) -> Tree {
    let item = node("item", TEXT, "Lamp", "", "[0,100][400,200]", "");
    let order = node(
        "order",
        BUTTON,
        "Place order",
        "click",
        "[0,200][400,300]",
        "",
    );
    let more = node(
        "more",
        TEXT,
        "Delivered on Monday",
        "",
        "[0,300][400,700]",
        "",
    );
    page(&node(
        "list",
        "android.widget.ScrollView",
        "",
        list_flags,
        "[0,100][400,700]",
        &format!("{item}{order}{more}"),
    ))
}

#[test]
fn a_swipe_that_stays_in_place_is_a_press() {
    let tree = cart("scroll");
    for profile in [Shipped::Person, Shipped::Agent, Shipped::Server] {
        for by in [0, 5, 15, 64] {
            for to in [(200, 250 + by), (200 + by, 250), (200, 250 - by)] {
                let verdict = judged(shipped(profile), &tree, swipe((200, 250), to, 100));
                assert_eq!(verdict, "deny", "{} {to:?}", profile.name());
            }
        }
    }
}

#[test]
fn a_swipe_that_goes_up_where_it_went_down_is_a_press() {
    // Nothing takes a finger away that goes across a list that scrolls up and down, nor one that goes anywhere on a page
    // that does not scroll.
    let across = swipe((50, 250), (350, 250), 300);
    let down = swipe((200, 210), (200, 295), 300);
    let agent = || shipped(Shipped::Agent);
    assert_eq!(judged(agent(), &cart("scroll"), across), "deny");
    assert_eq!(judged(agent(), &cart(""), across), "deny");
    assert_eq!(judged(agent(), &cart(""), down), "deny");
    // The list has it.
    assert_eq!(judged(agent(), &cart("scroll"), down), "allow");
    let through = swipe((200, 600), (200, 150), 300);
    for flags in ["", "scroll"] {
        assert_eq!(judged(agent(), &cart(flags), through), "allow", "{flags}");
    }
}

#[test]
fn a_list_on_a_page_that_takes_presses_is_scrolled() {
    let words = node(
        "words",
        TEXT,
        "Buy now and pay later",
        "",
        "[0,100][400,700]",
        "",
    );
    let list = node(
        "list",
        "androidx.recyclerview.widget.RecyclerView",
        "",
        "scroll",
        "[0,100][400,700]",
        &words,
    );
    let tree = page(&node("all", VIEW, "", "click", "[0,0][400,800]", &list));
    let scroll = swipe((200, 600), (200, 200), 300);
    assert_eq!(judged(shipped(Shipped::Agent), &tree, scroll), "allow");
    let no_clicks = own("[capabilities]\nclick = \"deny\"\n");
    assert_eq!(judged(no_clicks, &tree, scroll), "allow");
}

#[test]
fn what_is_denied_as_a_press_is_denied_as_a_swipe() {
    let row = node("row", VIEW, "Tab", "click long", "[0,100][400,200]", "");
    let switch = node(
        "switch",
        "android.widget.Switch",
        "Power",
        "click check",
        "[0,200][400,300]",
        "",
    );
    let tree = page(&node(
        "list",
        "android.widget.ScrollView",
        "",
        "scroll",
        "[0,100][400,700]",
        &format!("{row}{switch}"),
    ));
    for (denied, touch) in [
        ("click", swipe((200, 150), (200, 155), 100)),
        ("click", swipe((200, 150), (200, 150), 20)),
        ("long_click", swipe((200, 150), (200, 150), 1_500)),
        ("long_click", swipe((200, 150), (200, 300), 8_000)),
        ("toggle", swipe((200, 250), (200, 262), 100)),
        ("toggle", swipe((200, 250), (205, 255), 100)),
    ] {
        let profile = own(&format!("[capabilities]\n{denied} = \"deny\"\n"));
        assert_eq!(judged(profile, &tree, touch), "deny", "{denied} {touch:?}");
    }
    // A swipe as people make it holds nothing.
    let no_holding = own("[capabilities]\nlong_click = \"deny\"\n");
    let quick = swipe((200, 600), (200, 200), 360);
    assert_eq!(judged(no_holding, &tree, quick), "allow");
    // Nor may one that nobody looked at, if it is slow.
    let no_holding = own("[capabilities]\nlong_click = \"deny\"\n");
    let blind = Finger::blind(swipe((1, 1), (1, 2), 900), Gesture::Tap);
    assert_eq!(judged_as(no_holding, &blind), "deny");
}

/// What a tree does not tell of a web page is pressed by a swipe as by a tap; drawing a finger over it only scrolls.
#[test]
fn a_press_by_a_swipe_in_an_untold_page_is_opaque() {
    let words = node("t", TEXT, "Loading", "", "[0,0][400,40]", "");
    let large = node("o", VIEW, "", "click", "[0,100][400,700]", "");
    let inner = format!("{words}{large}");
    let tree = page(&node("web", WEB, "", "scroll", "[0,0][400,800]", &inner));
    for (to, millis, expected) in [
        ((205, 400), 100, "deny"),
        ((200, 660), 100, "deny"),
        ((200, 300), 2000, "deny"),
    ] {
        let touch = swipe((200, 400), to, millis);
        assert_eq!(judged(own(""), &tree, touch), expected, "{to:?} {millis}");
    }
    // From words that it leaves at once.
    let touch = swipe((200, 20), (200, 700), 100);
    assert_eq!(judged(own(""), &tree, touch), "allow");
}
