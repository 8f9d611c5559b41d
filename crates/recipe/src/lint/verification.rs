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
    for step in &recipe.steps {
        if !step.action.value.is_press() || step.confirm.is_some() {
            continue;
        }
        if recipe.verifier(step).is_none() {
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

impl Recipe {
    /// The step that verifies a press which has no `confirm`: the first before the next press that reads or waits for
    /// something that belongs to it.
    #[must_use]
    pub fn verifier(&self, press: &Step) -> Option<&Step> {
        if !self.has_side_effects() || !press.action.value.is_press() {
            return None;
        }
        let marks = marks(press);
        self.steps
            .iter()
            .skip_while(|step| step.id.value != press.id.value)
            .skip(1)
            .take_while(|later| !later.action.value.is_press())
            .filter(|later| {
                matches!(
                    later.action.value,
                    StepAction::ReadText | StepAction::WaitForNode
                )
            })
            .find(|later| !marks.is_disjoint(&self::marks(later)))
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
