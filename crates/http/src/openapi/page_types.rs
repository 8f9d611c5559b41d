//! Schemas in words: what a value may be, and the fields of an object.

use serde_json::Value;

use super::markup::Markup;
use super::page::words;

/// Where the document keeps schemas.
const PLACE: &str = "#/components/schemas/";

/// The fields of an object as a table.
pub(super) fn properties(schema: &Value, page: &mut Markup) {
    let required = schema.get("required").and_then(Value::as_array);
    let is_required = |name: &str| {
        let names = required.into_iter().flatten();
        names.filter_map(Value::as_str).any(|known| known == name)
    };
    let properties = schema.get("properties").and_then(Value::as_object);
    page.tag("<table>\n");
    for (name, property) in properties.into_iter().flatten() {
        page.tag("<tr><td><code>").text(name).tag("</code>");
        if is_required(name) {
            page.tag(" (required)");
        }
        page.tag("</td><td>");
        type_words(property, page);
        page.tag("</td><td>")
            .prose(words(property, "description"))
            .tag("</td></tr>\n");
    }
    page.tag("</table>\n");
}

/// What a value may be, with links to the types that have a name.
pub(super) fn type_words(schema: &Value, page: &mut Markup) {
    if let Some(name) = words(schema, "$ref").strip_prefix(PLACE) {
        page.tag("<a href=\"#type-")
            .text(name)
            .tag("\">")
            .text(name)
            .tag("</a>");
        return;
    }
    if let Some(constant) = schema.get("const") {
        literal(constant, page);
        return;
    }
    if let Some(values) = schema.get("enum").and_then(Value::as_array) {
        alternatives(values, page, literal);
        return;
    }
    let choices = ["oneOf", "anyOf", "allOf"]
        .into_iter()
        .find_map(|key| schema.get(key)?.as_array());
    if let Some(choices) = choices {
        alternatives(choices, page, type_words);
        return;
    }
    match schema.get("type") {
        Some(Value::Array(types)) => alternatives(types, page, |name, page| {
            plain(name.as_str().unwrap_or(""), schema, page);
        }),
        Some(Value::String(name)) => plain(name, schema, page),
        _ => {
            page.tag("anything");
        }
    }
}

/// A type of JSON, with its bounds.
fn plain(name: &str, schema: &Value, page: &mut Markup) {
    match name {
        "array" => {
            page.tag("list of ");
            match schema.get("items") {
                Some(items) => type_words(items, page),
                None => {
                    page.tag("anything");
                }
            }
        }
        "object" => match schema.get("properties") {
            Some(_) => properties(schema, page),
            None => {
                page.tag("object");
            }
        },
        other => {
            page.text(other);
        }
    }
    let is_number = matches!(name, "integer" | "number");
    let bounds = match name {
        "string" => Some(("minLength", "maxLength", " characters")),
        "array" => Some(("minItems", "maxItems", " items")),
        _ if is_number => Some(("minimum", "maximum", "")),
        _ => None,
    };
    let Some((least, most, unit)) = bounds else {
        return;
    };
    let bound = |key: &str| schema.get(key).map(Value::to_string);
    match (bound(least), bound(most)) {
        (Some(least), Some(most)) => page.text(&format!(", {least} to {most}{unit}")),
        (Some(least), None) => page.text(&format!(", at least {least}{unit}")),
        (None, Some(most)) => page.text(&format!(", at most {most}{unit}")),
        (None, None) => page,
    };
}

fn alternatives(values: &[Value], page: &mut Markup, each: impl Fn(&Value, &mut Markup)) {
    for (place, value) in values.iter().enumerate() {
        if place > 0 {
            page.tag(" or ");
        }
        each(value, page);
    }
}

fn literal(value: &Value, page: &mut Markup) {
    let text = match value {
        Value::String(text) => text.clone(),
        other => other.to_string(),
    };
    page.tag("<code>").text(&text).tag("</code>");
}
