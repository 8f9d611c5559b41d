//! `read_key_value_pair`.

use clawperator_contract::RetryPreset;

use super::facts::{LOOK, Shows, StepType, Target, UI_READINESS};
use crate::model::RecipeFormat;
use crate::model::param::{ALL, WINDOW};

pub(super) const TYPE: StepType = StepType {
    since: RecipeFormat::Two,
    target: Target::Required,
    retries: UI_READINESS,
    patience: Some(RetryPreset::UiReadiness),
    params: &[ALL, WINDOW],
    shows: Shows::Value,
    ..LOOK
};
