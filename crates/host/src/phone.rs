//! One phone that was chosen.

use std::sync::Arc;
use std::time::Duration;

use clawperator_adb::{Deadline, DeviceHandle};
use clawperator_contract::Failure;
use clawperator_contract::skill_result::AppVersion;
use clawperator_device::ShellDevice;
use clawperator_device::probe::app_version;
use clawperator_engine::Engine;
use clawperator_policy::Profile;
use clawperator_skill_run::{Prepared, QuietExecutor};
use tracing::debug;

use crate::decided_on::DecidedOn;
use crate::engine_parts::{guard, parts};
use crate::lock::FileLocks;
use crate::output_folder::OutputFolder;
use crate::snapshots::FileSnapshots;
use crate::store::Store;
use crate::traced::{RunRequest, Traced};

/// How long the phone may take to say which version of an app it has. What it does not say is unknown.
const VERSION_PATIENCE: Duration = Duration::from_secs(5);

/// What others are told who want the phone while it is asked who it is.
const CHECKING: &str = "which-phone";

/// A phone that the adb server has. Nothing is held on it: a run takes it for as long as it lasts.
#[derive(Debug, Clone)]
pub struct Phone {
    handle: DeviceHandle,
    store: Store,
}

impl Phone {
    pub(crate) const fn new(handle: DeviceHandle, store: Store) -> Self {
        Self { handle, store }
    }

    /// What adb calls it.
    #[must_use]
    pub fn serial(&self) -> &str {
        self.handle.serial()
    }

    /// Runs executions on it, and keeps what happened.
    #[must_use]
    pub fn executor(&self, request: RunRequest) -> Traced<Engine> {
        let engine = self.engine_into(Arc::clone(&request.profile), request.output.clone());
        let engine = match request.decided_on {
            Some(generation) => engine.locked_by(self.decided_on(generation)),
            None => engine,
        };
        self.traced(engine, request)
    }

    /// The same for a skill, whose screens are told to nobody.
    pub(crate) fn quiet_executor(
        &self,
        mut request: RunRequest,
        skill: &Prepared,
    ) -> Traced<QuietExecutor> {
        request.skill = Some(skill.id().to_owned());
        let guard = guard(&self.store, Arc::clone(&request.profile)).withholding_labels();
        let quiet = |engine| QuietExecutor::new(engine, guard);
        self.executor(request).map(quiet).withheld()
    }

    /// Keeps what an executor for this phone runs.
    pub(crate) fn traced<E>(&self, executor: E, request: RunRequest) -> Traced<E> {
        Traced::new(executor, self.store.runs().clone(), request, self.serial())
    }

    /// Refuses another phone than that of a generation.
    pub(crate) async fn check_decided_on(&self, request: &RunRequest) -> Result<(), Failure> {
        let Some(generation) = request.decided_on else {
            return Ok(());
        };
        let engine = self.engine(Arc::clone(&request.profile));
        let engine = engine.locked_by(self.decided_on(generation));
        let (_, hold) = engine.hold(CHECKING).await?;
        hold.release();
        Ok(())
    }

    fn decided_on(&self, generation: u64) -> Arc<DecidedOn> {
        let sources = Arc::clone(self.store.sources());
        Arc::new(DecidedOn {
            generation,
            snapshots: FileSnapshots::new(self.store.snapshots(), sources),
            locks: Arc::new(FileLocks::new(self.store.locks())),
        })
    }

    /// What acts on it, judged by a profile.
    pub(crate) fn engine(&self, profile: Arc<Profile>) -> Engine {
        self.engine_into(profile, None)
    }

    /// The same with a folder that all pictures go to.
    fn engine_into(&self, profile: Arc<Profile>, output: Option<OutputFolder>) -> Engine {
        debug!(profile = profile.name, "judged by");
        let device = Arc::new(ShellDevice::new(self.handle.clone()));
        Engine::new(device, parts(&self.store, profile, output))
    }

    pub(crate) const fn handle(&self) -> &DeviceHandle {
        &self.handle
    }

    pub(crate) const fn store(&self) -> &Store {
        &self.store
    }

    /// The version of an app, if the phone tells it in time.
    pub(crate) async fn version(&self, package: &str) -> Option<AppVersion> {
        let deadline = Deadline::after(VERSION_PATIENCE);
        let version = app_version::read(&self.handle, package, deadline).await;
        let version = version.ok().flatten()?;
        Some(AppVersion {
            name: version.name,
            code: version.code,
        })
    }
}
