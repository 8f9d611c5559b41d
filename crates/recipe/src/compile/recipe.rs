//! A recipe into a template.

use std::collections::BTreeMap;

use clawperator_contract::{EXPECTED_FORMAT, RetryPreset};
use serde_json::{Map, Value, json};

use super::Compiled;
use super::actions::{confirm_ms, confirm_params, integer_param, step_params, when_of};
use super::budget::{Budget, Cost, STEP_MS, pauses_ms};
use super::inputs::{Values, resolve};
use super::template::{ActionOrigin, PlannedStep, Template};
use crate::finding::{RecipeCode, Report};
use crate::model::{Capability, Recipe, Step, StepAction};
use crate::rule::RecipeRule;
use crate::source::Position;

/// What `source` of a compiled execution says.
const SOURCE: &str = "recipe";

pub(super) fn compile(
    recipe: &Recipe,
    given: &BTreeMap<String, String>,
    report: &Report<'_>,
) -> Option<Compiled> {
    let values = resolve(&recipe.frontmatter, given, report);
    let mut output = Output {
        actions: Vec::new(),
        plan: Vec::new(),
        budget: Budget::of(recipe.frontmatter.format),
        report,
    };
    if recipe.frontmatter.starts_fresh() {
        let at = recipe.frontmatter.session_policy.at;
        let app = json!(recipe.frontmatter.application_id.value);
        let app = Map::from_iter([("applicationId".to_owned(), app)]);
        for (id, action, preset) in [
            ("fresh.close", StepAction::CloseApp, RetryPreset::AppClose),
            ("fresh.open", StepAction::OpenApp, RetryPreset::AppLaunch),
        ] {
            let policy = preset.policy();
            let cost = Cost {
                ms: STEP_MS,
                allowance_ms: pauses_ms(policy, policy.max_attempts),
            };
            let params = app.clone();
            output.push(
                id.to_owned(),
                action,
                (params, None),
                cost,
                ActionOrigin::FreshStart,
                at,
            );
        }
    }
    for step in &recipe.steps {
        push_step(recipe, step, &values, &mut output);
    }
    if report.errors() > 0 {
        return None;
    }
    let json = json!({
        "source": SOURCE,
        "expectedFormat": EXPECTED_FORMAT,
        "timeoutMs": output.budget.timeout_ms(),
        "actions": output.actions,
        "mode": "artifact_compiled",
        "capabilities": declared(recipe),
    });
    match Template::from_json(&json.to_string()) {
        Ok((template, _)) => Some(Compiled {
            template,
            plan: output.plan,
            legacy: false,
        }),
        Err(failure) => {
            // Every rule of the contract has been checked with its place; this says so if one ever was not.
            report.add(
                RecipeRule::CompiledSize,
                RecipeCode::Refused,
                recipe.frontmatter.recipe_id.at,
                failure.message,
                "report this recipe: the compiler should have refused it and named the line",
            );
            None
        }
    }
}

/// What the recipe says it does, in the order of the contract: how a recipe lists them changes no byte.
fn declared(recipe: &Recipe) -> Vec<&'static str> {
    let declared = &recipe.frontmatter.capabilities;
    Capability::ALL
        .iter()
        .filter(|known| declared.iter().any(|own| own.value == **known))
        .map(|known| known.name())
        .collect()
}

struct Output<'o, 's> {
    actions: Vec<Value>,
    plan: Vec<PlannedStep>,
    budget: Budget,
    report: &'o Report<'s>,
}

impl Output<'_, '_> {
    fn push(
        &mut self,
        id: String,
        action: StepAction,
        (params, when): (Map<String, Value>, Option<Value>),
        cost: Cost,
        origin: ActionOrigin,
        at: Position,
    ) {
        let mut json = json!({ "id": id, "type": action.name() });
        if let Some(entries) = json.as_object_mut() {
            if !params.is_empty() {
                entries.insert("params".to_owned(), Value::Object(params));
            }
            if let Some(when) = when {
                entries.insert("when".to_owned(), when);
            }
        }
        self.budget.spend(
            &json.to_string(),
            cost.ms,
            cost.allowance_ms,
            at,
            self.report,
        );
        self.actions.push(json);
        self.plan.push(PlannedStep {
            action_id: id,
            action_type: action.name(),
            origin,
            at,
        });
    }
}

fn push_step(recipe: &Recipe, step: &Step, values: &Values<'_>, output: &mut Output<'_, '_>) {
    let report = output.report;
    let id = &step.id.value;
    let before = report.errors();
    let params = step_params(recipe, step, values, report);
    // The cost fills the same params in again; what is wrong with them has been told.
    let cost = if report.errors() == before {
        step_cost(step, values, report)
    } else {
        Cost {
            ms: 0,
            allowance_ms: 0,
        }
    };
    let origin = ActionOrigin::Step(id.clone());
    let when = step.when.as_ref();
    let looks = when.and_then(|when| when.condition.as_ref());
    let cost = looks.map_or(cost, |condition| {
        let timeout = condition.timeout_ms.map_or(0, |timeout| timeout.value);
        cost.and(Cost::waiting(timeout))
    });
    let done_on = when.map(|when| when_of(recipe, step, when, values, report));
    output.push(
        id.clone(),
        step.action.value,
        (params, done_on),
        cost,
        origin,
        step.at,
    );
    // What belongs to a step that is skipped is skipped with it.
    let with_it = || when.map(|_| json!({ "ran": id }));
    if let Some(wait) = step.wait_after_ms {
        let cost = Cost {
            ms: wait.value,
            allowance_ms: 0,
        };
        let mut params = Map::new();
        params.insert("durationMs".to_owned(), json!(wait.value));
        let origin = ActionOrigin::Wait(id.clone());
        output.push(
            format!("{id}.wait"),
            StepAction::Sleep,
            (params, with_it()),
            cost,
            origin,
            wait.at,
        );
    }
    if let Some(confirm) = &step.confirm {
        let cost = Cost {
            ms: confirm_ms(confirm).saturating_add(STEP_MS),
            allowance_ms: 0,
        };
        let params = confirm_params(confirm, id, values, report);
        let origin = ActionOrigin::Confirm(id.clone());
        let action = StepAction::WaitForNode;
        output.push(
            format!("{id}.confirm"),
            action,
            (params, with_it()),
            cost,
            origin,
            confirm.at,
        );
    }
}

fn step_cost(step: &Step, values: &Values<'_>, report: &Report<'_>) -> Cost {
    let facts = step.action.value.facts();
    let Cost { ms, allowance_ms } =
        (facts.cost)(&|name: &str| integer_param(step, name, values, report));
    // Who says how long to wait waits so long, and no longer.
    if step.param("timeout_ms").is_some() {
        return Cost { ms, allowance_ms };
    }
    let patience = facts.patience.map_or(0, |preset| {
        let policy = preset.policy();
        let attempts = step.retries.map_or(policy.max_attempts, |retries| {
            u32::try_from(retries.value.saturating_add(1)).unwrap_or(policy.max_attempts)
        });
        pauses_ms(policy, attempts)
    });
    // Where nothing is tried again by default, it is tried again only as often as the step says.
    let asked = match (facts.patience, facts.retries, step.retries) {
        (None, [(_, preset), ..], Some(retries)) => {
            let attempts = u32::try_from(retries.value.saturating_add(1)).unwrap_or(1);
            pauses_ms(preset.policy(), attempts)
        }
        _ => 0,
    };
    Cost {
        ms,
        allowance_ms: allowance_ms.saturating_add(patience).saturating_add(asked),
    }
}
