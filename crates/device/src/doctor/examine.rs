//! One check after another.

use clawperator_adb::{
    DEFAULT_STREAM_LIMIT, Deadline, DeviceHandle, ProgramVersion, Server, ServerOptions,
    StartServer,
};
use clawperator_contract::doctor::{Check, CheckId, RepairOutcome, Repaired, Report, Status};

use super::options::{ExamineOptions, Progress};
use super::prerequisite::prerequisite;
use super::verdict::Verdict;
use crate::resolve::Refusal;

/// Examines host and phone. It always ends with a report, within the sum of the limits.
///
/// Dropped at any await, it leaves nothing but, at worst, a small file of the dump on the phone.
pub async fn examine(options: &ExamineOptions, progress: &mut dyn Progress) -> Report {
    let mut examination = Examination::new(options);
    let mut checks: Vec<Check> = Vec::with_capacity(CheckId::ALL.len());
    for &id in CheckId::ALL {
        let met = |needed: CheckId| {
            let found = checks.iter().find(|check| check.id == needed);
            found.is_some_and(|check| matches!(check.status, Status::Pass | Status::Warn))
        };
        let verdict = if let Some(needed) = prerequisite(id).filter(|needed| !met(*needed)) {
            Verdict::skipped(needed)
        } else {
            progress.started(id);
            examination.run(id).await
        };
        let check = verdict.into_check(id);
        progress.finished(&check);
        checks.push(check);
    }
    // Of a phone whose release is not known, or not supported, nothing is listed.
    let drivers = examination
        .api_level
        .map(|level| options.hands.abilities(level))
        .unwrap_or_default();
    Report::new(examination.device_id, checks, examination.repairs).with_drivers(drivers)
}

/// What the checks have found so far, for those that come after.
#[derive(Debug)]
pub(super) struct Examination<'a> {
    pub(super) options: &'a ExamineOptions,
    /// The server as it is: this client starts none.
    pub(super) server: Server,
    pub(super) program: Option<ProgramVersion>,
    pub(super) server_version: Option<u32>,
    pub(super) device_id: Option<String>,
    /// Why the phone that was found cannot be used.
    pub(super) refusal: Option<Refusal>,
    pub(super) device: Option<DeviceHandle>,
    /// Of the phone's release, where that is a supported one.
    pub(super) api_level: Option<u32>,
    pub(super) repairs: Vec<Repaired>,
}

impl<'a> Examination<'a> {
    fn new(options: &'a ExamineOptions) -> Self {
        Self {
            options,
            server: server(options, StartServer::Never),
            program: None,
            server_version: None,
            device_id: None,
            refusal: None,
            device: None,
            api_level: None,
            repairs: Vec::new(),
        }
    }

    async fn run(&mut self, id: CheckId) -> Verdict {
        let deadline = Deadline::after(self.options.limits.of(id));
        match id {
            CheckId::AdbProgram => self.adb_program(deadline).await,
            CheckId::AdbServer => self.adb_server(deadline).await,
            CheckId::AdbVersions => self.adb_versions(),
            CheckId::Discovery => self.discovery(deadline).await,
            CheckId::Authorisation => self.authorisation(),
            CheckId::Shell => self.shell(deadline).await,
            CheckId::Release => self.release(deadline).await,
            CheckId::ScreenOn => self.screen_on(deadline).await,
            CheckId::ScreenUnlocked => self.screen_unlocked(deadline).await,
            CheckId::ScreenSize => self.screen_size(deadline).await,
            CheckId::UiDump => self.ui_dump(deadline).await,
            CheckId::Input => self.input().await,
            CheckId::UiAutomation => self.ui_automation(deadline).await,
        }
    }

    /// A client of the same server that starts it where nobody listens.
    pub(super) fn starting_server(&self) -> Server {
        let start = StartServer::WhenRefused(self.options.adb_program.clone());
        server(self.options, start)
    }

    pub(super) fn repaired(&mut self, check: CheckId, action: &str, failure: Option<String>) {
        self.repairs.push(Repaired {
            check,
            action: action.to_owned(),
            outcome: if failure.is_some() {
                RepairOutcome::Failed
            } else {
                RepairOutcome::Repaired
            },
            detail: failure,
        });
    }
}

fn server(options: &ExamineOptions, start: StartServer) -> Server {
    let endpoint = options.endpoint.clone();
    Server::new(
        endpoint,
        ServerOptions {
            stream_limit: DEFAULT_STREAM_LIMIT,
            start,
        },
    )
}
