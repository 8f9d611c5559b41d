//! An execution on several phones: one document with every answer.

use clawperator_contract::wrappers::{PhoneResult, SeveralResults};
use clawperator_contract::{Action, Envelope, ErrorCode, ExitStatus, Failure, Validated};
use serde_json::Value;

use super::run_execution::{SnapshotChoice, options};
use super::several_text::{block, sum};
use crate::args::{Phones, RunArgs};
use crate::context::{Answer, Context};
use crate::failure_text::{self, Written};
use crate::next_words::Speak as _;
use crate::phone::{self, Ran, RanOn};
use crate::text::Paint;

/// Runs it on each of them; the exit code is that of the worst.
pub(super) fn run_on_several(
    phones: &Phones,
    validated: &Validated,
    run: &RunArgs,
    snapshot: SnapshotChoice,
    ending: fn(&Envelope) -> ExitStatus,
    context: &mut Context<'_, '_>,
) -> Result<Answer, Failure> {
    for action in validated.execution.actions() {
        refuse_what_is_of_one_phone(action)?;
    }
    let options = options(run, snapshot, context)?;
    let profile = context.profile(run.profile.as_deref())?;
    let request = phone::asked(profile, context)?;
    let execution = &validated.execution;
    let mut ran = phone::run_on_several(phones, execution, options, &request, context)?;
    for one in &mut ran {
        match &mut one.outcome {
            Ok(ran) => {
                ran.result.envelope.speak();
                ran.result.warnings.clone_from(&validated.warnings);
            }
            Err(failure) => failure.speak(),
        }
    }
    let status = ran.iter().map(|one| match &one.outcome {
        Ok(ran) => ending(&ran.result.envelope),
        Err(failure) => failure.exit(),
    });
    let status = ExitStatus::worst(status);
    let text = if context.printer.is_text() {
        described(&ran, context.printer.paint())
    } else {
        let answer = SeveralResults {
            phones: ran.into_iter().map(result).collect(),
        };
        context.printer.render(&answer, |_| String::new())
    };
    Ok(Answer {
        text: Some(text),
        status,
    })
}

/// A ref and a point of a snapshot mean a node of one phone, and a picture's path is one file.
fn refuse_what_is_of_one_phone(action: &Action) -> Result<(), Failure> {
    let params = serde_json::to_value(action).map_err(|error| {
        let message = format!("an action could not be written: {error}");
        Failure::new(ErrorCode::InternalError, message)
    })?;
    let (what, hint) = if names(&params, &["ref", "generation"]) {
        (
            "names a node by a snapshot of one phone",
            "name the node by a selector such as --text or --id",
        )
    } else if names(&params, &["path"]) {
        (
            "writes its picture to one file",
            "without a path each phone's picture gets a file of its own",
        )
    } else {
        return Ok(());
    };
    let message = format!(
        "step '{}' {what}, and several phones are chosen; nothing was sent",
        action.id.as_str()
    );
    Err(Failure::new(ErrorCode::ExecutionValidationFailed, message).with_hint(hint))
}

/// Whether one of these keys is anywhere in it. The canonical form has them at every place where an action may.
fn names(value: &Value, keys: &[&str]) -> bool {
    match value {
        Value::Object(object) => object
            .iter()
            .any(|(key, value)| keys.contains(&&**key) || names(value, keys)),
        Value::Array(items) => items.iter().any(|item| names(item, keys)),
        _ => false,
    }
}

fn result(one: RanOn<Ran>) -> PhoneResult {
    let (result, failure) = match one.outcome {
        Ok(ran) => (Some(ran.result), None),
        Err(failure) => (None, Some(failure)),
    };
    PhoneResult {
        device_id: one.serial,
        result,
        failure,
    }
}

fn described(ran: &[RanOn<Ran>], paint: Paint) -> String {
    let done = ran
        .iter()
        .filter(
            |one| matches!(&one.outcome, Ok(ran) if ran.result.envelope.exit() == ExitStatus::Ok),
        )
        .count();
    let lines = ran.iter().map(|one| {
        let said = match &one.outcome {
            Ok(ran) => phone::describe(ran, paint),
            Err(failure) => failure_text::describe(failure, None, Written::Flags, paint),
        };
        block(&one.serial, &said)
    });
    let mut text: String = lines.collect();
    text.push_str(&sum(done, ran.len(), ": done", paint));
    text
}
