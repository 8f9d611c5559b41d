//! Patterns of answers: what varies from run to run is described, the rest stands as it is.

use clawperator_contract::Pattern;
use serde_json::Value;

/// Holds a value against a pattern; what does not fit is added to `wrong` with its place.
///
/// A string, number or truth value stands for itself and an array for as many values as it has. An object's keys must
/// be there, others may be; a key with `null` must not be there. Three objects mean something else:
/// `{"matches": "…"}` is a regular expression for the whole of a string, `{"contains": ["…"]}` names parts of it, and
/// `{"between": [1, 9]}` is a range of numbers, also of one in a string.
pub fn compare(place: &str, pattern: &Value, actual: Option<&Value>, wrong: &mut Vec<String>) {
    let shown = actual.map_or_else(|| "nothing".to_owned(), Value::to_string);
    let mut fail =
        |expected: &str| wrong.push(format!("{place}: expected {expected}, got {shown}"));
    match (pattern, actual) {
        (Value::Null, None | Some(Value::Null)) => {}
        (Value::Null, Some(_)) => fail("nothing"),
        (Value::Object(keys), actual) => {
            if let Some(expected) = special(keys) {
                if !actual.is_some_and(|actual| fits(keys, actual)) {
                    fail(&expected);
                }
            } else if let Some(Value::Object(actual)) = actual {
                for (key, pattern) in keys {
                    compare(&format!("{place}.{key}"), pattern, actual.get(key), wrong);
                }
            } else {
                fail("an object");
            }
        }
        (Value::Array(patterns), Some(Value::Array(actual))) if patterns.len() == actual.len() => {
            for (index, pattern) in patterns.iter().enumerate() {
                compare(
                    &format!("{place}[{index}]"),
                    pattern,
                    actual.get(index),
                    wrong,
                );
            }
        }
        (pattern, Some(actual)) if pattern == actual => {}
        (pattern, _) => fail(&pattern.to_string()),
    }
}

/// What an object that is no object stands for.
fn special(keys: &serde_json::Map<String, Value>) -> Option<String> {
    let (key, value) = keys.iter().next().filter(|_| keys.len() == 1)?;
    matches!(key.as_str(), "matches" | "contains" | "between").then(|| format!("{key} {value}"))
}

fn fits(keys: &serde_json::Map<String, Value>, actual: &Value) -> bool {
    if let Some(Value::String(pattern)) = keys.get("matches") {
        let pattern = Pattern::compile(pattern).unwrap();
        return actual.as_str().is_some_and(|text| pattern.matches(text));
    }
    if let Some(Value::Array(parts)) = keys.get("contains") {
        return actual.as_str().is_some_and(|text| {
            parts
                .iter()
                .all(|part| text.contains(part.as_str().unwrap()))
        });
    }
    let bounds = keys.get("between").and_then(Value::as_array).unwrap();
    let number = |value: &Value| {
        value
            .as_f64()
            .or_else(|| value.as_str().and_then(|text| text.parse().ok()))
    };
    let (least, most) = (number(&bounds[0]).unwrap(), number(&bounds[1]).unwrap());
    number(actual).is_some_and(|number| (least..=most).contains(&number))
}

#[cfg(test)]
#[test]
fn patterns_are_no_weaker_than_they_look() {
    use serde_json::json;

    let count = |pattern: Value, actual: Value| {
        let mut wrong = Vec::new();
        compare("", &pattern, Some(&actual), &mut wrong);
        wrong.len()
    };
    let actual = json!({ "a": "abc", "n": 5, "s": "7", "list": [1, 2] });
    for fitting in [
        json!({}),
        json!({ "a": "abc", "n": 5, "gone": null }),
        json!({ "a": { "matches": "a.c" }, "s": { "between": [1, 7] } }),
        json!({ "a": { "contains": ["a", "bc"] }, "list": [1, 2] }),
    ] {
        assert_eq!(count(fitting, actual.clone()), 0);
    }
    for failing in [
        json!({ "a": "ab" }),
        json!({ "a": null }),
        json!({ "gone": "x" }),
        json!({ "a": { "matches": "a." } }),
        json!({ "a": { "contains": ["a", "x"] } }),
        json!({ "n": { "between": [6, 9] } }),
        json!({ "gone": { "contains": [] } }),
        json!({ "list": [1] }),
        json!("abc"),
    ] {
        assert_eq!(count(failing.clone(), actual.clone()), 1, "{failing}");
    }
}
