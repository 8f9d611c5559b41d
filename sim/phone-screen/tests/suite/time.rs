//! The phone's clock: manual, running, and what rest means.

use std::time::Duration;

use clawperator_phone_screen::{Scenes, Screen, ScreenClock, ScreenConfig, ScriptedScreen};

use super::support::{CONFORMANCE, by_id, by_text, open, phone, tap_id};

#[tokio::test]
async fn a_page_that_never_rests_is_told_so_on_a_manual_clock() {
    let clock = ScreenClock::manual();
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
        clock: ScreenClock::times(10.0),
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

#[tokio::test(start_paused = true)]
async fn a_running_clock_can_be_advanced_and_runs_on() {
    let clock = ScreenClock::times(2.0);
    let real = tokio::time::Instant::now();
    let waiting = clock.sleep_until(Duration::from_hours(1));
    let advancing = async {
        tokio::time::sleep(Duration::from_secs(5)).await;
        clock.advance(Duration::from_mins(59));
        assert_eq!(clock.now(), Duration::from_secs(59 * 60 + 10));
    };
    tokio::join!(waiting, advancing);
    // Ten seconds had passed and fifty were left: at twice the speed they take twenty-five.
    assert_eq!(real.elapsed().as_secs(), 30);
    assert!(clock.now() >= Duration::from_hours(1));
    assert!(clock.now() < Duration::from_secs(60 * 60 + 1));
}

#[tokio::test(start_paused = true)]
async fn a_clock_is_never_advanced_out_of_reach() {
    for clock in [
        ScreenClock::real(),
        ScreenClock::manual(),
        ScreenClock::instant(),
    ] {
        for _ in 0..1_000 {
            clock.advance(Duration::MAX);
        }
        let far = clock.now();
        let year = Duration::from_hours(24 * 365);
        assert!(far >= 399 * year && far <= 401 * year, "{far:?}");
        // What is due there still comes: nothing has wrapped round.
        let config = ScreenConfig {
            clock: clock.clone(),
            ..ScreenConfig::default()
        };
        let phone = ScriptedScreen::new(Scenes::shipped().expect("scenes"), &config);
        open(&phone, CONFORMANCE, ".MainActivity").await;
        assert!(by_text(&phone, "Conformance").await.is_some());
    }
}
