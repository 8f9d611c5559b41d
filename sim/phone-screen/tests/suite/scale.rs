//! What a phone costs: nothing that grows with use, and little to begin with.

use std::sync::Arc;

use clawperator_phone_screen::{InputGesture, Scenes, ScenesBuilder, Screen, ScriptedScreen};

use super::support::{CONFORMANCE, SETTINGS, by_id, config, key, open, phone, text_of};

#[tokio::test]
async fn a_thousand_phones_share_their_scenes() {
    // Scenes of its own: the shipped ones are shared with the tests beside it, which come and go.
    let scenes = Scenes::shipped_builder().and_then(ScenesBuilder::build);
    let scenes = scenes.expect("scenes");
    let before = Arc::strong_count(&scenes);
    let phones: Vec<ScriptedScreen> = (0..1_000)
        .map(|_| ScriptedScreen::new(Arc::clone(&scenes), &config()))
        .collect();
    assert_eq!(Arc::strong_count(&scenes), before + 1_000);
    assert!(
        phones
            .last()
            .expect("a phone")
            .state()
            .await
            .resumed
            .is_some()
    );
}

#[tokio::test]
async fn stacks_and_history_are_bounded() {
    let phone = phone();
    open(&phone, SETTINGS, ".Settings").await;
    for _ in 0..200 {
        open(&phone, CONFORMANCE, ".CounterActivity").await;
        open(&phone, CONFORMANCE, ".ListActivity").await;
    }
    open(&phone, CONFORMANCE, ".CounterActivity").await;
    let button = by_id(&phone, "increment").await.expect("a button").center();
    for _ in 0..600 {
        phone
            .gesture(InputGesture::Tap(button))
            .await
            .expect("a tap");
    }
    assert_eq!(text_of(&phone, "count").await, "600");
    assert!(
        phone
            .state()
            .await
            .tasks
            .iter()
            .all(|task| task.activities.len() <= 64)
    );
    assert_eq!(phone.history().len(), 1_000);
    key(&phone, 3).await;
}
