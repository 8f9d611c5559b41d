//! Fingers, judged by what the app's own code was told of them.

use clawperator_contract::ErrorCode;
use clawperator_device::driver::{Act, ActError, Contact, Observation, Path, PathPoint, Touch};
use clawperator_ui::{Bounds, Point};

use crate::bench::{Bench, TOUCH, WITHIN, between, judged, point};
use crate::check::{Outcome, Trouble, failed, skipped};
use crate::found;
use crate::record::Noted;

/// How far from where it was sent a finger may be felt, in pixels: rounding, and no more.
const NEAR: i32 = 2;
/// The same for where one that moved comes up: the last move may be left out.
const NEAR_AT_LAST: i32 = 12;
const HOLD_MS: u32 = 800;
const PAD: &str = "check_pad";

/// A touch as the app felt it.
#[derive(Debug, Clone, Copy)]
struct Felt {
    fingers: usize,
    from: Point,
    to: Point,
    millis: u64,
    /// How far apart the first two fingers were at first, and at last.
    spread: (i32, i32),
}

impl Felt {
    fn read(noted: &Noted) -> Option<Self> {
        let mut words = noted.detail.split(' ');
        let mut word = || words.next();
        let place = |word: &str| {
            let (x, y) = word.split_once(',')?;
            Some(point(x.parse().ok()?, y.parse().ok()?))
        };
        Some(Self {
            fingers: word()?.parse().ok()?,
            from: place(word()?)?,
            to: place(word()?)?,
            millis: word()?.parse().ok()?,
            spread: (word()?.parse().ok()?, word()?.parse().ok()?),
        })
    }
}

pub(super) async fn tap(bench: &Bench) -> Outcome {
    let seen = bench.open(TOUCH).await?;
    let mark = bench.mark().await?;
    bench.tap(&seen, "check_add").await?;
    let noted = bench.noted_once(mark, "click", "check_add").await?;
    let clicks: Vec<&Noted> = noted.iter().filter(|one| one.what == "click").collect();
    match clicks.as_slice() {
        [only] if only.view == "check_add" => {}
        [] => return failed("the app felt nothing"),
        other => {
            let names: Vec<&str> = other.iter().map(|one| one.view.as_str()).collect();
            return failed(format!("the app felt {}", names.join(", ")));
        }
    }
    let shows_it = |seen: &Observation| found::texts(&seen.tree, "check_count") == ["1"];
    if bench.when(shows_it).await?.1 {
        Ok(None)
    } else {
        failed("the button was pressed, and what it changed is not read")
    }
}

pub(super) async fn points(bench: &Bench) -> Outcome {
    let (seen, pad) = pad(bench).await?;
    let mark = bench.mark().await?;
    let places = [
        point(pad.left.saturating_add(4), pad.top.saturating_add(4)),
        point(pad.right.saturating_sub(5), pad.top.saturating_add(4)),
        point(
            between(pad.left, pad.right, 333),
            between(pad.top, pad.bottom, 500),
        ),
        point(pad.left.saturating_add(4), pad.bottom.saturating_sub(5)),
        point(pad.right.saturating_sub(5), pad.bottom.saturating_sub(5)),
    ];
    for place in places {
        bench.act(judged(&seen, Touch::Tap(place))).await?;
    }
    let felt = felt(bench, mark, places.len()).await?;
    if felt.len() != places.len() {
        return failed(format!("{} of {} were felt", felt.len(), places.len()));
    }
    let mut farthest = 0;
    for (place, felt) in places.into_iter().zip(felt) {
        let off = apart(place, felt.from);
        if off > NEAR || felt.fingers != 1 {
            return failed(format!(
                "the one at {} was felt at {}",
                words(place),
                words(felt.from)
            ));
        }
        farthest = farthest.max(off);
    }
    Ok(Some(format!("at most {farthest} px off")))
}

pub(super) async fn hold(bench: &Bench) -> Outcome {
    let seen = bench.open(TOUCH).await?;
    let mark = bench.mark().await?;
    let at = found::of(&seen.tree, "check_hold")?.middle;
    let millis = HOLD_MS;
    bench.act(judged(&seen, Touch::Hold { at, millis })).await?;
    let noted = bench.noted_once(mark, "long_click", "check_hold").await?;
    let count = |what: &str| noted.iter().filter(|one| one.what == what).count();
    match (count("long_click"), count("click")) {
        (1, 0) => Ok(None),
        (0, 0) => failed("the app felt nothing"),
        (0, _) => failed("the app felt a click"),
        (long, short) => failed(format!(
            "the app felt {long} long clicks and {short} clicks"
        )),
    }
}

pub(super) async fn swipe(bench: &Bench) -> Outcome {
    let (seen, pad) = pad(bench).await?;
    let (from, to) = across(pad);
    let swipe = Touch::Swipe {
        from,
        to,
        millis: 300,
    };
    let felt = one(bench, &seen, swipe).await?;
    goes(felt, from, to)?;
    Ok(Some(format!("in {} ms of 300", felt.millis)))
}

pub(super) async fn drag(bench: &Bench) -> Outcome {
    needs_gestures(bench)?;
    let (seen, pad) = pad(bench).await?;
    let (from, to) = across(pad);
    let drag = Touch::Drag {
        from,
        to,
        hold_millis: 600,
        move_millis: 300,
        rest_millis: 200,
    };
    let felt = one(bench, &seen, drag).await?;
    goes(felt, from, to)?;
    if felt.millis < 1_000 {
        return failed(format!("it took {} ms of 1100", felt.millis));
    }
    Ok(Some(format!("in {} ms of 1100", felt.millis)))
}

pub(super) async fn double(bench: &Bench) -> Outcome {
    needs_gestures(bench)?;
    let (seen, pad) = pad(bench).await?;
    let (at, _) = across(pad);
    let mark = bench.mark().await?;
    bench.act(judged(&seen, Touch::DoubleTap(at))).await?;
    let felt = felt(bench, mark, 2).await?;
    match felt.as_slice() {
        [first, second] if apart(first.from, at).max(apart(second.from, at)) <= NEAR => Ok(None),
        [_, _] => failed("they were felt somewhere else"),
        other => failed(format!("{} taps were felt", other.len())),
    }
}

pub(super) async fn pinch(bench: &Bench) -> Outcome {
    needs_gestures(bench)?;
    let (seen, pad) = pad(bench).await?;
    let y = between(pad.top, pad.bottom, 500);
    let at = |per_mille| point(between(pad.left, pad.right, per_mille), y);
    let ways = [way(at(450), at(150))?, way(at(550), at(850))?];
    let felt = one(bench, &seen, Touch::Paths(&ways)).await?;
    if felt.fingers != 2 {
        return failed(format!("{} fingers were felt", felt.fingers));
    }
    let width = apart(at(0), at(1_000));
    let (first, last) = (width / 10, between(0, width, 700));
    let is_near = |felt: i32, sent: i32| felt.abs_diff(sent) <= sent.unsigned_abs() / 10 + 12;
    if is_near(felt.spread.0, first) && is_near(felt.spread.1, last) {
        Ok(Some(format!(
            "from {} to {} px apart",
            felt.spread.0, felt.spread.1
        )))
    } else {
        failed(format!(
            "they were sent from {first} to {last} px apart and felt from {} to {}",
            felt.spread.0, felt.spread.1
        ))
    }
}

pub(super) async fn fingers(bench: &Bench) -> Outcome {
    needs_gestures(bench)?;
    let (seen, pad) = pad(bench).await?;
    let y = |per_mille| between(pad.top, pad.bottom, per_mille);
    let ways = [200, 500, 800].map(|per_mille| {
        let x = between(pad.left, pad.right, per_mille);
        way(point(x, y(300)), point(x, y(700)))
    });
    let [first, second, third] = ways;
    let ways = [first?, second?, third?];
    let felt = one(bench, &seen, Touch::Paths(&ways)).await?;
    if felt.fingers == 3 {
        Ok(None)
    } else {
        failed(format!("{} fingers were felt", felt.fingers))
    }
}

pub(super) async fn judged_before(bench: &Bench) -> Outcome {
    let seen = bench.open(TOUCH).await?;
    if seen.number.is_none() {
        return skipped("this driver cannot tell whether the page changed before a touch");
    }
    let add = found::of(&seen.tree, "check_add")?;
    bench.tap(&seen, "check_swap").await?;
    bench.until("check_other").await?;
    let mark = bench.mark().await?;
    let stale = judged(&seen, Touch::Tap(add.middle));
    let refused = bench.device.act(stale, WITHIN).await;
    let noted = bench.noted_by_now(mark).await?;
    let clicked = noted.iter().any(|one| one.what == "click");
    match refused {
        _ if clicked => failed("another button lay there by then, and it was pressed"),
        Err(ActError::NotSent { code, .. } | ActError::Refused { code, .. }) => {
            if code == ErrorCode::CapabilityUnsupported {
                skipped("this driver cannot tell")
            } else {
                Ok(None)
            }
        }
        other => failed(format!("nothing was pressed, and the answer was {other:?}")),
    }
}

fn needs_gestures(bench: &Bench) -> Result<(), Trouble> {
    if bench.able().gestures {
        Ok(())
    } else {
        skipped("this driver has taps, long presses and swipes alone")
    }
}

async fn pad(bench: &Bench) -> Result<(Observation, Bounds), Trouble> {
    let seen = bench.open(TOUCH).await?;
    let pad = found::of(&seen.tree, PAD)?.bounds;
    if pad.width() < 200 || pad.height() < 100 {
        return skipped("the screen has too little room for it");
    }
    Ok((seen, pad))
}

/// From the left of the pad to its right, a little upwards.
fn across(pad: Bounds) -> (Point, Point) {
    let at = |x, y| {
        point(
            between(pad.left, pad.right, x),
            between(pad.top, pad.bottom, y),
        )
    };
    (at(250, 600), at(750, 400))
}

fn way(from: Point, to: Point) -> Result<Path, Trouble> {
    let points = vec![
        PathPoint { at: from, after: 0 },
        PathPoint { at: to, after: 400 },
    ];
    Path::new(points).ok_or_else(|| Trouble::Failed("the way cannot be sent".to_owned()))
}

/// Does one touch on the pad, and tells how it was felt.
async fn one(bench: &Bench, seen: &Observation, touch: Touch<'_>) -> Result<Felt, Trouble> {
    let mark = bench.mark().await?;
    bench.act(on_pad(seen, touch)).await?;
    let felt = felt(bench, mark, 1).await?;
    match felt.as_slice() {
        [only] => Ok(*only),
        [] => failed("the app felt nothing"),
        several => failed(format!("the app felt {} touches", several.len())),
    }
}

/// What moves over several nodes is judged on none by the drivers.
fn on_pad<'a>(seen: &Observation, touch: Touch<'a>) -> Act<'a> {
    match touch {
        Touch::Paths(_) => Act::Touch(Contact::blind(touch)),
        _ => judged(seen, touch),
    }
}

async fn felt(bench: &Bench, mark: u64, least: usize) -> Result<Vec<Felt>, Trouble> {
    let touches = |noted: &[Noted]| -> Vec<Felt> {
        let touches = noted.iter().filter(|one| one.is("touch", PAD));
        touches.filter_map(Felt::read).collect()
    };
    let noted = bench.noted(mark, |noted| touches(noted).len() >= least);
    Ok(touches(&noted.await?))
}

fn goes(felt: Felt, from: Point, to: Point) -> Result<(), Trouble> {
    if felt.fingers == 1 && apart(felt.from, from) <= NEAR && apart(felt.to, to) <= NEAR_AT_LAST {
        Ok(())
    } else {
        failed(format!(
            "it was sent from {} to {} and felt from {} to {}",
            words(from),
            words(to),
            words(felt.from),
            words(felt.to)
        ))
    }
}

fn apart(one: Point, other: Point) -> i32 {
    let off = one.x.abs_diff(other.x).max(one.y.abs_diff(other.y));
    i32::try_from(off).unwrap_or(i32::MAX)
}

fn words(at: Point) -> String {
    format!("({},{})", at.x, at.y)
}
