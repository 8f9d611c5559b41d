//! `click`.

use clawperator_contract::RetryPreset;

use super::facts::{Effect, LOOK, StepType, Target, UI_READINESS, press_needs};
use crate::model::param::{CLICK_TYPE, WINDOW};

pub(super) const TYPE: StepType = StepType {
    target: Target::Required,
    confirm: true,
    strict: true,
    retries: UI_READINESS,
    patience: Some(RetryPreset::UiReadiness),
    params: &[CLICK_TYPE, WINDOW],
    effect: |_| Effect::Acts,
    needs: press_needs,
    ..LOOK
};
