//! The Operator of a phone: whether one runs, starting it, ending it, and leaving nothing behind.

use std::sync::Arc;
use std::time::Duration;

use clawperator_contract::operator::{
    OperatorDone, OperatorFile, OperatorProcess, OperatorReport, OperatorState,
};
use clawperator_contract::{ConflictDetails, ErrorCode, Failure, FailureDetails};
use clawperator_device::ShellDevice;
use clawperator_device_operator::{Caretaker, Ended, Force, Found, Met, Trouble};
use clawperator_engine::{Engine, Untouched};

use crate::drivers;
use crate::engine_parts::lock_parts;
use crate::phone::Phone;

/// What others are told while it is started, or ended.
const STARTING: &str = "operator-start";
const STOPPING: &str = "operator-stop";
const UNINSTALLING: &str = "operator-uninstall";

impl Phone {
    /// What there is of the Operator. Nothing is started, ended or taken for this, and it says so of a phone that a run
    /// has, too.
    pub async fn operator(&self, within: Duration) -> Result<OperatorReport, Failure> {
        self.operator_report(Done::default(), within).await
    }

    /// Starts the Operator where none runs.
    pub async fn start_operator(&self, within: Duration) -> Result<OperatorReport, Failure> {
        let _lock = self.lock_for(STARTING).await?;
        let started = self.sources().now();
        let begun = self.caretaker().start(within).await;
        let begun = begun.map_err(|trouble| self.failure(&trouble))?;
        let done = Done {
            what: if begun.started {
                OperatorDone::Started
            } else {
                OperatorDone::Nothing
            },
            pushed: Some(begun.pushed),
            elapsed: self.sources().now().since(started),
        };
        self.operator_report(done, within).await
    }

    /// Ends the Operator; one that somebody uses only where that is forced.
    pub async fn stop_operator(
        &self,
        force: bool,
        within: Duration,
    ) -> Result<OperatorReport, Failure> {
        self.end(force, STOPPING, within).await
    }

    /// Ends the Operator, and removes all that it left, on the phone and here.
    pub async fn uninstall_operator(
        &self,
        force: bool,
        within: Duration,
    ) -> Result<OperatorReport, Failure> {
        self.end(force, UNINSTALLING, within).await
    }

    async fn end(
        &self,
        force: bool,
        name: &str,
        within: Duration,
    ) -> Result<OperatorReport, Failure> {
        let _lock = match self.lock_for(name).await {
            Ok(lock) => Some(lock),
            // Whoever has it is not waited for, here as on the phone.
            Err(failure) if force && failure.code == ErrorCode::ExecutionConflictInFlight => None,
            Err(failure) => return Err(failure),
        };
        let started = self.sources().now();
        let caretaker = self.caretaker();
        let forced = if force {
            Force::As(name.to_owned())
        } else {
            Force::No
        };
        let ended = if name == UNINSTALLING {
            caretaker.uninstall(&forced, within).await
        } else {
            caretaker.stop(&forced, within).await
        };
        let ended = ended.map_err(|trouble| self.failure(&trouble))?;
        let done = Done {
            what: match ended {
                Ended::NoneRan => OperatorDone::Nothing,
                Ended::Asked => OperatorDone::Ended,
                Ended::Killed => OperatorDone::Killed,
            },
            pushed: None,
            elapsed: self.sources().now().since(started),
        };
        self.operator_report(done, within).await
    }

    fn caretaker(&self) -> Caretaker {
        drivers::caretaker(self.handle().clone(), self.operator_config(), self.store())
    }

    fn sources(&self) -> &Arc<dyn clawperator_sources::Sources> {
        self.store().sources()
    }

    /// Takes the phone on this machine. The Operator is not asked: it is what this is about. Nothing is done to an app, so
    /// what a run before this one may have left under way stays all that is.
    async fn lock_for(&self, name: &str) -> Result<Untouched, Failure> {
        let shell = Arc::new(ShellDevice::new(self.handle().clone()));
        let engine = Engine::new(shell, lock_parts(self.store()));
        let (_, lock) = engine.hold(name).await?;
        Ok(Untouched::new(lock))
    }

    async fn operator_report(
        &self,
        done: Done,
        within: Duration,
    ) -> Result<OperatorReport, Failure> {
        let caretaker = self.caretaker();
        let found = caretaker.look(within).await;
        let found = found.map_err(|trouble| self.failure(&trouble))?;
        Ok(report(self.serial(), caretaker.program(), done, found))
    }

    fn failure(&self, trouble: &Trouble) -> Failure {
        let failure = Failure::new(trouble.code(), trouble.to_string());
        match trouble {
            Trouble::Held(name) => {
                let details = ConflictDetails {
                    device_id: self.serial().to_owned(),
                    holder: None,
                    phone_holder: Some(name.clone()),
                };
                failure.with_details(FailureDetails::Conflict(Box::new(details)))
            }
            _ => failure,
        }
    }
}

/// What was done.
#[derive(Clone, Copy)]
struct Done {
    what: OperatorDone,
    pushed: Option<bool>,
    elapsed: Duration,
}

impl Default for Done {
    fn default() -> Self {
        Self {
            what: OperatorDone::Nothing,
            pushed: None,
            elapsed: Duration::ZERO,
        }
    }
}

fn report(serial: &str, program: String, done: Done, found: Found) -> OperatorReport {
    let (mut launch, mut told, mut trouble) = (None, None, None);
    let state = match found.met {
        Met::Ours {
            launch: id,
            told: says,
        } => {
            (launch, told) = (Some(id.to_string()), Some(says));
            OperatorState::Running
        }
        Met::OtherBuild => OperatorState::OtherVersion,
        // A process of ours that does not listen, or not yet.
        Met::Nobody if !found.processes.is_empty() => OperatorState::Unknown,
        Met::Nobody => OperatorState::Stopped,
        Met::Trouble(why) => {
            trouble = Some(why.to_string());
            OperatorState::Unknown
        }
    };
    let processes = found.processes.into_iter().map(|own| OperatorProcess {
        process_id: own.pid,
        user: own.user,
        name: own.name,
        is_this_version: own.is_this_build,
    });
    let files = found.files.into_iter().map(|file| OperatorFile {
        path: file.path,
        bytes: file.bytes,
    });
    OperatorReport {
        device_id: serial.to_owned(),
        done: done.what,
        state,
        program,
        launch,
        user: told.as_ref().map(|told| told.user),
        ui_automation: told.as_ref().map(|told| told.automation),
        holder: told
            .map(|told| told.holder)
            .filter(|holder| !holder.is_empty()),
        trouble,
        processes: processes.collect(),
        files: files.collect(),
        last_words: found.last_words,
        pushed: done.pushed,
        elapsed_ms: u64::try_from(done.elapsed.as_millis()).unwrap_or(u64::MAX),
    }
}
