//! `read-value`: the value that belongs to a label.

use clawperator_contract::{ActionType, ErrorCode, Failure};
use serde_json::json;

use super::draft::Frame;
use super::{Draft, Milliseconds, ParamValue, Patience, missing_argument, timeout_or};
use crate::args::{GlobalArgs, ReadValueArgs};
use crate::ids::CommandId;
use crate::selector_flags::{MatcherFlags, refuse_blank};

static FRAME: Frame = Frame {
    command_id: CommandId::Random("read-value"),
    task_id: None,
    source: "clawperator-action",
    action_id: "read-value",
    mode: Some("direct"),
};

pub(crate) fn read_value(args: &ReadValueArgs, global: &GlobalArgs) -> Result<Draft, Failure> {
    let flags = MatcherFlags::from(&args.label).matcher()?;
    let named = match &args.named {
        None => None,
        Some(_) if flags.is_some() => {
            return Err(Failure::new(
                ErrorCode::Usage,
                "use --label, --label-id or --label-desc OR a label argument, not both",
            ));
        }
        Some(label) => {
            refuse_blank("the label", label)?;
            Some(ParamValue::from(json!({ "textEquals": label })))
        }
    };
    let label = flags.or(named).ok_or_else(|| {
        missing_argument(
            "read-value requires --label, --label-id or --label-desc",
            "clawperator read-value --label \"Battery\"",
        )
    })?;
    let patience = Patience::of(&args.patience)?;
    let timeout = timeout_or(patience.timeout(Milliseconds::DEFAULT), global)?;
    Ok(Draft::new(&FRAME, ActionType::ReadKeyValuePair, timeout)
        .param("labelMatcher", label)
        .optional("all", args.all.then_some(true))
        .optional("retry", patience.retry()))
}
