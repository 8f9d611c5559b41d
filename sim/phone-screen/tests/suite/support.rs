//! A phone for a test and ways to look at its tree.

use std::time::Duration;

use clawperator_phone_screen::{
    DumpRequest, HistoryEntry, InputGesture, Intent, KeyPress, LaunchOutcome, Scenes, Screen,
    ScreenClock, ScreenConfig, ScreenEvent, ScriptedScreen, TouchPoint,
};

pub(super) const CONFORMANCE: &str = "dev.clawperator.conformance";
pub(super) const SETTINGS: &str = "com.android.settings";
pub(super) const SHOP: &str = "dev.clawperator.shop";
pub(super) const PLAIN: DumpRequest = DumpRequest {
    windows: false,
    compressed: false,
};

/// A node of a dump.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Node {
    pub(super) text: String,
    pub(super) id: String,
    pub(super) class: String,
    pub(super) package: String,
    pub(super) desc: String,
    pub(super) flags: Vec<String>,
    pub(super) bounds: (i32, i32, i32, i32),
}

impl Node {
    pub(super) fn is(&self, flag: &str) -> bool {
        self.flags.iter().any(|known| known == flag)
    }

    pub(super) fn center(&self) -> TouchPoint {
        let (left, top, right, bottom) = self.bounds;
        point(i32::midpoint(left, right), i32::midpoint(top, bottom))
    }
}

pub(super) fn point(x: i32, y: i32) -> TouchPoint {
    #[expect(clippy::cast_precision_loss, reason = "pixels are small")]
    TouchPoint {
        x: x as f32,
        y: y as f32,
    }
}

pub(super) fn config() -> ScreenConfig {
    ScreenConfig {
        clock: ScreenClock::instant(),
        ..ScreenConfig::default()
    }
}

/// A phone with every shipped scene, on a clock that waits for nobody.
pub(super) fn phone() -> ScriptedScreen {
    ScriptedScreen::new(Scenes::shipped().expect("shipped scenes"), &config())
}

/// A phone with one app of a test, on its first page.
pub(super) async fn phone_with(scene: &str) -> ScriptedScreen {
    let scenes = Scenes::builder()
        .and_then(|builder| builder.scene(scene)?.build())
        .expect("scene");
    let phone = ScriptedScreen::new(scenes, &config());
    open(&phone, "test.app", ".Main").await;
    phone
}

/// A scene with one app `test.app` and one page of these views.
pub(super) fn scene(views: &str) -> String {
    scene_with(views, "")
}

/// The same, with more fields of the activity.
pub(super) fn scene_with(views: &str, more: &str) -> String {
    format!(
        r#"{{"version": 1, "apps": [{{"package": "test.app", "label": "Test", "launcher": ".Main",
            "permissions": [{{"name": "android.permission.CAMERA", "wants": "take pictures"}}],
            "activities": [
              {{"class": ".Main", "exported": true, "view": {{"kind": "column", "height": "match", "children": [{views}]}} {more}}},
              {{"class": ".Other", "view": {{"kind": "column", "children": [
                {{"kind": "text", "id": "other", "text": "Other {{{{extra.word}}}}"}},
                {{"kind": "button", "id": "done", "text": "Done", "on": {{"tap": [{{"finish": {{"result": "ok", "extras": {{"answer": "42"}}}}}}]}}}}]}}}}]}}]}}"#
    )
}

pub(super) async fn open(phone: &ScriptedScreen, package: &str, class: &str) -> LaunchOutcome {
    let component = Some((package.to_owned(), format!("{package}{class}")));
    phone
        .start(&Intent {
            component,
            ..Intent::default()
        })
        .await
}

pub(super) async fn dump(phone: &ScriptedScreen) -> String {
    phone.dump(PLAIN).await.expect("a tree")
}

pub(super) async fn nodes(phone: &ScriptedScreen) -> Vec<Node> {
    parse(&dump(phone).await)
}

/// Reads a dump with a parser that is not ours.
pub(super) fn parse(xml: &str) -> Vec<Node> {
    let document = roxmltree::Document::parse(xml).expect("well-formed XML");
    let element = |node: roxmltree::Node<'_, '_>| {
        let get = |name: &str| node.attribute(name).unwrap_or_default().to_owned();
        let bounds = get("bounds").replace("][", ",").replace(['[', ']'], "");
        let numbers: Vec<i32> = bounds
            .split(',')
            .map(|number| number.parse().expect("a number"))
            .collect();
        let flags = node
            .attributes()
            .filter(|attribute| attribute.value() == "true");
        Node {
            text: get("text"),
            id: get("resource-id"),
            class: get("class"),
            package: get("package"),
            desc: get("content-desc"),
            flags: flags.map(|attribute| attribute.name().to_owned()).collect(),
            bounds: (numbers[0], numbers[1], numbers[2], numbers[3]),
        }
    };
    document
        .descendants()
        .filter(|node| node.has_tag_name("node"))
        .map(element)
        .collect()
}

pub(super) async fn by_id(phone: &ScriptedScreen, id: &str) -> Option<Node> {
    let suffix = format!("/{id}");
    nodes(phone)
        .await
        .into_iter()
        .find(|node| node.id.ends_with(&suffix))
}

pub(super) async fn by_text(phone: &ScriptedScreen, text: &str) -> Option<Node> {
    nodes(phone)
        .await
        .into_iter()
        .find(|node| node.text == text)
}

pub(super) async fn text_of(phone: &ScriptedScreen, id: &str) -> String {
    by_id(phone, id)
        .await
        .map(|node| node.text)
        .unwrap_or_default()
}

pub(super) async fn tap_id(phone: &ScriptedScreen, id: &str) {
    let node = by_id(phone, id)
        .await
        .unwrap_or_else(|| panic!("no view {id}"));
    phone
        .gesture(InputGesture::Tap(node.center()))
        .await
        .expect("a tap");
}

pub(super) async fn tap_text(phone: &ScriptedScreen, text: &str) {
    let node = by_text(phone, text)
        .await
        .unwrap_or_else(|| panic!("no text {text}"));
    phone
        .gesture(InputGesture::Tap(node.center()))
        .await
        .expect("a tap");
}

pub(super) async fn hold_id(phone: &ScriptedScreen, id: &str) {
    let at = by_id(phone, id).await.expect("a view").center();
    phone
        .gesture(InputGesture::Swipe {
            from: at,
            to: at,
            duration: Duration::from_millis(600),
        })
        .await
        .expect("a press");
}

pub(super) async fn swipe(phone: &ScriptedScreen, from: (i32, i32), to: (i32, i32), ms: u64) {
    let (from, to) = (point(from.0, from.1), point(to.0, to.1));
    let duration = Duration::from_millis(ms);
    phone
        .gesture(InputGesture::Swipe { from, to, duration })
        .await
        .expect("a swipe");
}

pub(super) async fn key(phone: &ScriptedScreen, code: u32) {
    phone
        .key(KeyPress { code, long: false })
        .await
        .expect("a key");
}

pub(super) async fn rest(phone: &ScriptedScreen) -> bool {
    phone
        .wait_for_idle(Duration::from_millis(500), Duration::from_secs(10))
        .await
}

pub(super) fn effects(phone: &ScriptedScreen) -> Vec<&'static str> {
    let effect = |entry: HistoryEntry| match entry.what {
        ScreenEvent::Effect(name) => Some(name),
        _ => None,
    };
    phone.history().into_iter().filter_map(effect).collect()
}

/// The class of the resumed activity without its package.
pub(super) async fn page(phone: &ScriptedScreen) -> String {
    let resumed = phone.state().await.resumed;
    resumed
        .map(|(package, class)| class.replacen(&package, "", 1))
        .unwrap_or_default()
}
