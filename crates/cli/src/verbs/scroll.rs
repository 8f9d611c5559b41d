//! `scroll`: once, in a direction that is always sent.

use clawperator_contract::{ActionType, Failure};

use super::draft::Frame;
use super::{Draft, Milliseconds, missing_argument, one_of, timeout_or};
use crate::args::{DirectionArgs, GlobalArgs, ScrollArgs};
use crate::ids::CommandId;
use crate::selector_flags::MatcherFlags;

static FRAME: Frame = Frame {
    command_id: CommandId::Random("scroll"),
    task_id: Some("cli-action-scroll"),
    source: "clawperator-cli",
    action_id: "a1",
    mode: None,
};

pub(crate) fn scroll(args: &ScrollArgs, global: &GlobalArgs) -> Result<Draft, Failure> {
    let direction = direction(&args.direction)?.ok_or_else(|| {
        missing_argument(
            "scroll requires a direction: down, up, left or right",
            "clawperator scroll down",
        )
    })?;
    let container = MatcherFlags::from(&args.container).matcher()?;
    let timeout = timeout_or(Milliseconds::DEFAULT, global)?;
    Ok(Draft::new(&FRAME, ActionType::Scroll, timeout)
        .param("direction", direction)
        .optional("container", container))
}

/// The direction, typed either way.
pub(super) fn direction(args: &DirectionArgs) -> Result<Option<&str>, Failure> {
    one_of(
        &[args.way.as_deref(), args.direction.as_deref()],
        "use --direction OR a direction argument, not both",
    )
}
