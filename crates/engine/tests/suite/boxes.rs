//! Boxes for one character each, which pass the focus on: where a text went is read from all of them.

use serde_json::{Value, json};

use super::played::{Played, data, execution, run};

/// Boxes that hold these texts, the one of this place with the focus.
fn boxes(texts: &[&str], focused: usize, is_password: bool) -> String {
    let mut nodes = String::new();
    for (index, text) in texts.iter().enumerate() {
        let has_focus = index == focused;
        let (top, bottom) = (100 * index, 100 * index + 100);
        nodes.push_str(&format!(
            r#"<node index="{index}" text="{text}" resource-id="" class="android.widget.EditText" package="com.a" content-desc="" checkable="false" checked="false" clickable="true" enabled="true" focusable="true" focused="{has_focus}" scrollable="false" long-clickable="true" password="{is_password}" selected="false" bounds="[0,{top}][200,{bottom}]" />"#,
        ));
    }
    format!(
        r#"<?xml version='1.0' encoding='UTF-8' standalone='yes' ?><hierarchy rotation="0"><node index="0" text="" resource-id="" class="android.widget.FrameLayout" package="com.a" content-desc="" checkable="false" checked="false" clickable="false" enabled="true" focusable="false" focused="false" scrollable="false" long-clickable="false" password="false" selected="false" bounds="[0,0][1000,2000]">{nodes}</node></hierarchy>"#
    )
}

fn typed(text: &str) -> Value {
    json!([{ "type": "enter_text", "params": { "where": { "focused": true }, "text": text } }])
}

/// What was typed, the boxes before and after, and how many of them have it; none where nobody knows.
type Case = (
    &'static str,
    [&'static str; 4],
    [&'static str; 4],
    Option<&'static str>,
);

#[tokio::test(start_paused = true)]
async fn a_code_is_held_against_all_of_its_boxes() {
    let cases: [Case; 7] = [
        ("1234", ["", "", "", ""], ["1", "2", "3", "4"], Some("4")),
        ("12", ["", "", "", ""], ["1", "2", "", ""], Some("2")),
        ("1", ["", "", "", ""], ["1", "", "", ""], Some("1")),
        // A character is missing, another one is there, and one went elsewhere.
        ("1234", ["", "", "", ""], ["1", "2", "3", ""], None),
        ("1234", ["", "", "", ""], ["1", "3", "3", "4"], None),
        ("12", ["", "", "", ""], ["1", "", "2", ""], None),
        ("12", ["", "2", "", ""], ["1", "2", "", ""], None),
    ];
    for (text, before, after, fields) in cases {
        let screens = [boxes(&before, 0, false), boxes(&after, 3, false)];
        let phone = Played::default().shows(&[&screens[0], &screens[1]]);
        let result = run(&phone, &execution(&typed(text))).await.unwrap();
        let told = |key: &str| data(&result, 0, key).map(str::to_owned);
        let why = format!("{text} in {after:?}: {:?}", result.envelope.step_results);
        assert_eq!(told("fields").as_deref(), fields, "{why}");
        match fields {
            Some(_) => assert_eq!(told("text").as_deref(), Some(text), "{why}"),
            None => assert_eq!(told("error").as_deref(), Some("OUTCOME_UNKNOWN"), "{why}"),
        }
        // Nothing was pressed, and nothing was typed again.
        let calls = phone.calls();
        assert_eq!(calls.len(), 3, "{calls:?}");
        assert_eq!(
            (&*calls[0], &*calls[2]),
            ("observe", "observe"),
            "{calls:?}"
        );
    }
}

#[tokio::test(start_paused = true)]
async fn boxes_that_show_dots_are_held_against_their_number() {
    for (after, fields) in [
        (["•", "•", "•", "•"], Some("4")),
        (["•", "•", "", "•"], None),
    ] {
        let screens = [boxes(&[""; 4], 0, true), boxes(&after, 3, true)];
        let phone = Played::default().shows(&[&screens[0], &screens[1]]);
        let result = run(&phone, &execution(&typed("1234"))).await.unwrap();
        assert_eq!(data(&result, 0, "fields"), fields);
        assert_eq!(data(&result, 0, "text"), None);
    }
}
