//! A run on disk, line by line.

use std::fs;
use std::path::PathBuf;

use clawperator_contract::events::{ActKind, Event, Happened, ScreenPoint, StepName};
use clawperator_contract::runs::{
    AcceptedRun, Asker, EndedRun, KeptFile, Outcome, PictureMoment, RunLine, RunRecord, Surface,
};
use clawperator_contract::{FailureCode, TraceDetail, hex};
use clawperator_trace::Bundle;
use serde_json::Value;
use sha2::{Digest as _, Sha256};
use tempfile::TempDir;

pub(crate) struct Kept {
    /// Removed with this.
    root: TempDir,
    lines: Vec<u8>,
    at_ms: u64,
    sequence: u64,
}

impl Kept {
    /// A run whose first line is written.
    pub(crate) fn new(command: &str, change: impl FnOnce(&mut AcceptedRun)) -> Self {
        let mut kept = Self {
            root: tempfile::tempdir().unwrap(),
            lines: Vec::new(),
            at_ms: 0,
            sequence: 0,
        };
        let mut accepted = AcceptedRun {
            version: 1,
            program: "0.1.0".to_owned(),
            run: "20261117-054512123-4f2a9c1b".to_owned(),
            accepted_at_ms: 1_794_894_312_123,
            idempotency_key: None,
            asker: Asker {
                surface: Surface::Cli,
                name: None,
                skill: None,
                process_id: 4711,
            },
            profile: "careful".to_owned(),
            device_id: "emulator-5554".to_owned(),
            command_id: command.to_owned(),
            task_id: "evening".to_owned(),
            step_count: 0,
            timeout_ms: 30_000,
            trace: TraceDetail::Full,
            withheld: false,
        };
        change(&mut accepted);
        kept.line(RunRecord::Accepted(Box::new(accepted)));
        kept
    }

    /// Lets time pass.
    pub(crate) fn wait(&mut self, ms: u64) -> &mut Self {
        self.at_ms += ms;
        self
    }

    pub(crate) fn line(&mut self, record: RunRecord) -> &mut Self {
        let line = RunLine {
            at_ms: self.at_ms,
            record,
        };
        serde_json::to_writer(&mut self.lines, &line).unwrap();
        self.raw(b"\n")
    }

    /// Bytes as they are.
    pub(crate) fn raw(&mut self, bytes: &[u8]) -> &mut Self {
        self.lines.extend_from_slice(bytes);
        self
    }

    pub(crate) fn event(&mut self, event: Happened) -> &mut Self {
        let event = Event {
            sequence: self.sequence,
            at_ms: self.at_ms,
            event,
        };
        self.sequence += 1;
        self.line(RunRecord::Event(event))
    }

    #[expect(
        clippy::needless_pass_by_value,
        reason = "every caller writes it in place"
    )]
    pub(crate) fn request(&mut self, actions: Value) -> &mut Self {
        let execution = serde_json::json!({ "actions": actions });
        self.line(RunRecord::Request { execution })
    }

    pub(crate) fn begin(&mut self, step: &StepName) -> &mut Self {
        self.event(Happened::StepStarted { step: step.clone() })
    }

    pub(crate) fn tap(&mut self, step: &StepName, (x, y): (i32, i32), target: &str) -> &mut Self {
        self.event(Happened::Acting {
            step: step.clone(),
            act: ActKind::Tap,
            at: Some(ScreenPoint { x, y }),
            to: None,
            target: Some(target.to_owned()),
        })
    }

    pub(crate) fn finish(
        &mut self,
        step: &StepName,
        code: Option<&str>,
        took_ms: u64,
    ) -> &mut Self {
        self.event(Happened::StepFinished {
            step: step.clone(),
            success: code.is_none(),
            code: code.and_then(FailureCode::from_name),
            effect: None,
            took_ms,
        })
    }

    pub(crate) fn screen(
        &mut self,
        step: &StepName,
        tree: &str,
        activity: Option<&str>,
    ) -> &mut Self {
        let file = self.file("xml", tree.as_bytes());
        self.line(RunRecord::Screen {
            step: step.clone(),
            file,
            activity: activity.map(str::to_owned),
        })
    }

    pub(crate) fn picture(
        &mut self,
        step: &StepName,
        moment: PictureMoment,
        png: &[u8],
    ) -> &mut Self {
        let file = self.file("png", png);
        self.line(RunRecord::Picture {
            step: step.clone(),
            moment,
            file,
        })
    }

    pub(crate) fn answer(&mut self, answer: &Value) -> &mut Self {
        let text = answer.to_string();
        // As in runs: a short one is in its line.
        let record = if text.len() < 400 {
            RunRecord::Answer {
                answer: Some(answer.clone()),
                file: None,
            }
        } else {
            RunRecord::Answer {
                answer: None,
                file: Some(self.file("json", text.as_bytes())),
            }
        };
        self.line(record)
    }

    pub(crate) fn end(&mut self, outcome: Outcome, code: Option<&str>) -> &mut Self {
        let took_ms = self.at_ms;
        self.line(RunRecord::Ended(EndedRun {
            outcome,
            code: code.and_then(FailureCode::from_name),
            took_ms,
            has_envelope: true,
        }))
    }

    /// Puts a file among those of the run.
    pub(crate) fn file(&self, ending: &str, bytes: &[u8]) -> KeptFile {
        let digest: [u8; 32] = Sha256::digest(bytes).into();
        let name = format!("{}.{ending}", hex(&digest));
        let folder = self.folder().join("files");
        fs::create_dir_all(&folder).unwrap();
        fs::write(folder.join(&name), bytes).unwrap();
        KeptFile {
            name,
            bytes: bytes.len() as u64,
        }
    }

    pub(crate) fn folder(&self) -> PathBuf {
        self.root.path().to_owned()
    }

    /// Reads what was written so far.
    pub(crate) fn read(&self) -> Bundle {
        fs::write(self.folder().join("run.jsonl"), &self.lines).unwrap();
        Bundle::read(&self.folder()).unwrap()
    }
}

pub(crate) fn step(index: usize, id: &str, action_type: &str) -> StepName {
    StepName {
        index,
        id: id.to_owned(),
        action_type: action_type.to_owned(),
    }
}
