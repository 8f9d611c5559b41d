//! The dump, attribute by attribute.

use clawperator_phone_screen::{DumpRequest, Screen};

use super::support::{CONFORMANCE, PLAIN, dump, open, parse, phone, phone_with, scene, tap_id};

#[tokio::test]
async fn the_first_nodes_are_exactly_these() {
    let phone = phone_with(&scene(r#"{"kind": "button", "id": "go", "text": "Say \"it's\" <&>"}, {"kind": "image_button", "id": "bare"}"#)).await;
    let xml = dump(&phone).await;
    let wrapper = |index: u32, id: &str, class: &str| {
        format!(
            "<node index=\"{index}\" text=\"\" resource-id=\"{id}\" class=\"android.widget.{class}\" package=\"test.app\" content-desc=\"\" checkable=\"false\" checked=\"false\" clickable=\"false\" enabled=\"true\" focusable=\"false\" focused=\"false\" scrollable=\"false\" long-clickable=\"false\" password=\"false\" selected=\"false\" bounds=\"[0,0][1080,2400]\">"
        )
    };
    let expected = [
        "<?xml version='1.0' encoding='UTF-8' standalone='yes' ?><hierarchy rotation=\"0\">".to_owned(),
        wrapper(0, "", "FrameLayout"),
        wrapper(0, "", "LinearLayout"),
        wrapper(0, "", "FrameLayout"),
        wrapper(0, "test.app:id/action_bar_root", "LinearLayout"),
        wrapper(0, "android:id/content", "FrameLayout"),
        wrapper(0, "", "LinearLayout").replace("[0,0][1080,2400]", "[0,63][1080,2274]"),
        "<node index=\"0\" text='Say \"it&apos;s\" &lt;&amp;&gt;' resource-id=\"test.app:id/go\" class=\"android.widget.Button\" package=\"test.app\" content-desc=\"\" checkable=\"false\" checked=\"false\" clickable=\"true\" enabled=\"true\" focusable=\"true\" focused=\"false\" scrollable=\"false\" long-clickable=\"false\" password=\"false\" selected=\"false\" bounds=\"[0,63][".to_owned(),
    ]
    .concat();
    assert_eq!(xml.get(..expected.len()), Some(expected.as_str()), "{xml}");
    let end = "<node NAF=\"true\" index=\"1\" text=\"\" resource-id=\"test.app:id/bare\" class=\"android.widget.ImageButton\" package=\"test.app\" content-desc=\"\" checkable=\"false\" checked=\"false\" clickable=\"true\" enabled=\"true\" focusable=\"true\" focused=\"false\" scrollable=\"false\" long-clickable=\"false\" password=\"false\" selected=\"false\" bounds=\"[0,189][126,315]\" /></node></node></node></node></node></node></hierarchy>";
    assert!(xml.ends_with(end), "{xml}");
}

#[tokio::test]
async fn hard_characters_are_written_as_the_platform_does() {
    let phone = phone_with(&scene(
        "{\"kind\": \"text\", \"text\": \"a\\nb\\tc \\u0001 😀 \\ue001 é\"}",
    ))
    .await;
    let xml = dump(&phone).await;
    assert!(
        xml.contains("text=\"a&#10;b&#9;c . &#128512; \u{e001} é\""),
        "{xml}"
    );
    assert_eq!(
        parse(&xml).pop().expect("a node").text,
        "a\nb\tc . 😀 \u{e001} é"
    );
}

#[tokio::test]
async fn unfriendly_nodes_are_marked_by_the_rule() {
    let phone = phone_with(&scene(
        r#"{"id": "a", "height": 20, "clickable": true}, {"id": "b", "height": 20, "clickable": true, "desc": "x"},
        {"id": "c", "kind": "row", "clickable": true, "children": [{"kind": "column", "children": [{"kind": "text", "text": "label"}]}]},
        {"id": "d", "height": 20, "clickable": true, "enabled": false}, {"id": "e", "height": 20},
        {"id": "f", "height": 20, "clickable": true, "class": "android.widget.ListView"}"#,
    ))
    .await;
    let naf: Vec<String> = parse(&dump(&phone).await)
        .into_iter()
        .filter(|node| node.is("NAF"))
        .map(|node| node.id)
        .collect();
    assert_eq!(naf, ["test.app:id/a"]);
}

#[tokio::test]
async fn indexes_count_what_exists_and_not_what_is_gone() {
    let phone = phone_with(&scene(
        r#"{"kind": "text", "text": "0"}, {"kind": "text", "text": "gone", "visible": false}, {"kind": "text", "text": "1"},
        {"kind": "scroll", "height": 50, "children": [{"kind": "column", "children": [{"kind": "text", "text": "a", "height": 100}, {"kind": "text", "text": "off", "height": 100}]}]}"#,
    ))
    .await;
    let xml = dump(&phone).await;
    assert!(xml.contains("<node index=\"1\" text=\"1\""), "{xml}");
    assert!(
        !xml.contains("gone") && !xml.contains("text=\"off\""),
        "{xml}"
    );
}

#[tokio::test]
async fn compressed_dumps_keep_what_matters() {
    let phone = phone();
    open(&phone, CONFORMANCE, ".ToggleActivity").await;
    let whole = parse(&dump(&phone).await);
    let xml = phone
        .dump(DumpRequest {
            windows: false,
            compressed: true,
        })
        .await
        .expect("a tree");
    let small = parse(&xml);
    assert!(small.len() < whole.len());
    let labels = |nodes: &[super::support::Node]| {
        nodes
            .iter()
            .map(|node| node.text.clone())
            .filter(|text| !text.is_empty())
            .collect::<Vec<_>>()
    };
    assert_eq!(labels(&small), labels(&whole));
}

#[tokio::test]
async fn every_window_is_told_topmost_first() {
    let phone = phone();
    open(&phone, CONFORMANCE, ".FieldsActivity").await;
    tap_id(&phone, "name").await;
    let xml = phone
        .dump(DumpRequest {
            windows: true,
            compressed: false,
        })
        .await
        .expect("a tree");
    let document = roxmltree::Document::parse(&xml).expect("well-formed");
    assert_eq!(document.root_element().tag_name().name(), "displays");
    let windows: Vec<_> = document
        .descendants()
        .filter(|node| node.has_tag_name("window"))
        .collect();
    let told: Vec<(&str, &str)> = windows
        .iter()
        .map(|window| {
            (
                window.attribute("title").unwrap_or_default(),
                window.attribute("type").unwrap_or_default(),
            )
        })
        .collect();
    assert_eq!(
        told,
        [
            ("Navigation bar", "TYPE_SYSTEM"),
            ("Status bar", "TYPE_SYSTEM"),
            ("Keyboard", "TYPE_INPUT_METHOD"),
            ("Text fields", "TYPE_APPLICATION"),
        ]
    );
    let names: Vec<&str> = windows[0]
        .attributes()
        .map(|attribute| attribute.name())
        .collect();
    assert_eq!(
        names,
        [
            "index",
            "title",
            "bounds",
            "active",
            "focused",
            "accessibility-focused",
            "id",
            "layer",
            "type"
        ]
    );
    assert_eq!(
        windows
            .iter()
            .filter(|window| window.attribute("active") == Some("true"))
            .count(),
        1
    );
    assert!(windows.iter().all(|window| {
        window
            .children()
            .any(|child| child.has_tag_name("hierarchy"))
    }));
}

#[tokio::test]
async fn a_dialog_is_the_whole_tree_while_it_is_open() {
    let phone = phone();
    open(&phone, CONFORMANCE, ".DialogActivity").await;
    tap_id(&phone, "open_dialog").await;
    let nodes = parse(&dump(&phone).await);
    assert!(
        nodes[0].bounds.0 > 0 && nodes[0].bounds.1 > 0,
        "the root is not the screen"
    );
    assert!(!nodes.iter().any(|node| node.id.ends_with("/open_dialog")));
}

#[tokio::test]
async fn a_web_page_exposes_nothing_and_can_be_touched() {
    let phone = phone();
    open(&phone, CONFORMANCE, ".WebActivity").await;
    let nodes = parse(&dump(&phone).await);
    let web = nodes
        .iter()
        .find(|node| node.class == "android.webkit.WebView")
        .expect("the web view");
    assert!(
        !nodes
            .iter()
            .any(|node| node.text.contains("web shop") || node.text == "Buy now")
    );
    let tap = super::support::point(web.bounds.0 + 150, web.bounds.1 + 300);
    phone
        .gesture(clawperator_phone_screen::InputGesture::Tap(tap))
        .await
        .expect("a tap");
    assert_eq!(phone.toast().as_deref(), Some("Bought"));
}

#[tokio::test]
async fn a_page_without_ids_has_none_of_its_own() {
    let phone = phone();
    open(&phone, CONFORMANCE, ".NoIdsActivity").await;
    let own = |node: &super::support::Node| {
        !node.id.is_empty()
            && !node.id.ends_with("/content")
            && !node.id.ends_with("/action_bar_root")
    };
    assert!(!parse(&dump(&phone).await).iter().any(own));
    assert!(
        phone
            .dump(PLAIN)
            .await
            .expect("a tree")
            .contains("NAF=\"true\"")
    );
}
