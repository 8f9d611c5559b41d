//! Wait until a toast is shown.

use clawperator_contract::ActionType;
use serde_json::{Map, Value};

use super::{Draft, Frame, Milliseconds};
use crate::command_id::CommandId;

const FRAME: Frame = Frame {
    command_id: CommandId::Random("wait-toast"),
    task_id: None,
    source: "clawperator-action",
    action_id: "wait",
    mode: Some("direct"),
};

/// Wait until a toast is shown, a message that goes away by itself. The execution gets 5000 ms more than the wait, and at
/// least 30000.
#[derive(Debug, Clone, Default)]
pub struct WaitForToast {
    /// All of what it says.
    pub text: Option<String>,
    /// A part of what it says.
    pub text_contains: Option<String>,
    /// The app that shows it.
    pub app: Option<String>,
    /// How long to wait; default: 5000 ms.
    pub wait: Option<Milliseconds>,
}

impl From<WaitForToast> for Draft {
    fn from(
        WaitForToast {
            text,
            text_contains,
            app,
            wait,
        }: WaitForToast,
    ) -> Self {
        let timeout = wait.map_or(Milliseconds::DEFAULT, Milliseconds::with_margin);
        let mut matcher = Map::new();
        for (key, text) in [("textEquals", text), ("textContains", text_contains)] {
            if let Some(text) = text {
                matcher.insert(key.to_owned(), Value::String(text));
            }
        }
        let matcher = (!matcher.is_empty()).then_some(Value::Object(matcher));
        Self::new(FRAME, ActionType::WaitForToast, timeout)
            .optional("matcher", matcher)
            .optional("applicationId", app.map(Value::String))
            .optional("timeoutMs", wait.map(Milliseconds::to_json))
    }
}
