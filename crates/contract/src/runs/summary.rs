//! What the lines of a run come to.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::line::{AcceptedRun, EndedRun, Outcome, RunLine, RunRecord};
use crate::errors::FailureCode;
use crate::events::Happened;
use crate::run_options::is_default;

/// What became of a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(inline)]
pub enum Fate {
    /// It is under way.
    Running,
    /// It waits for a person.
    Parked,
    /// Everything was done.
    Done,
    /// Something was not done, and nothing is in doubt; a run that ended before its first act has failed too.
    Failed,
    /// Something may or may not have happened: the process was gone after the first act, or a step's result was lost.
    Unknown,
}

impl Fate {
    /// The word in answers.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Running => "running",
            Self::Parked => "parked",
            Self::Done => "done",
            Self::Failed => "failed",
            Self::Unknown => "unknown",
        }
    }

    /// Whether more may happen.
    #[must_use]
    pub const fn is_open(self) -> bool {
        matches!(self, Self::Running | Self::Parked)
    }
}

/// One run in a few words.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct RunSummary {
    /// What became of it.
    pub fate: Fate,
    /// The code of its failure, or of the first step that failed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub code: Option<FailureCode>,
    /// Whether something may have reached the phone.
    pub dispatched: bool,
    /// How many steps have ended.
    pub steps_ended: usize,
    /// How long it took, in milliseconds; omitted while it is under way and where its process is gone.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub took_ms: Option<u64>,
    /// What was known before it began.
    #[serde(flatten)]
    pub accepted: AcceptedRun,
}

impl RunSummary {
    /// What the lines of a run come to; nothing where the first line is missing. `is_alive` says whether the process that
    /// writes them is still there, `damaged` how many lines could not be read: what they said is not known.
    #[must_use]
    pub fn of(lines: &[RunLine], is_alive: bool, damaged: usize) -> Option<Self> {
        let accepted = lines.iter().find_map(|line| match &line.record {
            RunRecord::Accepted(accepted) => Some(accepted),
            _ => None,
        })?;
        let mut dispatched = false;
        let mut steps_ended = 0;
        let mut is_parked = false;
        let mut ended: Option<&EndedRun> = None;
        for line in lines {
            match &line.record {
                RunRecord::Dispatched { .. } => dispatched = true,
                RunRecord::Ended(end) => ended = ended.or(Some(end)),
                RunRecord::Event(event) => match &event.event {
                    Happened::StepFinished { .. } => steps_ended += 1,
                    Happened::Acting { .. } => dispatched = true,
                    Happened::Parked { .. } => is_parked = true,
                    Happened::Decided { .. } => is_parked = false,
                    _ => {}
                },
                _ => {}
            }
        }
        let fate = match ended.map(|ended| ended.outcome) {
            None if is_alive && is_parked => Fate::Parked,
            None if is_alive => Fate::Running,
            None if dispatched || damaged > 0 => Fate::Unknown,
            Some(Outcome::Unknown) => Fate::Unknown,
            None | Some(Outcome::Failed) => Fate::Failed,
            Some(Outcome::Done) => Fate::Done,
        };
        Some(Self {
            fate,
            code: ended.and_then(|ended| ended.code.clone()),
            dispatched,
            steps_ended,
            took_ms: ended.map(|ended| ended.took_ms),
            accepted: (**accepted).clone(),
        })
    }
}

/// What `runs list` prints.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct RunList {
    /// The runs, the newest first.
    pub runs: Vec<RunSummary>,
    /// How many more are kept.
    pub more: usize,
}

/// What `runs show` prints.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct RunDetails {
    /// The run in a few words.
    pub summary: RunSummary,
    /// Its folder.
    pub folder: String,
    /// Its lines, in the order of the file.
    pub lines: Vec<RunLine>,
    /// How many lines could not be read; omitted if none.
    #[serde(skip_serializing_if = "is_default")]
    pub damaged: usize,
}

/// What `report` prints.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct WrittenReport {
    /// The runs that it is about.
    pub runs: Vec<String>,
    /// The files that were written.
    pub files: Vec<String>,
}

/// What `runs rm` prints.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct RemovedRuns {
    /// The runs that are gone.
    pub removed: Vec<String>,
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn fate(records: &[Value], is_alive: bool, damaged: usize) -> Fate {
        let accepted = json!({ "type": "accepted", "version": 1, "program": "0", "run": "r",
            "acceptedAtMs": 0, "asker": { "surface": "cli", "processId": 1 }, "profile": "person",
            "deviceId": "d", "commandId": "c", "taskId": "t", "stepCount": 1, "timeoutMs": 1000 });
        let lines: Vec<RunLine> = std::iter::once(&accepted)
            .chain(records)
            .map(|record| serde_json::from_value(json!({ "atMs": 0, "record": record })).unwrap())
            .collect();
        RunSummary::of(&lines, is_alive, damaged).unwrap().fate
    }

    #[test]
    fn a_fate_is_never_better_than_what_is_known() {
        let step = json!({ "index": 0, "id": "s", "actionType": "click" });
        let dispatched = json!({ "type": "dispatched", "step": step, "act": "tap" });
        let event =
            |event: Value| json!({ "type": "event", "sequence": 0, "atMs": 0, "event": event });
        let acting = event(json!({ "type": "acting", "step": step, "act": "tap" }));
        let parked = event(json!({ "type": "parked", "ticket": "t", "waitMs": 1 }));
        let ended = |outcome: &str| json!({ "type": "ended", "outcome": outcome, "tookMs": 1, "hasEnvelope": true });
        for (records, is_alive, damaged, expected) in [
            (vec![], true, 0, Fate::Running),
            (vec![parked], true, 0, Fate::Parked),
            (vec![], false, 0, Fate::Failed),
            // What could not be read may have been that it was dispatched.
            (vec![], false, 1, Fate::Unknown),
            (vec![dispatched.clone()], false, 0, Fate::Unknown),
            (vec![acting], false, 0, Fate::Unknown),
            (
                vec![dispatched.clone(), ended("done")],
                false,
                1,
                Fate::Done,
            ),
            (
                vec![dispatched.clone(), ended("failed")],
                true,
                0,
                Fate::Failed,
            ),
            (vec![dispatched, ended("lost")], false, 0, Fate::Unknown),
        ] {
            assert_eq!(fate(&records, is_alive, damaged), expected, "{records:?}");
        }
        assert!(RunSummary::of(&[], true, 0).is_none());
    }
}
