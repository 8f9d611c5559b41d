//! What becomes of steps.

use super::*;

fn action(step: Value) -> Result<Value, String> {
    let step: Step = serde_json::from_value(step).map_err(|error| error.to_string())?;
    step.action(2, 7).map_err(|failure| failure.message)
}

#[test]
#[expect(clippy::too_many_lines, reason = "a table: a step and its action")]
fn steps_become_actions() {
    let where_ = json!({ "name": "Save" });
    let cases = [
        (
            json!({ "do": "tap", "on": "@e5" }),
            json!({ "id": "2-tap", "type": "click", "params": { "ref": "@e5", "generation": 7 } }),
        ),
        (
            json!({ "do": "tap", "point": [10, 20] }),
            json!({ "id": "2-tap", "type": "click", "params": { "coordinate": { "x": 10, "y": 20, "generation": 7 } } }),
        ),
        (
            json!({ "do": "long_press", "on": where_ }),
            json!({ "id": "2-long_press", "type": "click", "params": { "where": where_, "clickType": "long_click" } }),
        ),
        (
            json!({ "do": "type", "on": "@e1", "text": "a", "clear": true, "submit": false }),
            json!({ "id": "2-type", "type": "enter_text", "params": {
                "ref": "@e1", "generation": 7, "text": "a", "clear": true, "submit": false } }),
        ),
        (
            json!({ "do": "press", "key": "back" }),
            json!({ "id": "2-press", "type": "press_key", "params": { "key": "back" } }),
        ),
        (
            json!({ "do": "scroll", "on": where_, "direction": "up" }),
            json!({ "id": "2-scroll", "type": "scroll", "params": { "containerWhere": where_, "direction": "up" } }),
        ),
        (
            json!({ "do": "scroll_to", "on": where_ }),
            json!({ "id": "2-scroll_to", "type": "scroll_until", "params": { "where": where_ } }),
        ),
        (
            json!({ "do": "double_tap", "point": [10, 20] }),
            json!({ "id": "2-double_tap", "type": "click", "params": {
                "coordinate": { "x": 10, "y": 20, "generation": 7 }, "clickType": "double_click" } }),
        ),
        (
            json!({ "do": "long_press", "on": "@e5", "with": { "holdMs": 1500 } }),
            json!({ "id": "2-long_press", "type": "click", "params": {
                "ref": "@e5", "generation": 7, "clickType": "long_click", "holdMs": 1500 } }),
        ),
        (
            json!({ "do": "press", "key": "enter", "with": { "times": 2, "long": true } }),
            json!({ "id": "2-press", "type": "press_key", "params": { "keyCode": "enter", "times": 2, "long": true } }),
        ),
        (
            json!({ "do": "press", "key": "66" }),
            json!({ "id": "2-press", "type": "press_key", "params": { "keyCode": 66 } }),
        ),
        (
            json!({ "do": "swipe", "on": where_, "direction": "left", "with": { "distanceRatio": 0.4 } }),
            json!({ "id": "2-swipe", "type": "swipe", "params": {
                "where": where_, "direction": "left", "distanceRatio": 0.4 } }),
        ),
        (
            json!({ "do": "drag", "on": "@e5", "to": where_, "with": { "holdMs": 900 } }),
            json!({ "id": "2-drag", "type": "drag", "params": {
                "from": { "ref": "@e5", "generation": 7 }, "to": { "where": where_ }, "holdMs": 900 } }),
        ),
        (
            json!({ "do": "drag", "point": [1, 2], "to": [3, 4] }),
            json!({ "id": "2-drag", "type": "drag", "params": {
                "from": { "x": 1, "y": 2, "generation": 7 }, "to": { "x": 3, "y": 4, "generation": 7 } } }),
        ),
        (
            json!({ "do": "pinch", "on": where_, "with": { "scale": 2 } }),
            json!({ "id": "2-pinch", "type": "pinch", "params": { "where": where_, "scale": 2 } }),
        ),
        (
            json!({ "do": "touch_path", "with": { "fingers": [[{ "x": 1, "y": 2, "atMs": 0 }, { "x": 3, "y": 4, "atMs": 9 }]] } }),
            json!({ "id": "2-touch_path", "type": "touch_path", "params": { "fingers": [[
                { "x": 1, "y": 2, "atMs": 0, "generation": 7 }, { "x": 3, "y": 4, "atMs": 9 }]] } }),
        ),
        (
            json!({ "do": "clear_text", "on": "@e1" }),
            json!({ "id": "2-clear_text", "type": "clear_text", "params": { "ref": "@e1", "generation": 7 } }),
        ),
        (
            json!({ "do": "hide_keyboard" }),
            json!({ "id": "2-hide_keyboard", "type": "hide_keyboard" }),
        ),
        (
            json!({ "do": "wake_device", "with": { "unlock": true } }),
            json!({ "id": "2-wake_device", "type": "wake_device", "params": { "unlock": true } }),
        ),
        (
            json!({ "do": "set_clipboard", "text": "a" }),
            json!({ "id": "2-set_clipboard", "type": "set_clipboard", "params": { "text": "a" } }),
        ),
        (
            json!({ "do": "list_apps", "with": { "contains": "shop" } }),
            json!({ "id": "2-list_apps", "type": "list_apps", "params": { "contains": "shop" } }),
        ),
        (
            json!({ "do": "uninstall_app", "with": { "applicationId": "com.example" } }),
            json!({ "id": "2-uninstall_app", "type": "uninstall_app", "params": { "applicationId": "com.example" } }),
        ),
        (
            json!({ "do": "swipe", "point": [1, 2], "to": [3, 4] }),
            json!({ "id": "2-swipe", "type": "swipe", "params": {
                "from": { "x": 1, "y": 2, "generation": 7 }, "to": { "x": 3, "y": 4 } } }),
        ),
    ];
    for (step, expected) in cases {
        assert_eq!(action(step.clone()), Ok(expected), "{step}");
    }
}

#[test]
fn every_word_is_in_the_list_of_tools_and_becomes_an_action() {
    let tools: Value = serde_json::from_str(include_str!("../tools.json")).unwrap();
    let act = tools
        .as_array()
        .unwrap()
        .iter()
        .find(|tool| tool["name"] == "act");
    let step = &act.unwrap()["inputSchema"]["properties"]["steps"]["items"]["properties"];
    let words: Vec<&str> = What::ALL.iter().map(|what| what.name()).collect();
    assert_eq!(step["do"]["enum"], json!(words));
    for what in What::ALL {
        let types = clawperator_contract::actions::ActionType::ALL;
        assert!(
            types.iter().any(|known| known.name() == what.action()),
            "{what:?}"
        );
        for field in what.place().takes().iter().chain(what.takes()) {
            assert!(step[field].is_object(), "{field}");
        }
    }
}

#[test]
fn what_the_contract_refuses_is_refused_before_anything_is_sent() {
    for step in [
        json!({ "do": "press", "key": "power" }),
        json!({ "do": "press", "key": "9999" }),
        json!({ "do": "tap", "on": "@e1", "with": { "force": true } }),
        json!({ "do": "touch_path" }),
        json!({ "do": "touch_path", "with": { "fingers": [1] } }),
        json!({ "do": "pinch", "point": [1, 2], "with": { "scale": 99 } }),
        json!({ "do": "clear_app" }),
    ] {
        let action = action(step.clone()).unwrap();
        let sources = clawperator_host::SystemSources::start();
        assert!(execution(&sources, &[action], USUAL_MS).is_err(), "{step}");
    }
}

#[test]
fn what_a_step_does_not_take_is_refused() {
    for step in [
        json!({ "do": "tap" }),
        json!({ "do": "tap", "on": "@e1", "point": [1, 2] }),
        json!({ "do": "tap", "on": "@e1", "text": "a" }),
        json!({ "do": "type", "on": "@e1" }),
        json!({ "do": "press" }),
        json!({ "do": "tap", "on": "@e1", "with": { "ref": "@e2" } }),
        json!({ "do": "tap", "point": [1, 2], "with": { "generation": 3 } }),
        json!({ "do": "touch_path", "with": { "fingers": [[{ "x": 1, "y": 2, "atMs": 0, "generation": 3 }]] } }),
        json!({ "do": "pinch", "with": { "scale": 2 } }),
        json!({ "do": "drag", "on": "@e1" }),
        json!({ "do": "drag", "on": "@e1", "point": [1, 2], "to": [3, 4] }),
        json!({ "do": "drag", "to": [3, 4] }),
        json!({ "do": "swipe", "on": "@e1", "point": [1, 2], "to": [3, 4] }),
        json!({ "do": "swipe", "point": [1, 2], "to": "@e1" }),
        json!({ "do": "swipe", "on": "@e1", "to": [3, 4], "direction": "up" }),
        json!({ "do": "long_press", "on": "@e1", "with": { "clickType": "default" } }),
        json!({ "do": "type", "on": "@e1", "text": "a", "with": { "text": "b" } }),
        json!({ "do": "set_clipboard" }),
        json!({ "do": "hide_keyboard", "on": "@e1" }),
        json!({ "do": "close_app", "with": { "applicationId": "com.example" } }),
        json!({ "do": "tap", "on": "@e1", "with": [1] }),
        json!({ "do": "scroll", "on": "@e1" }),
        json!({ "do": "swipe", "point": [1, 2] }),
        json!({ "do": "fly" }),
        json!({ "do": "tap", "on": "@e1", "force": true }),
    ] {
        assert!(action(step.clone()).is_err(), "{step}");
    }
}
