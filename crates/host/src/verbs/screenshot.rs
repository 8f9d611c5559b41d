//! Capture the screen as a picture.

use clawperator_contract::{ActionType, ExecutionTimeout};

use super::{Draft, Frame, Milliseconds};
use crate::command_id::CommandId;

const FRAME: Frame = Frame {
    command_id: CommandId::Random("screenshot"),
    task_id: None,
    source: "clawperator-observe",
    action_id: "snap",
    mode: Some("direct"),
};

/// Capture the screen as a PNG picture.
#[derive(Debug, Clone, Default)]
pub struct Screenshot {
    /// The file to write; default: a new file in a private temporary folder.
    pub path: Option<String>,
    /// The most pixels of its longest side; default: as large as the screen.
    pub max_side: Option<u32>,
    /// Whether the numbers of refs are drawn on it.
    pub marks: bool,
    /// How long the execution may take; default: 30000 ms.
    pub timeout: Option<ExecutionTimeout>,
}

impl From<Screenshot> for Draft {
    fn from(screenshot: Screenshot) -> Self {
        Self::new(FRAME, ActionType::TakeScreenshot, Milliseconds::DEFAULT)
            .timeout(screenshot.timeout)
            .optional("path", screenshot.path)
            .optional("maxSide", screenshot.max_side)
            .flag("marks", screenshot.marks)
    }
}
