//! Content that a tree does not describe, where several views lie at the point.

use clawperator_engine::Finger;
use clawperator_policy::Shipped;
use clawperator_ui::{Gesture, Tree};

use super::touches::{BUTTON, TEXT, VIEW, WEB, node, own, page, shipped, tap, verdict, word};

const FRAME: &str = "android.widget.FrameLayout";
const WHOLE: &str = "[0,0][400,800]";

/// The verdict of a profile that denies what is opaque.
fn at(tree: &Tree, x: i32, y: i32) -> &'static str {
    word(&verdict(
        own(""),
        &Finger::on(tree, tap(x, y), Gesture::Tap),
    ))
}

/// None of several empty views describes another, whichever is on top.
#[test]
fn an_empty_view_hides_no_other() {
    let game = node("game", "com.game.Board", "", "click", WHOLE, "");
    let empty = node("toasts", FRAME, "", "", WHOLE, "");
    let dot = node("dot", FRAME, "", "", "[0,0][4,4]", "");
    let nearly = node("toasts", FRAME, "", "", WHOLE, &dot);
    let taker = node("toasts", FRAME, "", "click", WHOLE, &dot);
    for other in [&empty, &nearly, &taker] {
        for inner in [format!("{game}{other}"), format!("{other}{game}")] {
            assert_eq!(at(&page(&inner), 200, 400), "deny", "{inner}");
        }
    }
    for (profile, expected) in [
        (Shipped::Person, "allow"),
        (Shipped::Agent, "confirm"),
        (Shipped::Server, "deny"),
    ] {
        let tree = page(&format!("{game}{empty}"));
        let finger = Finger::on(&tree, tap(200, 400), Gesture::Tap);
        assert_eq!(word(&verdict(shipped(profile), &finger)), expected);
    }
}

#[test]
fn an_empty_view_on_an_ordinary_page_is_a_background() {
    let empty = node("toasts", FRAME, "", "", WHOLE, "");
    let label = node("label", TEXT, "Welcome", "", "[0,100][400,200]", "");
    let button = node("b", BUTTON, "Next", "click", "[0,300][400,400]", "");
    let icon = node("i", VIEW, "", "click", "[0,500][60,560]", "");
    let title = node("title", TEXT, "Lamp", "", "[0,600][400,620]", "");
    let card = node("card", VIEW, "", "click", "[0,600][400,800]", &title);
    let content = node(
        "content",
        FRAME,
        "",
        "",
        WHOLE,
        &format!("{label}{button}{icon}{card}"),
    );
    for inner in [format!("{content}{empty}"), format!("{empty}{content}")] {
        let tree = page(&inner);
        for (x, y) in [(200, 150), (200, 350), (30, 530), (200, 700)] {
            assert_eq!(at(&tree, x, y), "allow", "{x},{y} {inner}");
        }
    }
    // A picture needs no words, and a list has places without rows.
    for class in ["android.widget.ImageView", "android.widget.ListView"] {
        let other = node("o", class, "", "scroll", WHOLE, "");
        assert_eq!(at(&page(&format!("{empty}{other}")), 200, 400), "allow");
    }
}

/// One word in a web page does not describe the rest of it.
#[test]
fn a_web_page_is_opaque_where_nothing_in_it_says_what_it_is() {
    let words = node("t", TEXT, "Loading", "", "[0,0][400,40]", "");
    let large = node("o", VIEW, "", "click", "[0,100][400,700]", "");
    let link = node("l", VIEW, "Home", "click", "[0,40][200,90]", "");
    let icon = node("i", VIEW, "", "click", "[350,40][390,80]", "");
    let group = node(
        "g",
        VIEW,
        "",
        "",
        "[0,40][400,100]",
        &format!("{link}{icon}"),
    );
    let inner = format!("{words}{group}{large}");
    // Browsers have a second view for the page itself, which is named after its title.
    let titled = node("root", WEB, "Shop", "", WHOLE, &inner);
    for inner in [inner, titled] {
        let tree = page(&node("web", WEB, "", "", WHOLE, &inner));
        for (x, y, expected) in [
            (200, 20, "allow"),
            (100, 60, "allow"),
            (370, 60, "allow"),
            (300, 60, "deny"),
            (200, 400, "deny"),
            (200, 750, "deny"),
        ] {
            assert_eq!(at(&tree, x, y), expected, "{x},{y} {inner}");
        }
    }
}
