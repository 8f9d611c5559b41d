//! The tools as a model is given them: a name, what it does, and what it takes.
//!
//! They are sent with every request, so that they are short: no bounds and no defaults, and a description only where
//! the name of a parameter does not say what it is.

use serde_json::Value;

use super::action::AgentAction;
use super::row::{ActionRow, FieldKind, FieldRow};

/// Parameters whose names do not say enough.
const EXPLAINED: &[&str] = &[
    "append",
    "input",
    "minScore",
    "sessionId",
    "timeoutMs",
    "uiTemplate",
    "yieldMs",
];

/// Every tool, as compact JSON: a list of `{name, description, parameters}`. `thought` is the first parameter of each.
///
/// Nested objects are described in words: a model that writes a template reads its schema first. `reason` is not offered,
/// because `thought` asks for the same; it is taken where a model sends it.
#[must_use]
pub fn tools_json() -> String {
    let tools: Vec<String> = AgentAction::TABLE.iter().map(tool).collect();
    format!("[{}]", tools.join(","))
}

/// Written by hand, because a model reads the keys in their order.
fn tool(row: &ActionRow) -> String {
    let offered = row.fields.iter().filter(|field| field.name != "reason");
    let properties: Vec<String> = std::iter::once(r#""thought":{"type":"string"}"#.to_owned())
        .chain(offered.clone().map(property))
        .collect();
    let required: Vec<&str> = std::iter::once("thought")
        .chain(
            offered
                .filter(|field| field.is_required())
                .map(|field| field.name),
        )
        .collect();
    format!(
        r#"{{"name":{},"description":{},"parameters":{{"type":"object","properties":{{{}}},"required":{}}}}}"#,
        Value::from(row.tool),
        Value::from(row.about),
        properties.join(","),
        Value::from(required)
    )
}

fn property(field: &FieldRow) -> String {
    let kind = match field.kind {
        FieldKind::Text(..) | FieldKind::Word(_) => "string",
        FieldKind::Number(..) => "number",
        FieldKind::Integer(..) => "integer",
        FieldKind::Flag => "boolean",
        FieldKind::Object(_) => "object",
        FieldKind::List(..) => "array",
    };
    let words = match field.kind {
        FieldKind::Word(words) => format!(r#","enum":{}"#, Value::from(words)),
        _ => String::new(),
    };
    let meaning = if EXPLAINED.contains(&field.name) {
        format!(r#","description":{}"#, Value::from(field.meaning))
    } else {
        String::new()
    };
    format!(
        r#"{}:{{"type":"{kind}"{words}{meaning}}}"#,
        Value::from(field.name)
    )
}
