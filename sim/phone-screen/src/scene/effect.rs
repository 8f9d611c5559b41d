//! What happens: effects, and the conditions they may hang on.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// One thing that happens.
///
/// Where an effect names a `view`, that is the view's `key`, or its short id when only one view of the page has it;
/// `self` is the view whose handler runs and `self/NAME` the first view with that key or id inside it. A dialog's
/// effects may name views of the activity below.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Effect {
    /// Starts an activity of this app (`.Class`) or another (`package/.Class`).
    Goto {
        /// The activity.
        activity: String,
        /// Values the new page reads as `{{extra.NAME}}`.
        #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
        extras: BTreeMap<String, String>,
        /// Whether this activity is finished first.
        #[serde(default)]
        finish: bool,
        /// Whether one that is in the task already is used, and all above it finished.
        #[serde(default)]
        clear_top: bool,
    },
    /// Opens an address with whichever activity declares it.
    OpenUri {
        /// The address.
        uri: String,
    },
    /// Starts an app as its launcher icon does.
    Launch {
        /// The package.
        package: String,
    },
    /// Does what the back key does.
    Back {},
    /// Does what the home key does.
    Home {},
    /// Shows the recent apps.
    Recents {},
    /// Ends this activity; the one below runs its `results` handler for `result`.
    Finish {
        /// The result's name.
        #[serde(default)]
        result: Option<String>,
        /// Values the handler's effects read as `{{extra.NAME}}`.
        #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
        extras: BTreeMap<String, String>,
    },
    /// Opens a dialog or popup that the app or activity declares.
    Dialog {
        /// Its name in `dialogs`.
        name: String,
    },
    /// Closes the dialog on top.
    Dismiss {},
    /// Changes a view; keys that are not given stay as they are.
    Set {
        /// The view.
        view: String,
        /// Its text.
        #[serde(default)]
        text: Option<String>,
        /// Its description.
        #[serde(default)]
        desc: Option<String>,
        /// Its hint.
        #[serde(default)]
        hint: Option<String>,
        /// Whether it is checked.
        #[serde(default)]
        checked: Option<bool>,
        /// Whether it is selected.
        #[serde(default)]
        selected: Option<bool>,
        /// Whether it is there at all.
        #[serde(default)]
        visible: Option<bool>,
        /// Whether it is enabled.
        #[serde(default)]
        enabled: Option<bool>,
        /// Its progress or slider position.
        #[serde(default)]
        value: Option<i32>,
    },
    /// Checks an unchecked view, and unchecks a checked one.
    Toggle {
        /// The view.
        view: String,
    },
    /// Adds to the end of a view's text.
    Append {
        /// The view.
        view: String,
        /// What is added.
        text: String,
    },
    /// Counts a variable of the app up or down.
    Increment {
        /// The variable, shown by `{{var.NAME}}`.
        counter: String,
        /// By how much.
        #[serde(default = "one")]
        by: i64,
    },
    /// Sets a variable of the app.
    SetVar {
        /// The variable.
        name: String,
        /// Its value.
        value: String,
    },
    /// Runs effects later, as long as the page lives.
    After {
        /// After how many milliseconds of the phone's clock.
        ms: u64,
        /// What then happens.
        then: Vec<Effect>,
        /// A name to cancel it by; a new timer of that name replaces it.
        #[serde(default)]
        timer: Option<String>,
    },
    /// Cancels a timer by its name.
    Cancel {
        /// The name.
        timer: String,
    },
    /// Runs effects when a condition holds, others when not.
    When {
        /// The condition.
        condition: Condition,
        /// What happens when it holds.
        #[serde(default)]
        then: Vec<Effect>,
        /// What happens when not.
        #[serde(default, rename = "else")]
        otherwise: Vec<Effect>,
    },
    /// Shows a toast: in the picture, but not in the hierarchy.
    Toast {
        /// The text.
        text: String,
        /// 3.5 s instead of 2 s.
        #[serde(default)]
        long: bool,
    },
    /// Shows a snackbar at the bottom of the page.
    Snackbar {
        /// The text.
        text: String,
        /// For how many milliseconds.
        #[serde(default = "snackbar_ms")]
        ms: u64,
        /// The text of its button.
        #[serde(default)]
        action: Option<String>,
        /// What its button does.
        #[serde(default)]
        then: Vec<Effect>,
    },
    /// Asks the user for a runtime permission, or goes on at once when it is granted.
    RequestPermission {
        /// The permission in full.
        permission: String,
        /// What happens when it is granted.
        #[serde(default)]
        granted: Vec<Effect>,
        /// What happens when it is not.
        #[serde(default)]
        denied: Vec<Effect>,
    },
    /// Answers the question that a permission dialog asks.
    AnswerPermission {
        /// Whether it is granted.
        grant: bool,
    },
    /// The app crashes; the system says so.
    Crash {},
    /// The app's main thread hangs.
    Anr {
        /// For how many milliseconds.
        ms: u64,
    },
    /// Ends the app that a crash or ANR dialog is about.
    CloseApp {},
    /// Starts the app that a crash dialog is about again.
    RestartApp {},
    /// Keeps waiting for the app of an ANR dialog.
    WaitForApp {},
    /// Keeps something in a view moving: the page is not idle meanwhile.
    Animate {
        /// The view.
        view: String,
        /// For how many milliseconds; default: forever.
        #[serde(default)]
        ms: Option<u64>,
        /// Milliseconds between two changes.
        #[serde(default = "frame_ms")]
        every: u64,
    },
    /// Ends the movement of a view.
    StopAnimation {
        /// The view.
        view: String,
    },
    /// Adds rows to a list.
    LoadRows {
        /// The list.
        list: String,
        /// How many more.
        count: u32,
    },
    /// Scrolls a list or scroller.
    ScrollTo {
        /// The list or scroller.
        view: String,
        /// To which child, counted from 0.
        row: u32,
    },
    /// Gives a field the focus and shows the keyboard.
    Focus {
        /// The field.
        view: String,
    },
    /// Hides the keyboard.
    HideKeyboard {},
    /// Puts a notification into the shade.
    Notify {
        /// Its title.
        title: String,
        /// Its text.
        #[serde(default)]
        text: String,
        /// The activity that a touch opens.
        #[serde(default)]
        activity: Option<String>,
    },
    /// Empties the shade.
    ClearNotifications {},
    /// Opens or closes the notification shade.
    Shade {
        /// Whether it is open.
        expanded: bool,
    },
    /// Brings a task of the recents page to the front, or removes it.
    Task {
        /// The task's number.
        id: String,
        /// Whether it is removed.
        #[serde(default)]
        remove: bool,
    },
    /// Removes every task.
    ClearTasks {},
    /// Leaves the lock screen, or asks for the PIN.
    Unlock {},
    /// Presses a key of the keyboard.
    Type {
        /// The characters, or `backspace`, `enter`, `shift`, `hide`.
        key: String,
    },
}

/// Something that holds or not.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Condition {
    /// A variable of the app has a value.
    Var {
        /// The variable.
        name: String,
        /// It is this text.
        #[serde(default)]
        equals: Option<String>,
        /// It is this number or more.
        #[serde(default)]
        at_least: Option<i64>,
    },
    /// A view is checked.
    Checked {
        /// The view.
        view: String,
    },
    /// A view has a text.
    Text {
        /// The view.
        view: String,
        /// It is this.
        #[serde(default)]
        equals: Option<String>,
        /// It holds this.
        #[serde(default)]
        contains: Option<String>,
        /// It is empty.
        #[serde(default)]
        empty: Option<bool>,
    },
    /// The app has a permission.
    Permission {
        /// The permission in full.
        name: String,
    },
    /// The condition does not hold.
    Not(Box<Condition>),
    /// All hold.
    All(Vec<Condition>),
    /// At least one holds.
    Any(Vec<Condition>),
}

fn one() -> i64 {
    1
}

fn snackbar_ms() -> u64 {
    2_750
}

fn frame_ms() -> u64 {
    100
}
