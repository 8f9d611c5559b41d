//! `swipe`: draw a finger from one point to another.

use clawperator_contract::{ErrorCode, Failure};
use clawperator_host::verbs::{Draft, Point, Swipe};

use super::{execution_timeout, milliseconds};
use crate::args::{GlobalArgs, SwipeArgs};

pub(crate) fn swipe(args: &SwipeArgs, global: &GlobalArgs) -> Result<Draft, Failure> {
    let [from, to] = points(&args.points)?;
    let duration = match &args.duration {
        None => None,
        Some(typed) => Some(milliseconds(typed).ok_or_else(|| {
            refused("--duration requires a time in milliseconds, such as 300 or 1s")
        })?),
    };
    let swipe = Swipe {
        from,
        to,
        duration,
        timeout: execution_timeout(global)?,
    };
    Ok(swipe.into())
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
