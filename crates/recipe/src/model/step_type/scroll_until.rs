//! `scroll_until`.

use clawperator_contract::limits::{MAX_NO_POSITION_CHANGE, MAX_SCROLL_DURATION_MS, MAX_SCROLLS};

use super::facts::{
    Effect, Given, LOOK, SCROLLS, Slip, StepType, Target, may_be_true, press_needs,
};
use crate::compile::Cost;
use crate::finding::RecipeCode;
use crate::model::RecipeFormat;
use crate::model::param::{
    CLICK_AFTER, CLICK_TYPE, DIRECTION, DISTANCE_RATIO, FIND_FIRST_SCROLLABLE_CHILD, ParamKind,
    ParamSpec, SETTLE_DELAY_MS, WINDOW,
};

const MAX_SCROLLS_PARAM: ParamSpec = ParamSpec::new(
    "max_scrolls",
    "maxScrolls",
    ParamKind::Integer(1, MAX_SCROLLS),
);
const MAX_DURATION_MS: ParamSpec = ParamSpec::new(
    "max_duration_ms",
    "maxDurationMs",
    ParamKind::Integer(0, MAX_SCROLL_DURATION_MS),
);
const NO_POSITION_CHANGE_THRESHOLD: ParamSpec = ParamSpec::new(
    "no_position_change_threshold",
    "noPositionChangeThreshold",
    ParamKind::Integer(1, MAX_NO_POSITION_CHANGE),
);
/// How long it scrolls where nobody says, in milliseconds.
const DEFAULT_DURATION_MS: i64 = 10_000;

pub(super) const TYPE: StepType = StepType {
    since: RecipeFormat::Two,
    target: Target::Optional,
    container: true,
    confirm: true,
    strict: true,
    params: &[
        DIRECTION,
        CLICK_AFTER,
        MAX_SCROLLS_PARAM,
        MAX_DURATION_MS,
        NO_POSITION_CHANGE_THRESHOLD,
        DISTANCE_RATIO,
        SETTLE_DELAY_MS,
        FIND_FIRST_SCROLLABLE_CHILD,
        CLICK_TYPE,
        WINDOW,
    ],
    effect: |step| {
        if may_be_true(step, "click_after") {
            Effect::Acts
        } else {
            Effect::Moves
        }
    },
    needs: |step| {
        let mut needs = vec![SCROLLS];
        if may_be_true(step, "click_after") {
            needs.extend(press_needs(step));
        }
        needs
    },
    check,
    cost: |number| Cost::upto(number("max_duration_ms").unwrap_or(DEFAULT_DURATION_MS)),
    ..LOOK
};

fn check(given: &Given<'_>) -> Option<Slip> {
    (given.has("click_after") && !given.has_target).then_some(Slip {
        param: Some("click_after"),
        code: RecipeCode::NotHere,
        message: "`click_after` has no effect without a `selector`",
        fix: "add `selector` with what to press, or remove it",
    })
}
