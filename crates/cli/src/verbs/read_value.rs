//! `read-value`: the value that belongs to a label.

use clawperator_contract::{ActionType, Failure};

use super::draft::Frame;
use super::{Draft, Milliseconds, missing_argument, timeout_or};
use crate::args::{GlobalArgs, ReadValueArgs};
use crate::ids::CommandId;
use crate::selector_flags::MatcherFlags;

static FRAME: Frame = Frame {
    command_id: CommandId::Random("read-value"),
    task_id: None,
    source: "clawperator-action",
    action_id: "read-value",
    mode: Some("direct"),
};

pub(crate) fn read_value(args: &ReadValueArgs, global: &GlobalArgs) -> Result<Draft, Failure> {
    let label = MatcherFlags::from(&args.label).matcher()?.ok_or_else(|| {
        missing_argument(
            "read-value requires --label, --label-id or --label-desc",
            "clawperator read-value --label \"Battery\"",
        )
    })?;
    let timeout = timeout_or(Milliseconds::DEFAULT, global)?;
    Ok(Draft::new(&FRAME, ActionType::ReadKeyValuePair, timeout)
        .param("labelMatcher", label)
        .optional("all", args.all.then_some(true)))
}
