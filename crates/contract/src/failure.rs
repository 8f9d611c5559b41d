//! What a refusal looks like: one code and message, and every issue behind it.

use std::fmt;

use schemars::JsonSchema;
use serde::de::{self, DeserializeOwned};
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::{Map, Value};

use crate::errors::{ErrorCode, ExitStatus, FailureCode};
use crate::interruption::{ConflictDetails, Dispatched, InterruptedDetails};
use crate::next::{self, Advice, Next};
use crate::phones::DeviceDetails;
use crate::read::{HasOther, word_or_other};
use crate::values::AnyNumber;

/// An answer that is not a result: the host refused or failed before an envelope existed.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Failure {
    /// A stable code from the error table; branch on this.
    pub code: FailureCode,
    /// What went wrong, for people.
    pub message: String,
    /// What to do next, in words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hint: Option<String>,
    /// How that is done, likeliest first; omitted where a surface has put it into the hint.
    #[serde(
        default,
        deserialize_with = "next::known",
        skip_serializing_if = "Vec::is_empty"
    )]
    pub next: Vec<Next>,
    /// Where it went wrong.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub details: Option<FailureDetails>,
}

impl fmt::Display for Failure {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}: {}", self.code.name(), self.message)
    }
}

impl std::error::Error for Failure {}

impl Failure {
    /// A failure without a hint or details; the code's row in the table says what to do in general.
    #[must_use]
    pub fn new(code: ErrorCode, message: impl Into<String>) -> Self {
        Self {
            code: code.into(),
            message: message.into(),
            hint: None,
            next: Vec::new(),
            details: None,
        }
    }

    /// A refusal for these issues, in document order; its message and details are the first one's.
    #[must_use]
    pub fn refused(code: ErrorCode, issues: Vec<Issue>, issue_count: usize) -> Self {
        let first = issues.first().cloned().unwrap_or_else(|| {
            // A decoder that answers nothing has reported why; this keeps the answer honest if one ever does not.
            Issue::of_document(Rule::Malformed, "the payload could not be read")
        });
        Self {
            code: code.into(),
            message: first.message,
            hint: None,
            next: Vec::new(),
            details: Some(FailureDetails::Validation(Box::new(ValidationDetails {
                path: first.path,
                input_path: first.input_path,
                action_id: first.action_id,
                action_type: first.action_type,
                hint: first.hint,
                issues,
                issue_count,
            }))),
        }
    }

    /// What the process exits with: the code's status, unless time ran out while something was sent and not
    /// acknowledged. Whoever goes by the status must not take that for something that was not done.
    #[must_use]
    pub fn exit(&self) -> ExitStatus {
        if self.code == ErrorCode::ResultEnvelopeTimeout && self.is_in_doubt() {
            ExitStatus::Unknown
        } else {
            self.code.exit()
        }
    }

    /// Whether the run was cut off while something was sent and not acknowledged: it may or may not have happened.
    #[must_use]
    pub fn is_in_doubt(&self) -> bool {
        match &self.details {
            Some(FailureDetails::Interrupted(details)) => details
                .in_flight
                .as_ref()
                .is_some_and(|step| step.dispatched == Dispatched::Unknown),
            _ => false,
        }
    }

    /// The same failure with its particulars.
    #[must_use]
    pub fn with_details(mut self, details: FailureDetails) -> Self {
        self.details = Some(details);
        self
    }

    /// The same, said to whoever may know of some phones only: others are left out, also of the message.
    #[must_use]
    pub fn about_phones(self, may_know: impl Fn(&str) -> bool) -> Self {
        let Some(FailureDetails::Devices(mut details)) = self.details else {
            return self;
        };
        details.connected.retain(|serial| may_know(serial));
        details.devices.retain(|device| may_know(&device.serial));
        let meaning = self.code.spec().map_or("", |spec| spec.meaning);
        Self {
            message: meaning.to_owned(),
            hint: None,
            details: Some(FailureDetails::Devices(details)),
            ..self
        }
    }

    /// The same failure with the next thing to do.
    #[must_use]
    pub fn with_hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }

    /// The same failure with what to do next and how.
    #[must_use]
    pub fn with_advice(mut self, advice: Advice) -> Self {
        self.hint = Some(advice.hint.into_owned());
        self.next = advice.next;
        self
    }

    /// What to do next: what the failure says, or what the table says of its code.
    #[must_use]
    pub fn advice(&self) -> Option<Advice> {
        match &self.hint {
            Some(hint) => Some(Advice {
                hint: hint.clone().into(),
                next: self.next.clone(),
            }),
            None => self.code.spec().map(|spec| spec.advice()),
        }
    }

    /// The same failure with what the table says to do about its code.
    #[must_use]
    pub fn with_recovery(self) -> Self {
        match self.code.spec() {
            Some(spec) => self.with_advice(spec.advice()),
            None => self,
        }
    }
}

/// The particulars of a [`Failure`].
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum FailureDetails {
    /// The payload was refused.
    Validation(Box<ValidationDetails>),
    /// The run was cut off.
    Interrupted(Box<InterruptedDetails>),
    /// Another run has the phone.
    Conflict(Box<ConflictDetails>),
    /// No phone was found to use, or not one.
    Devices(Box<DeviceDetails>),
    /// Of a kind that only another version knows; this one writes none.
    #[schemars(skip)]
    Other(Box<Map<String, Value>>),
}

impl<'de> Deserialize<'de> for FailureDetails {
    /// Each kind has a key that none of the others before it has.
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let keys = Map::<String, Value>::deserialize(deserializer)?;
        let details = if keys.contains_key("issues") {
            boxed(keys).map(Self::Validation)
        } else if keys.contains_key("stepResults") {
            boxed(keys).map(Self::Interrupted)
        } else if keys.contains_key("connected") {
            boxed(keys).map(Self::Devices)
        } else if keys.contains_key("deviceId") {
            boxed(keys).map(Self::Conflict)
        } else {
            Ok(Self::Other(Box::new(keys)))
        };
        details.map_err(de::Error::custom)
    }
}

fn boxed<T: DeserializeOwned>(keys: Map<String, Value>) -> Result<Box<T>, serde_json::Error> {
    serde_json::from_value(Value::Object(keys)).map(Box::new)
}

/// The first issue spread out, and all of them in `issues`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ValidationDetails {
    /// Where the first issue is, in canonical names; empty for the whole document.
    pub path: String,
    /// The same place as it was written, where that differs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub input_path: Option<String>,
    /// The id of the action with the first issue.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub action_id: Option<String>,
    /// The type of the action with the first issue, canonical where it is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub action_type: Option<String>,
    /// How to fix the first issue.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hint: Option<String>,
    /// Every issue, in document order; at most 1000.
    pub issues: Vec<Issue>,
    /// How many issues there are, listed or not.
    pub issue_count: usize,
}

/// One thing wrong with a payload.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Issue {
    /// Where, in canonical names, dotted: `actions.0.params.timeoutMs`; empty for the whole document.
    pub path: String,
    /// The same place as it was written, where that differs: `actions.0.params.timeout_ms`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub input_path: Option<String>,
    /// The kind of rule that was broken.
    #[serde(deserialize_with = "word_or_other")]
    pub rule: Rule,
    /// What is wrong.
    pub message: String,
    /// How to fix it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hint: Option<String>,
    /// The action it belongs to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub action_id: Option<String>,
    /// That action's type, canonical where it is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub action_type: Option<String>,
}

impl Issue {
    /// An issue of the document as a whole.
    #[must_use]
    pub fn of_document(rule: Rule, message: impl Into<String>) -> Self {
        Self {
            path: String::new(),
            input_path: None,
            rule,
            message: message.into(),
            hint: None,
            action_id: None,
            action_type: None,
        }
    }

    /// The same issue with how to fix it.
    #[must_use]
    pub fn with_hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }
}

/// The kinds of rule a payload can break.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Rule {
    /// The document is not JSON.
    JsonSyntax,
    /// The input or the canonical payload is over its size.
    PayloadSize,
    /// One object has the same key twice.
    DuplicateKey,
    /// Two names of one field have different values.
    AliasConflict,
    /// A key that the contract does not know.
    UnknownKey,
    /// A key that an earlier contract had.
    RemovedKey,
    /// A value of another JSON type.
    WrongType,
    /// A required field is absent.
    Missing,
    /// A string that is empty or only white space.
    Blank,
    /// A string over its length.
    TooLong,
    /// A string that does not have its form.
    Malformed,
    /// A value outside a closed list.
    NotAllowed,
    /// A role that no node has.
    UnknownRole,
    /// A parameter that would confine the action, which does not take it.
    NotTaken,
    /// An action type that does not exist.
    UnsupportedAction,
    /// A number outside its range.
    OutOfRange,
    /// A fraction where an integer is meant.
    NotInteger,
    /// A list with too few entries.
    TooFew,
    /// A list with too many entries, or an expression nested too deep.
    TooMany,
    /// A matcher without a single field.
    EmptyMatcher,
    /// Two actions with one id.
    DuplicateId,
    /// Two parameters that exclude each other.
    Exclusive,
    /// A parameter that needs another one.
    Requires,
    /// A pattern that is not a regular expression.
    PatternSyntax,
    /// A pattern with look-around or a back-reference.
    PatternUnsupported,
    /// A pattern over its compiled size or nesting.
    PatternSize,
    /// A rule that only a newer version has.
    Other,
}

/// Something accepted that will not run as written.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Warning {
    /// Where, in canonical names.
    pub path: String,
    /// The same place as it was written, where that differs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub input_path: Option<String>,
    /// What was done about it.
    #[serde(deserialize_with = "word_or_other")]
    pub rule: WarningRule,
    /// What to know.
    pub message: String,
    /// The value that will run, for a clamped field.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub effective: Option<AnyNumber>,
}

/// What became of a field that is warned about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum WarningRule {
    /// Kept as written; the engine runs the nearest legal value.
    Clamped,
    /// Dropped from the execution: it has no effect on this action.
    Dropped,
    /// Dropped: the canonical key is there too, and says the same.
    AliasIgnored,
    /// Something that only a newer version does.
    Other,
}

impl HasOther for Rule {
    const OTHER: Self = Self::Other;
}

impl HasOther for WarningRule {
    const OTHER: Self = Self::Other;
}
