//! `type`: enter text into a field.

use clawperator_contract::{ActionType, Failure};

use super::draft::Frame;
use super::{Draft, Milliseconds, missing_argument, one_of, required_target, timeout_or};
use crate::args::{GlobalArgs, TypeArgs};
use crate::ids::CommandId;
use crate::selector_flags::TargetFlags;

static FRAME: Frame = Frame {
    command_id: CommandId::Random("type"),
    task_id: None,
    source: "clawperator-action",
    action_id: "type",
    mode: Some("direct"),
};

pub(crate) fn type_text(args: &TypeArgs, global: &GlobalArgs) -> Result<Draft, Failure> {
    let text = one_of(
        &[args.entered.as_deref(), args.text.as_deref()],
        "use --text OR a text argument, not both",
    )?
    .ok_or_else(|| {
        missing_argument(
            "type requires the text to enter",
            "clawperator type \"hello\" --role textfield",
        )
    })?;
    let examples = [
        "clawperator type \"hello world\" --role textfield",
        "clawperator type \"hello world\" --id com.example:id/search",
    ];
    let target = required_target("type", &TargetFlags::from(&args.selector), examples)?;
    let timeout = timeout_or(Milliseconds::DEFAULT, global)?;
    Ok(Draft::new(&FRAME, ActionType::EnterText, timeout)
        .params(target)
        .param("text", text)
        .param("submit", args.submit)
        .optional("clear", args.clear.then_some(true)))
}
