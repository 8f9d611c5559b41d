//! One step of an execution.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::ser::SerializeStruct;
use serde::{Serialize, Serializer};

use super::click::{ClickType, Coordinate};
use super::place::Place;
use super::table::{ActionParams, ActionType};
use crate::errors::Origin;
use crate::limits::MAX_ID_LENGTH;
use crate::target::NodeRef;
use crate::values::Text;
use crate::when_clause::WhenClause;

/// One step of an execution.
#[derive(Debug, Clone, PartialEq)]
pub struct Action {
    /// Correlates the step with its result; unique within the execution.
    pub id: Text<MAX_ID_LENGTH>,
    /// What to do.
    pub params: ActionParams,
    /// What has to hold for it to be done.
    pub when: Option<WhenClause>,
}

impl Action {
    /// What kind of action it is.
    #[must_use]
    pub const fn action_type(&self) -> ActionType {
        self.params.action_type()
    }

    /// The id of the earlier action that this one is there to verify.
    #[must_use]
    pub fn verifies(&self) -> Option<&str> {
        match &self.params {
            ActionParams::WaitForNode(wait) => wait.verifies.as_ref().map(Text::as_str),
            ActionParams::ReadText(read) => read.verifies.as_ref().map(Text::as_str),
            _ => None,
        }
    }

    /// The id of the earlier action that must not have been skipped.
    #[must_use]
    pub fn needs_run_of(&self) -> Option<&str> {
        let ran = self.when.as_ref()?.ran.as_ref();
        ran.map(Text::as_str)
    }

    /// The id of the earlier action that read what is to change.
    #[must_use]
    pub fn since(&self) -> Option<&str> {
        match &self.params {
            ActionParams::WaitForNode(wait) => wait.since.as_ref().map(Text::as_str),
            _ => None,
        }
    }

    /// Whether it reads the text of one node.
    #[must_use]
    pub fn reads_one_text(&self) -> bool {
        matches!(&self.params, ActionParams::ReadText(read) if read.all != Some(true))
    }

    /// How it presses, where it is to press anything.
    #[must_use]
    pub fn click_type(&self) -> Option<ClickType> {
        let (presses, click_type) = match &self.params {
            ActionParams::Click(params) => (true, params.click_type),
            ActionParams::ScrollAndClick(params) => {
                (params.click_after != Some(false), params.click_type)
            }
            ActionParams::ScrollUntil(params) => {
                (params.click_after == Some(true), params.click_type)
            }
            _ => return None,
        };
        presses.then(|| click_type.unwrap_or(ClickType::Default))
    }

    /// The ref by which it names its node.
    #[must_use]
    pub fn node_ref(&self) -> Option<&NodeRef> {
        let target = match &self.params {
            ActionParams::Click(params) => &params.target,
            ActionParams::ClearText(params) => &params.target,
            ActionParams::EnterText(params) => &params.target,
            ActionParams::ReadText(params) => &params.target,
            ActionParams::ScrollAndClick(params) => &params.target,
            ActionParams::ScrollUntil(params) => &params.target,
            ActionParams::WaitForNode(params) => &params.target,
            ActionParams::AssertNode(params) => &params.target,
            ActionParams::Swipe(params) => &params.target,
            ActionParams::Pinch(params) => &params.target,
            _ => return None,
        };
        target.node_ref.as_ref()
    }
}

impl ActionType {
    /// Whether it changes nothing on the phone: it looks, or waits.
    #[must_use]
    pub const fn only_looks(self) -> bool {
        match self {
            Self::SnapshotUi
            | Self::TakeScreenshot
            | Self::CaptureScreen
            | Self::ReadText
            | Self::ReadKeyValuePair
            | Self::WaitForNode
            | Self::WaitForNavigation
            | Self::WaitForToast
            | Self::WaitForIdle
            | Self::AssertNode
            | Self::ListApps
            | Self::GetClipboard
            | Self::PullFile
            | Self::Sleep => true,
            Self::OpenApp
            | Self::OpenUri
            | Self::CloseApp
            | Self::StartRecording
            | Self::StopRecording
            | Self::Click
            | Self::ScrollAndClick
            | Self::Scroll
            | Self::ScrollUntil
            | Self::Swipe
            | Self::Drag
            | Self::TouchPath
            | Self::Pinch
            | Self::SetClipboard
            | Self::DeviceShell
            | Self::EnterText
            | Self::ClearText
            | Self::HideKeyboard
            | Self::WakeDevice
            | Self::PressKey
            | Self::ClearApp
            | Self::UninstallApp
            | Self::SetPermission
            | Self::PushFile => false,
        }
    }
}

impl Action {
    /// Whether it touches points of the screen that the caller names, not nodes.
    #[must_use]
    pub const fn touches_points(&self) -> bool {
        match &self.params {
            ActionParams::Click(params) => params.coordinate.is_some(),
            ActionParams::Swipe(params) => params.from.is_some(),
            ActionParams::Drag(params) => params.from.x.is_some() || params.to.x.is_some(),
            ActionParams::TouchPath(_) => true,
            ActionParams::Pinch(params) => params.coordinate.is_some(),
            _ => false,
        }
    }

    /// Whether it means something of a snapshot: a node by its ref, or points that were chosen on it.
    #[must_use]
    pub fn needs_snapshot(&self) -> bool {
        let is_of_snapshot =
            |point: Option<&Coordinate>| point.is_some_and(|point| point.generation.is_some());
        let by_points = match &self.params {
            ActionParams::Click(params) => is_of_snapshot(params.coordinate.as_ref()),
            ActionParams::Pinch(params) => is_of_snapshot(params.coordinate.as_ref()),
            ActionParams::Swipe(params) => {
                let mut points = params.from.iter().chain(&params.to);
                points.any(|point| point.generation.is_some())
            }
            ActionParams::Drag(params) => params.places().any(Place::needs_snapshot),
            ActionParams::TouchPath(params) => {
                params.points().any(|point| point.generation.is_some())
            }
            _ => false,
        };
        by_points || self.node_ref().is_some()
    }
}

impl Serialize for Action {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let has_params = !self.params.is_empty();
        let mut action = serializer.serialize_struct(
            "Action",
            2 + usize::from(has_params) + usize::from(self.when.is_some()),
        )?;
        action.serialize_field("id", &self.id)?;
        action.serialize_field("type", self.action_type().name())?;
        if has_params {
            action.serialize_field("params", &self.params)?;
        }
        if let Some(when) = &self.when {
            action.serialize_field("when", when)?;
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
        let when = generator.subschema_for::<WhenClause>();
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
                let mut schema = json_schema!({
                    "type": "object",
                    "description": info.summary,
                    "properties": { "id": id, "type": { "const": action_type.name() }, "params": params, "when": when },
                    "required": required,
                    "additionalProperties": false,
                });
                if action_type.origin() == Origin::Addition {
                    schema.insert("x-clawperator-addition".to_owned(), true.into());
                }
                schema
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
