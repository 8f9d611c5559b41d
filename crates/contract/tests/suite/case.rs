//! Reading a case file; `tests/README.md` describes the form.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::{Map, Value, json};

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
    let root = root().join("cases");
    let mut files = Vec::new();
    collect(&root, &mut files);
    files.sort();
    files.iter().map(|file| read(&root, file)).collect()
}

/// The folder of these tests.
pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests")
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            collect(&path, files);
        } else if path.extension().is_some_and(|ending| ending == "json") {
            files.push(path);
        }
    }
}

fn read(root: &Path, file: &Path) -> Case {
    let name = file
        .strip_prefix(root)
        .unwrap()
        .with_extension("")
        .to_string_lossy()
        .into_owned();
    let text = fs::read_to_string(file).unwrap();
    let mut case: Map<String, Value> =
        serde_json::from_str(&text).unwrap_or_else(|error| panic!("{name}: {error}"));
    case.values_mut().for_each(expand);
    let known = [
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
    ];
    if let Some(unknown) = case.keys().find(|key| !known.contains(&key.as_str())) {
        panic!("{name}: unknown key {unknown}");
    }
    let string = |key: &str| {
        case.get(key)
            .and_then(Value::as_str)
            .unwrap_or_default()
            .to_owned()
    };
    assert!(
        !string("about").is_empty(),
        "{name}: says nothing about itself"
    );
    let rules: Vec<String> = serde_json::from_value(case["rules"].clone()).unwrap();
    Case {
        seed: string("seed"),
        input: input(&name, &case),
        expected: expected(&name, &case),
        rules,
        name,
    }
}

fn input(name: &str, case: &Map<String, Value>) -> Vec<u8> {
    match (case.get("input"), case.get("inputText"), case.get("action")) {
        (Some(input), None, None) => serde_json::to_vec(input).unwrap(),
        (None, Some(text), None) => text.as_str().unwrap().as_bytes().to_vec(),
        (None, None, Some(action)) => {
            serde_json::to_vec(&execution(&copies(case, action))).unwrap()
        }
        _ => panic!("{name}: exactly one of input, inputText and action"),
    }
}

fn expected(name: &str, case: &Map<String, Value>) -> Expected {
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
                _ => panic!("{name}: accept has one of execution, action and actions"),
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
        _ => panic!("{name}: exactly one of accept and refuse"),
    }
}

fn copies(case: &Map<String, Value>, action: &Value) -> Vec<Value> {
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

/// Replaces `{{repeat:x:513}}` in every string by 513 times `x`.
fn expand(value: &mut Value) {
    match value {
        Value::String(text) => {
            while let Some(start) = text.find("{{repeat:") {
                let end = start + text[start..].find("}}").expect("a repeat ends in }}");
                let (unit, count) = text[start + 9..end]
                    .rsplit_once(':')
                    .expect("a repeat has a count");
                *text = format!(
                    "{}{}{}",
                    &text[..start],
                    unit.repeat(count.parse().unwrap()),
                    &text[end + 2..]
                );
            }
        }
        Value::Array(items) => items.iter_mut().for_each(expand),
        Value::Object(entries) => entries.values_mut().for_each(expand),
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}
