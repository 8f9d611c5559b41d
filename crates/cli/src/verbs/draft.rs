//! A payload in the making.

use clawperator_contract::{ActionType, EXPECTED_FORMAT, ErrorCode, Failure};
use clawperator_host::Sources;
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};
use serde_json::Value;
use serde_json::value::RawValue;

use super::timeout::Milliseconds;
use crate::ids::CommandId;

/// What a verb puts around its one action.
#[derive(Debug)]
pub(crate) struct Frame {
    pub(super) command_id: CommandId,
    /// Left out, the task has the command's id.
    pub(super) task_id: Option<&'static str>,
    pub(super) source: &'static str,
    pub(super) action_id: &'static str,
    pub(super) mode: Option<&'static str>,
}

/// An execution with one action, not yet validated.
#[derive(Debug)]
pub(crate) struct Draft {
    frame: &'static Frame,
    timeout: Milliseconds,
    action_type: ActionType,
    params: Vec<(&'static str, ParamValue)>,
}

#[derive(Debug)]
pub(crate) enum ParamValue {
    /// A value that the command line made.
    Json(Value),
    /// JSON as the user wrote it, duplicate keys and all.
    Written(Box<RawValue>),
}

impl<T: Into<Value>> From<T> for ParamValue {
    fn from(value: T) -> Self {
        Self::Json(value.into())
    }
}

impl Serialize for ParamValue {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Json(value) => value.serialize(serializer),
            Self::Written(raw) => raw.serialize(serializer),
        }
    }
}

impl Draft {
    pub(super) fn new(
        frame: &'static Frame,
        action_type: ActionType,
        timeout: Milliseconds,
    ) -> Self {
        Self {
            frame,
            timeout,
            action_type,
            params: Vec::new(),
        }
    }

    /// Sets a param.
    pub(super) fn param(mut self, name: &'static str, value: impl Into<ParamValue>) -> Self {
        self.params.push((name, value.into()));
        self
    }

    /// Sets several params.
    pub(super) fn params(mut self, params: Vec<(&'static str, ParamValue)>) -> Self {
        self.params.extend(params);
        self
    }

    /// Sets a param if there is a value for it.
    pub(super) fn optional(self, name: &'static str, value: Option<impl Into<ParamValue>>) -> Self {
        match value {
            Some(value) => self.param(name, value),
            None => self,
        }
    }

    /// The payload's bytes, with fresh ids.
    pub(crate) fn payload(&self, sources: &dyn Sources) -> Result<Vec<u8>, Failure> {
        let command_id = self.frame.command_id.generate(sources)?;
        let payload = Payload {
            task_id: self.frame.task_id.unwrap_or(&command_id),
            command_id: &command_id,
            source: self.frame.source,
            expected_format: EXPECTED_FORMAT,
            timeout_ms: self.timeout.to_json(),
            actions: [PayloadAction {
                id: self.frame.action_id,
                action_type: self.action_type.name(),
                params: Params(&self.params),
            }],
            mode: self.frame.mode,
        };
        serde_json::to_vec(&payload)
            .map_err(|error| Failure::new(ErrorCode::InternalError, error.to_string()))
    }
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Payload<'a> {
    command_id: &'a str,
    task_id: &'a str,
    source: &'static str,
    expected_format: &'static str,
    timeout_ms: Value,
    actions: [PayloadAction<'a>; 1],
    #[serde(skip_serializing_if = "Option::is_none")]
    mode: Option<&'static str>,
}

#[derive(Serialize)]
struct PayloadAction<'a> {
    id: &'static str,
    #[serde(rename = "type")]
    action_type: &'static str,
    #[serde(skip_serializing_if = "Params::is_empty")]
    params: Params<'a>,
}

struct Params<'a>(&'a [(&'static str, ParamValue)]);

impl Params<'_> {
    fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl Serialize for Params<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for (name, value) in self.0 {
            map.serialize_entry(name, value)?;
        }
        map.end()
    }
}
