//! Reading a case file; `tests/README.md` describes the form.

use std::path::{Path, PathBuf};

use clawperator_cases::{CaseFile, Object, files};
use serde_json::{Value, json};

/// One case: what goes in and what must come out.
pub(crate) struct Case {
    /// The file, relative to `cases/`, without its ending.
    pub(crate) name: String,
    pub(crate) rules: Vec<String>,
    pub(crate) seed: String,
    /// The bytes that are validated.
    pub(crate) input: Vec<u8>,
    pub(crate) expected: Expected,
}

pub(crate) enum Expected {
    Accept {
        execution: Option<Value>,
        warnings: Vec<Value>,
    },
    Refuse {
        code: String,
        issues: Vec<Value>,
    },
}

/// Every case under `tests/cases/`, in order of name.
pub(crate) fn all() -> Vec<Case> {
    let files = files(&root().join("cases"), "json");
    files.iter().map(read).collect()
}

/// The folder of these tests.
pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests")
}

fn read(file: &CaseFile) -> Case {
    let case = file.object(&[
        "seed",
        "rules",
        "about",
        "input",
        "inputText",
        "action",
        "repeat",
        "accept",
        "warnings",
        "refuse",
        "code",
        "schema",
    ]);
    Case {
        name: file.name.clone(),
        rules: case.rules(),
        seed: case.text("seed"),
        input: input(&case),
        expected: expected(&case),
    }
}

fn input(case: &Object) -> Vec<u8> {
    match (case.get("input"), case.get("inputText"), case.get("action")) {
        (Some(input), None, None) => serde_json::to_vec(input).unwrap(),
        (None, Some(text), None) => text.as_str().unwrap().as_bytes().to_vec(),
        (None, None, Some(action)) => {
            serde_json::to_vec(&execution(&copies(case, action))).unwrap()
        }
        _ => panic!(
            "{}: exactly one of input, inputText and action",
            case.name()
        ),
    }
}

fn expected(case: &Object) -> Expected {
    let list = |value: Option<&Value>| value.and_then(Value::as_array).cloned().unwrap_or_default();
    match (case.get("accept"), case.get("refuse")) {
        (Some(accept), None) => Expected::Accept {
            execution: match (
                accept.get("execution"),
                accept.get("action"),
                accept.get("actions"),
            ) {
                (Some(execution), None, None) => Some(execution.clone()),
                (None, Some(action), None) => Some(execution(&copies(case, action))),
                (None, None, Some(actions)) => Some(execution(actions.as_array().unwrap())),
                (None, None, None) => None,
                _ => panic!(
                    "{}: accept has one of execution, action and actions",
                    case.name()
                ),
            },
            warnings: list(case.get("warnings")),
        },
        (None, Some(refuse)) => Expected::Refuse {
            code: case
                .get("code")
                .and_then(Value::as_str)
                .unwrap_or("EXECUTION_VALIDATION_FAILED")
                .to_owned(),
            issues: list(Some(refuse)),
        },
        _ => panic!("{}: exactly one of accept and refuse", case.name()),
    }
}

fn copies(case: &Object, action: &Value) -> Vec<Value> {
    match case.get("repeat").and_then(Value::as_u64) {
        None => vec![action.clone()],
        Some(count) => (0..count)
            .map(|index| {
                let mut action = action.clone();
                action["id"] = json!(format!("a{index}"));
                action
            })
            .collect(),
    }
}

/// These actions in an otherwise minimal execution.
pub(crate) fn execution(actions: &[Value]) -> Value {
    json!({
        "commandId": "c",
        "taskId": "t",
        "source": "case",
        "expectedFormat": "android-ui-automator",
        "timeoutMs": 30000,
        "actions": actions,
    })
}
