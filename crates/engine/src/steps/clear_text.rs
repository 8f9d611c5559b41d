//! `clear_text`: focus a field, take away what it holds, and read back that nothing is left.

use std::sync::Arc;

use clawperator_contract::actions::ClearTextParams;
use clawperator_contract::{Action, DataKey, ErrorCode, RetryPreset};
use clawperator_device::driver::{Observation, TypedBy, View};
use clawperator_ui::Node;

use super::field::{Field, Wanted, fields, focus_and_type, has_keys, is_same_field};
use super::held_text::{Emptied, Held};
use crate::attempts::Attempts;
use crate::evidence::{Evidence, seen};
use crate::run::{Done, Run};
use crate::step::{Data, StepError};

pub(crate) async fn perform(
    run: &mut Run<'_>,
    action: &Action,
    params: &ClearTextParams,
) -> Result<Done, StepError> {
    let mut attempts = Attempts::of(params.retry.as_ref(), RetryPreset::UiReadiness);
    let mut tapped = None;
    // Nothing in place of what is there.
    let wanted = Wanted {
        target: params.names_field().then_some(&params.target),
        text: "",
        clear: true,
    };
    let (field, cleared_by) = loop {
        run.forget_looks();
        match focus_and_type(run, action, wanted, &mut tapped).await {
            Ok(cleared) => break cleared,
            Err(attempt) => run.try_again(&mut attempts, attempt).await?,
        }
    };
    let (data, after) = read_back(run, &field, cleared_by).await?;
    let before = field.seen;
    Ok(Done {
        data,
        evidence: Some(Evidence::Seen { before, after }),
    })
}

/// Reads the field again: it is empty, or shows its hint.
async fn read_back(
    run: &mut Run<'_>,
    field: &Field,
    cleared_by: Option<TypedBy>,
) -> Result<(Data, Arc<Observation>), StepError> {
    let mut data = field.data.clone();
    if let Some(by) = cleared_by {
        data.set(DataKey::TypedBy, by.name());
    }
    let unknown =
        |why: String, data: Data| Err(StepError::new(ErrorCode::OutcomeUnknown, why).with(data));
    let after = match run.look(View::default()).await {
        Ok(after) => after,
        Err(error) => {
            let why = format!("the keys were sent, but the field could not be read: {error}");
            return unknown(why, data);
        }
    };
    seen(&mut data, &field.seen, &after);
    let before = field.seen.tree.get(field.node);
    let same = |node: &Node<'_>| before.is_some_and(|before| is_same_field(before, *node));
    let Some(node) = fields(&after.tree).find(same) else {
        let why = "the field is not on the screen any more: whether it was emptied is unknown";
        return unknown(why.to_owned(), data);
    };
    if cleared_by != Some(TypedBy::SetText) && !has_keys(node) {
        let why = "the field does not have the focus now: what the keys took away is unknown";
        return unknown(why.to_owned(), data);
    }
    let is_password = field.password || node.is_password();
    let now = match Held::of(node) {
        // A driver that numbers its trees tells hints from texts.
        held if after.number.is_some() && !is_password => held.told(),
        held => held,
    };
    let emptied = field.held.judge_emptied(&now, is_password);
    let left = match emptied {
        Emptied::Yes => "",
        Emptied::ShowsAnother | Emptied::No | Emptied::CannotTell => now.shown(),
    };
    data.set(DataKey::Length, left.chars().count());
    if !is_password {
        data.set(DataKey::Text, left);
    }
    match emptied {
        Emptied::Yes => Ok((data, after)),
        Emptied::ShowsAnother => {
            data.warn("what the field held is gone; what it shows now is taken for its hint, which the phone does not say");
            Ok((data, after))
        }
        Emptied::CannotTell => unknown(
            "the field shows what it showed before or a part of it, which may be its hint: whether it is empty is unknown"
                .to_owned(),
            data,
        ),
        Emptied::No => {
            let characters = left.chars().count();
            let message = format!("the field still shows {characters} character(s)");
            Err(StepError::new(ErrorCode::TextMismatch, message).with(data))
        }
    }
}
