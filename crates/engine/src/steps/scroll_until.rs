//! `scroll_until`: scroll until a node shows, or to the end.

use clawperator_contract::actions::{ClickType, Direction, ScrollUntilParams};
use clawperator_contract::limits::DEFAULT_SCROLLS;
use clawperator_contract::{Action, DataKey, RetryPreset};

use super::at_rest::{Wanted, at_rest, look};
use super::scroll::{DISTANCE_RATIO, SETTLE_DELAY_MS};
use super::scrolling::{Bounds, Manner, Reason, Scrolled, direction_name, scroll};
use super::touch::{gesture, name, press_node};
use crate::attempts::Attempts;
use crate::evidence::{Evidence, seen, unverified};
use crate::millis::millis;
use crate::run::{Done, Run};
use crate::step::{Attempt, Data, StepError};

const MAX_DURATION_MS: f64 = 10_000.0;
const STILL: u32 = 3;

const GOES_ON: &str =
    "the list may go on: run it again to look further, or allow more scrolls in a payload";

pub(crate) async fn perform(
    run: &mut Run<'_>,
    action: &Action,
    params: &ScrollUntilParams,
) -> Result<Done, StepError> {
    let manner = Manner {
        direction: params.direction.unwrap_or(Direction::Down),
        scope: &params.scope,
        ratio: params
            .distance_ratio
            .as_ref()
            .map_or(DISTANCE_RATIO, clawperator_contract::Number::get),
        settle: millis(
            params
                .settle_delay_ms
                .as_ref()
                .map_or(SETTLE_DELAY_MS, clawperator_contract::Number::get),
        ),
        find_child: params.find_first_scrollable_child != Some(false),
    };
    let duration = params
        .max_duration_ms
        .as_ref()
        .map_or(MAX_DURATION_MS, clawperator_contract::Number::get);
    let target = &params.target;
    let named =
        target.matcher.is_some() || target.where_clause.is_some() || target.node_ref.is_some();
    let click_type = params.click_type.unwrap_or(ClickType::Default);
    let click_after = params.click_after == Some(true);
    let bounds = Bounds {
        target: named.then_some(target),
        gesture: click_after.then_some(gesture(click_type)),
        max_scrolls: params
            .max_scrolls
            .as_ref()
            .map_or(DEFAULT_SCROLLS, |most| swipe_count(most.get())),
        until: Some(run.clock().now().plus(millis(duration))),
        still: params
            .no_position_change_threshold
            .as_ref()
            .map_or(STILL, |most| swipe_count(most.get())),
    };
    let described = |data: Data| {
        data.with(DataKey::Direction, direction_name(manner.direction))
            .with(DataKey::ClickAfter, click_after)
            .with(DataKey::ClickTypes, name(click_type))
    };
    let mut attempts = Attempts::of(None, RetryPreset::UiScroll);
    let scrolled = scroll(run, action, &manner, &bounds, &mut attempts)
        .await
        .map_err(|error| {
            let reason = error.code.name();
            error.with(described(
                Data::new().with(DataKey::TerminationReason, reason),
            ))
        })?;
    let mut data = described(outcome(&scrolled));
    if let Some(missing) = scrolled.missing {
        return Err(never_seen(missing, scrolled.scrolls, scrolled.reason).with(data));
    }
    let (evidence, rest) = (scrolled.evidence(), scrolled.rest());
    let Some(found) = scrolled.found.filter(|_| click_after) else {
        seen(&mut data, &scrolled.first, &scrolled.seen);
        return Ok(Done { data, evidence });
    };
    let wanted = Wanted {
        target,
        scope: &params.scope,
        gesture: gesture(click_type),
        rest,
    };
    let (mut screen, mut found) = if scrolled.scrolls > 0 {
        at_rest(run, wanted, scrolled.seen, found, &mut attempts)
            .await
            .map_err(|error| error.with(data.clone()))?
    } else {
        (scrolled.seen, found)
    };
    let pressed = loop {
        let attempt = match press_node(run, action, &screen, &found, click_type).await {
            Ok(pressed) => break pressed,
            Err(Attempt::Approved(_)) => match look(run, wanted).await {
                Ok(again) => {
                    (screen, found) = again;
                    continue;
                }
                Err(attempt) => attempt,
            },
            Err(attempt) => attempt,
        };
        return Err(attempt.into_error().with(data));
    };
    data.extend(pressed.data);
    Ok(Done {
        data: unverified(data),
        evidence: Some(Evidence::Awaited {
            before: screen,
            press: Some(pressed.press),
        }),
    })
}

/// What the loop came to, as data.
pub(crate) fn outcome(scrolled: &Scrolled) -> Data {
    let mut data = Data::new()
        .with(DataKey::TerminationReason, scrolled.reason.name())
        .with(DataKey::ScrollsExecuted, scrolled.scrolls);
    scrolled.describe_container(&mut data);
    if let Some(found) = &scrolled.found {
        data.extend(found.data.clone());
    }
    data
}

/// A number of swipes as the loop counts them.
#[expect(
    clippy::expect_used,
    reason = "the contract bounds every count; another number would scroll without end"
)]
pub(crate) fn swipe_count(value: i64) -> u32 {
    u32::try_from(value).expect("a count within the contract's bounds")
}

/// The error of a target that was not seen on any of the screens.
pub(crate) fn never_seen(missing: StepError, scrolls: u32, reason: Reason) -> StepError {
    let limit = match reason {
        Reason::MaxScrollsReached => ", the limit",
        _ => "",
    };
    let error = StepError {
        message: format!(
            "not found in {scrolls} scroll(s){limit}: {}",
            missing.message
        ),
        ..missing
    };
    match reason {
        Reason::MaxScrollsReached => error.with(Data::new().with(DataKey::Hint, GOES_ON)),
        _ => error,
    }
}

/// The same, of a press that came to nothing.
pub(crate) fn press_failed(attempt: Attempt, data: &Data) -> Attempt {
    attempt.with(data.clone())
}
