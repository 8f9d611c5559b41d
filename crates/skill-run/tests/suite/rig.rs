//! A virtual phone behind a real adb server, and shipped skills on it.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use clawperator_adb::{Deadline, OutputLimits, Server, WaitFor};
use clawperator_contract::skill_result::{AppVersion, SkillResult};
use clawperator_contract::{Failure, RunOptions, TraceDetail, validate};
use clawperator_device::ShellDevice;
use clawperator_device::probe::app_version;
use clawperator_engine::{Engine, Executor, NoLocks, NoSnapshots, Parts, Unheard, never};
use clawperator_policy::{PolicyGuard, Profile, QuietGuard};
use clawperator_recipe::{HashKey, Redactor};
use clawperator_skill_run::{Inputs, QuietExecutor, SkillRequest, prepare, run};
use clawperator_skills::{Registry, Skill, SkillRecipe};
use clawperator_test_support::{FakeSources, PictureFolder, soon};
use clawperator_virtual_phone::{ClockMode, JournalEvent, Listening, Release, VirtualPhone};
use serde_json::{Value, json};
use tempfile::TempDir;

use super::finger::{Clumsy, Finger};

/// How long anything may take before a test fails.
const PATIENCE: Duration = Duration::from_mins(2);

/// A profile that lets everything be done.
pub(crate) const ALLOW: &str =
    "version = 1\ncoordinates = \"look\"\n[capabilities]\npurchase_risk = \"allow\"\n";

/// A phone on which nothing takes time, connected to a server.
pub(crate) struct Rig {
    listening: Listening,
    client: Server,
    serial: String,
    state: TempDir,
}

impl Rig {
    pub(crate) async fn new(client: Server) -> Self {
        let phone = VirtualPhone::builder(Release::Android14)
            .clock(ClockMode::Instant)
            .build()
            .unwrap();
        let listening = phone.listen("127.0.0.1:0").await.unwrap();
        let serial = listening.serial();
        let rig = Self {
            listening,
            client,
            serial,
            state: tempfile::tempdir().unwrap(),
        };
        rig.reconnect().await;
        rig
    }

    pub(crate) fn phone(&self) -> &VirtualPhone {
        self.listening.phone()
    }

    /// Makes the phone as it was at first, and does what has to be done by hand before a skill.
    pub(crate) async fn begin(&self, before: &Value) {
        self.phone().reset().await.unwrap();
        if before.as_array().is_some_and(Vec::is_empty) {
            return;
        }
        let payload = json!({
            "commandId": "c", "taskId": "t", "source": "test",
            "expectedFormat": "android-ui-automator", "timeoutMs": 120_000, "actions": before,
        });
        let execution = validate(payload.to_string().as_bytes()).unwrap().execution;
        let answer = self
            .engine(ALLOW, 1)
            .execute(&execution, RunOptions::default(), &Unheard, never())
            .await
            .unwrap();
        assert_eq!(answer.envelope.error, None);
    }

    /// Runs a shipped skill by a clock that goes so many times as fast.
    pub(crate) async fn skill(
        &self,
        id: &str,
        inputs: &Value,
        profile: &str,
        times: u32,
    ) -> Result<SkillResult, Failure> {
        let recipe = shipped(id);
        self.recipe(id, &recipe, inputs, profile, times, Finger::True)
            .await
    }

    /// Runs a recipe with such a finger.
    pub(crate) async fn recipe(
        &self,
        id: &str,
        recipe: &SkillRecipe,
        inputs: &Value,
        profile: &str,
        times: u32,
        finger: Finger,
    ) -> Result<SkillResult, Failure> {
        let mut given = Inputs::default();
        given.add_json(inputs.to_string().as_bytes()).unwrap();
        let prepared = prepare(id, recipe, given)?;
        let engine = self.engine_with(profile, times, finger);
        let app = self.version(prepared.application_id().unwrap()).await;
        let asked = SkillRequest {
            prepared: &prepared,
            command_id: "c",
            task_id: "t",
            device_id: &self.serial,
            profile: "test",
            app: app.as_ref(),
            timeout: None,
            park: false,
            trace: TraceDetail::On,
            events: &Unheard,
        };
        let redactor = Redactor::new(HashKey::new([7; 32]));
        let executor = QuietExecutor::new(engine, guard(profile));
        run(asked, &executor, &redactor, never()).await
    }

    /// Every view that a tap reached since an entry of the journal, by id.
    pub(crate) fn tapped(&self, after: u64) -> Vec<String> {
        let entries = self.phone().journal_after(after).entries;
        let tapped = entries.into_iter().filter_map(|entry| match entry.event {
            JournalEvent::Tapped { view } => Some(view.id),
            _ => None,
        });
        tapped.collect()
    }

    /// The number of the last entry of the journal.
    pub(crate) fn last(&self) -> u64 {
        let entries = self.phone().journal().entries;
        entries.last().map_or(0, |entry| entry.number)
    }

    /// Waits until nothing of a run is left on the phone.
    pub(crate) async fn until_quiet(&self) {
        let quiet = self
            .phone()
            .until_traffic(|traffic| traffic.open_streams == 0);
        tokio::time::timeout(PATIENCE, quiet).await.unwrap();
    }

    /// Brings the phone back to its server, whatever became of their connection.
    pub(crate) async fn reconnect(&self) {
        let device = self.client.device(&self.serial).unwrap();
        let limits = OutputLimits {
            stdout: 1,
            stderr: 1,
        };
        let deadline = Deadline::after(PATIENCE);
        while device.shell_output(b"true", limits, soon()).await.is_err() {
            drop(self.client.disconnect_device(&self.serial, deadline).await);
            drop(self.client.connect_device(&self.serial, deadline).await);
            let ready = Deadline::after(Duration::from_secs(5));
            drop(device.wait_for(WaitFor::Device, ready).await);
            assert!(deadline.remaining().is_some_and(|left| !left.is_zero()));
        }
    }

    async fn version(&self, package: &str) -> Option<AppVersion> {
        let device = self.client.device(&self.serial).unwrap();
        let patience = Deadline::after(Duration::from_secs(1));
        let version = app_version::read(&device, package, patience).await;
        version.ok().flatten().map(|version| AppVersion {
            name: version.name,
            code: version.code,
        })
    }

    fn engine(&self, profile: &str, times: u32) -> Engine {
        self.engine_with(profile, times, Finger::True)
    }

    fn engine_with(&self, profile: &str, times: u32, finger: Finger) -> Engine {
        let parts = Parts {
            sources: Arc::new(FakeSources::start().times(times)),
            guard: Arc::new(guard(profile)),
            artifacts: Arc::new(PictureFolder(self.state.path().to_owned())),
            snapshots: Arc::new(NoSnapshots),
            locks: Arc::new(NoLocks),
        };
        let device = self.client.device(&self.serial).unwrap();
        let device = Arc::new(ShellDevice::new(device));
        Engine::new(Arc::new(Clumsy::new(device, finger)), parts)
    }
}

fn guard(profile: &str) -> QuietGuard {
    let profile = Profile::parse("test", profile).unwrap();
    PolicyGuard::new(Arc::new(profile), None).withholding_labels()
}

pub(crate) fn shipped(id: &str) -> SkillRecipe {
    let registry = Registry::open(&tree()).unwrap();
    let skill = Skill::load(&registry, registry.find(id).unwrap()).unwrap();
    skill.recipes.into_iter().next().unwrap()
}

/// The tree that is shipped.
pub(crate) fn tree() -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../skills")
}
