//! Which step shows whether a press has worked: one rule for the linter, the compiler and whoever judges a run.

use super::{ParamValue, Phrase, Recipe, Selector, Step, StepAction};

impl Step {
    /// Whether it presses what it finds. A scroll may only look.
    #[must_use]
    pub fn presses(&self) -> bool {
        let only_looks = self
            .param("click_after")
            .is_some_and(|param| param.value == ParamValue::Boolean(false));
        self.action.value.is_press() && !only_looks
    }
}

impl Recipe {
    /// Whether the step presses something that has to be verified.
    #[must_use]
    pub fn is_side_effect(&self, step: &Step) -> bool {
        self.has_side_effects() && step.presses()
    }

    /// The steps that may verify a press which has no `confirm`: those before the next press that read or wait for
    /// something that may not have been there before it. Whether it was there, a run tells.
    pub fn verifiers<'r>(&'r self, press: &'r Step) -> impl Iterator<Item = &'r Step> {
        let asked = self.is_side_effect(press) && press.confirm.is_none();
        let later = self
            .steps
            .iter()
            .skip_while(|step| step.id.value != press.id.value)
            .skip(1)
            .take_while(|later| !later.presses());
        later.filter(move |later| asked && may_show_change(press, later))
    }

    /// The press that a step may verify.
    #[must_use]
    pub fn verified_by(&self, later: &Step) -> Option<&Step> {
        self.steps.iter().find(|press| {
            let mut verifiers = self.verifiers(press);
            verifiers.any(|step| step.id.value == later.id.value)
        })
    }
}

/// Whether a step may show something that did not hold before the press.
///
/// The press has found its node, so whatever the press's own selector says held before: waiting for no more than that
/// shows nothing, and neither does reading a text that the selector spells out. Reading the pressed node may: its text
/// or its state may be another one now.
fn may_show_change(press: &Step, later: &Step) -> bool {
    let (Some(pressed), Some(shown)) = (&press.selector, &later.selector) else {
        return false;
    };
    let held_before = says_no_more(shown, pressed);
    let names_something = {
        let mut names = false;
        shown.walk(&mut |level| {
            names |= level.resource_id.is_some() || level.phrases().next().is_some();
        });
        names
    };
    let may_change = match later.action.value {
        StepAction::WaitForNode => !held_before,
        StepAction::ReadText => !held_before || shown.text_equals.is_none(),
        StepAction::OpenApp
        | StepAction::CloseApp
        | StepAction::Click
        | StepAction::ScrollAndClick
        | StepAction::SnapshotUi
        | StepAction::Sleep => false,
    };
    // A class alone is that of many nodes, and which of them is read is chance.
    names_something && may_change
}

/// Whether everything that one selector asks for is asked for by the other too.
fn says_no_more(one: &Selector, other: &Selector) -> bool {
    let known = conditions(other);
    let holds = |condition: &Condition<'_>| {
        known.iter().any(|known| match (condition, known) {
            (
                Condition::TextContains(part),
                Condition::TextEquals(whole) | Condition::TextContains(whole),
            ) => whole.contains(part),
            _ => condition == known,
        })
    };
    conditions(one).iter().all(holds)
}

/// One thing that a selector asks for.
#[derive(PartialEq, Eq)]
enum Condition<'s> {
    ResourceId(&'s str),
    Class(&'s str),
    TextEquals(&'s str),
    TextContains(&'s str),
    ContentDescContains(&'s str),
    Clickable(bool),
    Enabled(bool),
    Selected(bool),
    IndexInParent(i64),
    AnyOf(Vec<Vec<Self>>),
    AllOf(Vec<Vec<Self>>),
}

fn conditions(selector: &Selector) -> Vec<Condition<'_>> {
    fn text(phrase: &Phrase) -> &str {
        &phrase.written
    }
    fn nested(list: &[Selector]) -> Option<Vec<Vec<Condition<'_>>>> {
        (!list.is_empty()).then(|| list.iter().map(conditions).collect())
    }
    let id = selector.resource_id.as_ref().map(|id| id.value.as_str());
    let class = selector.class.as_ref().map(|class| class.value.as_str());
    let index = selector.index_in_parent.map(|index| index.value);
    let asked = [
        id.map(Condition::ResourceId),
        class.map(Condition::Class),
        selector
            .text_equals
            .as_ref()
            .map(text)
            .map(Condition::TextEquals),
        selector
            .text_contains
            .as_ref()
            .map(text)
            .map(Condition::TextContains),
        selector
            .content_desc_contains
            .as_ref()
            .map(text)
            .map(Condition::ContentDescContains),
        selector.clickable.map(Condition::Clickable),
        selector.enabled.map(Condition::Enabled),
        selector.selected.map(Condition::Selected),
        index.map(Condition::IndexInParent),
        nested(&selector.any_of).map(Condition::AnyOf),
        nested(&selector.all_of).map(Condition::AllOf),
    ];
    asked.into_iter().flatten().collect()
}
