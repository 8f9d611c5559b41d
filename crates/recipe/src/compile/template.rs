//! The template, and the plan that says where its actions come from.

use clawperator_contract::{
    Execution, ExecutionTimeout, Failure, Validated, hex, validate, validate_within,
};
use sha2::{Digest, Sha256};

use crate::source::Position;

/// What stands before a template's body while it is validated.
const PROBE_IDS: &str = r#"{"commandId":"c","taskId":"t","#;

/// An execution without `commandId` and `taskId`, which the caller adds, so that two runs never share one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Template {
    json: String,
}

impl Template {
    /// Takes the JSON object of an execution without ids, if the contract accepts it.
    #[expect(
        clippy::expect_used,
        reason = "a template without a body would be hashed and run"
    )]
    pub(super) fn from_json(json: &str) -> Result<(Self, Execution), Failure> {
        let payload = with_ids(PROBE_IDS, json);
        let Validated { execution, .. } = validate(payload.as_bytes())?;
        let canonical = execution.to_canonical_json();
        let body = canonical.strip_prefix(PROBE_IDS);
        let body = body.expect("the canonical form begins with the ids that were validated");
        let template = Self {
            json: format!("{{{body}"),
        };
        Ok((template, execution))
    }

    /// The canonical JSON.
    #[must_use]
    pub fn json(&self) -> &str {
        &self.json
    }

    /// The SHA-256 of the canonical JSON, in hexadecimal.
    #[must_use]
    pub fn sha256(&self) -> String {
        let digest = Sha256::digest(self.json.as_bytes());
        hex(&digest)
    }

    /// The execution with the caller's ids and time, if there is one; they may break the contract, the rest does not.
    pub fn execution(
        &self,
        command_id: &str,
        task_id: &str,
        timeout: Option<ExecutionTimeout>,
    ) -> Result<Validated, Failure> {
        let quoted = |id: &str| serde_json::Value::from(id).to_string();
        let ids = format!(
            r#"{{"commandId":{},"taskId":{},"#,
            quoted(command_id),
            quoted(task_id)
        );
        let payload = with_ids(&ids, &self.json);
        match timeout {
            Some(timeout) => validate_within(payload.as_bytes(), timeout),
            None => validate(payload.as_bytes()),
        }
    }
}

#[expect(
    clippy::expect_used,
    reason = "an execution without a body would be validated"
)]
fn with_ids(ids: &str, json: &str) -> String {
    let body = json.trim_start().strip_prefix('{');
    format!("{ids}{}", body.expect("a template is a JSON object"))
}

/// One action of a template and the source it comes from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlannedStep {
    /// The action's id.
    pub action_id: String,
    /// The action's type.
    pub action_type: &'static str,
    /// What of the source it comes from.
    pub origin: ActionOrigin,
    /// Where that stands.
    pub at: Position,
}

/// What an action of a template comes from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ActionOrigin {
    /// The recipe's session policy.
    FreshStart,
    /// The step of that id.
    Step(String),
    /// `wait.after_ms` of the step of that id.
    Wait(String),
    /// `confirm` of the step of that id.
    Confirm(String),
    /// A legacy template.
    Legacy,
}
