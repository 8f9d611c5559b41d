//! `agent act`: one action of an agent, and what it came to.

use clawperator_contract::agent::{Normalized, Repair, normalize};
use clawperator_contract::{
    ActionType, EXPECTED_FORMAT, ErrorCode, Failure, RunOptions, Validated, validate, visible,
};
use clawperator_host::{ChosenOn, CommandId, Executor as _, Planned, plan_agent_action};
use serde::Serialize;
use serde_json::{Value, json};

use super::source::Source;
use crate::args::AgentActArgs;
use crate::context::{Answer, Context};
use crate::next_words::Speak as _;
use crate::phone::{self, Ran, asked};

const COMMAND_ID: CommandId = CommandId::Random("agent");
/// The shortest time that an action is given besides what it waits for itself.
const TIMEOUT_MS: u64 = 30_000;
/// The longest that an execution may take.
const MOST_TIMEOUT_MS: u64 = 120_000;

/// The most repairs that a message names; the answer has them all.
const MOST_NAMED: usize = 4;

/// What became of an action.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Acted {
    /// The action after all repairs; what is typed is not repeated.
    action: Value,
    normalized: Vec<Repair>,
    /// Why nothing was sent: a repair made another action of it.
    #[serde(skip_serializing_if = "Option::is_none")]
    refused: Option<Failure>,
    /// The task is over, with this message.
    #[serde(skip_serializing_if = "Option::is_none")]
    finished: Option<String>,
    /// What it became; what is typed is not repeated.
    #[serde(skip_serializing_if = "Option::is_none")]
    execution: Option<Value>,
    /// Its answer; what is typed is not repeated.
    #[serde(skip_serializing_if = "Option::is_none")]
    result: Option<Value>,
}

pub(super) fn act(args: &AgentActArgs, context: &mut Context<'_, '_>) -> Result<Answer, Failure> {
    let source = Source::named(&args.source)?;
    let mut normalized = normalize(&source.read(context.stdin)?)?;
    let chosen_on = match &args.snapshot {
        Some(id) => Some(context.store()?.snapshot(id)?),
        None => None,
    };
    if let Some(chosen_on) = &chosen_on {
        let outside = chosen_on.hold_within(&mut normalized.action);
        normalized.normalized.extend(outside);
    }
    if !normalized.may_run() && !args.run_repaired {
        return refused(normalized, context);
    }
    let planned = plan_agent_action(&normalized.action, chosen_on.as_ref())
        .map_err(|failure| with_flag(failure, args))?;
    let mut acted = Acted::of(normalized)?;
    let actions = match planned {
        Planned::Finished(message) => {
            acted.finished = Some(message.clone());
            let text = context.printer.render(&acted, |_| visible(&message));
            return Ok(text.into());
        }
        Planned::Actions(actions) => actions,
    };
    let validated = validated(&actions, context)?;
    acted.execution = Some(without_text(to_value(&validated.execution)?));
    if args.run.dry_run || args.run.validate_only {
        let text = context.printer.render(&acted, |_| {
            format!("{:#}", acted.execution.as_ref().unwrap_or(&Value::Null))
        });
        return Ok(text.into());
    }
    let ran = run(&validated, chosen_on.as_ref(), args, context)?;
    acted.result = Some(without_typed(to_value(&ran.result)?));
    let text = context
        .printer
        .render(&acted, |paint| phone::describe(&ran, paint));
    Ok(Answer {
        text: Some(text),
        status: ran.result.envelope.exit(),
    })
}

impl Acted {
    fn of(normalized: Normalized) -> Result<Self, Failure> {
        Ok(Self {
            action: without_text(to_value(&normalized.action)?),
            normalized: normalized.normalized,
            refused: None,
            finished: None,
            execution: None,
            result: None,
        })
    }
}

fn run(
    validated: &Validated,
    chosen_on: Option<&ChosenOn>,
    args: &AgentActArgs,
    context: &mut Context<'_, '_>,
) -> Result<Ran, Failure> {
    let profile = context.profile(args.run.profile.as_deref())?;
    let options = RunOptions {
        settle: args.run.settle,
        park: args.run.park.waits(context.printer.has_person()),
        trace: context.trace(args.run.trace)?,
        ..RunOptions::default()
    };
    let execution = &validated.execution;
    let steps = execution.actions().len();
    let request = asked(profile, context)?;
    let mut ran = phone::on_phone(steps, context, async |phone, listener, cancel| {
        let engine = match chosen_on {
            Some(chosen_on) => phone.executor_for(request, chosen_on)?,
            None => phone.executor(request),
        };
        let result = engine.execute(execution, options, listener, cancel).await?;
        Ok(Ran {
            result,
            step_millis: listener.step_millis(),
        })
    })?;
    ran.result.envelope.speak();
    if ran.result.envelope.error_code.as_deref() == Some(ErrorCode::StaleRef.name()) {
        // Refs are of another kind of snapshot, which has no id to choose points on.
        let hint = "decide on what the screen shows now: run clawperator observe";
        ran.result.envelope.hint = Some(hint.to_owned());
    }
    Ok(ran)
}

/// The execution of these actions, with fresh ids and the time that they take at most.
fn validated(actions: &[Value], context: &Context<'_, '_>) -> Result<Validated, Failure> {
    let command_id = COMMAND_ID.generate(&**context.sources)?;
    let waits = actions
        .iter()
        .filter_map(|action| action.pointer("/params/durationMs")?.as_u64())
        .fold(TIMEOUT_MS, u64::saturating_add);
    let payload = json!({
        "commandId": command_id, "taskId": command_id, "source": "clawperator-agent",
        "expectedFormat": EXPECTED_FORMAT, "timeoutMs": waits.min(MOST_TIMEOUT_MS), "actions": actions,
    });
    validate(payload.to_string().as_bytes())
}

/// The answer to an action that is not what the model asked for.
fn refused(normalized: Normalized, context: &Context<'_, '_>) -> Result<Answer, Failure> {
    let mut acted = Acted::of(normalized)?;
    let repairs = acted.normalized.iter();
    let wrong: Vec<String> = repairs
        .filter(|repair| repair.kind.stops())
        .take(MOST_NAMED)
        .map(Repair::to_string)
        .collect();
    let message = format!("nothing was sent: {}", wrong.join(", "));
    let hint = "have the model ask again; --run-repaired carries it out with the defaults";
    let failure = Failure::new(ErrorCode::ExecutionValidationFailed, message).with_hint(hint);
    let told = format!("{}\nhint: {hint}", failure.message);
    let status = failure.exit();
    acted.refused = Some(failure);
    Ok(Answer {
        text: Some(context.printer.render(&acted, |_| told)),
        status,
    })
}

fn with_flag(failure: Failure, args: &AgentActArgs) -> Failure {
    if args.snapshot.is_none() && failure.code == ErrorCode::MissingArgument {
        return failure.with_hint("add --snapshot with the id that clawperator observe prints");
    }
    failure
}

fn to_value(value: &impl Serialize) -> Result<Value, Failure> {
    serde_json::to_value(value)
        .map_err(|error| Failure::new(ErrorCode::InternalError, error.to_string()))
}

/// An answer without what was typed, which may be a password. What was read stays.
fn without_typed(mut result: Value) -> Value {
    let typing = ActionType::EnterText.name();
    let steps = result.pointer_mut("/envelope/stepResults");
    let steps = steps.and_then(Value::as_array_mut).into_iter().flatten();
    for step in steps.filter(|step| step["actionType"] == typing) {
        hide(step);
    }
    result
}

/// The same without what is typed, which may be a password.
fn without_text(mut value: Value) -> Value {
    hide(&mut value);
    value
}

fn hide(value: &mut Value) {
    match value {
        Value::Object(entries) => {
            for (key, value) in entries.iter_mut() {
                if key == "text" && value.is_string() {
                    *value = Value::from("(hidden)");
                } else {
                    hide(value);
                }
            }
        }
        Value::Array(items) => items.iter_mut().for_each(hide),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}
