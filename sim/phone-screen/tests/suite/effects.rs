//! Every effect does what it says.

use std::time::Duration;

use clawperator_phone_screen::{Screen, ScreenEvent, ScriptedScreen};

use super::support::{
    by_id, by_text, effects, key, page, phone_with, rest, scene, scene_with, swipe, tap_id,
    tap_text, text_of,
};

/// A page with a button `go` that does this, and a few views to do it to.
async fn with_button(tap: &str) -> ScriptedScreen {
    with_more(tap, "").await
}

async fn with_more(tap: &str, more: &str) -> ScriptedScreen {
    let views = format!(
        r#"{{"kind": "button", "id": "go", "text": "Go", "on": {{"tap": [{tap}]}}}},
        {{"kind": "text", "id": "label", "text": "before"}},
        {{"kind": "text", "id": "count", "text": "{{{{var.n}}}}"}},
        {{"kind": "check_box", "id": "box", "text": "Box"}},
        {{"kind": "progress_bar", "id": "bar", "value": 10}},
        {{"kind": "field", "id": "field", "hint": "Field"}},
        {{"kind": "list", "id": "list", "height": 200, "loaded": 2, "children": [{{"kind": "text", "id": "line", "text": "Line {{{{n}}}}", "height": 40, "repeat": {{"count": 20}}}}]}}"#
    );
    phone_with(&scene_with(&views, more)).await
}

async fn after(tap: &str) -> ScriptedScreen {
    let phone = with_button(tap).await;
    phone.clear_history();
    tap_id(&phone, "go").await;
    phone
}

#[tokio::test]
async fn views_are_changed() {
    for (tap, view, seen) in [
        (
            r#"{"set": {"view": "label", "text": "after"}}"#,
            "label",
            "after",
        ),
        (
            r#"{"append": {"view": "label", "text": "+"}}, {"append": {"view": "label", "text": "+"}}"#,
            "label",
            "before++",
        ),
        (
            r#"{"increment": {"counter": "n", "by": 5}}, {"increment": {"counter": "n", "by": -2}}"#,
            "count",
            "3",
        ),
        (
            r#"{"set_var": {"name": "n", "value": "seven"}}"#,
            "count",
            "seven",
        ),
        (r#"{"set": {"view": "self", "text": "me"}}"#, "go", "me"),
        (
            r#"{"when": {"condition": {"checked": {"view": "box"}}, "then": [{"back": {}}], "else": [{"set": {"view": "label", "text": "unchecked"}}]}}"#,
            "label",
            "unchecked",
        ),
        (
            r#"{"when": {"condition": {"all": [{"text": {"view": "label", "contains": "for"}}, {"not": {"permission": {"name": "android.permission.CAMERA"}}}, {"any": [{"var": {"name": "n", "at_least": 1}}, {"text": {"view": "field", "empty": true}}]}]}, "then": [{"set": {"view": "label", "text": "held"}}]}}"#,
            "label",
            "held",
        ),
    ] {
        let phone = after(tap).await;
        assert_eq!(text_of(&phone, view).await, seen, "{tap}");
    }
}

#[tokio::test]
async fn flags_are_changed() {
    let phone = after(r#"{"toggle": {"view": "box"}}, {"set": {"view": "field", "enabled": false}}, {"set": {"view": "label", "visible": false}}, {"set": {"view": "count", "selected": true, "text": "x", "desc": "described"}}, {"set": {"view": "bar", "value": 50}}"#).await;
    assert!(by_id(&phone, "box").await.expect("box").is("checked"));
    assert!(!by_id(&phone, "field").await.expect("field").is("enabled"));
    assert_eq!(by_id(&phone, "label").await, None);
    let count = by_id(&phone, "count").await.expect("count");
    assert!(count.is("selected"));
    assert_eq!(count.desc, "described");
    assert_eq!(effects(&phone), ["toggle", "set", "set", "set", "set"]);
}

#[tokio::test]
async fn activities_start_finish_and_answer() {
    let more = r#", "results": [{"result": "ok", "then": [{"set": {"view": "label", "text": "got {{extra.answer}}"}}]}]"#;
    let phone = with_more(
        r#"{"goto": {"activity": ".Other", "extras": {"word": "{{text.label}}"}}}"#,
        more,
    )
    .await;
    tap_id(&phone, "go").await;
    assert_eq!(page(&phone).await, ".Other");
    assert_eq!(text_of(&phone, "other").await, "Other before");
    tap_id(&phone, "done").await;
    assert_eq!(page(&phone).await, ".Main");
    assert_eq!(text_of(&phone, "label").await, "got 42");
}

#[tokio::test]
async fn navigation_effects() {
    for (tap, seen) in [
        (r#"{"home": {}}"#, ".uioverrides.QuickstepLauncher"),
        (r#"{"back": {}}"#, ".uioverrides.QuickstepLauncher"),
        (r#"{"finish": {}}"#, ".uioverrides.QuickstepLauncher"),
        (r#"{"launch": {"package": "test.app"}}"#, ".Main"),
        (
            r#"{"goto": {"activity": ".Other", "finish": true}}"#,
            ".Other",
        ),
        (r#"{"goto": {"activity": "no.such.app/.Main"}}"#, ".Main"),
        (r#"{"open_uri": {"uri": "nobody://knows"}}"#, ".Main"),
    ] {
        let phone = after(tap).await;
        assert_eq!(page(&phone).await, seen, "{tap}");
    }
}

#[tokio::test]
async fn timers_run_once_when_due_and_can_be_cancelled() {
    let phone = after(r#"{"after": {"ms": 700, "then": [{"append": {"view": "label", "text": "!"}}]}}, {"after": {"ms": 800, "timer": "t", "then": [{"append": {"view": "label", "text": "?"}}]}}, {"after": {"ms": 100, "then": [{"cancel": {"timer": "t"}}]}}"#).await;
    assert_eq!(text_of(&phone, "label").await, "before");
    phone.clock().advance(Duration::from_millis(699));
    assert_eq!(text_of(&phone, "label").await, "before");
    phone.clock().advance(Duration::from_millis(1));
    assert_eq!(text_of(&phone, "label").await, "before!");
    phone.clock().advance(Duration::from_mins(1));
    assert_eq!(text_of(&phone, "label").await, "before!");
}

#[tokio::test]
async fn a_timer_dies_with_its_page() {
    let phone =
        after(r#"{"after": {"ms": 700, "then": [{"toast": {"text": "late"}}]}}, {"finish": {}}"#)
            .await;
    phone.clock().advance(Duration::from_secs(2));
    assert!(
        !phone
            .history()
            .iter()
            .any(|entry| entry.what == ScreenEvent::Toast("late".into()))
    );
}

#[tokio::test]
async fn a_timer_that_sets_itself_again_does_not_hold_the_phone() {
    let phone = with_more(r#"{"back": {}}"#, r#", "on_create": [{"after": {"ms": 1, "timer": "x", "then": [{"increment": {"counter": "n"}}]}}]"#).await;
    phone.clock().advance(Duration::from_secs(1_000_000));
    assert_eq!(text_of(&phone, "count").await, "1");
}

#[tokio::test]
async fn activities_that_start_each_other_end() {
    let phone = with_more(
        r#"{"back": {}}"#,
        r#", "on_create": [{"goto": {"activity": ".Main"}}]"#,
    )
    .await;
    let state = phone.state().await;
    assert!(state.tasks.iter().all(|task| task.activities.len() <= 64));
}

#[tokio::test]
async fn toasts_come_and_go_without_a_window() {
    let phone = after(r#"{"toast": {"text": "{{text.label}} lunch"}}"#).await;
    assert_eq!(phone.toast().as_deref(), Some("before lunch"));
    assert_eq!(by_text(&phone, "before lunch").await, None);
    phone.clock().advance(Duration::from_secs(3));
    assert_eq!(phone.toast(), None);
}

#[tokio::test]
async fn a_snackbar_is_in_the_tree_until_its_time_is_up() {
    let tap = r#"{"snackbar": {"text": "Gone", "ms": 2000, "action": "Undo", "then": [{"set": {"view": "label", "text": "undone"}}]}}"#;
    let phone = after(tap).await;
    assert_eq!(text_of(&phone, "snackbar_text").await, "Gone");
    tap_text(&phone, "Undo").await;
    assert_eq!(text_of(&phone, "label").await, "undone");
    assert_eq!(by_id(&phone, "snackbar_text").await, None);
    tap_id(&phone, "go").await;
    phone.clock().advance(Duration::from_millis(2_001));
    assert_eq!(by_id(&phone, "snackbar_text").await, None);
}

#[tokio::test]
async fn permissions_are_asked_for_once() {
    let tap = r#"{"request_permission": {"permission": "android.permission.CAMERA", "granted": [{"append": {"view": "label", "text": " yes"}}], "denied": [{"append": {"view": "label", "text": " no"}}]}}"#;
    let phone = after(tap).await;
    let question = by_id(&phone, "permission_message")
        .await
        .expect("a question");
    assert_eq!(
        (question.text.as_str(), question.package.as_str()),
        (
            "Allow Test to take pictures?",
            "com.android.permissioncontroller"
        )
    );
    assert!(page(&phone).await.ends_with(".GrantPermissionsActivity"));
    tap_id(&phone, "permission_deny_button").await;
    assert_eq!(text_of(&phone, "label").await, "before no");
    tap_id(&phone, "go").await;
    key(&phone, 4).await;
    assert_eq!(text_of(&phone, "label").await, "before no no");
    tap_id(&phone, "go").await;
    tap_id(&phone, "permission_allow_foreground_only_button").await;
    tap_id(&phone, "go").await;
    assert_eq!(text_of(&phone, "label").await, "before no no yes yes");
    let app = phone
        .packages()
        .await
        .into_iter()
        .find(|package| package.name == "test.app")
        .expect("the app");
    assert_eq!(
        app.permissions,
        [("android.permission.CAMERA".to_owned(), true)]
    );
}

#[tokio::test]
async fn an_app_crashes_and_is_started_again() {
    let phone = after(r#"{"set_var": {"name": "n", "value": "9"}}, {"crash": {}}"#).await;
    assert_eq!(text_of(&phone, "alertTitle").await, "Test keeps stopping");
    let state = phone.state().await;
    let focused = state
        .windows
        .iter()
        .find(|window| window.focused)
        .expect("a window");
    assert_eq!(focused.title, "Application Error: test.app");
    tap_id(&phone, "aerr_restart").await;
    assert_eq!(page(&phone).await, ".Main");
    assert_eq!(text_of(&phone, "count").await, "");
}

#[tokio::test]
async fn rows_are_loaded_and_lists_scrolled() {
    let phone = after(
        r#"{"load_rows": {"list": "list", "count": 8}}, {"scroll_to": {"view": "list", "row": 5}}"#,
    )
    .await;
    assert_eq!(by_text(&phone, "Line 1").await, None);
    let line = by_text(&phone, "Line 6")
        .await
        .expect("row 5 counted from 0");
    assert_eq!(
        line.bounds.1,
        by_id(&phone, "list").await.expect("the list").bounds.1
    );
    assert_eq!(by_text(&phone, "Line 11").await, None);
}

#[tokio::test]
async fn focus_shows_the_keyboard_and_back_hides_it() {
    let phone = after(r#"{"focus": {"view": "field"}}"#).await;
    assert!(phone.state().await.keyboard_shown);
    key(&phone, 4).await;
    assert!(!phone.state().await.keyboard_shown);
    let phone = after(r#"{"focus": {"view": "field"}}, {"hide_keyboard": {}}"#).await;
    assert!(!phone.state().await.keyboard_shown);
    assert!(by_id(&phone, "field").await.expect("field").is("focused"));
}

#[tokio::test]
async fn notifications_open_their_activity() {
    let phone = after(r#"{"notify": {"title": "News", "text": "Read {{text.label}}", "activity": ".Other"}}, {"shade": {"expanded": true}}"#).await;
    assert_eq!(
        by_text(&phone, "Read before")
            .await
            .expect("a notification")
            .package,
        "com.android.systemui"
    );
    tap_text(&phone, "News").await;
    assert_eq!(page(&phone).await, ".Other");
    phone.set_shade(true).await;
    tap_id(&phone, "dismiss_text").await;
    assert_eq!(
        text_of(&phone, "no_notifications").await,
        "No notifications"
    );
    swipe(&phone, (540, 2000), (540, 1000), 300).await;
    assert_eq!(page(&phone).await, ".Other");
    assert_eq!(by_id(&phone, "no_notifications").await, None);
}

#[tokio::test]
async fn recents_lead_back_and_forget() {
    let phone =
        after(r#"{"set": {"view": "label", "text": "kept"}}, {"home": {}}, {"recents": {}}"#).await;
    tap_text(&phone, "Test").await;
    assert_eq!(text_of(&phone, "label").await, "kept");
    key(&phone, 187).await;
    tap_id(&phone, "clear_all").await;
    assert_eq!(page(&phone).await, ".uioverrides.QuickstepLauncher");
    key(&phone, 187).await;
    assert_eq!(
        text_of(&phone, "recents_empty_message").await,
        "No recent items"
    );
}

#[tokio::test]
async fn an_animation_keeps_the_phone_from_resting() {
    let phone = after(r#"{"animate": {"view": "bar", "ms": 3000, "every": 100}}"#).await;
    assert!(
        !phone
            .wait_for_idle(Duration::from_secs(1), Duration::from_secs(2))
            .await
    );
    assert!(rest(&phone).await);
    let phone = after(r#"{"animate": {"view": "bar"}}, {"stop_animation": {"view": "bar"}}"#).await;
    assert!(
        phone
            .wait_for_idle(Duration::from_secs(1), Duration::from_secs(2))
            .await
    );
}

#[tokio::test]
async fn an_app_that_hangs_delays_input_and_then_does_not_respond() {
    let phone = after(r#"{"anr": {"ms": 2000}}"#).await;
    let before = phone.clock().now();
    key(&phone, 20).await;
    assert_eq!(
        phone.clock().now().saturating_sub(before),
        Duration::from_secs(2)
    );
    let phone = after(r#"{"anr": {"ms": 60000}}"#).await;
    assert!(phone.dump(super::support::PLAIN).await.is_err());
    key(&phone, 20).await;
    assert_eq!(text_of(&phone, "alertTitle").await, "Test isn't responding");
    tap_id(&phone, "aerr_wait").await;
    phone.clock().advance(Duration::from_secs(5));
    assert_eq!(text_of(&phone, "alertTitle").await, "Test isn't responding");
    tap_id(&phone, "aerr_close").await;
    assert_eq!(page(&phone).await, ".uioverrides.QuickstepLauncher");
}

#[tokio::test]
async fn an_app_without_a_handler_for_a_key_stays() {
    let phone = phone_with(&scene(r#"{"kind": "text", "text": "x"}"#)).await;
    for code in [82, 24, 25, 5, 27, 0, 9_999] {
        key(&phone, code).await;
    }
    assert_eq!(page(&phone).await, ".Main");
}
