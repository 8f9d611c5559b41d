//! What a run of a skill would begin with, told without a phone.

use clawperator_contract::skill_result::RecipeRun;
use clawperator_contract::{ErrorCode, ExecutionTimeout, Failure};
use clawperator_policy::{ActionVerdict, Effect, FirstVerdict, Profile, first_verdict};
use clawperator_recipe::{ActionOrigin, PlannedStep};
use clawperator_skill_run::{Prepared, script};
use serde::Serialize;

use super::ready::{Ready, ReadyScript, ReadySkill};

/// The ids of an execution that is only looked at.
const DRY: &str = "dry-run";

/// The plan of a skill, and what a profile says of it before the first step.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct SkillDryRun {
    /// Always true.
    pub dry_run: bool,
    /// The skill, or the path of a file.
    pub skill_id: String,
    /// The recipe; omitted for scripts.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub recipe: Option<RecipeRun>,
    /// The script; omitted for recipes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub script: Option<String>,
    /// The names of the inputs that were given. Their values are not told.
    pub inputs: Vec<String>,
    /// How long it may take; omitted for scripts.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub timeout_ms: Option<ExecutionTimeout>,
    /// What it says that it does.
    pub capabilities: Vec<&'static str>,
    /// What would be run, in order; empty for scripts, of which nobody knows it.
    pub plan: Vec<DryStep>,
    /// What the profile says before the first step.
    pub verdict: DryVerdict,
}

/// One action of a plan.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct DryStep {
    pub action_id: String,
    pub action_type: &'static str,
    /// What of the recipe it comes from: `fresh_start`, `step`, `wait`, `confirm` or `legacy`.
    pub origin: &'static str,
    /// The recipe's step that it comes from.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub step: Option<String>,
    /// Where that stands.
    pub line: usize,
    pub column: usize,
    /// What the profile says so far: `allow`, `confirm` or `deny`.
    pub effect: &'static str,
    /// Whether it is judged again when it is carried out, by what the screen shows then.
    pub judged_again: bool,
}

/// What a profile says before the first step.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct DryVerdict {
    pub profile: String,
    /// `allow`: it would begin. `confirm`: a person would be asked first. `deny`: it would not begin.
    pub effect: &'static str,
    /// Why it would not begin, as a stable code.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error_code: Option<ErrorCode>,
    /// The rule that says so.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rule: Option<String>,
    /// Why it would not begin.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// What to do about it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hint: Option<String>,
    /// Actions of which nobody knows the last word before the screen is there: each is judged again when it is done.
    pub unknown_until_then: Vec<String>,
    /// Rules about certain phones, which may change this for the phone that it will run on.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub phone_rules: Vec<String>,
}

impl ReadySkill {
    /// What a run of it would begin with under a profile; on a phone of this name, where one is known. No phone is asked.
    pub fn dry_run(
        &self,
        profile: &Profile,
        device: Option<&str>,
        timeout: Option<&ExecutionTimeout>,
    ) -> Result<SkillDryRun, Failure> {
        match &self.0 {
            Ready::Recipe(prepared) => of_recipe(prepared, profile, device, timeout),
            Ready::Script(ready) => of_script(ready, profile),
        }
    }
}

fn of_recipe(
    prepared: &Prepared,
    profile: &Profile,
    device: Option<&str>,
    timeout: Option<&ExecutionTimeout>,
) -> Result<SkillDryRun, Failure> {
    let execution = prepared.execution(DRY, DRY, timeout)?.execution;
    let first = first_verdict(profile, &execution, device);
    let rows = prepared.plan().iter().zip(&first.actions);
    let plan: Vec<DryStep> = rows
        .map(|(planned, verdict)| step(planned, verdict))
        .collect();
    let capabilities = execution.capabilities().iter();
    Ok(SkillDryRun {
        dry_run: true,
        skill_id: prepared.id().to_owned(),
        recipe: Some(prepared.recipe()),
        script: None,
        inputs: prepared.input_names(),
        timeout_ms: Some(execution.timeout_ms().clone()),
        capabilities: capabilities.map(|capability| capability.name()).collect(),
        verdict: verdict(profile, first, &plan),
        plan,
    })
}

fn step(planned: &PlannedStep, verdict: &ActionVerdict) -> DryStep {
    let (origin, step) = origin(&planned.origin);
    DryStep {
        action_id: planned.action_id.clone(),
        action_type: planned.action_type,
        origin,
        step: step.map(str::to_owned),
        line: planned.at.line,
        column: planned.at.column,
        effect: verdict.effect.name(),
        judged_again: verdict.comes_again,
    }
}

/// The word for what an action comes from, and the step.
#[must_use]
pub fn origin(origin: &ActionOrigin) -> (&'static str, Option<&str>) {
    match origin {
        ActionOrigin::FreshStart => ("fresh_start", None),
        ActionOrigin::Step(id) => ("step", Some(id)),
        ActionOrigin::Wait(id) => ("wait", Some(id)),
        ActionOrigin::Confirm(id) => ("confirm", Some(id)),
        ActionOrigin::Legacy => ("legacy", None),
    }
}

fn verdict(profile: &Profile, first: FirstVerdict, plan: &[DryStep]) -> DryVerdict {
    let again = plan.iter().filter(|step| step.judged_again);
    let (error_code, hint) = match first.effect {
        Effect::Allow => (None, None),
        Effect::Confirm => (
            Some(ErrorCode::PolicyConfirmationRequired),
            Some(
                "a run leaves a question for a person, and may begin once that is approved"
                    .to_owned(),
            ),
        ),
        Effect::Deny => (
            Some(ErrorCode::PolicyDenied),
            Some(format!(
                "ask whoever maintains the profile `{}`, or choose another one",
                profile.name
            )),
        ),
    };
    DryVerdict {
        profile: profile.name.clone(),
        effect: first.effect.name(),
        error_code,
        rule: first.rule,
        reason: first.reason,
        hint,
        unknown_until_then: again.map(|step| step.action_id.clone()).collect(),
        phone_rules: first.phone_rules,
    }
}

/// Of a script nobody knows what it does; whether it is started is known.
fn of_script(ready: &ReadyScript, profile: &Profile) -> Result<SkillDryRun, Failure> {
    let refused = script::refusal(profile, &ready.skill)?;
    let effect = match &refused {
        Some(_) => Effect::Deny,
        None => Effect::Allow,
    };
    let (reason, hint) = match refused {
        Some(failure) => (Some(failure.message), failure.hint),
        None => (None, None),
    };
    Ok(SkillDryRun {
        dry_run: true,
        skill_id: ready.skill.entry.id.clone(),
        recipe: None,
        script: Some(ready.script.path.clone()),
        inputs: ready.inputs.names(),
        timeout_ms: None,
        capabilities: Vec::new(),
        plan: Vec::new(),
        verdict: DryVerdict {
            profile: profile.name.clone(),
            effect: effect.name(),
            error_code: reason.as_ref().map(|_| ErrorCode::SkillScriptRefused),
            rule: None,
            reason,
            hint,
            unknown_until_then: Vec::new(),
            phone_rules: Vec::new(),
        },
    })
}
