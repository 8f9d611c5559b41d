//! Scroll once.

use clawperator_contract::{ActionType, ExecutionTimeout};

use super::{Container, Draft, Frame, Milliseconds};
use crate::command_id::CommandId;

const FRAME: Frame = Frame {
    command_id: CommandId::Random("scroll"),
    task_id: Some("cli-action-scroll"),
    source: "clawperator-cli",
    action_id: "a1",
    mode: None,
};

/// Where verbs scroll to unless they are told. It is always written.
pub(super) const DIRECTION: &str = "down";

/// Scroll once.
#[derive(Debug, Clone)]
pub struct Scroll {
    /// `down`, `up`, `left` or `right`; default: `down`. Validation knows the words.
    pub direction: Option<String>,
    /// What to scroll; default: what scrolls in that direction.
    pub container: Container,
    /// How long the execution may take; default: 30000 ms.
    pub timeout: Option<ExecutionTimeout>,
}

impl From<Scroll> for Draft {
    fn from(scroll: Scroll) -> Self {
        Self::new(FRAME, ActionType::Scroll, Milliseconds::DEFAULT)
            .timeout(scroll.timeout)
            .param(
                "direction",
                scroll.direction.as_deref().unwrap_or(DIRECTION),
            )
            .params(scroll.container.params())
    }
}
