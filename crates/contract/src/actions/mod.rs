//! The 18 actions: one file each, with its params, its rules and what it answers.

mod click;
mod close_app;
mod describe;
mod enter_text;
mod open_app;
mod open_uri;
mod press_key;
mod read_key_value_pair;
mod read_text;
mod recording;
mod scroll;
mod scroll_and_click;
mod scroll_until;
mod sleep;
mod snapshot_ui;
mod take_screenshot;
mod wait_for_navigation;
mod wait_for_node;

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::ser::SerializeStruct;
use serde::{Serialize, Serializer};

use crate::aliases;
use crate::decode::{Decode, Object, Value};
use crate::errors::ErrorCode;
use crate::excerpt::excerpt;
use crate::failure::Rule;
use crate::json::Kind;
use crate::limits::{MAX_ACTION_TYPE_LENGTH, MAX_ID_LENGTH};
use crate::report::Path;
use crate::retry::RetryPreset;
use crate::suggest::did_you_mean;
use crate::target::NodeRef;
use crate::values::Text;

pub use self::click::{ClickParams, ClickType, Coordinate};
pub use self::close_app::CloseAppParams;
pub use self::describe::ParamInfo;
pub use self::enter_text::{EnterTextParams, EnteredText};
pub use self::open_app::OpenAppParams;
pub use self::open_uri::OpenUriParams;
pub use self::press_key::{Key, PressKeyParams};
pub use self::read_key_value_pair::ReadKeyValuePairParams;
pub use self::read_text::{ReadTextParams, Validator};
pub use self::recording::{StartRecordingParams, StopRecordingParams};
pub use self::scroll::{Direction, ScrollParams};
pub use self::scroll_and_click::ScrollAndClickParams;
pub use self::scroll_until::ScrollUntilParams;
pub use self::sleep::{SleepDuration, SleepParams};
pub use self::snapshot_ui::SnapshotUiParams;
pub use self::take_screenshot::TakeScreenshotParams;
pub use self::wait_for_navigation::{NavigationTimeout, WaitForNavigationParams};
pub use self::wait_for_node::WaitForNodeParams;

/// One step of an execution.
#[derive(Debug, Clone, PartialEq)]
pub struct Action {
    /// Correlates the step with its result; unique within the execution.
    pub id: Text<MAX_ID_LENGTH>,
    /// What to do.
    pub params: ActionParams,
}

/// What the reference says of an action beyond its params.
#[derive(Debug, Clone, Copy)]
pub struct ActionInfo {
    /// What it does, in one sentence.
    pub summary: &'static str,
    /// The commands of the command line that build it.
    pub commands: &'static [&'static str],
    /// The retry that runs when the payload gives none; `None` where the action takes no retry.
    pub default_retry: Option<RetryPreset>,
    /// The keys of `data` on success, each with its meaning.
    pub success: &'static [(&'static str, &'static str)],
    /// The codes it commonly fails with.
    pub failures: &'static [ErrorCode],
    /// Rules that hold between its params, in words.
    pub rules: &'static [&'static str],
    /// Params that an earlier contract had, each with what to say of it.
    pub removed: &'static [(&'static str, &'static str)],
    /// A complete action as JSON.
    pub example: &'static str,
}

/// The params of one action type.
pub(crate) trait Params: Serialize + JsonSchema + Sized {
    /// What the reference says of the action.
    const INFO: ActionInfo;

    /// Reads and checks the params; everything wrong is reported.
    fn read(params: &Object<'_>) -> Option<Self>;

    /// Whether nothing is set, so that `params` can be left out.
    fn is_empty(&self) -> bool {
        false
    }
}

/// Defines the action types and, for each, its name, aliases and params.
macro_rules! action_types {
    ($($variant:ident $params:ident $name:literal [$($alias:literal),*];)+) => {
        /// A canonical action type.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        pub enum ActionType {
            $(
                #[doc = concat!("`", $name, "`")]
                $variant,
            )+
        }

        /// What to do: the action type with its params.
        #[derive(Debug, Clone, PartialEq)]
        pub enum ActionParams {
            $(
                #[doc = concat!("`", $name, "`")]
                $variant($params),
            )+
        }

        impl ActionType {
            /// Every action type, in the order of the contract.
            pub const ALL: &'static [Self] = &[$(Self::$variant,)+];

            /// The canonical name.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$variant => $name,)+
                }
            }

            /// Names accepted for it on input.
            #[must_use]
            pub const fn aliases(self) -> &'static [&'static str] {
                match self {
                    $(Self::$variant => &[$($alias),*],)+
                }
            }

            /// What the reference says of it.
            #[must_use]
            pub const fn info(self) -> ActionInfo {
                match self {
                    $(Self::$variant => $params::INFO,)+
                }
            }

            /// The JSON Schema of its params.
            pub fn params_schema(self, generator: &mut SchemaGenerator) -> Schema {
                match self {
                    $(Self::$variant => generator.subschema_for::<$params>(),)+
                }
            }

            fn read_params(self, params: &Object<'_>) -> Option<ActionParams> {
                match self {
                    $(Self::$variant => $params::read(params).map(ActionParams::$variant),)+
                }
            }
        }

        impl ActionParams {
            /// The action type these params belong to.
            #[must_use]
            pub const fn action_type(&self) -> ActionType {
                match self {
                    $(Self::$variant(_) => ActionType::$variant,)+
                }
            }

            /// Whether nothing is set, so that `params` is left out.
            #[must_use]
            pub fn is_empty(&self) -> bool {
                match self {
                    $(Self::$variant(params) => params.is_empty(),)+
                }
            }
        }

        impl Serialize for ActionParams {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                match self {
                    $(Self::$variant(params) => params.serialize(serializer),)+
                }
            }
        }
    };
}

action_types! {
    OpenApp OpenAppParams "open_app" [];
    OpenUri OpenUriParams "open_uri" ["open_url"];
    CloseApp CloseAppParams "close_app" [];
    StartRecording StartRecordingParams "start_recording" [];
    StopRecording StopRecordingParams "stop_recording" [];
    WaitForNode WaitForNodeParams "wait_for_node" ["wait_for", "find", "find_node"];
    Click ClickParams "click" ["tap", "press"];
    ScrollAndClick ScrollAndClickParams "scroll_and_click" [];
    Scroll ScrollParams "scroll" [];
    ScrollUntil ScrollUntilParams "scroll_until" [];
    ReadText ReadTextParams "read_text" ["read"];
    EnterText EnterTextParams "enter_text" ["type_text", "text_entry", "input_text"];
    SnapshotUi SnapshotUiParams "snapshot_ui" ["snapshot"];
    TakeScreenshot TakeScreenshotParams "take_screenshot" ["screenshot", "capture_screenshot"];
    Sleep SleepParams "sleep" [];
    PressKey PressKeyParams "press_key" ["key_press"];
    WaitForNavigation WaitForNavigationParams "wait_for_navigation" [];
    ReadKeyValuePair ReadKeyValuePairParams "read_key_value_pair" [];
}

impl ActionType {
    /// The type of that canonical name or alias, in any case and with blanks around it.
    #[must_use]
    pub fn from_name(written: &str) -> Option<Self> {
        let name = written.trim();
        Self::ALL.iter().copied().find(|action_type| {
            action_type.name().eq_ignore_ascii_case(name)
                || action_type
                    .aliases()
                    .iter()
                    .any(|alias| alias.eq_ignore_ascii_case(name))
        })
    }

    /// The type whose name or alias is nearest to an unknown word.
    #[must_use]
    pub fn suggest(written: &str) -> Option<Self> {
        let names = Self::ALL.iter().map(|action_type| action_type.name());
        let aliases = Self::ALL
            .iter()
            .flat_map(|action_type| action_type.aliases().iter().copied());
        did_you_mean(written.trim(), names.chain(aliases)).and_then(Self::from_name)
    }
}

impl Decode for ActionType {
    fn decode(value: &Value<'_>) -> Option<Self> {
        let written = value.string()?;
        if let Some(action_type) = Self::from_name(written) {
            return Some(action_type);
        }
        if written.trim().is_empty() {
            return value.fail(Rule::Blank, "must not be blank");
        }
        if written.len() > MAX_ACTION_TYPE_LENGTH
            && written.chars().count() > MAX_ACTION_TYPE_LENGTH
        {
            let message =
                format!("String must contain at most {MAX_ACTION_TYPE_LENGTH} character(s)");
            return value.fail(Rule::TooLong, message);
        }
        let message = format!("Unsupported action type '{}'", excerpt(written));
        let hint = match Self::suggest(written) {
            Some(near) => format!("did you mean '{}'?", near.name()),
            None => format!(
                "supported types: {}",
                Self::ALL
                    .iter()
                    .map(|action_type| action_type.name())
                    .collect::<Vec<_>>()
                    .join(", ")
            ),
        };
        value.fail_with_hint(Rule::UnsupportedAction, message, hint)
    }
}

/// What could be read of an action: its id serves the check for duplicates even when the rest is wrong.
pub(crate) struct DecodedAction {
    pub(crate) id: Option<String>,
    /// The type as issues name it: canonical where it is known, else as written.
    pub(crate) type_name: Option<String>,
    pub(crate) action: Option<Action>,
}

impl Action {
    /// What kind of action it is.
    #[must_use]
    pub const fn action_type(&self) -> ActionType {
        self.params.action_type()
    }

    pub(crate) fn decode(value: &Value<'_>) -> DecodedAction {
        let mark = value.report.mark();
        let Some(object) = value.object(&aliases::ACTION) else {
            return DecodedAction {
                id: None,
                type_name: None,
                action: None,
            };
        };
        let id: Option<Text<MAX_ID_LENGTH>> = object.require("id", "Required");
        let action_type: Option<ActionType> = object.require("type", "Required");
        let params = match object.value("params") {
            Some(params) => {
                let removed = action_type.map_or(&[][..], |action_type| action_type.info().removed);
                params.object_without(&aliases::PARAMS, removed)
            }
            None => Some(value.absent_object("params", &aliases::PARAMS)),
        };
        let read = match (action_type, params) {
            (Some(action_type), Some(params)) => {
                let read = action_type.read_params(&params);
                params.drop_unread(action_type.name());
                read
            }
            _ => None,
        };
        let written_type = object
            .value("type")
            .and_then(|value| match &value.node.kind {
                Kind::String(written) => Some(written.as_ref()),
                _ => None,
            });
        let type_name = action_type.map(ActionType::name).or(written_type);
        value
            .report
            .annotate_since(mark, id.as_ref().map(Text::as_str), type_name);
        DecodedAction {
            id: id.as_ref().map(|id| id.as_str().to_owned()),
            type_name: type_name.map(str::to_owned),
            action: id.zip(read).map(|(id, params)| Self { id, params }),
        }
    }
}

impl Action {
    /// The id of the earlier action that this one is there to verify.
    #[must_use]
    pub fn verifies(&self) -> Option<&str> {
        match &self.params {
            ActionParams::WaitForNode(wait) => wait.verifies.as_ref().map(Text::as_str),
            ActionParams::ReadText(read) => read.verifies.as_ref().map(Text::as_str),
            _ => None,
        }
    }

    /// The ref by which it names its node.
    #[must_use]
    pub fn node_ref(&self) -> Option<&NodeRef> {
        let target = match &self.params {
            ActionParams::Click(params) => &params.target,
            ActionParams::EnterText(params) => &params.target,
            ActionParams::ReadText(params) => &params.target,
            ActionParams::ScrollAndClick(params) => &params.target,
            ActionParams::ScrollUntil(params) => &params.target,
            ActionParams::WaitForNode(params) => &params.target,
            _ => return None,
        };
        target.node_ref.as_ref()
    }
}

impl DecodedAction {
    /// Reports that the action has the id of an earlier one; `value` is what it was decoded from.
    pub(crate) fn fail_duplicate_id(&self, value: &Value<'_>, first: &str) {
        let Some(id) = member(value, "id") else {
            return;
        };
        let mark = value.report.mark();
        let _: Option<()> = id.fail_with_hint(
            Rule::DuplicateId,
            format!("Action id is already used by {first}"),
            "give every action a unique id; results are matched by id",
        );
        value
            .report
            .annotate_since(mark, self.id.as_deref(), self.type_name.as_deref());
    }

    /// Reports a `verifies` that names none of the `earlier` actions; `value` is what it was decoded from.
    pub(crate) fn check_verified<'e>(
        &self,
        value: &Value<'_>,
        mut earlier: impl Iterator<Item = &'e str>,
    ) {
        let Some(named) = self.action.as_ref().and_then(Action::verifies) else {
            return;
        };
        if earlier.any(|id| id == named) {
            return;
        }
        let params = member(value, "params");
        let Some(verifies) = params
            .as_ref()
            .and_then(|params| member(params, "verifies"))
        else {
            return;
        };
        let mark = value.report.mark();
        let _: Option<()> = verifies.fail_with_hint(
            Rule::Requires,
            "params.verifies must name an earlier action",
            "use the id of the action to verify, and put the wait after it",
        );
        value
            .report
            .annotate_since(mark, self.id.as_deref(), self.type_name.as_deref());
    }
}

/// The value under a key of an object that was opened once and has reported its keys; opening it again would report
/// them twice.
fn member<'v>(value: &'v Value<'v>, key: &'static str) -> Option<Value<'v>> {
    let Kind::Object(entries) = &value.node.kind else {
        return None;
    };
    let (_, node) = entries.iter().find(|(written, _)| written == key)?;
    Some(Value {
        node,
        path: Path::key(&value.path, key, key),
        report: value.report,
    })
}

impl Serialize for Action {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let has_params = !self.params.is_empty();
        let mut action = serializer.serialize_struct("Action", 2 + usize::from(has_params))?;
        action.serialize_field("id", &self.id)?;
        action.serialize_field("type", self.action_type().name())?;
        if has_params {
            action.serialize_field("params", &self.params)?;
        }
        action.end()
    }
}

impl JsonSchema for Action {
    fn schema_name() -> Cow<'static, str> {
        "Action".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let id = generator.subschema_for::<Text<MAX_ID_LENGTH>>();
        let variants: Vec<Schema> = ActionType::ALL
            .iter()
            .map(|action_type| {
                let params = action_type.params_schema(generator);
                let info = action_type.info();
                let required: &[&str] = if needs_params(&params, generator) {
                    &["id", "type", "params"]
                } else {
                    &["id", "type"]
                };
                json_schema!({
                    "type": "object",
                    "description": info.summary,
                    "properties": { "id": id, "type": { "const": action_type.name() }, "params": params },
                    "required": required,
                    "additionalProperties": false,
                })
            })
            .collect();
        json_schema!({ "oneOf": variants })
    }
}

/// Whether an action cannot do without params: something in them is required, or one of several things is.
fn needs_params(params: &Schema, generator: &SchemaGenerator) -> bool {
    let name = params
        .get("$ref")
        .and_then(|reference| reference.as_str())
        .and_then(|reference| reference.rsplit('/').next());
    let Some(definition) = name.and_then(|name| generator.definitions().get(name)) else {
        return false;
    };
    ["required", "anyOf", "oneOf"]
        .iter()
        .any(|key| definition.get(key).is_some())
}
