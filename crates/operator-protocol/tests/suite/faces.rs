//! What makes the face of a point another one, and what does not.

use clawperator_operator_protocol::{
    Closeness::{self, Close, Glance},
    Content, NodeFlags, Spot, Tree, Window,
};

use super::samples::rows;

/// The first of two equal buttons, in its row.
const DELETE: (i32, i32) = (650, 50);
/// The place of the window with the rows.
const APP: usize = 1;
/// The places of its nodes.
const LIST: usize = 0;
const ROW: usize = 1;
const NAME: usize = 2;
const BUTTON: usize = 3;
const OTHER_ROW: usize = 4;
const OTHER_NAME: usize = 5;

/// Whether the same lies at the button after a change, for a glance and looked at closely.
fn same(change: impl Fn(&mut Tree)) -> [bool; 2] {
    same_at(DELETE, change)
}

fn same_at(point: (i32, i32), change: impl Fn(&mut Tree)) -> [bool; 2] {
    let mut changed = rows();
    change(&mut changed);
    [Glance, Close].map(|closeness| Spot::of(&rows(), point, closeness).is_met_in(&changed))
}

/// Changes the node at this place.
fn node(place: usize) -> impl Fn(&mut Tree) -> &mut clawperator_operator_protocol::Node {
    move |tree| &mut tree.windows[APP].nodes[place]
}

fn bits(place: usize, bits: u32) -> [bool; 2] {
    same(|tree| {
        let node = node(place)(tree);
        node.flags = NodeFlags::new(node.flags.bits() ^ bits).unwrap();
    })
}

#[test]
fn what_moves_or_has_the_focus_stays_what_it_is() {
    assert_eq!(same(|_| ()), [true, true]);
    assert_eq!(same(|tree| tree.number += 1), [true, true]);
    let moved = |tree: &mut Tree| node(BUTTON)(tree).bounds = [640, 10, 940, 110];
    assert_eq!(same(moved), [true, true]);
    for flags in [0x20, 0x400, 0x2000, 0x8000, 0x2_0000] {
        assert_eq!(bits(BUTTON, flags), [true, true], "{flags:#x}");
    }
    // A ring that turns beside it; its own state is another matter.
    let turns =
        |place: usize| same(move |tree| node(place)(tree).texts.state = Some("Turn 2".to_owned()));
    assert_eq!(turns(NAME), [true, true]);
    assert_eq!(turns(BUTTON), [true, false]);
    // A text elsewhere, such as a clock in another row.
    let elsewhere = |tree: &mut Tree| node(OTHER_NAME)(tree).texts.text = Some("12:01".to_owned());
    assert_eq!(same(elsewhere), [true, true]);
}

#[test]
fn what_says_something_else_is_something_else() {
    let says = |place: usize, text: &'static str| {
        same(move |tree| node(place)(tree).texts.text = Some(text.to_owned()))
    };
    assert_eq!(says(BUTTON, "Buy now"), [true, false]);
    // The same button of another row, as lists use their views again.
    assert_eq!(says(NAME, "Bob"), [true, false]);
    let described = |tree: &mut Tree| node(ROW)(tree).texts.description = Some(String::new());
    assert_eq!(same(described), [true, false]);
    // Checked, selected, a hint, an open field.
    for flags in [0x1, 0x2, 0x200, 0x800, 0x4000, 0x1_0000] {
        assert_eq!(bits(BUTTON, flags), [true, false], "{flags:#x}");
    }
    // Clickable, enabled, long clickable, a password.
    for flags in [0x4, 0x8, 0x80, 0x100] {
        assert_eq!(bits(BUTTON, flags), [false, false], "{flags:#x}");
    }
    assert_eq!(
        same(|tree| node(ROW)(tree).drawing_order += 1),
        [true, false]
    );
    // All of the page is not judged with a button.
    let page = |tree: &mut Tree| node(OTHER_ROW)(tree).texts.text = Some("news".to_owned());
    assert_eq!(same(page), [true, true]);
}

#[test]
fn what_is_elsewhere_or_covered_is_something_else() {
    assert_eq!(
        same(|tree| node(BUTTON)(tree).identity += 100),
        [false, false]
    );
    let away = |tree: &mut Tree| node(BUTTON)(tree).bounds = [600, 51, 900, 151];
    assert_eq!(same(away), [false, false]);
    let gone = |tree: &mut Tree| drop(tree.windows[APP].nodes.remove(BUTTON));
    assert_eq!(same(gone), [false, false]);
    assert_eq!(bits(BUTTON, 0x1000), [false, false]);
    let larger = |tree: &mut Tree| tree.windows[0].bounds = [600, 0, 1_000, 100];
    assert_eq!(same(larger), [false, false]);
    let over = |tree: &mut Tree| {
        let dialog = Window {
            id: 9,
            nodes: Vec::new(),
            ..tree.windows[APP].clone()
        };
        tree.windows.insert(0, dialog);
    };
    assert_eq!(same(over), [false, false]);
    let silent = |tree: &mut Tree| tree.windows[APP].content = Content::Unresponsive;
    assert_eq!(same(silent), [false, false]);
    // A window elsewhere is in nobody's way.
    let toast = |tree: &mut Tree| drop(tree.windows.remove(0));
    assert_eq!(same(toast), [true, true]);
}

#[test]
fn a_point_of_nothing_has_a_face_too() {
    let outside = (5_000, 5_000);
    assert_eq!(same_at(outside, |_| ()), [true, true]);
    let covered = |tree: &mut Tree| tree.windows[APP].bounds = [0, 0, 6_000, 6_000];
    assert_eq!(same_at(outside, covered), [false, false]);
    let faces = Closeness::ALL
        .iter()
        .map(|closeness| rows().face_at(DELETE, *closeness));
    let faces: Vec<_> = faces.collect();
    assert_ne!(faces[0], faces[1]);
    let page = |tree: &mut Tree| node(LIST)(tree).texts.text = Some("other".to_owned());
    assert_eq!(same(page), [true, false]);
}
