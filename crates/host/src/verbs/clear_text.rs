//! Empty a field.

use clawperator_contract::{ActionType, ExecutionTimeout};

use super::{Draft, Frame, Milliseconds, Patience, Target};
use crate::command_id::CommandId;

const FRAME: Frame = Frame {
    command_id: CommandId::Random("clear-text"),
    task_id: None,
    source: "clawperator-action",
    action_id: "clear-text",
    mode: Some("direct"),
};

/// Empty a field.
#[derive(Debug, Clone)]
pub struct ClearText {
    /// The field; default: the one that has the focus.
    pub target: Option<Target>,
    /// How long to look for the field.
    pub patience: Patience,
    /// How long the execution may take; default: 30000 ms, or long enough for `patience`.
    pub timeout: Option<ExecutionTimeout>,
}

impl From<ClearText> for Draft {
    fn from(clear: ClearText) -> Self {
        let timeout = clear.patience.timeout(Milliseconds::DEFAULT);
        let target = clear.target.map(|target| target.params("matcher"));
        Self::new(FRAME, ActionType::ClearText, timeout)
            .timeout(clear.timeout)
            // Without one it is the field that has the focus.
            .params(target.unwrap_or_default())
            .optional("retry", clear.patience.retry())
    }
}
