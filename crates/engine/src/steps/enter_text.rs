//! `enter_text`: focus, clear when asked, type, and read back what arrived.

use std::sync::Arc;

use clawperator_contract::actions::EnterTextParams;
use clawperator_contract::{Action, DataKey, ErrorCode, RetryPreset};
use clawperator_device::driver::{ActError, Observation, TypedBy, View};
use clawperator_ui::Node;

use super::boxes::{Spread, spread};
use super::field::{
    Field, Wanted, fields, focus_and_type, focused_field, has_keys, is_same_field, of_another_tree,
};
use super::held_text::{Arrived, Held};
use crate::attempts::Attempts;
use crate::evidence::{Evidence, seen};
use crate::intent::Intent;
use crate::run::{Done, Run};
use crate::step::{Attempt, Data, StepError, unreadable};

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
    let wanted = Wanted {
        target: Some(&params.target),
        text,
        clear: params.clear == Some(true),
    };
    let (field, typed_by) = loop {
        run.forget_looks();
        match focus_and_type(run, action, wanted, &mut tapped).await {
            Ok(typed) => break typed,
            Err(attempt) => run.try_again(&mut attempts, attempt).await?,
        }
    };
    let (mut data, after) = read_back(run, &field, wanted, typed_by).await?;
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
        ActError::NotSent { .. }
        | ActError::Refused { .. }
        | ActError::Declined { .. }
        | ActError::Partly { .. } => "false",
    };
    let error = Attempt::from(error).into_error();
    let message = format!("the text was typed; then enter: {}", error.message);
    StepError::new(error.code, message).with(data.with(DataKey::Submit, pressed))
}

/// Reads the field again and compares it with what it should hold.
async fn read_back(
    run: &mut Run<'_>,
    field: &Field,
    wanted: Wanted<'_>,
    typed_by: Option<TypedBy>,
) -> Result<(Data, Arc<Observation>), StepError> {
    let Wanted { text, clear, .. } = wanted;
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
    let node = fields(&after.tree).find(same);
    // What was set was for this field and no other, whatever has the focus now.
    let is_there = |node: &Node<'_>| typed_by == Some(TypedBy::SetText) || has_keys(*node);
    let Some(node) = node.filter(is_there) else {
        // Some fields pass the focus on to the next as soon as they are full.
        let boxes = before.and_then(|before| spread(before, node?, &field.held, wanted));
        let Some(Spread { fields, text }) = boxes else {
            return Err(StepError::new(
                ErrorCode::OutcomeUnknown,
                "it was typed, and the field does not have the focus now: where the text went is unknown",
            )
            .with(data));
        };
        data.set(DataKey::Fields, fields);
        data.set(DataKey::Length, text.chars().count());
        if !field.password {
            data.set(DataKey::Text, text);
        }
        return Ok((data, after));
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
