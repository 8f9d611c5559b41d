//! `enter_text`: what is typed comes from inputs, and is read back.

use clawperator_contract::RetryPreset;

use super::facts::{Effect, LOOK, StepType, Target, UI_READINESS, may_be_true};
use crate::limits::MAX_SELECTOR_TEXT_LENGTH;
use crate::model::param::{ParamKind, ParamSpec, WINDOW};
use crate::model::{Capability, RecipeFormat};

const TEXT: ParamSpec =
    ParamSpec::new("text", "text", ParamKind::Typed(MAX_SELECTOR_TEXT_LENGTH)).required();
const CLEAR: ParamSpec = ParamSpec::new("clear", "clear", ParamKind::Boolean);
const SUBMIT: ParamSpec = ParamSpec::new("submit", "submit", ParamKind::Boolean);

pub(super) const TYPE: StepType = StepType {
    since: RecipeFormat::Two,
    target: Target::Required,
    confirm: true,
    strict: true,
    retries: UI_READINESS,
    patience: Some(RetryPreset::UiReadiness),
    params: &[TEXT, CLEAR, SUBMIT, WINDOW],
    effect: |step| {
        if may_be_true(step, "submit") {
            Effect::Acts
        } else {
            Effect::Types
        }
    },
    needs: |_| vec![(Capability::TypeText, "types")],
    ..LOOK
};
