//! What a run came to: a pure function of the plan and of what the engine answered.

use clawperator_contract::skill_result::{
    AppSeen, AppVersion, Checkpoint, CheckpointStatus, PolicyCovered, SkillOutput, SkillPolicy,
    SkillResult, SkillStatus,
};
use clawperator_contract::{Advice, DataKey, Dispatched, ErrorCode, InFlight, Next, StepResult};
use clawperator_recipe::{Artifact, Recipe, Redactor};

use crate::app::standing;
use crate::checkpoints::{checkpoints, is_blind};
use crate::deviations::{changes, deviations};
use crate::outputs::{bound, outputs};
use crate::prepare::Prepared;
use crate::steps::{code, is_unknown, steps};

/// How a run ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Ended {
    /// With a result for every step.
    Finished,
    /// Its time was up or it was cancelled.
    CutOff {
        /// Which of the two.
        code: ErrorCode,
        /// How it was said.
        message: String,
        /// The step that was under way.
        in_flight: Option<InFlight>,
    },
    /// Policy did not let it begin.
    Refused {
        /// How.
        code: ErrorCode,
        /// Why.
        message: String,
        /// Who may approve it, and where that is asked.
        advice: Option<Advice>,
    },
}

/// What is known of a run besides its steps.
#[derive(Debug, Clone)]
pub(crate) struct Told<'a> {
    /// How it ended.
    pub(crate) ended: Ended,
    /// The phone.
    pub(crate) device_id: &'a str,
    /// The profile that judged it.
    pub(crate) profile: &'a str,
    /// The app's version, where the phone told it.
    pub(crate) app: Option<AppVersion>,
    /// How long it took, in milliseconds.
    pub(crate) elapsed_ms: u64,
}

/// Makes the result of a run. The step results are used up: what is not in the result is gone.
pub(crate) fn result(
    prepared: &Prepared,
    told: Told<'_>,
    mut results: Vec<StepResult>,
    redactor: &Redactor,
) -> SkillResult {
    let plan = &prepared.compiled.plan;
    let mut checked = Checked::default();
    let mut bound_steps = Vec::new();
    if let Artifact::Recipe(recipe) = &prepared.loaded.artifact {
        let app = standing(&recipe.frontmatter, told.app);
        checked.checkpoints = checkpoints(recipe, plan, &results);
        checked.deviations = deviations(recipe, &results, &checked.checkpoints, &app);
        checked.outputs = outputs(recipe, &mut results, redactor);
        checked.app = Some(app);
        bound_steps = bound(recipe);
    }
    let in_flight = match &told.ended {
        Ended::CutOff { in_flight, .. } => in_flight.as_ref(),
        Ended::Finished | Ended::Refused { .. } => None,
    };
    let told_steps = match &told.ended {
        Ended::Refused { .. } => Vec::new(),
        Ended::Finished | Ended::CutOff { .. } => {
            steps(plan, &results, in_flight, &bound_steps, prepared.disclosure)
        }
    };
    let verdict = verdict(&prepared.loaded.artifact, &told.ended, &results, &checked);
    let message = verdict.code.map(|code| {
        let step = told_steps
            .iter()
            .find(|step| step.code.as_deref() == Some(code.name()));
        match (&told.ended, step) {
            (Ended::CutOff { message, .. } | Ended::Refused { message, .. }, _) => message.clone(),
            (Ended::Finished, Some(step)) => format!(
                "step `{}` at line {}: {}",
                step.id,
                step.line,
                step.message
                    .as_deref()
                    .unwrap_or_else(|| code.spec().meaning)
            ),
            (Ended::Finished, None) => checked
                .summary()
                .unwrap_or_else(|| code.spec().meaning.to_owned()),
        }
    });
    let advice = verdict.code.map(|code| {
        let of_step = results
            .iter()
            .find(|result| result.get(DataKey::Hint).is_some())
            .and_then(StepResult::advice);
        let at_line = told_steps
            .iter()
            .find(|step| step.code.as_deref() == Some(code.name()))
            .map(|step| {
                let hint = format!(
                    "look at line {} of {}, and at the screen",
                    step.line, prepared.artifact
                );
                Advice::new(hint).by(Next::Snapshot)
            });
        match &told.ended {
            Ended::Refused {
                advice: Some(advice),
                ..
            } => advice.clone(),
            _ => of_step.or(at_line).unwrap_or_else(|| code.spec().advice()),
        }
    });
    let (hint, next) = Advice::into_parts(advice);
    SkillResult {
        skill_id: prepared.skill_id.clone(),
        status: verdict.status,
        error_code: verdict.code,
        error: message,
        hint,
        next,
        device_id: told.device_id.to_owned(),
        policy: SkillPolicy {
            profile: told.profile.to_owned(),
            covered: PolicyCovered::EveryAct,
        },
        inputs: prepared.inputs.names(),
        outputs: checked.outputs,
        checkpoints: checked.checkpoints,
        deviations: checked.deviations,
        app: checked.app,
        recipe: Some(prepared.recipe()),
        script: None,
        steps: told_steps,
        elapsed_ms: told.elapsed_ms,
    }
}

/// What a recipe has to say of its run; a legacy template has nothing.
#[derive(Default)]
struct Checked {
    outputs: Vec<SkillOutput>,
    checkpoints: Vec<Checkpoint>,
    deviations: Vec<clawperator_contract::skill_result::Deviation>,
    app: Option<AppSeen>,
}

impl Checked {
    fn broken_output(&self) -> Option<&str> {
        self.outputs
            .iter()
            .find_map(|output| output.error.as_deref())
    }

    fn summary(&self) -> Option<String> {
        let broken = self.broken_output().map(str::to_owned);
        broken.or_else(|| {
            self.deviations
                .first()
                .map(|deviation| deviation.message.clone())
        })
    }
}

struct Verdict {
    status: SkillStatus,
    code: Option<ErrorCode>,
}

fn verdict(
    artifact: &Artifact,
    ended: &Ended,
    results: &[StepResult],
    checked: &Checked,
) -> Verdict {
    let failed = results.iter().find(|step| !step.success);
    let failed_code = failed.map(|step| code(step).unwrap_or(ErrorCode::ActionFailed));
    let unseen = has_unseen_effect(artifact, results, checked);
    let (status, code) = match (ended, failed_code) {
        (Ended::Refused { code, .. }, _) => (SkillStatus::Failed, Some(*code)),
        (
            Ended::CutOff {
                code, in_flight, ..
            },
            _,
        ) => {
            let sent = in_flight
                .as_ref()
                .is_some_and(|step| step.dispatched != Dispatched::No);
            let status = if sent || unseen {
                SkillStatus::Indeterminate
            } else {
                SkillStatus::Failed
            };
            (status, Some(*code))
        }
        (Ended::Finished, Some(code)) if is_unknown(code) || (unseen && is_blind(code)) => {
            (SkillStatus::Indeterminate, Some(code))
        }
        (
            Ended::Finished,
            Some(code @ (ErrorCode::NodeAmbiguous | ErrorCode::ContainerAmbiguous)),
        ) => (SkillStatus::Partial, Some(code)),
        (Ended::Finished, Some(code)) => (SkillStatus::Failed, Some(code)),
        (Ended::Finished, None) if checked.broken_output().is_some() => {
            (SkillStatus::Failed, Some(ErrorCode::SkillOutputInvalid))
        }
        // No act of a template is ever verified, and it does not claim to be.
        (Ended::Finished, None) if unseen && matches!(artifact, Artifact::Recipe(_)) => {
            (SkillStatus::Indeterminate, Some(ErrorCode::OutcomeUnknown))
        }
        (Ended::Finished, None) if !checked.deviations.is_empty() => {
            (SkillStatus::Partial, Some(ErrorCode::SkillRunPartial))
        }
        (Ended::Finished, None) => (SkillStatus::Success, None),
    };
    Verdict { status, code }
}

/// Whether something was changed and nobody has seen how it came out.
fn has_unseen_effect(artifact: &Artifact, results: &[StepResult], checked: &Checked) -> bool {
    let seen = |id: &str| {
        checked.checkpoints.iter().any(|checkpoint| {
            let known = match checkpoint.status {
                CheckpointStatus::Verified
                | CheckpointStatus::HeldBefore
                | CheckpointStatus::Failed => true,
                CheckpointStatus::Unknown | CheckpointStatus::NotRun => false,
            };
            checkpoint.id == id && known
        })
    };
    let acted = |recipe: &Recipe, result: &StepResult| {
        result.success
            && result.get(DataKey::Skipped).is_none()
            && changes(recipe, &result.id)
            && !seen(&result.id)
    };
    match artifact {
        Artifact::Recipe(recipe) => results.iter().any(|result| acted(recipe, result)),
        // Every act of a template may change something, and none is verified.
        Artifact::Legacy(_) => results
            .iter()
            .any(|result| result.success && result.get(DataKey::Effect).is_some()),
    }
}
