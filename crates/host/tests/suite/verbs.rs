//! Every verb as a payload: its bytes, and that validation accepts them without a warning.

use std::collections::BTreeSet;

use clawperator_contract::actions::ClickType;
use clawperator_contract::{
    ActionType, EXPECTED_FORMAT, ErrorCode, ExecutionTimeout, FailureDetails, Rule, validate,
};
use clawperator_host::verbs::{
    ClearApp, ClearText, Click, ClickTarget, Close, Container, DeviceShell, Draft, Drag, DragPlace,
    Exists, Frame, GetClipboard, HideKeyboard, ListApps, Milliseconds, Node, Observe, Open, Opened,
    ParamValue, Patience, Pinch, Point, PointInTime, Press, PullFile, PushFile, Read, ReadValue,
    Screenshot, Scroll, ScrollUntil, SetClipboard, SetPermission, Sleep, Snapshot, StartRecording,
    StopRecording, Swipe, SwipeWay, Target, TouchPath, TypeText, UninstallApp, Wait, WaitForIdle,
    WaitForNav, WaitForToast, Wake,
};
use clawperator_test_support::FakeSources;
use serde_json::json;
use serde_json::value::RawValue;

/// A verb, what is around its action (`commandId`, `taskId`, `source`, `timeoutMs`, `mode`), and its action.
struct Row {
    draft: Draft,
    frame: (&'static str, &'static str, &'static str, &'static str, bool),
    action: &'static str,
}

const fn row(
    draft: Draft,
    frame: (&'static str, &'static str, &'static str, &'static str, bool),
    action: &'static str,
) -> Row {
    Row {
        draft,
        frame,
        action,
    }
}

impl Row {
    fn expected(&self) -> String {
        let (command, task, source, timeout, is_direct) = self.frame;
        let mode = if is_direct { r#","mode":"direct""# } else { "" };
        format!(
            r#"{{"commandId":"{command}","taskId":"{task}","source":"{source}","expectedFormat":"{EXPECTED_FORMAT}","timeoutMs":{timeout},"actions":[{}]{mode}}}"#,
            self.action
        )
    }
}

fn sources() -> FakeSources {
    FakeSources::start().at(1700)
}

fn payload(draft: &Draft) -> String {
    String::from_utf8(draft.payload(&sources()).unwrap()).unwrap()
}

fn timeout(milliseconds: f64) -> ExecutionTimeout {
    ExecutionTimeout::new(milliseconds).unwrap()
}

fn wifi() -> Target {
    Target::matching(json!({ "textEquals": "Wi-Fi" }))
}

fn list() -> Container {
    Container {
        matcher: Some(json!({ "resourceId": "android:id/list" }).into()),
        expression: Some(json!({ "idName": "list" }).into()),
    }
}

fn rows() -> Vec<Row> {
    let mut rows = touches();
    rows.extend(moves());
    rows.extend(fingers());
    rows.extend(apps());
    rows.extend(looks());
    rows.extend(installed_apps());
    rows.extend(files());
    rows.extend(waits());
    rows.extend(asks());
    rows.extend(hands());
    rows
}

fn touches() -> Vec<Row> {
    let click = |target, kind, patience, timeout| {
        Draft::from(Click {
            target,
            kind,
            hold: (kind == ClickType::LongClick).then(|| Milliseconds::whole(1_500)),
            patience,
            timeout,
        })
    };
    let both = Target {
        node: Node::Selected {
            matcher: Some(json!({ "role": "button" }).into()),
            expression: Some(json!({ "nth": 2 }).into()),
        },
        strict: true,
        window: Some("all".to_owned()),
    };
    let name = "click-1700-0000000";
    vec![
        row(
            click(
                ClickTarget::Node(wifi()),
                ClickType::Default,
                Patience::Usual,
                None,
            ),
            (name, name, "clawperator-action", "30000", true),
            r#"{"id":"click","type":"click","params":{"matcher":{"textEquals":"Wi-Fi"}}}"#,
        ),
        row(
            click(
                ClickTarget::Node(both),
                ClickType::LongClick,
                Patience::Within(Milliseconds::whole(40_000)),
                None,
            ),
            (name, name, "clawperator-action", "45000", true),
            r#"{"id":"click","type":"click","params":{"matcher":{"role":"button"},"where":{"nth":2},"strict":true,"window":"all","clickType":"long_click","holdMs":1500,"retry":{"withinMs":40000}}}"#,
        ),
        row(
            click(
                ClickTarget::Node(Target::named("@e12")),
                ClickType::Focus,
                Patience::OneLook,
                Some(timeout(2_500.5)),
            ),
            (name, name, "clawperator-action", "2500.5", true),
            r#"{"id":"click","type":"click","params":{"ref":"@e12","generation":0,"clickType":"focus","retry":{"maxAttempts":1}}}"#,
        ),
        row(
            click(
                ClickTarget::Point(Point { x: 540, y: 1200 }),
                ClickType::Default,
                Patience::Usual,
                None,
            ),
            (name, name, "clawperator-action", "30000", true),
            r#"{"id":"click","type":"click","params":{"coordinate":{"x":540,"y":1200}}}"#,
        ),
        row(
            TypeText {
                target: Target::expressed(json!({ "name": "Search" })),
                text: "hello".to_owned(),
                submit: false,
                clear: true,
                patience: Patience::Usual,
                timeout: None,
            }
            .into(),
            (
                "type-1700-0000000",
                "type-1700-0000000",
                "clawperator-action",
                "30000",
                true,
            ),
            r#"{"id":"type","type":"enter_text","params":{"where":{"name":"Search"},"text":"hello","submit":false,"clear":true}}"#,
        ),
        row(
            Press::back(None).into(),
            (
                "press_key_1700",
                "cli-action-press-key",
                "clawperator-cli",
                "10000",
                false,
            ),
            r#"{"id":"a1","type":"press_key","params":{"key":"back"}}"#,
        ),
    ]
}

fn moves() -> Vec<Row> {
    let scroll_until = |click| {
        Draft::from(ScrollUntil {
            target: wifi(),
            click,
            direction: Some("up".to_owned()),
            container: list(),
            timeout: Some(timeout(60_000.0)),
        })
    };
    let name = "scroll-until-1700-0000000";
    vec![
        row(
            Scroll {
                direction: None,
                container: Container::default(),
                timeout: None,
            }
            .into(),
            (
                "scroll-1700-0000000",
                "cli-action-scroll",
                "clawperator-cli",
                "30000",
                false,
            ),
            r#"{"id":"a1","type":"scroll","params":{"direction":"down"}}"#,
        ),
        row(
            scroll_until(false),
            (name, name, "clawperator-cli", "60000", false),
            r#"{"id":"a1","type":"scroll_until","params":{"direction":"up","matcher":{"textEquals":"Wi-Fi"},"container":{"resourceId":"android:id/list"},"containerWhere":{"idName":"list"}}}"#,
        ),
        row(
            scroll_until(true),
            (name, name, "clawperator-cli", "60000", false),
            r#"{"id":"a1","type":"scroll_and_click","params":{"direction":"up","matcher":{"textEquals":"Wi-Fi"},"container":{"resourceId":"android:id/list"},"containerWhere":{"idName":"list"}}}"#,
        ),
        row(
            Swipe {
                way: SwipeWay::Points {
                    from: Point { x: 540, y: 1600 },
                    to: Point { x: 540, y: 600 },
                },
                duration: Some(Milliseconds::whole(500)),
                patience: Patience::Usual,
                timeout: None,
            }
            .into(),
            (
                "swipe-1700-0000000",
                "swipe-1700-0000000",
                "clawperator-action",
                "30000",
                true,
            ),
            r#"{"id":"swipe","type":"swipe","params":{"from":{"x":540,"y":1600},"to":{"x":540,"y":600},"durationMs":500}}"#,
        ),
        row(
            Drag {
                from: DragPlace::Text("Third".to_owned()),
                to: DragPlace::Point(Point { x: 1, y: 2 }),
                hold: Some(Milliseconds::whole(800)),
                duration: None,
                rest: Some(Milliseconds::whole(0)),
                patience: Patience::Usual,
                timeout: None,
            }
            .into(),
            (
                "drag-1700-0000000",
                "drag-1700-0000000",
                "clawperator-action",
                "30000",
                true,
            ),
            r#"{"id":"drag","type":"drag","params":{"from":{"matcher":{"textEquals":"Third"}},"to":{"x":1,"y":2},"holdMs":800,"restMs":0}}"#,
        ),
        row(
            Swipe {
                way: SwipeWay::Over {
                    node: Target::named("@e12"),
                    direction: "left".to_owned(),
                    ratio: Some(0.5),
                },
                duration: None,
                patience: Patience::OneLook,
                timeout: None,
            }
            .into(),
            (
                "swipe-1700-0000000",
                "swipe-1700-0000000",
                "clawperator-action",
                "30000",
                true,
            ),
            r#"{"id":"swipe","type":"swipe","params":{"ref":"@e12","generation":0,"direction":"left","distanceRatio":0.5,"retry":{"maxAttempts":1}}}"#,
        ),
    ]
}

fn fingers() -> Vec<Row> {
    vec![
        row(
            Pinch {
                target: ClickTarget::Node(Target::named("@e4")),
                scale: Some(2.0),
                degrees: Some(-90.0),
                duration: Some(Milliseconds::whole(500)),
                patience: Patience::OneLook,
                timeout: None,
            }
            .into(),
            (
                "pinch-1700-0000000",
                "pinch-1700-0000000",
                "clawperator-action",
                "30000",
                true,
            ),
            r#"{"id":"pinch","type":"pinch","params":{"ref":"@e4","generation":0,"scale":2.0,"degrees":-90.0,"durationMs":500,"retry":{"maxAttempts":1}}}"#,
        ),
        row(
            Pinch {
                target: ClickTarget::Point(Point { x: 1, y: 2 }),
                scale: Some(0.5),
                degrees: None,
                duration: None,
                patience: Patience::Usual,
                timeout: None,
            }
            .into(),
            (
                "pinch-1700-0000000",
                "pinch-1700-0000000",
                "clawperator-action",
                "30000",
                true,
            ),
            r#"{"id":"pinch","type":"pinch","params":{"coordinate":{"x":1,"y":2},"scale":0.5}}"#,
        ),
        row(
            TouchPath {
                fingers: vec![
                    vec![point_in_time(1, 2, 0), point_in_time(3, 4, 400)],
                    vec![point_in_time(5, 6, 50)],
                ],
                timeout: None,
            }
            .into(),
            (
                "touch-path-1700-0000000",
                "touch-path-1700-0000000",
                "clawperator-action",
                "30000",
                true,
            ),
            r#"{"id":"touch","type":"touch_path","params":{"fingers":[[{"atMs":0,"x":1,"y":2},{"atMs":400,"x":3,"y":4}],[{"atMs":50,"x":5,"y":6}]]}}"#,
        ),
    ]
}

const fn point_in_time(x: u64, y: u64, after_ms: u64) -> PointInTime {
    PointInTime {
        at: Point { x, y },
        after_ms,
    }
}

fn apps() -> Vec<Row> {
    let open = |target| {
        Draft::from(Open {
            target,
            timeout: None,
        })
    };
    vec![
        row(
            GetClipboard { timeout: None }.into(),
            (
                "get_clipboard_1700",
                "cli-clipboard-get",
                "clawperator-cli",
                "15000",
                false,
            ),
            r#"{"id":"a1","type":"get_clipboard"}"#,
        ),
        row(
            SetClipboard {
                text: "a b".to_owned(),
                sensitive: true,
                timeout: None,
            }
            .into(),
            (
                "set_clipboard_1700",
                "cli-clipboard-set",
                "clawperator-cli",
                "15000",
                false,
            ),
            r#"{"id":"a1","type":"set_clipboard","params":{"text":"a b","sensitive":true}}"#,
        ),
        row(
            open(Opened::Named {
                name: "Settings".to_owned(),
                fresh: false,
            }),
            (
                "open_app_1700",
                "cli-action-open-app",
                "clawperator-cli",
                "15000",
                false,
            ),
            r#"{"id":"a1","type":"open_app","params":{"appName":"Settings"}}"#,
        ),
        row(
            open(Opened::App {
                id: "com.android.settings".to_owned(),
                fresh: true,
            }),
            (
                "open_app_1700",
                "cli-action-open-app",
                "clawperator-cli",
                "15000",
                false,
            ),
            r#"{"id":"a1","type":"open_app","params":{"applicationId":"com.android.settings","fresh":true}}"#,
        ),
        row(
            open(Opened::Uri("https://example.com".to_owned())),
            (
                "open_uri_1700",
                "cli-action-open-uri",
                "clawperator-cli",
                "15000",
                false,
            ),
            r#"{"id":"a1","type":"open_uri","params":{"uri":"https://example.com"}}"#,
        ),
        row(
            Close {
                app: "com.android.settings".to_owned(),
                timeout: None,
            }
            .into(),
            (
                "close-1700-0000000",
                "close-1700-0000000",
                "clawperator-cli",
                "30000",
                false,
            ),
            r#"{"id":"close","type":"close_app","params":{"applicationId":"com.android.settings"}}"#,
        ),
    ]
}

fn shell(limit: Option<Milliseconds>) -> Draft {
    let words = ["ls", "-l", "a b"].map(str::to_owned).to_vec();
    let shell = DeviceShell {
        words,
        limit,
        timeout: None,
    };
    assert!(!format!("{shell:?}").contains("a b"));
    shell.into()
}

fn installed_apps() -> Vec<Row> {
    let app = || "com.example.app".to_owned();
    let frame = |command, task, timeout| (command, task, "clawperator-cli", timeout, false);
    vec![
        row(
            ListApps {
                contains: Some("example".to_owned()),
                limit: Some(20),
                timeout: None,
            }
            .into(),
            frame("list_apps_1700", "cli-apps-list", "15000"),
            r#"{"id":"a1","type":"list_apps","params":{"contains":"example","limit":20}}"#,
        ),
        row(
            ClearApp {
                app: app(),
                timeout: None,
            }
            .into(),
            frame("clear_app_1700", "cli-apps-clear", "60000"),
            r#"{"id":"a1","type":"clear_app","params":{"applicationId":"com.example.app"}}"#,
        ),
        row(
            UninstallApp {
                app: app(),
                timeout: None,
            }
            .into(),
            frame("uninstall_app_1700", "cli-apps-uninstall", "60000"),
            r#"{"id":"a1","type":"uninstall_app","params":{"applicationId":"com.example.app"}}"#,
        ),
        row(
            SetPermission {
                app: app(),
                permission: "android.permission.CAMERA".to_owned(),
                granted: true,
                timeout: None,
            }
            .into(),
            frame("set_permission_1700", "cli-apps-permission", "60000"),
            r#"{"id":"a1","type":"set_permission","params":{"applicationId":"com.example.app","permission":"android.permission.CAMERA","granted":true}}"#,
        ),
        row(
            shell(None),
            frame("device_shell_1700", "cli-device-shell", "30000"),
            r#"{"id":"a1","type":"device_shell","params":{"words":["ls","-l","a b"]}}"#,
        ),
        row(
            shell(Some(Milliseconds::whole(60_000))),
            frame("device_shell_1700", "cli-device-shell", "65000"),
            r#"{"id":"a1","type":"device_shell","params":{"words":["ls","-l","a b"],"timeoutMs":60000}}"#,
        ),
    ]
}

fn files() -> Vec<Row> {
    let frame = |command, task| (command, task, "clawperator-cli", "120000", false);
    vec![
        row(
            PushFile {
                host_file: "photo.jpg".to_owned(),
                phone_path: "/sdcard/Download/photo.jpg".to_owned(),
                replace: true,
                timeout: None,
            }
            .into(),
            frame("push_file_1700", "cli-files-push"),
            r#"{"id":"a1","type":"push_file","params":{"hostFile":"photo.jpg","phonePath":"/sdcard/Download/photo.jpg","replace":true}}"#,
        ),
        row(
            PullFile {
                phone_path: "/sdcard/a".to_owned(),
                host_file: None,
                timeout: None,
            }
            .into(),
            frame("pull_file_1700", "cli-files-pull"),
            r#"{"id":"a1","type":"pull_file","params":{"phonePath":"/sdcard/a"}}"#,
        ),
    ]
}

fn looks() -> Vec<Row> {
    let snapshot = || Draft::from(Snapshot { timeout: None });
    let screenshot = |path: Option<&str>| {
        Draft::from(Screenshot {
            path: path.map(str::to_owned),
            ..Screenshot::default()
        })
    };
    let direct = |name: &'static str, source: &'static str| -> (_, _, _, _, _) {
        (name, name, source, "30000", true)
    };
    let served =
        |name: &'static str| -> (_, _, _, _, _) { (name, name, "serve-api", "30000", false) };
    vec![
        row(
            snapshot(),
            direct("snapshot-1700-0000000", "clawperator-observe"),
            r#"{"id":"snap","type":"snapshot_ui"}"#,
        ),
        row(
            snapshot().framed(Frame::SERVED_SNAPSHOT),
            served("serve-snap-1700"),
            r#"{"id":"snap","type":"snapshot_ui"}"#,
        ),
        row(
            screenshot(Some("screen.png")),
            direct("screenshot-1700-0000000", "clawperator-observe"),
            r#"{"id":"snap","type":"take_screenshot","params":{"path":"screen.png"}}"#,
        ),
        row(
            screenshot(None).framed(Frame::SERVED_SCREENSHOT),
            served("serve-shot-1700"),
            r#"{"id":"shot","type":"take_screenshot"}"#,
        ),
        row(
            Observe { timeout: None }.into(),
            direct("observe-1700-0000000", "clawperator-observe"),
            r#"{"id":"capture","type":"capture_screen","params":{"allowNoTree":true}}"#,
        ),
        row(
            Read {
                target: wifi(),
                container: list(),
                all: true,
                patience: Patience::OneLook,
                timeout: None,
            }
            .into(),
            direct("read-1700-0000000", "clawperator-action"),
            r#"{"id":"read","type":"read_text","params":{"matcher":{"textEquals":"Wi-Fi"},"container":{"resourceId":"android:id/list"},"containerWhere":{"idName":"list"},"all":true,"retry":{"maxAttempts":1}}}"#,
        ),
        row(
            ReadValue {
                label: json!({ "textEquals": "Battery" }).into(),
                all: false,
                patience: Patience::Usual,
                timeout: None,
            }
            .into(),
            direct("read-value-1700-0000000", "clawperator-action"),
            r#"{"id":"read-value","type":"read_key_value_pair","params":{"labelMatcher":{"textEquals":"Battery"}}}"#,
        ),
    ]
}

/// Fields, keyboards, and phones that are dark.
fn hands() -> Vec<Row> {
    let (clear, hide, wake) = (
        "clear-text-1700-0000000",
        "hide-keyboard-1700-0000000",
        "wake-1700-0000000",
    );
    let cleared = |target, patience| {
        Draft::from(ClearText {
            target,
            patience,
            timeout: None,
        })
    };
    vec![
        row(
            cleared(None, Patience::Usual),
            (clear, clear, "clawperator-action", "30000", true),
            r#"{"id":"clear-text","type":"clear_text"}"#,
        ),
        row(
            cleared(Some(wifi()), Patience::OneLook),
            (clear, clear, "clawperator-action", "30000", true),
            r#"{"id":"clear-text","type":"clear_text","params":{"matcher":{"textEquals":"Wi-Fi"},"retry":{"maxAttempts":1}}}"#,
        ),
        row(
            HideKeyboard::default().into(),
            (hide, hide, "clawperator-action", "30000", true),
            r#"{"id":"hide-keyboard","type":"hide_keyboard"}"#,
        ),
        row(
            Wake {
                unlock: true,
                timeout: None,
            }
            .into(),
            (wake, wake, "clawperator-action", "30000", true),
            r#"{"id":"wake","type":"wake_device","params":{"unlock":true}}"#,
        ),
    ]
}

/// Waits for what is not a node that comes, and the question without a wait.
fn asks() -> Vec<Row> {
    let (waited, idle, exists) = (
        "wait-1700-0000000",
        "wait-for-idle-1700-0000000",
        "exists-1700-0000000",
    );
    vec![
        row(
            Draft::from(Wait {
                target: wifi(),
                gone: true,
                wait: None,
                patience: Patience::Usual,
            }),
            (waited, waited, "clawperator-action", "30000", true),
            r#"{"id":"wait","type":"wait_for_node","params":{"matcher":{"textEquals":"Wi-Fi"},"until":"gone"}}"#,
        ),
        row(
            WaitForIdle {
                quiet: Some(Milliseconds::whole(250)),
                wait: Some(Milliseconds::whole(50_000)),
            }
            .into(),
            (idle, idle, "clawperator-action", "55000", true),
            r#"{"id":"wait-for-idle","type":"wait_for_idle","params":{"quietMs":250,"timeoutMs":50000}}"#,
        ),
        row(
            Exists {
                target: wifi(),
                container: Container::default(),
                timeout: None,
            }
            .into(),
            (exists, exists, "clawperator-action", "30000", true),
            r#"{"id":"exists","type":"assert_node","params":{"matcher":{"textEquals":"Wi-Fi"}}}"#,
        ),
    ]
}

fn waits() -> Vec<Row> {
    let wait = |wait, patience| {
        Draft::from(Wait {
            target: wifi(),
            gone: false,
            wait,
            patience,
        })
    };
    let sleep = |duration, timeout| {
        Draft::from(Sleep {
            duration: Milliseconds::whole(duration),
            timeout,
        })
    };
    let (waited, toasted, nav, slept) = (
        "wait-1700-0000000",
        "wait-toast-1700-0000000",
        "wait-for-nav-1700-0000000",
        "sleep-1700-0000000",
    );
    vec![
        row(
            wait(None, Patience::Usual),
            (waited, waited, "clawperator-action", "30000", true),
            r#"{"id":"wait","type":"wait_for_node","params":{"matcher":{"textEquals":"Wi-Fi"}}}"#,
        ),
        row(
            wait(
                Some(Milliseconds::whole(50_000)),
                Patience::Within(Milliseconds::whole(10_000)),
            ),
            (waited, waited, "clawperator-action", "55000", true),
            r#"{"id":"wait","type":"wait_for_node","params":{"matcher":{"textEquals":"Wi-Fi"},"timeoutMs":50000,"retry":{"withinMs":10000}}}"#,
        ),
        row(
            WaitForToast {
                text_contains: Some("Saved".to_owned()),
                app: Some("com.example".to_owned()),
                wait: Some(Milliseconds::whole(50_000)),
                ..WaitForToast::default()
            }
            .into(),
            (toasted, toasted, "clawperator-action", "55000", true),
            r#"{"id":"wait","type":"wait_for_toast","params":{"matcher":{"textContains":"Saved"},"applicationId":"com.example","timeoutMs":50000}}"#,
        ),
        row(
            WaitForNav {
                app: Some("com.android.settings".to_owned()),
                node: Some(wifi()),
                wait: Milliseconds::whole(5_000),
            }
            .into(),
            (nav, nav, "clawperator-action", "30000", true),
            r#"{"id":"wait-for-nav","type":"wait_for_navigation","params":{"expectedPackage":"com.android.settings","expectedNode":{"textEquals":"Wi-Fi"},"timeoutMs":5000}}"#,
        ),
        // A timeout that is shorter than the sleep would end it.
        row(
            sleep(90_000, Some(timeout(1_000.0))),
            (slept, slept, "clawperator-cli", "95000", false),
            r#"{"id":"sleep","type":"sleep","params":{"durationMs":90000}}"#,
        ),
        row(
            StartRecording {
                name: Some("walk".to_owned()),
                texts: true,
                timeout: None,
            }
            .into(),
            (
                "start_recording_1700",
                "cli-record-start",
                "clawperator-cli",
                "10000",
                false,
            ),
            r#"{"id":"a1","type":"start_recording","params":{"sessionId":"walk","texts":true}}"#,
        ),
        row(
            StopRecording {
                name: None,
                timeout: None,
            }
            .into(),
            (
                "stop_recording_1700",
                "cli-record-stop",
                "clawperator-cli",
                "15000",
                false,
            ),
            r#"{"id":"a1","type":"stop_recording"}"#,
        ),
        row(
            sleep(1_500, Some(timeout(60_000.0))),
            (slept, slept, "clawperator-cli", "60000", false),
            r#"{"id":"sleep","type":"sleep","params":{"durationMs":1500}}"#,
        ),
    ]
}

#[test]
fn each_verb_is_a_payload_that_validation_accepts() {
    let mut built = BTreeSet::new();
    for row in rows() {
        let payload = payload(&row.draft);
        assert_eq!(payload, row.expected());
        let validated =
            validate(payload.as_bytes()).unwrap_or_else(|failure| panic!("{payload}: {failure:?}"));
        assert!(validated.warnings.is_empty(), "{payload}");
        built.extend(
            validated
                .execution
                .actions()
                .iter()
                .map(|action| action.action_type().name()),
        );
    }
    let with_a_command: BTreeSet<&str> = ActionType::ALL
        .iter()
        .filter(|action| !action.info().commands.is_empty())
        .map(|action| action.name())
        .collect();
    assert_eq!(built, with_a_command);
}

#[test]
fn a_selector_reaches_validation_as_it_was_written() {
    let written = r#"{ "role": "button", "role": "image" }"#;
    let raw = RawValue::from_string(written.to_owned()).unwrap();
    let draft = Draft::from(Wait {
        target: Target::from(Node::Selected {
            matcher: Some(ParamValue::Written(raw)),
            expression: None,
        }),
        gone: false,
        wait: None,
        patience: Patience::Usual,
    });
    let payload = payload(&draft);
    assert!(payload.contains(written), "{payload}");
    let failure = validate(payload.as_bytes()).unwrap_err();
    assert_eq!(failure.code, ErrorCode::ExecutionValidationFailed);
    let Some(FailureDetails::Validation(details)) = failure.details else {
        panic!("{failure:?}");
    };
    let rules: Vec<Rule> = details.issues.iter().map(|issue| issue.rule).collect();
    assert_eq!(rules, [Rule::DuplicateKey]);
}

#[test]
fn without_randomness_there_is_no_id() {
    let sources = sources().without_randomness();
    let failure = Draft::from(Snapshot { timeout: None })
        .payload(&sources)
        .unwrap_err();
    assert_eq!(failure.code, ErrorCode::InternalError);
    // An id of the time alone needs none.
    Draft::from(Press::back(None)).payload(&sources).unwrap();
}

#[test]
fn a_text_to_type_is_not_printed() {
    let entry = TypeText {
        target: wifi(),
        text: "s3cret".to_owned(),
        submit: true,
        clear: false,
        patience: Patience::Usual,
        timeout: None,
    };
    assert!(!format!("{entry:?}").contains("s3cret"));
    let draft = Draft::from(entry);
    assert!(!format!("{draft:?}").contains("s3cret"));
    assert!(payload(&draft).contains("s3cret"));
}
