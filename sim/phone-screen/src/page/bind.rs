//! Placeholders and what they stand for.

use crate::page::build::Bindings;
use crate::scene::{MAX_TEXT, SceneError};

/// Fills in the placeholders without a dot; those with one stay for when the text is read.
pub(super) fn bind(text: &str, bindings: &Bindings, place: &str) -> Result<String, SceneError> {
    let mut bound = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once("{{") {
        bound.push_str(before);
        let Some((name, tail)) = after.split_once("}}") else {
            bound.push_str("{{");
            rest = after;
            continue;
        };
        rest = tail;
        let (name, optional) = name
            .strip_suffix('?')
            .map_or((name, false), |name| (name, true));
        match bindings.get(name) {
            Some(value) => bound.push_str(value),
            None if optional => {}
            None if is_live(name) => {
                bound.push_str("{{");
                bound.push_str(name);
                bound.push_str("}}");
            }
            None => {
                return Err(SceneError::Placeholder {
                    place: place.to_owned(),
                    name: name.to_owned(),
                });
            }
        }
    }
    bound.push_str(rest);
    if bound.len() > MAX_TEXT {
        return Err(SceneError::TooLarge {
            what: "bytes of one text",
            found: bound.len(),
            limit: MAX_TEXT,
        });
    }
    Ok(bound)
}

fn is_live(name: &str) -> bool {
    name.split_once('.')
        .is_some_and(|(space, _)| matches!(space, "var" | "extra" | "text" | "device"))
}

/// Fills in the placeholders of every string inside a part of a scene.
pub(super) fn bind_json<T>(part: &T, bindings: &Bindings, place: &str) -> Result<T, SceneError>
where
    T: Clone + serde::Serialize + serde::de::DeserializeOwned,
{
    let malformed = |error: serde_json::Error| SceneError::Malformed {
        place: place.to_owned(),
        reason: error.to_string(),
    };
    let mut value = serde_json::to_value(part).map_err(malformed)?;
    if bind_value(&mut value, bindings, place)? {
        serde_json::from_value(value).map_err(malformed)
    } else {
        Ok(part.clone())
    }
}

/// Answers whether anything changed.
fn bind_value(
    value: &mut serde_json::Value,
    bindings: &Bindings,
    place: &str,
) -> Result<bool, SceneError> {
    match value {
        serde_json::Value::String(text) if text.contains("{{") => {
            let bound = bind(text, bindings, place)?;
            let changed = bound != *text;
            *text = bound;
            Ok(changed)
        }
        serde_json::Value::Array(items) => items.iter_mut().try_fold(false, |changed, item| {
            Ok(bind_value(item, bindings, place)? || changed)
        }),
        serde_json::Value::Object(fields) => {
            fields.values_mut().try_fold(false, |changed, field| {
                Ok(bind_value(field, bindings, place)? || changed)
            })
        }
        _ => Ok(false),
    }
}
