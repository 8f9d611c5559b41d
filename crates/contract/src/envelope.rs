//! The envelope: what an execution answers, step by step.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::data_keys::DataKey;
use crate::errors::{ErrorCode, ExitStatus};
use crate::next::{self, Next};

/// The answer to one execution.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Envelope {
    /// The execution's `commandId`.
    pub command_id: String,
    /// The execution's `taskId`.
    pub task_id: String,
    /// `failed` when at least one step failed or the run as a whole did.
    pub status: Status,
    /// One result per step, in order.
    pub step_results: Vec<StepResult>,
    /// A summary of the failure for people; null on success.
    pub error: Option<String>,
    /// The stable code of the failure, null on success. It may be one that this table does not know.
    #[serde(default, skip_serializing_if = "is_left_out")]
    pub error_code: Option<String>,
    /// What to do next, in words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hint: Option<String>,
    /// How that is done, likeliest first; omitted where a surface has put it into the hint.
    #[serde(
        default,
        deserialize_with = "next::known",
        skip_serializing_if = "Vec::is_empty"
    )]
    pub next: Vec<Next>,
}

/// The code is always written, as null on success; the schema does not require it, because older answers leave it out.
#[expect(clippy::ref_option, reason = "the form that serde calls")]
const fn is_left_out(_: &Option<String>) -> bool {
    false
}

/// Whether everything requested was done.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(inline)]
pub enum Status {
    /// Every step succeeded.
    Success,
    /// At least one step failed, or the run did.
    Failed,
}

/// What one action came to.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct StepResult {
    /// The action's id.
    pub id: String,
    /// The action's canonical type.
    pub action_type: String,
    /// Whether it did what was asked.
    pub success: bool,
    /// What it found, as strings; on failure `error` has the code and `message` the reason.
    #[serde(default)]
    pub data: BTreeMap<String, String>,
}

impl Envelope {
    /// How a process that prints this envelope ends: by the code of the first failed step, else by the envelope's.
    ///
    /// A failure with a code that the table does not know, or with none, is an action that failed.
    #[must_use]
    pub fn exit(&self) -> ExitStatus {
        let failed_step = self.step_results.iter().find(|step| !step.success);
        if self.status == Status::Success && failed_step.is_none() {
            return ExitStatus::Ok;
        }
        let step_code = failed_step.and_then(|step| step.get(DataKey::Error));
        step_code
            .or(self.error_code.as_deref())
            .and_then(ErrorCode::from_name)
            .map_or(ExitStatus::ActionFailed, ErrorCode::exit)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn envelope(steps: &[Option<&str>], error_code: Option<&str>) -> Envelope {
        let step_results = steps
            .iter()
            .enumerate()
            .map(|(index, error)| StepResult {
                id: format!("s{index}"),
                action_type: "click".to_owned(),
                success: error.is_none(),
                data: error
                    .map(|error| ("error".to_owned(), error.to_owned()))
                    .into_iter()
                    .collect(),
            })
            .collect();
        let failed = steps.iter().any(Option::is_some) || error_code.is_some();
        Envelope {
            command_id: "c".to_owned(),
            task_id: "t".to_owned(),
            status: if failed {
                Status::Failed
            } else {
                Status::Success
            },
            step_results,
            error: None,
            error_code: error_code.map(str::to_owned),
            hint: None,
            next: Vec::new(),
        }
    }

    #[test]
    fn an_envelope_exits_with_its_first_failed_step() {
        for (steps, error_code, exit) in [
            (&[None, None][..], None, 0),
            (
                &[None, Some("NODE_NOT_FOUND"), Some("STEP_NOT_RUN")],
                None,
                4,
            ),
            (&[Some("CONTAINER_NOT_FOUND")], None, 4),
            (&[Some("VALUE_NODE_NOT_FOUND")], None, 4),
            (&[Some("NAVIGATION_TIMEOUT")], None, 5),
            (&[Some("WAIT_TIMEOUT")], None, 5),
            (&[Some("NODE_AMBIGUOUS")], None, 6),
            (&[Some("CONTAINER_AMBIGUOUS")], None, 6),
            (&[Some("OUTCOME_UNKNOWN")], None, 8),
            (&[Some("GESTURE_FAILED")], None, 1),
            (&[Some("SOMETHING_NEW")], None, 1),
            (&[], Some("SERVICE_UNAVAILABLE"), 3),
            (&[], Some("SOMETHING_NEW"), 1),
        ] {
            assert_eq!(
                envelope(steps, error_code).exit().code(),
                exit,
                "{steps:?} {error_code:?}"
            );
        }
    }
}
