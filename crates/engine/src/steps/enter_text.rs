//! `enter_text`: focus, clear when asked, type, and read back what arrived.

use std::sync::Arc;

use clawperator_contract::actions::{ClickType, EnterTextParams};
use clawperator_contract::{Action, ContainerScope, DataKey, ErrorCode, RetryPreset};
use clawperator_device::driver::{
    ActError, Acted, Observation, Present, SeenNode, TextEntry, TypedBy, View,
};
use clawperator_ui::{Gesture, Node, NodeId, Point, Role, Tree};

use super::held_text::{Arrived, Held};
use super::touch::{on, point_of, touch};
use crate::attempts::Attempts;
use crate::evidence::{Evidence, seen};
use crate::find::find;
use crate::intent::Intent;
use crate::run::{Done, Run};
use crate::step::{Attempt, Data, StepError, unreadable};

/// The field before anything was typed.
#[derive(Debug)]
struct Field {
    seen: Arc<Observation>,
    node: NodeId,
    data: Data,
    held: Held,
    password: bool,
}

pub(crate) async fn perform(
    run: &mut Run<'_>,
    action: &Action,
    params: &EnterTextParams,
) -> Result<Done, StepError> {
    let text = params.text.expose();
    run.device
        .can_type(text)
        .map_err(|reason| StepError::new(ErrorCode::TextUnsupported, reason))?;
    let mut attempts = Attempts::of(params.retry.as_ref(), RetryPreset::UiReadiness);
    let mut tapped = None;
    let (field, typed_by) = loop {
        run.forget_looks();
        match focus_and_type(run, action, params, &mut tapped).await {
            Ok(typed) => break typed,
            Err(attempt) => run.try_again(&mut attempts, attempt).await?,
        }
    };
    let clear = params.clear == Some(true);
    let (mut data, after) = read_back(run, &field, text, clear, typed_by).await?;
    let submit = params.submit == Some(true);
    if submit {
        submit_text(run, action, &field, after.clone(), &data).await?;
    }
    data.set(DataKey::Submit, submit);
    let before = field.seen;
    // What the enter key did is seen only where somebody asks for it.
    let evidence = if submit && run.options.settle {
        Evidence::Awaited {
            before,
            press: None,
        }
    } else {
        Evidence::Seen { before, after }
    };
    Ok(Done {
        data,
        evidence: Some(evidence),
    })
}

/// Presses the enter key, which is judged by itself: what it does is more than typing.
async fn submit_text(
    run: &mut Run<'_>,
    action: &Action,
    field: &Field,
    mut after: Arc<Observation>,
    data: &Data,
) -> Result<(), StepError> {
    let not_pressed = |error: StepError| {
        let message = format!(
            "the text was typed, but enter was not pressed: {}",
            error.message
        );
        StepError { message, ..error }.with(data.clone().with(DataKey::Submit, false))
    };
    let before = field
        .seen
        .tree
        .get(field.node)
        .ok_or_else(of_another_tree)?;
    loop {
        let focused = focused_field(&after.tree).filter(|node| is_same_field(before, *node));
        let Some(focused) = focused else {
            let lost = StepError::new(ErrorCode::ActionFailed, "the field has lost the focus");
            return Err(not_pressed(lost));
        };
        match run.permit(action, Intent::Submit(focused)).await {
            Ok(permit) => {
                let pressed = run.act(permit).await;
                return match pressed {
                    Ok(_) => Ok(()),
                    Err(error) => Err(not_submitted(error, data.clone())),
                };
            }
            Err(Attempt::Approved(_)) => {
                let again = run.look(View::default()).await;
                after = again.map_err(|error| not_pressed(unreadable(&error)))?;
            }
            Err(attempt) => return Err(not_pressed(attempt.into_error())),
        }
    }
}

/// The error of a text that was typed, and whose enter key was not pressed, as far as is known.
fn not_submitted(error: ActError, data: Data) -> StepError {
    let pressed = match error {
        ActError::Unknown { .. } => "unknown",
        ActError::NotSent { .. } | ActError::Refused { .. } | ActError::Partly { .. } => "false",
    };
    let error = Attempt::from(error).into_error();
    let message = format!("the text was typed; then enter: {}", error.message);
    StepError::new(error.code, message).with(data.with(DataKey::Submit, pressed))
}

/// Gives the field the focus and types into it. In which way, is not known of a text of which only a part was typed.
async fn focus_and_type(
    run: &mut Run<'_>,
    action: &Action,
    params: &EnterTextParams,
    tapped: &mut Option<Point>,
) -> Result<(Field, Option<TypedBy>), Attempt> {
    let field = focus(run, action, params, tapped).await?;
    let Some(node) = field.seen.tree.get(field.node) else {
        return Err(Attempt::Stop(of_another_tree()));
    };
    let entry = TextEntry {
        field: field.seen.number.map(|tree| SeenNode {
            tree,
            node: field.node,
        }),
        present: if params.clear == Some(true) {
            let shown = field.held.shown().chars().count();
            Present::Goes { shown }
        } else {
            Present::Stays
        },
        text: params.text.expose(),
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

fn of_another_tree() -> StepError {
    StepError::new(
        ErrorCode::InternalError,
        "the field belongs to another tree",
    )
}

/// Finds the field and gives it the focus, unless it has it. `tapped` is where it was pressed, by this or an earlier call.
async fn focus(
    run: &mut Run<'_>,
    action: &Action,
    params: &EnterTextParams,
    tapped: &mut Option<Point>,
) -> Result<Field, Attempt> {
    let seen = run.look(View::default()).await?;
    let found = find(
        run,
        &seen,
        &params.target,
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
    if !field.is_enabled() {
        return Err(Attempt::IfAsked(StepError::new(
            ErrorCode::NodeNotClickable,
            format!("{} is disabled", field.describe()),
        )));
    }
    if field.is_focused() {
        return Ok(Field {
            held: Held::of(field),
            password: field.is_password(),
            data: with_tap(found.data, *tapped),
            node: field.id(),
            seen: seen.clone(),
        });
    }
    let at = point_of(&target, ClickType::Focus).map_err(Attempt::Again)?;
    let tap = on(&seen, touch(at, ClickType::Focus), Gesture::Type).naming(node, field);
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
        Some(node) if is_same_field(field, node) => Ok(Field {
            held: Held::of(node),
            password: node.is_password(),
            data,
            node: node.id(),
            seen: focused.clone(),
        }),
        _ => Err(Attempt::Stop(
            StepError::new(
                ErrorCode::ActionFailed,
                "the field was pressed, but did not get the focus; nothing was typed",
            )
            .with(data),
        )),
    }
}

/// Reads the field again and compares it with what it should hold.
async fn read_back(
    run: &mut Run<'_>,
    field: &Field,
    text: &str,
    clear: bool,
    typed_by: Option<TypedBy>,
) -> Result<(Data, Arc<Observation>), StepError> {
    let mut data = field.data.clone();
    if let Some(by) = typed_by {
        data.set(DataKey::TypedBy, by.name());
    }
    let after = match run.look(View::default()).await {
        Ok(after) => after,
        Err(error) => {
            return Err(StepError::new(
                ErrorCode::OutcomeUnknown,
                format!("it was typed, but the result could not be read: {error}"),
            )
            .with(data));
        }
    };
    seen(&mut data, &field.seen, &after);
    let before = field.seen.tree.get(field.node);
    let same = |node: &Node<'_>| before.is_some_and(|before| is_same_field(before, *node));
    let node = match typed_by {
        // It was for this field and no other, whatever has the focus now.
        Some(TypedBy::SetText) => fields(&after.tree).find(same),
        _ => focused_field(&after.tree).filter(same),
    };
    let Some(node) = node else {
        return Err(StepError::new(
            ErrorCode::OutcomeUnknown,
            "it was typed, and the field does not have the focus now: where the text went is unknown",
        )
        .with(data));
    };
    let now = Held::of(node);
    let arrived = now.shown();
    let password = field.password || node.is_password();
    data.set(DataKey::Length, arrived.chars().count());
    if !password {
        data.set(DataKey::Text, arrived);
    }
    let judged = if password {
        field.held.judge_length(text, clear, &now)
    } else {
        field.held.judge(text, clear, arrived)
    };
    match judged {
        Arrived::Yes => Ok((data, after)),
        Arrived::CannotTell => Err(StepError::new(
            ErrorCode::OutcomeUnknown,
            "the field still shows what it showed before, which may be its hint: whether the text arrived is unknown",
        )
        .with(data)),
        Arrived::No { characters } if password => {
            let message = format!(
                "the password field shows {} character(s), and {characters} were expected",
                arrived.chars().count(),
            );
            Err(StepError::new(ErrorCode::TextMismatch, message).with(data))
        }
        Arrived::No { .. } => {
            let message = format!(
                "the field shows {} character(s) that are not what was expected; the answer has its text",
                arrived.chars().count()
            );
            Err(StepError::new(ErrorCode::TextMismatch, message).with(data))
        }
    }
}

fn focused_field(tree: &Tree) -> Option<Node<'_>> {
    fields(tree).find(|node| node.is_focused())
}

fn fields(tree: &Tree) -> impl Iterator<Item = Node<'_>> {
    tree.nodes().filter(|node| node.role() == Role::Textfield)
}

/// Whether two nodes of two trees are one field: of one class and id, and in the same place among those that are.
fn is_same_field(before: Node<'_>, after: Node<'_>) -> bool {
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
