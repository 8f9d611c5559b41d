//! Every JSON example of the seed documents, held against what the document says of it.
//!
//! One file under `seed-examples/` is one example:
//!
//! | key | meaning |
//! |---|---|
//! | `seed`, `section` | the document it stands in, and under which heading |
//! | `json` | the example as it stands there |
//! | `as` | what it is an example of; see [`check`] |
//! | `because` | with `as` "failure": the action that is answered so; left out, no payload leads to it |
//! | `outcome` | "valid": what comes out is the example itself; or the `canonical` form, or the issues it is `refused` for |

use std::fs;

use clawperator_contract::wrappers::{DryRunAnswer, ExecutionResult, ValidatedAnswer};
use clawperator_contract::{Envelope, ErrorCode, Failure, StepResult, Validated, validate};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use super::case;

#[test]
fn every_example_is_what_its_document_says() {
    let failures: Vec<String> = all()
        .iter()
        .filter_map(|(name, example)| {
            check(example)
                .err()
                .map(|reason| format!("{name}: {reason}"))
        })
        .collect();
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn no_example_is_left_out() {
    for (seed, count) in [
        ("actions.txt", 22),
        ("api-overview.txt", 8),
        ("selectors.txt", 13),
    ] {
        let found = all()
            .iter()
            .filter(|(_, example)| example["seed"] == seed)
            .count();
        assert_eq!(found, count, "{seed}");
    }
}

fn all() -> Vec<(String, Value)> {
    let mut examples: Vec<(String, Value)> = fs::read_dir(case::root().join("seed-examples"))
        .unwrap()
        .map(|entry| {
            let path = entry.unwrap().path();
            let name = path.file_stem().unwrap().to_string_lossy().into_owned();
            let example = serde_json::from_str(&fs::read_to_string(&path).unwrap());
            (
                name.clone(),
                example.unwrap_or_else(|error| panic!("{name}: {error}")),
            )
        })
        .collect();
    examples.sort_by(|(left, _), (right, _)| left.cmp(right));
    examples
}

fn check(example: &Value) -> Result<(), String> {
    let json = &example["json"];
    match example["as"].as_str().unwrap() {
        "execution" => check_execution(json, example, |execution| execution),
        "action" => check_action(json.clone(), example, |action| action),
        "action without id" => {
            let mut action = json.clone();
            action["id"] = json!("a");
            check_action(action, example, |mut action| {
                action.as_object_mut().unwrap().remove("id");
                action
            })
        }
        "matcher" => {
            let action = action("click", &json!({ "matcher": json }));
            check_action(action, example, |mut action| {
                action["params"]["matcher"].take()
            })
        }
        "retry" => {
            let action = action("snapshot_ui", &json!({ "retry": json }));
            check_action(action, example, |mut action| {
                action["params"]["retry"].take()
            })
        }
        "step" => round_trip::<StepResult>(json),
        "envelope" => round_trip::<Envelope>(json),
        "result" => round_trip::<ExecutionResult>(json),
        "validated" => {
            let validated = accept(&json["execution"])?;
            equal(
                json,
                &serde_json::to_value(ValidatedAnswer::from(validated)).unwrap(),
            )
        }
        "dryRun" => {
            let mut execution = case::execution(json["plan"]["actions"].as_array().unwrap());
            for key in ["commandId", "timeoutMs"] {
                execution[key] = json["plan"][key].clone();
            }
            equal(
                json,
                &serde_json::to_value(DryRunAnswer::from(accept(&execution)?)).unwrap(),
            )
        }
        "failure" => check_failure(json, example.get("because")),
        other => {
            let action_type = other
                .strip_prefix("params of ")
                .unwrap_or_else(|| panic!("no such form: {other}"));
            check_action(action(action_type, json), example, |mut action| {
                action["params"].take()
            })
        }
    }
}

fn check_action(
    action: Value,
    example: &Value,
    part: impl Fn(Value) -> Value,
) -> Result<(), String> {
    check_execution(&case::execution(&[action]), example, |mut execution| {
        part(execution["actions"][0].take())
    })
}

/// Validates an execution and compares its outcome; `part` takes out of it what the example shows.
fn check_execution(
    execution: &Value,
    example: &Value,
    part: impl Fn(Value) -> Value,
) -> Result<(), String> {
    let outcome = &example["outcome"];
    if let Some(refused) = outcome.get("refused") {
        let failure = refuse(execution)?;
        let issues = &failure["details"]["issues"];
        return if contains(issues, refused) {
            Ok(())
        } else {
            Err(format!("refused for {issues}"))
        };
    }
    let canonical = serde_json::to_value(accept(execution)?.execution).unwrap();
    equal(
        outcome.get("canonical").unwrap_or(&example["json"]),
        &part(canonical),
    )
}

fn check_failure(json: &Value, because: Option<&Value>) -> Result<(), String> {
    let Some(action) = because else {
        // A refusal of the command line's flags: here only its form can be shown.
        let code = ErrorCode::from_name(json["code"].as_str().unwrap()).ok_or("no such code")?;
        let failure = Failure::new(code, json["message"].as_str().unwrap());
        return equal(json, &serde_json::to_value(failure).unwrap());
    };
    let failure = refuse(&case::execution(std::slice::from_ref(action)))?;
    if contains(&failure, json) {
        Ok(())
    } else {
        Err(format!("answered {failure}"))
    }
}

/// Reads the example into its type and writes it again; an absent code may be left out or be null.
fn round_trip<T: Serialize + DeserializeOwned>(json: &Value) -> Result<(), String> {
    let read: T = serde_json::from_value(json.clone()).map_err(|error| error.to_string())?;
    // The document's own examples leave out what its canonical shape has as null.
    let mut expected = json.clone();
    for envelope in ["", "/envelope"] {
        if let Some(Value::Object(entries)) = expected.pointer_mut(envelope)
            && entries.contains_key("stepResults")
        {
            entries.entry("errorCode").or_insert(Value::Null);
        }
    }
    equal(&expected, &serde_json::to_value(read).unwrap())
}

fn accept(execution: &Value) -> Result<Validated, String> {
    let validated = validate(execution.to_string().as_bytes());
    let validated = validated
        .map_err(|failure| format!("refused: {}", serde_json::to_string(&failure).unwrap()))?;
    if validated.warnings.is_empty() {
        Ok(validated)
    } else {
        Err(format!("warnings: {:?}", validated.warnings))
    }
}

fn refuse(execution: &Value) -> Result<Value, String> {
    match validate(execution.to_string().as_bytes()) {
        Ok(validated) => Err(format!(
            "accepted: {}",
            validated.execution.to_canonical_json()
        )),
        Err(failure) => Ok(serde_json::to_value(failure).unwrap()),
    }
}

fn equal(expected: &Value, found: &Value) -> Result<(), String> {
    if found == expected {
        Ok(())
    } else {
        Err(format!("came out as {found}"))
    }
}

/// Whether `found` has everything that `expected` has; its objects may have further keys, its lists no further items.
fn contains(found: &Value, expected: &Value) -> bool {
    match (found, expected) {
        (Value::Object(found), Value::Object(expected)) => {
            expected.iter().all(|(key, expected)| {
                found
                    .get(key)
                    .is_some_and(|found| contains(found, expected))
            })
        }
        (Value::Array(found), Value::Array(expected)) => {
            found.len() == expected.len()
                && found
                    .iter()
                    .zip(expected)
                    .all(|(found, expected)| contains(found, expected))
        }
        _ => found == expected,
    }
}

fn action(action_type: &str, params: &Value) -> Value {
    json!({ "id": "a", "type": action_type, "params": params })
}
