//! Runs of every fate.

use clawperator_contract::TraceDetail;
use clawperator_contract::events::{ActKind, Decision, Happened, Judged, ScreenPoint};
use clawperator_contract::runs::{LeftOut, Outcome, PhoneFacts, PictureMoment, RunRecord};
use serde_json::{Value, json};

use crate::kept::{Kept, step};
use crate::pictures;

/// A tree with these texts below each other; one that begins with `*` is a switch that is on, with `o` one that is off.
pub(crate) fn tree(texts: &[&str]) -> String {
    let mut xml = String::from(r#"<?xml version="1.0" encoding="UTF-8"?><hierarchy rotation="0">"#);
    xml.push_str(r#"<node class="android.widget.FrameLayout" package="com.android.settings" bounds="[0,0][324,720]">"#);
    for (place, text) in texts.iter().enumerate() {
        let (class, checked, text) = match text.split_at_checked(1) {
            Some(("*", text)) => ("android.widget.Switch", "true", text),
            Some(("o", text)) => ("android.widget.Switch", "false", text),
            _ => ("android.widget.TextView", "false", *text),
        };
        let top = 60 + place * 50;
        xml.push_str(&format!(
            r#"<node text="{}" class="{class}" package="com.android.settings" clickable="true" enabled="true" "#,
            escape(text)
        ));
        let checkable = class.ends_with("Switch");
        xml.push_str(&format!(
            r#"checkable="{checkable}" checked="{checked}" bounds="[0,{top}][324,{}]"/>"#,
            top + 48
        ));
    }
    xml.push_str("</node></hierarchy>");
    xml
}

fn escape(text: &str) -> String {
    let text = text.replace('&', "&amp;").replace('<', "&lt;");
    text.replace('>', "&gt;").replace('"', "&quot;")
}

const BATTERY: [&str; 5] = [
    "Battery",
    "Battery level, 87 %",
    "Battery Saver, Off",
    "*Adaptive preferences",
    "*Battery percentage",
];
const SWITCHED: [&str; 5] = [
    "Battery",
    "Battery level, 87 %",
    "Battery Saver, Off",
    "*Adaptive preferences",
    "oBattery percentage",
];
const ACTIVITY: Option<&str> = Some(".Settings$PowerUsageSummaryActivity");

#[expect(
    clippy::needless_pass_by_value,
    reason = "every caller writes it in place"
)]
pub(crate) fn result(id: &str, action_type: &str, success: bool, data: Value) -> Value {
    json!({"id": id, "actionType": action_type, "success": success, "data": data})
}

#[expect(
    clippy::needless_pass_by_value,
    reason = "every caller writes it in place"
)]
pub(crate) fn envelope(command: &str, success: bool, steps: Value, error: Value) -> Value {
    let status = if success { "success" } else { "failed" };
    json!({
        "envelope": {"commandId": command, "taskId": "evening", "status": status, "stepResults": steps,
            "error": error, "errorCode": null},
        "deviceId": "emulator-5554", "terminalSource": "clawperator_result", "isCanonicalTerminal": true,
    })
}

/// Everything was done; with pictures and trees.
pub(crate) fn good() -> Kept {
    let mut kept = Kept::new("hide-battery-percentage", |accepted| {
        accepted.step_count = 4;
    });
    let (open, press) = (step(0, "open", "open_app"), step(1, "switch-off", "click"));
    let (read, scroll) = (
        step(2, "read-level", "read_text"),
        step(3, "down", "scroll"),
    );
    kept.request(good_actions());
    kept.line(RunRecord::Phone(PhoneFacts {
        key: "p-1".to_owned(),
        serial: Some("8A2X0K3QF".to_owned()),
        boot: None,
        driver: "adb shell".to_owned(),
    }));
    kept.wait(40).begin(&open);
    kept.line(RunRecord::Dispatched {
        step: open.clone(),
        act: ActKind::Open,
    });
    kept.event(Happened::Acting {
        step: open.clone(),
        act: ActKind::Open,
        at: None,
        to: None,
        target: Some("com.android.settings".to_owned()),
    });
    kept.wait(820).finish(&open, None, 820).wait(5);
    kept.begin(&press).wait(30);
    kept.picture(&press, PictureMoment::Before, &pictures::phone());
    kept.wait(120).screen(&press, &tree(&BATTERY), ACTIVITY);
    kept.event(Happened::Judged {
        step: press.clone(),
        verdict: Judged::Confirm,
        rule: Some("settings-switches".to_owned()),
    });
    kept.event(Happened::Parked {
        step: Some(press.clone()),
        ticket: "a-17".to_owned(),
        wait_ms: 60_000,
    });
    kept.wait(2_400).event(Happened::Decided {
        ticket: "a-17".to_owned(),
        decision: Decision::Approved,
    });
    kept.tap(&press, (288, 428), "[switch] \"Battery percentage\"");
    kept.wait(300);
    kept.picture(
        &press,
        PictureMoment::After,
        &pictures::phone_with_switch_off(),
    );
    kept.finish(&press, None, 2_850).wait(5);
    kept.begin(&read)
        .wait(90)
        .screen(&read, &tree(&SWITCHED), ACTIVITY);
    kept.finish(&read, None, 95).wait(5);
    kept.begin(&scroll).wait(10);
    kept.picture(
        &scroll,
        PictureMoment::Before,
        &pictures::phone_with_switch_off(),
    );
    kept.event(Happened::Judged {
        step: scroll.clone(),
        verdict: Judged::Allowed,
        rule: None,
    });
    kept.event(Happened::Acting {
        step: scroll.clone(),
        act: ActKind::Swipe,
        at: Some(ScreenPoint { x: 160, y: 560 }),
        to: Some(ScreenPoint { x: 160, y: 200 }),
        target: Some("the list".to_owned()),
    });
    kept.wait(500);
    kept.event(Happened::Settled {
        step: scroll.clone(),
        diff: Some("changed: 2 lines, 1 new\n+ @e15 [listitem] \"Screen timeout\"\n".to_owned()),
    });
    kept.finish(&scroll, None, 510).wait(20);
    kept.answer(&good_answer());
    kept.end(Outcome::Done, None);
    kept
}

fn good_actions() -> Value {
    json!([
        {"id": "open", "type": "open_app", "params": {"applicationId": "com.android.settings"}},
        {"id": "switch-off", "type": "click", "params": {"matcher": {"textEquals": "Battery percentage"}}},
        {"id": "read-level", "type": "read_text", "params": {"matcher": {"textContains": "Battery level"}}},
        {"id": "down", "type": "scroll", "params": {"direction": "down"}},
    ])
}

fn good_answer() -> Value {
    envelope(
        "hide-battery-percentage",
        true,
        json!([
            result(
                "open",
                "open_app",
                true,
                json!({"launch": "started", "front_package": "com.android.settings"})
            ),
            result(
                "switch-off",
                "click",
                true,
                json!({"effect": "observed", "target_state": "changed"})
            ),
            result(
                "read-level",
                "read_text",
                true,
                json!({"text": "Battery level, 87 %", "match_count": "1"})
            ),
            result(
                "down",
                "scroll",
                true,
                json!({"scroll_outcome": "moved", "direction": "down"})
            ),
        ]),
        Value::Null,
    )
}

/// A step failed, so the one after it was not run.
pub(crate) fn failed() -> Kept {
    let mut kept = Kept::new("turn-on-saver", |accepted| accepted.step_count = 3);
    let (open, press) = (step(0, "open", "open_app"), step(1, "press-saver", "click"));
    kept.request(json!([
        {"id": "open", "type": "open_app", "params": {"applicationId": "com.android.settings"}},
        {"id": "press-saver", "type": "click", "params": {"matcher": {"textEquals": "Extreme saver"}}},
        {"id": "check", "type": "wait_for_node", "params": {"matcher": {"textEquals": "On"}, "timeoutMs": 5000}},
    ]));
    kept.wait(30)
        .begin(&open)
        .line(RunRecord::Dispatched {
            step: open.clone(),
            act: ActKind::Open,
        })
        .wait(640)
        .finish(&open, None, 640);
    kept.begin(&press)
        .wait(100)
        .screen(&press, &tree(&BATTERY), ACTIVITY);
    let code = clawperator_contract::FailureCode::from_name("NODE_NOT_FOUND").unwrap();
    for _ in 0..4 {
        kept.wait(700).event(Happened::StepProgress {
            step: press.clone(),
            code: code.clone(),
        });
    }
    kept.picture(&press, PictureMoment::After, &pictures::phone());
    kept.finish(&press, Some("NODE_NOT_FOUND"), 2_950);
    let message = "not found after 5 looks in 2.9 s: text \"Extreme saver\"; the nearest is \"Battery Saver, Off\"";
    kept.answer(&envelope(
        "turn-on-saver",
        false,
        json!([
            result(
                "open",
                "open_app",
                true,
                json!({"launch": "brought_to_front"})
            ),
            result(
                "press-saver",
                "click",
                false,
                json!({"error": "NODE_NOT_FOUND", "message": message,
                "hint": "use the label that the screen shows", "looks": "5", "looked_ms": "2900"})
            ),
        ]),
        json!(message),
    ));
    kept.end(Outcome::Failed, Some("NODE_NOT_FOUND"));
    kept
}

/// Its time was up while something had been sent.
pub(crate) fn interrupted() -> Kept {
    let mut kept = Kept::new("send-report", |accepted| {
        accepted.step_count = 3;
        accepted.timeout_ms = 5_000;
    });
    let (snap, press) = (
        step(0, "look", "snapshot_ui"),
        step(1, "press-send", "click"),
    );
    kept.request(json!([
        {"id": "look", "type": "snapshot_ui"},
        {"id": "press-send", "type": "click", "params": {"ref": "@e4"}},
        {"id": "after", "type": "snapshot_ui"},
    ]));
    kept.begin(&snap)
        .wait(400)
        .screen(&snap, &tree(&["Report", "Send"]), None);
    kept.finish(&snap, None, 400).begin(&press);
    kept.line(RunRecord::Dispatched {
        step: press.clone(),
        act: ActKind::Tap,
    });
    kept.tap(&press, (160, 130), "\"Send\"").wait(4_600);
    let code = clawperator_contract::FailureCode::from_name("RESULT_ENVELOPE_TIMEOUT").unwrap();
    kept.event(Happened::ExecutionInterrupted { code });
    kept.answer(&json!({
        "code": "RESULT_ENVELOPE_TIMEOUT", "message": "the run did not end within 5000 ms",
        "details": {"elapsedMs": 5000, "timeoutMs": 5000,
            "stepResults": [result("look", "snapshot_ui", true, json!({"actual_format": "compact", "text": "x"}))],
            "inFlight": {"id": "press-send", "actionType": "click", "dispatched": "unknown"}},
    }));
    kept.end(Outcome::Unknown, Some("RESULT_ENVELOPE_TIMEOUT"));
    kept
}

/// Nothing that a screen shows is kept.
pub(crate) fn withheld() -> Kept {
    let mut kept = Kept::new("skill: pay-rent", |accepted| {
        accepted.step_count = 2;
        accepted.withheld = true;
        accepted.trace = TraceDetail::On;
    });
    let press = step(0, "confirm", "click");
    kept.request(json!([{"id": "confirm", "type": "click"}, {"id": "check", "type": "read_text"}]));
    kept.begin(&press);
    kept.line(RunRecord::Dispatched {
        step: press.clone(),
        act: ActKind::Tap,
    });
    kept.event(Happened::Acting {
        step: press.clone(),
        act: ActKind::Tap,
        at: Some(ScreenPoint { x: 10, y: 10 }),
        to: None,
        target: None,
    });
    kept.wait(300).finish(&press, None, 300);
    let check = step(1, "check", "read_text");
    kept.begin(&check)
        .wait(2_000)
        .finish(&check, Some("NODE_NOT_FOUND"), 2_000);
    kept.end(Outcome::Failed, Some("NODE_NOT_FOUND"));
    kept
}

/// Its process was gone in the middle of a line, after something was sent.
pub(crate) fn cut_off() -> Kept {
    let mut kept = Kept::new("nightly-update", |accepted| accepted.step_count = 3);
    let press = step(0, "press-update", "click");
    kept.request(json!([
        {"id": "press-update", "type": "click", "params": {"matcher": {"textEquals": "Update"}}},
        {"id": "wait", "type": "sleep", "params": {"durationMs": 1000}},
        {"id": "look", "type": "snapshot_ui"},
    ]));
    kept.wait(50)
        .begin(&press)
        .wait(200)
        .screen(&press, &tree(&["System", "Update"]), None);
    kept.line(RunRecord::Dispatched {
        step: press.clone(),
        act: ActKind::Tap,
    });
    kept.tap(&press, (100, 130), "\"Update\"").wait(100);
    kept.line(RunRecord::LeftOut {
        why: LeftOut::Behind,
        count: 2,
    });
    kept.raw(b"half a line of somebody else\n{\"atMs\":900,\"record\":{\"type\":\"ev");
    kept
}

/// Refused before its first step.
pub(crate) fn refused() -> Kept {
    let mut kept = Kept::new("wipe-phone", |accepted| accepted.step_count = 1);
    kept.request(json!([{"id": "wipe", "type": "click", "params": {"matcher": {"textEquals": "Erase all"}}}]));
    kept.answer(
        &json!({"code": "POLICY_DENIED", "message": "the profile `careful` does not allow it"}),
    );
    kept.wait(3).end(Outcome::Failed, Some("POLICY_DENIED"));
    kept
}

/// Traced with `off`.
pub(crate) fn untraced() -> Kept {
    let mut kept = Kept::new("quiet", |accepted| {
        accepted.step_count = 4;
        accepted.trace = TraceDetail::Off;
    });
    kept.wait(1_900).end(Outcome::Done, None);
    kept
}
