//! `read_key_value_pair`: the value that stands beside a label.

use clawperator_contract::actions::ReadKeyValuePairParams;
use clawperator_contract::{Action, ContainerScope, DataKey, ErrorCode, RetryPreset, Target};
use clawperator_device::driver::View;
use clawperator_ui::{Node, Paired};
use serde::Serialize;

use super::read_text::json;
use crate::attempts::Attempts;
use crate::find::{find, find_all};
use crate::run::{Done, Run};
use crate::step::{Attempt, Data, StepError};

/// One label with its value, as `pairs` lists them.
#[derive(Debug, Serialize)]
struct Pair {
    label: String,
    value: String,
}

pub(crate) async fn perform(
    run: &mut Run<'_>,
    _: &Action,
    params: &ReadKeyValuePairParams,
) -> Result<Done, StepError> {
    let target = Target {
        matcher: params.label_matcher.clone(),
        where_clause: params.where_clause.clone(),
        strict: params.strict,
        window: params.window,
        ..Target::default()
    };
    let all = params.all == Some(true);
    let mut attempts = Attempts::of(params.retry.as_ref(), RetryPreset::UiReadiness);
    loop {
        match read(run, &target, all).await {
            Ok(data) => return Ok(data.into()),
            Err(attempt) => run.try_again(&mut attempts, attempt).await?,
        }
    }
}

async fn read(run: &mut Run<'_>, target: &Target, all: bool) -> Result<Data, Attempt> {
    run.forget_looks();
    let seen = run.look(View::default()).await?;
    let anywhere = ContainerScope::default();
    let found = if all {
        find_all(run, &seen, target, &anywhere).await?
    } else {
        find(run, &seen, target, &anywhere, None).await?
    };
    let labels = if all {
        &*found.all
    } else {
        std::slice::from_ref(&found.node)
    };
    let pairs: Vec<Pair> = labels
        .iter()
        .filter_map(|label| {
            let label = seen.tree.get(*label)?;
            Some(Pair {
                label: label.words().into_owned(),
                value: label.value_node()?.value().into_owned(),
            })
        })
        .collect();
    let Some(first) = pairs.first() else {
        let label = seen.tree.get(found.node);
        let message = label.map_or_else(String::new, without_value);
        return Err(Attempt::Again(
            StepError::new(ErrorCode::ValueNodeNotFound, message).with(found.data),
        ));
    };
    let mut data = found
        .data
        .with(DataKey::Label, &first.label)
        .with(DataKey::Value, &first.value);
    if all {
        data.set(DataKey::All, true);
        data.set(DataKey::Count, pairs.len());
        data.set(DataKey::Pairs, json(&pairs));
    }
    Ok(data)
}

/// Why no value is known for a label.
fn without_value(label: Node<'_>) -> String {
    match label.paired() {
        Paired::Unclear { beside, below } => format!(
            "two values may belong to {}: {} beside it and {} below it",
            label.describe(),
            beside.describe(),
            below.describe()
        ),
        Paired::Alone | Paired::With(_) => {
            format!("there is no value beside {}", label.describe())
        }
    }
}
