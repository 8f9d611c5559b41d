//! `scroll`.

use super::facts::{Effect, LOOK, SCROLLS, StepType, UI_READINESS};
use crate::compile::Cost;
use crate::model::RecipeFormat;
use crate::model::param::{
    DIRECTION, DISTANCE_RATIO, FIND_FIRST_SCROLLABLE_CHILD, SETTLE_DELAY_MS,
};

pub(super) const TYPE: StepType = StepType {
    since: RecipeFormat::Two,
    container: true,
    confirm: true,
    // Of the container: by default it is looked for once.
    retries: UI_READINESS,
    params: &[
        DIRECTION,
        DISTANCE_RATIO,
        SETTLE_DELAY_MS,
        FIND_FIRST_SCROLLABLE_CHILD,
    ],
    effect: |_| Effect::Moves,
    needs: |_| vec![SCROLLS],
    cost: |number| Cost::swiping(1, number("settle_delay_ms")),
    ..LOOK
};
