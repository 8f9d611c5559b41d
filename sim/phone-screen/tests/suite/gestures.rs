//! Fingers: taps, presses, swipes, flings, drags.

use std::time::Duration;

use clawperator_phone_screen::{InputGesture, MotionAction, Screen, ScreenEvent};

use super::support::{
    CONFORMANCE, by_id, by_text, hold_id, nodes, open, phone, phone_with, point, rest, scene,
    swipe, tap_id, tap_text, text_of,
};

#[tokio::test]
async fn swipes_reach_row_137_and_only_visible_rows_exist() {
    let phone = phone();
    open(&phone, CONFORMANCE, ".ListActivity").await;
    let mut swipes = 0;
    let row = loop {
        let rows: Vec<_> = nodes(&phone)
            .await
            .into_iter()
            .filter(|node| node.id.ends_with("/item"))
            .collect();
        assert!(rows.len() < 25, "{} rows exist", rows.len());
        if let Some(row) = by_text(&phone, "Row 137").await {
            break row;
        }
        swipes += 1;
        assert!(swipes < 60, "the row was passed");
        swipe(&phone, (540, 1_900), (540, 700), 800).await;
        rest(&phone).await;
    };
    phone
        .gesture(InputGesture::Tap(row.center()))
        .await
        .expect("a tap");
    assert_eq!(text_of(&phone, "picked").await, "Picked row 137");
    assert_eq!(by_text(&phone, "Row 1").await, None);
}

#[tokio::test]
async fn a_slow_swipe_scrolls_as_far_as_the_finger_less_the_slop() {
    let phone = phone();
    open(&phone, CONFORMANCE, ".ListActivity").await;
    let before = by_text(&phone, "Row 8").await.expect("row 8").bounds.1;
    // The finger rests at the end, so nothing is flung.
    phone
        .motion(MotionAction::Down, point(540, 1_500))
        .await
        .expect("down");
    for step in 1..=50 {
        phone.clock().advance(Duration::from_millis(20));
        phone
            .motion(MotionAction::Move, point(540, 1_500 - step * 10))
            .await
            .expect("move");
    }
    phone.clock().advance(Duration::from_millis(200));
    phone
        .motion(MotionAction::Up, point(540, 1_000))
        .await
        .expect("up");
    assert!(rest(&phone).await);
    let after = by_text(&phone, "Row 8").await.expect("row 8").bounds.1;
    assert_eq!(before - after, 500 - 21);
}

#[tokio::test]
async fn a_fast_swipe_flings_and_decays() {
    let phone = phone();
    open(&phone, CONFORMANCE, ".ListActivity").await;
    swipe(&phone, (540, 1_500), (540, 900), 100).await;
    let first = first_row(&phone).await;
    phone.clock().advance(Duration::from_millis(300));
    let second = first_row(&phone).await;
    assert!(second > first, "it still moves");
    assert!(rest(&phone).await);
    let last = first_row(&phone).await;
    assert!(
        last >= second && last < 100,
        "it comes to rest at row {last}"
    );
    phone.clock().advance(Duration::from_secs(10));
    assert_eq!(first_row(&phone).await, last);
}

async fn first_row(phone: &clawperator_phone_screen::ScriptedScreen) -> i32 {
    let rows = nodes(phone).await;
    let text = rows
        .iter()
        .find(|node| node.text.starts_with("Row "))
        .expect("a row")
        .text
        .clone();
    text.trim_start_matches("Row ").parse().expect("a number")
}

#[tokio::test]
async fn a_finger_that_catches_a_fling_is_no_tap() {
    let phone = phone();
    open(&phone, CONFORMANCE, ".ListActivity").await;
    swipe(&phone, (540, 1_500), (540, 900), 100).await;
    phone
        .gesture(InputGesture::Tap(point(540, 1_000)))
        .await
        .expect("a tap");
    assert_eq!(text_of(&phone, "picked").await, "Nothing picked");
    phone
        .gesture(InputGesture::Tap(point(540, 1_000)))
        .await
        .expect("a tap");
    assert!(text_of(&phone, "picked").await.starts_with("Picked row"));
}

#[tokio::test]
async fn chips_scroll_sideways_and_choose_one() {
    let phone = phone();
    open(&phone, CONFORMANCE, ".ChipsActivity").await;
    assert_eq!(by_text(&phone, "Street food").await, None);
    for _ in 0..6 {
        swipe(&phone, (900, 300), (200, 300), 400).await;
        rest(&phone).await;
    }
    tap_text(&phone, "Drinks").await;
    tap_text(&phone, "Street food").await;
    assert_eq!(text_of(&phone, "chosen").await, "Street food");
    let checked: Vec<String> = nodes(&phone)
        .await
        .into_iter()
        .filter(|node| node.is("checked"))
        .map(|node| node.text)
        .collect();
    assert_eq!(checked, ["Street food"]);
}

#[tokio::test]
async fn nested_scrollers_take_their_own_axis() {
    let phone = phone();
    open(&phone, CONFORMANCE, ".NestedActivity").await;
    swipe(&phone, (900, 600), (100, 600), 500).await;
    rest(&phone).await;
    assert_eq!(by_text(&phone, "Book 1.1").await, None);
    assert!(by_text(&phone, "Book 2.1").await.is_some());
    swipe(&phone, (500, 1_900), (500, 600), 500).await;
    rest(&phone).await;
    assert_eq!(by_text(&phone, "Shelf 1").await, None);
}

#[tokio::test]
async fn a_long_press_opens_the_menu_and_no_tap_follows() {
    let phone = phone();
    open(&phone, CONFORMANCE, ".MenuActivity").await;
    tap_id(&phone, "file").await;
    assert_eq!(text_of(&phone, "menu_state").await, "Opened photo.jpg");
    hold_id(&phone, "file").await;
    assert!(
        by_text(&phone, "Rename").await.is_some(),
        "the menu is the active window"
    );
    tap_text(&phone, "Rename").await;
    assert_eq!(
        text_of(&phone, "menu_state").await,
        "Held photo.jpg → Rename"
    );
    assert!(phone.history().iter().any(
        |entry| matches!(&entry.what, ScreenEvent::LongPressed(view) if view.key == "file_photo.jpg")
    ));
}

#[tokio::test]
async fn a_touch_outside_closes_a_dialog_that_allows_it() {
    let phone = phone();
    open(&phone, CONFORMANCE, ".DialogActivity").await;
    tap_id(&phone, "open_dialog").await;
    phone
        .gesture(InputGesture::Tap(point(540, 300)))
        .await
        .expect("a tap");
    assert_eq!(text_of(&phone, "result").await, "Dismissed");
    tap_id(&phone, "open_input").await;
    phone
        .gesture(InputGesture::Tap(point(540, 300)))
        .await
        .expect("a tap");
    assert!(by_id(&phone, "new_name").await.is_some(), "this one stays");
}

#[tokio::test]
async fn things_are_dragged_and_sliders_moved() {
    let phone = phone();
    open(&phone, CONFORMANCE, ".DragActivity").await;
    let (from, to) = (
        by_id(&phone, "card").await.expect("card").center(),
        by_id(&phone, "bin").await.expect("bin").center(),
    );
    phone
        .gesture(InputGesture::DragAndDrop {
            from,
            to,
            duration: Duration::from_millis(500),
        })
        .await
        .expect("a drag");
    assert_eq!(
        text_of(&phone, "drop_state").await,
        "Dropped into the bin 🗑"
    );
    open(&phone, CONFORMANCE, ".SlidersActivity").await;
    let bounds = by_id(&phone, "volume").await.expect("slider").bounds;
    let y = i32::midpoint(bounds.1, bounds.3);
    swipe(&phone, (bounds.0 + 60, y), (bounds.2 - 60, y), 300).await;
    assert_eq!(text_of(&phone, "moved").await, "Moved");
}

#[tokio::test]
async fn disabled_views_and_bare_ground_do_nothing() {
    let phone = phone_with(&scene(r#"{"kind": "button", "id": "off", "text": "Off", "enabled": false, "on": {"tap": [{"home": {}}]}}"#)).await;
    tap_id(&phone, "off").await;
    phone
        .gesture(InputGesture::Tap(point(500, 2_000)))
        .await
        .expect("a tap");
    let what: Vec<ScreenEvent> = phone
        .history()
        .into_iter()
        .map(|entry| entry.what)
        .collect();
    assert!(
        matches!(what.as_slice(), [.., ScreenEvent::Ignored(view), ScreenEvent::Injected { .. }, ScreenEvent::Missed { x: 500, y: 2_000 }] if view.id == "test.app:id/off")
    );
}

#[tokio::test]
async fn a_gesture_that_is_dropped_leaves_no_finger() {
    let clock = clawperator_phone_screen::ScreenClock::manual();
    let config = clawperator_phone_screen::ScreenConfig {
        clock,
        ..Default::default()
    };
    let phone = clawperator_phone_screen::ScriptedScreen::new(
        clawperator_phone_screen::Scenes::shipped().expect("scenes"),
        &config,
    );
    open(&phone, CONFORMANCE, ".MenuActivity").await;
    let at = by_id(&phone, "file").await.expect("a row").center();
    let press = phone.gesture(InputGesture::Swipe {
        from: at,
        to: at,
        duration: Duration::from_secs(5),
    });
    tokio::select! {
        biased;
        _ = press => panic!("the clock stands"),
        () = std::future::ready(()) => {}
    }
    phone.clock().advance(Duration::from_secs(10));
    assert_eq!(text_of(&phone, "menu_state").await, "Hold a file");
}

#[tokio::test]
async fn lists_load_more_at_their_end() {
    let phone = phone();
    open(&phone, CONFORMANCE, ".EndlessActivity").await;
    let mut last = 0;
    for _ in 0..40 {
        swipe(&phone, (540, 1_900), (540, 500), 200).await;
        rest(&phone).await;
        let posts = nodes(&phone).await;
        let now = posts
            .iter()
            .filter_map(|node| node.text.strip_prefix("Post ")?.parse::<i32>().ok())
            .max()
            .expect("a post");
        last = last.max(now);
    }
    assert_eq!(last, 100);
}
