//! Run a program in the phone's shell.

use std::fmt;

use clawperator_contract::{ActionType, ExecutionTimeout};

use super::{Draft, Frame, Milliseconds, ParamValue};
use crate::command_id::CommandId;

const FRAME: Frame = Frame {
    command_id: CommandId::Timed("device_shell_"),
    task_id: Some("cli-device-shell"),
    source: "clawperator-cli",
    action_id: "a1",
    mode: None,
};

/// Run a program in the phone's shell. One of its words may be a password: printing this shows how many there are.
#[derive(Clone)]
pub struct DeviceShell {
    /// The program and its words.
    pub words: Vec<String>,
    /// How long the program may run; default: 10000 ms.
    pub limit: Option<Milliseconds>,
    /// How long the execution may take; default: 30000 ms, and always long enough for the program.
    pub timeout: Option<ExecutionTimeout>,
}

impl fmt::Debug for DeviceShell {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("DeviceShell")
            .field("words", &self.words.len())
            .field("limit", &self.limit)
            .field("timeout", &self.timeout)
            .finish()
    }
}

impl From<DeviceShell> for Draft {
    fn from(shell: DeviceShell) -> Self {
        let least = shell
            .timeout
            .map_or(Milliseconds::DEFAULT, Milliseconds::from);
        let timeout = match shell.limit {
            Some(limit) => limit.with_margin().or_longer(least),
            None => least,
        };
        Self::new(FRAME, ActionType::DeviceShell, timeout)
            .param("words", ParamValue::Json(shell.words.into()))
            .optional("timeoutMs", shell.limit.map(Milliseconds::to_json))
    }
}
