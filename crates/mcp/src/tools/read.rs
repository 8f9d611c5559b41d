//! `wait` and `read`: what is on the screen.

use clawperator_contract::{ErrorCode, Failure, RunOptions};
use rmcp::model::JsonObject;
use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::look::{USUAL_BUDGET, shown};
use super::parse;
use crate::actions::{On, USUAL_MS, execution, target};
use crate::answer::Answer;
use crate::run::Call;

/// How long a wait lasts where nobody says, and how long it may.
const SECONDS: (u64, u64) = (10, 110);
/// What a wait needs besides, for its last look and for reading the screen.
const BESIDES_MS: u64 = 10_000;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct WaitArguments {
    #[serde(default)]
    device: Option<String>,
    #[serde(rename = "for", default)]
    node: Option<Map<String, Value>>,
    #[serde(default)]
    gone: bool,
    #[serde(default)]
    seconds: Option<u64>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct ReadArguments {
    #[serde(default)]
    device: Option<String>,
    #[serde(default)]
    generation: Option<u64>,
    on: On,
}

pub(super) async fn wait(call: &Call<'_>, arguments: &JsonObject) -> Result<Answer, Failure> {
    let asked: WaitArguments = parse(arguments)?;
    let (usual, most) = SECONDS;
    let seconds = asked.seconds.unwrap_or(usual);
    if !(1..=most).contains(&seconds) {
        let message = format!("`seconds` is from 1 to {most}");
        return Err(Failure::new(ErrorCode::ExecutionValidationFailed, message));
    }
    let milliseconds = seconds * 1_000;
    let wait = match (asked.node, asked.gone) {
        (Some(node), gone) => {
            let until = if gone { "gone" } else { "present" };
            json!({ "id": "wait", "type": "wait_for_node", "params": { "where": node, "until": until, "timeoutMs": milliseconds } })
        }
        (None, false) => {
            json!({ "id": "wait", "type": "wait_for_idle", "params": { "timeoutMs": milliseconds } })
        }
        (None, true) => {
            let message = "`gone` needs `for`: what is to go away";
            return Err(Failure::new(ErrorCode::ExecutionValidationFailed, message));
        }
    };
    let actions = [wait, json!({ "id": "screen", "type": "snapshot_ui" })];
    let sources = &**call.state.host.store().sources();
    let validated = execution(sources, &actions, milliseconds + BESIDES_MS)?;
    let phone = call.phone(asked.device.as_deref()).await?;
    call.run(&phone, validated, shown(USUAL_BUDGET), None).await
}

pub(super) async fn read(call: &Call<'_>, arguments: &JsonObject) -> Result<Answer, Failure> {
    let asked: ReadArguments = parse(arguments)?;
    let generation = match (&asked.on, asked.generation) {
        (On::Ref(_), None) => {
            let message = "a ref needs the `generation` of the answer it is from";
            return Err(Failure::new(ErrorCode::ExecutionValidationFailed, message));
        }
        (_, generation) => generation.unwrap_or(0),
    };
    let mut params = Map::new();
    target(&mut params, asked.on, generation);
    let actions = [json!({ "id": "read", "type": "read_text", "params": params })];
    let sources = &**call.state.host.store().sources();
    let validated = execution(sources, &actions, USUAL_MS)?;
    let phone = call.phone(asked.device.as_deref()).await?;
    call.run(&phone, validated, RunOptions::default(), None)
        .await
}
