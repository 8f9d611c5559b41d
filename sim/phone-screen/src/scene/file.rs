//! The scene file, its apps and their activities.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::effect::Effect;
use super::limits::SCENE_VERSION;
use super::measure::Color;
use super::view::View;

/// A scene file.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SceneFile {
    /// Where an editor finds the schema.
    #[serde(default, rename = "$schema", skip_serializing_if = "Option::is_none")]
    pub schema: Option<String>,
    /// The version of the format: 1.
    #[schemars(extend("const" = SCENE_VERSION))]
    pub version: u32,
    /// What the scene is for, for people.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub about: String,
    /// The apps.
    pub apps: Vec<App>,
}

/// An installed app.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a key of the file, and none depends on another"
)]
pub struct App {
    /// The package id.
    pub package: String,
    /// The name people see.
    pub label: String,
    /// `versionName`.
    #[serde(default = "version_name")]
    pub version_name: String,
    /// `versionCode`.
    #[serde(default = "version_code")]
    pub version_code: u64,
    /// Whether it came with the system.
    #[serde(default)]
    pub system: bool,
    /// Whether it is the launcher.
    #[serde(default)]
    pub home: bool,
    /// Whether its process runs from boot.
    #[serde(default)]
    pub persistent: bool,
    /// The colour of its icon.
    #[serde(default)]
    pub color: Option<Color>,
    /// The activity that a launcher starts, as `.Class`.
    #[serde(default)]
    pub launcher: Option<String>,
    /// Milliseconds that a cold start takes.
    #[serde(default = "start_ms")]
    pub start_ms: u64,
    /// Runtime permissions it asks for.
    #[serde(default)]
    pub permissions: Vec<Permission>,
    /// Whether its provider tells what happened to it, at `content://PACKAGE.record/after/NUMBER`.
    #[serde(default)]
    pub record: bool,
    /// Variables of the app, read as `{{var.NAME}}`.
    #[serde(default)]
    pub vars: BTreeMap<String, Variable>,
    /// Views with placeholders, for `use`.
    #[serde(default)]
    pub templates: BTreeMap<String, View>,
    /// Dialogs that any activity of the app may open.
    #[serde(default)]
    pub dialogs: BTreeMap<String, DialogWindow>,
    /// Windows that belong to the system, by name: `status_bar`, `navigation_bar`, `shade`, `lock_screen`, `bouncer`,
    /// `keyboard`, `crash`, `anr`, `permission`, `recents`.
    #[serde(default)]
    pub surfaces: BTreeMap<String, View>,
    /// Activities.
    #[serde(default)]
    pub activities: Vec<Activity>,
    /// Broadcasts it receives.
    #[serde(default)]
    pub receivers: Vec<Receiver>,
}

/// A runtime permission.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Permission {
    /// The permission in full.
    pub name: String,
    /// What the dialog says the app wants, such as `take pictures and record video`.
    #[serde(default)]
    pub wants: Option<String>,
    /// Whether it is granted at install.
    #[serde(default)]
    pub granted: bool,
    /// Whether the system keeps it as it is, so that nobody grants or revokes it.
    #[serde(default)]
    pub fixed: bool,
}

/// A variable of an app.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Variable {
    /// Its value at first.
    pub value: String,
    /// Whether it survives the end of the process, as a stored setting does.
    #[serde(default)]
    pub keep: bool,
}

/// A screen of an app.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Activity {
    /// `.Class` of this app, or the class in full.
    pub class: String,
    /// The window's title; default: the app's label.
    #[serde(default)]
    pub label: Option<String>,
    /// Whether other apps may start it.
    #[serde(default)]
    pub exported: bool,
    /// Addresses it opens: a prefix each.
    #[serde(default)]
    pub uris: Vec<String>,
    /// Intent actions it answers.
    #[serde(default)]
    pub actions: Vec<String>,
    /// Whether its content must not be captured.
    #[serde(default)]
    pub secure: bool,
    /// What the keyboard does to the window.
    #[serde(default)]
    pub keyboard: KeyboardMode,
    /// The views the framework puts around the content.
    #[serde(default)]
    pub decor: Decor,
    /// The window's background.
    #[serde(default)]
    pub background: Option<Color>,
    /// The content.
    pub view: View,
    /// Dialogs of this activity.
    #[serde(default)]
    pub dialogs: BTreeMap<String, DialogWindow>,
    /// When it is created.
    #[serde(default)]
    pub on_create: Vec<Effect>,
    /// Each time it comes to the front.
    #[serde(default)]
    pub on_resume: Vec<Effect>,
    /// Instead of leaving, when the back key is pressed.
    #[serde(default)]
    pub on_back: Vec<Effect>,
    /// By the name of the result with which an activity above ends.
    #[serde(default)]
    pub results: Vec<ResultHandler>,
}

/// What a result of an activity above does.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ResultHandler {
    /// The result's name.
    pub result: String,
    /// What happens.
    pub then: Vec<Effect>,
}

/// A dialog or popup.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct DialogWindow {
    /// The window's title.
    #[serde(default)]
    pub title: Option<String>,
    /// Where it stands.
    #[serde(default)]
    pub place: WindowPlace,
    /// Whether back or a touch outside closes it.
    #[serde(default = "yes")]
    pub cancelable: bool,
    /// Whether what is below is dimmed.
    #[serde(default = "yes")]
    pub dim: bool,
    /// Its width in dp; the default depends on the kind of window.
    #[serde(default)]
    pub width: Option<u16>,
    /// The content.
    pub view: View,
    /// When it is closed without a choice.
    #[serde(default)]
    pub on_cancel: Vec<Effect>,
}

/// Where a dialog stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum WindowPlace {
    /// In the middle.
    #[default]
    Center,
    /// At the bottom, as a sheet.
    Bottom,
    /// At the top right, as an overflow menu.
    TopRight,
    /// Below the touch that opened it, as a context menu.
    Touch,
}

/// What the keyboard does to an activity's window.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum KeyboardMode {
    /// The content becomes smaller.
    #[default]
    Resize,
    /// The content moves up until the field is seen.
    Pan,
}

/// The views the framework puts around an activity's content.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Decor {
    /// Those of `AppCompat`: frame, column, frame, action bar root, content.
    #[default]
    AppCompat,
    /// Those of the platform: frame, column, content.
    Plain,
    /// The content only, as a dialog of the permission controller.
    Bare,
}

/// A broadcast that an app receives.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Receiver {
    /// The intent's action.
    pub action: String,
    /// The result code it answers.
    #[serde(default)]
    pub result: i32,
    /// The result data it answers.
    #[serde(default)]
    pub data: Option<String>,
    /// What happens, on the app's top activity.
    #[serde(default)]
    pub then: Vec<Effect>,
}

fn version_name() -> String {
    "1.0".into()
}

fn version_code() -> u64 {
    1
}

fn start_ms() -> u64 {
    420
}

fn yes() -> bool {
    true
}
