//! Read the clipboard, or put a text there.

use std::fmt;

use clawperator_contract::{ActionType, ExecutionTimeout};

use super::{Draft, Frame, Milliseconds};
use crate::command_id::CommandId;

const GET: Frame = frame("get_clipboard_", "cli-clipboard-get");
const SET: Frame = frame("set_clipboard_", "cli-clipboard-set");

const TIMEOUT: Milliseconds = Milliseconds::whole(15_000);

const fn frame(command: &'static str, task: &'static str) -> Frame {
    Frame {
        command_id: CommandId::Timed(command),
        task_id: Some(task),
        source: "clawperator-cli",
        action_id: "a1",
        mode: None,
    }
}

/// Read the text on the clipboard.
#[derive(Debug, Clone, Default)]
pub struct GetClipboard {
    /// How long the execution may take; default: 15000 ms.
    pub timeout: Option<ExecutionTimeout>,
}

/// Put a text on the clipboard. It may be a password: printing this shows how long it is.
#[derive(Clone)]
pub struct SetClipboard {
    /// The text; an empty one takes away what is there.
    pub text: String,
    /// Whether apps are asked not to show it.
    pub sensitive: bool,
    /// How long the execution may take; default: 15000 ms.
    pub timeout: Option<ExecutionTimeout>,
}

impl fmt::Debug for SetClipboard {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("SetClipboard")
            .field("characters", &self.text.chars().count())
            .field("sensitive", &self.sensitive)
            .field("timeout", &self.timeout)
            .finish()
    }
}

impl From<GetClipboard> for Draft {
    fn from(get: GetClipboard) -> Self {
        Self::new(GET, ActionType::GetClipboard, TIMEOUT).timeout(get.timeout)
    }
}

impl From<SetClipboard> for Draft {
    fn from(set: SetClipboard) -> Self {
        Self::new(SET, ActionType::SetClipboard, TIMEOUT)
            .timeout(set.timeout)
            .param("text", set.text)
            .flag("sensitive", set.sensitive)
    }
}
