//! JSON Schema in words: what a key takes, and what it is when left out.

use serde_json::{Map, Value};

/// The rows of an object's keys: name, what it takes, default, meaning. Keys that must be there come first.
pub(super) fn key_rows(schema: &Value) -> Vec<Vec<String>> {
    let required = schema.get("required").and_then(Value::as_array);
    let must = |name: &str| {
        required
            .into_iter()
            .flatten()
            .any(|required| required == name)
    };
    let properties = schema.get("properties").and_then(Value::as_object);
    let mut rows: Vec<(bool, Vec<String>)> = properties
        .into_iter()
        .flatten()
        .map(|(name, property)| {
            let default = if must(name) {
                "required".to_owned()
            } else {
                default(property)
            };
            let row = vec![
                format!("`{name}`"),
                takes(property),
                default,
                description(property),
            ];
            (!must(name), row)
        })
        .collect();
    rows.sort_by_key(|(optional, _)| *optional);
    rows.into_iter().map(|(_, row)| row).collect()
}

/// The rows of a closed list of words: the word and its meaning.
pub(super) fn word_rows(schema: &Value) -> Vec<Vec<String>> {
    alternatives(schema)
        .filter_map(|word| {
            let name = word.get("const").and_then(Value::as_str)?;
            Some(vec![format!("`{name}`"), description(word)])
        })
        .collect()
}

/// The schemas of which one holds.
pub(super) fn alternatives(schema: &Value) -> impl Iterator<Item = &Value> {
    let list = schema.get("oneOf").and_then(Value::as_array);
    list.into_iter().flatten()
}

/// What a schema is for, on one line.
pub(super) fn description(schema: &Value) -> String {
    let text = schema.get("description").and_then(Value::as_str);
    let words: Vec<&str> = text.unwrap_or_default().split_whitespace().collect();
    words.join(" ")
}

/// What a value may be.
pub(super) fn takes(schema: &Value) -> String {
    if let Some(name) = schema.get("$ref").and_then(Value::as_str) {
        let name = name.rsplit('/').next().unwrap_or_default();
        return format!("[{name}](#{})", name.to_lowercase());
    }
    if let Some(value) = schema.get("const") {
        return format!("`{value}`");
    }
    // An optional key says null beside what it takes.
    if let Some(choices) = schema.get("anyOf").and_then(Value::as_array) {
        let mut taken = choices.iter().filter(|choice| !is_null(choice));
        return taken.next().map(takes).unwrap_or_default();
    }
    match kind(schema) {
        Some("string") => "text".to_owned(),
        Some("integer") => "whole number".to_owned(),
        Some("number") => "number".to_owned(),
        Some("boolean") => "`true` or `false`".to_owned(),
        Some("array") => format!(
            "list of {}",
            schema.get("items").map(takes).unwrap_or_default()
        ),
        Some("object") => match schema.get("additionalProperties") {
            Some(Value::Object(values)) => {
                format!("{} by name", takes(&Value::Object(values.clone())))
            }
            _ => "object".to_owned(),
        },
        _ => String::new(),
    }
}

/// What a key is when it is left out.
fn default(property: &Value) -> String {
    match property.get("default") {
        None | Some(Value::Null) => "–".to_owned(),
        Some(Value::Array(list)) if list.is_empty() => "–".to_owned(),
        Some(Value::Object(map)) if map.is_empty() => "–".to_owned(),
        Some(Value::String(text)) => format!("`{}`", text.escape_debug()),
        Some(value) => format!("`{value}`"),
    }
}

fn is_null(schema: &Value) -> bool {
    schema.get("type").is_some_and(|kind| kind == "null")
}

fn kind(schema: &Value) -> Option<&str> {
    match schema.get("type")? {
        Value::String(kind) => Some(kind),
        Value::Array(kinds) => kinds
            .iter()
            .filter_map(Value::as_str)
            .find(|kind| *kind != "null"),
        _ => None,
    }
}

pub(super) fn definition<'s>(schema: &'s Value, name: &str) -> Result<&'s Value, String> {
    let definitions = schema.get("$defs").and_then(Value::as_object);
    definitions
        .and_then(|definitions: &Map<String, Value>| definitions.get(name))
        .ok_or_else(|| format!("the schema has no definition {name}"))
}
