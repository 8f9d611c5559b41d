//! Every action type as data: where it begins, what is asked, and what has truly happened when it is done.

use serde_json::{Value, json};

use crate::suite::rig::{PULLED, PUSHED};

/// One action, or an action and a look at what it did.
#[derive(Debug)]
pub(crate) struct Deed {
    pub(crate) name: &'static str,
    /// The page of the app that is in front before; none is the launcher.
    pub(crate) page: Option<&'static str>,
    pub(crate) actions: Value,
    /// What the first action does.
    pub(crate) does: Does,
    /// How many streams it opens on a phone without a fault; a fault after them cannot meet it.
    pub(crate) streams: u64,
}

/// What a deed does to the phone, or finds out about it.
#[derive(Debug)]
pub(crate) enum Does {
    /// Tells that the app is installed.
    Lists,
    /// Deletes the app's data.
    Clears,
    /// Uninstalls the app.
    Removes,
    /// Grants this permission to the app.
    Grants(&'static str),
    /// Copies a file to the phone.
    Pushes,
    /// Copies a file from the phone.
    Pulls,
    /// Starts this activity of the app.
    Opens(&'static str),
    /// Ends the app's process.
    Closes,
    /// One tap on the view of this id, or of this text.
    Taps(&'static str),
    /// One tap on this point, whatever is there.
    TapsAt(i32, i32),
    /// One long press on the view of this text.
    Holds(&'static str),
    /// Types into the field of this id, which then holds this text.
    Types {
        field: &'static str,
        text: &'static str,
        /// What the field holds afterwards.
        holds: &'static str,
        /// Whether what was there is taken away first.
        clears: bool,
        /// Whether enter is pressed at the end.
        submits: bool,
    },
    /// Drags the view of this text, and no finger stays down.
    Drags(&'static str),
    /// Puts two fingers on the view of this id.
    Pinches(&'static str),
    /// Puts fingers on the screen, the first of them at this point, whatever is there.
    FingersAt(i32, i32),
    /// Puts this text on the clipboard.
    Copies(&'static str),
    /// Says that no text is on the clipboard.
    ReadsClip,
    /// Swipes in the list, at most so often.
    Swipes { most: usize },
    /// One swipe that begins at this point, whatever is there.
    SwipesAt(i32, i32),
    /// Swipes in the list, then one tap on the view of this text.
    SwipesAndTaps { most: usize, target: &'static str },
    /// One press of the key of this code.
    Presses(u32),
    /// Lights the screen and opens the lock, by the wakeup key and no other.
    Wakes,
    /// Answers this value under this name of its data.
    Reads {
        key: &'static str,
        value: &'static str,
    },
    /// Says that a view of this page is there, or the page itself.
    Waits,
    /// Says whether the screen stays as it is, whatever is on it.
    Rests,
    /// Says that a view of this page is gone.
    Misses,
    /// Waits for a toast that nothing shows.
    Listens,
    /// Answers the whole tree.
    Snaps,
    /// Brings back a picture.
    Pictures,
    /// Touches nothing and asks nothing.
    Sleeps,
    /// Is refused before anything is asked.
    IsRefused,
}

/// What `enter_text` types: a blank and a `%s` of its own, so that several lines are needed.
const TEXT: &str = "one %s 'two' $(3)";

pub(crate) fn deeds() -> Vec<Deed> {
    let mut deeds = acting();
    deeds.extend(scrolling());
    deeds.extend(typing());
    deeds.extend(seeing());
    deeds.extend(asking());
    deeds.extend(managing());
    deeds.extend(copying());
    deeds.extend(only_by_operator());
    deeds.push(capturing());
    deeds.push(listening());
    deeds
}

#[expect(clippy::too_many_lines, reason = "one entry for each deed")]
fn acting() -> Vec<Deed> {
    let increment = json!({ "type": "click", "params": { "matcher": {
        "resourceId": "dev.clawperator.conformance:id/increment" } } });
    let snapshot = json!({ "type": "snapshot_ui" });
    vec![
        deed(
            "open_app",
            None,
            2,
            json!([{ "type": "open_app",
                "params": { "applicationId": "dev.clawperator.conformance" } }]),
            Does::Opens("MainActivity"),
        ),
        deed(
            "open_uri",
            None,
            1,
            json!([{ "type": "open_uri", "params": { "uri": "conformance://counter" } }]),
            Does::Opens("CounterActivity"),
        ),
        deed(
            "close_app",
            Some("counter"),
            1,
            json!([{ "type": "close_app",
                "params": { "applicationId": "dev.clawperator.conformance" } }]),
            Does::Closes,
        ),
        deed(
            "click",
            Some("counter"),
            2,
            json!([increment]),
            Does::Taps("increment"),
        ),
        deed(
            "click, snapshot_ui",
            Some("counter"),
            3,
            json!([increment, snapshot]),
            Does::Taps("increment"),
        ),
        deed(
            "click coordinate",
            Some("counter"),
            1,
            json!([{ "type": "click", "params": { "coordinate": { "x": 337, "y": 325 } } }]),
            Does::TapsAt(337, 325),
        ),
        deed(
            "click long_click",
            Some("menu"),
            2,
            json!([{ "type": "click", "params": {
                "matcher": { "textEquals": "notes.txt" }, "clickType": "long_click" } }]),
            Does::Holds("notes.txt"),
        ),
        deed(
            "drag",
            Some("drag"),
            3,
            json!([{ "type": "drag", "params": { "durationMs": 100,
                "from": { "matcher": { "textEquals": "Drag me" } },
                "to": { "matcher": { "textEquals": "Bin" } } } }]),
            Does::Drags("Drag me"),
        ),
        deed(
            "click focus",
            Some("fields"),
            2,
            json!([{ "type": "click", "params": { "clickType": "focus",
                "matcher": { "resourceId": "dev.clawperator.conformance:id/name" } } }]),
            Does::Taps("name"),
        ),
        deed(
            "press_key back",
            Some("counter"),
            1,
            json!([{ "type": "press_key", "params": { "key": "back" } }]),
            Does::Presses(4),
        ),
        deed(
            "press_key home, snapshot_ui",
            Some("counter"),
            2,
            json!([{ "type": "press_key", "params": { "key": "home" } }, snapshot]),
            Does::Presses(3),
        ),
        deed(
            "press_key enter, which looks at what has the focus",
            Some("counter"),
            2,
            json!([{ "type": "press_key", "params": { "keyCode": "enter" } }]),
            Does::Presses(66),
        ),
        deed(
            "hide_keyboard where none is shown",
            Some("counter"),
            1,
            json!([{ "type": "hide_keyboard" }]),
            Does::Rests,
        ),
        deed(
            "wake_device",
            Some("counter"),
            1,
            json!([{ "type": "wake_device", "params": { "unlock": true } }]),
            Does::Wakes,
        ),
        deed(
            "press_key escape",
            Some("counter"),
            1,
            json!([{ "type": "press_key", "params": { "keyCode": "escape" } }]),
            Does::Presses(111),
        ),
    ]
}

/// What is refused through the shell before anything is asked.
fn only_by_operator() -> Vec<Deed> {
    let bin = json!({ "resourceId": "dev.clawperator.conformance:id/bin" });
    let point = |x: i32, y: i32, at: i32| json!({ "x": x, "y": y, "atMs": at });
    vec![
        deed(
            "touch_path",
            Some("list"),
            0,
            json!([{ "type": "touch_path", "params": { "fingers": [
                [point(270, 800, 0), point(270, 700, 50), point(270, 600, 100)],
                [point(400, 800, 0), point(400, 600, 100)],
            ] } }]),
            Does::FingersAt(270, 800),
        ),
        deed(
            "pinch",
            Some("drag"),
            0,
            json!([{ "type": "pinch",
                "params": { "matcher": bin, "scale": 2, "durationMs": 100 } }]),
            Does::Pinches("bin"),
        ),
        deed(
            "set_clipboard",
            Some("counter"),
            0,
            json!([{ "type": "set_clipboard", "params": { "text": TEXT } }]),
            Does::Copies(TEXT),
        ),
        deed(
            "get_clipboard",
            Some("counter"),
            0,
            json!([{ "type": "get_clipboard" }]),
            Does::ReadsClip,
        ),
    ]
}

/// What is done to apps by programs of the phone, through either driver.
fn managing() -> Vec<Deed> {
    let app = "dev.clawperator.conformance";
    vec![
        deed(
            "list_apps",
            Some("counter"),
            1,
            json!([{ "type": "list_apps", "params": { "contains": app } }]),
            Does::Lists,
        ),
        deed(
            "clear_app",
            Some("counter"),
            2,
            json!([{ "type": "clear_app", "params": { "applicationId": app } }]),
            Does::Clears,
        ),
        deed(
            "uninstall_app",
            Some("counter"),
            3,
            json!([{ "type": "uninstall_app", "params": { "applicationId": app } }]),
            Does::Removes,
        ),
        deed(
            "set_permission",
            Some("counter"),
            3,
            json!([{ "type": "set_permission", "params": { "applicationId": app,
                "permission": "android.permission.CAMERA", "granted": true } }]),
            Does::Grants("android.permission.CAMERA"),
        ),
        deed(
            "device_shell",
            Some("counter"),
            1,
            json!([{ "type": "device_shell",
                "params": { "words": ["input", "keyevent", "111"] } }]),
            Does::Presses(111),
        ),
    ]
}

/// What is done to files, through either driver.
fn copying() -> Vec<Deed> {
    vec![
        deed(
            "push_file",
            Some("counter"),
            5,
            json!([{ "type": "push_file",
                "params": { "hostFile": "new.bin", "phonePath": PUSHED } }]),
            Does::Pushes,
        ),
        deed(
            "pull_file",
            Some("counter"),
            3,
            json!([{ "type": "pull_file", "params": { "phonePath": PULLED } }]),
            Does::Pulls,
        ),
    ]
}

fn scrolling() -> Vec<Deed> {
    let row = json!({ "textEquals": "Row 30" });
    vec![
        deed(
            "scroll",
            Some("list"),
            3,
            json!([{ "type": "scroll", "params": { "settleDelayMs": 10,
                "retry": { "maxAttempts": 3, "initialDelayMs": 300 } } }]),
            Does::Swipes { most: 1 },
        ),
        deed(
            "swipe",
            Some("list"),
            2,
            json!([{ "type": "swipe", "params": { "from": { "x": 270, "y": 800 },
                "to": { "x": 270, "y": 450 } } }]),
            Does::SwipesAt(270, 800),
        ),
        deed(
            "scroll_until",
            Some("list"),
            7,
            json!([{ "type": "scroll_until",
                "params": { "matcher": row, "settleDelayMs": 10, "maxScrolls": 6,
                    "maxDurationMs": 120_000 } }]),
            Does::Swipes { most: 6 },
        ),
        deed(
            "scroll_until clickAfter",
            Some("list"),
            8,
            json!([{ "type": "scroll_until", "params": {
                "matcher": row, "settleDelayMs": 10, "maxScrolls": 6, "clickAfter": true,
                "maxDurationMs": 120_000 } }]),
            Does::SwipesAndTaps {
                most: 6,
                target: "Row 30",
            },
        ),
        deed(
            "scroll_and_click",
            Some("list"),
            8,
            json!([{ "type": "scroll_and_click",
                "params": { "matcher": row, "settleDelayMs": 10, "maxSwipes": 6 } }]),
            Does::SwipesAndTaps {
                most: 6,
                target: "Row 30",
            },
        ),
    ]
}

fn typing() -> Vec<Deed> {
    let typed = |id: &str, text: &str, more: Value| {
        let mut params = json!({ "text": text,
            "matcher": { "resourceId": format!("dev.clawperator.conformance:id/{id}") } });
        for (key, value) in more.as_object().unwrap() {
            params[key] = value.clone();
        }
        json!([{ "type": "enter_text", "params": params }])
    };
    vec![
        deed(
            "enter_text",
            Some("fields"),
            7,
            typed("name", TEXT, json!({})),
            Does::Types {
                field: "name",
                text: TEXT,
                holds: TEXT,
                clears: false,
                submits: false,
            },
        ),
        deed(
            "enter_text clear",
            Some("fields"),
            6,
            typed("prefilled", "Bern", json!({ "clear": true })),
            Does::Types {
                field: "prefilled",
                text: "Bern",
                holds: "Bern",
                clears: true,
                submits: false,
            },
        ),
        deed(
            "enter_text submit",
            Some("fields"),
            7,
            typed("email", "a@b.c", json!({ "submit": true })),
            Does::Types {
                field: "email",
                text: "a@b.c",
                holds: "a@b.c",
                clears: false,
                submits: true,
            },
        ),
        deed(
            "clear_text",
            Some("fields"),
            5,
            json!([{ "type": "clear_text", "params": {
                "matcher": { "resourceId": "dev.clawperator.conformance:id/prefilled" } } }]),
            Does::Types {
                field: "prefilled",
                text: "",
                holds: "",
                clears: true,
                submits: false,
            },
        ),
        deed(
            "enter_text password",
            Some("login"),
            6,
            typed("password", "secret", json!({})),
            Does::Types {
                field: "password",
                text: "secret",
                holds: "secret",
                clears: false,
                submits: false,
            },
        ),
    ]
}

fn listening() -> Deed {
    deed(
        "wait_for_toast",
        Some("counter"),
        0,
        json!([{ "type": "wait_for_toast", "params": { "timeoutMs": 1000 } }]),
        Does::Listens,
    )
}

fn capturing() -> Deed {
    deed(
        "capture_screen",
        Some("counter"),
        1,
        json!([{ "type": "capture_screen" }]),
        Does::Pictures,
    )
}

/// What is asked of a screen besides what is on it.
fn asking() -> Vec<Deed> {
    let count = json!({ "resourceId": "dev.clawperator.conformance:id/count" });
    vec![
        deed(
            "wait_for_node gone",
            Some("counter"),
            1,
            json!([{ "type": "wait_for_node", "params": { "matcher": count,
                "until": "gone", "timeoutMs": 1000 } }]),
            Does::Misses,
        ),
        deed(
            "wait_for_idle",
            Some("counter"),
            2,
            json!([{ "type": "wait_for_idle", "params": { "quietMs": 0, "timeoutMs": 8000 } }]),
            Does::Rests,
        ),
        deed(
            "assert_node",
            Some("counter"),
            1,
            json!([{ "type": "assert_node",
                "params": { "matcher": count, "retry": { "withinMs": 3000 } } }]),
            Does::Waits,
        ),
        deed(
            "assert_node gone",
            Some("counter"),
            1,
            json!([{ "type": "assert_node", "params": { "matcher": count, "state": "gone",
                "retry": { "withinMs": 1000 } } }]),
            Does::Misses,
        ),
    ]
}

#[expect(clippy::too_many_lines, reason = "one entry for each deed")]
fn seeing() -> Vec<Deed> {
    let count = json!({ "resourceId": "dev.clawperator.conformance:id/count" });
    vec![
        deed(
            "wait_for_node",
            Some("counter"),
            1,
            json!([{ "type": "wait_for_node",
                "params": { "matcher": count, "timeoutMs": 8000 } }]),
            Does::Waits,
        ),
        deed(
            "wait_for_navigation",
            Some("counter"),
            2,
            json!([{ "type": "wait_for_navigation", "params": { "timeoutMs": 8000,
                "expectedPackage": "dev.clawperator.conformance", "expectedNode": count } }]),
            Does::Waits,
        ),
        deed(
            "wait_for_navigation package",
            Some("counter"),
            1,
            json!([{ "type": "wait_for_navigation", "params": { "timeoutMs": 8000,
                "expectedPackage": "dev.clawperator.conformance" } }]),
            Does::Waits,
        ),
        deed(
            "read_text",
            Some("counter"),
            1,
            json!([{ "type": "read_text", "params": { "matcher": count } }]),
            Does::Reads {
                key: "text",
                value: "0",
            },
        ),
        deed(
            "read_text all",
            Some("pairs"),
            1,
            json!([{ "type": "read_text", "params": { "all": true,
                "matcher": { "resourceId": "dev.clawperator.conformance:id/value" } } }]),
            Does::Reads {
                key: "count",
                value: "12",
            },
        ),
        deed(
            "read_key_value_pair",
            Some("pairs"),
            1,
            json!([{ "type": "read_key_value_pair",
                "params": { "labelMatcher": { "textContains": "Carrier" } } }]),
            Does::Reads {
                key: "value",
                value: "DHL",
            },
        ),
        deed(
            "snapshot_ui",
            Some("counter"),
            1,
            json!([{ "type": "snapshot_ui" }]),
            Does::Snaps,
        ),
        deed(
            "take_screenshot",
            Some("counter"),
            1,
            json!([{ "type": "take_screenshot" }]),
            Does::Pictures,
        ),
        deed(
            "take_screenshot with marks, smaller",
            Some("counter"),
            3,
            json!([{ "type": "take_screenshot", "params": { "marks": true, "maxSide": 600 } }]),
            Does::Pictures,
        ),
        deed(
            "sleep",
            Some("counter"),
            0,
            json!([{ "type": "sleep", "params": { "durationMs": 50 } }]),
            Does::Sleeps,
        ),
        deed(
            "start_recording",
            Some("counter"),
            0,
            json!([{ "type": "start_recording" }]),
            Does::IsRefused,
        ),
        deed(
            "stop_recording",
            Some("counter"),
            0,
            json!([{ "type": "stop_recording" }]),
            Does::IsRefused,
        ),
    ]
}

fn deed(
    name: &'static str,
    page: Option<&'static str>,
    streams: u64,
    actions: Value,
    does: Does,
) -> Deed {
    Deed {
        name,
        page,
        actions,
        does,
        streams,
    }
}
