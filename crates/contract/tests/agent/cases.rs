//! Every case of the agent's words against normalisation itself.

use std::collections::BTreeSet;

use clawperator_cases::assert_each;
use clawperator_contract::FailureDetails;
use clawperator_contract::agent::{
    AgentAction, FieldKind, FieldRow, Normalized, normalize, normalize_value,
};
use serde_json::Value;

use super::case::{self, Case, Expected};

#[test]
fn every_case_comes_out_as_written() {
    assert_each(&case::all(), |case| &case.name, check);
}

/// A field is kept by a case that gives it and has it unchanged, and broken by one in which it is repaired or refused.
#[test]
fn every_field_of_the_table_is_kept_by_a_case_and_broken_by_another() {
    let (mut kept, mut broken) = (BTreeSet::new(), BTreeSet::new());
    for case in case::all() {
        match normalize(&case.input) {
            Ok(normalized) => {
                let name = normalized.action.name();
                let changed = normalized.normalized.iter();
                let changed: BTreeSet<String> = changed
                    .map(|repair| row_path(name, &repair.field))
                    .collect();
                kept.extend(given(&case.input, name).difference(&changed).cloned());
                broken.extend(changed);
            }
            Err(failure) => {
                let Some(FailureDetails::Validation(details)) = failure.details else {
                    panic!("{}: a refusal without its issues", case.name);
                };
                let issues = details.issues.iter();
                broken.extend(issues.filter_map(|issue| {
                    Some(row_path(issue.action_type.as_deref()?, &issue.path))
                }));
            }
        }
    }
    let rows: BTreeSet<String> = AgentAction::TABLE
        .iter()
        .flat_map(|row| paths(row.name, row.fields))
        .collect();
    assert!(rows.len() >= 110, "{} rows", rows.len());
    let without = |shown: &BTreeSet<String>| rows.difference(shown).cloned().collect::<Vec<_>>();
    assert_eq!(without(&kept), [""; 0], "kept by no case");
    assert_eq!(without(&broken), [""; 0], "broken by no case");
}

/// Every string of an input that is longer than a word is looked for in what is said about it.
#[test]
fn no_report_repeats_what_may_be_a_secret() {
    for case in case::all() {
        let Ok(input) = serde_json::from_slice::<Value>(&case.input) else {
            continue;
        };
        let mut secrets = Vec::new();
        collect(&input, &mut secrets);
        let said = match normalize(&case.input) {
            Ok(normalized) => serde_json::to_string(&normalized.normalized).unwrap(),
            Err(failure) => serde_json::to_string(&failure).unwrap(),
        };
        for secret in secrets {
            assert!(
                !said.contains(&secret),
                "{}: says {secret:?}: {said}",
                case.name
            );
        }
    }
}

#[test]
fn a_value_is_normalised_as_its_bytes_are() {
    for case in case::all() {
        // What has a key twice is not a value.
        let Ok(input) = serde_json::from_slice::<Value>(&case.input) else {
            continue;
        };
        let bytes = serde_json::to_vec(&input).unwrap();
        assert_eq!(normalize_value(&input), normalize(&bytes), "{}", case.name);
    }
    let mut deep = Value::Null;
    for _ in 0..200 {
        deep = Value::Array(vec![deep]);
    }
    assert!(normalize_value(&deep).is_err());
}

fn check(case: &Case) -> Result<(), String> {
    match (normalize(&case.input), &case.expected) {
        (Ok(normalized), expected @ Expected::Action { .. }) => check_action(&normalized, expected),
        (Err(failure), Expected::Refuse { code, issues }) => {
            let failure = serde_json::to_value(&failure).unwrap();
            if failure["code"] != code.as_str() {
                return Err(format!("code is {}", failure["code"]));
            }
            compare(failure["details"]["issues"].as_array().unwrap(), issues)
        }
        (Ok(normalized), Expected::Refuse { .. }) => Err(format!("became {normalized:?}")),
        (Err(failure), Expected::Action { .. }) => Err(format!("refused: {failure:?}")),
    }
}

fn check_action(normalized: &Normalized, expected: &Expected) -> Result<(), String> {
    let Expected::Action {
        action,
        thought,
        raw,
        runs,
        repairs,
    } = expected
    else {
        return Err("expected to be refused".to_owned());
    };
    let found = serde_json::to_value(&normalized.action).unwrap();
    if found != *action {
        return Err(format!("action is {found}"));
    }
    if thought
        .as_ref()
        .is_some_and(|thought| *thought != normalized.thought)
    {
        return Err(format!("thought is {:?}", normalized.thought));
    }
    if raw.as_ref().is_some_and(|raw| *raw != normalized.raw) {
        return Err(format!("raw is {:?}", normalized.raw));
    }
    if normalized.may_run() != *runs {
        return Err(format!("runs: {}", normalized.may_run()));
    }
    let found = serde_json::to_value(&normalized.normalized).unwrap();
    compare(found.as_array().unwrap(), repairs)
}

/// Compares lists entry by entry, each by the keys that the expected entry names; `(absent)` is a key that is not there.
fn compare(found: &[Value], expected: &[Value]) -> Result<(), String> {
    let agree = found.len() == expected.len()
        && found.iter().zip(expected).all(|(found, expected)| {
            let mut keys = expected.as_object().unwrap().iter();
            keys.all(|(key, value)| match value.as_str() {
                Some("(absent)") => found.get(key).is_none(),
                _ => found.get(key) == Some(value),
            })
        });
    if agree {
        Ok(())
    } else {
        Err(format!("reported are {}", Value::from(found.to_vec())))
    }
}

/// The rows of fields below a path.
fn paths(path: &str, fields: &[FieldRow]) -> Vec<String> {
    let mut found = Vec::new();
    for field in fields {
        let path = format!("{path}.{}", field.name);
        if let FieldKind::Object(row) | FieldKind::List(_, row) = field.kind {
            found.extend(paths(&path, row.fields));
        }
        found.push(path);
    }
    found
}

/// The row that a place in an action belongs to: without the numbers of list items.
fn row_path(action: &str, place: &str) -> String {
    let names = place
        .split('.')
        .filter(|name| name.parse::<usize>().is_err());
    std::iter::once(action)
        .chain(names)
        .collect::<Vec<_>>()
        .join(".")
}

/// The rows of the fields that an input gives a value.
fn given(input: &[u8], action: &str) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    if let Ok(input) = serde_json::from_slice::<Value>(input) {
        places(action, &input, &mut found);
    }
    found
}

fn places(path: &str, value: &Value, found: &mut BTreeSet<String>) {
    match value {
        Value::Object(entries) => {
            for (key, value) in entries {
                let path = format!("{path}.{key}");
                places(&path, value, found);
                found.insert(path);
            }
        }
        Value::Array(items) => items.iter().for_each(|item| places(path, item, found)),
        _ => {}
    }
}

fn collect(value: &Value, found: &mut Vec<String>) {
    match value {
        Value::Object(entries) => {
            for (key, value) in entries {
                // The names of actions and words of lists are said on purpose.
                let names = ["type", "name", "action", "capability"].contains(&key.as_str());
                if !names || value.is_object() {
                    collect(value, found);
                }
            }
        }
        Value::Array(items) => items.iter().for_each(|item| collect(item, found)),
        Value::String(text) if text.len() >= 6 => found.push(text.clone()),
        _ => {}
    }
}
