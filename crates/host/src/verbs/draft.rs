//! A payload in the making.

use std::fmt;

use clawperator_contract::{ActionType, EXPECTED_FORMAT, ErrorCode, ExecutionTimeout, Failure};
use clawperator_sources::Sources;
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};
use serde_json::Value;

use super::{Frame, Milliseconds, ParamValue};

/// A param: its key and its value.
pub(super) type NamedValue = (&'static str, ParamValue);

/// An execution with one action, not yet validated.
pub struct Draft {
    frame: Frame,
    timeout: Milliseconds,
    action_type: ActionType,
    params: Vec<NamedValue>,
}

impl Draft {
    /// A draft with the timeout that the verb gives an execution.
    pub(super) const fn new(frame: Frame, action_type: ActionType, timeout: Milliseconds) -> Self {
        Self {
            frame,
            timeout,
            action_type,
            params: Vec::new(),
        }
    }

    /// The execution may take this long, where a time is asked for.
    pub(super) fn timeout(mut self, asked: Option<ExecutionTimeout>) -> Self {
        if let Some(asked) = asked {
            self.timeout = asked.into();
        }
        self
    }

    /// Sets a param.
    pub(super) fn param(mut self, name: &'static str, value: impl Into<ParamValue>) -> Self {
        self.params.push((name, value.into()));
        self
    }

    /// Sets several params.
    pub(super) fn params(mut self, params: impl IntoIterator<Item = NamedValue>) -> Self {
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

    /// Sets a param to `true` where it is.
    pub(super) fn flag(self, name: &'static str, is_set: bool) -> Self {
        self.optional(name, is_set.then_some(true))
    }

    /// The same action in another frame, for a surface whose executions are named in its own way.
    #[must_use]
    pub fn framed(self, frame: Frame) -> Self {
        Self { frame, ..self }
    }

    /// The payload's bytes, with fresh ids.
    pub fn payload(&self, sources: &dyn Sources) -> Result<Vec<u8>, Failure> {
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

/// Without the values of params: one of them may be a password.
impl fmt::Debug for Draft {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<&str> = self.params.iter().map(|(name, _)| *name).collect();
        formatter
            .debug_struct("Draft")
            .field("frame", &self.frame)
            .field("timeout", &self.timeout)
            .field("action_type", &self.action_type)
            .field("params", &names)
            .finish()
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

struct Params<'a>(&'a [NamedValue]);

impl Params<'_> {
    const fn is_empty(&self) -> bool {
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
