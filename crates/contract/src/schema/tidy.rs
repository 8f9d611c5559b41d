//! Small repairs to what the derive gives: shorter enums, no nulls where the contract has none, and the rules of `ref`.

use schemars::Schema;
use serde_json::{Map, Value, json};

/// Turns a choice between constant strings into one `enum`: a fifth of the size, and what agents expect.
pub(super) fn collapse_enums(schema: &mut Schema) {
    for_each_object(schema, &mut |object| {
        let Some(Value::Array(choices)) = object.get("oneOf") else {
            return;
        };
        let constants: Option<Vec<Value>> = choices
            .iter()
            .map(|choice| constant_string(choice).cloned())
            .collect();
        if let Some(constants) = constants {
            object.remove("oneOf");
            object.insert("type".to_owned(), json!("string"));
            object.insert("enum".to_owned(), Value::Array(constants));
        }
    });
}

fn constant_string(choice: &Value) -> Option<&Value> {
    choice.get("const").filter(|constant| constant.is_string())
}

/// Optional fields are left out and never null, which the derive cannot know.
pub(super) fn drop_null_from_optional(schema: &mut Schema) {
    for_each_object(schema, &mut |object| {
        // An object without the word requires nothing.
        let required = object.get("required").cloned().unwrap_or_default();
        let is_required = |name: &str| {
            required
                .as_array()
                .is_some_and(|names| names.iter().any(|n| n == name))
        };
        let Some(Value::Object(properties)) = object.get_mut("properties") else {
            return;
        };
        for (_, property) in properties.iter_mut().filter(|(name, _)| !is_required(name)) {
            if let Value::Object(property) = property {
                drop_null(property);
            }
        }
    });
}

fn drop_null(property: &mut Map<String, Value>) {
    if let Some(Value::Array(types)) = property.get_mut("type") {
        types.retain(|name| name != "null");
        if let [only] = types.as_slice() {
            let only = only.clone();
            property.insert("type".to_owned(), only);
        }
    }
    let null = json!({ "type": "null" });
    if let Some(Value::Array(choices)) = property.get_mut("anyOf") {
        choices.retain(|choice| *choice != null);
        if let [Value::Object(only)] = choices.as_slice() {
            let only = only.clone();
            property.remove("anyOf");
            for (key, value) in only {
                property.entry(key).or_insert(value);
            }
        }
    }
}

/// Hints for the schema of accepted input have no place in the others.
pub(super) fn drop_input_hints(schema: &mut Schema) {
    for_each_object(schema, &mut |object| {
        object.retain(|keyword, _| !keyword.starts_with("x-clawperator-input-"));
    });
}

/// A ref belongs to a generation and replaces every other way to name the node.
pub(super) fn add_ref_rules(schema: &mut Schema) {
    for_each_object(schema, &mut |object| {
        // A picture of a screen has a generation too, and no ref.
        let has = |key: &str| {
            let properties = object.get("properties");
            properties
                .and_then(|properties| properties.get(key))
                .is_some()
        };
        if !has("generation") || !has("ref") {
            return;
        }
        // A point may have been chosen on a snapshot too.
        let dependent = if has("x") {
            json!({ "ref": ["generation"] })
        } else {
            json!({ "ref": ["generation"], "generation": ["ref"] })
        };
        object.insert("dependentRequired".to_owned(), dependent);
        object.insert(
            "not".to_owned(),
            json!({ "required": ["ref"], "anyOf": [{ "required": ["matcher"] }, { "required": ["where"] }] }),
        );
    });
}

fn for_each_object(schema: &mut Schema, visit: &mut impl FnMut(&mut Map<String, Value>)) {
    if let Some(object) = schema.as_object_mut() {
        visit(object);
        object.values_mut().for_each(|value| walk(value, visit));
    }
}

fn walk(value: &mut Value, visit: &mut impl FnMut(&mut Map<String, Value>)) {
    match value {
        Value::Object(object) => {
            visit(object);
            object.values_mut().for_each(|value| walk(value, visit));
        }
        Value::Array(items) => items.iter_mut().for_each(|item| walk(item, visit)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}
