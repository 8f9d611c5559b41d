//! Copy a file to the phone, or from it.

use clawperator_contract::{ActionType, ExecutionTimeout};

use super::{Draft, Frame, Milliseconds};
use crate::command_id::CommandId;

const PUSH: Frame = frame("push_file_", "cli-files-push");
const PULL: Frame = frame("pull_file_", "cli-files-pull");

/// A large file takes its time.
const TIMEOUT: Milliseconds = Milliseconds::whole(120_000);

const fn frame(command: &'static str, task: &'static str) -> Frame {
    Frame {
        command_id: CommandId::Timed(command),
        task_id: Some(task),
        source: "clawperator-cli",
        action_id: "a1",
        mode: None,
    }
}

/// Copy a file to the phone.
#[derive(Debug, Clone)]
pub struct PushFile {
    /// The name that the run has for the file.
    pub host_file: String,
    /// Where it goes on the phone.
    pub phone_path: String,
    /// Whether a file that is there is replaced.
    pub replace: bool,
    /// How long the execution may take; default: 120000 ms.
    pub timeout: Option<ExecutionTimeout>,
}

/// Copy a file from the phone.
#[derive(Debug, Clone)]
pub struct PullFile {
    /// The file on the phone.
    pub phone_path: String,
    /// The name that the run has for where it goes; default: a new file where pictures go.
    pub host_file: Option<String>,
    /// How long the execution may take; default: 120000 ms.
    pub timeout: Option<ExecutionTimeout>,
}

impl From<PushFile> for Draft {
    fn from(push: PushFile) -> Self {
        Self::new(PUSH, ActionType::PushFile, TIMEOUT)
            .timeout(push.timeout)
            .param("hostFile", push.host_file)
            .param("phonePath", push.phone_path)
            .flag("replace", push.replace)
    }
}

impl From<PullFile> for Draft {
    fn from(pull: PullFile) -> Self {
        Self::new(PULL, ActionType::PullFile, TIMEOUT)
            .timeout(pull.timeout)
            .param("phonePath", pull.phone_path)
            .optional("hostFile", pull.host_file)
    }
}
