//! `scroll_and_click`: scroll until a node shows, then press it.

use clawperator_contract::actions::{ClickType, Direction, ScrollAndClickParams};
use clawperator_contract::limits::DEFAULT_SWIPES;
use clawperator_contract::{Action, DataKey, RetryPreset};

use super::at_rest::{Wanted, at_rest, look};
use super::scroll::{DISTANCE_RATIO, SETTLE_DELAY_MS};
use super::scroll_until::{never_seen, outcome, press_failed, swipe_count};
use super::scrolling::{Bounds, Manner, direction_name, scroll};
use super::touch::{gesture, name, press_node};
use crate::attempts::Attempts;
use crate::evidence::{Evidence, seen, unverified};
use crate::millis::millis;
use crate::run::{Done, Run};
use crate::step::{Data, StepError};

/// Scrolls that move nothing before the end counts as reached.
const STILL: u32 = 2;

pub(crate) async fn perform(
    run: &mut Run<'_>,
    action: &Action,
    params: &ScrollAndClickParams,
) -> Result<Done, StepError> {
    let manner = Manner {
        direction: params.direction.unwrap_or(Direction::Down),
        scope: &params.scope,
        ratio: params
            .distance_ratio
            .as_ref()
            .map_or(DISTANCE_RATIO, clawperator_contract::Clamped::effective),
        settle: millis(
            params
                .settle_delay_ms
                .as_ref()
                .map_or(SETTLE_DELAY_MS, clawperator_contract::Clamped::effective),
        ),
        find_child: params.find_first_scrollable_child != Some(false),
    };
    let max_swipes = params
        .max_swipes
        .as_ref()
        .map_or(DEFAULT_SWIPES, |most| swipe_count(most.effective()));
    let click_type = params.click_type.unwrap_or(ClickType::Default);
    let bounds = Bounds {
        target: Some(&params.target),
        gesture: Some(gesture(click_type)),
        max_scrolls: max_swipes,
        until: None,
        still: STILL,
    };
    let click_after = params.click_after != Some(false);
    let described = |data: Data| {
        data.with(DataKey::Direction, direction_name(manner.direction))
            .with(DataKey::MaxSwipes, max_swipes)
            .with(DataKey::ClickAfter, click_after)
            .with(DataKey::ClickTypes, name(click_type))
    };
    let mut attempts = Attempts::of(params.scroll_retry.as_ref(), RetryPreset::UiScroll);
    let scrolled = scroll(run, action, &manner, &bounds, &mut attempts)
        .await
        .map_err(|error| error.with(described(Data::new())))?;
    let mut data = described(outcome(&scrolled));
    if let Some(missing) = scrolled.missing {
        return Err(never_seen(missing, scrolled.scrolls, scrolled.reason).with(data));
    }
    let (evidence, rest) = (scrolled.evidence(), scrolled.rest());
    let Some(mut found) = scrolled.found.filter(|_| click_after) else {
        seen(&mut data, &scrolled.first, &scrolled.seen);
        return Ok(Done { data, evidence });
    };
    let mut screen = scrolled.seen;
    let wanted = Wanted {
        target: &params.target,
        scope: &params.scope,
        gesture: gesture(click_type),
        rest,
    };
    let mut attempts = Attempts::of(params.click_retry.as_ref(), RetryPreset::UiReadiness)
        .starting(run.clock().now());
    if scrolled.scrolls > 0 {
        (screen, found) = at_rest(run, wanted, screen, found, &mut attempts)
            .await
            .map_err(|error| error.with(data.clone()))?;
    }
    loop {
        let attempt = match press_node(run, action, &screen, &found, click_type).await {
            Ok(pressed) => {
                data.extend(pressed.data);
                return Ok(Done {
                    data: unverified(data),
                    evidence: Some(Evidence::Awaited {
                        before: screen,
                        press: Some(pressed.press),
                    }),
                });
            }
            Err(attempt) => press_failed(attempt, &data),
        };
        run.try_again(&mut attempts, attempt).await?;
        // What could not be pressed is read and looked for again.
        (screen, found) = loop {
            match look(run, wanted).await {
                Ok(again) => break again,
                Err(attempt) => {
                    run.try_again(&mut attempts, press_failed(attempt, &data))
                        .await?;
                }
            }
        };
    }
}
