//! `pinch`: move two fingers apart, together or around each other, on a node or around a point.

use clawperator_contract::actions::{Coordinate, PinchParams, Scale};
use clawperator_contract::{
    Action, ContainerScope, DataKey, ErrorCode, Integer, Number, RetryPreset,
};
use clawperator_device::driver::{Path, PathPoint, Touch, View};
use clawperator_ui::{Bounds, Gesture, NoPinch, Node, Pinch, Point, Spread};

use super::points::{TouchedPoints, check_point, off_screen, pixels, touch_points};
use super::touch::{named, on};
use crate::attempts::Attempts;
use crate::evidence::{Evidence, unverified};
use crate::find::find;
use crate::run::{Done, Run};
use crate::step::{Attempt, Data, StepError};

/// What to do where two fingers have no room.
const MAKE_ROOM: &str =
    "choose a larger node, bring more of it onto the screen, or ask for a smaller change";

pub(crate) async fn perform(
    run: &mut Run<'_>,
    action: &Action,
    params: &PinchParams,
) -> Result<Done, StepError> {
    let preset = if params.coordinate.is_some() {
        RetryPreset::None
    } else {
        RetryPreset::UiReadiness
    };
    let mut attempts = Attempts::of(params.retry.as_ref(), preset);
    loop {
        run.forget_looks();
        let attempt = match &params.coordinate {
            Some(centre) => point(run, action, params, centre).await,
            None => node(run, action, params).await,
        };
        match attempt {
            Ok(done) => return Ok(done),
            Err(attempt) => run.try_again(&mut attempts, attempt).await?,
        }
    }
}

fn spread(params: &PinchParams) -> Spread {
    let scale = params.scale.as_ref().map(Scale::get);
    let degrees = params.degrees.as_ref().map(Number::get);
    Spread {
        // Without a word of it the fingers stay as far apart, and do not turn.
        scale: scale.unwrap_or(1.0),
        degrees: degrees.unwrap_or(0.0),
    }
}

fn millis(params: &PinchParams) -> u32 {
    let asked = params.duration_ms.as_ref().map(Integer::get);
    asked
        .and_then(|asked| u32::try_from(asked).ok())
        .unwrap_or(PinchParams::DEFAULT_DURATION_MS)
}

async fn node(run: &mut Run<'_>, action: &Action, params: &PinchParams) -> Result<Done, Attempt> {
    let seen = run.look(View::default()).await?;
    let scope = ContainerScope::default();
    let found = find(run, &seen, &params.target, &scope, None).await?;
    let Some(node) = seen.tree.get(found.node) else {
        let code = ErrorCode::InternalError;
        let error = StepError::new(code, "the match belongs to another tree");
        return Err(Attempt::Stop(error));
    };
    let pinch = node.pinch(spread(params)).map_err(|why| {
        // What is in the way mostly goes.
        Attempt::Again(no_pinch(node, &why).with(found.data.clone()))
    })?;
    let paths = paths(&pinch, millis(params))?;
    let finger = on(&seen, Touch::Paths(&paths), Gesture::Tap).naming(node, node);
    run.touch(action, &finger).await?;
    Ok(Done {
        data: unverified(said(found.data.clone(), &pinch, params)),
        evidence: Some(Evidence::Awaited {
            before: seen.clone(),
            press: None,
        }),
    })
}

async fn point(
    run: &mut Run<'_>,
    action: &Action,
    params: &PinchParams,
    centre: &Coordinate,
) -> Result<Done, Attempt> {
    let at = pixels(centre)?;
    let (pinch, touched) = if let Some(chosen_on) = &centre.generation {
        let view = View {
            activity: true,
            ..View::default()
        };
        let seen = run.look(view).await?;
        check_point(run, &seen, at, Some(chosen_on.get())).await?;
        let pinch = around(at, seen.tree.screen(), params)?;
        let paths = paths(&pinch, millis(params))?;
        let finger = on(&seen, Touch::Paths(&paths), Gesture::Tap);
        run.touch(action, &finger).await?;
        let touched = TouchedPoints {
            data: Data::new(),
            evidence: Some(Evidence::Awaited {
                before: seen.clone(),
                press: None,
            }),
        };
        (pinch, touched)
    } else {
        let pinch = around(at, screen(run).await?, params)?;
        let paths = paths(&pinch, millis(params))?;
        let touch = (Touch::Paths(&paths), Gesture::Tap);
        let touched = touch_points(run, action, touch, [None, None]).await?;
        (pinch, touched)
    };
    Ok(Done {
        data: unverified(said(touched.data, &pinch, params)),
        evidence: touched.evidence,
    })
}

/// The screen, as large as the phone says it is now.
async fn screen(run: &Run<'_>) -> Result<Bounds, Attempt> {
    let size = run.device.screen_size(run.for_acts()).await;
    let size = size.map_err(clawperator_device::driver::ObserveError::from)?;
    let signed = |pixels: u32| i32::try_from(pixels).unwrap_or(i32::MAX);
    size.map(|size| Bounds::new(0, 0, signed(size.width), signed(size.height)))
        .ok_or_else(|| {
            Attempt::Stop(StepError::new(
                ErrorCode::GestureFailed,
                "the phone does not say how large its screen is, so there is no room for two fingers; nothing was touched",
            ))
        })
}

fn around(at: Point, screen: Bounds, params: &PinchParams) -> Result<Pinch, Attempt> {
    if !screen.contains(at) {
        return Err(off_screen(
            at,
            &format!("{}x{}", screen.right, screen.bottom),
        ));
    }
    Pinch::around(at, screen, spread(params)).ok_or_else(|| {
        let why = format!(
            "there is no room for two fingers around ({},{}) that move so far; nothing was touched",
            at.x, at.y
        );
        Attempt::Stop(failed(why, MAKE_ROOM))
    })
}

/// The ways of both fingers in time.
fn paths(pinch: &Pinch, millis: u32) -> Result<Vec<Path>, Attempt> {
    let path = |way: &Vec<Point>| {
        let last = u32::try_from(way.len().saturating_sub(1)).ok()?.max(1);
        let points = way.iter().zip(0_u32..).map(|(at, place)| PathPoint {
            at: *at,
            after: millis.saturating_mul(place) / last,
        });
        Path::new(points.collect())
    };
    let paths: Option<Vec<Path>> = pinch.ways.iter().map(path).collect();
    paths.ok_or_else(|| {
        let code = ErrorCode::InternalError;
        Attempt::Stop(StepError::new(code, "the way of a finger is none"))
    })
}

fn said(data: Data, pinch: &Pinch, params: &PinchParams) -> Data {
    let Point { x, y } = pinch.centre;
    data.with(DataKey::Coordinate, format_args!("({x},{y})"))
        .with(DataKey::Scale, thousandths(pinch.scale))
        .with(DataKey::Degrees, spread(params).degrees)
        .with(DataKey::DurationMs, millis(params))
}

/// A share with three digits behind the point at most.
fn thousandths(share: f64) -> f64 {
    (share * 1_000.0).round() / 1_000.0
}

fn no_pinch(node: Node<'_>, why: &NoPinch<'_>) -> StepError {
    let node = node.describe();
    match why {
        NoPinch::Unseen => failed(
            format!("{node} cannot be pinched: no part of it is visible"),
            "scroll it onto the screen",
        ),
        NoPinch::OtherDisplay => failed(
            format!(
                "{node} cannot be pinched: it is on another display, which this driver cannot touch"
            ),
            "choose a node of the phone's own display",
        ),
        NoPinch::NoRoom => failed(
            format!("{node} has no room for two fingers that move so far; nothing was touched"),
            MAKE_ROOM,
        ),
        NoPinch::Blocked(by) => failed(
            format!(
                "wherever two fingers go down on {node}, {} would take one of them; nothing was touched",
                named(by)
            ),
            "close or scroll away what lies over it, or pinch around a coordinate",
        ),
    }
}

fn failed(why: String, hint: &'static str) -> StepError {
    StepError::new(ErrorCode::GestureFailed, why).with(Data::new().with(DataKey::Hint, hint))
}
