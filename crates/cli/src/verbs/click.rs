//! `click`: press, long-press or focus a node, or press a point.

use clawperator_contract::actions::ClickType;
use clawperator_contract::{ErrorCode, Failure};
use clawperator_host::verbs::{Click, ClickTarget, Draft, Point};

use super::{execution_timeout, patience, required_target};
use crate::args::{ClickArgs, GlobalArgs};
use crate::selector_flags::TargetFlags;

pub(crate) fn click(args: &ClickArgs, global: &GlobalArgs) -> Result<Draft, Failure> {
    let kind = match (args.long, args.focus) {
        (true, true) => return Err(refused("--long and --focus are mutually exclusive")),
        (true, false) => ClickType::LongClick,
        (false, true) => ClickType::Focus,
        (false, false) => ClickType::Default,
    };
    let patience = patience(&args.patience)?;
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
        patience,
        timeout,
    };
    Ok(click.into())
}

/// What is said of a `--coordinate` without two numbers.
pub(crate) fn bad_coordinate() -> Failure {
    refused("--coordinate requires two non-negative integers (x y)")
        .with_hint("for example --coordinate 540 1200")
}

fn point(typed: &[String]) -> Result<Point, Failure> {
    let numbers: Option<Vec<u64>> = typed.iter().map(|number| number.parse().ok()).collect();
    match numbers.as_deref() {
        Some(&[x, y]) => Ok(Point { x, y }),
        _ => Err(bad_coordinate()),
    }
}

fn refused(message: &str) -> Failure {
    Failure::new(ErrorCode::ExecutionValidationFailed, message)
}
