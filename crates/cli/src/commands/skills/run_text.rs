//! What a skill came to, for people.

use std::fmt::Write as _;

use clawperator_contract::ErrorCode;
use clawperator_contract::skill_result::{
    AppStanding, CheckpointStatus, PolicyCovered, SeveralSkillResults, SkillOutput, SkillRedaction,
    SkillResult, SkillStatus, SkillValue, StepOutcome,
};

use super::super::several_text::{block, sum};
use crate::failure_text::{self, Written};
use crate::text::{Paint, visible};

/// The whole answer: outputs first, then what was verified, then what was not as expected.
pub(super) fn describe(result: &SkillResult, paint: Paint) -> String {
    let mut text = String::new();
    // Writing to a String cannot fail.
    let is_about_outputs = result.error_code == Some(ErrorCode::SkillOutputInvalid);
    let told = |output: &&SkillOutput| output.error.is_none() || is_about_outputs;
    for output in result.outputs.iter().filter(told) {
        let _ = writeln!(text, "{} = {}", output.name, shown(output));
    }
    for checkpoint in &result.checkpoints {
        let (mark, words) = match checkpoint.status {
            CheckpointStatus::Verified => (paint.green("verified"), ""),
            CheckpointStatus::HeldBefore => {
                (paint.yellow("unproven"), ", but it was already so before")
            }
            CheckpointStatus::Failed => (paint.red("FAILED  "), ""),
            CheckpointStatus::Unknown => (paint.red("UNKNOWN "), ", the screen could not be read"),
            CheckpointStatus::NotRun => ("not run ".to_owned(), ""),
        };
        let _ = writeln!(
            text,
            "{mark}  {} by {}{words}",
            checkpoint.id, checkpoint.evidence.by
        );
    }
    for deviation in &result.deviations {
        let step = deviation.step.as_deref().unwrap_or("app");
        let _ = writeln!(
            text,
            "{}: {step}: {}",
            paint.yellow("warning"),
            visible(&deviation.message)
        );
    }
    let candidates = result.steps.iter().flat_map(|step| &step.candidates);
    for candidate in candidates {
        let _ = writeln!(text, "          fits: {}", visible(candidate));
    }
    if let Some(app) = &result.app
        && app.standing == AppStanding::Unknown
        && !result.steps.is_empty()
    {
        let _ = writeln!(text, "the version of {} is unknown", app.package);
    }
    if result.policy.covered == PolicyCovered::EngineCallsOnly {
        let _ = writeln!(
            text,
            "a script: policy checked only its calls to the engine, and its results are its own claims"
        );
    }
    if let (Some(code), Some(error)) = (result.error_code, &result.error) {
        let _ = writeln!(text, "{}: {}", paint.red(code.name()), visible(error));
    }
    if let Some(hint) = &result.hint {
        let _ = writeln!(text, "{}: {}", paint.cyan("next"), visible(hint));
    }
    let _ = write!(text, "{}", last_line(result, paint));
    text
}

/// The answers of several phones, and how many of them did it.
pub(super) fn describe_several(answer: &SeveralSkillResults, paint: Paint) -> String {
    let mut text = String::new();
    let mut done = 0;
    for phone in &answer.phones {
        let said = match (&phone.result, &phone.failure) {
            (Some(result), _) => {
                done += usize::from(result.status == SkillStatus::Success);
                describe(result, paint)
            }
            (None, Some(failure)) => failure_text::describe(failure, None, Written::Flags, paint),
            (None, None) => String::new(),
        };
        text.push_str(&block(&phone.device_id, &said));
    }
    text.push_str(&sum(done, answer.phones.len(), ": success", paint));
    text
}

fn last_line(result: &SkillResult, paint: Paint) -> String {
    let status = match result.status {
        SkillStatus::Success => paint.green("success"),
        SkillStatus::Failed => paint.red("failed"),
        SkillStatus::Partial => paint.yellow("partial"),
        SkillStatus::Indeterminate => paint.red("indeterminate"),
    };
    let done = result
        .steps
        .iter()
        .filter(|step| step.outcome == StepOutcome::Done)
        .count();
    let steps = if result.steps.is_empty() {
        String::new()
    } else {
        format!(", {done} of {} steps", result.steps.len())
    };
    format!(
        "{status}: {} on {}{steps} in {}.{:02} s",
        result.skill_id,
        visible(&result.device_id),
        result.elapsed_ms / 1000,
        result.elapsed_ms % 1000 / 10
    )
}

fn shown(output: &SkillOutput) -> String {
    if let Some(error) = &output.error {
        return format!("? ({})", visible(error));
    }
    match (&output.value, &output.hash, output.redaction) {
        (Some(SkillValue::String(text)), _, _) => visible(text),
        (Some(SkillValue::Integer(number)), _, _) => number.to_string(),
        (Some(SkillValue::Number(number)), _, _) => number.to_string(),
        (Some(SkillValue::Boolean(state)), _, _) => state.to_string(),
        (None, Some(hash), _) => format!("hash {hash}"),
        (None, None, SkillRedaction::Mask) => "(present, masked)".to_owned(),
        (None, None, _) => "(not shown)".to_owned(),
    }
}
