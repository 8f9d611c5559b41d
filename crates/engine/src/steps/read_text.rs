//! `read_text`: the text of one node, or of every match.

use clawperator_contract::actions::ReadTextParams;
use clawperator_contract::{Action, DataKey, ErrorCode, RetryPreset};
use clawperator_device::driver::View;
use clawperator_ui::{Node, TextValidator};

use crate::attempts::Attempts;
use crate::find::{find, find_all};
use crate::run::{Done, Run};
use crate::step::{Attempt, Data, StepError};
use crate::verify::{self, Shown};

pub(crate) async fn perform(
    run: &mut Run<'_>,
    action: &Action,
    params: &ReadTextParams,
) -> Result<Done, StepError> {
    let validator = TextValidator::of(params).map_err(|error| {
        // Validation has compiled it before.
        StepError::new(ErrorCode::InternalError, format!("the pattern: {error:?}"))
    })?;
    let mut attempts = Attempts::of(params.retry.as_ref(), RetryPreset::UiReadiness);
    loop {
        match read(run, action, params, validator.as_ref()).await {
            Ok(data) => return Ok(data.into()),
            Err(attempt) => run.try_again(&mut attempts, attempt).await?,
        }
    }
}

async fn read(
    run: &mut Run<'_>,
    action: &Action,
    params: &ReadTextParams,
    validator: Option<&TextValidator>,
) -> Result<Data, Attempt> {
    run.forget_looks();
    let seen = run.look(View::default()).await?;
    let all = params.all == Some(true);
    let found = if all {
        find_all(run, &seen, &params.target, &params.scope).await?
    } else {
        find(run, &seen, &params.target, &params.scope, None).await?
    };
    let nodes: Vec<Node<'_>> = if all {
        found
            .all
            .iter()
            .filter_map(|id| seen.tree.get(*id))
            .collect()
    } else {
        seen.tree.get(found.node).into_iter().collect()
    };
    let texts: Vec<String> = nodes
        .iter()
        .map(|node| node.words().into_owned())
        .filter(|text| !text.is_empty())
        .collect();
    let Some(first) = texts.first() else {
        let node = nodes
            .first()
            .map_or_else(String::new, |node| node.describe());
        return Err(Attempt::Again(StepError::new(
            ErrorCode::ValueNodeNotFound,
            format!("{node} was found but has no text"),
        )));
    };
    for text in &texts {
        check(validator, text).map_err(Attempt::Again)?;
    }
    let compared = match action.verifies() {
        Some(verified) => {
            let shown = Shown::all(params, &seen, &found);
            Some(verify::compared(run, params, &shown, verified).await)
        }
        None => None,
    };
    if !all {
        run.keep_text(action, first);
    }
    let mut data = found.data.with(DataKey::Validator, name(validator));
    if let Some(compared) = compared {
        data.extend(compared);
    }
    Ok(if all {
        data.with(DataKey::Text, json(&texts))
            .with(DataKey::All, true)
            .with(DataKey::Count, texts.len())
    } else {
        data.with(DataKey::Text, first)
    })
}

fn check(validator: Option<&TextValidator>, text: &str) -> Result<(), StepError> {
    let Some(validator) = validator.filter(|validator| !validator.accepts(text)) else {
        return Ok(());
    };
    let name = name(Some(validator));
    Err(StepError::new(
        ErrorCode::ValidatorMismatch,
        format!("the text was read, but is not what validator '{name}' expects"),
    )
    .with(
        Data::new()
            .with(DataKey::RawText, text)
            .with(DataKey::Validator, name),
    ))
}

const fn name(validator: Option<&TextValidator>) -> &'static str {
    match validator {
        None => "none",
        Some(TextValidator::Temperature) => "temperature",
        Some(TextValidator::Version) => "version",
        Some(TextValidator::Pattern(_)) => "regex",
    }
}

/// A list of strings as JSON, the one form in which a list fits into a string.
#[expect(
    clippy::expect_used,
    reason = "strings and lists of them always serialise"
)]
pub(crate) fn json<T: serde::Serialize>(value: &T) -> String {
    serde_json::to_string(value).expect("a list of strings is JSON")
}
