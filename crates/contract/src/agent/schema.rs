//! JSON Schema of a row.

use schemars::{Schema, json_schema};
use serde_json::{Map, Value, json};

use super::found::number;
use super::row::{ActionRow, Fallback, FieldKind, FieldRow, Form, ObjectRow};

/// One of the actions.
pub(super) fn union(rows: &[ActionRow]) -> Schema {
    let variants: Vec<Value> = rows
        .iter()
        .map(|row| {
            let mut variant = keys(row.about, row.fields);
            let kind = json!({ "type": "string", "const": row.name });
            if let Some(Value::Object(properties)) = variant.get_mut("properties") {
                properties.insert("type".to_owned(), kind);
            }
            if let Some(Value::Array(required)) = variant.get_mut("required") {
                required.insert(0, json!("type"));
            }
            Value::Object(variant)
        })
        .collect();
    json_schema!({ "description": "What a model asks for in one step.", "oneOf": variants })
}

/// An object of the template.
pub(super) fn object(row: &ObjectRow) -> Schema {
    keys(row.about, row.fields).into()
}

fn keys(about: &str, fields: &[FieldRow]) -> Map<String, Value> {
    let properties: Map<String, Value> = fields
        .iter()
        .map(|field| (field.name.to_owned(), property(field)))
        .collect();
    let required: Vec<Value> = fields
        .iter()
        .filter(|field| field.is_required())
        .map(|field| json!(field.name))
        .collect();
    let mut schema = Map::new();
    schema.insert("type".to_owned(), json!("object"));
    schema.insert("description".to_owned(), json!(about));
    schema.insert("properties".to_owned(), Value::Object(properties));
    schema.insert("required".to_owned(), Value::Array(required));
    schema.insert("additionalProperties".to_owned(), json!(false));
    schema
}

fn property(field: &FieldRow) -> Value {
    let mut schema = match field.kind {
        FieldKind::Text(most, form) => text(most, form),
        FieldKind::Number(least, most) => {
            json!({ "type": "number", "minimum": number(least), "maximum": number(most) })
        }
        FieldKind::Integer(least, most) => {
            json!({ "type": "integer", "minimum": least, "maximum": most })
        }
        FieldKind::Flag => json!({ "type": "boolean" }),
        FieldKind::Word(words) => json!({ "type": "string", "enum": words }),
        FieldKind::Object(row) => Value::Object(keys(row.about, row.fields)),
        FieldKind::List(most, row) => {
            json!({ "type": "array", "items": Value::Object(keys(row.about, row.fields)), "maxItems": most })
        }
    };
    if let Some(schema) = schema.as_object_mut() {
        schema.insert("description".to_owned(), json!(field.meaning));
        if let Some(value) = field.fallback() {
            schema.insert("default".to_owned(), default(value));
        }
    }
    schema
}

fn text(most: usize, form: Form) -> Value {
    let pattern = match form {
        Form::Prose | Form::Exact => None,
        Form::Name => Some("\\S"),
        Form::Keycode => Some("^[A-Za-z0-9_]+$"),
        Form::Package => Some("^[A-Za-z0-9_.]*$"),
    };
    let mut schema = json!({ "type": "string", "maxLength": most });
    if let (Some(schema), Some(pattern)) = (schema.as_object_mut(), pattern) {
        schema.insert("pattern".to_owned(), json!(pattern));
    }
    schema
}

/// A fallback as JSON.
pub(super) fn default(value: Fallback) -> Value {
    match value {
        Fallback::Text(text) => json!(text),
        Fallback::Number(value) => number(value),
        Fallback::Integer(value) => json!(value),
        Fallback::Flag(flag) => json!(flag),
    }
}
