//! What is told of a step. Data of the engine that are not named here are not told.

use clawperator_contract::skill_result::{SkillStep, StepOutcome};
use clawperator_contract::{ActionType, DataKey, Dispatched, ErrorCode, InFlight, StepResult};
use clawperator_recipe::PlannedStep;

use crate::disclosure::Disclosure;

/// The steps of a plan with what became of each.
pub(crate) fn steps(
    plan: &[PlannedStep],
    results: &[StepResult],
    in_flight: Option<&InFlight>,
    bound: &[&str],
    disclosure: Disclosure,
) -> Vec<SkillStep> {
    plan.iter()
        .map(|planned| {
            let is_it = |result: &&StepResult| result.id == planned.action_id;
            match results.iter().find(is_it) {
                Some(result) => ended(planned, result, bound, disclosure),
                None => unended(planned, in_flight),
            }
        })
        .collect()
}

/// A number among the strings of a step's data.
pub(crate) fn number(result: &StepResult, key: DataKey) -> Option<u64> {
    result.get(key)?.parse().ok()
}

/// The code of a failed step.
pub(crate) fn code(result: &StepResult) -> Option<ErrorCode> {
    ErrorCode::from_name(result.get(DataKey::Error)?)
}

fn ended(
    planned: &PlannedStep,
    result: &StepResult,
    bound: &[&str],
    disclosure: Disclosure,
) -> SkillStep {
    let code = code(result);
    let outcome = match code {
        _ if result.get(DataKey::Skipped).is_some() => StepOutcome::Skipped,
        _ if result.success => StepOutcome::Done,
        Some(ErrorCode::StepNotRun) => StepOutcome::NotRun,
        Some(code) if is_unknown(code) => StepOutcome::Unknown,
        Some(_) | None => StepOutcome::Failed,
    };
    let shown = disclosure == Disclosure::Texts;
    let text = result.get(DataKey::Text).filter(|_| {
        let reads = [ActionType::ReadText, ActionType::SnapshotUi];
        shown
            && reads.iter().any(|kind| kind.name() == result.action_type)
            && !bound.contains(&planned.action_id.as_str())
    });
    let candidates = result.get(DataKey::Candidates).filter(|_| shown);
    SkillStep {
        outcome,
        code: code.map(|code| code.name().to_owned()),
        message: message(result, code, disclosure),
        match_count: number(result, DataKey::MatchCount),
        alternative: number(result, DataKey::Alternative),
        effect: result.get(DataKey::Effect).map(str::to_owned),
        candidates: candidates
            .and_then(|list| serde_json::from_str(list).ok())
            // A step that found one node lists no candidates.
            .unwrap_or_default(),
        text: text.map(str::to_owned),
        ..blank(planned)
    }
}

/// Whether something of it may have happened.
pub(crate) const fn is_unknown(code: ErrorCode) -> bool {
    matches!(
        code,
        ErrorCode::OutcomeUnknown | ErrorCode::ResultEnvelopeMalformed
    )
}

fn message(result: &StepResult, code: Option<ErrorCode>, disclosure: Disclosure) -> Option<String> {
    let code = code?;
    let engines = || result.get(DataKey::Message).map(str::to_owned);
    match (code, disclosure) {
        // The guard of a skill's run names no label, and what was not run names a step.
        (
            ErrorCode::PolicyDenied | ErrorCode::PolicyConfirmationRequired | ErrorCode::StepNotRun,
            _,
        )
        | (_, Disclosure::Texts) => engines(),
        (_, Disclosure::Nothing) => Some(format!(
            "{}; text from the screen is not shown",
            code.spec().meaning
        )),
    }
}

fn unended(planned: &PlannedStep, in_flight: Option<&InFlight>) -> SkillStep {
    let dispatched = in_flight
        .filter(|step| step.id == planned.action_id)
        .map(|step| step.dispatched);
    let outcome = match dispatched {
        None => StepOutcome::NotRun,
        Some(Dispatched::No) => StepOutcome::Failed,
        Some(Dispatched::Yes | Dispatched::Unknown) => StepOutcome::Unknown,
    };
    SkillStep {
        outcome,
        ..blank(planned)
    }
}

fn blank(planned: &PlannedStep) -> SkillStep {
    SkillStep {
        id: planned.action_id.clone(),
        action_type: planned.action_type.to_owned(),
        line: planned.at.line,
        outcome: StepOutcome::NotRun,
        code: None,
        message: None,
        match_count: None,
        alternative: None,
        effect: None,
        candidates: Vec::new(),
        text: None,
    }
}
