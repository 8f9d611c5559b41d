//! The field that a text goes into: found, given the focus, and typed into.

use std::sync::Arc;

use clawperator_contract::actions::ClickType;
use clawperator_contract::{Action, ContainerScope, DataKey, ErrorCode, Target};
use clawperator_device::driver::{
    ActError, Acted, Observation, Present, SeenNode, TextEntry, Touch, TypedBy, View,
};
use clawperator_ui::{Gesture, Node, NodeId, Point, Role, Tree};

use super::held_text::Held;
use super::touch::{on, point_of};
use crate::find::find;
use crate::intent::Intent;
use crate::run::Run;
use crate::step::{Attempt, Data, StepError, unreadable};

/// The field before anything was typed.
#[derive(Debug)]
pub(super) struct Field {
    pub(super) seen: Arc<Observation>,
    pub(super) node: NodeId,
    pub(super) data: Data,
    pub(super) held: Held,
    pub(super) password: bool,
}

/// What is to be in which field.
#[derive(Debug, Clone, Copy)]
pub(super) struct Wanted<'a> {
    /// What names the field; nothing for the one that has the focus.
    pub(super) target: Option<&'a Target>,
    /// The text, which may be empty. It may be a password.
    pub(super) text: &'a str,
    /// Whether it takes the place of what is there.
    pub(super) clear: bool,
}

/// Gives the field the focus and types into it. In which way, is not known of a text of which only a part was typed.
pub(super) async fn focus_and_type(
    run: &mut Run<'_>,
    action: &Action,
    wanted: Wanted<'_>,
    tapped: &mut Option<Point>,
) -> Result<(Field, Option<TypedBy>), Attempt> {
    let field = focus(run, action, wanted.target, tapped).await?;
    let Some(node) = field.seen.tree.get(field.node) else {
        return Err(Attempt::Stop(of_another_tree()));
    };
    let entry = TextEntry {
        field: field.seen.number.map(|tree| SeenNode {
            tree,
            node: field.node,
        }),
        present: if wanted.clear {
            let shown = field.held.shown().chars().count();
            Present::Goes { shown }
        } else {
            Present::Stays
        },
        text: wanted.text,
    };
    // A press before may have changed what the field is, or where.
    let permit = run
        .permit(action, Intent::Text { field: node, entry })
        .await;
    let permit = permit.map_err(|attempt| match attempt {
        Attempt::Again(error) | Attempt::IfAsked(error) if tapped.is_some() => {
            Attempt::Stop(error.with(field.data.clone()))
        }
        other => other.with(field.data.clone()),
    })?;
    match run.act(permit).await {
        // What arrived is read back; of a password only the length is, which may be that of the old one.
        Ok(Acted::Typed(by)) => Ok((field, Some(by))),
        Ok(_) => Ok((field, None)),
        Err(ActError::Partly { .. }) if !field.password => Ok((field, None)),
        // Something may have been done, so nothing is tried a second time.
        Err(error) => Err(Attempt::Stop(
            Attempt::from(error).into_error().with(field.data),
        )),
    }
}

/// Data that say where the field was pressed, if it was.
fn with_tap(data: Data, tapped: Option<Point>) -> Data {
    match tapped {
        Some(at) => data.with(DataKey::FocusTap, format_args!("({},{})", at.x, at.y)),
        None => data,
    }
}

pub(super) fn of_another_tree() -> StepError {
    StepError::new(
        ErrorCode::InternalError,
        "the field belongs to another tree",
    )
}

/// Finds the field and gives it the focus, unless it has it. `tapped` is where it was pressed, by this or an earlier call.
async fn focus(
    run: &mut Run<'_>,
    action: &Action,
    target: Option<&Target>,
    tapped: &mut Option<Point>,
) -> Result<Field, Attempt> {
    let seen = run.look(View::default()).await?;
    let Some(target) = target else {
        let Some(field) = focused_field(&seen.tree) else {
            let error = StepError::new(ErrorCode::NodeNotFound, "no text field has the focus");
            return Err(Attempt::Again(error));
        };
        let data = Data::new();
        return enabled(field).map(|field| with_focus(&seen, field, data));
    };
    let found = find(
        run,
        &seen,
        target,
        &ContainerScope::default(),
        Some(Gesture::Type),
    )
    .await?;
    let Some(node) = seen.tree.get(found.node) else {
        let error = StepError::new(
            ErrorCode::InternalError,
            "the match belongs to another tree",
        );
        return Err(Attempt::Stop(error));
    };
    let target = node.touch_target(Gesture::Type);
    let field = target.node;
    if !target.takes_gesture {
        return Err(Attempt::Again(StepError::new(
            ErrorCode::NodeNotFound,
            format!("{} is not a text field", node.describe()),
        )));
    }
    let field = enabled(field)?;
    if has_keys(field) {
        return Ok(with_focus(&seen, field, with_tap(found.data, *tapped)));
    }
    if field.is_focused() {
        return Err(Attempt::IfAsked(StepError::new(
            ErrorCode::NodeNotClickable,
            format!(
                "{} is behind another window, which gets the keys; nothing was typed",
                field.describe()
            ),
        )));
    }
    let at = point_of(&target, ClickType::Focus).map_err(Attempt::Again)?;
    let tap = on(&seen, Touch::Tap(at), Gesture::Type).naming(node, field);
    if tapped.is_some() {
        let error = StepError::new(
            ErrorCode::ActionFailed,
            "the field was pressed and has lost the focus again; nothing was typed",
        );
        return Err(Attempt::Stop(error.with(with_tap(found.data, *tapped))));
    }
    run.tap_to_type(action, field, &tap).await?;
    // Whatever comes of it now, the field was pressed.
    *tapped = Some(at);
    let data = with_tap(found.data, *tapped);
    // Keys go to whatever has the focus, so that is looked at before anything is typed.
    let focused = match run.look(View::default()).await {
        Ok(focused) => focused,
        Err(error) => {
            let error = unreadable(&error);
            let message = format!(
                "the field was pressed, but nothing was typed: {}",
                error.message
            );
            return Err(Attempt::Stop(
                StepError::new(error.code, message).with(data),
            ));
        }
    };
    match focused_field(&focused.tree) {
        Some(node) if is_same_field(field, node) => Ok(with_focus(&focused, node, data)),
        _ => Err(Attempt::Stop(
            StepError::new(
                ErrorCode::ActionFailed,
                "the field was pressed, but did not get the focus; nothing was typed",
            )
            .with(data),
        )),
    }
}

fn with_focus(seen: &Arc<Observation>, field: Node<'_>, data: Data) -> Field {
    Field {
        held: Held::of(field),
        password: field.is_password(),
        data,
        node: field.id(),
        seen: Arc::clone(seen),
    }
}

fn enabled(field: Node<'_>) -> Result<Node<'_>, Attempt> {
    if field.is_enabled() {
        return Ok(field);
    }
    Err(Attempt::IfAsked(StepError::new(
        ErrorCode::NodeNotClickable,
        format!("{} is disabled", field.describe()),
    )))
}

/// Whether keys go to this node: a window behind another keeps the focus for itself, and gets none.
pub(super) fn has_keys(node: Node<'_>) -> bool {
    let is_elsewhere = node
        .tree()
        .window_in_front()
        .is_some_and(|(index, window)| {
            // A dump without windows says of none that it lies over another.
            let is_known =
                window.active.is_some() || window.focused.is_some() || window.layer.is_some();
            is_known && node.window_index() != index
        });
    node.is_focused() && !is_elsewhere
}

/// The field that keys go to.
pub(super) fn focused_field(tree: &Tree) -> Option<Node<'_>> {
    fields(tree).find(|node| has_keys(*node))
}

pub(super) fn fields(tree: &Tree) -> impl Iterator<Item = Node<'_>> {
    tree.nodes().filter(|node| node.role() == Role::Textfield)
}

/// Whether two nodes of two trees are one field: of one class and id, and in the same place among those that are.
pub(super) fn is_same_field(before: Node<'_>, after: Node<'_>) -> bool {
    let place = |field: Node<'_>| {
        let same = |other: &Node<'_>| {
            other.class() == field.class() && other.resource_id() == field.resource_id()
        };
        field
            .tree()
            .nodes()
            .filter(same)
            .position(|other| other == field)
    };
    before.class() == after.class()
        && before.resource_id() == after.resource_id()
        && place(before) == place(after)
}
