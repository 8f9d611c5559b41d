//! One scenario, carried out.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use clawperator_adb::{Deadline, DeviceHandle, DeviceState};
use clawperator_contract::wrappers::ExecutionResult;
use clawperator_contract::{Execution, Failure, RunOptions, SnapshotForm, validate};
use clawperator_device::{Device, ShellDevice};
use clawperator_device_operator::{OperatorDevice, Program, RememberedLaunches};
use clawperator_engine::{
    ActQuestion, AllowAll, Engine, Escort, Executor, Guard, Intent, Parts, Phone, PhoneLocks,
    Refusal, Unheard, Verdict,
};
use clawperator_host::{FileLocks, FileSnapshots};
use clawperator_sources::Sources;
use clawperator_test_support::{FakeSources, OffTheClock, PhoneTime, PictureFolder, Watched};
use clawperator_virtual_phone::{FaultKind, Journal, ServiceRequest, VirtualPhone};
use tempfile::TempDir;
use tokio::sync::Notify;

use super::during::During;
use super::file::{self, Deny, Driven, Scenario};
use super::{stage, told};

/// What came of a scenario.
#[derive(Debug)]
pub(super) struct Outcome {
    /// What the caller was told.
    pub(super) answer: Result<ExecutionResult, Failure>,
    /// How often the screen was read.
    pub(super) dumps: usize,
    /// What really happened during the run.
    pub(super) journal: Journal,
    /// The activity in front.
    pub(super) front: Option<String>,
    /// What is not as it should be with files.
    pub(super) files: Vec<String>,
    /// What the screen shows.
    pub(super) words: Vec<String>,
}

/// Carries a scenario out on a phone that has just been reset.
pub(super) async fn perform(
    phone: &VirtualPhone,
    handle: &DeviceHandle,
    scenario: &Scenario,
    driven: Driven,
) -> Outcome {
    let state = TempDir::new().unwrap();
    // Which phone it is, is known before something goes wrong with it, and before the stage is set: asking takes the
    // phone some of the time in which a page may change.
    let device: Arc<dyn Device> = match driven {
        Driven::ByShell => Arc::new(ShellDevice::new(handle.clone())),
        Driven::ByOperator => Arc::new(OperatorDevice::new(
            handle.clone(),
            Program::of_this_build(),
            "com.clawperator.operator",
            Arc::new(RememberedLaunches::default()),
        )),
    };
    let identity = device.identity(Duration::from_mins(1)).await.unwrap();
    let known = Phone::new(handle.serial(), identity);
    let locks = FileLocks::new(state.path().join("before"));
    // The scenario before on this phone may have been cut off in an act, which the next run would wait for.
    locks.take(&known, "before").await.unwrap().release();
    stage::set(phone, &scenario.start).await;
    for (name, text) in &scenario.host_files {
        let path = PictureFolder::file(state.path(), name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }
    for earlier in &scenario.earlier {
        let bench = Bench::new(phone, (&device, &known), &state, file::Clock::Phone);
        let answer = bench.run(earlier, scenario, true).await;
        let result = answer.expect("an earlier run ends with an envelope");
        let steps = &result.envelope.step_results;
        assert!(steps.iter().all(|step| step.success), "{steps:?}");
    }
    for fault in &scenario.faults {
        phone.faults().set(fault.clone()).await.unwrap();
        if matches!(fault.kind(), FaultKind::Offline | FaultKind::Unauthorized) {
            until_the_server_knows(handle).await;
            until_the_driver_knows(&*device).await;
        }
    }
    let happened = last(phone.journal().entries.iter().map(|entry| entry.number));
    let asked = last(phone.requests().entries.iter().map(|entry| entry.number));
    let bench = Bench::new(phone, (&device, &known), &state, scenario.clock);
    let answer = bench.run(&scenario.run, scenario, false).await;
    until_injected(phone, happened, scenario.truth(driven).injected.len()).await;
    let requests = phone.requests_after(asked).entries;
    let dumps = requests
        .iter()
        .filter(|entry| match &entry.request {
            ServiceRequest::Stream { service, .. } => service.contains("uiautomator"),
            ServiceRequest::File { .. } => false,
        })
        .count();
    Outcome {
        answer,
        dumps,
        journal: phone.journal_after(happened),
        front: phone.status().await.resumed,
        files: wrong_files(phone, state.path(), scenario.truth(driven)),
        words: stage::words(phone).await,
    }
}

/// What is not as it should be with the files of the phone and of the surface.
fn wrong_files(phone: &VirtualPhone, folder: &Path, truth: &file::Truth) -> Vec<String> {
    let mut wrong = Vec::new();
    let mut compare = |path: &str, expected: &Option<String>, actual: Option<String>| {
        if *expected != actual {
            wrong.push(format!("{path}: expected {expected:?}, got {actual:?}"));
        }
    };
    for (path, expected) in &truth.files {
        compare(path, expected, stage::file(phone, path));
    }
    for (name, expected) in &truth.host_files {
        let actual = std::fs::read_to_string(PictureFolder::file(folder, name)).ok();
        compare(name, expected, actual);
    }
    for path in truth
        .files
        .keys()
        .filter(|path| stage::has_part_beside(phone, path))
    {
        wrong.push(format!("a part is left beside {path}"));
    }
    wrong
}

/// Waits until as much was injected as is expected: a line that lost its stream lifts its finger behind the answer. What
/// never comes is left to the verdict.
async fn until_injected(phone: &VirtualPhone, happened: u64, expected: usize) {
    let all = async {
        while told::injected(&phone.journal_after(happened)).len() < expected {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    };
    let _ = tokio::time::timeout(Duration::from_secs(10), all).await;
}

/// Waits until the server has noticed that it has lost the phone. It is asked again and again; each time it has had
/// the time to notice.
async fn until_the_server_knows(handle: &DeviceHandle) {
    let soon = Deadline::after(Duration::from_mins(1));
    while matches!(handle.state(soon).await, Ok(DeviceState::Device)) {}
}

/// Waits until the driver has noticed as well: one that holds a stream hears of its end after the server did, and then
/// says where the run begins what it would otherwise say at the first step.
async fn until_the_driver_knows(device: &dyn Device) {
    let still = device.confirm_identity(Duration::from_mins(1)).await;
    assert!(still.is_err(), "a phone that is gone answers");
}

fn last(numbers: impl Iterator<Item = u64>) -> u64 {
    numbers.max().unwrap_or_default()
}

/// What runs are made with.
struct Bench<'a> {
    phone: &'a VirtualPhone,
    device: &'a Arc<dyn Device>,
    known: &'a Phone,
    state: &'a TempDir,
    time: Option<PhoneTime>,
}

impl<'a> Bench<'a> {
    fn new(
        phone: &'a VirtualPhone,
        (device, known): (&'a Arc<dyn Device>, &'a Phone),
        state: &'a TempDir,
        clock: file::Clock,
    ) -> Self {
        Self {
            phone,
            device,
            known,
            state,
            time: (clock == file::Clock::Phone).then(|| PhoneTime::of(phone.clone())),
        }
    }

    /// Validates and runs as a surface does.
    async fn run(
        &self,
        run: &file::Run,
        scenario: &Scenario,
        is_earlier: bool,
    ) -> Result<ExecutionResult, Failure> {
        let execution = validate(run.payload().to_string().as_bytes())?.execution;
        let locks = self.state.path().join("locks");
        let _held = match &scenario.held_by {
            Some(command_id) if !is_earlier => {
                let taken = FileLocks::new(locks.clone())
                    .take(self.known, command_id)
                    .await;
                Some(taken.unwrap())
            }
            Some(_) | None => None,
        };
        let cancel = Arc::new(Notify::new());
        let sources: Arc<dyn Sources> = match &self.time {
            Some(time) => Arc::new(time.clone()),
            None => Arc::new(FakeSources::start()),
        };
        let engine = Engine::new(
            Arc::new(Watched::new(
                Arc::clone(self.device),
                self.time.clone(),
                Arc::new(During {
                    phone: self.phone.clone(),
                    interventions: if is_earlier {
                        Vec::new()
                    } else {
                        scenario.during.clone()
                    },
                    cancel: Arc::clone(&cancel),
                }),
            )),
            Parts {
                sources,
                guard: match scenario.deny {
                    None => Arc::new(AllowAll),
                    Some(deny) => Arc::new(Denies(deny)),
                },
                artifacts: Arc::new(PictureFolder(self.state.path().to_owned())),
                snapshots: Arc::new(OffTheClock::new(
                    FileSnapshots::new(
                        self.state.path().join("snapshots"),
                        Arc::new(FakeSources::start()),
                    ),
                    self.time.clone(),
                )),
                locks: Arc::new(OffTheClock::new(FileLocks::new(locks), self.time.clone())),
            },
        );
        let cancelled = Box::pin(async move { cancel.notified().await });
        let running = engine.execute(&execution, options(run), &Unheard, cancelled);
        match &self.time {
            Some(time) => time.drive(running).await,
            None => running.await,
        }
    }
}

fn options(run: &file::Run) -> RunOptions {
    RunOptions {
        settle: run.settle,
        snapshot: match run.snapshot.as_deref() {
            None => SnapshotForm::Xml,
            Some("compact") => SnapshotForm::Compact,
            Some("tree") => SnapshotForm::Tree,
            Some("diff") => SnapshotForm::Diff,
            Some(other) => panic!("no form `{other}`"),
        },
        park: false,
        ..RunOptions::default()
    }
}

/// Says no.
#[derive(Debug, Clone, Copy)]
struct Denies(Deny);

impl Denies {
    fn verdict(self, asked: Deny, what: &str) -> Verdict {
        if self.0 == asked {
            Verdict::Deny(Refusal {
                rule: None,
                reason: format!("not allowed: {what}"),
                advice: None,
            })
        } else {
            Verdict::Allow
        }
    }
}

#[async_trait]
impl Guard for Denies {
    async fn may_run(&self, _: &Execution, phone: &Phone) -> Result<Box<dyn Escort>, Verdict> {
        match self.verdict(Deny::Run, phone.name()) {
            Verdict::Allow => Ok(Box::new(*self)),
            no => Err(no),
        }
    }
}

#[async_trait]
impl Escort for Denies {
    async fn may_act(&self, asked: ActQuestion<'_>) -> Verdict {
        let what = match asked.intent {
            Intent::Touch(finger) => match finger.named() {
                Some(named) => named.taker.describe(),
                None => format!("{:?}", finger.touch()),
            },
            Intent::Focus { field, .. } | Intent::Text { field, .. } | Intent::Submit(field) => {
                field.describe()
            }
            // Reading is no act.
            Intent::Read(_) => return Verdict::Allow,
            Intent::Key(_)
            | Intent::Press(_)
            | Intent::Clip(_)
            | Intent::ReadClip
            | Intent::Run(_)
            | Intent::Open(_)
            | Intent::Arrived
            | Intent::Close { .. }
            | Intent::ManageApp(_)
            | Intent::Push(_)
            | Intent::Pull(_)
            | Intent::ListApps(_)
            | Intent::Wake
            | Intent::Record(_)
            | Intent::StopRecording(_)
            | Intent::DismissLock
            | Intent::TryInput => asked
                .action
                .map_or("an act", |action| action.action_type().name())
                .to_owned(),
        };
        self.verdict(Deny::Acts, &what)
    }

    fn may_show(&self, _: &ActQuestion<'_>) -> Verdict {
        Verdict::Allow
    }
}
