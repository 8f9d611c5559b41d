//! `scroll`: one swipe.

use clawperator_contract::actions::{Direction, ScrollParams};
use clawperator_contract::{Action, DataKey, RetryPreset};

use super::scrolling::{Bounds, Manner, Reason, direction_name, scroll};
use crate::attempts::Attempts;
use crate::evidence::seen;
use crate::millis::millis;
use crate::run::{Done, Run};
use crate::step::{Data, StepError};

/// What the contract's defaults are.
pub(crate) const DISTANCE_RATIO: f64 = 0.7;
pub(crate) const SETTLE_DELAY_MS: f64 = 250.0;

pub(crate) async fn perform(
    run: &mut Run<'_>,
    action: &Action,
    params: &ScrollParams,
) -> Result<Done, StepError> {
    let direction = params.direction.unwrap_or(Direction::Down);
    let ratio = params
        .distance_ratio
        .as_ref()
        .map_or(DISTANCE_RATIO, clawperator_contract::Number::get);
    let settle = params
        .settle_delay_ms
        .as_ref()
        .map_or(SETTLE_DELAY_MS, clawperator_contract::Number::get);
    let manner = Manner {
        direction,
        scope: &params.scope,
        ratio,
        settle: millis(settle),
        find_child: params.find_first_scrollable_child != Some(false),
    };
    let bounds = Bounds {
        target: None,
        gesture: None,
        max_scrolls: 1,
        until: None,
        still: 1,
    };
    let mut attempts = Attempts::of(params.retry.as_ref(), RetryPreset::None);
    let described = |data: Data| {
        data.with(DataKey::Direction, direction_name(direction))
            .with(DataKey::DistanceRatio, ratio)
            .with(DataKey::SettleDelayMs, settle)
    };
    let scrolled = scroll(run, action, &manner, &bounds, &mut attempts)
        .await
        .map_err(|error| error.with(described(Data::new())))?;
    let moved = scrolled.reason == Reason::MaxScrollsReached;
    let mut data = described(Data::new()).with(
        DataKey::ScrollOutcome,
        if moved { "moved" } else { "edge_reached" },
    );
    scrolled.describe_container(&mut data);
    seen(&mut data, &scrolled.first, &scrolled.seen);
    // The container's own position says more than the whole screen, on which a clock may have moved.
    data.set(DataKey::Effect, if moved { "observed" } else { "none" });
    Ok(Done {
        data,
        evidence: scrolled.evidence(),
    })
}
