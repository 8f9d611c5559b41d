//! What a draft makes of what was done.

use std::collections::BTreeMap;

use clawperator_recipe::{Artifact, Levels, RecipeCode, compile, load};
use clawperator_recording::{Draft, draft, read};
use serde_json::{Value, json};

use super::read::{END, HEADER, file};

fn labels(id: &str, same_id: i64, text: &str, same_text: i64) -> Value {
    json!({ "id": id, "same_id": same_id, "text": text, "same_text": same_text, "same_description": 0 })
}

fn event(kind: &str, ms: u64, node: &Value) -> Value {
    json!({ "type": kind, "ms": ms, "by": "person", "package": "com.example", "seen": "before", "node": node })
}

fn drafted(lines: &[Value]) -> Draft {
    let lines: Vec<String> = lines.iter().map(Value::to_string).collect();
    let all: Vec<&str> = std::iter::once(HEADER)
        .chain(lines.iter().map(String::as_str))
        .chain([END])
        .collect();
    draft(&read(file(&all).as_bytes()).unwrap())
}

/// What is wrong with a draft once it says which version of the app it was made with.
fn findings(draft: &Draft) -> Vec<RecipeCode> {
    let text = completed(&draft.text);
    match load("draft.recipe.md", text.as_bytes(), &Levels::default()) {
        Ok(loaded) => {
            assert!(matches!(loaded.artifact, Artifact::Recipe(_)));
            Vec::new()
        }
        Err(findings) => findings.list.iter().map(|finding| finding.code).collect(),
    }
}

fn completed(text: &str) -> String {
    text.replace("# app_build:", "app_build:")
}

#[test]
fn presses_of_a_walk_make_a_recipe_that_compiles() {
    let window = json!({ "type": "window", "ms": 50, "by": "person", "package": "com.example", "class": "com.example.Next" });
    let row = json!({
        "type": "click", "ms": 40, "by": "person", "package": "com.example",
        "node": { "same_id": 0, "same_text": 0 },
        "inside": [labels("com.example:id/title", 9, "Counter", 1)],
    });
    let draft = drafted(&[
        row,
        window,
        event("click", 900, &labels("com.example:id/plus", 1, "+", 1)),
        event("click", 1_000, &labels("com.example:id/plus", 1, "+", 1)),
        event("click", 1_900, &labels("com.example:id/plus", 1, "+", 1)),
        event(
            "long_click",
            2_900,
            &labels("com.example:id/item", 7, "Row 3", 1),
        ),
    ]);
    assert_eq!(draft.marked, 0, "{}", draft.text);
    assert_eq!(findings(&draft), [], "{}", draft.text);
    let steps: Vec<&str> = draft
        .text
        .lines()
        .filter(|line| line.starts_with("type: "))
        .collect();
    let expected = ["click", "wait_for_node", "click", "click", "click"];
    assert_eq!(
        steps,
        expected.map(|step| format!("type: {step}")),
        "{}",
        draft.text
    );
    assert!(draft.text.contains("text_equals: \"Counter\""));
    assert!(draft.text.contains("click_type: long_click"));
    assert!(
        draft
            .notes
            .contains(&"1 repeated presses were left out".to_owned()),
        "{:?}",
        draft.notes
    );
}

#[test]
fn a_draft_without_the_version_of_the_app_says_so() {
    let draft = drafted(&[event("click", 1, &labels("com.example:id/ok", 1, "OK", 1))]);
    let found = load("draft.recipe.md", draft.text.as_bytes(), &Levels::default()).unwrap_err();
    let codes: Vec<RecipeCode> = found.list.iter().map(|finding| finding.code).collect();
    assert_eq!(codes, [RecipeCode::MissingField]);
}

/// What is typed, pressed on the bar and scrolled alone is what a recipe does too, with an input for the text.
#[test]
fn texts_keys_and_scrolls_are_steps() {
    let field = json!({ "id": "com.example:id/name", "same_id": 1, "editable": true });
    let typed = |length: u64| {
        let mut typed = event("text", length * 100, &field.clone());
        typed["length"] = json!(length);
        typed
    };
    let mut scroll = event("scroll", 2_000, &labels("com.example:id/list", 1, "", 0));
    scroll["scroll"] = json!([0, 500, -1, -1]);
    let mut back = event(
        "click",
        3_000,
        &labels("com.android.systemui:id/back", 1, "", 0),
    );
    back["package"] = json!("com.android.systemui");
    let draft = drafted(&[
        event("click", 50, &field.clone()),
        typed(1),
        typed(2),
        typed(5),
        scroll,
        back,
    ]);
    assert_eq!((draft.steps, draft.marked), (3, 0), "{}", draft.text);
    assert_eq!(findings(&draft), [], "{}", draft.text);
    let text = completed(&draft.text);
    let loaded = load("draft.recipe.md", text.as_bytes(), &Levels::default()).unwrap();
    let values = BTreeMap::from([("text_1".to_owned(), "Hello".to_owned())]);
    let compiled = compile(&loaded, &values).unwrap();
    let template: Value = serde_json::from_str(compiled.template.json()).unwrap();
    let actions = template["actions"].as_array().unwrap();
    let done: Vec<&Value> = actions.iter().skip(2).collect();
    let expected = [
        json!({
            "id": "type_1", "type": "enter_text",
            "params": { "where": { "resourceId": "com.example:id/name" }, "text": "Hello", "clear": true, "strict": true },
        }),
        json!({
            "id": "scroll_2", "type": "scroll",
            "params": { "containerWhere": { "resourceId": "com.example:id/list" }, "direction": "down" },
        }),
        json!({ "id": "key_3", "type": "press_key", "params": { "key": "back" } }),
    ];
    assert_eq!(done, expected.iter().collect::<Vec<_>>());
}

#[test]
fn what_a_recipe_cannot_run_is_a_marked_step() {
    let mut nowhere =
        json!({ "type": "text", "ms": 100, "by": "person", "package": "com.example", "length": 5 });
    nowhere["node"] = json!({ "editable": true });
    let draft = drafted(&[
        nowhere,
        event("click", 2_500, &json!({ "bounds": [0, 0, 5, 5] })),
        json!({ "type": "dropped", "count": 4 }),
    ]);
    assert_eq!((draft.steps, draft.marked), (3, 3), "{}", draft.text);
    let mut found = findings(&draft);
    found.dedup();
    assert_eq!(found, [RecipeCode::Recorded], "{}", draft.text);
    assert!(draft.text.contains("a text of 5 characters was typed"));
    assert!(draft.text.contains("- name: text_1"));
}

#[test]
fn a_scroll_before_a_press_is_how_the_node_was_found() {
    let mut scroll = event("scroll", 2_000, &labels("com.example:id/list", 1, "", 0));
    scroll["scroll"] = json!([-1, -1, 4, 12]);
    let draft = drafted(&[
        scroll,
        event("click", 3_000, &labels("com.example:id/row", 9, "Ninth", 1)),
    ]);
    assert!(
        draft.text.contains("type: scroll_and_click"),
        "{}",
        draft.text
    );
    assert!(draft.text.contains("direction: down"), "{}", draft.text);
    assert_eq!(findings(&draft), [], "{}", draft.text);
}

/// It opens a menu, which a press does not.
#[test]
fn a_long_press_is_one_on_a_field_and_behind_a_scroll_too() {
    let field = json!({ "id": "com.example:id/name", "same_id": 1, "editable": true });
    let mut scroll = event("scroll", 2_000, &labels("com.example:id/list", 1, "", 0));
    scroll["scroll"] = json!([-1, -1, 4, 12]);
    let row = labels("com.example:id/row", 9, "Ninth", 1);
    let draft = drafted(&[
        event("click", 10, &field),
        event("long_click", 900, &field),
        scroll,
        event("long_click", 3_000, &row),
    ]);
    let long = draft.text.matches("click_type: long_click").count();
    assert_eq!((draft.steps, long), (2, 2), "{}", draft.text);
    assert!(draft.text.contains("resource_id: \"com.example:id/name\""));
    assert!(draft.text.contains("type: scroll_and_click"));
    assert_eq!(findings(&draft), [], "{}", draft.text);
}

#[test]
fn a_list_that_says_where_it_begins_was_not_scrolled() {
    let mut comes = event("scroll", 2_000, &labels("com.example:id/list", 1, "", 0));
    comes["scroll"] = json!([-1, -1, 0, 8]);
    assert_eq!(drafted(&[comes.clone()]).steps, 0);
    // It is scrolled back to its beginning only after it was scrolled away from it.
    let mut away = comes.clone();
    away["scroll"] = json!([-1, -1, 4, 12]);
    let press = event("click", 3_000, &labels("com.example:id/ok", 1, "", 0));
    let draft = drafted(&[comes.clone(), away, press, comes]);
    assert_eq!((draft.steps, draft.marked), (2, 0), "{}", draft.text);
    assert!(draft.text.contains("direction: up"), "{}", draft.text);
}

#[test]
fn acts_of_ours_are_left_out_and_counted() {
    let mut ours = event("click", 10, &labels("com.example:id/ours", 1, "", 0));
    ours["by"] = json!("operator");
    let mut unsure = event("click", 20, &labels("com.example:id/unsure", 1, "", 0));
    unsure["by"] = json!("unknown");
    let draft = drafted(&[
        ours,
        unsure,
        event("click", 3_000, &labels("com.example:id/ok", 1, "", 0)),
    ]);
    assert_eq!(draft.steps, 1);
    assert!(!draft.text.contains("id/ours") && !draft.text.contains("id/unsure"));
    assert_eq!(draft.notes.len(), 2, "{:?}", draft.notes);
}

#[test]
fn a_switch_is_confirmed_by_its_state() {
    let mut node = labels("com.example:id/switch", 1, "", 0);
    node["checked"] = json!(false);
    let draft = drafted(&[event("click", 10, &node)]);
    assert!(draft.text.contains("  checked: true"), "{}", draft.text);
    assert!(
        draft
            .text
            .contains("capabilities: [observe, click, toggle]"),
        "{}",
        draft.text
    );
    assert_eq!(findings(&draft), [], "{}", draft.text);
}

/// What a node has become is no sign of what it was: the press may have changed it, or not yet.
#[test]
fn a_switch_whose_state_before_is_unknown_is_not_confirmed_by_it() {
    let mut node = labels("com.example:id/switch", 1, "", 0);
    node["checked"] = json!(true);
    let mut press = event("click", 10, &node);
    press["seen"] = json!("after");
    let draft = drafted(&[press]);
    assert!(!draft.text.contains("checked:"), "{}", draft.text);
    assert!(
        draft.text.contains("capabilities: [click, toggle]"),
        "{}",
        draft.text
    );
    assert!(draft.text.contains("add a `confirm`"), "{}", draft.text);
    // A person has to say how it is to be.
    assert_eq!(findings(&draft), [RecipeCode::NotVerified]);
}

#[test]
fn another_app_is_opened() {
    let mut other = event("click", 5_000, &labels("org.other:id/ok", 1, "", 0));
    other["package"] = json!("org.other");
    let draft = drafted(&[
        event("click", 10, &labels("com.example:id/one", 1, "", 0)),
        event("click", 900, &labels("com.example:id/two", 1, "", 0)),
        other,
    ]);
    assert!(
        draft.text.contains("application_id: \"org.other\""),
        "{}",
        draft.text
    );
    assert_eq!(findings(&draft), [], "{}", draft.text);
}
