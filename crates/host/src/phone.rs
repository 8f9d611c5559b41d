//! One phone that was chosen.

use std::sync::Arc;
use std::time::Duration;

use clawperator_adb::{Deadline, DeviceHandle};
use clawperator_contract::Failure;
use clawperator_contract::skill_result::AppVersion;
use clawperator_device::Device;
use clawperator_device::driver::Unavailable;
use clawperator_device::probe::app_version;
use clawperator_engine::Engine;
use clawperator_policy::Profile;
use clawperator_skill_run::{Prepared, QuietExecutor};
use tracing::debug;

use crate::config::{DriverChoice, OperatorConfig};
use crate::drivers;
use crate::engine_parts::{guard, parts};
use crate::named_files::NamedFiles;
use crate::one_phone::{OnePhone, Which};
use crate::output_folder::OutputFolder;
use crate::store::Store;
use crate::traced::{RunRequest, Traced};

/// How long the phone may take to say which version of an app it has. What it does not say is unknown.
const VERSION_PATIENCE: Duration = Duration::from_secs(5);

/// How long a driver that chooses has for it.
const EYE_PATIENCE: Duration = Duration::from_secs(5);

/// What others are told who want the phone while it is asked who it is.
const CHECKING: &str = "which-phone";

/// A phone that the adb server has. Nothing is held on it: a run takes it for as long as it lasts.
#[derive(Debug, Clone)]
pub struct Phone {
    handle: DeviceHandle,
    store: Store,
    operator: OperatorConfig,
}

impl Phone {
    pub(crate) const fn new(handle: DeviceHandle, store: Store, operator: OperatorConfig) -> Self {
        Self {
            handle,
            store,
            operator,
        }
    }

    /// What adb calls it.
    #[must_use]
    pub fn serial(&self) -> &str {
        self.handle.serial()
    }

    /// Runs executions on it, and keeps what happened.
    #[must_use]
    pub fn executor(&self, request: RunRequest) -> Traced<Engine> {
        let engine = self.engine_into(
            Arc::clone(&request.profile),
            request.output.clone(),
            request.files.clone(),
        );
        let engine = engine.patient(request.wait_for_phone);
        let engine = match request.decided_on {
            Some(generation) => engine.locked_by(self.of_generation(generation)),
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
        let engine = engine.locked_by(self.of_generation(generation));
        let (_, hold) = engine.hold(CHECKING).await?;
        hold.release();
        Ok(())
    }

    /// The locks of this machine, for the phone of a generation alone.
    pub(crate) fn of_generation(&self, generation: u64) -> Arc<OnePhone> {
        OnePhone::new(Which::Generation(generation), &self.store)
    }

    /// What acts on it, judged by a profile.
    pub(crate) fn engine(&self, profile: Arc<Profile>) -> Engine {
        self.engine_into(profile, None, NamedFiles::default())
    }

    /// The same with a folder that all pictures go to.
    fn engine_into(
        &self,
        profile: Arc<Profile>,
        output: Option<OutputFolder>,
        files: NamedFiles,
    ) -> Engine {
        debug!(profile = profile.name, "judged by");
        Engine::new(self.device(), parts(&self.store, profile, output, files))
    }

    /// What drives it.
    pub(crate) fn device(&self) -> Arc<dyn Device> {
        drivers::device(self.handle.clone(), &self.operator, &self.store)
    }

    /// What looks at it beside whatever runs: pictures need no hold.
    pub(crate) async fn eye(&self) -> Result<Arc<dyn Device>, Unavailable> {
        let device = self.device();
        if self.operator.driver == DriverChoice::Auto {
            // It chooses when it is asked who the phone is.
            device.identity(EYE_PATIENCE).await?;
        }
        Ok(device)
    }

    /// Has our own program on it let go of what the phone's programs need to read the screen.
    pub(crate) async fn let_go(&self) {
        drivers::let_go(self.handle.clone(), &self.operator, &self.store).await;
    }

    pub(crate) const fn handle(&self) -> &DeviceHandle {
        &self.handle
    }

    pub(crate) const fn operator_config(&self) -> &OperatorConfig {
        &self.operator
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
