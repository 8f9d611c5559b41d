//! What is said on the control socket.

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::unique_keys::UniqueKeys;
use crate::counters::Traffic;
use crate::fault::Fault;
use crate::journal::Journal;
use crate::latency::Latency;
use crate::requests::Requests;
use crate::state::PhoneStatus;

/// What a phone is asked to do. Each may name a `phone`, and must where there are several.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "do", rename_all = "snake_case")]
pub enum Request {
    /// Which phones there are.
    Phones {},
    /// Switches a fault on or off. Its name and numbers stand beside `do`.
    Fault {
        /// Which phone.
        #[serde(default)]
        phone: Option<String>,
        /// On or off; numbers count only when it is switched on.
        #[serde(default = "on")]
        on: bool,
        /// The fault. The request is flat because people type it.
        #[serde(flatten)]
        fault: Fault,
    },
    /// The faults that are set.
    Faults {
        /// Which phone.
        #[serde(default)]
        phone: Option<String>,
    },
    /// Clears every fault.
    ClearFaults {
        /// Which phone.
        #[serde(default)]
        phone: Option<String>,
    },
    /// Changes what the way to the phone is like.
    Latency {
        /// Which phone.
        #[serde(default)]
        phone: Option<String>,
        /// The way.
        profile: Latency,
    },
    /// What truly happened.
    Journal {
        /// Which phone.
        #[serde(default)]
        phone: Option<String>,
        /// Only what came after the entry with this number.
        #[serde(default)]
        after: u64,
    },
    /// The requests that reached the phone over adb.
    Requests {
        /// Which phone.
        #[serde(default)]
        phone: Option<String>,
        /// Only what came after the request with this number.
        #[serde(default)]
        after: u64,
    },
    /// What is on the screen.
    State {
        /// Which phone.
        #[serde(default)]
        phone: Option<String>,
    },
    /// A picture of the screen.
    Screenshot {
        /// Which phone.
        #[serde(default)]
        phone: Option<String>,
    },
    /// Taps, as a finger does.
    Tap {
        /// Which phone.
        #[serde(default)]
        phone: Option<String>,
        /// From the left, in pixels.
        x: f32,
        /// From the top, in pixels.
        y: f32,
    },
    /// Moves the phone's clock forward; one that runs goes on from there.
    Advance {
        /// Which phone.
        #[serde(default)]
        phone: Option<String>,
        /// How far; a year at most.
        by_ms: u64,
    },
    /// Makes the phone as it was at first.
    Reset {
        /// Which phone.
        #[serde(default)]
        phone: Option<String>,
    },
    /// What passed over the phone's connections.
    Counters {
        /// Which phone.
        #[serde(default)]
        phone: Option<String>,
    },
}

/// The answer to a request.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "answer", rename_all = "snake_case")]
pub enum Response {
    /// It was done.
    Done {},
    /// To `phones`.
    Phones {
        /// Every phone, in the order of their serials.
        phones: Vec<PhoneEntry>,
    },
    /// To `faults`.
    Faults {
        /// In the order in which they were set, each with what is left of it.
        faults: Vec<Fault>,
    },
    /// To `journal`.
    Journal {
        /// What happened.
        journal: Journal,
    },
    /// To `requests`.
    Requests {
        /// What arrived.
        requests: Requests,
    },
    /// To `state`.
    State {
        /// What the phone is like.
        state: PhoneStatus,
    },
    /// To `screenshot`.
    Screenshot {
        /// In pixels.
        width: u32,
        /// In pixels.
        height: u32,
        /// A PNG file in base 64.
        png: String,
    },
    /// To `counters`.
    Counters {
        /// What passed.
        counters: Traffic,
    },
    /// It was not done.
    Error {
        /// What kind of error.
        code: ErrorCode,
        /// What happened, for people.
        message: String,
    },
}

/// A phone.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PhoneEntry {
    /// What adb calls it.
    pub serial: String,
    /// The release of Android.
    pub release: String,
    /// The model.
    pub model: String,
}

/// Why something was not done.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ErrorCode {
    /// The line is not a request; the connection ends.
    BadRequest,
    /// The line is too long; the connection ends.
    LineTooLong,
    /// No phone has that serial.
    NoSuchPhone,
    /// There are several phones, or none, and the request names none.
    PhoneNeeded,
    /// There is no such app, or none is in front.
    NoSuchApp,
    /// The phone refused injected input.
    InputRefused,
    /// Something else did not work.
    Failed,
}

/// The version of what is said on the control socket.
const CONTROL_VERSION: u32 = 1;

/// The JSON Schema of a line on the control socket. Its identifier carries the version of the protocol.
#[must_use]
pub fn control_schema() -> Schema {
    let mut generator = SchemaGenerator::default();
    let lines = [
        generator.subschema_for::<Request>(),
        generator.subschema_for::<Response>(),
    ];
    let mut definitions = generator.take_definitions(true);
    let requests = definitions
        .get_mut("Request")
        .and_then(|request| request.get_mut("oneOf"));
    for request in requests
        .and_then(Value::as_array_mut)
        .into_iter()
        .flatten()
        .filter_map(Value::as_object_mut)
    {
        // A fault's keys stand in a schema of their own beside the others.
        request.insert("unevaluatedProperties".to_owned(), false.into());
    }
    json_schema!({
        "$id": format!("urn:clawperator:virtual-phone-control:{CONTROL_VERSION}"),
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "a line on the control socket of virtual phones",
        "description": "One JSON object per line in each direction: every `Request` of the client gets one `Response`.",
        "oneOf": lines,
        "$defs": definitions,
    })
}

impl Request {
    /// Reads a line. A key that means nothing is refused: it is a slip of whoever wrote it. So is one that is given
    /// twice, of which only the last would count.
    pub(super) fn read(line: &[u8]) -> Result<Self, String> {
        let UniqueKeys(value) = serde_json::from_slice(line).map_err(|error| error.to_string())?;
        let request = Self::deserialize(&value).map_err(|error| error.to_string())?;
        // Written again it has every key that it can have, because none is left out.
        let known = serde_json::to_value(&request).map_err(|error| error.to_string())?;
        let keys = value.as_object().into_iter().flat_map(Map::keys);
        for key in keys {
            if known.get(key).is_none() {
                let shown: String = key.chars().take(100).collect();
                return Err(format!("unknown key `{shown}`"));
            }
        }
        Ok(request)
    }

    /// The phone that it names.
    pub(super) fn phone(&self) -> Option<&str> {
        match self {
            Self::Phones {} => None,
            Self::Fault { phone, .. }
            | Self::Faults { phone }
            | Self::ClearFaults { phone }
            | Self::Latency { phone, .. }
            | Self::Journal { phone, .. }
            | Self::Requests { phone, .. }
            | Self::State { phone }
            | Self::Screenshot { phone }
            | Self::Tap { phone, .. }
            | Self::Advance { phone, .. }
            | Self::Reset { phone }
            | Self::Counters { phone } => phone.as_deref(),
        }
    }
}

fn on() -> bool {
    true
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn fault(on: bool, fault: Fault) -> Request {
        Request::Fault {
            phone: None,
            on,
            fault,
        }
    }

    #[test]
    fn requests_are_read() {
        for (line, expected) in [
            (
                r#"{"do":"fault","name":"offline","on":true}"#,
                fault(true, Fault::Offline),
            ),
            (
                r#"{"do":"fault","name":"shell_slow","on":false}"#,
                fault(false, Fault::ShellSlow { delay_ms: 2_000 }),
            ),
            (
                r#"{"name":"shell_slow","delay_ms":9,"do":"fault"}"#,
                fault(true, Fault::ShellSlow { delay_ms: 9 }),
            ),
            (r#"{"do":"phones"}"#, Request::Phones {}),
            (
                r#"{"do":"tap","x":1,"y":2.5,"phone":"a:1"}"#,
                Request::Tap {
                    phone: Some("a:1".into()),
                    x: 1.0,
                    y: 2.5,
                },
            ),
        ] {
            assert_eq!(Request::read(line.as_bytes()), Ok(expected), "{line}");
        }
    }

    #[test]
    fn nonsense_is_refused() {
        for line in [
            "",
            "[]",
            "{}",
            r#"{"do":"dance"}"#,
            r#"{"do":"fault"}"#,
            r#"{"do":"fault","name":"offline","on":1}"#,
            r#"{"do":"fault","name":"shell_slow","delay":1}"#,
            r#"{"do":"tap","x":1}"#,
            r#"{"do":"advance","by_ms":-1}"#,
            r#"{"do":"state","phnoe":"a:1"}"#,
            r#"{"do":"fault","name":"offline","times":1}"#,
            r#"{"do":"phones","do":"reset"}"#,
            r#"{"do":"reset","phone":"a:1","phone":"b:1"}"#,
        ] {
            assert!(Request::read(line.as_bytes()).is_err(), "{line}");
        }
    }

    #[test]
    fn the_schema_knows_every_request() {
        let schema = control_schema().to_value().to_string();
        for word in ["screenshot", "clear_faults", "shell_stalled", "at_ms"] {
            assert!(schema.contains(word), "{word}");
        }
    }

    proptest! {
        #[test]
        fn any_line_is_read_or_refused(line in "[{}\\[\\]\":,a-z0-9_ ]{0,80}") {
            let _ = Request::read(line.as_bytes());
        }
    }
}
