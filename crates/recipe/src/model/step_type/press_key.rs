//! `press_key`. Texts are typed with `enter_text`, which takes them from inputs and reads them back.

use clawperator_contract::limits::MAX_KEY_TIMES;
use clawperator_contract::{KeyCode, KeyDoes, RetryPreset};

use super::facts::{Effect, Given, LOOK, Need, Slip, StepType};
use crate::compile::Cost;
use crate::finding::RecipeCode;
use crate::model::param::{ParamKind, ParamSpec, ParamValue};
use crate::model::{Capability, RecipeFormat, Step};

const KEY: ParamSpec = ParamSpec::new("key", "key", ParamKind::Word(&["back", "home", "recents"]));
const KEY_CODE: ParamSpec = ParamSpec::new("key_code", "keyCode", ParamKind::Key);
const TIMES: ParamSpec = ParamSpec::new("times", "times", ParamKind::Integer(1, MAX_KEY_TIMES));
const LONG: ParamSpec = ParamSpec::new("long", "long", ParamKind::Boolean);

pub(super) const TYPE: StepType = StepType {
    since: RecipeFormat::Two,
    confirm: true,
    // A key that presses what has the focus looks for it; it is sent once.
    patience: Some(RetryPreset::UiReadiness),
    params: &[KEY, KEY_CODE, TIMES, LONG],
    effect: |step| match does(step) {
        KeyDoes::Moves | KeyDoes::Adjusts => Effect::Moves,
        KeyDoes::Types | KeyDoes::Activates => Effect::Acts,
    },
    needs,
    check,
    cost: |number| Cost::times(number("times").unwrap_or(1)),
    ..LOOK
};

/// What the key of a step does; `back`, `home` and `recents` go to the system.
fn does(step: &Step) -> KeyDoes {
    let named = step.param("key_code").and_then(|param| match param.value {
        ParamValue::Word(name) => KeyCode::named(name),
        _ => None,
    });
    named.map_or(KeyDoes::Moves, KeyCode::does)
}

fn needs(step: &Step) -> Vec<Need> {
    let long = super::facts::may_be_true(step, "long");
    vec![match does(step) {
        KeyDoes::Moves | KeyDoes::Adjusts => (Capability::Navigate, "presses a key"),
        KeyDoes::Types => (Capability::TypeText, "presses a key that changes a field"),
        KeyDoes::Activates if long => (Capability::LongClick, "long-presses what has the focus"),
        KeyDoes::Activates => (Capability::Click, "presses what has the focus"),
    }]
}

fn check(given: &Given<'_>) -> Option<Slip> {
    match (given.has("key"), given.has("key_code")) {
        (false, false) => Some(Slip {
            param: None,
            code: RecipeCode::MissingField,
            message: "press_key has no `key` and no `key_code`",
            fix: "add one of them to `params`",
        }),
        (true, true) => Some(Slip {
            param: Some("key_code"),
            code: RecipeCode::NotHere,
            message: "press_key has `key` or `key_code`, not both",
            fix: "remove one of them",
        }),
        _ => None,
    }
}
