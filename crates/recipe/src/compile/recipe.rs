//! A recipe into a template.

use std::collections::BTreeMap;

use clawperator_contract::limits::DEFAULT_SWIPES;
use clawperator_contract::{EXPECTED_FORMAT, RetryPreset};
use serde_json::{Map, Value, json};

use super::Compiled;
use super::actions::{confirm_ms, confirm_params, integer_param, step_params};
use super::budget::{Budget, STEP_MS, pauses_ms};
use super::inputs::{Values, resolve};
use super::template::{ActionOrigin, PlannedStep, Template};
use crate::finding::{RecipeCode, Report};
use crate::model::{Capability, Recipe, Step, StepAction};
use crate::rule::RecipeRule;
use crate::source::Position;

/// What `source` of a compiled execution says.
const SOURCE: &str = "recipe";
/// The pause behind a swipe, when a step does not say.
const DEFAULT_SETTLE_MS: i64 = 250;
/// What one swipe and the look at the screen after it are reckoned to take.
const SWIPE_MS: i64 = 750;

pub(super) fn compile(
    recipe: &Recipe,
    given: &BTreeMap<String, String>,
    report: &Report<'_>,
) -> Option<Compiled> {
    let values = resolve(&recipe.frontmatter, given, report);
    let mut output = Output {
        actions: Vec::new(),
        plan: Vec::new(),
        budget: Budget::default(),
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
                params,
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

/// The time an action asks for, and what it may take beyond that.
#[derive(Clone, Copy)]
struct Cost {
    ms: i64,
    allowance_ms: i64,
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
        params: Map<String, Value>,
        cost: Cost,
        origin: ActionOrigin,
        at: Position,
    ) {
        let mut json = json!({ "id": id, "type": action.name() });
        if let (Some(entries), false) = (json.as_object_mut(), params.is_empty()) {
            entries.insert("params".to_owned(), Value::Object(params));
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
    output.push(id.clone(), step.action.value, params, cost, origin, step.at);
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
            params,
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
            params,
            cost,
            origin,
            confirm.at,
        );
    }
}

fn step_cost(step: &Step, values: &Values<'_>, report: &Report<'_>) -> Cost {
    let action = step.action.value;
    let number = |name: &str| integer_param(step, name, values, report);
    if action == StepAction::Sleep {
        return Cost {
            // A sleep without a length has been reported, and nothing is compiled.
            ms: number("duration_ms").unwrap_or_default(),
            allowance_ms: 0,
        };
    }
    if let Some(timeout) = number("timeout_ms") {
        return Cost {
            ms: timeout.saturating_add(STEP_MS),
            allowance_ms: 0,
        };
    }
    let patience = action.preset().map_or(0, |preset| {
        let policy = preset.policy();
        let attempts = step.retries.map_or(policy.max_attempts, |retries| {
            u32::try_from(retries.value.saturating_add(1)).unwrap_or(policy.max_attempts)
        });
        pauses_ms(policy, attempts)
    });
    let swipes = if action == StepAction::ScrollAndClick {
        let settle = number("settle_delay_ms").unwrap_or(DEFAULT_SETTLE_MS);
        number("max_swipes").unwrap_or(i64::from(DEFAULT_SWIPES)) * (settle + SWIPE_MS)
    } else {
        0
    };
    Cost {
        ms: STEP_MS,
        allowance_ms: patience.saturating_add(swipes),
    }
}
