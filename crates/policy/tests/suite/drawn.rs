//! Words that are drawn on a control without a name, or below it, as views of their own.

use clawperator_policy::Shipped;

use super::touches::{TEXT, VIEW, node, page, press, shipped, tap};

const CARD: &str = "[40,200][190,350]";

fn pressed(control: &str, text: &str) -> [&'static str; 2] {
    [format!("{control}{text}"), format!("{text}{control}")]
        .map(|inner| press(&page(&inner), shipped(Shipped::Server), "c", tap(60, 240)))
}

/// A text view is often wider than its words.
#[test]
fn a_control_without_a_name_is_judged_by_the_words_across_it() {
    let card = node("c", VIEW, "", "click", CARD, "");
    let glyph = node("c", VIEW, "\u{e8cc}", "click", CARD, "");
    for text in [
        "[0,205][400,235]",
        "[0,190][400,220]",
        "[0,150][400,400]",
        "[100,205][400,235]",
    ] {
        let text = node("t", TEXT, "Buy now", "", text, "");
        for control in [&card, &glyph] {
            assert_eq!(pressed(control, &text), ["deny"; 2], "{control}{text}");
        }
    }
    // One with a name is what it says: a heading may reach under it.
    let named = node("c", VIEW, "Back", "click", CARD, "");
    let heading = node("t", TEXT, "Buy now", "", "[0,205][400,235]", "");
    assert_eq!(pressed(&named, &heading), ["allow"; 2]);
    for text in ["[0,100][400,190]", "[0,440][400,480]"] {
        let text = node("t", TEXT, "Buy now", "", text, "");
        assert_eq!(pressed(&card, &text), ["allow"; 2], "{text}");
    }
}

#[test]
fn an_icon_without_a_name_is_judged_by_its_caption() {
    let icon = node("c", VIEW, "", "click", "[40,200][100,260]", "");
    for caption in [
        "[40,262][140,292]",
        "[30,260][110,290]",
        "[0,270][140,300]",
        "[50,255][90,280]",
    ] {
        let caption = node("t", TEXT, "Buy now", "", caption, "");
        assert_eq!(pressed(&icon, &caption), ["deny"; 2], "{caption}");
    }
    // What is far away, beside it or the heading of what follows is not its caption.
    for other in [
        "[40,300][140,330]",
        "[120,262][220,292]",
        "[0,262][400,292]",
        "[40,150][140,190]",
    ] {
        let other = node("t", TEXT, "Buy now", "", other, "");
        assert_eq!(pressed(&icon, &other), ["allow"; 2], "{other}");
    }
    let named = node("c", VIEW, "Help", "click", "[40,200][100,260]", "");
    let caption = node("t", TEXT, "Buy now", "", "[40,262][140,292]", "");
    assert_eq!(pressed(&named, &caption), ["allow"; 2]);
}
