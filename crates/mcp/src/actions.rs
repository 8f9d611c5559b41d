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

/// Where a finger comes up.
#[derive(Debug, Clone, Deserialize)]
#[serde(untagged)]
enum To {
    Point([u32; 2]),
    On(On),
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
    to: Option<To>,
    #[serde(default)]
    text: Option<String>,
    #[serde(default)]
    clear: Option<bool>,
    #[serde(default)]
    submit: Option<bool>,
    #[serde(default)]
    key: Option<String>,
    #[serde(default)]
    direction: Option<Direction>,
    /// Further params of the action.
    #[serde(default)]
    with: Map<String, Value>,
}

#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Direction {
    Down,
    Up,
    Left,
    Right,
}

/// What a step names its node or its place by.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Place {
    None,
    Node,
    NodeOrPoint,
    /// `on`, for a list; none is the list that is there.
    List,
    /// `on` with a direction, or `point` and `to`.
    NodeOrWay,
    /// `on` or `point`, and `to`.
    Ends,
    /// The points are in `with`.
    Fingers,
}

/// Defines what a step can do: its word, the action that it becomes, its place, and the fields that it takes besides.
macro_rules! whats {
    ($($variant:ident $name:literal $action:literal $place:ident [$($field:literal),*];)+) => {
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
        enum What {
            $(#[serde(rename = $name)] $variant,)+
        }

        impl What {
            #[cfg(test)]
            const ALL: &'static [Self] = &[$(Self::$variant,)+];

            const fn name(self) -> &'static str {
                match self {
                    $(Self::$variant => $name,)+
                }
            }

            /// The type of the action.
            const fn action(self) -> &'static str {
                match self {
                    $(Self::$variant => $action,)+
                }
            }

            const fn place(self) -> Place {
                match self {
                    $(Self::$variant => Place::$place,)+
                }
            }

            /// Which fields it takes besides its place and `with`.
            const fn takes(self) -> &'static [&'static str] {
                match self {
                    $(Self::$variant => &[$($field),*],)+
                }
            }
        }
    };
}

whats! {
    Tap "tap" "click" NodeOrPoint [];
    DoubleTap "double_tap" "click" NodeOrPoint [];
    LongPress "long_press" "click" NodeOrPoint [];
    Type "type" "enter_text" Node ["text", "clear", "submit"];
    Press "press" "press_key" None ["key"];
    Scroll "scroll" "scroll" List ["direction"];
    ScrollTo "scroll_to" "scroll_until" Node ["direction"];
    Swipe "swipe" "swipe" NodeOrWay ["direction"];
    Drag "drag" "drag" Ends [];
    Pinch "pinch" "pinch" NodeOrPoint [];
    TouchPath "touch_path" "touch_path" Fingers [];
    ClearText "clear_text" "clear_text" Node [];
    HideKeyboard "hide_keyboard" "hide_keyboard" None [];
    WakeDevice "wake_device" "wake_device" None [];
    GetClipboard "get_clipboard" "get_clipboard" None [];
    SetClipboard "set_clipboard" "set_clipboard" None ["text"];
    ListApps "list_apps" "list_apps" None [];
    ClearApp "clear_app" "clear_app" None [];
    UninstallApp "uninstall_app" "uninstall_app" None [];
    SetPermission "set_permission" "set_permission" None [];
}

impl Place {
    const fn takes(self) -> &'static [&'static str] {
        match self {
            Self::None | Self::Fingers => &[],
            Self::Node | Self::List => &["on"],
            Self::NodeOrPoint => &["on", "point"],
            Self::NodeOrWay | Self::Ends => &["on", "point", "to"],
        }
    }
}

impl Step {
    /// The action of this step, which has its number in its id.
    pub(crate) fn action(self, number: usize, generation: u64) -> Result<Value, Failure> {
        let what = self.what;
        let surplus = self.surplus();
        let params = match surplus {
            Some(field) => Err(format!("does not take `{field}`")),
            None => self.params(generation),
        };
        let params = params.map_err(|problem| {
            let message = format!("step {number}: `{}` {problem}", what.name());
            Failure::new(ErrorCode::ExecutionValidationFailed, message)
        })?;
        let id = format!("{number}-{}", what.name());
        if params.is_empty() {
            return Ok(json!({ "id": id, "type": what.action() }));
        }
        Ok(json!({ "id": id, "type": what.action(), "params": params }))
    }

    fn params(self, generation: u64) -> Result<Map<String, Value>, String> {
        let what = self.what;
        let mut params = self.with;
        // Nodes and points of a snapshot go by the generation of the call, and by no other.
        if let Some(name) = ["ref", "generation"]
            .into_iter()
            .find(|name| has_key(&params, name))
        {
            return Err(format!("takes no `{name}` in `with`: name nodes by `on`"));
        }
        let mut own = Map::new();
        match (what.place(), self.on, self.point, self.to) {
            (Place::None, ..) | (Place::List, None, ..) => {}
            (Place::Fingers, ..) => give_generation(&mut params, generation),
            (Place::List, Some(On::Where(node)), ..) => {
                own.insert("containerWhere".to_owned(), Value::Object(node));
            }
            (Place::List, Some(On::Ref(_)), ..) => {
                return Err("takes what is true of the list, not a ref".to_owned());
            }
            (Place::Node | Place::NodeOrPoint | Place::NodeOrWay, Some(on), None, None) => {
                target(&mut own, on, generation);
            }
            (Place::NodeOrPoint, None, Some(at), _) => {
                own.insert("coordinate".to_owned(), point(at, Some(generation)));
            }
            (Place::NodeOrWay, None, Some(from), Some(To::Point(to))) => {
                own.insert("from".to_owned(), point(from, Some(generation)));
                own.insert("to".to_owned(), point(to, None));
            }
            (Place::Ends, on, at, Some(to)) if on.is_some() != at.is_some() => {
                let from = on.map(To::On).or(at.map(To::Point));
                let ends = [("from", from), ("to", Some(to))];
                for (name, end) in ends
                    .into_iter()
                    .filter_map(|(name, end)| Some((name, end?)))
                {
                    own.insert(name.to_owned(), end.place(generation));
                }
            }
            (place, ..) => return Err(place.needed().to_owned()),
        }
        let text = self.text.map(Value::from);
        let key = self.key.map(|key| match key.parse::<u32>() {
            Ok(number) => ("keyCode", json!(number)),
            Err(_) if ["back", "home", "recents"].contains(&&*key) => ("key", json!(key)),
            Err(_) => ("keyCode", json!(key)),
        });
        if text.is_none() && what.takes().contains(&"text") {
            return Err("needs `text`".to_owned());
        }
        if key.is_none() && what.takes().contains(&"key") {
            return Err("needs `key`".to_owned());
        }
        let click_type = match what {
            What::DoubleTap => Some("double_click"),
            What::LongPress => Some("long_click"),
            _ => None,
        };
        let fields = [
            text.map(|text| ("text", text)),
            self.clear.map(|clear| ("clear", json!(clear))),
            self.submit.map(|submit| ("submit", json!(submit))),
            key,
            self.direction
                .map(|direction| ("direction", json!(direction.name()))),
            click_type.map(|click_type| ("clickType", json!(click_type))),
        ];
        let fields = fields.into_iter().flatten();
        own.extend(fields.map(|(name, value)| (name.to_owned(), value)));
        for (name, value) in own {
            if params.insert(name.clone(), value).is_some() {
                return Err(format!(
                    "has `{name}` in `with`, where another field says it"
                ));
            }
        }
        Ok(params)
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
        let (place, takes) = (self.what.place().takes(), self.what.takes());
        let mut surplus = given
            .into_iter()
            .filter(|(name, is_given)| *is_given && !place.contains(name) && !takes.contains(name));
        surplus.next().map(|(name, _)| name)
    }
}

impl Direction {
    const fn name(self) -> &'static str {
        match self {
            Self::Down => "down",
            Self::Up => "up",
            Self::Left => "left",
            Self::Right => "right",
        }
    }
}

impl Place {
    /// What is said where something else is given.
    const fn needed(self) -> &'static str {
        match self {
            Self::NodeOrPoint => "needs `on` or `point`, and only one",
            Self::NodeOrWay => "needs `on` and `direction`, or `point` and `to` as points",
            Self::Ends => "needs `on` or `point`, and `to`",
            Self::None | Self::Node | Self::List | Self::Fingers => "needs `on`",
        }
    }
}

impl To {
    /// One end of a drag.
    fn place(self, generation: u64) -> Value {
        match self {
            Self::Point(at) => point(at, Some(generation)),
            Self::On(on) => {
                let mut params = Map::new();
                target(&mut params, on, generation);
                Value::Object(params)
            }
        }
    }
}

fn point([x, y]: [u32; 2], generation: Option<u64>) -> Value {
    match generation {
        Some(generation) => json!({ "x": x, "y": y, "generation": generation }),
        None => json!({ "x": x, "y": y }),
    }
}

/// Says of the first point of each finger which snapshot it was chosen on. What is no list of lists is refused later.
fn give_generation(params: &mut Map<String, Value>, generation: u64) {
    let fingers = params.get_mut("fingers").and_then(Value::as_array_mut);
    for finger in fingers.into_iter().flatten() {
        if let Some(Value::Object(first)) = finger.get_mut(0) {
            first.insert("generation".to_owned(), json!(generation));
        }
    }
}

/// Whether a key is anywhere in it.
fn has_key(fields: &Map<String, Value>, key: &str) -> bool {
    fn holds(value: &Value, key: &str) -> bool {
        match value {
            Value::Object(fields) => has_key(fields, key),
            Value::Array(items) => items.iter().any(|item| holds(item, key)),
            _ => false,
        }
    }
    let mut fields = fields.iter();
    fields.any(|(name, value)| name == key || holds(value, key))
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

#[cfg(test)]
#[path = "actions_tests.rs"]
mod tests;
