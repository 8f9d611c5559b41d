//! `scroll_and_click`.

use clawperator_contract::RetryPreset;
use clawperator_contract::limits::{DEFAULT_SWIPES, MAX_SWIPES};

use super::facts::{Effect, LOOK, StepType, Target, is, press_needs};
use crate::compile::Cost;
use crate::model::param::{
    CLICK_AFTER, CLICK_TYPE, DIRECTION, DISTANCE_RATIO, FIND_FIRST_SCROLLABLE_CHILD, ParamKind,
    ParamSpec, SETTLE_DELAY_MS, WINDOW,
};
use crate::model::{Capability, ParamValue};

const MAX_SWIPES_PARAM: ParamSpec =
    ParamSpec::new("max_swipes", "maxSwipes", ParamKind::Integer(1, MAX_SWIPES));

pub(super) const TYPE: StepType = StepType {
    target: Target::Required,
    container: true,
    confirm: true,
    strict: true,
    retries: &[
        ("scrollRetry", RetryPreset::UiScroll),
        ("clickRetry", RetryPreset::UiReadiness),
    ],
    patience: Some(RetryPreset::UiScroll),
    params: &[
        DIRECTION,
        CLICK_AFTER,
        MAX_SWIPES_PARAM,
        DISTANCE_RATIO,
        SETTLE_DELAY_MS,
        FIND_FIRST_SCROLLABLE_CHILD,
        CLICK_TYPE,
        WINDOW,
    ],
    effect: |step| {
        if is(step, "click_after", &ParamValue::Boolean(false)) {
            Effect::Moves
        } else {
            Effect::Acts
        }
    },
    needs: press_needs,
    may_use: &[Capability::Navigate],
    cost: |number| {
        let swipes = number("max_swipes").unwrap_or(i64::from(DEFAULT_SWIPES));
        Cost::swiping(swipes, number("settle_delay_ms"))
    },
    ..LOOK
};
