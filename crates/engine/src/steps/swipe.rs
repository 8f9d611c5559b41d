//! `swipe`: draw a finger from one point to another, or over a node.

use clawperator_contract::actions::{Coordinate, Direction, SwipeParams};
use clawperator_contract::{
    Action, ContainerScope, DataKey, ErrorCode, Integer, Number, RetryPreset,
};
use clawperator_device::driver::{Touch, View};
use clawperator_ui::{Gesture, Point};

use super::points::{pixels, touch_points};
use super::scrolling::{direction_name, no_swipe};
use super::touch::on;
use crate::attempts::Attempts;
use crate::evidence::{Evidence, unverified};
use crate::find::find;
use crate::run::{Done, Run};
use crate::step::{Attempt, Data, StepError};

pub(crate) async fn perform(
    run: &mut Run<'_>,
    action: &Action,
    params: &SwipeParams,
) -> Result<Done, StepError> {
    let preset = if params.from.is_some() {
        RetryPreset::None
    } else {
        RetryPreset::UiReadiness
    };
    let mut attempts = Attempts::of(params.retry.as_ref(), preset);
    loop {
        run.forget_looks();
        let attempt = match (&params.from, &params.to, params.direction) {
            (Some(from), Some(to), _) => points(run, action, params, [from, to]).await,
            (_, _, Some(direction)) => node(run, action, params, direction).await,
            (_, _, None) => Err(Attempt::Stop(StepError::new(
                ErrorCode::InternalError,
                "the swipe has no way",
            ))),
        };
        match attempt {
            Ok(done) => return Ok(done),
            Err(attempt) => run.try_again(&mut attempts, attempt).await?,
        }
    }
}

fn millis(params: &SwipeParams) -> u32 {
    let asked = params.duration_ms.as_ref().map(Integer::get);
    asked
        .and_then(|asked| u32::try_from(asked).ok())
        .unwrap_or(SwipeParams::DEFAULT_DURATION_MS)
}

async fn points(
    run: &mut Run<'_>,
    action: &Action,
    params: &SwipeParams,
    points: [&Coordinate; 2],
) -> Result<Done, Attempt> {
    let [from, to] = points;
    let (from, to) = (pixels(from)?, pixels(to)?);
    let millis = millis(params);
    let touch = Touch::Swipe { from, to, millis };
    let chosen_on = points.map(|point| point.generation.as_ref().map(Integer::get));
    let touched = touch_points(run, action, (touch, Gesture::Tap), chosen_on).await?;
    Ok(Done {
        data: unverified(with_way(touched.data, from, to, millis)),
        evidence: touched.evidence,
    })
}

async fn node(
    run: &mut Run<'_>,
    action: &Action,
    params: &SwipeParams,
    direction: Direction,
) -> Result<Done, Attempt> {
    let seen = run.look(View::default()).await?;
    let scope = ContainerScope::default();
    let found = find(run, &seen, &params.target, &scope, None).await?;
    let Some(node) = seen.tree.get(found.node) else {
        let code = ErrorCode::InternalError;
        let error = StepError::new(code, "the match belongs to another tree");
        return Err(Attempt::Stop(error));
    };
    let ratio = params.distance_ratio.as_ref().map(Number::get);
    let ratio = ratio.unwrap_or(SwipeParams::DEFAULT_DISTANCE_RATIO);
    let (from, to) = node.stroke(direction, ratio).map_err(|why| {
        // What is in the way mostly goes.
        Attempt::Again(no_swipe(node, &why).with(found.data.clone()))
    })?;
    let millis = millis(params);
    let finger = on(&seen, Touch::Swipe { from, to, millis }, Gesture::Tap).naming(node, node);
    run.touch(action, &finger).await?;
    let data = with_way(found.data.clone(), from, to, millis)
        .with(DataKey::Direction, direction_name(direction))
        .with(DataKey::DistanceRatio, ratio);
    Ok(Done {
        data: unverified(data),
        evidence: Some(Evidence::Awaited {
            before: seen.clone(),
            press: None,
        }),
    })
}

/// The way of a finger, as a step says it.
fn with_way(data: Data, from: Point, to: Point, millis: u32) -> Data {
    data.with(DataKey::Coordinate, format_args!("({},{})", from.x, from.y))
        .with(DataKey::To, format_args!("({},{})", to.x, to.y))
        .with(DataKey::DurationMs, millis)
}
