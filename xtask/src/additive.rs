//! Whether one schema is another with nothing but additions.

use serde_json::{Map, Value};

/// The places where `after` is not `before` with additions; empty when it is.
///
/// An addition is a new optional property, a new alternative or constraint-free definition, a new value of a closed
/// list, or a bound that lets more through. Words for people (descriptions, titles) may change freely.
pub(crate) fn breaks(before: &Value, after: &Value) -> Vec<String> {
    let mut found = Vec::new();
    compare("", before, after, &mut found);
    found
}

/// Keywords that say nothing about which documents are valid.
const ANNOTATIONS: &[&str] = &[
    "$id",
    "$schema",
    "title",
    "description",
    "examples",
    "default",
];

fn compare(at: &str, before: &Value, after: &Value, found: &mut Vec<String>) {
    match (before, after) {
        (Value::Object(before), Value::Object(after)) => compare_schemas(at, before, after, found),
        _ if before == after => {}
        _ => found.push(format!("{at} changed")),
    }
}

fn compare_schemas(
    at: &str,
    before: &Map<String, Value>,
    after: &Map<String, Value>,
    found: &mut Vec<String>,
) {
    for keyword in before.keys().chain(
        after
            .keys()
            .filter(|keyword| !before.contains_key(*keyword)),
    ) {
        if ANNOTATIONS.contains(&keyword.as_str()) || keyword.starts_with("x-") {
            continue;
        }
        let place = format!("{at}/{keyword}");
        match (before.get(keyword), after.get(keyword)) {
            (Some(old), Some(new)) => compare_keyword(&place, keyword, old, new, found),
            (Some(_), None) if loosens_when_gone(keyword) => {}
            (Some(_), None) => found.push(format!("{place} was removed")),
            (None, Some(_)) if keyword == "$defs" => {}
            (None, Some(_)) => found.push(format!("{place} was added")),
            (None, None) => {}
        }
    }
}

fn compare_keyword(place: &str, keyword: &str, old: &Value, new: &Value, found: &mut Vec<String>) {
    match (keyword, old, new) {
        ("properties" | "$defs", Value::Object(old), Value::Object(new)) => {
            for (name, old) in old {
                match new.get(name) {
                    Some(new) => compare(&format!("{place}/{name}"), old, new, found),
                    None => found.push(format!("{place}/{name} was removed")),
                }
            }
        }
        // A required key that goes breaks readers, one that comes breaks writers.
        ("required", Value::Array(old), Value::Array(new)) => {
            if old.len() != new.len() || !old.iter().all(|name| new.contains(name)) {
                found.push(format!("{place} changed"));
            }
        }
        ("enum", Value::Array(old), Value::Array(new)) => {
            for value in old.iter().filter(|value| !new.contains(value)) {
                found.push(format!("{place} lost {value}"));
            }
        }
        ("allOf" | "anyOf" | "oneOf", Value::Array(old), Value::Array(new)) => {
            for (index, old) in old.iter().enumerate() {
                if !new.iter().any(|new| breaks(old, new).is_empty()) {
                    found.push(format!("{place}/{index} was removed or changed"));
                }
            }
        }
        ("minimum" | "exclusiveMinimum" | "minLength" | "minItems" | "minProperties", old, new) => {
            if new.as_f64() > old.as_f64() {
                found.push(format!("{place} was raised"));
            }
        }
        ("maximum" | "exclusiveMaximum" | "maxLength" | "maxItems" | "maxProperties", old, new) => {
            if new.as_f64() < old.as_f64() {
                found.push(format!("{place} was lowered"));
            }
        }
        _ => compare(place, old, new, found),
    }
}

fn loosens_when_gone(keyword: &str) -> bool {
    keyword.starts_with("min") || keyword.starts_with("max") || keyword.starts_with("exclusive")
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn base() -> Value {
        json!({
            "type": "object",
            "properties": { "size": { "type": "integer", "minimum": 1, "maximum": 9 }, "kind": { "enum": ["a", "b"] } },
            "required": ["size"],
            "additionalProperties": false,
        })
    }

    fn with(change: impl FnOnce(&mut Value)) -> Vec<String> {
        let mut after = base();
        change(&mut after);
        breaks(&base(), &after)
    }

    #[test]
    fn additions_pass() {
        for change in [
            (|after: &mut Value| after["properties"]["new"] = json!({ "type": "string" }))
                as fn(&mut Value),
            |after| after["properties"]["kind"]["enum"] = json!(["a", "b", "c"]),
            |after| after["properties"]["size"]["maximum"] = json!(10),
            |after| after["properties"]["size"]["description"] = json!("how big"),
            |after| after["$defs"] = json!({ "Extra": true }),
        ] {
            assert_eq!(with(change), Vec::<String>::new());
        }
    }

    #[test]
    fn everything_else_is_named() {
        for (change, named) in [
            (
                (|after: &mut Value| {
                    drop(after["properties"].as_object_mut().unwrap().remove("size"));
                }) as fn(&mut Value),
                "/properties/size was removed",
            ),
            (
                |after| after["properties"]["kind"]["enum"] = json!(["a"]),
                "/properties/kind/enum lost \"b\"",
            ),
            (
                |after| after["properties"]["size"]["maximum"] = json!(8),
                "/properties/size/maximum was lowered",
            ),
            (
                |after| after["properties"]["size"]["minimum"] = json!(2),
                "/properties/size/minimum was raised",
            ),
            (
                |after| after["properties"]["size"]["type"] = json!("number"),
                "/properties/size/type changed",
            ),
            (
                |after| after["required"] = json!(["size", "kind"]),
                "/required changed",
            ),
            (|after| after["required"] = json!([]), "/required changed"),
            (
                |after| after["properties"]["size"]["multipleOf"] = json!(2),
                "/properties/size/multipleOf was added",
            ),
        ] {
            assert_eq!(with(change), [named]);
        }
    }

    #[test]
    fn alternatives_may_come_but_not_go() {
        let two = json!({ "oneOf": [{ "const": 1 }, { "const": 2 }] });
        let three = json!({ "oneOf": [{ "const": 1 }, { "const": 2 }, { "const": 3 }] });
        assert!(breaks(&two, &three).is_empty());
        assert_eq!(breaks(&three, &two), ["/oneOf/2 was removed or changed"]);
    }
}
