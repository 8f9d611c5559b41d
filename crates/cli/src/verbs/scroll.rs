//! `scroll`: once.

use clawperator_contract::Failure;
use clawperator_host::verbs::{Draft, Scroll};

use super::{execution_timeout, one_of};
use crate::args::{DirectionArgs, GlobalArgs, ScrollArgs};
use crate::selector_flags::container;

pub(crate) fn scroll(args: &ScrollArgs, global: &GlobalArgs) -> Result<Draft, Failure> {
    let scroll = Scroll {
        direction: direction(&args.direction)?,
        container: container(&args.container)?,
        timeout: execution_timeout(global)?,
    };
    Ok(scroll.into())
}

/// The direction, typed either way.
pub(super) fn direction(args: &DirectionArgs) -> Result<Option<String>, Failure> {
    let typed = one_of(
        &[args.way.as_deref(), args.direction.as_deref()],
        "use --direction OR a direction argument, not both",
    )?;
    Ok(typed.map(str::to_owned))
}
