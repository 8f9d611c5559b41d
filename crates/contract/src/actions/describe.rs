//! What an action's params are, in words: read from their JSON Schema, so that documents cannot disagree with it.

use serde::Serialize;
use serde_json::Value;

use super::table::ActionType;
use crate::aliases;
use crate::schema;

/// One param as the reference shows it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ParamInfo {
    /// The canonical name.
    pub name: String,
    /// Names accepted for it on input.
    pub aliases: &'static [&'static str],
    /// Its type and bounds, such as `integer 1..200`.
    #[serde(rename = "type")]
    pub kind: String,
    /// Whether the action cannot do without it.
    pub required: bool,
    /// Whether it is an extension to the original contract.
    pub addition: bool,
    /// What it means.
    pub description: String,
}

impl ActionType {
    /// Params of which at least one must be there; empty where there is no such rule.
    #[must_use]
    pub fn requires_one_of(self) -> Vec<String> {
        alternatives(&schema::params_of(self).0)
    }

    /// The action's params, required ones first and additions last.
    #[must_use]
    pub fn params(self) -> Vec<ParamInfo> {
        let (params, definitions) = schema::params_of(self);
        let required = params
            .get("required")
            .and_then(Value::as_array)
            .cloned()
            // Parameters without the word are all optional.
            .unwrap_or_default();
        let properties = params
            .get("properties")
            .and_then(Value::as_object)
            .cloned()
            // An action without parameters has none to describe.
            .unwrap_or_default();
        let mut infos: Vec<ParamInfo> = properties
            .iter()
            .map(|(name, property)| ParamInfo {
                name: name.clone(),
                aliases: aliases::PARAMS
                    .keys
                    .iter()
                    .find(|key| key.name == name)
                    .map_or(&[], |key| key.aliases),
                kind: kind_of(property),
                required: required.iter().any(|key| key == name),
                addition: is_addition(property, &definitions),
                description: text(property, "description"),
            })
            .collect();
        infos.sort_by_key(|info| (info.addition, !info.required, info.name.clone()));
        infos
    }
}

/// Whatever the alternatives of a schema require, at any depth.
fn alternatives(schema: &Value) -> Vec<String> {
    let listed = ["oneOf", "anyOf"]
        .into_iter()
        .filter_map(|key| schema.get(key)?.as_array())
        .flatten();
    listed
        .flat_map(|one| {
            let required = one
                .get("required")
                .and_then(Value::as_array)
                .into_iter()
                .flatten();
            let names: Vec<String> = required
                .filter_map(Value::as_str)
                .map(str::to_owned)
                .collect();
            names.into_iter().chain(alternatives(one))
        })
        .collect()
}

fn is_addition(property: &Value, definitions: &Value) -> bool {
    let referenced = referenced_name(property).and_then(|name| definitions.get(name));
    [Some(property), referenced]
        .into_iter()
        .flatten()
        .any(|schema| schema.get("x-clawperator-addition").is_some())
}

/// A type and its bounds in words.
fn kind_of(property: &Value) -> String {
    if let Some(name) = referenced_name(property) {
        return name.to_owned();
    }
    if let Some(Value::Array(words)) = property.get("enum") {
        let words: Vec<&str> = words.iter().filter_map(Value::as_str).collect();
        return words.join(" | ");
    }
    let kind = text(property, "type");
    match bounds_of(property) {
        Some(bounds) => format!("{kind} {bounds}"),
        None => kind,
    }
}

fn bounds_of(property: &Value) -> Option<String> {
    if let Some(Value::Array(range)) = property.get("x-clawperator-clamped-to") {
        let bounds: Vec<String> = range.iter().map(ToString::to_string).collect();
        return Some(format!("{}, clamped", bounds.join("..")));
    }
    if let Some(most) = property.get("maxLength") {
        return Some(format!("1..{most} characters"));
    }
    match (
        property.get("minimum"),
        property.get("exclusiveMinimum"),
        property.get("maximum"),
    ) {
        (Some(least), _, Some(most)) => Some(format!("{least}..{most}")),
        (None, Some(above), Some(most)) => Some(format!("above {above}, at most {most}")),
        _ => None,
    }
}

fn referenced_name(property: &Value) -> Option<&str> {
    property
        .get("$ref")
        .and_then(Value::as_str)
        .and_then(|reference| reference.rsplit('/').next())
}

fn text(schema: &Value, keyword: &str) -> String {
    schema
        .get(keyword)
        .and_then(Value::as_str)
        // A schema without the word says nothing.
        .unwrap_or_default()
        .to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_param_of_every_action_is_a_known_key_with_a_meaning() {
        let mut named: Vec<String> = Vec::new();
        for action_type in ActionType::ALL {
            for param in action_type.params() {
                assert_eq!(
                    aliases::PARAMS.canonical(&param.name),
                    Some(param.name.as_str())
                );
                assert!(
                    !param.kind.is_empty() && !param.description.is_empty(),
                    "{action_type:?} {param:?}"
                );
                named.push(param.name);
            }
        }
        for key in aliases::PARAMS.names().filter(|name| *name != "longPress") {
            assert!(
                named.iter().any(|name| name == key),
                "{key} belongs to no action"
            );
        }
    }

    #[test]
    fn bounds_are_told() {
        let kinds: Vec<(String, String)> = ActionType::ScrollUntil
            .params()
            .into_iter()
            .map(|param| (param.name, param.kind))
            .collect();
        for (name, kind) in [
            ("maxScrolls", "integer 1..200"),
            ("distanceRatio", "number 0..1"),
            ("direction", "down | up | left | right"),
            ("matcher", "NodeMatcher"),
            ("clickAfter", "boolean"),
        ] {
            assert!(
                kinds.contains(&(name.to_owned(), kind.to_owned())),
                "{name}: {kinds:?}"
            );
        }
    }
}
