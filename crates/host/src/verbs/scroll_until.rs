//! Scroll to a node, and press it or not.

use clawperator_contract::{ActionType, ExecutionTimeout};

use super::scroll::DIRECTION;
use super::{Container, Draft, Frame, Milliseconds, Target};
use crate::command_id::CommandId;

const FRAME: Frame = Frame {
    command_id: CommandId::Random("scroll-until"),
    task_id: None,
    source: "clawperator-cli",
    action_id: "a1",
    mode: None,
};

/// Scroll until a node is visible.
#[derive(Debug, Clone)]
pub struct ScrollUntil {
    /// The node.
    pub target: Target,
    /// Whether to press it then: the action is `scroll_and_click`.
    pub click: bool,
    /// `down`, `up`, `left` or `right`; default: `down`. Validation knows the words.
    pub direction: Option<String>,
    /// What to scroll; default: what scrolls in that direction.
    pub container: Container,
    /// How long the execution may take; default: 30000 ms.
    pub timeout: Option<ExecutionTimeout>,
}

impl From<ScrollUntil> for Draft {
    fn from(scroll: ScrollUntil) -> Self {
        let action_type = if scroll.click {
            ActionType::ScrollAndClick
        } else {
            ActionType::ScrollUntil
        };
        Self::new(FRAME, action_type, Milliseconds::DEFAULT)
            .timeout(scroll.timeout)
            .param(
                "direction",
                scroll.direction.as_deref().unwrap_or(DIRECTION),
            )
            .params(scroll.target.params("matcher"))
            .params(scroll.container.params())
    }
}
