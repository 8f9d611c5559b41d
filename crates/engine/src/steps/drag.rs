//! `drag`: hold a finger, move it, and hold it again before it comes up.

use std::sync::Arc;

use clawperator_contract::actions::{DragParams, Place};
use clawperator_contract::{Action, ContainerScope, DataKey, ErrorCode, Integer, RetryPreset};
use clawperator_device::driver::{Drags, Observation, Touch, View};
use clawperator_ui::{Gesture, Node, NodeId, Point, Refound, Role, TouchTarget, refind};

use super::points::{check_point, pixels, touch_points};
use super::touch::{free_point, on};
use crate::attempts::Attempts;
use crate::evidence::{Evidence, seen as seen_effect, unverified};
use crate::find::{find, shown};
use crate::run::{Done, Run};
use crate::step::{Attempt, Data, StepError};

/// What is said where the phone's own program chooses how long a finger rests.
const CHOSEN_BY_PHONE: &str = "the phone chose how long the finger was held, and it did not rest at the end; a list may have been flung";

const UNKNOWN: &str = "unknown";

pub(crate) async fn perform(
    run: &mut Run<'_>,
    action: &Action,
    params: &DragParams,
) -> Result<Done, StepError> {
    let mut attempts = Attempts::of(params.retry.as_ref(), RetryPreset::UiReadiness);
    loop {
        run.forget_looks();
        match drag(run, action, params).await {
            Ok(done) => return Ok(done),
            Err(attempt) => run.try_again(&mut attempts, attempt).await?,
        }
    }
}

async fn drag(run: &mut Run<'_>, action: &Action, params: &DragParams) -> Result<Done, Attempt> {
    if let (Some(from), Some(to)) = (params.from.point(), params.to.point()) {
        let touch = touch(params, pixels(&from)?, pixels(&to)?);
        let chosen_on = [&from, &to].map(|point| point.generation.as_ref().map(Integer::get));
        let touched = touch_points(run, action, (touch, Gesture::Tap), chosen_on).await?;
        return Ok(Done {
            data: unverified(said(run, touched.data, touch)),
            evidence: touched.evidence,
        });
    }
    let before = run.look(View::default()).await?;
    let from = meant(run, &before, &params.from).await?;
    let to = meant(run, &before, &params.to).await?;
    let touch = touch(params, from.at, to.at);
    let finger = on(&before, touch, Gesture::Tap);
    let dragged = from.node.and_then(|node| before.tree.get(node));
    let finger = match (dragged, to.node) {
        (Some(dragged), Some(_)) => finger.naming(dragged, dragged),
        // A finger that goes to or from a bare point is judged as one that is on bare points.
        _ => finger,
    };
    run.touch(action, &finger).await?;
    let mut data = said(run, from.data, touch);
    let Some(dragged) = dragged else {
        let evidence = Some(Evidence::Awaited {
            before: Arc::clone(&before),
            press: None,
        });
        let data = unverified(data);
        return Ok(Done { data, evidence });
    };
    let view = View {
        rest: true,
        ..View::default()
    };
    let after = run.look(view).await;
    let evidence = match &after {
        Ok(after) => {
            seen_effect(&mut data, &before, after);
            Evidence::Seen {
                before: Arc::clone(&before),
                after: Arc::clone(after),
            }
        }
        Err(error) => {
            data = unverified(data);
            data.warn(format_args!("what came of it was not seen: {error}"));
            Evidence::Awaited {
                before: Arc::clone(&before),
                press: None,
            }
        }
    };
    let again = after.as_deref().ok().and_then(|after| {
        match refind(shown(&before), dragged.id(), shown(after)) {
            Refound::Same(node) => after.tree.get(node),
            Refound::Stale { .. } => None,
        }
    });
    say_where(&mut data, dragged, again);
    Ok(Done {
        data,
        evidence: Some(evidence),
    })
}

/// A place as it is on a screen that was read.
struct Meant {
    at: Point,
    node: Option<NodeId>,
    data: Data,
}

async fn meant(run: &Run<'_>, seen: &Observation, place: &Place) -> Result<Meant, Attempt> {
    if let Some(point) = place.point() {
        let at = pixels(&point)?;
        let chosen_on = point.generation.as_ref().map(Integer::get);
        check_point(run, seen, at, chosen_on).await?;
        return Ok(Meant {
            at,
            node: None,
            data: Data::new(),
        });
    }
    let scope = ContainerScope::default();
    let found = find(run, seen, &place.target, &scope, None).await?;
    let Some(node) = seen.tree.get(found.node) else {
        let code = ErrorCode::InternalError;
        let error = StepError::new(code, "the match belongs to another tree");
        return Err(Attempt::Stop(error));
    };
    // The node itself, and nothing around it: what is dragged need not say that it takes touches.
    let target = TouchTarget {
        matched: node,
        node,
        takes_gesture: true,
    };
    let at = free_point(&target).map_err(|error| Attempt::Again(error.with(found.data.clone())))?;
    Ok(Meant {
        at,
        node: Some(node.id()),
        data: found.data,
    })
}

fn touch(params: &DragParams, from: Point, to: Point) -> Touch<'static> {
    let hold = params.hold_ms.as_ref().map(Integer::get);
    let moves = params.duration_ms.as_ref().map(Integer::get);
    let rest = params.rest_ms.as_ref().map(Integer::get);
    let millis = |asked: Option<i64>, otherwise: u32| {
        asked
            .and_then(|asked| u32::try_from(asked).ok())
            .unwrap_or(otherwise)
    };
    Touch::Drag {
        from,
        to,
        hold_millis: millis(hold, DragParams::DEFAULT_HOLD_MS),
        move_millis: millis(moves, DragParams::DEFAULT_DURATION_MS),
        rest_millis: millis(rest, DragParams::DEFAULT_REST_MS),
    }
}

/// How the finger went.
fn said(run: &Run<'_>, data: Data, touch: Touch<'_>) -> Data {
    let Touch::Drag {
        from,
        to,
        hold_millis,
        move_millis,
        rest_millis,
    } = touch
    else {
        return data;
    };
    let mut data = data
        .with(DataKey::Coordinate, format_args!("({},{})", from.x, from.y))
        .with(DataKey::To, format_args!("({},{})", to.x, to.y))
        .with(DataKey::DurationMs, move_millis);
    if run.device.capabilities().drags == Drags::HeldByPhone {
        data.warn(CHOSEN_BY_PHONE);
        return data;
    }
    data.with(DataKey::HoldMs, hold_millis)
        .with(DataKey::RestMs, rest_millis)
}

/// Where the node is that was dragged, and what a slider says.
fn say_where(data: &mut Data, dragged: Node<'_>, again: Option<Node<'_>>) {
    match again.and_then(Node::visible_bounds) {
        Some(bounds) => data.set(
            DataKey::NodeAt,
            format_args!(
                "[{},{}][{},{}]",
                bounds.left, bounds.top, bounds.right, bounds.bottom
            ),
        ),
        None => data.set(DataKey::NodeAt, UNKNOWN),
    }
    if dragged.role() == Role::Slider && !dragged.text().is_empty() {
        data.set(DataKey::ValueBefore, dragged.text());
        let value = again.map_or(UNKNOWN, Node::text);
        data.set(DataKey::ValueAfter, value);
    }
}
