//! Things that go wrong on purpose.

use std::time::Duration;

use clawperator_phone_screen::{
    DumpRefused, InjectRefused, InputGesture, Screen, ScreenEvent, ScreenFaults, Wakefulness,
};

use super::support::{
    CONFORMANCE, PLAIN, by_id, dump, key, nodes, open, page, phone, point, rest, swipe, tap_id,
    text_of,
};

#[tokio::test]
async fn the_tree_lags_behind_a_tap() {
    let phone = phone();
    open(&phone, CONFORMANCE, ".CounterActivity").await;
    phone.set_faults(ScreenFaults {
        stale_after_tap: Duration::from_millis(800),
        ..ScreenFaults::default()
    });
    tap_id(&phone, "increment").await;
    assert_eq!(text_of(&phone, "count").await, "0");
    phone.clock().advance(Duration::from_millis(799));
    assert_eq!(text_of(&phone, "count").await, "0");
    phone.clock().advance(Duration::from_millis(1));
    assert_eq!(text_of(&phone, "count").await, "1");
}

#[tokio::test]
async fn taps_are_lost() {
    let phone = phone();
    open(&phone, CONFORMANCE, ".CounterActivity").await;
    phone.set_faults(ScreenFaults {
        lose_taps: 2,
        ..ScreenFaults::default()
    });
    for _ in 0..3 {
        tap_id(&phone, "increment").await;
    }
    assert_eq!(text_of(&phone, "count").await, "1");
    assert_eq!(
        phone
            .history()
            .iter()
            .filter(|entry| entry.what == ScreenEvent::Lost)
            .count(),
        2
    );
    assert_eq!(phone.faults().lose_taps, 0);
}

#[tokio::test]
async fn dumps_fail_and_recover() {
    let phone = phone();
    phone.set_faults(ScreenFaults {
        null_roots: 1,
        killed_dumps: 1,
        ..ScreenFaults::default()
    });
    assert_eq!(phone.dump(PLAIN).await, Err(DumpRefused::Killed));
    assert_eq!(phone.dump(PLAIN).await, Err(DumpRefused::NoRoot));
    assert!(phone.dump(PLAIN).await.is_ok());
}

#[tokio::test]
async fn the_phone_never_rests_and_refuses_input() {
    let phone = phone();
    phone.set_faults(ScreenFaults {
        never_idle: true,
        refuse_input: true,
        ..ScreenFaults::default()
    });
    assert!(!rest(&phone).await);
    let tap = phone.gesture(InputGesture::Tap(point(1, 1))).await;
    assert_eq!(tap, Err(InjectRefused::NotPermitted));
    assert_eq!(phone.text("x").await, Err(InjectRefused::NotPermitted));
    phone.set_faults(ScreenFaults::default());
    assert!(rest(&phone).await);
}

#[tokio::test]
async fn emoji_are_in_every_text() {
    let phone = phone();
    open(&phone, CONFORMANCE, ".CounterActivity").await;
    phone.set_faults(ScreenFaults {
        emoji_in_text: true,
        ..ScreenFaults::default()
    });
    assert!(dump(&phone).await.contains("text=\"Reset &#128512;\""));
    assert!(
        nodes(&phone)
            .await
            .iter()
            .filter(|node| !node.text.is_empty())
            .all(|node| node.text.ends_with('😀'))
    );
}

#[tokio::test]
async fn apps_crash_and_hang_from_outside() {
    let phone = phone();
    open(&phone, CONFORMANCE, ".MainActivity").await;
    assert!(phone.crash(CONFORMANCE));
    assert_eq!(
        text_of(&phone, "alertTitle").await,
        "Conformance keeps stopping"
    );
    tap_id(&phone, "aerr_close").await;
    assert!(!phone.crash("no.such.app"));
    open(&phone, CONFORMANCE, ".MainActivity").await;
    assert!(phone.stop_responding(CONFORMANCE, Duration::from_secs(30)));
    let state = phone.state().await;
    assert!(state.windows.iter().any(|window| window.focused
        && window.title == "Application Not Responding: dev.clawperator.conformance"));
    tap_id(&phone, "aerr_close").await;
    assert_eq!(page(&phone).await, ".uioverrides.QuickstepLauncher");
    assert!(phone.hang(CONFORMANCE, Duration::from_secs(1)));
}

#[tokio::test]
async fn the_screen_is_off_and_locked() {
    let phone = phone();
    open(&phone, CONFORMANCE, ".MainActivity").await;
    phone.turn_off_and_lock();
    let state = phone.state().await;
    assert_eq!(
        (state.wakefulness, state.keyguard, state.resumed),
        (Wakefulness::Asleep, true, None)
    );
    assert!(
        phone
            .screenshot()
            .await
            .pixels
            .chunks(4)
            .all(|pixel| pixel == [0, 0, 0, 255])
    );
    swipe(&phone, (540, 1_800), (540, 600), 300).await;
    assert!(phone.state().await.keyguard, "a dark screen takes no touch");
    key(&phone, 224).await;
    assert!(by_id(&phone, "lockscreen_clock_view").await.is_some());
    swipe(&phone, (540, 1_800), (540, 600), 300).await;
    assert_eq!(page(&phone).await, ".MainActivity");
}
