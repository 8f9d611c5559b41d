//! What the 18 actions do.

use clawperator_contract::{ActionType, validate};
use clawperator_policy::table::capabilities_of;
use serde_json::{Value, json};

fn of(action: &Value) -> Vec<&'static str> {
    let payload = json!({
        "commandId": "c", "taskId": "t", "source": "test", "expectedFormat": "android-ui-automator",
        "timeoutMs": 30000, "actions": [action],
    });
    let validated = validate(payload.to_string().as_bytes()).unwrap();
    let capabilities = capabilities_of(&validated.execution.actions()[0].params);
    capabilities
        .into_iter()
        .map(clawperator_contract::Capability::name)
        .collect()
}

fn extensions_that_act() -> [(&'static str, Value, Vec<&'static str>); 9] {
    [
        ("open_app", json!({ "appName": "a" }), vec!["navigate"]),
        ("clear_text", json!({}), vec!["type_text"]),
        ("hide_keyboard", json!({}), vec!["navigate"]),
        ("wake_device", json!({ "unlock": true }), vec!["navigate"]),
        ("get_clipboard", json!({}), vec!["observe", "clipboard"]),
        ("set_clipboard", json!({ "text": "" }), vec!["clipboard"]),
        (
            "device_shell",
            json!({ "words": ["id"] }),
            vec!["observe", "device_shell"],
        ),
        (
            "pinch",
            json!({ "coordinate": { "x": 1, "y": 2 }, "scale": 2 }),
            vec!["gesture"],
        ),
        (
            "touch_path",
            json!({ "fingers": [[{ "x": 1, "y": 2, "atMs": 0 }]] }),
            vec!["gesture"],
        ),
    ]
}

fn further_extensions() -> [(&'static str, Value, Vec<&'static str>); 7] {
    let node = json!({ "matcher": { "textEquals": "A" } });
    [
        ("wait_for_toast", json!({}), vec!["observe"]),
        ("wait_for_idle", json!({}), vec!["observe"]),
        ("assert_node", node.clone(), vec!["observe"]),
        (
            "drag",
            json!({ "from": node, "to": { "x": 1, "y": 2 } }),
            vec!["gesture"],
        ),
        (
            "click",
            json!({ "matcher": { "textEquals": "A" }, "clickType": "double_click" }),
            vec!["click"],
        ),
        (
            "swipe",
            json!({ "matcher": { "textEquals": "A" }, "direction": "left" }),
            vec!["navigate"],
        ),
        ("list_apps", json!({}), vec!["observe"]),
    ]
}

fn extensions_that_manage() -> [(&'static str, Value, Vec<&'static str>); 5] {
    let app = json!({ "applicationId": "com.a" });
    let permission = json!({ "applicationId": "com.a", "permission": "p", "granted": true });
    [
        ("clear_app", app.clone(), vec!["manage_apps"]),
        ("uninstall_app", app, vec!["manage_apps"]),
        ("set_permission", permission, vec!["manage_apps"]),
        (
            "push_file",
            json!({ "hostFile": "a", "phonePath": "/sdcard/a" }),
            vec!["files"],
        ),
        (
            "pull_file",
            json!({ "phonePath": "/sdcard/a" }),
            vec!["observe", "files"],
        ),
    ]
}

#[expect(clippy::too_many_lines, reason = "one row for each action")]
#[test]
fn each_action_has_its_row() {
    let way = json!({ "from": { "x": 1, "y": 2 }, "to": { "x": 3, "y": 4 } });
    let mut rows = vec![
        (
            "open_app",
            json!({ "applicationId": "com.a" }),
            vec!["navigate"],
        ),
        ("open_uri", json!({ "uri": "https://a" }), vec!["navigate"]),
        (
            "close_app",
            json!({ "applicationId": "com.a" }),
            vec!["navigate"],
        ),
        ("start_recording", json!({}), vec!["observe"]),
        ("stop_recording", json!({}), vec!["observe"]),
        (
            "wait_for_node",
            json!({ "matcher": { "textEquals": "A" } }),
            vec!["observe"],
        ),
        (
            "click",
            json!({ "matcher": { "textEquals": "A" } }),
            vec!["click"],
        ),
        (
            "click",
            json!({ "coordinate": { "x": 1, "y": 2 } }),
            vec!["click"],
        ),
        (
            "click",
            json!({ "matcher": { "textEquals": "A" }, "clickType": "long_click" }),
            vec!["long_click"],
        ),
        (
            "click",
            json!({ "matcher": { "textEquals": "A" }, "clickType": "focus" }),
            vec!["click"],
        ),
        (
            "scroll_and_click",
            json!({ "matcher": { "textEquals": "A" } }),
            vec!["navigate", "click"],
        ),
        (
            "scroll_and_click",
            json!({ "matcher": { "textEquals": "A" }, "clickAfter": false }),
            vec!["navigate"],
        ),
        ("scroll", json!({ "direction": "down" }), vec!["navigate"]),
        (
            "scroll_until",
            json!({ "matcher": { "textEquals": "A" } }),
            vec!["navigate"],
        ),
        (
            "scroll_until",
            json!({ "matcher": { "textEquals": "A" }, "clickAfter": true, "clickType": "long_click" }),
            vec!["navigate", "long_click"],
        ),
        (
            "read_text",
            json!({ "matcher": { "textEquals": "A" } }),
            vec!["observe"],
        ),
        (
            "enter_text",
            json!({ "matcher": { "textEquals": "A" }, "text": "x" }),
            vec!["type_text"],
        ),
        ("snapshot_ui", json!({}), vec!["observe"]),
        ("take_screenshot", json!({}), vec!["observe"]),
        ("capture_screen", json!({}), vec!["observe"]),
        ("swipe", way, vec!["navigate"]),
        ("sleep", json!({ "durationMs": 1 }), vec![]),
        ("press_key", json!({ "key": "back" }), vec!["navigate"]),
        (
            "wait_for_navigation",
            json!({ "expectedPackage": "com.a", "timeoutMs": 1000 }),
            vec!["observe"],
        ),
        (
            "read_key_value_pair",
            json!({ "labelMatcher": { "textEquals": "A" } }),
            vec!["observe"],
        ),
    ];
    rows.extend(further_extensions());
    rows.extend(extensions_that_act());
    rows.extend(extensions_that_manage());
    for (action_type, params, expected) in &rows {
        let action = json!({ "id": "a", "type": action_type, "params": params });
        assert_eq!(of(&action), *expected, "{action}");
    }
    for action_type in ActionType::ALL {
        assert!(
            rows.iter().any(|(name, ..)| *name == action_type.name()),
            "{}",
            action_type.name()
        );
    }
}
