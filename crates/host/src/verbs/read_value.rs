//! Read the value that belongs to a label.

use clawperator_contract::{ActionType, ExecutionTimeout};

use super::{Draft, Frame, Milliseconds, ParamValue, Patience};
use crate::command_id::CommandId;

const FRAME: Frame = Frame {
    command_id: CommandId::Random("read-value"),
    task_id: None,
    source: "clawperator-action",
    action_id: "read-value",
    mode: Some("direct"),
};

/// Read the value that belongs to a label.
#[derive(Debug, Clone)]
pub struct ReadValue {
    /// The label, by a matcher.
    pub label: ParamValue,
    /// Whether to read every match, not only the first.
    pub all: bool,
    /// How long to look for the label.
    pub patience: Patience,
    /// How long the execution may take; default: 30000 ms, or long enough for `patience`.
    pub timeout: Option<ExecutionTimeout>,
}

impl From<ReadValue> for Draft {
    fn from(read: ReadValue) -> Self {
        let timeout = read.patience.timeout(Milliseconds::DEFAULT);
        Self::new(FRAME, ActionType::ReadKeyValuePair, timeout)
            .timeout(read.timeout)
            .param("labelMatcher", read.label)
            .flag("all", read.all)
            .optional("retry", read.patience.retry())
    }
}
