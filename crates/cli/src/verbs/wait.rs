//! `wait`: until a node is on the screen.

use clawperator_contract::{ActionType, ErrorCode, Failure};

use super::draft::Frame;
use super::{Draft, Milliseconds, Patience, required_target};
use crate::args::{GlobalArgs, WaitArgs};
use crate::ids::CommandId;
use crate::selector_flags::TargetFlags;

static FRAME: Frame = Frame {
    command_id: CommandId::Random("wait"),
    task_id: None,
    source: "clawperator-action",
    action_id: "wait",
    mode: Some("direct"),
};

pub(crate) fn wait(args: &WaitArgs, global: &GlobalArgs) -> Result<Draft, Failure> {
    let examples = [
        "clawperator wait --text \"Done\"",
        "clawperator wait --id com.example:id/title --timeout 10000",
    ];
    let target = required_target("wait", &TargetFlags::from(&args.selector), examples)?;
    let wait = match &global.timeout {
        None => None,
        Some(typed) => Some(
            Milliseconds::parse(typed)
                .filter(|wait| wait.get() > 0.0)
                .ok_or_else(|| {
                    Failure::new(
                        ErrorCode::ExecutionValidationFailed,
                        "--timeout must be a positive number of milliseconds when specified. \
                 Omit --timeout to use the default wait cap.",
                    )
                })?,
        ),
    };
    let patience = Patience::of(&args.patience)?;
    let timeout = wait.map_or(Milliseconds::DEFAULT, Milliseconds::with_margin);
    let timeout = patience.timeout(timeout);
    Ok(Draft::new(&FRAME, ActionType::WaitForNode, timeout)
        .params(target)
        .optional("timeoutMs", wait.map(Milliseconds::to_json))
        .optional("retry", patience.retry()))
}
