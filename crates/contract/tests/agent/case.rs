//! Reading a case of the agent's words; `tests/README.md` describes the form.

use std::path::{Path, PathBuf};

use clawperator_cases::{CaseFile, files};
use serde_json::Value;

/// One case: what goes in and what must come out.
pub(crate) struct Case {
    /// The file, relative to `agent-cases/`, without its ending.
    pub(crate) name: String,
    pub(crate) input: Vec<u8>,
    pub(crate) expected: Expected,
}

pub(crate) enum Expected {
    Action {
        action: Value,
        thought: Option<String>,
        raw: Option<String>,
        runs: bool,
        repairs: Vec<Value>,
    },
    Refuse {
        code: String,
        issues: Vec<Value>,
    },
}

/// Every case under `tests/agent-cases/`, in order of name.
pub(crate) fn all() -> Vec<Case> {
    let files = files(&root().join("agent-cases"), "json");
    files.iter().map(read).collect()
}

/// The folder of these tests.
pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests")
}

fn read(file: &CaseFile) -> Case {
    let case = file.object(&[
        "about",
        "input",
        "inputText",
        "action",
        "thought",
        "raw",
        "runs",
        "repairs",
        "refuse",
        "code",
    ]);
    let input = match (case.get("input"), case.get("inputText")) {
        (Some(input), None) => serde_json::to_vec(input).unwrap(),
        (None, Some(text)) => text.as_str().unwrap().as_bytes().to_vec(),
        _ => panic!("{}: one of input and inputText", case.name()),
    };
    let text = |key: &str| case.get(key).map(|text| text.as_str().unwrap().to_owned());
    let list = |key: &str| case.get(key).map(|list| list.as_array().unwrap().clone());
    let expected = match (case.get("action"), list("refuse")) {
        (Some(action), None) => Expected::Action {
            action: action.clone(),
            thought: text("thought"),
            raw: text("raw"),
            runs: case.get("runs").and_then(Value::as_bool).unwrap(),
            repairs: list("repairs").unwrap_or_default(),
        },
        (None, Some(issues)) => Expected::Refuse {
            code: text("code").unwrap_or_else(|| "EXECUTION_VALIDATION_FAILED".to_owned()),
            issues,
        },
        _ => panic!("{}: one of action and refuse", case.name()),
    };
    Case {
        name: file.name.clone(),
        input,
        expected,
    }
}
