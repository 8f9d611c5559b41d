//! One line of a run's file.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::errors::FailureCode;
use crate::events::{ActKind, Event, StepName};
use crate::read::{HasOther, word_or_other};
use crate::run_options::{TraceDetail, is_default};

/// One thing that is known of a run.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct RunLine {
    /// When it was written down, in milliseconds since the run was accepted.
    pub at_ms: u64,
    /// What is known.
    pub record: RunRecord,
}

/// What is known. `accepted`, `dispatched` and `ended` are on disk before the run goes on; the others follow as soon as
/// they can, and may follow after `ended`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(
    tag = "type",
    rename_all = "snake_case",
    rename_all_fields = "camelCase"
)]
pub enum RunRecord {
    /// Somebody wants an execution run. Nothing was sent to the phone.
    Accepted(Box<AcceptedRun>),
    /// The execution, without what it types and the addresses that it opens. Where labels are withheld, actions have no
    /// params.
    Request {
        /// The execution in canonical form.
        execution: Value,
    },
    /// The phone, as it says itself.
    Phone(PhoneFacts),
    /// The first act is about to be sent. After this line the phone may have changed.
    Dispatched {
        /// Whose act it is.
        step: StepName,
        /// What is sent.
        #[serde(deserialize_with = "word_or_other")]
        act: ActKind,
    },
    /// Something happened.
    Event(Event),
    /// A screen that a step looked at.
    Screen {
        /// The step.
        step: StepName,
        /// The tree.
        file: KeptFile,
        /// The activity in front, where it is known.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        activity: Option<String>,
    },
    /// A picture of the screen.
    Picture {
        /// The step that it was taken in.
        step: StepName,
        /// When in that step.
        #[serde(deserialize_with = "word_or_other")]
        moment: PictureMoment,
        /// The picture.
        file: KeptFile,
    },
    /// The answer: the result or the failure, without what was typed and what was on the screen after that.
    Answer {
        /// The answer; omitted where it has a file of its own.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        answer: Option<Value>,
        /// The answer as JSON, where it is long.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        file: Option<KeptFile>,
    },
    /// Something is missing here.
    LeftOut {
        /// Why.
        #[serde(deserialize_with = "word_or_other")]
        why: LeftOut,
        /// How many files or lines.
        count: u64,
    },
    /// The run has ended.
    Ended(EndedRun),
    /// Something that only a newer version writes.
    #[serde(other)]
    Other,
}

/// What is known of a run before it begins.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct AcceptedRun {
    /// The version of the lines.
    pub version: u32,
    /// The version of the program that writes them.
    pub program: String,
    /// The run's id, which is the name of its folder.
    pub run: String,
    /// When, in milliseconds since 1970.
    pub accepted_at_ms: u64,
    /// The caller's own key for this run: the same key is never run twice.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub idempotency_key: Option<String>,
    /// Who asked.
    pub asker: Asker,
    /// The profile that judges it.
    pub profile: String,
    /// The phone's serial.
    pub device_id: String,
    /// The execution's `commandId`.
    pub command_id: String,
    /// The execution's `taskId`.
    pub task_id: String,
    /// How many steps there are.
    pub step_count: usize,
    /// How long the run may take, in milliseconds.
    pub timeout_ms: u64,
    /// How much of it is kept.
    #[serde(default)]
    pub trace: TraceDetail,
    /// Whether nothing that a screen shows is kept, as in the run of a skill.
    #[serde(default, skip_serializing_if = "is_default")]
    pub withheld: bool,
}

/// Who asked for a run.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Asker {
    /// The way in.
    #[serde(deserialize_with = "word_or_other")]
    pub surface: Surface,
    /// The name of the caller there, such as a token's; omitted where it has none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The skill that acts for the caller; omitted where none does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub skill: Option<String>,
    /// The process that runs it.
    pub process_id: u32,
}

/// The way in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(inline)]
pub enum Surface {
    /// The command line.
    Cli,
    /// The HTTP server.
    Http,
    /// The MCP server.
    Mcp,
    /// A program that uses the library.
    Library,
    /// One that only a newer version has.
    Other,
}

impl HasOther for Surface {
    const OTHER: Self = Self::Other;
}

/// Which phone it is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PhoneFacts {
    /// What everything that is kept of this phone is kept under, whatever adb calls it.
    pub key: String,
    /// The serial number that it says itself; omitted where it says none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub serial: Option<String>,
    /// The number of its boot; omitted where it says none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub boot: Option<String>,
    /// How it is driven.
    pub driver: String,
}

/// A file in the folder `files` of the run.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct KeptFile {
    /// Its name: the SHA-256 of its content in hexadecimal, and `.xml`, `.png` or `.json`.
    pub name: String,
    /// Its size.
    pub bytes: u64,
}

/// When a picture was taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(inline)]
pub enum PictureMoment {
    /// Before the screen was read for an act.
    Before,
    /// At the end of a step that acted.
    After,
    /// When the step was to take one.
    Asked,
    /// At a moment that only a newer version has.
    Other,
}

impl PictureMoment {
    /// The word in lines.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Before => "before",
            Self::After => "after",
            Self::Asked => "asked",
            Self::Other => "other",
        }
    }
}

impl HasOther for PictureMoment {
    const OTHER: Self = Self::Other;
}

/// Why something was not kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(inline)]
pub enum LeftOut {
    /// The disk was slower than the run.
    Behind,
    /// A run may keep only so much.
    Full,
    /// It could not be written.
    Failed,
    /// For a reason that only a newer version has.
    Other,
}

impl HasOther for LeftOut {
    const OTHER: Self = Self::Other;
}

/// How a run ended.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct EndedRun {
    /// What came of it.
    #[serde(deserialize_with = "word_or_other")]
    pub outcome: Outcome,
    /// The code of the failure, or of the first step that failed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub code: Option<FailureCode>,
    /// How long it took, in milliseconds, including the time that it waited for a person.
    pub took_ms: u64,
    /// Whether the caller was given an envelope.
    pub has_envelope: bool,
}

/// What came of a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(inline)]
pub enum Outcome {
    /// Everything was done.
    Done,
    /// Something was not, and the answer says what.
    Failed,
    /// Something may or may not have happened.
    Unknown,
}

impl Outcome {
    /// The word in lines.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Done => "done",
            Self::Failed => "failed",
            Self::Unknown => "unknown",
        }
    }
}

impl HasOther for Outcome {
    const OTHER: Self = Self::Unknown;
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn read(value: Value) -> RunLine {
        serde_json::from_value(value).unwrap()
    }

    #[test]
    fn a_line_comes_back_as_it_was_written() {
        let line = json!({"atMs": 3, "record": {"type": "event", "sequence": 0, "atMs": 1,
            "event": {"type": "execution_finished", "status": "success"}}});
        assert_eq!(serde_json::to_value(read(line.clone())).unwrap(), line);
        let ended = json!({"atMs": 9, "record": {"type": "ended", "outcome": "failed",
            "code": "NODE_NOT_FOUND", "tookMs": 9, "hasEnvelope": true}});
        assert_eq!(serde_json::to_value(read(ended.clone())).unwrap(), ended);
    }

    #[test]
    fn what_a_newer_version_writes_is_read_as_something_else() {
        let line = read(json!({"atMs": 3, "record": {"type": "smell", "strength": 4}, "more": 1}));
        assert_eq!(line.record, RunRecord::Other);
        let line = read(
            json!({"atMs": 3, "record": {"type": "ended", "outcome": "eaten",
            "tookMs": 9, "hasEnvelope": false}}),
        );
        let RunRecord::Ended(ended) = line.record else {
            panic!("{line:?}");
        };
        assert_eq!(ended.outcome, Outcome::Unknown);
    }
}
