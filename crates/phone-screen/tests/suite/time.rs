//! The phone's clock: manual, running, and what rest means.

use std::time::Duration;

use clawperator_phone_screen::{Clock, Scenes, Screen, ScreenConfig, ScriptedScreen};

use super::support::{CONFORMANCE, by_id, by_text, open, phone, tap_id};

#[tokio::test]
async fn a_page_that_never_rests_is_told_so_on_a_manual_clock() {
    let clock = Clock::manual();
    let config = ScreenConfig {
        clock: clock.clone(),
        ..ScreenConfig::default()
    };
    let phone = ScriptedScreen::new(Scenes::shipped().expect("scenes"), &config);
    open(&phone, CONFORMANCE, ".RestlessActivity").await;
    let driver = async {
        for _ in 0..200 {
            clock.advance(Duration::from_millis(100));
            tokio::task::yield_now().await;
        }
    };
    let (idle, ()) = tokio::join!(
        phone.wait_for_idle(Duration::from_secs(1), Duration::from_secs(10)),
        driver
    );
    assert!(!idle);
    tap_id(&phone, "stop").await;
    let driver = async {
        for _ in 0..30 {
            clock.advance(Duration::from_millis(100));
            tokio::task::yield_now().await;
        }
    };
    let (idle, ()) = tokio::join!(
        phone.wait_for_idle(Duration::from_secs(1), Duration::from_secs(10)),
        driver
    );
    assert!(idle);
}

#[tokio::test]
async fn a_slow_page_rests_when_it_has_loaded() {
    let phone = phone();
    open(&phone, CONFORMANCE, ".SlowActivity").await;
    assert!(by_id(&phone, "loading_text").await.is_some());
    let before = phone.clock().now();
    assert!(
        phone
            .wait_for_idle(Duration::from_secs(1), Duration::from_secs(10))
            .await
    );
    assert_eq!(
        phone.clock().now().saturating_sub(before),
        Duration::from_secs(4)
    );
    assert!(by_text(&phone, "Result 1").await.is_some());
}

#[tokio::test]
async fn a_dialog_opens_late() {
    let phone = phone();
    open(&phone, CONFORMANCE, ".DialogActivity").await;
    tap_id(&phone, "open_late").await;
    assert!(by_id(&phone, "open_late").await.is_some());
    phone.clock().advance(Duration::from_millis(1_500));
    assert!(by_text(&phone, "Do you like this app?").await.is_some());
}

#[tokio::test(start_paused = true)]
async fn a_running_clock_follows_real_time_by_its_factor() {
    let config = ScreenConfig {
        clock: Clock::times(10.0),
        ..ScreenConfig::default()
    };
    let phone = ScriptedScreen::new(Scenes::shipped().expect("scenes"), &config);
    let start = tokio::time::Instant::now();
    open(&phone, CONFORMANCE, ".SlowActivity").await;
    assert!(
        phone
            .wait_for_idle(Duration::from_secs(1), Duration::from_secs(10))
            .await
    );
    let took = start.elapsed();
    assert!((390..450).contains(&took.as_millis()), "{took:?}");
}
