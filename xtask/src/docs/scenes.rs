//! `docs/reference/scenes.md`: every key of a scene file, from its schema.

use clawperator_virtual_phone::{SCENE_LIMITS, scene_schema};
use serde_json::Value;

use super::schema_words::{alternatives, definition, description, key_rows, word_rows};
use super::{heading, table};

/// The objects of a scene, from the file inwards.
const OBJECTS: &[&str] = &[
    "App",
    "Permission",
    "Variable",
    "Receiver",
    "Activity",
    "ResultHandler",
    "DialogWindow",
    "View",
    "Repeat",
    "Handlers",
    "Look",
];
/// The closed lists of words.
const WORDS: &[&str] = &[
    "Kind",
    "Align",
    "TextAlign",
    "RepeatOver",
    "WindowPlace",
    "KeyboardMode",
    "Decor",
];
/// What is written in a short form of its own.
const FORMS: &[&str] = &["Size", "Edges", "Color"];
/// Objects with exactly one key, which says what they are.
const CHOICES: &[&str] = &["Effect", "Condition"];

pub(crate) fn page() -> Result<String, String> {
    let schema = scene_schema().to_value();
    let described = OBJECTS.iter().chain(WORDS).chain(FORMS).chain(CHOICES);
    let known = schema.get("$defs").and_then(Value::as_object);
    for name in known.into_iter().flat_map(serde_json::Map::keys) {
        if !described.clone().any(|described| described == name) {
            return Err(format!("docs/reference/scenes.md leaves out {name}"));
        }
    }
    let mut page = heading("Scene files");
    page.push_str(
        "Every key of a scene file; [scenes.md](../scenes.md) shows how they are used, and\n\
         [schemas/scene.json](../../schemas/scene.json) is the same as a JSON Schema.\n\
         A key that is not listed is refused. Lengths are in dp, times in milliseconds of the phone's clock.\n\n",
    );
    page.push_str("## File\n\n");
    page.push_str(&keys(&schema));
    page.push('\n');
    for name in OBJECTS {
        let object = definition(&schema, name)?;
        section(&mut page, name, object);
        page.push_str(&keys(object));
        page.push('\n');
    }
    for name in CHOICES {
        let choices = definition(&schema, name)?;
        section(&mut page, name, choices);
        page.push_str("An object with exactly one of these keys:\n\n");
        let rows: Vec<Vec<String>> = alternatives(choices).flat_map(choice_rows).collect();
        page.push_str(&table(&["key", "what", "takes"], &rows));
        page.push('\n');
    }
    for name in WORDS {
        let words = definition(&schema, name)?;
        section(&mut page, name, words);
        page.push_str(&table(&["word", "meaning"], &word_rows(words)));
        page.push('\n');
    }
    for name in FORMS {
        section(&mut page, name, definition(&schema, name)?);
    }
    page.push_str("## Limits\n\n");
    let rows: Vec<Vec<String>> = SCENE_LIMITS
        .iter()
        .map(|(what, limit)| vec![(*what).to_owned(), limit.to_string()])
        .collect();
    page.push_str(&table(&["what", "at most"], &rows));
    Ok(page)
}

fn section(page: &mut String, name: &str, schema: &Value) {
    page.push_str(&format!("## {name}\n\n{}\n\n", description(schema)));
}

fn keys(object: &Value) -> String {
    table(&["key", "takes", "default", "meaning"], &key_rows(object))
}

/// A row for each key of a choice; there is one, and its value has the keys that are listed.
fn choice_rows(choice: &Value) -> Vec<Vec<String>> {
    let properties = choice.get("properties").and_then(Value::as_object);
    let row = |(name, value): (&String, &Value)| {
        let inner: Vec<String> = key_rows(value)
            .iter()
            .filter_map(|row| match row.as_slice() {
                [key, takes, default, meaning] => {
                    let left_out = match default.as_str() {
                        "required" => "; required".to_owned(),
                        "–" => String::new(),
                        default => format!("; default: {default}"),
                    };
                    Some(format!("{key} ({takes}{left_out}): {meaning}"))
                }
                _ => None,
            })
            .collect();
        let takes = if inner.is_empty() {
            match super::schema_words::takes(value).as_str() {
                "object" => "`{}`".to_owned(),
                other => other.to_owned(),
            }
        } else {
            inner.join("<br>")
        };
        vec![format!("`{name}`"), description(choice), takes]
    };
    properties.into_iter().flatten().map(row).collect()
}
