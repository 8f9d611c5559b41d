//! Wait until an app or a node has come to the front.

use clawperator_contract::ActionType;

use super::{Draft, Frame, Milliseconds, Target};
use crate::command_id::CommandId;

const FRAME: Frame = Frame {
    command_id: CommandId::Random("wait-for-nav"),
    task_id: None,
    source: "clawperator-action",
    action_id: "wait-for-nav",
    mode: Some("direct"),
};

/// Wait until an app is in front, a node is on the screen, or both. The execution gets 5000 ms more than the wait, and at
/// least 30000.
#[derive(Debug, Clone)]
pub struct WaitForNav {
    /// The package that should be in front.
    pub app: Option<String>,
    /// The node that should be on the screen.
    pub node: Option<Target>,
    /// How long to wait.
    pub wait: Milliseconds,
}

impl From<WaitForNav> for Draft {
    fn from(WaitForNav { app, node, wait }: WaitForNav) -> Self {
        let draft = Self::new(FRAME, ActionType::WaitForNavigation, wait.with_margin())
            .optional("expectedPackage", app);
        let draft = match node {
            Some(node) => draft.params(node.params("expectedNode")),
            None => draft,
        };
        draft.param("timeoutMs", wait.to_json())
    }
}
