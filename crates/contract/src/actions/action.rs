//! One step of an execution.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::ser::SerializeStruct;
use serde::{Serialize, Serializer};

use super::table::{ActionParams, ActionType};
use crate::limits::MAX_ID_LENGTH;
use crate::target::NodeRef;
use crate::values::Text;

/// One step of an execution.
#[derive(Debug, Clone, PartialEq)]
pub struct Action {
    /// Correlates the step with its result; unique within the execution.
    pub id: Text<MAX_ID_LENGTH>,
    /// What to do.
    pub params: ActionParams,
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
            | Self::EnterText
            | Self::PressKey => false,
        }
    }
}

impl Action {
    /// Whether it touches points of the screen that the caller names, not nodes.
    #[must_use]
    pub const fn touches_points(&self) -> bool {
        match &self.params {
            ActionParams::Click(params) => params.coordinate.is_some(),
            ActionParams::Swipe(_) => true,
            _ => false,
        }
    }

    /// Whether it means something of a snapshot: a node by its ref, or points that were chosen on it.
    #[must_use]
    pub fn needs_snapshot(&self) -> bool {
        let by_points = match &self.params {
            ActionParams::Click(params) => {
                let coordinate = params.coordinate.as_ref();
                coordinate.is_some_and(|point| point.generation.is_some())
            }
            ActionParams::Swipe(params) => {
                params.from.generation.is_some() || params.to.generation.is_some()
            }
            _ => false,
        };
        by_points || self.node_ref().is_some()
    }
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
