//! Which step shows whether a press has worked: one rule for the linter, the compiler and whoever judges a run.

use clawperator_contract::{Case, Pattern, folded};

use super::step_type::{Effect, Shows};
use super::{ParamValue, Phrase, Recipe, Selector, Spanned, Step, StepAction};

impl Recipe {
    /// Whether the step presses something that has to be verified.
    #[must_use]
    pub fn is_side_effect(&self, step: &Step) -> bool {
        self.has_side_effects() && step.acts()
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
            .take_while(|later| !matches!(later.effect(), Effect::Types | Effect::Acts));
        later.filter(move |later| {
            asked && is_done_with(press, later) && may_show_change(press, later)
        })
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

/// Whether a step is done whenever another one is, and only then.
fn is_done_with(press: &Step, later: &Step) -> bool {
    let (Some(of_press), Some(of_later)) = (&press.when, &later.when) else {
        return press.when.is_none() && later.when.is_none();
    };
    let with = of_later.ran.as_ref().map(|ran| &ran.value);
    let with_press = with == Some(&press.id.value);
    let with_the_same = of_press.condition.is_none()
        && with.is_some()
        && with == of_press.ran.as_ref().map(|ran| &ran.value);
    of_later.condition.is_none() && (with_press || with_the_same)
}

/// Whether a step may show something that did not hold before the press.
///
/// The press has found its node, so whatever the press's own selector says held before: waiting for no more than that
/// shows nothing, and neither does reading a text that the selector spells out. Reading the pressed node may: its text
/// or its state may be another one now.
fn may_show_change(press: &Step, later: &Step) -> bool {
    let Some(shown) = &later.selector else {
        return false;
    };
    // Of what has no selector nobody knows anything that held before.
    let pressed = press.selector.as_ref();
    let held_before = pressed.is_some_and(|pressed| says_no_more(shown, pressed));
    let names_something = {
        let mut names = false;
        shown.walk(&mut |level| {
            names |= level.resource_id.is_some()
                || level.phrases().next().is_some()
                || level.patterns().next().is_some();
        });
        names
    };
    let may_change = match later.action.value.facts().shows {
        // That a node is not there any more which was there is a change.
        Shows::Node if is_gone(later) => true,
        Shows::Node => !held_before,
        // What stands in a field that was typed into is what was typed.
        Shows::Text if press.action.value == StepAction::EnterText => !held_before,
        Shows::Text => !held_before || shown.text_equals.is_none(),
        Shows::Nothing | Shows::Value => false,
    };
    // A class alone is that of many nodes, and which of them is read is chance.
    names_something && may_change
}

fn is_gone(wait: &Step) -> bool {
    let until = wait.param("until");
    until.is_some_and(|until| until.value == ParamValue::Word("gone"))
}

/// Whether everything that one selector asks for is asked for by the other too.
fn says_no_more(one: &Selector, other: &Selector) -> bool {
    let known = conditions(other);
    let case = Case::of(one.ignore_case);
    let same = |one: &str, other: &str| match case {
        Case::Sensitive => one == other,
        Case::Ignored => folded(one) == folded(other),
    };
    let holds = |condition: &Condition<'_>| {
        known.iter().any(|known| match (condition, known) {
            (
                Condition::TextContains(part),
                Condition::TextEquals(whole) | Condition::TextContains(whole),
            ) => match case {
                Case::Sensitive => whole.contains(part),
                Case::Ignored => folded(whole).contains(folded(part).as_ref()),
            },
            (Condition::TextEquals(one), Condition::TextEquals(other))
            | (Condition::ContentDescContains(one), Condition::ContentDescContains(other)) => {
                same(one, other)
            }
            (Condition::TextMatches(pattern), Condition::TextEquals(whole)) => {
                Pattern::compile_in(pattern, case).is_ok_and(|pattern| pattern.matches(whole))
            }
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
    TextMatches(&'s str),
    ContentDescMatches(&'s str),
    NameMatches(&'s str),
    Focused(bool),
    Scrollable(bool),
    LongClickable(bool),
    IndexInParent(i64),
    AnyOf(Vec<Vec<Self>>),
    AllOf(Vec<Vec<Self>>),
}

fn conditions(selector: &Selector) -> Vec<Condition<'_>> {
    fn text(phrase: &Phrase) -> &str {
        &phrase.written
    }
    fn pattern(pattern: Option<&Spanned<String>>) -> Option<&str> {
        pattern.map(|pattern| pattern.value.as_str())
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
        pattern(selector.text_matches.as_ref()).map(Condition::TextMatches),
        pattern(selector.content_desc_matches.as_ref()).map(Condition::ContentDescMatches),
        pattern(selector.name_matches.as_ref()).map(Condition::NameMatches),
        selector.focused.map(Condition::Focused),
        selector.scrollable.map(Condition::Scrollable),
        selector.long_clickable.map(Condition::LongClickable),
        index.map(Condition::IndexInParent),
        nested(&selector.any_of).map(Condition::AnyOf),
        nested(&selector.all_of).map(Condition::AllOf),
    ];
    asked.into_iter().flatten().collect()
}
