//! `swipe`.

use clawperator_contract::limits::{MAX_SWIPE_DURATION_MS, MIN_SWIPE_DURATION_MS};

use super::facts::{Effect, LOOK, StepType};
use crate::compile::Cost;
use crate::model::param::{ParamKind, ParamSpec};
use crate::model::{Capability, RecipeFormat};

const FROM: ParamSpec = ParamSpec::new("from", "from", ParamKind::Point).required();
const TO: ParamSpec = ParamSpec::new("to", "to", ParamKind::Point).required();
const DURATION_MS: ParamSpec = ParamSpec::new(
    "duration_ms",
    "durationMs",
    ParamKind::Integer(MIN_SWIPE_DURATION_MS, MAX_SWIPE_DURATION_MS),
);

pub(super) const TYPE: StepType = StepType {
    since: RecipeFormat::Two,
    confirm: true,
    params: &[FROM, TO, DURATION_MS],
    effect: |_| Effect::Acts,
    needs: |_| vec![(Capability::Navigate, "swipes")],
    // Its own time is short unless it is given one.
    cost: |number| Cost::waiting(number("duration_ms").unwrap_or_default()),
    ..LOOK
};
