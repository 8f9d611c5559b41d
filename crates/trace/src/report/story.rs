//! The story of a run: what a report says, before it is a page or XML.

use clawperator_contract::events::{ActKind, ScreenPoint};
use clawperator_contract::runs::{KeptFile, PhoneFacts, PictureMoment, RunSummary};

/// What happened in one run.
#[derive(Debug)]
pub(super) struct Story<'b> {
    pub(super) summary: &'b RunSummary,
    /// The phone, as it says itself.
    pub(super) phone: Option<PhoneFacts>,
    /// Why it failed, for people.
    pub(super) message: Option<String>,
    /// What to do next.
    pub(super) hint: Option<String>,
    /// Whether its process was gone before it ended.
    pub(super) is_cut_off: bool,
    /// Whether a step of it is known to have begun.
    pub(super) has_begun: bool,
    /// What is missing, and why.
    pub(super) notes: Vec<String>,
    /// What policy and people said of the run as a whole.
    pub(super) verdicts: Vec<Verdict>,
    pub(super) steps: Vec<Step>,
    /// How long it took, or how much of it is known.
    pub(super) span_ms: u64,
}

/// What happened in one step.
#[derive(Debug)]
pub(super) struct Step {
    pub(super) id: String,
    pub(super) action_type: String,
    /// What was asked, in one line.
    pub(super) asked: Option<String>,
    pub(super) state: State,
    pub(super) code: Option<String>,
    pub(super) message: Option<String>,
    pub(super) hint: Option<String>,
    /// When it began, in milliseconds since the run was accepted.
    pub(super) began_at_ms: Option<u64>,
    pub(super) took_ms: Option<u64>,
    /// How often it looked without success.
    pub(super) looked_again: u64,
    pub(super) verdicts: Vec<Verdict>,
    pub(super) acts: Vec<Act>,
    pub(super) acts_not_shown: usize,
    /// What else its result says.
    pub(super) facts: Vec<(String, String)>,
    pub(super) pictures: Vec<Picture>,
    pub(super) pictures_not_shown: usize,
    /// The screens that it looked at first and last.
    pub(super) first_screen: Option<Seen>,
    pub(super) last_screen: Option<Seen>,
    /// What its acts changed; nothing for a step without acts.
    pub(super) change: Option<Words>,
    /// What was on the screen at last; only for a step that is not as it should be.
    pub(super) screen: Option<Words>,
}

/// What became of a step.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum State {
    Ok,
    Failed,
    NotRun,
    UnderWay,
    Unknown,
}

impl State {
    pub(super) const ALL: [Self; 5] = [
        Self::Ok,
        Self::Failed,
        Self::Unknown,
        Self::UnderWay,
        Self::NotRun,
    ];

    /// The word in a report.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Ok => "ok",
            Self::Failed => "failed",
            Self::NotRun => "not run",
            Self::UnderWay => "under way",
            Self::Unknown => "unknown",
        }
    }
}

/// Something that policy or a person said.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Verdict {
    pub(super) text: String,
    /// Whether the run may go on.
    pub(super) leave: Leave,
}

/// Whether a run may go on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Leave {
    Given,
    Refused,
    Asked,
}

/// Something that was sent to the phone.
#[derive(Debug, Clone)]
pub(super) struct Act {
    pub(super) kind: ActKind,
    pub(super) at: Option<ScreenPoint>,
    pub(super) to: Option<ScreenPoint>,
    pub(super) target: Option<String>,
}

/// A picture that was kept.
#[derive(Debug, Clone)]
pub(super) struct Picture {
    pub(super) file: KeptFile,
    pub(super) moment: PictureMoment,
    /// The places of the acts that came after it, in the list of the step's acts.
    pub(super) acts: Vec<usize>,
}

/// A tree that was kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Seen {
    pub(super) file: KeptFile,
    pub(super) activity: Option<String>,
}

/// A screen, or what changed on it, in lines; or why there are none.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Words {
    Lines {
        text: String,
        /// How many lines did not fit.
        cut: usize,
    },
    None(String),
}
