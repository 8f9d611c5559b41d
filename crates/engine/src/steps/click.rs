//! `click`: press a node or a point.

use clawperator_contract::actions::{ClickParams, ClickType, Coordinate};
use clawperator_contract::{Action, ContainerScope, DataKey, ErrorCode, RetryPreset};
use clawperator_device::driver::{Observation, ObserveError, View};
use clawperator_ui::{Point, Taker};

use super::touch::{finger, gesture, name, press_node, touch};
use crate::attempts::Attempts;
use crate::evidence::{Evidence, unverified};
use crate::find::find;
use crate::guard::PointJudgement;
use crate::intent::Finger;
use crate::run::{Done, Run};
use crate::step::{Attempt, Data, StepError};

pub(crate) async fn perform(
    run: &mut Run<'_>,
    action: &Action,
    params: &ClickParams,
) -> Result<Done, StepError> {
    let click_type = params.click_type.unwrap_or(ClickType::Default);
    let mut attempts = Attempts::of(params.retry.as_ref(), RetryPreset::UiReadiness);
    loop {
        run.forget_looks();
        let attempt = match &params.coordinate {
            Some(coordinate) => point(run, action, coordinate, click_type).await,
            None => node(run, action, params, click_type).await,
        };
        match attempt {
            Ok(done) => return Ok(done),
            Err(attempt) => run.try_again(&mut attempts, attempt).await?,
        }
    }
}

async fn node(
    run: &mut Run<'_>,
    action: &Action,
    params: &ClickParams,
    click_type: ClickType,
) -> Result<Done, Attempt> {
    let seen = run.look(View::default()).await?;
    let found = find(
        run,
        &seen,
        &params.target,
        &ContainerScope::default(),
        Some(gesture(click_type)),
    )
    .await?;
    let pressed = press_node(run, action, &seen, &found, click_type).await?;
    Ok(Done {
        data: unverified(pressed.data),
        evidence: Some(Evidence::Awaited {
            before: seen,
            press: Some(pressed.press),
        }),
    })
}

/// A point needs no tree, so none is read unless it is judged by what is there.
async fn point(
    run: &mut Run<'_>,
    action: &Action,
    coordinate: &Coordinate,
    click_type: ClickType,
) -> Result<Done, Attempt> {
    let pixel = |value: i64| {
        i32::try_from(value).map_err(|_| {
            Attempt::Stop(StepError::new(
                ErrorCode::GestureFailed,
                "the coordinate is outside every screen",
            ))
        })
    };
    let at = Point {
        x: pixel(coordinate.x.get())?,
        y: pixel(coordinate.y.get())?,
    };
    refuse_off_screen(run, at).await?;
    let evidence = run.look_before_blind_act().await;
    let judgement = run.device.escort().point_judgement();
    let seen = match judgement {
        PointJudgement::Look => Some(run.look(View::default()).await?),
        PointJudgement::Free | PointJudgement::Unjudged => None,
    };
    if let Some(seen) = &seen {
        refuse_left_out(seen, at)?;
    }
    let pressing = match &seen {
        Some(seen) => finger(seen, at, click_type),
        None => Finger::blind(touch(at, click_type), gesture(click_type)),
    };
    run.touch(action, &pressing).await?;
    let mut data = Data::new()
        .with(DataKey::ClickTypes, name(click_type))
        .with(DataKey::Coordinate, format_args!("({},{})", at.x, at.y));
    match judgement {
        PointJudgement::Free => {}
        PointJudgement::Look => data.set(DataKey::Policy, "look"),
        PointJudgement::Unjudged => data.set(DataKey::Policy, "unjudged"),
    }
    Ok(Done {
        data: unverified(data),
        evidence,
    })
}

/// A point outside of the screen is a mistake, and one that the phone says nothing of.
async fn refuse_off_screen(run: &Run<'_>, at: Point) -> Result<(), Attempt> {
    let size = match run.device.screen_size(run.for_acts()).await {
        Ok(size) => size,
        Err(error) if error.is_final() => return Err(ObserveError::from(error).into()),
        // A phone that does not tell its size just now may still be pressed.
        Err(_) => None,
    };
    let Some(size) = size else {
        return Ok(());
    };
    let is_inside = |pixel: i32, side: u32| u32::try_from(pixel).is_ok_and(|pixel| pixel < side);
    if is_inside(at.x, size.width) && is_inside(at.y, size.height) {
        return Ok(());
    }
    Err(Attempt::Stop(StepError::new(
        ErrorCode::CoordinateOffScreen,
        format!(
            "({},{}) is outside the screen, which has {size} pixels; nothing was touched",
            at.x, at.y
        ),
    )))
}

/// Who wants to know what is at a point is not content with part of it.
fn refuse_left_out(seen: &Observation, at: Point) -> Result<(), Attempt> {
    if seen.tree.losses().is_empty() {
        return Ok(());
    }
    let takers = seen.tree.takers_at(at);
    let Some(left_out) = takers
        .iter()
        .find(|taker| matches!(taker, Taker::LeftOut(_)))
    else {
        return Ok(());
    };
    Err(Attempt::Again(StepError::new(
        ErrorCode::NodeNotClickable,
        format!(
            "({},{}) cannot be checked: the touch may be taken by {}; nothing was touched",
            at.x,
            at.y,
            left_out.describe()
        ),
    )))
}
