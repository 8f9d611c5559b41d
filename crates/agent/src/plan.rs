//! From an agent's action to the actions of an execution.

use clawperator_contract::agent::{AgentAction, Repair, RepairKind};
use clawperator_contract::{ErrorCode, Failure};
use serde_json::{Value, json};

use crate::space::PointSpace;

/// What becomes of an action.
#[derive(Debug, Clone, PartialEq)]
pub enum Planned {
    /// The actions of one execution.
    Actions(Vec<Value>),
    /// The task is over, with this message; nothing is sent.
    Finished(String),
}

/// One row of the reference: an agent's action, and what it becomes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PlanRow {
    pub action: &'static str,
    pub becomes: &'static str,
}

/// What each action becomes, in words.
pub const PLANS: &[PlanRow] = &[
    row(
        "tap",
        "`click` by `coordinate`, with the snapshot's `generation`",
    ),
    row("swipe", "`swipe`, with the snapshot's `generation`"),
    row("drag", "`swipe`, with the snapshot's `generation`"),
    row("long_press_drag", "nothing yet: `CAPABILITY_UNSUPPORTED`"),
    row("type", "`enter_text` into the field that has the focus"),
    row(
        "keyevent",
        "`press_key` for back, home and recents; for every other key `CAPABILITY_UNSUPPORTED`",
    ),
    row(
        "launch_app",
        "`open_app`, then `wait_for_navigation` until the app is in front",
    ),
    row("shell", "nothing yet: `CAPABILITY_UNSUPPORTED`"),
    row("run_script", "nothing yet: `CAPABILITY_UNSUPPORTED`"),
    row("read", "nothing yet: `CAPABILITY_UNSUPPORTED`"),
    row("write", "nothing yet: `CAPABILITY_UNSUPPORTED`"),
    row("edit", "nothing yet: `CAPABILITY_UNSUPPORTED`"),
    row("apply_patch", "nothing yet: `CAPABILITY_UNSUPPORTED`"),
    row("exec", "nothing yet: `CAPABILITY_UNSUPPORTED`"),
    row("process", "nothing yet: `CAPABILITY_UNSUPPORTED`"),
    row("memory_search", "nothing yet: `CAPABILITY_UNSUPPORTED`"),
    row("memory_get", "nothing yet: `CAPABILITY_UNSUPPORTED`"),
    row(
        "request_human_auth",
        "nothing yet: `CAPABILITY_UNSUPPORTED`",
    ),
    row("wait", "`sleep`"),
    row("finish", "no execution: the task is over"),
];

/// What the answer to anything else names.
const CAN_BE_DONE: &str = "these can be carried out: tap, swipe, drag, type, keyevent for back, home and recents, \
                           launch_app, wait and finish";

/// How long an app may take to come to the front.
const IN_FRONT_MS: u64 = 10_000;
/// How long is waited for an app that is in front already.
const STILL_IN_FRONT_MS: u64 = 500;

const fn row(action: &'static str, becomes: &'static str) -> PlanRow {
    PlanRow { action, becomes }
}

/// What an action becomes. Points need the snapshot that they were chosen on.
pub fn plan(action: &AgentAction, chosen_on: Option<&PointSpace>) -> Result<Planned, Failure> {
    let actions = match action {
        AgentAction::Tap { x, y, .. } => {
            let space = needs(chosen_on, action)?;
            let coordinate = point(space, x.get(), y.get());
            in_app(
                space,
                json!({ "id": "tap", "type": "click", "params": { "coordinate": coordinate } }),
            )
        }
        AgentAction::Swipe {
            x1,
            y1,
            x2,
            y2,
            duration_ms,
            ..
        }
        | AgentAction::Drag {
            x1,
            y1,
            x2,
            y2,
            duration_ms,
            ..
        } => {
            let space = needs(chosen_on, action)?;
            let mut params = json!({
                "from": point(space, x1.get(), y1.get()),
                "to": point(space, x2.get(), y2.get()),
            });
            if let (Some(millis), Some(params)) = (duration_ms, params.as_object_mut()) {
                params.insert("durationMs".to_owned(), json!(millis));
            }
            in_app(
                space,
                json!({ "id": "swipe", "type": "swipe", "params": params }),
            )
        }
        AgentAction::Type { text, .. } => vec![json!({
            "id": "type", "type": "enter_text",
            "params": { "where": { "focused": true }, "text": text, "allowBlank": true },
        })],
        AgentAction::Keyevent { keycode, .. } => vec![json!({
            "id": "key", "type": "press_key", "params": { "key": key(keycode)? },
        })],
        AgentAction::LaunchApp { package_name, .. } => vec![
            json!({
                "id": "launch", "type": "open_app", "params": { "applicationId": package_name },
            }),
            json!({
                "id": "in-front", "type": "wait_for_navigation",
                "params": { "expectedPackage": package_name, "timeoutMs": IN_FRONT_MS },
            }),
        ],
        AgentAction::Wait { duration_ms, .. } => vec![json!({
            "id": "wait", "type": "sleep", "params": { "durationMs": duration_ms },
        })],
        AgentAction::Finish { message } => return Ok(Planned::Finished(message.clone())),
        AgentAction::LongPressDrag { .. }
        | AgentAction::Shell { .. }
        | AgentAction::RunScript { .. }
        | AgentAction::Read { .. }
        | AgentAction::Write { .. }
        | AgentAction::Edit { .. }
        | AgentAction::ApplyPatch { .. }
        | AgentAction::Exec { .. }
        | AgentAction::Process { .. }
        | AgentAction::MemorySearch { .. }
        | AgentAction::MemoryGet { .. }
        | AgentAction::RequestHumanAuth { .. } => {
            return Err(unsupported(format!(
                "{} cannot be done yet; nothing was sent",
                action.name()
            )));
        }
    };
    Ok(Planned::Actions(actions))
}

/// Holds an action's points within the picture that they were chosen on, and tells which were outside. That is a repair
/// that stops the action: what is at the edge is not what the model asked for.
pub fn hold_within(action: &mut AgentAction, chosen_on: &PointSpace) -> Vec<Repair> {
    let (right, bottom) = chosen_on.edges();
    let numbers = match action {
        AgentAction::Tap { x, y, .. } => vec![("x", x, right), ("y", y, bottom)],
        AgentAction::Swipe { x1, y1, x2, y2, .. }
        | AgentAction::Drag { x1, y1, x2, y2, .. }
        | AgentAction::LongPressDrag { x1, y1, x2, y2, .. } => vec![
            ("x1", x1, right),
            ("y1", y1, bottom),
            ("x2", x2, right),
            ("y2", y2, bottom),
        ],
        _ => Vec::new(),
    };
    let mut repairs = Vec::new();
    for (field, number, most) in numbers {
        let held = number.at_most(most);
        if held != *number {
            repairs.push(Repair {
                field: field.to_owned(),
                was: Some(json!(number)),
                now: Some(json!(held)),
                kind: RepairKind::Required,
            });
            *number = held;
        }
    }
    repairs
}

/// The action alone where the engine knows what was at its points, and otherwise only while the app is in front.
fn in_app(space: &PointSpace, action: Value) -> Vec<Value> {
    let waits = match (space.generation, &space.app) {
        (None, Some(app)) => Some(json!({
            "id": "in-front", "type": "wait_for_navigation",
            "params": { "expectedPackage": app, "timeoutMs": STILL_IN_FRONT_MS },
        })),
        _ => None,
    };
    waits.into_iter().chain([action]).collect()
}

fn point(space: &PointSpace, x: f64, y: f64) -> Value {
    let (x, y) = space.to_screen(x, y);
    match space.generation {
        Some(generation) => json!({ "x": x, "y": y, "generation": generation }),
        None => json!({ "x": x, "y": y }),
    }
}

fn needs<'s>(
    chosen_on: Option<&'s PointSpace>,
    action: &AgentAction,
) -> Result<&'s PointSpace, Failure> {
    chosen_on.ok_or_else(|| {
        let message = format!(
            "{} is about points of a snapshot, and none was named; nothing was sent",
            action.name()
        );
        Failure::new(ErrorCode::MissingArgument, message)
            .with_hint("name the snapshot that the points were chosen on, by its id")
    })
}

/// The word of the contract for a key, which an agent names as Android does.
fn key(keycode: &str) -> Result<&'static str, Failure> {
    let name = keycode.strip_prefix("KEYCODE_").unwrap_or(keycode);
    match name {
        "BACK" | "4" => Ok("back"),
        "HOME" | "3" => Ok("home"),
        "APP_SWITCH" | "187" => Ok("recents"),
        _ => Err(unsupported(format!(
            "the key {keycode} cannot be pressed yet; nothing was sent"
        ))),
    }
}

fn unsupported(message: String) -> Failure {
    Failure::new(ErrorCode::CapabilityUnsupported, message).with_hint(CAN_BE_DONE)
}

#[cfg(test)]
mod tests {
    use clawperator_contract::agent::normalize;
    use clawperator_contract::validate;

    use super::*;

    const SPACE: PointSpace = PointSpace {
        generation: Some(7),
        app: None,
        width: 1080,
        height: 2400,
        scale_x: 2.0,
        scale_y: 2.0,
    };

    fn planned(call: &Value) -> Result<Planned, ErrorCode> {
        let action = normalize(call.to_string().as_bytes()).unwrap().action;
        plan(&action, Some(&SPACE)).map_err(|failure| failure.code.known().unwrap())
    }

    /// A call of an action with all that it needs.
    fn example(name: &str) -> Value {
        json!({
            "type": name, "x": 1, "y": 2, "x1": 1, "y1": 2, "x2": 3, "y2": 4, "text": "hi",
            "keycode": "KEYCODE_BACK", "packageName": "com.example", "command": "ls", "script": "ls",
            "path": "a", "find": "a", "replace": "b", "input": "c", "query": "q", "content": "d",
            "instruction": "do", "message": "done", "action": "list",
        })
    }

    #[test]
    fn every_action_of_the_union_has_a_row_and_becomes_what_it_says() {
        let names: Vec<&str> = AgentAction::TABLE.iter().map(|row| row.name).collect();
        let rows: Vec<&str> = PLANS.iter().map(|row| row.action).collect();
        assert_eq!(rows.len(), names.len());
        for row in PLANS {
            assert!(names.contains(&row.action), "{}", row.action);
            match planned(&example(row.action)) {
                Ok(Planned::Actions(actions)) => {
                    let execution = json!({
                        "commandId": "c", "taskId": "t", "source": "test",
                        "expectedFormat": "android-ui-automator", "timeoutMs": 30_000, "actions": actions,
                    });
                    validate(execution.to_string().as_bytes()).unwrap();
                    for action in &actions {
                        let becomes = format!("`{}`", action["type"].as_str().unwrap());
                        assert!(row.becomes.contains(&becomes), "{}", row.action);
                    }
                }
                Ok(Planned::Finished(message)) => {
                    assert_eq!((row.action, &*message), ("finish", "done"));
                }
                Err(code) => {
                    assert_eq!(code, ErrorCode::CapabilityUnsupported, "{}", row.action);
                    assert!(row.becomes.contains(code.name()), "{}", row.action);
                }
            }
        }
    }

    #[test]
    fn the_document_has_every_row() {
        let document = include_str!("../../../docs/agent-actions.md");
        for row in PLANS {
            let line = format!("| `{}` | {} |", row.action, row.becomes);
            assert!(document.lines().any(|one| one == line), "{line}");
        }
    }

    #[test]
    fn points_are_those_of_the_screen_and_carry_the_generation() {
        let tap = planned(&json!({ "type": "tap", "x": 100.4, "y": 9_999 })).unwrap();
        let expected = json!({ "coordinate": { "x": 201, "y": 2399, "generation": 7 } });
        assert!(matches!(&tap, Planned::Actions(actions) if actions[0]["params"] == expected));
        let action = normalize(br#"{"type":"tap","x":1,"y":1}"#).unwrap().action;
        let failure = plan(&action, None).unwrap_err();
        assert_eq!(failure.code.known(), Some(ErrorCode::MissingArgument));
    }

    #[test]
    fn points_of_a_picture_alone_are_for_its_app() {
        let space = PointSpace {
            generation: None,
            app: Some("com.example".to_owned()),
            ..SPACE
        };
        let action = normalize(br#"{"type":"tap","x":1,"y":1}"#).unwrap().action;
        let Planned::Actions(actions) = plan(&action, Some(&space)).unwrap() else {
            panic!("a tap is an action")
        };
        assert_eq!(actions[0]["params"]["expectedPackage"], "com.example");
        let expected = json!({ "coordinate": { "x": 2, "y": 2 } });
        assert_eq!(actions[1]["params"], expected);
    }

    #[test]
    fn points_outside_of_the_picture_are_repairs_that_stop() {
        let repaired = |call: Value| {
            let mut action = normalize(call.to_string().as_bytes()).unwrap().action;
            let repairs = hold_within(&mut action, &SPACE);
            assert!(repairs.iter().all(|repair| repair.kind.stops()));
            assert!(hold_within(&mut action, &SPACE).is_empty());
            let fields = repairs.iter().map(|repair| repair.field.clone());
            fields.collect::<Vec<_>>()
        };
        assert!(repaired(json!({ "type": "tap", "x": 540, "y": 1200 })).is_empty());
        assert_eq!(
            repaired(json!({ "type": "tap", "x": 541, "y": 1200 })),
            ["x"]
        );
        let swipe = json!({ "type": "swipe", "x1": 0, "y1": 9999, "x2": 5000, "y2": 1 });
        assert_eq!(repaired(swipe), ["y1", "x2"]);
        assert!(repaired(json!({ "type": "wait" })).is_empty());
    }

    #[test]
    fn a_key_that_cannot_be_pressed_is_never_another_one() {
        for keycode in ["KEYCODE_ENTER", "66", "KEYCODE_POWER", "back"] {
            let call = json!({ "type": "keyevent", "keycode": keycode });
            assert_eq!(
                planned(&call),
                Err(ErrorCode::CapabilityUnsupported),
                "{keycode}"
            );
        }
    }
}
