//! From what a call asks for to an execution.

use clawperator_contract::{EXPECTED_FORMAT, ErrorCode, Failure, Validated, validate};
use clawperator_host::{CommandId, Sources, check_generations};
use serde::Deserialize;
use serde_json::{Map, Value, json};

/// How long an execution may take where nothing in it waits.
pub(crate) const USUAL_MS: u64 = 40_000;

/// A node: a ref of a generation, or what is true of it.
#[derive(Debug, Clone, Deserialize)]
#[serde(untagged)]
pub(crate) enum On {
    Ref(String),
    Where(Map<String, Value>),
}

/// One step of an act.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Step {
    #[serde(rename = "do")]
    what: What,
    #[serde(default)]
    on: Option<On>,
    #[serde(default)]
    point: Option<[u32; 2]>,
    #[serde(default)]
    to: Option<[u32; 2]>,
    #[serde(default)]
    text: Option<String>,
    #[serde(default)]
    clear: Option<bool>,
    #[serde(default)]
    submit: Option<bool>,
    #[serde(default)]
    key: Option<Key>,
    #[serde(default)]
    direction: Option<Direction>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
enum What {
    Tap,
    LongPress,
    Type,
    Press,
    Scroll,
    ScrollTo,
    Swipe,
}

#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Key {
    Back,
    Home,
    Recents,
}

#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Direction {
    Down,
    Up,
    Left,
    Right,
}

impl What {
    const fn name(self) -> &'static str {
        match self {
            Self::Tap => "tap",
            Self::LongPress => "long_press",
            Self::Type => "type",
            Self::Press => "press",
            Self::Scroll => "scroll",
            Self::ScrollTo => "scroll_to",
            Self::Swipe => "swipe",
        }
    }

    /// Which fields it takes.
    const fn takes(self) -> &'static [&'static str] {
        match self {
            Self::Tap => &["on", "point"],
            Self::LongPress => &["on"],
            Self::Type => &["on", "text", "clear", "submit"],
            Self::Press => &["key"],
            Self::Scroll | Self::ScrollTo => &["on", "direction"],
            Self::Swipe => &["point", "to"],
        }
    }
}

impl Step {
    /// The action of this step, which has its number in its id.
    pub(crate) fn action(self, number: usize, generation: u64) -> Result<Value, Failure> {
        let what = self.what;
        let wrong = |problem: &str| {
            let message = format!("step {number}: `{}` {problem}", what.name());
            Failure::new(ErrorCode::ExecutionValidationFailed, message)
        };
        if let Some(field) = self.surplus() {
            return Err(wrong(&format!("does not take `{field}`")));
        }
        let mut params = Map::new();
        let kind = match what {
            What::Tap => {
                match (self.on, self.point) {
                    (Some(on), None) => target(&mut params, on, generation),
                    (None, Some([x, y])) => {
                        let point = json!({ "x": x, "y": y, "generation": generation });
                        params.insert("coordinate".to_owned(), point);
                    }
                    _ => return Err(wrong("needs `on` or `point`, and only one")),
                }
                "click"
            }
            What::LongPress => {
                let on = self.on.ok_or_else(|| wrong("needs `on`"))?;
                target(&mut params, on, generation);
                params.insert("clickType".to_owned(), json!("long_click"));
                "click"
            }
            What::Type => {
                let on = self.on.ok_or_else(|| wrong("needs `on`"))?;
                let text = self.text.ok_or_else(|| wrong("needs `text`"))?;
                target(&mut params, on, generation);
                params.insert("text".to_owned(), json!(text));
                let flags = [("clear", self.clear), ("submit", self.submit)];
                for (name, flag) in flags {
                    params.extend(flag.map(|flag| (name.to_owned(), json!(flag))));
                }
                "enter_text"
            }
            What::Press => {
                let key = self.key.ok_or_else(|| wrong("needs `key`"))?;
                let key = match key {
                    Key::Back => "back",
                    Key::Home => "home",
                    Key::Recents => "recents",
                };
                params.insert("key".to_owned(), json!(key));
                "press_key"
            }
            What::Scroll => {
                match self.on {
                    Some(On::Where(node)) => {
                        params.insert("containerWhere".to_owned(), Value::Object(node));
                    }
                    Some(On::Ref(_)) => {
                        return Err(wrong("takes what is true of the list, not a ref"));
                    }
                    None => {}
                }
                put_direction(&mut params, self.direction);
                "scroll"
            }
            What::ScrollTo => {
                let on = self.on.ok_or_else(|| wrong("needs `on`"))?;
                target(&mut params, on, generation);
                put_direction(&mut params, self.direction);
                "scroll_until"
            }
            What::Swipe => {
                let (Some([x, y]), Some([to_x, to_y])) = (self.point, self.to) else {
                    return Err(wrong("needs `point` and `to`"));
                };
                let from = json!({ "x": x, "y": y, "generation": generation });
                params.insert("from".to_owned(), from);
                params.insert("to".to_owned(), json!({ "x": to_x, "y": to_y }));
                "swipe"
            }
        };
        let id = format!("{number}-{}", what.name());
        Ok(json!({ "id": id, "type": kind, "params": params }))
    }

    /// A field that this step does not take.
    fn surplus(&self) -> Option<&'static str> {
        let given = [
            ("on", self.on.is_some()),
            ("point", self.point.is_some()),
            ("to", self.to.is_some()),
            ("text", self.text.is_some()),
            ("clear", self.clear.is_some()),
            ("submit", self.submit.is_some()),
            ("key", self.key.is_some()),
            ("direction", self.direction.is_some()),
        ];
        let takes = self.what.takes();
        let mut surplus = given
            .into_iter()
            .filter(|(name, is_given)| *is_given && !takes.contains(name));
        surplus.next().map(|(name, _)| name)
    }
}

/// The params that name a node.
pub(crate) fn target(params: &mut Map<String, Value>, on: On, generation: u64) {
    match on {
        On::Ref(name) => {
            params.insert("ref".to_owned(), json!(name));
            params.insert("generation".to_owned(), json!(generation));
        }
        On::Where(node) => {
            params.insert("where".to_owned(), Value::Object(node));
        }
    }
}

/// An execution of these actions, checked like everybody's.
pub(crate) fn execution(
    sources: &dyn Sources,
    actions: &[Value],
    timeout_ms: u64,
) -> Result<Validated, Failure> {
    let command_id = CommandId::Random("mcp").generate(sources)?;
    let payload = json!({
        "commandId": command_id,
        "taskId": command_id,
        "source": "clawperator-mcp",
        "expectedFormat": EXPECTED_FORMAT,
        "timeoutMs": timeout_ms,
        "actions": actions,
    });
    let validated = validate(payload.to_string().as_bytes())?;
    check_generations(&validated.execution)?;
    Ok(validated)
}

fn put_direction(params: &mut Map<String, Value>, direction: Option<Direction>) {
    let name = direction.map(|direction| match direction {
        Direction::Down => "down",
        Direction::Up => "up",
        Direction::Left => "left",
        Direction::Right => "right",
    });
    params.extend(name.map(|name| ("direction".to_owned(), json!(name))));
}

#[cfg(test)]
mod tests {
    use super::*;

    fn action(step: Value) -> Result<Value, String> {
        let step: Step = serde_json::from_value(step).map_err(|error| error.to_string())?;
        step.action(2, 7).map_err(|failure| failure.message)
    }

    #[test]
    fn steps_become_actions() {
        let where_ = json!({ "name": "Save" });
        let cases = [
            (
                json!({ "do": "tap", "on": "@e5" }),
                json!({ "id": "2-tap", "type": "click", "params": { "ref": "@e5", "generation": 7 } }),
            ),
            (
                json!({ "do": "tap", "point": [10, 20] }),
                json!({ "id": "2-tap", "type": "click", "params": { "coordinate": { "x": 10, "y": 20, "generation": 7 } } }),
            ),
            (
                json!({ "do": "long_press", "on": where_ }),
                json!({ "id": "2-long_press", "type": "click", "params": { "where": where_, "clickType": "long_click" } }),
            ),
            (
                json!({ "do": "type", "on": "@e1", "text": "a", "clear": true, "submit": false }),
                json!({ "id": "2-type", "type": "enter_text", "params": {
                    "ref": "@e1", "generation": 7, "text": "a", "clear": true, "submit": false } }),
            ),
            (
                json!({ "do": "press", "key": "back" }),
                json!({ "id": "2-press", "type": "press_key", "params": { "key": "back" } }),
            ),
            (
                json!({ "do": "scroll", "on": where_, "direction": "up" }),
                json!({ "id": "2-scroll", "type": "scroll", "params": { "containerWhere": where_, "direction": "up" } }),
            ),
            (
                json!({ "do": "scroll_to", "on": where_ }),
                json!({ "id": "2-scroll_to", "type": "scroll_until", "params": { "where": where_ } }),
            ),
            (
                json!({ "do": "swipe", "point": [1, 2], "to": [3, 4] }),
                json!({ "id": "2-swipe", "type": "swipe", "params": {
                    "from": { "x": 1, "y": 2, "generation": 7 }, "to": { "x": 3, "y": 4 } } }),
            ),
        ];
        for (step, expected) in cases {
            assert_eq!(action(step.clone()), Ok(expected), "{step}");
        }
    }

    #[test]
    fn what_a_step_does_not_take_is_refused() {
        for step in [
            json!({ "do": "tap" }),
            json!({ "do": "tap", "on": "@e1", "point": [1, 2] }),
            json!({ "do": "tap", "on": "@e1", "text": "a" }),
            json!({ "do": "type", "on": "@e1" }),
            json!({ "do": "press" }),
            json!({ "do": "press", "key": "power" }),
            json!({ "do": "scroll", "on": "@e1" }),
            json!({ "do": "swipe", "point": [1, 2] }),
            json!({ "do": "fly" }),
            json!({ "do": "tap", "on": "@e1", "force": true }),
        ] {
            assert!(action(step.clone()).is_err(), "{step}");
        }
    }
}
