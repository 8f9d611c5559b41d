//! The table against the contract's own lists, written down a second time: `tests/agent-contract.json`.

use std::collections::BTreeMap;
use std::fs;

use clawperator_contract::agent::{AgentAction, FieldKind, FieldRow, normalize_value};
use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::case::root;

/// What the contract says of one action.
#[derive(Deserialize)]
struct Written {
    required: Vec<String>,
    optional: Vec<String>,
    defaults: Map<String, Value>,
}

fn contract() -> BTreeMap<String, Written> {
    let text = fs::read_to_string(root().join("agent-contract.json")).unwrap();
    serde_json::from_str(&text).unwrap()
}

#[test]
fn the_table_has_the_actions_and_fields_of_the_contract_and_no_others() {
    let contract = contract();
    let names: Vec<&str> = AgentAction::TABLE.iter().map(|row| row.name).collect();
    assert_eq!(names.len(), 20);
    let mut sorted = names.clone();
    sorted.sort_unstable();
    assert_eq!(sorted, contract.keys().collect::<Vec<_>>());
    for row in AgentAction::TABLE {
        let written = &contract[row.name];
        assert_eq!(names_of(row.fields, true), written.required, "{}", row.name);
        assert_eq!(
            names_of(row.fields, false),
            written.optional,
            "{}",
            row.name
        );
    }
}

#[test]
fn missing_fields_become_what_the_contract_says() {
    for (name, written) in contract() {
        let mut action = Map::new();
        action.insert("type".to_owned(), json!(name));
        // What has neither a default nor a question mark must be given.
        for field in &written.required {
            if !written.defaults.contains_key(field) {
                action.insert(field.clone(), json!("x"));
            }
        }
        let normalized = normalize_value(&Value::Object(action.clone())).unwrap();
        action.extend(written.defaults.clone());
        let found = serde_json::to_value(&normalized.action).unwrap();
        assert_eq!(found, Value::Object(action), "{name}");
        let repaired: Vec<&str> = normalized
            .normalized
            .iter()
            .map(|repair| repair.field.as_str())
            .collect();
        let expected: Vec<&str> = written
            .required
            .iter()
            .map(String::as_str)
            .filter(|field| written.defaults.contains_key(*field))
            .collect();
        assert_eq!(repaired, expected, "{name}");
        assert_eq!(normalized.may_run(), expected.is_empty(), "{name}");
    }
}

#[test]
fn one_tool_has_another_name_than_its_action() {
    for row in AgentAction::TABLE {
        let tool = if row.name == "type" {
            "type_text"
        } else {
            row.name
        };
        assert_eq!(row.tool, tool);
        assert_eq!(AgentAction::row_of_tool(tool).unwrap().name, row.name);
    }
}

/// A default that is itself repaired would make another action of each reading.
#[test]
fn every_default_fits_its_own_row() {
    for row in AgentAction::TABLE {
        for field in row.fields {
            if let FieldKind::Integer(least, most) = field.kind {
                let default = match field.fallback() {
                    Some(clawperator_contract::agent::Fallback::Integer(default)) => default,
                    other => panic!("{}.{}: {other:?}", row.name, field.name),
                };
                assert!((least..=most).contains(&default), "{}", field.name);
            }
        }
    }
}

fn names_of(fields: &[FieldRow], required: bool) -> Vec<&'static str> {
    fields
        .iter()
        .filter(|field| field.is_required() == required)
        .map(|field| field.name)
        .collect()
}
