//! What a key does to what has the focus.
//!
//! Where nothing is seen to have it, a key goes into content of which the tree says nothing, as a finger would.

use clawperator_contract::{Capability, KeyDoes};
use clawperator_engine::{Finger, Stroke};
use clawperator_ui::{Node, Role};

use crate::facts::{Touched, add_field, add_touch};
use crate::judge::{Facts, Known};

/// Adds what a key does.
pub(crate) fn add_stroke<'a>(facts: &mut Facts<'a>, stroke: Stroke<'a>) -> Touched<'a> {
    let does = stroke.key.does();
    if does == KeyDoes::Moves {
        facts.capabilities.insert(Capability::Navigate);
        return Touched::default();
    }
    let focused = stroke.focused.and_then(|finger| {
        let named = finger.named()?;
        Some((finger, named.matched))
    });
    match focused {
        Some((finger, node)) => add_focused(facts, does, finger, node),
        None => add_unseen(facts, stroke),
    }
}

fn add_focused<'a>(
    facts: &mut Facts<'a>,
    does: KeyDoes,
    finger: &Finger<'a>,
    node: Node<'a>,
) -> Touched<'a> {
    let is_field = node.role() == Role::Textfield;
    match does {
        KeyDoes::Types if is_field => {
            add_field(facts, node);
            Touched::default()
        }
        // As the enter key behind a text, which is what it is there.
        KeyDoes::Activates if is_field => {
            add_field(facts, node);
            facts.capabilities.insert(Capability::Click);
            Touched::default()
        }
        KeyDoes::Activates => add_touch(facts, finger),
        // What takes no text may do anything by a letter.
        KeyDoes::Types => {
            facts.capabilities.insert(Capability::TypeText);
            add_touch(facts, finger)
        }
        KeyDoes::Adjusts if is_adjusted(node) => {
            facts.capabilities.insert(Capability::Navigate);
            add_touch(facts, finger)
        }
        KeyDoes::Adjusts | KeyDoes::Moves => {
            facts.capabilities.insert(Capability::Navigate);
            facts.packages = Known::from(Some(node.package()).filter(|name| !name.is_empty()));
            Touched::default()
        }
    }
}

/// Whether arrows change its value: that of a slider or a picker, and of many things in a web page.
fn is_adjusted(node: Node<'_>) -> bool {
    node.is_in_web_page()
        || node.is_web_page()
        || node.opaque().is_some()
        || node.is_slider()
        || node.ancestors().any(Node::is_slider)
}

fn add_unseen<'a>(facts: &mut Facts<'a>, stroke: Stroke<'a>) -> Touched<'a> {
    use Capability::{Click, LongClick, Navigate, TypeText};
    match stroke.key.does() {
        KeyDoes::Types => {
            facts.capabilities.insert(TypeText);
            facts.labels = Known::nothing();
        }
        KeyDoes::Activates if stroke.is_long => {
            facts.capabilities.extend([Navigate, Click, LongClick]);
        }
        KeyDoes::Activates | KeyDoes::Adjusts => facts.capabilities.extend([Navigate, Click]),
        KeyDoes::Moves => {
            facts.capabilities.insert(Navigate);
        }
    }
    Touched {
        takers: Vec::new(),
        is_opaque: true,
    }
}
