//! `read`: the text of a node.

use clawperator_contract::{ActionType, ErrorCode, Failure};

use super::draft::Frame;
use super::{Draft, Milliseconds, Patience, required_target, timeout_or};
use crate::args::{GlobalArgs, ReadArgs};
use crate::ids::CommandId;
use crate::selector_flags::{TargetFlags, container_params};

static FRAME: Frame = Frame {
    command_id: CommandId::Random("read"),
    task_id: None,
    source: "clawperator-action",
    action_id: "read",
    mode: Some("direct"),
};

pub(crate) fn read(args: &ReadArgs, global: &GlobalArgs) -> Result<Draft, Failure> {
    if args.all && !global.names_json() {
        return Err(Failure::new(
            ErrorCode::Usage,
            "read --all requires explicit JSON output: add --json or --output json",
        ));
    }
    let examples = [
        "clawperator read --text \"Battery\"",
        "clawperator read --id android:id/title",
    ];
    let target = required_target("read", &TargetFlags::from(&args.selector), examples)?;
    let container = container_params(&args.container)?;
    let patience = Patience::of(&args.patience)?;
    let timeout = timeout_or(patience.timeout(Milliseconds::DEFAULT), global)?;
    Ok(Draft::new(&FRAME, ActionType::ReadText, timeout)
        .params(target)
        .params(container)
        .optional("all", args.all.then_some(true))
        .optional("retry", patience.retry()))
}
