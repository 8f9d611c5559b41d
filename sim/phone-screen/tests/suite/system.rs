//! Bars, shade, lock, recents and power.

use std::time::Duration;

use clawperator_phone_screen::{
    DumpRefused, InputGesture, Lock, Scenes, Screen, ScreenConfig, ScriptedScreen, WindowKind,
};

use super::support::{
    CONFORMANCE, PLAIN, SETTINGS, by_id, by_text, config, key, open, page, parse, phone, point,
    swipe, tap_id, tap_text, text_of,
};

#[tokio::test]
async fn the_bars_are_windows_and_their_buttons_work() {
    let phone = phone();
    open(&phone, CONFORMANCE, ".MainActivity").await;
    let state = phone.state().await;
    let titles: Vec<&str> = state
        .windows
        .iter()
        .map(|window| window.title.as_str())
        .collect();
    assert_eq!(
        titles,
        [
            "dev.clawperator.conformance/dev.clawperator.conformance.MainActivity",
            "StatusBar",
            "NavigationBar0"
        ]
    );
    assert_eq!(state.windows[0].kind, WindowKind::Application);
    assert!(state.windows[0].focused);
    let xml = phone
        .dump(clawperator_phone_screen::DumpRequest {
            windows: true,
            compressed: false,
        })
        .await
        .expect("a tree");
    let home = parse(&xml)
        .into_iter()
        .find(|node| node.id == "com.android.systemui:id/home")
        .expect("the button");
    phone
        .gesture(InputGesture::Tap(home.center()))
        .await
        .expect("a tap");
    assert_eq!(page(&phone).await, ".uioverrides.QuickstepLauncher");
}

#[tokio::test]
async fn a_swipe_from_the_status_bar_opens_the_shade() {
    let phone = phone();
    open(&phone, CONFORMANCE, ".MainActivity").await;
    swipe(&phone, (540, 10), (540, 900), 300).await;
    assert_eq!(
        by_text(&phone, "No notifications")
            .await
            .expect("the shade")
            .package,
        "com.android.systemui"
    );
    key(&phone, 4).await;
    assert_eq!(by_text(&phone, "No notifications").await, None);
    phone.set_shade(true).await;
    assert!(
        phone
            .state()
            .await
            .windows
            .iter()
            .any(|window| window.title == "NotificationShade" && window.focused)
    );
    key(&phone, 3).await;
    assert_eq!(page(&phone).await, ".uioverrides.QuickstepLauncher");
}

#[tokio::test]
async fn the_app_drawer_opens_with_a_swipe_and_starts_apps() {
    let phone = phone();
    swipe(&phone, (540, 1_300), (540, 500), 300).await;
    assert_eq!(page(&phone).await, ".allapps.AllAppsActivity");
    tap_text(&phone, "Little shop").await;
    assert_eq!(page(&phone).await, ".MainActivity");
    assert_eq!(
        phone.state().await.resumed.expect("an app").0,
        "dev.clawperator.shop"
    );
}

#[tokio::test]
async fn power_keys_and_the_sleeping_phone() {
    let phone = phone();
    key(&phone, 26).await;
    assert_eq!(phone.dump(PLAIN).await, Err(DumpRefused::NoRoot));
    assert_eq!(phone.state().await.resumed, None);
    phone
        .gesture(InputGesture::Tap(point(100, 100)))
        .await
        .expect("a tap");
    key(&phone, 26).await;
    assert!(phone.dump(PLAIN).await.is_ok());
    key(&phone, 223).await;
    key(&phone, 224).await;
    phone.set_awake(false).await;
    phone.set_awake(true).await;
    assert_eq!(page(&phone).await, ".uioverrides.QuickstepLauncher");
}

#[tokio::test]
async fn a_pin_is_asked_for() {
    let config = ScreenConfig {
        lock: Lock::Pin("2468".into()),
        ..config()
    };
    let phone = ScriptedScreen::new(Scenes::shipped().expect("scenes"), &config);
    assert!(phone.state().await.keyguard);
    key(&phone, 3).await;
    assert!(phone.state().await.keyguard, "home does not open a lock");
    key(&phone, 82).await;
    phone.text("1111").await.expect("text");
    key(&phone, 66).await;
    assert_eq!(text_of(&phone, "keyguard_message_area").await, "Wrong PIN");
    for digit in ["key2", "key4", "key6", "key8"] {
        tap_id(&phone, digit).await;
    }
    assert_eq!(text_of(&phone, "pinEntry").await, "••••");
    tap_id(&phone, "key_enter").await;
    assert!(!phone.state().await.keyguard);
}

#[tokio::test]
async fn a_task_is_swiped_away() {
    let phone = phone();
    open(&phone, SETTINGS, ".Settings").await;
    key(&phone, 187).await;
    let card = by_id(&phone, "task").await.expect("a card").center();
    phone
        .gesture(InputGesture::Swipe {
            from: card,
            to: point(540, 300),
            duration: Duration::from_millis(200),
        })
        .await
        .expect("a swipe");
    assert!(by_id(&phone, "recents_empty_message").await.is_some());
    assert!(
        phone
            .packages()
            .await
            .iter()
            .any(|package| package.name == SETTINGS && package.pid.is_none())
    );
}

#[tokio::test]
async fn the_wall_clock_runs_and_jumps() {
    let phone = phone();
    assert_eq!(text_of(&phone, "clock_text").await, "10:08");
    phone.clock().advance(Duration::from_mins(2));
    assert_eq!(text_of(&phone, "clock_text").await, "10:10");
    phone.set_wall_clock(Duration::from_secs(0));
    assert_eq!(
        (
            text_of(&phone, "clock_text").await.as_str(),
            text_of(&phone, "date").await.as_str()
        ),
        ("0:00", "Thu, Jan 1")
    );
    assert_eq!(phone.wall_clock(), Duration::ZERO);
}

#[tokio::test]
async fn permissions_can_be_set_from_outside() {
    let phone = phone();
    open(&phone, CONFORMANCE, ".PermissionActivity").await;
    assert_eq!(by_id(&phone, "camera_granted").await, None);
    phone
        .set_permission(CONFORMANCE, "android.permission.CAMERA", true)
        .await;
    assert!(by_id(&phone, "camera_granted").await.is_some());
    tap_id(&phone, "ask").await;
    assert_eq!(text_of(&phone, "camera_state").await, "Camera is ready 📷");
}

#[tokio::test]
async fn a_turned_phone_keeps_what_was_typed() {
    let phone = phone();
    open(&phone, CONFORMANCE, ".FieldsActivity").await;
    tap_id(&phone, "name").await;
    phone.text("Ada").await.expect("text");
    phone.set_rotation(3).await;
    assert_eq!(text_of(&phone, "name").await, "Ada");
    let image = phone.screenshot().await;
    assert_eq!((image.width, image.height), (2_400, 1_080));
}
