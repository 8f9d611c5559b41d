//! `scroll`: once, in a direction that is always sent.

use clawperator_contract::{ActionType, Failure};

use super::draft::Frame;
use super::{Draft, Milliseconds, one_of, timeout_or};
use crate::args::{DirectionArgs, GlobalArgs, ScrollArgs};
use crate::ids::CommandId;
use crate::selector_flags::container_params;

static FRAME: Frame = Frame {
    command_id: CommandId::Random("scroll"),
    task_id: Some("cli-action-scroll"),
    source: "clawperator-cli",
    action_id: "a1",
    mode: None,
};

pub(crate) fn scroll(args: &ScrollArgs, global: &GlobalArgs) -> Result<Draft, Failure> {
    let direction = direction(&args.direction)?.unwrap_or("down");
    let container = container_params(&args.container)?;
    let timeout = timeout_or(Milliseconds::DEFAULT, global)?;
    Ok(Draft::new(&FRAME, ActionType::Scroll, timeout)
        .param("direction", direction)
        .params(container))
}

/// The direction, typed either way.
pub(super) fn direction(args: &DirectionArgs) -> Result<Option<&str>, Failure> {
    one_of(
        &[args.way.as_deref(), args.direction.as_deref()],
        "use --direction OR a direction argument, not both",
    )
}
