//! The scripted phone, on which the same is done.

use std::time::Duration;

use clawperator_phone_screen::{
    DumpRequest, LaunchOutcome, Scenes, Screen, ScreenClock, ScreenConfig, ScriptedScreen,
};
use clawperator_ui::Tree;

use super::super::file::Toolkit;
use super::super::rig;

const QUIET: Duration = Duration::from_millis(500);
const WITHIN: Duration = Duration::from_secs(10);

pub(super) async fn open(page: &str) -> ScriptedScreen {
    let scenes = Scenes::shipped().unwrap();
    // Time passes when somebody waits for it, so that a busy machine changes nothing.
    let config = ScreenConfig {
        clock: ScreenClock::instant(),
        ..ScreenConfig::default()
    };
    let screen = ScriptedScreen::new(scenes, &config);
    let intent = rig::page(&Toolkit::Views.address(page));
    let launch = screen.start(&intent).await;
    assert!(
        matches!(launch, LaunchOutcome::Started { .. }),
        "{page}: {launch:?}"
    );
    rest(&screen).await;
    screen
}

/// Waits until nothing happens on a screen any more.
pub(super) async fn rest(screen: &dyn Screen) {
    screen.wait_for_idle(QUIET, WITHIN).await;
}

/// What a screen shows when it has come to rest.
pub(super) async fn tree(screen: &dyn Screen) -> Option<Tree> {
    rest(screen).await;
    let request = DumpRequest {
        windows: true,
        compressed: false,
    };
    let dump = screen.dump(request).await.ok()?;
    Some(Tree::parse(dump.as_bytes()).ok()?.tree)
}
