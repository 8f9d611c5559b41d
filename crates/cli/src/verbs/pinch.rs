//! `pinch`: move two fingers apart, together or around each other.

use clawperator_contract::{ErrorCode, Failure};
use clawperator_host::verbs::{ClickTarget, Draft, Pinch};

use super::click::point;
use super::{execution_timeout, milliseconds, patience, required_target};
use crate::args::{GlobalArgs, PinchArgs};
use crate::selector_flags::TargetFlags;

pub(crate) fn pinch(args: &PinchArgs, global: &GlobalArgs) -> Result<Draft, Failure> {
    let duration = match &args.duration {
        None => None,
        Some(typed) => Some(milliseconds(typed).ok_or_else(|| {
            refused("--duration requires a time in milliseconds, such as 400 or 1s")
        })?),
    };
    let flags = TargetFlags::from(&args.selector).or_ref(args.node.as_deref());
    let target = match &args.coordinate {
        None => {
            let examples = [
                "clawperator pinch --desc Map --scale 2",
                "clawperator pinch --coordinate 540 1200 --scale 0.5",
            ];
            ClickTarget::Node(required_target("pinch", &flags, examples)?)
        }
        Some(coordinate) => {
            let point = point(coordinate)?;
            if flags.target()?.is_some() {
                return Err(refused("use --coordinate OR a selector, not both"));
            }
            ClickTarget::Point(point)
        }
    };
    if args.scale.is_none() && args.degrees.is_none() {
        return Err(refused("pinch requires --scale or --degrees")
            .with_hint("for example `clawperator pinch --desc Map --scale 2`"));
    }
    let pinch = Pinch {
        target,
        scale: args.scale,
        degrees: args.degrees,
        duration,
        patience: patience(&args.patience, global)?,
        timeout: execution_timeout(global)?,
    };
    Ok(pinch.into())
}

fn refused(message: &str) -> Failure {
    Failure::new(ErrorCode::ExecutionValidationFailed, message)
}
