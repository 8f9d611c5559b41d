//! Touching points of the screen that the caller names.
//!
//! A point alone says nothing of what was meant. One that was chosen on a snapshot does: the node that was there then must
//! be there now, or nothing is touched.

use std::collections::BTreeMap;
use std::sync::Arc;

use clawperator_contract::actions::Coordinate;
use clawperator_contract::{Action, DataKey, ErrorCode};
use clawperator_device::driver::{Observation, ObserveError, Size, Touch, View};
use clawperator_ui::{Gesture, MetAgain, Point, Taker, met_again};

use super::touch::on;
use crate::evidence::Evidence;
use crate::find::shown;
use crate::guard::PointJudgement;
use crate::intent::Finger;
use crate::press::Press;
use crate::run::Run;
use crate::snapshots::Kept;
use crate::step::{Attempt, Data, StepError};

/// A touch that was made.
#[derive(Debug)]
pub(crate) struct TouchedPoints {
    /// How the profile judged it, where it has an opinion.
    pub(crate) data: Data,
    pub(crate) evidence: Option<Evidence>,
}

/// The snapshots on which the first and the last point of a touch were chosen.
pub(crate) type ChosenOn = [Option<i64>; 2];

/// Touches points. Without a snapshot they need no tree, so none is read unless they are judged by what is there.
pub(crate) async fn touch_points(
    run: &mut Run<'_>,
    action: &Action,
    finger: (Touch<'_>, Gesture),
    chosen_on: ChosenOn,
) -> Result<TouchedPoints, Attempt> {
    if chosen_on.iter().any(Option::is_some) {
        touch_as_shown(run, action, finger, chosen_on).await
    } else {
        touch_whatever(run, action, finger).await
    }
}

/// Where a coordinate is, in the numbers that a touch takes.
pub(crate) fn pixels(coordinate: &Coordinate) -> Result<Point, Attempt> {
    let pixel = |value: i64| {
        i32::try_from(value).map_err(|_| {
            Attempt::Stop(StepError::new(
                ErrorCode::GestureFailed,
                "the coordinate is outside every screen",
            ))
        })
    };
    Ok(Point {
        x: pixel(coordinate.x.get())?,
        y: pixel(coordinate.y.get())?,
    })
}

/// Touches points that were chosen on a snapshot, if each has the node there that it had.
async fn touch_as_shown(
    run: &mut Run<'_>,
    action: &Action,
    (touch, gesture): (Touch<'_>, Gesture),
    [of_from, of_to]: ChosenOn,
) -> Result<TouchedPoints, Attempt> {
    let (from, to) = touch.ends();
    let before_from = kept(run, of_from).await?;
    // One finger that stays where it is has one snapshot.
    let before_to = if to == from {
        None
    } else {
        kept(run, of_to).await?
    };
    let view = View {
        activity: true,
        ..View::default()
    };
    let seen = run.look(view).await?;
    let screen = seen.tree.screen();
    for at in [from, to] {
        if !screen.contains(at) {
            return Err(off_screen(at, &screen_words(&seen)));
        }
        refuse_left_out(&seen, at)?;
    }
    for before in [&before_from, &before_to].into_iter().flatten() {
        refuse_another_user(before, &seen)?;
    }
    let first = match &before_from {
        Some(before) => met(before, &seen, from)?,
        None => MetAgain::NoNode,
    };
    // A swipe is meant for what it begins on; what it ends on must be what was seen there all the same.
    if let Some(before) = &before_to {
        met(before, &seen, to)?;
    }
    let finger = on(&seen, touch, gesture);
    let (finger, press) = match first {
        MetAgain::Same { inner, taker } => {
            let press = Press {
                node: taker.id(),
                at: from,
            };
            (finger.naming(inner, taker), Some(press))
        }
        MetAgain::NoNode | MetAgain::Other(_) => (finger, None),
    };
    run.touch(action, &finger).await?;
    let press = press.filter(|_| !matches!(touch, Touch::Swipe { .. } | Touch::Drag { .. }));
    Ok(TouchedPoints {
        data: Data::new(),
        evidence: Some(Evidence::Awaited {
            before: Arc::clone(&seen),
            press,
        }),
    })
}

/// Makes sure that a point of a screen that was read may be touched: it is on the screen, nothing that was left out may
/// take it, and what it was chosen on is there.
pub(crate) async fn check_point(
    run: &Run<'_>,
    seen: &Observation,
    at: Point,
    chosen_on: Option<i64>,
) -> Result<(), Attempt> {
    check_points(run, seen, &[(at, chosen_on)]).await
}

/// The same of several points, each with the snapshot on which it was chosen.
pub(crate) async fn check_points(
    run: &Run<'_>,
    seen: &Observation,
    points: &[(Point, Option<i64>)],
) -> Result<(), Attempt> {
    let mut snapshots: BTreeMap<i64, Kept> = BTreeMap::new();
    for (at, chosen_on) in points {
        if !seen.tree.screen().contains(*at) {
            return Err(off_screen(*at, &screen_words(seen)));
        }
        refuse_left_out(seen, *at)?;
        let Some(generation) = chosen_on else {
            continue;
        };
        if !snapshots.contains_key(generation)
            && let Some(before) = kept(run, Some(*generation)).await?
        {
            refuse_another_user(&before, seen)?;
            snapshots.insert(*generation, before);
        }
        if let Some(before) = snapshots.get(generation) {
            met(before, seen, *at)?;
        }
    }
    Ok(())
}

/// The snapshot that a point was chosen on; 0 is the newest.
async fn kept(run: &Run<'_>, generation: Option<i64>) -> Result<Option<Kept>, Attempt> {
    let Some(generation) = generation else {
        return Ok(None);
    };
    let (snapshots, phone) = (&run.parts.snapshots, run.phone.key());
    let kept = match generation {
        0 => snapshots.newest(phone).await,
        _ => snapshots.of(phone, generation).await,
    };
    let kept = kept
        .map_err(|error| Attempt::Stop(StepError::new(ErrorCode::HostIoFailed, error.message)))?;
    kept.map(Some).ok_or_else(|| {
        Attempt::Stop(StepError::new(
            ErrorCode::StaleRef,
            format!("snapshot {generation} is not kept any more; nothing was touched"),
        ))
    })
}

/// Another user has other apps under the same names, which may look the same.
fn refuse_another_user(kept: &Kept, seen: &Observation) -> Result<(), Attempt> {
    match (kept.user, seen.user) {
        (Some(then), Some(now)) if then != now => Err(Attempt::Stop(StepError::new(
            ErrorCode::StaleRef,
            format!(
                "snapshot {} is of user {then}, and the phone has user {now} in front now; nothing was touched",
                kept.generation
            ),
        ))),
        _ => Ok(()),
    }
}

/// What a finger meets at a point, if that is what the snapshot has there.
fn met<'t>(kept: &Kept, seen: &'t Observation, at: Point) -> Result<MetAgain<'t>, Attempt> {
    match met_again(kept.shown(), shown(seen), at) {
        MetAgain::Other(now) => {
            let now = match now {
                Some(node) => format!("now {} is there", node.describe()),
                None => "what is there now is not known".to_owned(),
            };
            Err(Attempt::Stop(StepError::new(
                ErrorCode::StaleRef,
                format!(
                    "({},{}) is not on what snapshot {} has there: {now}; nothing was touched",
                    at.x, at.y, kept.generation
                ),
            )))
        }
        same => Ok(same),
    }
}

async fn touch_whatever(
    run: &mut Run<'_>,
    action: &Action,
    (touch, gesture): (Touch<'_>, Gesture),
) -> Result<TouchedPoints, Attempt> {
    let points: Vec<Point> = touch.ways().flat_map(|(from, to)| [from, to]).collect();
    refuse_off_screen(run, &points).await?;
    let evidence = run.look_before_blind_act().await;
    let judgement = run.device.escort().point_judgement();
    let seen = match judgement {
        PointJudgement::Look => Some(run.look(View::default()).await?),
        PointJudgement::Free | PointJudgement::Unjudged => None,
    };
    let finger = match &seen {
        Some(seen) => {
            for (down, up) in touch.fingers() {
                refuse_left_out(seen, down)?;
                refuse_left_out(seen, up)?;
            }
            on(seen, touch, gesture)
        }
        None => Finger::blind(touch, gesture),
    };
    run.touch(action, &finger).await?;
    let mut data = Data::new();
    match judgement {
        PointJudgement::Free => {}
        PointJudgement::Look => data.set(DataKey::Policy, "look"),
        PointJudgement::Unjudged => data.set(DataKey::Policy, "unjudged"),
    }
    Ok(TouchedPoints { data, evidence })
}

/// A point outside of the screen is a mistake, and one that the phone's own programs say nothing of.
async fn refuse_off_screen(run: &Run<'_>, points: &[Point]) -> Result<(), Attempt> {
    if run.device.capabilities().checks_points {
        return Ok(());
    }
    let size = match run.device.screen_size(run.for_acts()).await {
        Ok(size) => size,
        Err(error) if error.is_final() => return Err(ObserveError::from(error).into()),
        // A phone that does not tell its size just now may still be pressed.
        Err(_) => None,
    };
    let Some(size) = size else {
        return Ok(());
    };
    let outside = points.iter().find(|at| !is_inside(**at, size));
    outside.map_or(Ok(()), |at| Err(off_screen(*at, &size.to_string())))
}

fn is_inside(at: Point, size: Size) -> bool {
    let is_inside = |pixel: i32, side: u32| u32::try_from(pixel).is_ok_and(|pixel| pixel < side);
    is_inside(at.x, size.width) && is_inside(at.y, size.height)
}

/// The size of a screen that was read.
fn screen_words(seen: &Observation) -> String {
    let screen = seen.tree.screen();
    format!("{}x{}", screen.right, screen.bottom)
}

pub(crate) fn off_screen(at: Point, size: &str) -> Attempt {
    Attempt::Stop(StepError::new(
        ErrorCode::CoordinateOffScreen,
        format!(
            "({},{}) is outside the screen, which has {size} pixels; nothing was touched",
            at.x, at.y
        ),
    ))
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
