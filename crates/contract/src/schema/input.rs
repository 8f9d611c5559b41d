//! The schema of what is accepted, derived from the schema of the canonical form.
//!
//! A schema of a canonical object is a statement about its keys. The statement about an object as it was written is
//! the same one, with "`k`" replaced by "`k`, or an alias of `k` where `k` itself is absent": the canonical key wins.
//! That replacement is made here for `properties` and `required` wherever they stand, so that it also holds inside
//! `if`, `not` and the other connectives.

use schemars::Schema;
use serde_json::{Map, Value, json};

use crate::actions::ActionType;
use crate::aliases::{self, KeyTable};

/// The schema of accepted input for a canonical execution schema.
pub(super) fn accepted(mut schema: Schema) -> Schema {
    let Some(root) = schema.as_object_mut() else {
        return schema;
    };
    let definitions = root.remove("$defs");
    let mut accepted = on_written_keys(root, &aliases::EXECUTION);
    if let Some(Value::Object(definitions)) = definitions {
        let definitions = definitions.into_iter().map(|(name, definition)| {
            let rewritten = rewrite_definition(&name, definition);
            (name, rewritten)
        });
        accepted.insert("$defs".to_owned(), Value::Object(definitions.collect()));
    }
    *root = accepted;
    schema
}

fn rewrite_definition(name: &str, definition: Value) -> Value {
    let Value::Object(mut definition) = definition else {
        return definition;
    };
    let table = match name {
        "Action" => return rewrite_action(definition),
        "KeyCode" => {
            // What is written loosely is the definition itself.
            let mut whole = Map::from_iter([(name.to_owned(), Value::Object(definition))]);
            allow_loose_words(&mut whole);
            return whole.remove(name).unwrap_or(Value::Null);
        }
        "NodeMatcher" => &aliases::MATCHER,
        "ToastMatcher" => &aliases::TOAST,
        "Where" => &aliases::WHERE,
        "WhenClause" => &aliases::WHEN,
        "Retry" => &aliases::RETRY,
        "Coordinate" => &aliases::COORDINATE,
        "FingerPoint" => &aliases::FINGER_POINT,
        "Place" => {
            allow_loose_words(&mut definition);
            &aliases::PLACE
        }
        "KnownScreen" => &aliases::KNOWN,
        _ => {
            allow_loose_words(&mut definition);
            if name == "ReadTextParams" {
                ignore_pattern_without_validator(&mut definition);
            }
            &aliases::PARAMS
        }
    };
    Value::Object(on_written_keys(&definition, table))
}

/// An action's type may be an alias, in any case, with blanks around it.
fn rewrite_action(mut action: Map<String, Value>) -> Value {
    if let Some(Value::Array(variants)) = action.get_mut("oneOf") {
        for variant in variants {
            let Some(written) = variant.pointer_mut("/properties/type") else {
                continue;
            };
            let name = written.get("const").and_then(Value::as_str);
            let Some(action_type) = name.and_then(ActionType::from_name) else {
                continue;
            };
            let words =
                std::iter::once(action_type.name()).chain(action_type.aliases().iter().copied());
            *written = json!({ "type": "string", "pattern": any_case_pattern(None, words) });
        }
    }
    Value::Object(action)
}

/// Words are compared without regard to case and to blanks around them, and some have synonyms.
fn allow_loose_words(object: &mut Map<String, Value>) {
    for value in object.values_mut() {
        match value {
            Value::Object(inner) => {
                if let Some(pattern) = inner.remove("x-clawperator-input-pattern") {
                    inner.insert("pattern".to_owned(), pattern);
                }
                let synonyms = inner.remove("x-clawperator-input-words");
                let prefix = inner.remove("x-clawperator-input-prefix");
                if let Some(Value::Array(words)) =
                    inner.remove("enum").map(|words| synonyms.unwrap_or(words))
                {
                    let words = words.iter().filter_map(Value::as_str);
                    let prefix = prefix.as_ref().and_then(Value::as_str);
                    let pattern = any_case_pattern(prefix, words);
                    inner.insert("pattern".to_owned(), Value::String(pattern));
                }
                allow_numbers(inner);
                allow_loose_words(inner);
            }
            Value::Array(items) => {
                for item in items.iter_mut().filter_map(Value::as_object_mut) {
                    allow_loose_words(item);
                }
            }
            _ => {}
        }
    }
}

/// What has a name may be written as a number too.
fn allow_numbers(schema: &mut Map<String, Value>) {
    let Some(numbers) = schema.remove("x-clawperator-input-numbers") else {
        return;
    };
    let mut word = Map::new();
    for keyword in ["type", "pattern"] {
        if let Some(value) = schema.remove(keyword) {
            word.insert(keyword.to_owned(), value);
        }
    }
    let either = json!([word, { "type": "integer", "enum": numbers }]);
    schema.insert("anyOf".to_owned(), either);
}

/// A pattern that no validator asks for is dropped, whatever it is.
fn ignore_pattern_without_validator(definition: &mut Map<String, Value>) {
    definition.remove("else");
    let pattern = definition
        .get_mut("properties")
        .and_then(Value::as_object_mut)
        .and_then(|properties| properties.remove("validatorPattern"));
    if let (Some(pattern), Some(Value::Object(then))) = (pattern, definition.get_mut("then")) {
        then.insert(
            "properties".to_owned(),
            json!({ "validatorPattern": pattern }),
        );
    }
}

/// The statement of a schema about canonical keys, as one about written keys.
fn on_written_keys(schema: &Map<String, Value>, table: &KeyTable) -> Map<String, Value> {
    let mut written = Map::new();
    let mut all_of = Vec::new();
    for (keyword, value) in schema {
        match (keyword.as_str(), value) {
            ("properties", Value::Object(properties)) => {
                all_of.extend(
                    properties
                        .iter()
                        .map(|(key, schema)| holds_for(table, key, schema)),
                );
                if table.title == "params"
                    && properties.contains_key("clickType")
                    && schema.contains_key("type")
                {
                    all_of.push(long_press());
                }
            }
            ("required", Value::Array(keys)) => {
                all_of.extend(
                    keys.iter()
                        .filter_map(Value::as_str)
                        .map(|key| is_there(table, key)),
                );
            }
            ("additionalProperties", Value::Bool(false)) => {
                let names: Vec<&str> = table
                    .keys
                    .iter()
                    .flat_map(|key| std::iter::once(key.name).chain(key.aliases.iter().copied()))
                    .collect();
                written.insert("propertyNames".to_owned(), json!({ "enum": names }));
            }
            ("allOf" | "anyOf" | "oneOf", Value::Array(parts)) => {
                let parts: Vec<Value> = parts
                    .iter()
                    .map(|part| part_on_written_keys(part, table))
                    .collect();
                written.insert(keyword.clone(), Value::Array(parts));
            }
            ("not" | "if" | "then" | "else", part) => {
                written.insert(keyword.clone(), part_on_written_keys(part, table));
            }
            _ => {
                written.insert(keyword.clone(), value.clone());
            }
        }
    }
    if !all_of.is_empty() {
        written.insert("allOf".to_owned(), Value::Array(all_of));
    }
    written
}

fn part_on_written_keys(part: &Value, table: &KeyTable) -> Value {
    part.as_object().map_or_else(
        || part.clone(),
        |part| Value::Object(on_written_keys(part, table)),
    )
}

/// "`key` is there": it or an alias of it is.
fn is_there(table: &KeyTable, key: &str) -> Value {
    match aliases_of(table, key) {
        [] => json!({ "required": [key] }),
        aliases => {
            let mut names: Vec<Value> = vec![json!({ "required": [key] })];
            names.extend(aliases.iter().map(|alias| json!({ "required": [alias] })));
            json!({ "anyOf": names })
        }
    }
}

/// "The value of `key` fits": its own value where it is there, else that of each alias.
fn holds_for(table: &KeyTable, key: &str, schema: &Value) -> Value {
    match aliases_of(table, key) {
        [] => json!({ "properties": { key: schema } }),
        aliases => {
            let by_alias: Map<String, Value> = aliases
                .iter()
                .map(|alias| ((*alias).to_owned(), schema.clone()))
                .collect();
            json!({
                "if": { "required": [key] },
                "then": { "properties": { key: schema } },
                "else": { "properties": by_alias },
            })
        }
    }
}

/// `longPress` stands for a click type where none is given.
fn long_press() -> Value {
    json!({
        "if": is_there(&aliases::PARAMS, "clickType"),
        "else": holds_for(&aliases::PARAMS, "longPress", &json!({ "type": "boolean" })),
    })
}

fn aliases_of(table: &KeyTable, key: &str) -> &'static [&'static str] {
    table
        .keys
        .iter()
        .find(|known| known.name == key)
        .map_or(&[], |known| known.aliases)
}

/// A pattern for any of the words in any case, with blanks around it. JSON Schema has no flag for case.
fn any_case_pattern<'w>(prefix: Option<&str>, words: impl Iterator<Item = &'w str>) -> String {
    let any_case = |word: &str| -> String {
        let either = |character: char| {
            let (lower, upper) = (
                character.to_ascii_lowercase(),
                character.to_ascii_uppercase(),
            );
            if lower == upper {
                character.to_string()
            } else {
                format!("[{lower}{upper}]")
            }
        };
        word.chars().map(either).collect()
    };
    let words: Vec<String> = words.map(any_case).collect();
    // Words without a prefix have none.
    let prefix = prefix
        .map(|prefix| format!("(?:{})?", any_case(prefix)))
        .unwrap_or_default();
    format!("^\\s*{prefix}(?:{})\\s*$", words.join("|"))
}
