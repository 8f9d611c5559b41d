//! `swipe`: draw a finger from one point to another, or over a node.

use clawperator_contract::{ErrorCode, Failure};
use clawperator_host::verbs::{Draft, Point, Swipe, SwipeWay};

use super::{execution_timeout, milliseconds, patience, required_target};
use crate::args::{GlobalArgs, SwipeArgs};
use crate::selector_flags::TargetFlags;

pub(crate) fn swipe(args: &SwipeArgs, global: &GlobalArgs) -> Result<Draft, Failure> {
    let duration = match &args.duration {
        None => None,
        Some(typed) => Some(milliseconds(typed).ok_or_else(|| {
            refused("--duration requires a time in milliseconds, such as 300 or 1s")
        })?),
    };
    let swipe = Swipe {
        way: way(args)?,
        duration,
        patience: patience(&args.patience, global)?,
        timeout: execution_timeout(global)?,
    };
    Ok(swipe.into())
}

/// Two points, or a direction over a node.
fn way(args: &SwipeArgs) -> Result<SwipeWay, Failure> {
    let (direction, node) = match args.way.as_slice() {
        [direction] if is_word(direction) => (Some(direction), None),
        [direction, node] if is_word(direction) => (Some(direction), Some(node.as_str())),
        _ => (None, None),
    };
    let flags = TargetFlags::from(&args.selector).or_ref(node);
    let Some(direction) = direction else {
        if flags.target()?.is_some() || args.distance.is_some() {
            return Err(refused("swipe over a node requires a direction")
                .with_hint("for example `clawperator swipe left --text Inbox`"));
        }
        let [from, to] = points(&args.way)?;
        return Ok(SwipeWay::Points { from, to });
    };
    let examples = [
        "clawperator swipe left --text Inbox",
        "clawperator swipe up --id com.example:id/sheet --distance 0.9",
    ];
    Ok(SwipeWay::Over {
        node: required_target("swipe", &flags, examples)?,
        direction: direction.clone(),
        ratio: args.distance,
    })
}

/// Whether it is no number and no pair of them.
fn is_word(typed: &str) -> bool {
    typed.starts_with(|first: char| first.is_ascii_alphabetic())
}

/// Two points: four numbers, or two pairs such as `540,1600`.
fn points(typed: &[String]) -> Result<[Point; 2], Failure> {
    let numbers = typed.iter().flat_map(|word| word.split(','));
    let numbers: Option<Vec<u64>> = numbers.map(|number| number.parse().ok()).collect();
    match numbers.as_deref() {
        Some(&[x1, y1, x2, y2]) => Ok([Point { x: x1, y: y1 }, Point { x: x2, y: y2 }]),
        _ => Err(
            refused("swipe requires four non-negative integers (x1 y1 x2 y2)")
                .with_hint("for example `clawperator swipe 540 1600 540 600`"),
        ),
    }
}

fn refused(message: &str) -> Failure {
    Failure::new(ErrorCode::ExecutionValidationFailed, message)
}
