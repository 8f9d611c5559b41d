//! `click`: press, long-press or focus a node, or press a point.

use clawperator_contract::actions::ClickType;
use clawperator_contract::{ErrorCode, Failure};
use clawperator_host::verbs::{Click, ClickTarget, Draft, Point};

use super::{execution_timeout, milliseconds, patience, required_target, typed_patience};
use crate::args::{ClickArgs, GlobalArgs};
use crate::selector_flags::TargetFlags;

pub(crate) fn click(args: &ClickArgs, global: &GlobalArgs) -> Result<Draft, Failure> {
    let kind = kind(args)?;
    let hold = match &args.hold {
        None => None,
        Some(_) if kind != ClickType::LongClick => return Err(refused("--hold requires --long")),
        Some(typed) => Some(milliseconds(typed).ok_or_else(|| {
            refused("--hold requires a time in milliseconds, such as 1500 or 2s")
        })?),
    };
    // A point is not looked for.
    let patience = match args.coordinate {
        None => patience(&args.patience, global)?,
        Some(_) => typed_patience(&args.patience)?,
    };
    let timeout = execution_timeout(global)?;
    let flags = TargetFlags::from(&args.selector).or_ref(args.node.as_deref());
    let target = match &args.coordinate {
        None => {
            let examples = [
                "clawperator click --text \"Wi-Fi\"",
                "clawperator click --id com.example:id/submit",
            ];
            ClickTarget::Node(required_target("click", &flags, examples)?)
        }
        Some(coordinate) => {
            let point = point(coordinate)?;
            if flags.target()?.is_some() {
                return Err(refused("use --coordinate OR a selector, not both"));
            }
            if args.focus {
                return Err(refused("--focus is not supported with --coordinate"));
            }
            ClickTarget::Point(point)
        }
    };
    let click = Click {
        target,
        kind,
        hold,
        patience,
        timeout,
    };
    Ok(click.into())
}

/// How to press; the flags exclude each other.
fn kind(args: &ClickArgs) -> Result<ClickType, Failure> {
    match (args.long, args.focus, args.double) {
        (false, false, false) => Ok(ClickType::Default),
        (true, false, false) => Ok(ClickType::LongClick),
        (false, true, false) => Ok(ClickType::Focus),
        (false, false, true) => Ok(ClickType::DoubleClick),
        (true, true, _) => Err(refused("--long and --focus are mutually exclusive")),
        (true, false, true) => Err(refused("--long and --double are mutually exclusive")),
        (false, true, true) => Err(refused("--double and --focus are mutually exclusive")),
    }
}

/// What is said of a `--coordinate` without two numbers.
pub(crate) fn bad_coordinate() -> Failure {
    refused("--coordinate requires two non-negative integers (x y)")
        .with_hint("for example --coordinate 540 1200")
}

pub(super) fn point(typed: &[String]) -> Result<Point, Failure> {
    let numbers: Option<Vec<u64>> = typed.iter().map(|number| number.parse().ok()).collect();
    match numbers.as_deref() {
        Some(&[x, y]) => Ok(Point { x, y }),
        _ => Err(bad_coordinate()),
    }
}

fn refused(message: &str) -> Failure {
    Failure::new(ErrorCode::ExecutionValidationFailed, message)
}
