//! Reading a repetition, which becomes guarded copies of its steps.

use clawperator_contract::limits::MAX_EXECUTION_ACTIONS;

use super::fields::Reader;
use super::step::{check_unique_ids, not_a_mapping, read_id, read_one};
use super::when::read_until;
use crate::finding::RecipeCode;
use crate::model::step_type::StepAction;
use crate::model::{Condition, Param, ParamValue, Presence, Spanned, Step, When};
use crate::rule::RecipeRule;
use crate::tree::{Node, Value};

/// The most often that steps are repeated.
const MAX_TIMES: i64 = 10;

/// Reads a repetition: its steps as often as they may run, each copy on what ends it not being there yet.
pub(super) fn read_repeat(node: &Node, reader: Reader<'_, '_>) -> Option<Vec<Step>> {
    let before = reader.report.errors();
    let fields = reader.open(node, "a step with `repeat`", &["id", "repeat"])?;
    let id = fields
        .require("id")
        .and_then(|value| read_id(value, reader));
    let repeat = fields.require("repeat")?;
    let fields = reader.open(repeat, "`repeat`", &["times", "until", "steps"])?;
    let times = fields
        .require("times")
        .and_then(|value| reader.integer(value, "`times`", 1, MAX_TIMES));
    let until = fields
        .require("until")
        .and_then(|value| Some((value.at, read_until(value, reader)?)));
    let nodes = fields
        .require("steps")
        .and_then(|value| reader.list(value, "`steps`", MAX_EXECUTION_ACTIONS))?;
    if nodes.is_empty() {
        return reader.fail(
            RecipeCode::NoSteps,
            repeat.at,
            "there is nothing to repeat",
            "write the steps to repeat",
        );
    }
    let steps: Vec<Step> = nodes
        .iter()
        .filter_map(|node| match &node.value {
            Value::Map(_) if node.get("repeat").is_some() => reader.fail(
                RecipeCode::NotHere,
                node.at,
                "repetitions do not nest",
                "write the inner steps out, or repeat them behind this repetition",
            ),
            Value::Map(_) => read_one(node, reader),
            Value::Scalar(..) | Value::List(_) => not_a_mapping(node, reader),
        })
        .collect();
    check_unique_ids(nodes, reader);
    if let Some(when) = steps.first().and_then(|first| first.when.as_ref()) {
        return reader.fail(
            RecipeCode::NotHere,
            when.at,
            "the first step of a repetition has no `when`: whether it is done is what `until` says",
            "put the `when` on a later step",
        );
    }
    if reader.report.errors() > before {
        return None;
    }
    let (id, times, (at, until)) = (id?, times?, until?);
    let copies = usize::try_from(times.value).unwrap_or(usize::MAX);
    if copies.saturating_mul(steps.len()) > MAX_EXECUTION_ACTIONS {
        return reader.under(RecipeRule::CompiledSize).fail(
            RecipeCode::Limit,
            times.at,
            format!("so often, these steps are more than {MAX_EXECUTION_ACTIONS} actions"),
            "repeat them less often",
        );
    }
    let mut unrolled: Vec<Step> = (1..=times.value)
        .flat_map(|number| copy(&id.value, number, &steps, &until))
        .collect();
    unrolled.push(Step {
        at,
        id: Spanned::new(at, format!("{}.until", id.value)),
        ..last_wait(at, until)
    });
    Some(unrolled)
}

/// One copy of the steps. The first is done while what ends the repetition is not there; the others are done with it.
fn copy(id: &str, number: i64, steps: &[Step], until: &Condition) -> Vec<Step> {
    let name = |number: i64, inner: &str| format!("{id}.{number}.{inner}");
    let first = steps.first().map_or("", |first| first.id.value.as_str());
    steps
        .iter()
        .enumerate()
        .map(|(index, inner)| {
            let at = inner.at;
            let own = inner.when.clone();
            let when = if index == 0 {
                When {
                    at,
                    condition: Some(Condition {
                        presence: until.presence.opposite(),
                        timeout_ms: None,
                        ..until.clone()
                    }),
                    // What has ended does not begin again.
                    ran: (number > 1).then(|| Spanned::new(at, name(number - 1, first))),
                }
            } else {
                let named = own.as_ref().and_then(|own| own.ran.as_ref());
                let (named_at, with) =
                    named.map_or((at, first), |named| (named.at, named.value.as_str()));
                When {
                    at,
                    ran: Some(Spanned::new(named_at, name(number, with))),
                    condition: own.and_then(|own| own.condition),
                }
            };
            Step {
                id: Spanned::new(inner.id.at, name(number, &inner.id.value)),
                when: Some(when),
                is_copy: number > 1,
                ..inner.clone()
            }
        })
        .collect()
}

/// What ends a repetition has to be there in the end: one that never was met is a failure, not an end.
fn last_wait(at: crate::source::Position, until: Condition) -> Step {
    let mut params = Vec::new();
    let mut put = |name: &str, value: ParamValue| {
        let known = StepAction::WaitForNode.facts().params.iter();
        let spec = known.clone().find(|spec| spec.name == name);
        params.extend(spec.map(|spec| Param { at, spec, value }));
    };
    if let Some(timeout) = until.timeout_ms {
        put("timeout_ms", ParamValue::Integer(timeout.value));
    }
    if until.presence == Presence::Gone {
        put("until", ParamValue::Word("gone"));
    }
    Step {
        at,
        id: Spanned::new(at, String::new()),
        action: Spanned::new(at, StepAction::WaitForNode),
        selector: Some(until.selector),
        container: None,
        wait_after_ms: None,
        retries: None,
        confirm: None,
        params,
        when: None,
        is_copy: false,
    }
}
