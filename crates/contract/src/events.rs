//! What happens in a run, for traces, live views and progress lines.
//!
//! An event says what was done and where, never what was typed: a text to be typed is in no event, and what a screen
//! shows is left out where the run withholds labels. The envelope has the whole result of each step.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::actions::ActionType;
use crate::envelope::Status;
use crate::errors::FailureCode;
use crate::read::{HasOther, word_or_other};

/// One thing that happened in a run.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Event {
    /// Its place among the events of the run, from 0 and without gaps.
    pub sequence: u64,
    /// When, in milliseconds since the run began.
    pub at_ms: u64,
    /// What happened.
    pub event: Happened,
}

/// What happened.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(
    tag = "type",
    rename_all = "snake_case",
    rename_all_fields = "camelCase"
)]
pub enum Happened {
    /// The phone is this run's, policy lets it begin, and the first step is next. Nothing has been done to the phone.
    ExecutionAccepted {
        /// The execution's `commandId`.
        command_id: String,
        /// The execution's `taskId`.
        task_id: String,
        /// The phone.
        device_id: String,
        /// How many steps there are.
        step_count: usize,
        /// How long the run may take, in milliseconds.
        timeout_ms: u64,
    },
    /// A step begins.
    StepStarted {
        /// Which.
        step: StepName,
    },
    /// Policy has judged what a step is about to do. Reads that are allowed are not reported.
    Judged {
        /// Whose act it is.
        step: StepName,
        /// How.
        verdict: Judged,
        /// The rule that made it, where there is one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        rule: Option<String>,
    },
    /// Something is about to be sent to the phone. Whether it arrives shows in what follows.
    Acting {
        /// Whose act it is.
        step: StepName,
        /// What is sent.
        #[serde(deserialize_with = "word_or_other")]
        act: ActKind,
        /// Where a finger goes down, in pixels of the screen.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        at: Option<ScreenPoint>,
        /// Where it comes up, for a swipe.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        to: Option<ScreenPoint>,
        /// What it is meant for, in words; omitted where labels are withheld.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        target: Option<String>,
    },
    /// A step has not found what it looks for, and looks again.
    StepProgress {
        /// Which.
        step: StepName,
        /// The code that it would fail with now.
        code: FailureCode,
    },
    /// The run waits for a person to decide.
    Parked {
        /// The step whose act it is; omitted for the execution as a whole.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        step: Option<StepName>,
        /// What is to be decided, as the list of approvals names it.
        ticket: String,
        /// How long the run waits at most, in milliseconds.
        wait_ms: u64,
    },
    /// Somebody has decided, or the time for it is up.
    Decided {
        /// What was decided.
        ticket: String,
        /// How.
        #[serde(deserialize_with = "word_or_other")]
        decision: Decision,
    },
    /// What the last act changed on the screen, where that was asked for.
    Settled {
        /// Whose act it was.
        step: StepName,
        /// What changed, in lines; omitted where labels are withheld, and in a run that types.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        diff: Option<String>,
    },
    /// A step has ended. A later step may still show more of its effect; the envelope has the last word.
    StepFinished {
        /// Which.
        step: StepName,
        /// Whether it did what was asked.
        success: bool,
        /// Why not.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        code: Option<FailureCode>,
        /// What was seen of an act so far.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        effect: Option<String>,
        /// How long it took, in milliseconds.
        took_ms: u64,
    },
    /// The run has ended with an envelope.
    ExecutionFinished {
        /// Whether everything was done.
        status: Status,
        /// The code of the first failed step.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        code: Option<FailureCode>,
    },
    /// The run has ended without one: its time was up, or it was cancelled.
    ExecutionInterrupted {
        /// Which of the two.
        code: FailureCode,
    },
    /// Something that only a newer version tells.
    #[serde(other)]
    Other,
}

/// Which step an event is about.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct StepName {
    /// Its place in the execution, from 0.
    pub index: usize,
    /// The action's id.
    pub id: String,
    /// The action's canonical type.
    pub action_type: String,
}

impl StepName {
    /// The action's type, if this version knows it.
    #[must_use]
    pub fn known_type(&self) -> Option<ActionType> {
        ActionType::from_name(&self.action_type)
    }
}

/// A verdict of policy.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(inline)]
pub enum Judged {
    /// It may be done.
    Allowed,
    /// It may not.
    Denied,
    /// A person has to approve it first.
    Confirm,
}

/// What is sent to the phone.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(inline)]
pub enum ActKind {
    /// A short press.
    Tap,
    /// Two short presses.
    DoubleTap,
    /// A long press.
    LongPress,
    /// A finger drawn over the screen.
    Swipe,
    /// A finger that is held, drawn and held again.
    Drag,
    /// Several fingers, or one on a way of its own.
    Gesture,
    /// A key.
    Key,
    /// A text for the field that has the focus.
    Text,
    /// The keyboard's enter key.
    Submit,
    /// An app or an address to open.
    Open,
    /// An app to stop.
    Stop,
    /// A text for the clipboard.
    Clipboard,
    /// A change of what an app is, has or may do.
    App,
    /// A file for the phone.
    File,
    /// A program that the caller chose.
    Shell,
    /// Something that only a newer version sends.
    Other,
}

impl HasOther for ActKind {
    const OTHER: Self = Self::Other;
}

/// A point of the screen, in pixels from its top left corner.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub struct ScreenPoint {
    /// From the left edge.
    pub x: i32,
    /// From the top edge.
    pub y: i32,
}

/// What became of a question to a person.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(inline)]
pub enum Decision {
    /// It was approved.
    Approved,
    /// It was refused.
    Refused,
    /// Nobody decided in time.
    Expired,
    /// Something that only a newer version decides.
    Other,
}

impl HasOther for Decision {
    const OTHER: Self = Self::Other;
}
