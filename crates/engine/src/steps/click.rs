//! `click`: press a node or a point.

use clawperator_contract::actions::{ClickParams, ClickType, Coordinate};
use clawperator_contract::{Action, ContainerScope, DataKey, Integer, RetryPreset};
use clawperator_device::driver::View;

use super::points::{pixels, touch_points};
use super::touch::{Way, asked_hold, gesture, name, press_node, touch};
use crate::attempts::Attempts;
use crate::evidence::{Evidence, unverified};
use crate::find::find;
use crate::run::{Done, Run};
use crate::step::{Attempt, StepError};

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

async fn point(
    run: &mut Run<'_>,
    action: &Action,
    coordinate: &Coordinate,
    click_type: ClickType,
) -> Result<Done, Attempt> {
    let at = pixels(coordinate)?;
    let chosen_on = coordinate.generation.as_ref().map(Integer::get);
    let finger = (touch(at, Way::of(action, click_type)), gesture(click_type));
    let touched = touch_points(run, action, finger, [chosen_on; 2]).await?;
    let mut data = touched
        .data
        .with(DataKey::ClickTypes, name(click_type))
        .with(DataKey::Coordinate, format_args!("({},{})", at.x, at.y));
    if let Some(held) = asked_hold(action) {
        data.set(DataKey::HoldMs, held);
    }
    Ok(Done {
        data: unverified(data),
        evidence: touched.evidence,
    })
}
