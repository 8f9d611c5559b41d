//! Text entry, the keyboard and keys.

use clawperator_phone_screen::{Screen, ScreenEvent, WindowKind};

use super::support::{CONFORMANCE, by_id, key, open, phone, tap_id, tap_text, text_of};

#[tokio::test]
async fn text_goes_to_the_focused_field() {
    let phone = phone();
    open(&phone, CONFORMANCE, ".FieldsActivity").await;
    phone.text("lost").await.expect("text");
    assert_eq!(
        text_of(&phone, "name").await,
        "Name",
        "an empty field shows its hint"
    );
    tap_id(&phone, "name").await;
    phone.text("Ada Lovelace").await.expect("text");
    assert_eq!(text_of(&phone, "name").await, "Ada Lovelace");
    assert_eq!(text_of(&phone, "echo").await, "Hello, Ada Lovelace!");
    assert!(by_id(&phone, "name").await.expect("field").is("focused"));
    for _ in 0..8 {
        key(&phone, 67).await;
    }
    assert_eq!(text_of(&phone, "name").await, "Ada ");
    key(&phone, 122).await;
    phone.text("Hi ").await.expect("text");
    key(&phone, 112).await;
    key(&phone, 123).await;
    key(&phone, 8).await;
    assert_eq!(text_of(&phone, "name").await, "Hi da 1");
    phone.key_combination(&[113, 29]).await.expect("select all");
    phone.key_combination(&[113, 31]).await.expect("copy");
    phone.key_combination(&[59, 54]).await.expect("shift z");
    assert_eq!(text_of(&phone, "name").await, "Z");
    phone.key_combination(&[113, 50]).await.expect("paste");
    assert_eq!(text_of(&phone, "name").await, "ZHi da 1");
}

#[tokio::test]
async fn enter_submits_and_tab_goes_on() {
    let phone = phone();
    open(&phone, CONFORMANCE, ".FieldsActivity").await;
    tap_id(&phone, "name").await;
    key(&phone, 61).await;
    phone.text("ada@example.com").await.expect("text");
    key(&phone, 66).await;
    assert_eq!(text_of(&phone, "status").await, "Submitted ada@example.com");
    assert!(!phone.state().await.keyboard_shown);
}

#[tokio::test]
async fn notes_take_lines_and_a_disabled_field_takes_nothing() {
    let phone = phone();
    open(&phone, CONFORMANCE, ".FieldsActivity").await;
    tap_id(&phone, "notes").await;
    phone.text("one").await.expect("text");
    key(&phone, 66).await;
    phone.text("two").await.expect("text");
    assert_eq!(text_of(&phone, "notes").await, "one\ntwo");
    key(&phone, 4).await;
    tap_id(&phone, "locked").await;
    phone.text("x").await.expect("text");
    assert_eq!(text_of(&phone, "locked").await, "cannot be changed");
}

#[tokio::test]
async fn a_password_is_bullets_in_the_tree_and_known_to_the_history() {
    let phone = phone();
    open(&phone, CONFORMANCE, ".LoginActivity").await;
    tap_id(&phone, "username").await;
    phone.text("ada").await.expect("text");
    key(&phone, 4).await;
    tap_id(&phone, "password").await;
    phone.text("secret").await.expect("text");
    let field = by_id(&phone, "password").await.expect("field");
    assert_eq!(field.text, "••••••");
    assert!(field.is("password"));
    assert!(phone.history().iter().any(
        |entry| matches!(&entry.what, ScreenEvent::TextChanged { text, .. } if text == "secret")
    ));
    key(&phone, 66).await;
    tap_id(&phone, "sign_in").await;
    assert_eq!(text_of(&phone, "welcome").await, "Welcome, ada");
}

#[tokio::test]
async fn the_keyboard_covers_the_lower_part_and_types() {
    let phone = phone();
    open(&phone, CONFORMANCE, ".FieldsActivity").await;
    let before = by_id(&phone, "scroll").await.expect("the form").bounds;
    tap_id(&phone, "name").await;
    let state = phone.state().await;
    let keyboard = state
        .windows
        .iter()
        .find(|window| window.kind == WindowKind::InputMethod)
        .expect("a keyboard");
    assert_eq!(
        (keyboard.title.as_str(), keyboard.package.as_str()),
        ("InputMethod", "com.android.inputmethod.latin")
    );
    let after = by_id(&phone, "scroll").await.expect("the form").bounds;
    assert_eq!(
        after.3, keyboard.bounds.1,
        "the content ends where the keyboard begins"
    );
    assert!(after.3 < before.3);
    let xml = phone
        .dump(clawperator_phone_screen::DumpRequest {
            windows: true,
            compressed: false,
        })
        .await
        .expect("a tree");
    for letter in ["q", "Shift", "z"] {
        let keys = super::support::parse(&xml);
        let at = keys
            .iter()
            .find(|node| node.text == letter || node.desc == letter)
            .expect("a key")
            .center();
        phone
            .gesture(clawperator_phone_screen::InputGesture::Tap(at))
            .await
            .expect("a tap");
    }
    assert_eq!(text_of(&phone, "name").await, "qZ");
}

#[tokio::test]
async fn a_window_that_pans_keeps_its_size_and_shows_the_field() {
    let phone = phone();
    open(&phone, CONFORMANCE, ".PanActivity").await;
    tap_id(&phone, "bottom_field").await;
    let state = phone.state().await;
    let keyboard = state
        .windows
        .iter()
        .find(|window| window.kind == WindowKind::InputMethod)
        .expect("a keyboard")
        .bounds;
    let field = by_id(&phone, "bottom_field").await.expect("the field");
    assert!(
        field.bounds.3 <= keyboard.1,
        "{:?} is above {keyboard:?}",
        field.bounds
    );
    phone.text("hello").await.expect("text");
    assert_eq!(text_of(&phone, "bottom_field").await, "hello");
}

#[tokio::test]
async fn radios_and_switches_by_row() {
    let phone = phone();
    open(&phone, CONFORMANCE, ".ToggleActivity").await;
    tap_text(&phone, "Medium").await;
    assert!(
        by_id(&phone, "size_medium")
            .await
            .expect("radio")
            .is("checked")
    );
    assert!(
        !by_id(&phone, "size_small")
            .await
            .expect("radio")
            .is("checked")
    );
    tap_id(&phone, "switch_label").await;
    assert!(
        by_id(&phone, "feature_switch")
            .await
            .expect("switch")
            .is("checked")
    );
    assert_eq!(text_of(&phone, "state").await, "changed by hand");
    tap_id(&phone, "feature_switch").await;
    assert!(
        !by_id(&phone, "feature_switch")
            .await
            .expect("switch")
            .is("checked")
    );
    tap_id(&phone, "agree").await;
    assert!(
        by_id(&phone, "continue_button")
            .await
            .expect("button")
            .is("enabled")
    );
}
