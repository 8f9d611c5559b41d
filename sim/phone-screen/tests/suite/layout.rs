//! Layout in numbers: 1080 by 2400 at 420 dpi, so that one dp is 2.625 pixels.

use clawperator_phone_screen::Screen;

use super::support::{by_id, phone, phone_with, scene};

/// Above the content stand 24 dp of status bar, below 48 dp of navigation bar.
const TOP: i32 = 63;
const BOTTOM: i32 = 2_400 - 126;

async fn bounds(views: &str, ids: &[&str]) -> Vec<(i32, i32, i32, i32)> {
    let phone = phone_with(&scene(views)).await;
    let mut found = Vec::new();
    for id in ids {
        found.push(
            by_id(&phone, id)
                .await
                .unwrap_or_else(|| panic!("{id}"))
                .bounds,
        );
    }
    found
}

#[tokio::test]
async fn weights_share_what_is_left() {
    let views = r#"{"id": "a", "height": 40}, {"id": "b", "weight": 1}, {"id": "c", "weight": 3}"#;
    let left = BOTTOM - TOP - 105;
    assert_eq!(
        bounds(views, &["a", "b", "c"]).await,
        [
            (0, TOP, 1_080, TOP + 105),
            (0, TOP + 105, 1_080, TOP + 105 + left / 4),
            (0, TOP + 105 + left / 4, 1_080, BOTTOM),
        ]
    );
}

#[tokio::test]
async fn rows_wrap_and_match() {
    let views = r#"{"kind": "row", "id": "row", "padding": 8, "children": [
        {"id": "left", "width": 40, "height": 40}, {"id": "middle", "weight": 1, "height": 20}, {"id": "right", "width": 60, "height": "match"}]}"#;
    assert_eq!(
        bounds(views, &["row", "left", "middle", "right"]).await,
        [
            (0, TOP, 1_080, TOP + 105 + 42),
            (21, TOP + 21, 126, TOP + 126),
            (126, TOP + 21, 1_080 - 21 - 158, TOP + 21 + 53),
            (1_080 - 21 - 158, TOP + 21, 1_080 - 21, TOP + 126),
        ]
    );
}

#[tokio::test]
async fn frames_align_their_children() {
    let views = r#"{"kind": "frame", "id": "f", "height": 200, "children": [
        {"id": "a", "width": 40, "height": 40}, {"id": "b", "width": 40, "height": 40, "align": "center"},
        {"id": "c", "width": 40, "height": 40, "align": "bottom_end"}, {"id": "d", "height": "match", "margin": 20}]}"#;
    assert_eq!(
        bounds(views, &["a", "b", "c", "d"]).await,
        [
            (0, TOP, 105, TOP + 105),
            (487, TOP + 210, 592, TOP + 315),
            (975, TOP + 420, 1_080, TOP + 525),
            (53, TOP + 53, 1_027, TOP + 472),
        ]
    );
}

#[tokio::test]
async fn grids_have_columns() {
    let views = r#"{"kind": "grid", "columns": 3, "children": [{"id": "a", "height": 40}, {"id": "b", "height": 80}, {"id": "c", "height": 40}, {"id": "d", "height": 40}]}"#;
    assert_eq!(
        bounds(views, &["a", "b", "d"]).await,
        [
            (0, TOP, 360, TOP + 105),
            (360, TOP, 720, TOP + 210),
            (0, TOP + 210, 360, TOP + 315)
        ]
    );
}

#[tokio::test]
async fn what_is_scrolled_away_is_clipped_or_left_out() {
    let views = r#"{"kind": "scroll", "id": "s", "height": 100, "children": [{"kind": "column", "id": "inner", "children": [
        {"id": "a", "height": 60}, {"id": "b", "height": 60}, {"id": "c", "height": 60}]}]}"#;
    let phone = phone_with(&scene(views)).await;
    assert_eq!(
        by_id(&phone, "b").await.expect("b").bounds,
        (0, TOP + 158, 1_080, TOP + 263)
    );
    assert_eq!(by_id(&phone, "c").await, None);
    assert!(by_id(&phone, "s").await.expect("s").is("scrollable"));
}

#[tokio::test]
async fn a_turned_phone_lays_out_again() {
    let phone = phone_with(&scene(r#"{"id": "a", "weight": 1}"#)).await;
    phone.set_rotation(1).await;
    assert_eq!(
        by_id(&phone, "a").await.expect("a").bounds,
        (0, TOP, 2_400, 1_080 - 126)
    );
    assert!(
        super::support::dump(&phone)
            .await
            .contains("<hierarchy rotation=\"1\">")
    );
    phone.set_rotation(0).await;
    phone.set_display(Some((720, 1_280)), Some(320)).await;
    assert_eq!(
        by_id(&phone, "a").await.expect("a").bounds,
        (0, 48, 720, 1_280 - 96)
    );
    let state = phone.state().await;
    assert_eq!(
        (state.size_override, state.density_override),
        (Some((720, 1_280)), Some(320))
    );
}

#[tokio::test]
async fn sizes_that_depend_on_each_other_end() {
    let deep = format!(
        "{}{{\"kind\": \"text\", \"id\": \"deep\", \"text\": \"x\"}}{}",
        r#"{"kind": "row", "width": "wrap", "children": [{"height": "match", "width": 1}, {"kind": "column", "width": "wrap", "children": [{"width": "match", "height": 1},"#.repeat(25),
        "]}]}".repeat(25)
    );
    let phone = phone_with(&scene(&deep)).await;
    assert!(by_id(&phone, "deep").await.is_some());
}

#[tokio::test]
async fn sizes_beyond_every_display_are_only_numbers() {
    let huge = r#"{"kind": "list", "id": "list", "weight": 1, "children": [{"id": "row", "height": 10000, "margin": 10000, "padding": 10000, "repeat": {"count": 9000}, "children": [{"kind": "text", "text": "x", "look": {"size": 65535, "icon": "gear"}}]}]}"#;
    let phone = phone_with(&scene(huge)).await;
    phone.set_display(None, Some(1_000)).await;
    assert!(
        by_id(&phone, "list")
            .await
            .expect("the list")
            .is("scrollable")
    );
    super::support::swipe(&phone, (540, 1_800), (540, 300), 100).await;
    phone.screenshot().await;
}

#[tokio::test]
async fn the_home_page_of_settings_has_the_rows_of_a_real_one() {
    let phone = phone();
    super::support::open(&phone, super::support::SETTINGS, ".Settings").await;
    let row = super::support::by_text(&phone, "Network & internet")
        .await
        .expect("the first row");
    assert_eq!(
        (row.id.as_str(), row.class.as_str()),
        ("android:id/title", "android.widget.TextView")
    );
}
