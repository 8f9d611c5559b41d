//! `assert_node`: whether a node is on the screen as it should be.

use clawperator_contract::actions::{AssertNodeParams, NodeState};
use clawperator_contract::{Action, DataKey, ErrorCode, Integer, RetryPreset};

use super::presence::{Presence, look, must_show_all, presence, stays_gone};
use crate::attempts::Attempts;
use crate::run::{Done, Run};
use crate::step::{Attempt, Data, StepError};

pub(crate) async fn perform(
    run: &mut Run<'_>,
    _action: &Action,
    params: &AssertNodeParams,
) -> Result<Done, StepError> {
    let mut attempts = Attempts::of(params.retry.as_ref(), RetryPreset::None);
    loop {
        match hold(run, params).await {
            Ok(data) => return Ok(data.into()),
            Err(attempt) => run.try_again(&mut attempts, attempt).await?,
        }
    }
}

async fn hold(run: &mut Run<'_>, params: &AssertNodeParams) -> Result<Data, Attempt> {
    let state = params.state.unwrap_or(NodeState::Present);
    let wanted = params.count.as_ref().map(Integer::get);
    let wanted = wanted.and_then(|count| usize::try_from(count).ok());
    let seen = look(run, state == NodeState::Count).await?;
    let mut found = presence(run, &seen, &params.target, &params.scope).await?;
    if state == NodeState::Gone && found.count == 0 {
        found = stays_gone(run, &seen, &params.target, &params.scope).await?;
    }
    let holds = match state {
        NodeState::Present => found.count > 0,
        NodeState::Gone => found.count == 0,
        NodeState::Count => Some(found.count) == wanted,
    };
    let depends_on_all = match state {
        NodeState::Present => !holds,
        NodeState::Gone => false,
        // More than are asked for are too many, whatever else there is.
        NodeState::Count => wanted.is_some_and(|wanted| found.count <= wanted),
    };
    if depends_on_all {
        must_show_all(run, &seen, &params.target, &params.scope)?;
    }
    let data = found
        .data
        .clone()
        .with(DataKey::State, state.name())
        .with(DataKey::MatchCount, found.count);
    if holds {
        return Ok(data);
    }
    let error = StepError::new(ErrorCode::AssertionFailed, otherwise(state, wanted, &found));
    Err(Attempt::Again(error.with(data)))
}

/// What is there in place of what should be.
fn otherwise(state: NodeState, wanted: Option<usize>, found: &Presence) -> String {
    let words = &found.words;
    match (state, found.count) {
        (NodeState::Gone, 1) => format!("it is on the screen: {words}"),
        (NodeState::Gone, count) => {
            format!("{count} nodes match, of which the first is {words}")
        }
        (NodeState::Count, count) if count > 0 => {
            let wanted = wanted.map_or_else(|| "others".to_owned(), |wanted| wanted.to_string());
            format!("{count} nodes match where {wanted} should, the first is {words}")
        }
        (NodeState::Count | NodeState::Present, _) => words.clone(),
    }
}
