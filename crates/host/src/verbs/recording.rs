//! Begin and end a recording of what a person does.

use clawperator_contract::{ActionType, ExecutionTimeout};

use super::{Draft, Frame, Milliseconds};
use crate::command_id::CommandId;

const START: Frame = frame("start_recording_", "cli-record-start");
const STOP: Frame = frame("stop_recording_", "cli-record-stop");

const START_TIMEOUT: Milliseconds = Milliseconds::whole(10_000);
const STOP_TIMEOUT: Milliseconds = Milliseconds::whole(15_000);

const fn frame(command: &'static str, task: &'static str) -> Frame {
    Frame {
        command_id: CommandId::Timed(command),
        task_id: Some(task),
        source: "clawperator-cli",
        action_id: "a1",
        mode: None,
    }
}

/// Begin a recording.
#[derive(Debug, Clone)]
pub struct StartRecording {
    /// Its name; default: a generated one.
    pub name: Option<String>,
    /// Whether typed texts are written, those of passwords aside.
    pub texts: bool,
    /// How long the execution may take; default: 10000 ms.
    pub timeout: Option<ExecutionTimeout>,
}

/// End a recording.
#[derive(Debug, Clone)]
pub struct StopRecording {
    /// Its name; default: whichever goes on.
    pub name: Option<String>,
    /// How long the execution may take; default: 15000 ms.
    pub timeout: Option<ExecutionTimeout>,
}

impl From<StartRecording> for Draft {
    fn from(start: StartRecording) -> Self {
        Self::new(START, ActionType::StartRecording, START_TIMEOUT)
            .timeout(start.timeout)
            .optional("sessionId", start.name)
            .flag("texts", start.texts)
    }
}

impl From<StopRecording> for Draft {
    fn from(stop: StopRecording) -> Self {
        Self::new(STOP, ActionType::StopRecording, STOP_TIMEOUT)
            .timeout(stop.timeout)
            .optional("sessionId", stop.name)
    }
}
