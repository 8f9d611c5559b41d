//! What a model answers in one step.

use std::fmt;

use schemars::JsonSchema;
use serde::Serialize;

use super::action::AgentAction;

/// One step of a model: what it thought, what it asked for, and its own words.
#[derive(Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ModelStepOutput {
    /// Why it asks for this; empty when it did not say.
    pub thought: String,
    /// What it asks for.
    pub action: AgentAction,
    /// What it wrote, as it wrote it. It may hold secrets.
    pub raw: String,
}

/// What a model wrote may hold secrets, so none of it is printed.
impl fmt::Debug for ModelStepOutput {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("ModelStepOutput")
            .field("action", &self.action)
            .finish_non_exhaustive()
    }
}
