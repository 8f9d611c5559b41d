//! What an action was asked to do, in one line.

use serde_json::Value;

use super::limits::{MAX_ASKED, MAX_NAME};
use super::markup::shorten;

/// One action of the request.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Asked {
    pub(super) id: String,
    pub(super) action_type: String,
    /// Its params in one line; nothing where it has none.
    pub(super) params: Option<String>,
}

/// The actions of a request, at most so many.
pub(super) fn actions(execution: &Value, most: usize) -> Vec<Asked> {
    let actions = execution.get("actions").and_then(Value::as_array);
    let actions = actions.into_iter().flatten().take(most);
    actions.map(asked).collect()
}

fn asked(action: &Value) -> Asked {
    let name = |key: &str| {
        let name = action.get(key).and_then(Value::as_str);
        shorten(name.unwrap_or("?"), MAX_NAME)
    };
    let mut line = String::new();
    if let Some(params) = action.get("params") {
        add(&mut line, "", params);
    }
    Asked {
        id: name("id"),
        action_type: name("type"),
        params: (!line.is_empty()).then(|| shorten(&line, MAX_ASKED)),
    }
}

/// Adds a value with the way to it: `matcher.textEquals "Wi-Fi", timeoutMs 500`.
fn add(line: &mut String, path: &str, value: &Value) {
    // What is longer is cut anyway.
    if line.len() > MAX_ASKED * 4 {
        return;
    }
    match value {
        Value::Object(fields) => {
            for (key, value) in fields {
                let path = if path.is_empty() {
                    key.clone()
                } else {
                    format!("{path}.{key}")
                };
                add(line, &shorten(&path, MAX_NAME), value);
            }
        }
        Value::Array(values)
            if values
                .iter()
                .any(|value| value.is_object() || value.is_array()) =>
        {
            for (place, value) in values.iter().enumerate() {
                add(line, &format!("{path}[{place}]"), value);
            }
        }
        _ => {
            if !line.is_empty() {
                line.push_str(", ");
            }
            line.push_str(path);
            line.push(' ');
            match value {
                Value::String(text) => {
                    line.push('"');
                    line.push_str(&shorten(text, MAX_ASKED));
                    line.push('"');
                }
                other => line.push_str(&shorten(&other.to_string(), MAX_ASKED)),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn params_become_one_line() {
        let execution = json!({"actions": [
            {"id": "a", "type": "click", "params": {"matcher": {"textEquals": "Wi-Fi"}, "retry": {"maxAttempts": 2}}},
            {"id": "b", "type": "snapshot_ui"},
            {"id": "c", "type": "click", "params": {"where": {"any": [{"role": "button"}, {"role": "link"}]}}},
            5,
        ]});
        let shown = actions(&execution, 9);
        let params: Vec<_> = shown.iter().map(|asked| asked.params.as_deref()).collect();
        let expected = [
            Some("matcher.textEquals \"Wi-Fi\", retry.maxAttempts 2"),
            None,
            Some("where.any[0].role \"button\", where.any[1].role \"link\""),
            None,
        ];
        assert_eq!(params, expected);
        assert_eq!(shown[3].id, "?");
        assert_eq!(actions(&execution, 2).len(), 2);
        assert_eq!(actions(&json!("x"), 2), []);
    }

    #[test]
    fn params_of_any_size_are_cut() {
        let execution = json!({"actions": [{"params": {
            "long": "x".repeat(1_000_000), "many": vec![json!({"a": "y"}); 10_000]}}]});
        let line = actions(&execution, 1).remove(0).params.unwrap();
        assert_eq!(line.chars().count(), MAX_ASKED + 1);
    }
}
