//! The result of a script: what was seen of it, and what it says of itself.

use std::time::Duration;

use clawperator_contract::skill_result::{
    PolicyCovered, ScriptRun, SkillPolicy, SkillResult, SkillStatus,
};
use clawperator_contract::{Advice, ErrorCode, hex};

use super::process::{CutOff, Ended};
use super::request::ScriptRequest;
use super::result_line::Claim;

pub(super) fn answer(
    asked: &ScriptRequest<'_>,
    sha256: &[u8; 32],
    ended: &Ended,
    elapsed: Duration,
) -> SkillResult {
    let claim = Claim::read(ended.result_line.as_ref(), &asked.skill.entry.id);
    let (status, code) = verdict(ended, claim.as_ref());
    let error = code.map(|code| match (code, ended.exit_code) {
        (ErrorCode::SkillExecutionTimeout, _) => format!(
            "the script did not end within {} ms and was killed with everything it had started",
            asked.timeout.as_millis()
        ),
        (ErrorCode::ExecutionCancelled, _) => {
            "the script was interrupted, and killed with everything it had started".to_owned()
        }
        (ErrorCode::SkillExecutionFailed, Some(exit)) => {
            format!("the script ended with exit code {exit}")
        }
        (ErrorCode::SkillExecutionFailed, None) => "the script was killed".to_owned(),
        _ => code.spec().meaning.to_owned(),
    });
    // A script that says nothing claims nothing.
    let claimed = claim.unwrap_or_default();
    let (hint, next) = Advice::into_parts(code.map(|code| code.spec().advice()));
    SkillResult {
        skill_id: asked.skill.entry.id.clone(),
        status,
        error_code: code,
        error,
        hint,
        next,
        device_id: asked.device_id.to_owned(),
        policy: SkillPolicy {
            profile: asked.profile.name.clone(),
            covered: PolicyCovered::EngineCallsOnly,
        },
        inputs: asked.inputs.names(),
        outputs: Vec::new(),
        checkpoints: Vec::new(),
        deviations: Vec::new(),
        app: None,
        recipe: None,
        script: Some(ScriptRun {
            script: asked.script.path.clone(),
            sha256: hex(sha256),
            exit_code: ended.exit_code,
            output_bytes: ended.output_bytes,
            claimed_status: claimed.status,
            claimed_checkpoints: claimed.checkpoints,
        }),
        steps: Vec::new(),
        elapsed_ms: u64::try_from(elapsed.as_millis()).unwrap_or(u64::MAX),
    }
}

/// A script that did not say how it ended may have done anything before.
fn verdict(ended: &Ended, claim: Option<&Claim>) -> (SkillStatus, Option<ErrorCode>) {
    let claimed = claim.and_then(|claim| claim.status);
    match (ended.cut_off, ended.exit_code, claimed) {
        (Some(CutOff::Late), _, _) => (
            SkillStatus::Indeterminate,
            Some(ErrorCode::SkillExecutionTimeout),
        ),
        (Some(CutOff::Cancelled), _, _) => (
            SkillStatus::Indeterminate,
            Some(ErrorCode::ExecutionCancelled),
        ),
        (None, Some(0), Some(SkillStatus::Success)) => (SkillStatus::Success, None),
        (None, Some(0), Some(SkillStatus::Partial)) => {
            (SkillStatus::Partial, Some(ErrorCode::SkillRunPartial))
        }
        (None, Some(_), Some(SkillStatus::Indeterminate)) => {
            (SkillStatus::Indeterminate, Some(ErrorCode::OutcomeUnknown))
        }
        (None, Some(0), None) => (
            SkillStatus::Indeterminate,
            Some(ErrorCode::SkillResultParseFailed),
        ),
        (None, Some(_), Some(_)) => (SkillStatus::Failed, Some(ErrorCode::SkillExecutionFailed)),
        (None, Some(_) | None, None) | (None, None, Some(_)) => (
            SkillStatus::Indeterminate,
            Some(ErrorCode::SkillExecutionFailed),
        ),
    }
}
