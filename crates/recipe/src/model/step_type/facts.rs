//! What a type of step is, as its row of the table says.

use clawperator_contract::RetryPreset;

use crate::compile::Cost;
use crate::model::param::ParamSpec;
use crate::model::{Capability, Param, ParamValue, RecipeFormat, Step};

/// Everything that reading, linting and compiling know of one type of step.
#[derive(Debug)]
pub(crate) struct StepType {
    /// The format it came with.
    pub(crate) since: RecipeFormat,
    /// Whether it has a selector.
    pub(crate) target: Target,
    /// Whether it can look inside a container only.
    pub(crate) container: bool,
    /// Whether it does something that can be confirmed.
    pub(crate) confirm: bool,
    /// Whether it may not touch the first of several where a recipe changes something.
    pub(crate) strict: bool,
    /// The retries that `retries` asks for, each with its pauses; none where nothing is tried again.
    pub(crate) retries: &'static [(&'static str, RetryPreset)],
    /// The patience that runs when a step asks for none.
    pub(crate) patience: Option<RetryPreset>,
    pub(crate) params: &'static [ParamSpec],
    pub(crate) effect: fn(&Step) -> Effect,
    pub(crate) shows: Shows,
    /// What it has to have declared, and why.
    pub(crate) needs: fn(&Step) -> Vec<Need>,
    /// What it may use besides without having to.
    pub(crate) may_use: &'static [Capability],
    /// What is wrong with how its params and its selector go together.
    pub(crate) check: fn(&Given<'_>) -> Option<Slip>,
    /// What it is reckoned to take, beside what its patience does.
    pub(crate) cost: fn(&Numbers<'_>) -> Cost,
}

/// Whether a type of step has a selector.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Target {
    Required,
    Optional,
    None,
}

/// What a step does to the phone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Effect {
    /// It looks, or waits.
    Looks,
    /// It leads to another place, or shows another part of one.
    Moves,
    /// It types, and reads back what it has typed.
    Types,
    /// It may change something that only a later look shows.
    Acts,
}

/// What a step shows of an earlier one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Shows {
    /// Nothing that a run takes for a proof.
    Nothing,
    /// That a node is there, or is not.
    Node,
    /// What a node says.
    Text,
    /// The value beside a label. It is an output, and no proof.
    Value,
}

/// A capability, and the reason for it.
pub(crate) type Need = (Capability, &'static str);

/// What is given to a step.
pub(crate) struct Given<'g> {
    /// The params that are written, rightly or wrongly.
    pub(crate) written: Vec<&'g str>,
    /// Those that are right.
    pub(crate) params: &'g [Param],
    /// Whether there is a selector.
    pub(crate) has_target: bool,
}

impl Given<'_> {
    pub(super) fn has(&self, name: &str) -> bool {
        self.written.contains(&name)
    }

    pub(super) fn value(&self, name: &str) -> Option<&ParamValue> {
        let param = self.params.iter().find(|param| param.spec.name == name)?;
        Some(&param.value)
    }
}

/// What is wrong with the params of a step.
#[derive(Debug)]
pub(crate) struct Slip {
    /// The param it is about; none for one that is missing.
    pub(crate) param: Option<&'static str>,
    pub(crate) code: crate::finding::RecipeCode,
    pub(crate) message: &'static str,
    pub(crate) fix: &'static str,
}

/// The whole numbers among a step's params.
pub(crate) type Numbers<'n> = dyn Fn(&str) -> Option<i64> + 'n;

/// A step that only looks, and nothing else of it said.
pub(super) const LOOK: StepType = StepType {
    since: RecipeFormat::One,
    target: Target::None,
    container: false,
    confirm: false,
    strict: false,
    retries: &[],
    patience: None,
    params: &[],
    effect: |_| Effect::Looks,
    shows: Shows::Nothing,
    needs: |_| vec![LOOKS],
    may_use: &[],
    check: |_| None,
    cost: |_| Cost::STEP,
};

/// The retry of an action that waits for something to be on the screen.
pub(super) const UI_READINESS: &[(&str, RetryPreset)] = &[("retry", RetryPreset::UiReadiness)];

pub(super) const LOOKS: Need = (Capability::Observe, "looks at the screen");
pub(super) const SCROLLS: Need = (Capability::Navigate, "scrolls");

/// Whether a param is that word or value.
pub(super) fn is(step: &Step, name: &str, value: &ParamValue) -> bool {
    step.param(name).is_some_and(|param| param.value == *value)
}

/// Whether a param may be `true`: it is, or an input says.
pub(super) fn may_be_true(step: &Step, name: &str) -> bool {
    step.param(name)
        .is_some_and(|param| param.value != ParamValue::Boolean(false))
}

/// What a step needs that presses a node.
pub(super) fn press_needs(step: &Step) -> Vec<Need> {
    let long = is(step, "click_type", &ParamValue::Word("long_click"));
    let mut needs = vec![if long {
        (Capability::LongClick, "long-presses")
    } else {
        (Capability::Click, "presses")
    }];
    let selector = step.selector.as_ref();
    if selector.is_some_and(crate::lint::is_purchase) {
        needs.push((Capability::PurchaseRisk, "may cost money"));
    }
    let confirm = step.confirm.as_ref();
    let checks = confirm.is_some_and(|confirm| confirm.checked.is_some());
    if checks || selector.is_some_and(crate::lint::is_toggle) {
        needs.push((Capability::Toggle, "changes a switch"));
    }
    needs
}
