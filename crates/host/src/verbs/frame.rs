//! What is around the one action of a verb.

use crate::command_id::CommandId;

/// The parts of a payload that say who built it. Each verb has its own; [`super::Draft::framed`] changes it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Frame {
    /// How the execution is named.
    pub command_id: CommandId,
    /// The task's name; without one the task has the command's id.
    pub task_id: Option<&'static str>,
    /// Who sends the execution.
    pub source: &'static str,
    /// The name of the action, by which its result is found.
    pub action_id: &'static str,
    /// The payload's `mode`; without one it has no such field.
    pub mode: Option<&'static str>,
}

impl Frame {
    /// A snapshot that was asked for over HTTP.
    pub const SERVED_SNAPSHOT: Self = Self::served("serve-snap-", "snap");

    /// A screenshot that was asked for over HTTP.
    pub const SERVED_SCREENSHOT: Self = Self::served("serve-shot-", "shot");

    const fn served(command: &'static str, action_id: &'static str) -> Self {
        Self {
            command_id: CommandId::Timed(command),
            task_id: None,
            source: "serve-api",
            action_id,
            mode: None,
        }
    }
}
