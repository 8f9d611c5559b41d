//! A phone around a screen that was handed in.

use std::sync::Arc;

use clawperator_phone_screen::{Scenes, ScreenClock, ScreenConfig, ScriptedScreen};
use clawperator_virtual_phone::{ClockMode, Fault, FaultError, FaultKind, Release, VirtualPhone};

#[tokio::test]
async fn a_phone_shows_the_screen_that_it_was_given() {
    let config = ScreenConfig {
        size: (300, 500),
        clock: ScreenClock::instant(),
        ..ScreenConfig::default()
    };
    let screen = Arc::new(ScriptedScreen::new(Scenes::shipped().unwrap(), &config));
    let phone = VirtualPhone::builder(Release::Android14)
        .clock(ClockMode::Instant)
        .screen(Arc::clone(&screen) as _)
        .build()
        .unwrap();
    assert_eq!(phone.screenshot().await.width, 300);
    phone.tap(10.0, 10.0).await.unwrap();
    assert!(!screen.history().is_empty(), "the tap reached the screen");
    // The phone cannot ask another screen than its own what truly happened.
    assert!(phone.journal().entries.is_empty());
    phone.reset().await.unwrap();
    assert_eq!(phone.screenshot().await.width, 300);
}

#[tokio::test]
async fn faults_of_a_scripted_screen_are_refused_by_another() {
    let config = ScreenConfig::default();
    let screen = Arc::new(ScriptedScreen::new(Scenes::shipped().unwrap(), &config));
    let phone = VirtualPhone::builder(Release::Android14)
        .screen(screen)
        .build()
        .unwrap();
    let set = phone.faults().set(Fault::EmojiInText).await;
    assert_eq!(set, Err(FaultError::NotOnThisScreen));
    phone
        .faults()
        .set(Fault::StorageLow { free_bytes: 7 })
        .await
        .unwrap();
    let names: Vec<FaultKind> = phone.faults().list().iter().map(Fault::kind).collect();
    assert_eq!(names, [FaultKind::StorageLow]);
}
