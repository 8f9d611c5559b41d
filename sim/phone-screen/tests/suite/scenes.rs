//! Scene files: what is accepted, and what the errors teach.

use clawperator_phone_screen::Scenes;
use clawperator_phone_screen::scene::{SceneError, parse_scene, scene_schema};

use super::support::{by_id, nodes, phone_with, scene, scene_with, text_of};

fn refused(scene: &str) -> SceneError {
    let built = Scenes::builder().and_then(|builder| builder.scene(scene)?.build());
    built.expect_err("the scene is wrong")
}

#[test]
fn shipped_scenes_are_whole() {
    Scenes::shipped().expect("every page builds and every name leads somewhere");
}

#[test]
fn errors_name_the_place_and_teach() {
    for (wrong, place, taught) in [
        (
            scene(r#"{"kind": "txt"}"#),
            "apps[0].activities[0].view.children[0].kind",
            "unknown variant `txt`",
        ),
        (
            scene(r#"{"kind": "text", "tekst": "x"}"#),
            "apps[0].activities[0].view.children[0]",
            "unknown field `tekst`",
        ),
        (
            scene(r#"{"width": "wide"}"#),
            "children[0].width",
            "`match`, `wrap` or a number of dp",
        ),
        (
            scene(r#"{"padding": [1, 2, 3]}"#),
            "children[0].padding",
            "[left, top, right, bottom]",
        ),
        (
            scene(r##"{"look": {"color": "#12"}}"##),
            "look.color",
            "#rrggbb",
        ),
        (
            scene(r#"{"use": "row"}"#),
            "children[0].use",
            "no template `row`",
        ),
        (
            scene(r#"{"kind": "text", "text": "{{name}}"}"#),
            "children[0].text",
            "give it in `with`",
        ),
        (
            scene(r#"{"repeat": {"count": 2, "over": "apps"}}"#),
            "children[0].repeat",
            "exactly one of",
        ),
        (
            scene(r#"{"key": "a"}, {"key": "a"}"#),
            ".Main",
            "exists twice",
        ),
        (
            scene(r#"{"id": "go", "on": {"tap": [{"toggle": {"view": "g"}}]}}"#),
            "view `go`.on.tap[0]",
            "known are `go`",
        ),
        (
            scene(r#"{"on": {"tap": [{"goto": {"activity": ".Othr"}}]}}"#),
            "on.tap[0]",
            "`.Other`",
        ),
        (
            scene(r#"{"on": {"tap": [{"dialog": {"name": "d"}}]}}"#),
            "on.tap[0]",
            "no dialog `d`",
        ),
        (
            scene(
                r#"{"on": {"tap": [{"request_permission": {"permission": "android.permission.CAMRA"}}]}}"#,
            ),
            "on.tap[0]",
            "android.permission.CAMERA",
        ),
        (
            scene(
                r#"{"id": "a", "children": [{"id": "b"}, {"id": "b"}], "on": {"tap": [{"toggle": {"view": "b"}}]}}"#,
            ),
            "on.tap[0]",
            "self/ID",
        ),
        (
            scene(r#"{"repeat": {"count": 30000}}"#),
            "repetitions",
            "30000 is more than 20000",
        ),
        (
            r#"{"version": 2, "apps": []}"#.into(),
            "version",
            "\"version\": 1",
        ),
        (
            r#"{"version": 1, "apps": [{"package": "a b", "label": "x"}]}"#.into(),
            "package",
            "com.example.app",
        ),
        (
            r#"{"version": 1, "apps": []} x"#.into(),
            "after the scene",
            "trailing characters",
        ),
    ] {
        let message = refused(&wrong).to_string();
        assert!(message.contains(place), "{message}\nshould name {place}");
        assert!(message.contains(taught), "{message}\nshould teach {taught}");
    }
}

#[test]
fn a_template_that_uses_itself_is_refused() {
    let scene = r#"{"version": 1, "apps": [{"package": "test.app", "label": "T", "templates": {"a": {"use": "a"}},
        "activities": [{"class": ".Main", "view": {"use": "a"}}]}]}"#;
    assert!(matches!(refused(scene), SceneError::EndlessTemplate { .. }));
}

#[test]
fn views_nested_too_deeply_are_refused() {
    let json = format!("{}{{}}{}", r#"{"children": ["#.repeat(63), "]}".repeat(63));
    assert!(
        matches!(refused(&scene(&json)), SceneError::Malformed { reason, .. } if reason.contains("recursion limit"))
    );
    let chain = format!(
        "{}{{\"slot\": true}}{}",
        r#"{"children": ["#.repeat(20),
        "]}".repeat(20)
    );
    let used = format!(
        "{}{{}}{}",
        r#"{"use": "chain", "children": ["#.repeat(4),
        "]}".repeat(4)
    );
    let templates = format!(
        r#"{{"version": 1, "apps": [{{"package": "test.app", "label": "T", "templates": {{"chain": {chain}}},
        "activities": [{{"class": ".Main", "view": {used}}}]}}]}}"#
    );
    assert!(matches!(refused(&templates), SceneError::TooDeep { .. }));
}

#[test]
fn the_schema_describes_every_part() {
    let schema = scene_schema().to_value();
    assert_eq!(schema["$id"], "urn:clawperator:scene:1");
    let definitions = schema["$defs"].as_object().expect("definitions");
    for name in [
        "View",
        "Effect",
        "Condition",
        "Activity",
        "Size",
        "Edges",
        "Color",
        "Handlers",
    ] {
        assert!(
            definitions[name]["description"].is_string(),
            "{name} is described"
        );
    }
}

#[test]
fn a_scene_survives_being_written_and_read() {
    let text = include_str!("../../scenes/conformance.json");
    let read = parse_scene(text).expect("a scene");
    let written = serde_json::to_string(&read).expect("JSON");
    assert_eq!(parse_scene(&written).expect("the same scene"), read);
}

#[tokio::test]
async fn templates_rows_and_slots_are_written_out() {
    let scene = r#"{"version": 1, "apps": [{"package": "test.app", "label": "T", "launcher": ".Main",
      "templates": {
        "frame": {"kind": "column", "id": "outer", "children": [{"kind": "text", "id": "head", "text": "{{title}}"}, {"kind": "column", "id": "hole", "slot": true}]},
        "row": {"kind": "row", "id": "row", "children": [{"kind": "text", "id": "t", "text": "{{n}}: {{word}}"}, {"kind": "text", "id": "s", "if": "sub", "text": "{{sub}}"}]}},
      "activities": [{"class": ".Main", "exported": true, "view": {"use": "frame", "with": {"title": "Head"}, "children": [
        {"use": "row", "repeat": {"rows": [{"word": "one"}, {"word": "two", "sub": "below"}], "first": 7}}]}}]}]}"#;
    let phone = phone_with(scene).await;
    let texts: Vec<String> = nodes(&phone)
        .await
        .into_iter()
        .map(|node| node.text)
        .filter(|text| !text.is_empty())
        .collect();
    assert_eq!(texts, ["Head", "7: one", "8: two", "below"]);
    assert_eq!(
        by_id(&phone, "hole").await.expect("the slot").class,
        "android.widget.LinearLayout"
    );
}

#[tokio::test]
async fn an_app_of_a_later_file_replaces_an_earlier_one_and_gets_an_icon() {
    let scenes = Scenes::builder()
        .and_then(|builder| builder.scene(&scene(r#"{"kind": "text", "id": "t", "text": "old"}"#)))
        .and_then(|builder| {
            builder
                .scene(&scene(r#"{"kind": "text", "id": "t", "text": "new"}"#))?
                .build()
        })
        .expect("scenes");
    let phone = clawperator_phone_screen::ScriptedScreen::new(scenes, &super::support::config());
    super::support::tap_text(&phone, "Test").await;
    assert_eq!(text_of(&phone, "t").await, "new");
}

#[tokio::test]
async fn ids_come_short_full_and_bare() {
    let phone = phone_with(&scene_with(
        r#"{"kind": "text", "id": "short", "text": "1"}, {"kind": "text", "id": "android:id/full", "text": "2"}, {"kind": "text", "id": "=bare", "text": "3"}"#,
        "",
    ))
    .await;
    let ids: Vec<String> = nodes(&phone)
        .await
        .into_iter()
        .filter(|node| !node.text.is_empty())
        .map(|node| node.id)
        .collect();
    assert_eq!(ids, ["test.app:id/short", "android:id/full", "bare"]);
}
