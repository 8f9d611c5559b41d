//! `wait_for_node`.

use clawperator_contract::RetryPreset;

use super::facts::{LOOK, Shows, StepType, Target, UI_READINESS};
use crate::compile::Cost;
use crate::model::RecipeFormat;
use crate::model::param::{ParamKind, ParamSpec, TIMEOUT_MS, WINDOW};

const UNTIL: ParamSpec = ParamSpec::new("until", "until", ParamKind::Word(&["present", "gone"]))
    .since(RecipeFormat::Two);

pub(super) const TYPE: StepType = StepType {
    target: Target::Required,
    retries: UI_READINESS,
    patience: Some(RetryPreset::UiReadiness),
    params: &[TIMEOUT_MS, WINDOW, UNTIL],
    shows: Shows::Node,
    cost: |number| number("timeout_ms").map_or(Cost::STEP, Cost::waiting),
    ..LOOK
};
