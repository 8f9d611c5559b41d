//! `drag`: hold a finger, move it, and hold it again before it comes up.

use clawperator_contract::{ErrorCode, Failure};
use clawperator_host::verbs::{Draft, Drag, DragPlace, Milliseconds, Point};

use super::{execution_timeout, milliseconds, missing_argument, patience};
use crate::args::{DragArgs, GlobalArgs};

const EXAMPLE: &str = "clawperator drag @e4 @e2";

pub(crate) fn drag(args: &DragArgs, global: &GlobalArgs) -> Result<Draft, Failure> {
    let mut typed = args.places.iter().map(String::as_str);
    let from = match (&args.from_text, &args.from_id) {
        (None, None) => typed.next().map(written).transpose()?,
        flags => named(flags, "--from")?,
    };
    let from = from.ok_or_else(|| {
        missing_argument("drag requires a place where the finger goes down", EXAMPLE)
    })?;
    let to = match (&args.to_text, &args.to_id) {
        (None, None) => typed.next().map(written).transpose()?,
        flags => named(flags, "--to")?,
    };
    let to = to.ok_or_else(|| {
        missing_argument("drag requires a place where the finger comes up", EXAMPLE)
    })?;
    if typed.next().is_some() {
        return Err(refused(
            "drag takes two places; a point is written without blanks, such as 540,1600",
        ));
    }
    let drag = Drag {
        from,
        to,
        hold: time(args.hold.as_deref(), "--hold")?,
        duration: time(args.duration.as_deref(), "--duration")?,
        rest: time(args.rest.as_deref(), "--rest")?,
        patience: patience(&args.patience, global)?,
        timeout: execution_timeout(global)?,
    };
    Ok(drag.into())
}

/// A place by its flags.
fn named(
    flags: (&Option<String>, &Option<String>),
    flag: &str,
) -> Result<Option<DragPlace>, Failure> {
    match flags {
        (Some(text), None) => Ok(Some(DragPlace::Text(text.clone()))),
        (None, Some(id)) => Ok(Some(DragPlace::Id(id.clone()))),
        (None, None) => Ok(None),
        (Some(_), Some(_)) => Err(refused(&format!("use {flag}-text OR {flag}-id, not both"))),
    }
}

/// A place that was typed: a ref, or a point such as `540,1600`.
fn written(typed: &str) -> Result<DragPlace, Failure> {
    if typed.starts_with('@') {
        return Ok(DragPlace::Ref(typed.to_owned()));
    }
    let numbers: Option<Vec<u64>> = typed.split(',').map(|number| number.parse().ok()).collect();
    match numbers.as_deref() {
        Some(&[x, y]) => Ok(DragPlace::Point(Point { x, y })),
        _ => Err(
            refused("a place is a ref such as @e4, or a point such as 540,1600").with_hint(
                "for nodes by their text or id, use --from-text, --from-id, --to-text and --to-id",
            ),
        ),
    }
}

fn time(typed: Option<&str>, flag: &str) -> Result<Option<Milliseconds>, Failure> {
    let Some(typed) = typed else { return Ok(None) };
    let time = milliseconds(typed).ok_or_else(|| {
        refused(&format!(
            "{flag} requires a time in milliseconds, such as 800 or 1s"
        ))
    })?;
    Ok(Some(time))
}

fn refused(message: &str) -> Failure {
    Failure::new(ErrorCode::ExecutionValidationFailed, message)
}
