//! One step of a recipe.

use super::Spanned;
use super::param::{Param, ParamValue};
use super::phrase::Phrase;
use super::selector::Selector;
use super::step_type::{Effect, StepAction};
use super::when::When;
use crate::source::Position;

#[derive(Debug, Clone, PartialEq)]
pub struct Step {
    /// Where its block begins.
    pub at: Position,
    /// Its name, unique in the recipe.
    pub id: Spanned<String>,
    /// What it does.
    pub action: Spanned<StepAction>,
    /// What it does it to.
    pub selector: Option<Selector>,
    /// Where that is looked for.
    pub container: Option<Selector>,
    /// How long to wait afterwards, in milliseconds.
    pub wait_after_ms: Option<Spanned<i64>>,
    /// How often to try again.
    pub retries: Option<Spanned<i64>>,
    /// What shows that it has worked.
    pub confirm: Option<Confirm>,
    /// How it does it.
    pub params: Vec<Param>,
    /// What has to hold for it to be done.
    pub when: Option<When>,
    /// Whether it repeats an earlier step, word for word.
    pub is_copy: bool,
}

impl Step {
    #[must_use]
    pub fn param(&self, name: &str) -> Option<&Param> {
        self.params.iter().find(|param| param.spec.name == name)
    }

    /// Whether it may change something that only a later look shows: it presses, submits, swipes, opens an address.
    #[must_use]
    pub fn acts(&self) -> bool {
        self.effect() == Effect::Acts
    }

    pub(crate) fn effect(&self) -> Effect {
        (self.action.value.facts().effect)(self)
    }

    /// Its selectors: target, container, what confirms it and what it is done on.
    pub fn selectors(&self) -> impl Iterator<Item = &Selector> {
        let confirm = self.confirm.as_ref().map(|confirm| &confirm.selector);
        let when = self.when.as_ref().and_then(|when| when.condition.as_ref());
        let condition = when.map(|condition| &condition.selector);
        let own = self.selector.iter().chain(&self.container);
        own.chain(confirm).chain(condition)
    }

    /// Every text of the step in which inputs are filled in.
    #[must_use]
    pub fn phrases(&self) -> Vec<&Phrase> {
        let mut phrases = Vec::new();
        for selector in self.selectors() {
            selector.walk(&mut |level| phrases.extend(level.phrases().map(|(_, phrase)| phrase)));
        }
        phrases.extend(self.params.iter().filter_map(|param| match &param.value {
            ParamValue::Phrase(phrase) => Some(phrase),
            ParamValue::Integer(_)
            | ParamValue::Number(_)
            | ParamValue::Boolean(_)
            | ParamValue::Word(_)
            | ParamValue::Point(..) => None,
        }));
        phrases
    }
}

/// What shows that a step has worked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Confirm {
    /// Where it stands.
    pub at: Position,
    /// The node that must be there.
    pub selector: Selector,
    /// Whether that node must be checked.
    pub checked: Option<bool>,
    /// How long to wait for it, in milliseconds.
    pub timeout_ms: Option<Spanned<i64>>,
}
