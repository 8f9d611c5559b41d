//! `click`: press a node or a point.

use clawperator_contract::actions::{ClickParams, ClickType, Coordinate};
use clawperator_contract::{Action, ContainerScope, ErrorCode, RetryPreset};
use clawperator_device::hand::{Point, View};
use clawperator_ui::Node;

use super::touch::{gesture, name, press_node, press_point};
use crate::attempts::Attempts;
use crate::evidence::{Evidence, unverified};
use crate::find::find;
use crate::guard::{Intent, PointJudgement};
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
    )?;
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
                "the coordinate is outside of every screen",
            ))
        })
    };
    let at = Point {
        x: pixel(coordinate.x.get())?,
        y: pixel(coordinate.y.get())?,
    };
    let evidence = run.look_before_blind_act().await;
    let judgement = run.escort.point_judgement();
    let seen = match judgement {
        PointJudgement::Look => Some(run.look(View::default()).await?),
        PointJudgement::Free | PointJudgement::Unjudged => None,
    };
    let nodes: Option<Vec<Node<'_>>> = seen.as_ref().map(|seen| {
        let point = clawperator_ui::Point { x: at.x, y: at.y };
        seen.tree.nodes_at(point).collect()
    });
    let intent = Intent::Point {
        x: at.x,
        y: at.y,
        gesture: gesture(click_type),
        nodes: nodes.as_deref(),
    };
    run.allow(action, intent).await?;
    press_point(run, at, click_type).await?;
    let mut data = Data::new()
        .with("click_types", name(click_type))
        .with("coordinate", format_args!("({},{})", at.x, at.y));
    match judgement {
        PointJudgement::Free => {}
        PointJudgement::Look => data.set("policy", "look"),
        PointJudgement::Unjudged => data.set("policy", "unjudged"),
    }
    Ok(Done {
        data: unverified(data),
        evidence,
    })
}
