//! `touch_path`: move one finger or several, each along points of its own.

use clawperator_contract::actions::{FingerPoint, TouchPathParams};
use clawperator_contract::{Action, DataKey, ErrorCode, Integer, RetryPreset};
use clawperator_device::driver::{Path, PathPoint, Touch, View};
use clawperator_ui::{Gesture, Point};

use super::points::{TouchedPoints, check_points, pixels, touch_points};
use super::touch::on;
use crate::attempts::Attempts;
use crate::evidence::{Evidence, unverified};
use crate::run::{Done, Run};
use crate::step::{Attempt, Data, StepError};

pub(crate) async fn perform(
    run: &mut Run<'_>,
    action: &Action,
    params: &TouchPathParams,
) -> Result<Done, StepError> {
    let mut attempts = Attempts::of(params.retry.as_ref(), RetryPreset::None);
    loop {
        run.forget_looks();
        match touch(run, action, params).await {
            Ok(done) => return Ok(done),
            Err(attempt) => run.try_again(&mut attempts, attempt).await?,
        }
    }
}

async fn touch(
    run: &mut Run<'_>,
    action: &Action,
    params: &TouchPathParams,
) -> Result<Done, Attempt> {
    let ways = params.fingers.ways().iter();
    let paths: Vec<Path> = ways.map(|way| path(way)).collect::<Result<_, _>>()?;
    let touch = Touch::Paths(&paths);
    let touched = if params.points().any(|point| point.generation.is_some()) {
        touch_as_shown(run, action, params, touch).await?
    } else {
        touch_points(run, action, (touch, Gesture::Tap), [None, None]).await?
    };
    Ok(Done {
        data: unverified(said(touched.data, touch, &paths)),
        evidence: touched.evidence,
    })
}

/// Touches where each point that was chosen on a snapshot has the node that it had.
async fn touch_as_shown(
    run: &mut Run<'_>,
    action: &Action,
    params: &TouchPathParams,
    touch: Touch<'_>,
) -> Result<TouchedPoints, Attempt> {
    let view = View {
        activity: true,
        ..View::default()
    };
    let seen = run.look(view).await?;
    let mut points = Vec::new();
    for point in params.points() {
        let chosen_on = point.generation.as_ref().map(Integer::get);
        points.push((pixels(&point.coordinate())?, chosen_on));
    }
    check_points(run, &seen, &points).await?;
    run.touch(action, &on(&seen, touch, Gesture::Tap)).await?;
    Ok(TouchedPoints {
        data: Data::new(),
        evidence: Some(Evidence::Awaited {
            before: seen,
            press: None,
        }),
    })
}

fn path(way: &[FingerPoint]) -> Result<Path, Attempt> {
    let mut points = Vec::with_capacity(way.len());
    for point in way {
        let at: Point = pixels(&point.coordinate())?;
        let after = u32::try_from(point.at_ms.get()).map_err(|_| unheard_of())?;
        points.push(PathPoint { at, after });
    }
    Path::new(points).ok_or_else(unheard_of)
}

/// Validation has refused such a way.
fn unheard_of() -> Attempt {
    let code = ErrorCode::InternalError;
    Attempt::Stop(StepError::new(code, "the way of a finger is none"))
}

/// How the fingers went.
fn said(data: Data, touch: Touch<'_>, paths: &[Path]) -> Data {
    let (from, to) = touch.ends();
    let last = paths.iter().filter_map(|path| path.points().last());
    let lasts = last.map(|point| point.after).max().unwrap_or(0);
    data.with(DataKey::Coordinate, format_args!("({},{})", from.x, from.y))
        .with(DataKey::To, format_args!("({},{})", to.x, to.y))
        .with(DataKey::Fingers, paths.len())
        .with(DataKey::DurationMs, lasts)
}
