//! Refs belong to a look that is named.

use clawperator_contract::{ErrorCode, Execution, Failure, Issue, Rule};
use serde_json::Value;

/// The generation of whatever was looked at last.
const NEWEST: u64 = 0;

/// Refuses refs and points of whatever was looked at last: where several ask for one phone, that may have been somebody
/// else's look, and the ref another node. A surface with more than one caller asks this once the payload is valid.
pub fn check_generations(execution: &Execution) -> Result<(), Failure> {
    let mut issues = Vec::new();
    for (index, action) in execution.actions().iter().enumerate() {
        // An action is made of what JSON has.
        let params = serde_json::to_value(action).unwrap_or(Value::Null);
        if names_newest(&params) {
            let message = "generation 0 means the newest look, which may be somebody else's";
            let mut issue = Issue::of_document(Rule::NotAllowed, message)
                .with_hint("use the generation of the snapshot that the ref is from");
            issue.path = format!("actions.{index}.params.generation");
            issue.action_id = Some(action.id.as_str().to_owned());
            issue.action_type = Some(action.action_type().name().to_owned());
            issues.push(issue);
        }
    }
    let count = issues.len();
    if count == 0 {
        return Ok(());
    }
    Err(Failure::refused(
        ErrorCode::ExecutionValidationFailed,
        issues,
        count,
    ))
}

/// Whether a generation anywhere in a value is that of the newest look.
fn names_newest(value: &Value) -> bool {
    match value {
        Value::Object(fields) => fields.iter().any(|(name, value)| {
            let is_newest = name == "generation" && value.as_u64() == Some(NEWEST);
            is_newest || names_newest(value)
        }),
        Value::Array(values) => values.iter().any(names_newest),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => false,
    }
}

#[cfg(test)]
mod tests {
    use clawperator_contract::validate;
    use serde_json::json;

    use super::*;

    fn code(params: &Value) -> Option<String> {
        let payload = json!({
            "commandId": "c", "taskId": "t", "source": "test", "expectedFormat": "android-ui-automator",
            "timeoutMs": 30000, "actions": [
                { "id": "s", "type": "snapshot_ui" },
                { "id": "a", "type": "click", "params": params },
            ],
        });
        let validated = validate(payload.to_string().as_bytes()).unwrap();
        let refused = check_generations(&validated.execution).err()?;
        Some(format!("{} {}", refused.code.name(), refused.message))
    }

    #[test]
    fn a_ref_names_the_look_it_is_from() {
        assert_eq!(code(&json!({ "ref": "@e1", "generation": 7 })), None);
        assert_eq!(code(&json!({ "matcher": { "textEquals": "0" } })), None);
        for params in [
            json!({ "ref": "@e1", "generation": 0 }),
            json!({ "coordinate": { "x": 1, "y": 2, "generation": 0 } }),
        ] {
            let refused = code(&params).unwrap();
            assert!(
                refused.starts_with("EXECUTION_VALIDATION_FAILED generation 0"),
                "{refused}"
            );
        }
    }
}
