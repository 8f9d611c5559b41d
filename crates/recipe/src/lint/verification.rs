//! Side effects are verified.

use std::collections::BTreeSet;

use crate::finding::{Code, Report};
use crate::model::{Recipe, Step, StepAction};
use crate::rule::Rule;

/// Where a recipe changes something, every press is confirmed, or something that belongs to it is read or waited for
/// before the next press.
pub(super) fn check(recipe: &Recipe, report: &Report<'_>) {
    if !recipe.has_side_effects() {
        return;
    }
    for (index, step) in recipe.steps.iter().enumerate() {
        if !step.action.value.is_press() || step.confirm.is_some() {
            continue;
        }
        let marks = marks(step);
        let verified = recipe
            .steps
            .iter()
            .skip(index + 1)
            .take_while(|later| !later.action.value.is_press())
            .filter(|later| {
                matches!(
                    later.action.value,
                    StepAction::ReadText | StepAction::WaitForNode
                )
            })
            .any(|later| !marks.is_disjoint(&self::marks(later)));
        if !verified {
            report.add(
                Rule::Verification,
                Code::NotVerified,
                step.at,
                format!(
                    "nothing verifies `{}` before the next side effect",
                    step.id.value
                ),
                "add `confirm`, or read or wait for a node that shares an id, a text or an input with it",
            );
        }
    }
}

/// What ties a selector to another: its ids, texts and inputs.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Mark<'s> {
    ResourceId(&'s str),
    Text(&'s str),
    Input(&'s str),
}

fn marks(step: &Step) -> BTreeSet<Mark<'_>> {
    let mut marks = BTreeSet::new();
    if let Some(selector) = &step.selector {
        selector.walk(&mut |level| {
            marks.extend(
                level
                    .resource_id
                    .iter()
                    .map(|id| Mark::ResourceId(id.value.as_str())),
            );
            for (_, phrase) in level.phrases() {
                marks.insert(Mark::Text(&phrase.written));
                marks.extend(phrase.inputs().map(Mark::Input));
            }
        });
    }
    marks
}
