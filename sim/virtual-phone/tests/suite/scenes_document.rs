//! `docs/scenes.md`: its scenes are built, its commands are run, and it leaves out nothing.

use std::collections::BTreeSet;

use clawperator_virtual_phone::{Release, Scenes, scene_schema};
use serde_json::{Value, json};

use crate::support::adb::{Adb, Version};
use crate::support::builder;
use crate::support::documents::{Block, blocks, document, is_like, run_transcripts};

/// The scene that a block is or is a part of; `None` for blocks of other things.
fn scene(block: &Block) -> Option<Value> {
    let kind = block.info.strip_prefix("json ")?;
    let value: Value = serde_json::from_str(&block.text)
        .unwrap_or_else(|error| panic!("docs/scenes.md:{}: {error}", block.line));
    Some(match kind {
        "scene" => value,
        "app" => json!({ "version": 1, "apps": [value] }),
        "activity" => around(&value),
        "view" => around(&json!({
            "class": ".Main",
            "view": { "kind": "column", "height": "match", "children": [value] },
        })),
        other => panic!("docs/scenes.md:{}: no block of {other}", block.line),
    })
}

/// An app around an activity, with what the examples name.
fn around(activity: &Value) -> Value {
    let variable = json!({ "value": "" });
    json!({ "version": 1, "apps": [{
        "package": "com.example.around", "label": "Around", "launcher": ".Main",
        "vars": { "count": variable, "night": variable, "page": variable },
        "permissions": [{ "name": "android.permission.CAMERA", "wants": "take pictures" }],
        "dialogs": { "sure": { "view": { "kind": "text", "text": "Sure?" } } },
        "activities": [activity, { "class": ".Details", "view": { "kind": "text", "text": "Details" } }],
    }] })
}

#[test]
fn every_scene_of_the_document_can_be_used() {
    let mut count = 0;
    for block in blocks(&document("scenes.md")) {
        let Some(scene) = scene(&block) else { continue };
        let built = Scenes::builder()
            .and_then(|builder| builder.scene(&scene.to_string()))
            .and_then(clawperator_phone_screen::ScenesBuilder::build);
        if let Err(error) = built {
            panic!("docs/scenes.md:{}: {error}", block.line);
        }
        count += 1;
    }
    assert!(count > 10, "{count} scenes");
}

#[test]
fn the_first_scene_is_the_example() {
    let first = blocks(&document("scenes.md")).into_iter().next().unwrap();
    let path = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../examples/todo-scene.json"
    );
    assert_eq!(first.text, std::fs::read_to_string(path).unwrap());
    let heading = format!("## An app in {} lines", first.text.lines().count());
    assert!(document("scenes.md").contains(&heading), "{heading}");
}

#[test]
fn every_key_and_every_word_is_shown() {
    let schema = scene_schema().to_value();
    let mut wanted = BTreeSet::new();
    words_of_schema(&schema, &mut wanted);
    assert!(wanted.len() > 150, "{} words", wanted.len());
    let mut shown = BTreeSet::new();
    for block in blocks(&document("scenes.md")) {
        if let Some(scene) = scene(&block) {
            words_of_scene(&scene, &mut shown);
        }
    }
    // Choices that are named in the text and change nothing but where something stands.
    let named = [
        "app_compat",
        "bare",
        "bottom_center",
        "bottom_end",
        "center",
        "center_vertical",
        "end",
        "resize",
        "start",
        "top_right",
        "touch",
    ];
    let left_out: Vec<&String> = wanted
        .iter()
        .filter(|word| !shown.contains(*word) && !named.contains(&word.as_str()))
        .collect();
    assert!(
        left_out.is_empty(),
        "docs/scenes.md leaves out {left_out:?}"
    );
}

/// The keys and closed words that a schema knows.
fn words_of_schema(schema: &Value, words: &mut BTreeSet<String>) {
    match schema {
        Value::Object(fields) => {
            if let Some(Value::Object(properties)) = fields.get("properties") {
                words.extend(properties.keys().cloned());
            }
            if let Some(Value::String(word)) = fields.get("const") {
                words.insert(word.clone());
            }
            fields
                .values()
                .for_each(|field| words_of_schema(field, words));
        }
        Value::Array(items) => items.iter().for_each(|item| words_of_schema(item, words)),
        _ => {}
    }
}

/// The keys and texts that a scene uses.
fn words_of_scene(scene: &Value, words: &mut BTreeSet<String>) {
    match scene {
        Value::Object(fields) => {
            words.extend(fields.keys().cloned());
            fields
                .values()
                .for_each(|field| words_of_scene(field, words));
        }
        Value::Array(items) => items.iter().for_each(|item| words_of_scene(item, words)),
        Value::String(word) => {
            words.insert(word.clone());
        }
        _ => {}
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_commands_of_the_document_print_what_it_shows() {
    let document = document("scenes.md");
    let json = &blocks(&document).into_iter().next().unwrap().text;
    let scenes = Scenes::shipped_builder()
        .and_then(|builder| builder.scene(json)?.build())
        .unwrap();
    let phone = builder(Release::Android14).scenes(scenes).build().unwrap();
    let phone = phone.listen("127.0.0.1:0").await.unwrap();
    let adb = Adb::connected(Version::Path, &phone).await;
    let commands = run_transcripts(&document, &adb).await;
    assert!(commands > 5, "{commands} commands");
}

#[test]
fn slips_are_told_as_the_document_shows() {
    let blocks = blocks(&document("scenes.md"));
    let todo = &blocks.first().unwrap().text;
    let slips = blocks.iter().find(|block| block.info == "text slips");
    let mut told: Vec<(String, String)> = Vec::new();
    for line in slips.unwrap().text.lines() {
        if let Some(shown) = line.strip_prefix("    ") {
            let (printed, slip) = told.last().unwrap();
            assert!(is_like(printed, shown), "{slip}\n{printed}\nnot\n{shown}");
            continue;
        }
        let (before, after) = line.split_once(" → ").unwrap();
        let scene = todo.replacen(before, after, 1);
        assert_ne!(&scene, todo, "{line}");
        let error = Scenes::builder()
            .and_then(|builder| builder.scene(&scene))
            .and_then(clawperator_phone_screen::ScenesBuilder::build)
            .unwrap_err();
        told.push((error.to_string().replace('\n', "; "), line.to_owned()));
    }
    assert_eq!(told.len(), 5);
}
