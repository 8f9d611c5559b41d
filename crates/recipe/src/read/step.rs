//! Reading one step.

use clawperator_contract::{ActionType, did_you_mean, excerpt};

use super::fields::{Fields, Reader};
use super::params::read_params;
use super::repeat::read_repeat;
use super::selector::read_selector;
use super::when::read_when;
use crate::finding::RecipeCode;
use crate::limits::{MAX_MS, MAX_NAME_LENGTH, MAX_RETRIES};
use crate::model::step_type::Target;
use crate::model::{Confirm, RecipeFormat, Selector, Spanned, Step, StepAction, is_name};
use crate::rule::RecipeRule;
use crate::tree::Node;

const KEYS: &[&str] = &[
    "id",
    "type",
    "selector",
    "matcher",
    "container",
    "wait",
    "retries",
    "confirm",
    "params",
    "recorded",
];

/// Reads one step's block; the steps of a repetition are as many as they run.
pub(crate) fn read_steps_of(node: &Node, reader: Reader<'_, '_>) -> Option<Vec<Step>> {
    if reader.format == RecipeFormat::Two && node.get("repeat").is_some() {
        return read_repeat(node, reader);
    }
    read_one(node, reader).map(|step| vec![step])
}

/// Reads one step's block, which is no repetition.
pub(super) fn read_one(node: &Node, reader: Reader<'_, '_>) -> Option<Step> {
    let before = reader.report.errors();
    let mut keys = KEYS.to_vec();
    if reader.format == RecipeFormat::Two {
        keys.push("when");
    }
    let fields = reader.open(node, "a step", &keys)?;
    if let Some(mark) = fields.get("recorded") {
        return refuse_recorded(mark, &fields, reader);
    }
    let id = fields
        .require("id")
        .and_then(|value| read_id(value, reader));
    let action = fields
        .require("type")
        .and_then(|value| read_action(value, reader.under(RecipeRule::ActionTypes)));
    let selector = read_target(&fields, action, reader);
    let container = read_container(&fields, action, reader);
    let wait_after_ms = fields
        .get("wait")
        .and_then(|value| read_single(value, "`wait`", "after_ms", (0, MAX_MS), reader));
    let retries = read_retries(&fields, action, reader);
    let confirm = read_confirm(&fields, action, reader);
    let has_target = ["selector", "matcher"]
        .iter()
        .any(|key| fields.get(key).is_some());
    let params = action.map(|action| read_params(&fields, action.value, has_target, reader));
    // In the first format it is an unknown key, and has been reported.
    let when = match reader.format {
        RecipeFormat::One => None,
        RecipeFormat::Two => fields
            .get("when")
            .and_then(|value| read_when(value, reader)),
    };
    if reader.report.errors() > before {
        return None;
    }
    Some(Step {
        at: node.at,
        id: id?,
        action: action?,
        selector,
        container,
        wait_after_ms,
        retries,
        confirm,
        params: params?,
        when,
        is_copy: false,
    })
}

/// A step that was drafted from a recording and that recipes cannot run. Nothing else is asked of it.
fn refuse_recorded(
    mark: &Node,
    fields: &Fields<'_, '_, '_>,
    reader: Reader<'_, '_>,
) -> Option<Step> {
    let action = fields.get("type").map(|value| match &value.value {
        crate::tree::Value::Scalar(text, _) => text.as_str(),
        crate::tree::Value::List(_) | crate::tree::Value::Map(_) => "",
    });
    let fix = match action.map(ActionType::from_name) {
        Some(Some(ActionType::EnterText)) if reader.format == RecipeFormat::Two => {
            "add a `selector` for the field and remove `recorded`, or remove the step and its input"
        }
        Some(Some(ActionType::Scroll | ActionType::PressKey))
            if reader.format == RecipeFormat::Two =>
        {
            "remove `recorded`: recipes of this format can run the step"
        }
        Some(Some(ActionType::EnterText)) => {
            "recipes cannot type: remove the step and its input, or end the recipe before it and type by a command of its own"
        }
        Some(Some(ActionType::Click)) => {
            "add a `selector` for what was pressed and remove `recorded`, or remove the step"
        }
        Some(Some(ActionType::Scroll)) => {
            "make it a `scroll_and_click` to what was looked for, or remove the step"
        }
        Some(Some(ActionType::PressKey)) => {
            "press something on the page that leads to the same place, or remove the step"
        }
        _ => "write the steps that were done here, or remove this one",
    };
    reader.under(RecipeRule::RecordedSteps).fail(
        RecipeCode::Recorded,
        mark.at,
        "this step was recorded, and a recipe cannot run it as it was done",
        fix,
    )
}

/// Reports what is no step at all.
pub(crate) fn not_a_mapping<T>(node: &Node, reader: Reader<'_, '_>) -> Option<T> {
    reader.wrong_kind(node, "a step", "a mapping")
}

/// Reports every step whose id an earlier one has. Steps that could not be read count too.
pub(crate) fn check_unique_ids(nodes: &[Node], reader: Reader<'_, '_>) {
    let ids = nodes.iter().filter_map(|node| {
        let id = node.get("id")?;
        match &id.value {
            crate::tree::Value::Scalar(text, _) => Some((id.at, text.as_str())),
            crate::tree::Value::List(_) | crate::tree::Value::Map(_) => None,
        }
    });
    reader.check_unique(ids, "the step id", "give every step its own id");
}

pub(super) fn read_id(node: &Node, reader: Reader<'_, '_>) -> Option<Spanned<String>> {
    let id = reader.text(node, "`id`", MAX_NAME_LENGTH)?;
    if is_name(&id.value) {
        return Some(id);
    }
    reader.fail(
        RecipeCode::Malformed,
        node.at,
        format!("not a valid step id: `{}`", excerpt(&id.value)),
        "use letters, digits, `_` and `-`, beginning with a letter",
    )
}

fn read_action(node: &Node, reader: Reader<'_, '_>) -> Option<Spanned<StepAction>> {
    let written = reader.text(node, "`type`", MAX_NAME_LENGTH)?;
    let known = ActionType::from_name(&written.value);
    let runs = known.and_then(StepAction::from_action_type);
    if let Some(action) = runs.filter(|action| reader.format.has(action.since())) {
        return Some(Spanned::new(node.at, action));
    }
    let message = match known {
        Some(_) => format!("recipes cannot run `{}`", excerpt(&written.value)),
        None => format!("there is no action `{}`", excerpt(&written.value)),
    };
    let names = StepAction::names(reader.format);
    let near = did_you_mean(&written.value, names.iter().copied());
    let fix = match near.filter(|_| known.is_none()) {
        Some(near) => format!("did you mean `{near}`?"),
        None if runs.is_some() => format!(
            "add `recipe_format: {}` to the frontmatter",
            RecipeFormat::NEWEST
        ),
        None => format!("recipes run {}", names.join(", ")),
    };
    reader.fail(RecipeCode::ActionType, node.at, message, fix)
}

fn read_target(
    fields: &Fields<'_, '_, '_>,
    action: Option<Spanned<StepAction>>,
    reader: Reader<'_, '_>,
) -> Option<Selector> {
    let selector = match (fields.get("selector"), fields.get("matcher")) {
        (Some(_), Some(node)) => {
            return reader.fail(
                RecipeCode::DuplicateKey,
                node.at,
                "a step has `selector` or `matcher`, not both: they are two names for the same thing",
                "remove one of them",
            );
        }
        (selector, matcher) => selector.or(matcher),
    };
    match (selector, action.map(|action| action.value)) {
        (Some(node), Some(action)) if action.facts().target == Target::None => {
            not_here(node, "selector", action, reader)
        }
        (Some(node), _) => read_selector(node, reader),
        (None, Some(action)) if action.facts().target == Target::Required => reader.fail(
            RecipeCode::MissingField,
            fields.at,
            format!("{} has no `selector`", action.name()),
            "add `selector` with what to look for",
        ),
        (None, _) => None,
    }
}

fn read_container(
    fields: &Fields<'_, '_, '_>,
    action: Option<Spanned<StepAction>>,
    reader: Reader<'_, '_>,
) -> Option<Selector> {
    let node = fields.get("container")?;
    match action.map(|action| action.value) {
        Some(action) if !action.facts().container => not_here(node, "container", action, reader),
        _ => read_selector(node, reader),
    }
}

fn read_retries(
    fields: &Fields<'_, '_, '_>,
    action: Option<Spanned<StepAction>>,
    reader: Reader<'_, '_>,
) -> Option<Spanned<i64>> {
    let node = fields.get("retries")?;
    match action.map(|action| action.value) {
        Some(action) if action.facts().retries.is_empty() => {
            not_here(node, "retries", action, reader)
        }
        _ => read_single(node, "`retries`", "count", (0, MAX_RETRIES), reader),
    }
}

fn read_confirm(
    fields: &Fields<'_, '_, '_>,
    action: Option<Spanned<StepAction>>,
    reader: Reader<'_, '_>,
) -> Option<Confirm> {
    let node = fields.get("confirm")?;
    if let Some(action) = action.map(|action| action.value)
        && !action.facts().confirm
    {
        return not_here(node, "confirm", action, reader);
    }
    let fields = reader.open(node, "`confirm`", &["selector", "checked", "timeout_ms"])?;
    let selector = fields
        .require("selector")
        .and_then(|value| read_selector(value, reader));
    let checked = fields
        .get("checked")
        .and_then(|value| reader.boolean(value, "`checked`"));
    let timeout_ms = fields
        .get("timeout_ms")
        .and_then(|value| reader.integer(value, "`timeout_ms`", 1, MAX_MS));
    Some(Confirm {
        at: node.at,
        selector: selector?,
        checked,
        timeout_ms,
    })
}

/// Reads a mapping of one key, which it must have.
fn read_single(
    node: &Node,
    what: &'static str,
    key: &'static str,
    (least, most): (i64, i64),
    reader: Reader<'_, '_>,
) -> Option<Spanned<i64>> {
    let fields = reader.open(node, what, &[key])?;
    let value = fields.require(key)?;
    reader.integer(value, &format!("`{key}`"), least, most)
}

fn not_here<T>(node: &Node, key: &str, action: StepAction, reader: Reader<'_, '_>) -> Option<T> {
    reader.fail(
        RecipeCode::NotHere,
        node.at,
        format!("`{key}` has no effect on {}", action.name()),
        "remove it",
    )
}

#[cfg(test)]
mod tests {
    use crate::{RecipeFormat, load_step};

    #[test]
    fn a_slip_in_an_action_leads_to_it() {
        let fix = |step: &str| {
            let findings = load_step("step.yaml", step.as_bytes(), RecipeFormat::One).unwrap_err();
            findings.list[0].fix.clone()
        };
        assert_eq!(fix("id: x\ntype: clik\n"), "did you mean `click`?");
        // What the contract knows and recipes do not run is no slip.
        for other in ["take_screenshot", "frobnicate"] {
            let fix = fix(&format!("id: x\ntype: {other}\n"));
            assert!(fix.starts_with("recipes run "), "{other}: {fix}");
        }
    }
}
