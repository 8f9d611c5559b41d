//! A text into a field: in the way that was asked for, or in the one that fits.

use clawperator_operator_protocol::{Outcome, Way};
use clawperator_phone_operator::Did;
use clawperator_phone_screen::{
    Accessibility, AccessibleNode, AccessibleTree, InjectRefused, NodeFlags, NodeRefused,
    node_action,
};

use super::act::{injected, on_node, press, refused};
use super::phone::ScreenOperator;
use crate::faults::Switch;

const DELETE: u32 = 67;
const MOVE_END: u32 = 123;
/// The most characters that are taken away by keys.
const MOST_ERASED: u32 = 40_000;
/// The most that are typed by keys.
const MOST_TYPED: usize = 500;

/// What to put where.
#[derive(Clone, Copy)]
pub(super) struct Entry<'a> {
    /// Window and identity of the field, or none for the one that has the focus.
    pub(super) field: Option<(i32, u64)>,
    /// Characters to take away before.
    pub(super) erase: u32,
    pub(super) text: &'a str,
}

/// The field at this moment.
struct Field {
    identity: u64,
    /// How many characters it shows, without those of a hint.
    shown: usize,
    is_secret: bool,
    can_be_set: bool,
    is_focused: bool,
}

/// Puts a text into a field.
pub(super) async fn enter(
    phone: &ScreenOperator,
    access: &dyn Accessibility,
    way: Way,
    entry: Entry<'_>,
) -> Did {
    let automation = match phone.automation() {
        Ok(automation) => automation,
        Err(refusal) => return Did::failed(Outcome::NotBegun, &refusal.code, refusal.message),
    };
    let field = match field(automation, entry.field) {
        Ok(field) => field,
        Err(did) => return did,
    };
    let way = match way {
        Way::Any => chosen(&field, entry),
        way => Some(way),
    };
    match way {
        Some(Way::Set) => set(automation, &field, entry).await,
        Some(Way::Keys) if has_keys(entry.text) => {
            type_or_paste(phone, access, &field, entry, Way::Keys).await
        }
        Some(Way::Paste) if !field.is_secret => {
            type_or_paste(phone, access, &field, entry, Way::Paste).await
        }
        Some(Way::Keys) => unsupported("a character has no key"),
        Some(Way::Paste | Way::Any) | None => unsupported(
            "a character has no key, and passwords are not pasted; clear the field to set it",
        ),
    }
}

/// The way that fits, if one does.
fn chosen(field: &Field, entry: Entry<'_>) -> Option<Way> {
    let erased = usize::try_from(entry.erase).unwrap_or(usize::MAX);
    if entry.erase > 0 && erased >= field.shown && field.can_be_set {
        Some(Way::Set)
    } else if has_keys(entry.text) {
        Some(Way::Keys)
    } else if field.shown == 0 && field.can_be_set {
        Some(Way::Set)
    } else {
        (!field.is_secret).then_some(Way::Paste)
    }
}

/// A line end would submit a form and a tab leave the field.
fn has_keys(text: &str) -> bool {
    text.len() <= MOST_TYPED && text.chars().all(|character| matches!(character, ' '..='~'))
}

async fn set(access: &dyn Accessibility, field: &Field, entry: Entry<'_>) -> Did {
    if usize::try_from(entry.erase).is_ok_and(|erased| erased < field.shown) {
        return unsupported("part of the field is to stay");
    }
    if !field.can_be_set {
        return unsupported("the field does not let its text be set");
    }
    on_node(
        access.set_text(Some(field.identity), entry.text).await,
        Way::Set,
    )
}

/// Both need the focus, and come behind what is there.
async fn type_or_paste(
    phone: &ScreenOperator,
    access: &dyn Accessibility,
    field: &Field,
    entry: Entry<'_>,
    way: Way,
) -> Did {
    if entry.erase > MOST_ERASED {
        let message = "too many characters are to be taken away";
        return Did::failed(Outcome::NotBegun, "TOO_LONG", message);
    }
    if phone.framework.phone.faults().has(Switch::RefuseInput) {
        return injected(Err(InjectRefused::NotPermitted));
    }
    if !field.is_focused {
        match access.perform(field.identity, node_action::FOCUS).await {
            Ok(()) => {}
            Err(NodeRefused::Gone) => return gone(),
            Err(NodeRefused::NotOffered) => {
                return refused("NOT_FOCUSED", "the field does not take the focus");
            }
        }
    }
    let screen = &*phone.framework.screen;
    let mut begun = false;
    let steps = async {
        press(screen, MOVE_END).await?;
        begun = true;
        for _ in 0..entry.erase {
            press(screen, DELETE).await?;
        }
        match way {
            _ if entry.text.is_empty() => Ok(()),
            Way::Keys => screen.text(entry.text).await,
            _ => access.paste(entry.text).await,
        }
    };
    match (steps.await, begun) {
        (Ok(()), _) => Did::done(way),
        (Err(refusal), false) => injected(Err(refusal)),
        (Err(refusal), true) => Did {
            way,
            ..Did::failed(Outcome::InPart, "INPUT_FORBIDDEN", refusal.to_string())
        },
    }
}

/// The field that is meant, as it is now.
fn field(access: &dyn Accessibility, wanted: Option<(i32, u64)>) -> Result<Field, Did> {
    let tree = access.tree();
    let is_it = |(window, node): &(i32, &AccessibleNode)| match wanted {
        Some(wanted) => (*window, node.identity) == wanted,
        // A button takes keys too, and a space presses it.
        None => node.flags.has(NodeFlags::FOCUSED) && node.flags.has(NodeFlags::EDITABLE),
    };
    let Some((_, node)) = nodes(&tree).find(is_it) else {
        return Err(match wanted {
            Some(_) => gone(),
            None => Did::failed(Outcome::NotBegun, "NO_FIELD", "no field has the focus"),
        });
    };
    let has = |flag| node.flags.has(flag);
    Ok(Field {
        identity: node.identity,
        shown: if has(NodeFlags::SHOWS_HINT) {
            0
        } else {
            node.text.chars().count()
        },
        is_secret: has(NodeFlags::PASSWORD),
        can_be_set: node.actions & node_action::SET_TEXT != 0,
        is_focused: has(NodeFlags::FOCUSED),
    })
}

/// Whether a window has a node of this identity.
pub(super) fn is_in(access: &dyn Accessibility, window: i32, identity: u64) -> bool {
    nodes(&access.tree()).any(|(of, node)| (of, node.identity) == (window, identity))
}

/// Every node, with the window that it is in.
fn nodes(tree: &AccessibleTree) -> impl Iterator<Item = (i32, &AccessibleNode)> {
    let windows = tree.windows.iter();
    windows.flat_map(|window| window.nodes.iter().map(|node| (window.id, node)))
}

pub(super) fn gone() -> Did {
    let message = "the node is not on the screen any more";
    Did::failed(Outcome::NotBegun, "NODE_GONE", message)
}

fn unsupported(why: &str) -> Did {
    Did::failed(
        Outcome::NotBegun,
        "TEXT_UNSUPPORTED",
        format!("{why}; nothing was sent"),
    )
}
