//! `touch-path`: move one finger or several, each along points of its own.

use clawperator_contract::{ErrorCode, Failure, excerpt};
use clawperator_host::verbs::{Draft, Point, PointInTime, TouchPath};

use super::{execution_timeout, missing_argument};
use crate::args::{GlobalArgs, TouchPathArgs};

const EXAMPLE: &str = "clawperator touch-path \"300,900 300,500@400\" \"700,900 700,500@400\"";

pub(crate) fn touch_path(args: &TouchPathArgs, global: &GlobalArgs) -> Result<Draft, Failure> {
    if args.fingers.is_empty() {
        return Err(missing_argument(
            "touch-path requires the points of a finger",
            EXAMPLE,
        ));
    }
    let fingers = args.fingers.iter().map(|finger| points(finger));
    let touch = TouchPath {
        fingers: fingers.collect::<Result<_, _>>()?,
        timeout: execution_timeout(global)?,
    };
    Ok(touch.into())
}

/// The points of one finger: `X,Y@MS`, separated by blanks. The first may be without a time, which is the beginning then.
fn points(typed: &str) -> Result<Vec<PointInTime>, Failure> {
    let words = typed.split_whitespace().enumerate();
    let points = words.map(|(place, word)| {
        point(word, place == 0).ok_or_else(|| {
            refused(&format!(
                "not a point of a finger: `{}` (a point is X,Y@MS, such as 300,500@400; only the first goes without @MS)",
                excerpt(word)
            ))
            .with_hint(format!("for example `{EXAMPLE}`"))
        })
    });
    points.collect()
}

fn point(word: &str, is_first: bool) -> Option<PointInTime> {
    let (place, after_ms) = match word.split_once('@') {
        Some((place, time)) => (place, time.parse().ok()?),
        None if is_first => (word, 0),
        None => return None,
    };
    let (x, y) = place.split_once(',')?;
    Some(PointInTime {
        at: Point {
            x: x.parse().ok()?,
            y: y.parse().ok()?,
        },
        after_ms,
    })
}

fn refused(message: &str) -> Failure {
    Failure::new(ErrorCode::ExecutionValidationFailed, message)
}
