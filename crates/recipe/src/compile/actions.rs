//! One step of a recipe as the contract's params.

use clawperator_contract::{RetryPolicy, RetryPreset};
use serde_json::{Map, Value, json};

use super::inputs::Values;
use crate::finding::{RecipeCode, Report};
use crate::limits::DEFAULT_CONFIRM_MS;
use crate::model::{
    Confirm, Param, ParamKind, ParamValue, Phrase, Recipe, Selector, Spanned, Step, StepAction,
    When,
};
use crate::rule::RecipeRule;
use crate::values::InputValue;

/// The params of a step's own action.
pub(super) fn step_params(
    recipe: &Recipe,
    step: &Step,
    values: &Values<'_>,
    report: &Report<'_>,
) -> Map<String, Value> {
    let mut params = Map::new();
    let action = step.action.value;
    if let Some(selector) = &step.selector {
        params.insert(
            "where".to_owned(),
            expression(selector, None, values, report),
        );
    }
    if let Some(container) = &step.container {
        let container = expression(container, None, values, report);
        params.insert("containerWhere".to_owned(), container);
    }
    if step.selector.is_some() && action.facts().strict && recipe.has_side_effects() {
        // Whether to touch the first of several is no question for a recipe that changes something.
        params.insert("strict".to_owned(), json!(true));
    }
    if let Some(press) = recipe.verified_by(step) {
        params.insert("verifies".to_owned(), json!(press.id.value));
    }
    if matches!(action, StepAction::OpenApp | StepAction::CloseApp) {
        let own = &recipe.frontmatter.application_id.value;
        params.insert("applicationId".to_owned(), json!(own));
    }
    for param in &step.params {
        if let Some(value) = param_value(param, values, report) {
            params.insert(param.spec.contract_name.to_owned(), value);
        }
    }
    if let Some(retries) = &step.retries {
        insert_retry(&mut params, action, retries.value);
    }
    params
}

/// What an action is done on. What verifies a step that may be skipped is skipped with it.
pub(super) fn when_of(
    recipe: &Recipe,
    step: &Step,
    when: &When,
    values: &Values<'_>,
    report: &Report<'_>,
) -> Value {
    let mut keys = Map::new();
    if let Some(condition) = &when.condition {
        let selector = expression(&condition.selector, None, values, report);
        keys.insert(condition.presence.name().to_owned(), selector);
        if let Some(timeout) = &condition.timeout_ms {
            keys.insert("timeoutMs".to_owned(), json!(timeout.value));
        }
    }
    let verified = recipe.verified_by(step).map(|press| &press.id.value);
    if let Some(ran) = verified.or(when.ran.as_ref().map(|ran| &ran.value)) {
        keys.insert("ran".to_owned(), json!(ran));
    }
    Value::Object(keys)
}

/// The params of the wait that a `confirm` is.
pub(super) fn confirm_params(
    confirm: &Confirm,
    verified: &str,
    values: &Values<'_>,
    report: &Report<'_>,
) -> Map<String, Value> {
    let mut params = Map::new();
    let checked = confirm.checked;
    let selector = expression(&confirm.selector, checked, values, report);
    params.insert("where".to_owned(), selector);
    params.insert("timeoutMs".to_owned(), json!(confirm_ms(confirm)));
    params.insert("verifies".to_owned(), json!(verified));
    params
}

/// How long a `confirm` waits.
pub(super) fn confirm_ms(confirm: &Confirm) -> i64 {
    confirm
        .timeout_ms
        .map_or(DEFAULT_CONFIRM_MS, |timeout| timeout.value)
}

/// A whole number param as it will run; `None` where it is not given or could not be filled in.
pub(super) fn integer_param(
    step: &Step,
    name: &str,
    values: &Values<'_>,
    report: &Report<'_>,
) -> Option<i64> {
    param_value(step.param(name)?, values, report)?.as_i64()
}

fn expression(
    selector: &Selector,
    checked: Option<bool>,
    values: &Values<'_>,
    report: &Report<'_>,
) -> Value {
    let mut keys = Map::new();
    let mut put = |key: &str, value: Option<Value>| {
        if let Some(value) = value {
            keys.insert(key.to_owned(), value);
        }
    };
    let fill = |phrase: &Option<Phrase>| {
        let phrase = phrase.as_ref()?;
        values.fill(phrase, report).map(Value::String)
    };
    put(
        "resourceId",
        selector.resource_id.as_ref().map(|id| json!(id.value)),
    );
    put(
        "class",
        selector.class.as_ref().map(|class| json!(class.value)),
    );
    put("textEquals", fill(&selector.text_equals));
    put("textContains", fill(&selector.text_contains));
    put("contentDescContains", fill(&selector.content_desc_contains));
    put("clickable", selector.clickable.map(Value::Bool));
    put("enabled", selector.enabled.map(Value::Bool));
    put("selected", selector.selected.map(Value::Bool));
    put("focused", selector.focused.map(Value::Bool));
    put("scrollable", selector.scrollable.map(Value::Bool));
    put("longClickable", selector.long_clickable.map(Value::Bool));
    let pattern = |pattern: &Option<Spanned<String>>| {
        let pattern = pattern.as_ref()?;
        Some(json!(pattern.value))
    };
    put("textMatches", pattern(&selector.text_matches));
    put(
        "contentDescMatches",
        pattern(&selector.content_desc_matches),
    );
    put("nameMatches", pattern(&selector.name_matches));
    put("ignoreCase", selector.ignore_case.map(Value::Bool));
    put("checked", checked.map(Value::Bool));
    put(
        "indexInParent",
        selector.index_in_parent.map(|index| json!(index.value)),
    );
    let nested = |alternatives: &[Selector]| {
        let list: Vec<Value> = alternatives
            .iter()
            .map(|alternative| expression(alternative, None, values, report))
            .collect();
        (!list.is_empty()).then_some(Value::Array(list))
    };
    put("anyOf", nested(&selector.any_of));
    put("allOf", nested(&selector.all_of));
    Value::Object(keys)
}

fn param_value(param: &Param, values: &Values<'_>, report: &Report<'_>) -> Option<Value> {
    match &param.value {
        ParamValue::Integer(number) => Some(json!(number)),
        ParamValue::Number(number) => Some(json!(number)),
        ParamValue::Boolean(state) => Some(json!(state)),
        ParamValue::Word(word) => Some(json!(word)),
        ParamValue::Point(x, y) => Some(json!({ "x": x, "y": y })),
        ParamValue::Phrase(phrase) => match &param.spec.kind {
            ParamKind::Text(_) | ParamKind::Typed(_) | ParamKind::Pattern => {
                values.fill(phrase, report).map(Value::String)
            }
            ParamKind::Uri(most) => values.fill_uri(phrase, *most, report).map(Value::String),
            ParamKind::Integer(least, most) | ParamKind::Fixed(least, most) => {
                let number = match values.typed(phrase, report)? {
                    InputValue::Integer(number) => *number,
                    InputValue::Text(_) | InputValue::Number(_) | InputValue::Boolean(_) => {
                        return wrong_type(param, report);
                    }
                };
                if (*least..=*most).contains(&number) {
                    return Some(json!(number));
                }
                out_of_range(param, &format!("from {least} to {most}"), report)
            }
            ParamKind::Ratio => {
                let number = match values.typed(phrase, report)? {
                    InputValue::Number(number) => *number,
                    // Anything beyond 1 is refused below, so the rounding of large numbers does not matter.
                    InputValue::Integer(0) => 0.0,
                    InputValue::Integer(1) => 1.0,
                    InputValue::Integer(_) => f64::NAN,
                    InputValue::Text(_) | InputValue::Boolean(_) => {
                        return wrong_type(param, report);
                    }
                };
                if (0.0..=1.0).contains(&number) {
                    return Some(json!(number));
                }
                out_of_range(param, "from 0 to 1", report)
            }
            ParamKind::Boolean => match values.typed(phrase, report)? {
                InputValue::Boolean(state) => Some(json!(state)),
                InputValue::Text(_) | InputValue::Integer(_) | InputValue::Number(_) => {
                    wrong_type(param, report)
                }
            },
            ParamKind::Word(_) | ParamKind::Key | ParamKind::Point => None,
        },
    }
}

fn wrong_type<T>(param: &Param, report: &Report<'_>) -> Option<T> {
    report.add(
        RecipeRule::Inputs,
        RecipeCode::InputType,
        param.at,
        format!("the input for `{}` has the wrong type", param.spec.name),
        "declare the input with the type of the param",
    );
    None
}

fn out_of_range<T>(param: &Param, range: &str, report: &Report<'_>) -> Option<T> {
    report.add(
        RecipeRule::Inputs,
        RecipeCode::OutOfRange,
        param.at,
        format!("the value for `{}` is not {range}", param.spec.name),
        format!("give a value {range}"),
    );
    None
}

/// So many attempts more than one, with the patience that the action has without being asked.
fn insert_retry(params: &mut Map<String, Value>, action: StepAction, retries: i64) {
    let mut put = |key: &str, preset: RetryPreset| {
        let RetryPolicy {
            initial_delay_ms,
            max_delay_ms,
            backoff_multiplier,
            jitter_ratio,
            max_attempts: _,
            within_ms: _,
        } = preset.policy();
        let retry = json!({
            "maxAttempts": retries + 1,
            "initialDelayMs": initial_delay_ms,
            "maxDelayMs": max_delay_ms,
            "backoffMultiplier": backoff_multiplier,
            "jitterRatio": jitter_ratio,
        });
        params.insert(key.to_owned(), retry);
    };
    for (key, preset) in action.facts().retries {
        put(key, *preset);
    }
}
