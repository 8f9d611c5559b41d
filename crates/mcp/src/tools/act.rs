//! `act`, `open` and `close`: what changes the phone.

use clawperator_contract::{ErrorCode, Failure, RunOptions, SnapshotForm};
use rmcp::model::JsonObject;
use serde::Deserialize;
use serde_json::{Value, json};

use super::parse;
use crate::acting::{Carried, used};
use crate::actions::{Step, USUAL_MS, execution};
use crate::answer::Answer;
use crate::run::Call;

/// The most steps of one call.
const MOST_STEPS: usize = 10;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct ActArguments {
    #[serde(default)]
    device: Option<String>,
    generation: u64,
    steps: Vec<Step>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct OpenArguments {
    #[serde(default)]
    device: Option<String>,
    generation: u64,
    #[serde(default)]
    app: Option<String>,
    #[serde(default)]
    uri: Option<String>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct CloseArguments {
    #[serde(default)]
    device: Option<String>,
    generation: u64,
    app: String,
}

pub(super) async fn act(call: &Call<'_>, arguments: &JsonObject) -> Result<Answer, Failure> {
    let asked: ActArguments = parse(arguments)?;
    if !(1..=MOST_STEPS).contains(&asked.steps.len()) {
        let message = format!("`steps` has from 1 to {MOST_STEPS} steps; nothing was sent");
        return Err(Failure::new(ErrorCode::ExecutionValidationFailed, message));
    }
    let generation = asked.generation;
    let steps = asked.steps.into_iter().enumerate();
    let actions: Result<Vec<Value>, Failure> = steps
        .map(|(index, step)| step.action(index + 1, generation))
        .collect();
    let on = (asked.device.as_deref(), generation);
    carry_out(call, on, &actions?, ("act", arguments)).await
}

pub(super) async fn open(call: &Call<'_>, arguments: &JsonObject) -> Result<Answer, Failure> {
    let asked: OpenArguments = parse(arguments)?;
    let action = match (asked.app, asked.uri) {
        (Some(app), None) => {
            // A package has dots and no blanks; everything else is what people call it.
            let is_package = app.contains('.') && !app.contains(char::is_whitespace);
            let key = if is_package {
                "applicationId"
            } else {
                "appName"
            };
            json!({ "id": "1-open", "type": "open_app", "params": { key: app } })
        }
        (None, Some(uri)) => {
            json!({ "id": "1-open", "type": "open_uri", "params": { "uri": uri } })
        }
        _ => {
            let message = "give `app` or `uri`, and only one; nothing was sent";
            return Err(Failure::new(ErrorCode::ExecutionValidationFailed, message));
        }
    };
    let on = (asked.device.as_deref(), asked.generation);
    carry_out(call, on, &[action], ("open", arguments)).await
}

pub(super) async fn close(call: &Call<'_>, arguments: &JsonObject) -> Result<Answer, Failure> {
    let asked: CloseArguments = parse(arguments)?;
    let action =
        json!({ "id": "1-close", "type": "close_app", "params": { "applicationId": asked.app } });
    let on = (asked.device.as_deref(), asked.generation);
    carry_out(call, on, &[action], ("close", arguments)).await
}

async fn carry_out(
    call: &Call<'_>,
    (device, generation): (Option<&str>, u64),
    actions: &[Value],
    named: (&str, &JsonObject),
) -> Result<Answer, Failure> {
    let sources = &**call.state.host.store().sources();
    let validated = execution(sources, actions, USUAL_MS)?;
    let carried = call.carried(device, generation, named);
    let free = match carried.await? {
        Carried::Before(known) => return call.submitted(known).await,
        Carried::Now(free) => free,
    };
    let options = RunOptions {
        settle: true,
        snapshot: SnapshotForm::Compact,
        park: true,
        ..RunOptions::default()
    };
    let acts = Some((generation, &free.claim));
    call.run(&free.phone, validated, options, acts)
        .await
        .map_err(|failure| used(failure, generation))
}
