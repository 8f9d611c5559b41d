//! Enter text into a field.

use std::fmt;

use clawperator_contract::{ActionType, ExecutionTimeout};

use super::{Draft, Frame, Milliseconds, Patience, Target};
use crate::command_id::CommandId;

const FRAME: Frame = Frame {
    command_id: CommandId::Random("type"),
    task_id: None,
    source: "clawperator-action",
    action_id: "type",
    mode: Some("direct"),
};

/// Enter text into a field.
#[derive(Clone)]
pub struct TypeText {
    /// The field.
    pub target: Target,
    /// What to type. It may be a password, so it is never shown when printed for debugging.
    pub text: String,
    /// Whether to press the keyboard's enter key afterwards.
    pub submit: bool,
    /// Whether to replace what the field holds.
    pub clear: bool,
    /// How long to look for the field.
    pub patience: Patience,
    /// How long the execution may take; default: 30000 ms, or long enough for `patience`.
    pub timeout: Option<ExecutionTimeout>,
}

impl fmt::Debug for TypeText {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("TypeText")
            .field("target", &self.target)
            .field("submit", &self.submit)
            .field("clear", &self.clear)
            .field("patience", &self.patience)
            .field("timeout", &self.timeout)
            .finish_non_exhaustive()
    }
}

impl From<TypeText> for Draft {
    fn from(entry: TypeText) -> Self {
        let timeout = entry.patience.timeout(Milliseconds::DEFAULT);
        Self::new(FRAME, ActionType::EnterText, timeout)
            .timeout(entry.timeout)
            .params(entry.target.params("matcher"))
            .param("text", entry.text)
            .param("submit", entry.submit)
            .flag("clear", entry.clear)
            .optional("retry", entry.patience.retry())
    }
}
