//! A virtual phone, the way to it, and engines that drive it.

use std::path::Path;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use async_trait::async_trait;
use bytes::Bytes;
use clawperator_adb::{AdbError, DeviceHandle, OutputLimits, Server};
use clawperator_contract::wrappers::ExecutionResult;
use clawperator_contract::{Execution, Failure, RunOptions, validate};
use clawperator_device::{Device, ShellDevice};
use clawperator_device_operator::{OperatorDevice, Program, RememberedLaunches};
use clawperator_engine::{
    AllowAll, ArtifactError, Artifacts, Engine, Executor, NoLocks, NoSnapshots, Parts, Phone,
    Unheard, Way, never,
};
use clawperator_host::FileLocks;
use clawperator_test_support::FakeSources;
use clawperator_virtual_phone::{ClockMode, Listening, Release, VirtualPhone};
use serde_json::{Value, json};
use tempfile::TempDir;

use super::server::{reconnect, soon};

/// The app that the tests drive.
pub(super) const APP: &str = "dev.clawperator.conformance";

/// What the Operator is called on the phone.
pub(super) const OPERATOR: &str = "com.clawperator.operator";

/// How long anything may take before a test fails.
pub(super) const PATIENCE: Duration = Duration::from_mins(1);

/// A phone on which nothing takes time, connected to a server.
#[derive(Debug)]
pub(super) struct Rig {
    listening: Listening,
    pub(super) client: Server,
    pub(super) serial: String,
    /// The way to the phone, which has said which one it is.
    device: ShellDevice,
    /// What its Operator is started from.
    program: Program,
    state: TempDir,
    pictures: Arc<Pictures>,
}

impl Rig {
    pub(super) async fn new(client: Server, release: Release) -> Self {
        Self::with_clock(client, release, ClockMode::Instant).await
    }

    pub(super) async fn with_clock(client: Server, release: Release, clock: ClockMode) -> Self {
        // Half as large as a common phone in each direction, so that pictures are taken quickly.
        let phone = VirtualPhone::builder(release)
            .clock(clock)
            .display((540, 1_200), 210)
            .build()
            .unwrap();
        let listening = phone.listen("127.0.0.1:0").await.unwrap();
        let serial = listening.serial();
        reconnect(&client, &serial).await;
        let device = ShellDevice::new(client.device(&serial).unwrap());
        device.identity(PATIENCE).await.unwrap();
        Self {
            listening,
            client,
            serial,
            device,
            program: Program::of_this_build(),
            state: tempfile::tempdir().unwrap(),
            pictures: Arc::default(),
        }
    }

    pub(super) fn phone(&self) -> &VirtualPhone {
        self.listening.phone()
    }

    /// The shell's driver, which knows which phone it is.
    pub(super) fn device(&self) -> Arc<dyn Device> {
        Arc::new(self.device.clone())
    }

    /// A driver of the Operator as a process of its own has one: it knows nothing of the phone.
    pub(super) fn operator(&self) -> OperatorDevice {
        OperatorDevice::new(
            self.client.device(&self.serial).unwrap(),
            self.program.clone(),
            OPERATOR,
            Arc::new(RememberedLaunches::default()),
        )
    }

    /// The phone as it says itself.
    pub(super) async fn identified(&self) -> Phone {
        let identity = self.device.identity(PATIENCE).await.unwrap();
        Phone::new(&self.serial, identity)
    }

    /// Where the lock of the phone is.
    pub(super) fn locks(&self) -> &Path {
        self.state.path()
    }

    /// The last picture that a run brought back.
    pub(super) fn picture(&self) -> Option<Vec<u8>> {
        self.pictures.0.lock().unwrap().clone()
    }

    /// Makes the phone as it was at first, with a page of the app in front or the launcher.
    pub(super) async fn begin(&self, page: Option<&str>) {
        self.phone().reset().await.unwrap();
        *self.pictures.0.lock().unwrap() = None;
        self.phone().files().write(PULLED, FILE, 0o660).unwrap();
        if let Some(page) = page {
            let line = format!("am start -W -a android.intent.action.VIEW -d conformance://{page}");
            let said = self.ask(&line).await;
            assert!(said.contains("Status: ok"), "{said}");
        }
    }

    /// What a line of the phone's shell writes. It may be written twice: the server can lose the phone meanwhile.
    pub(super) async fn ask(&self, line: &str) -> String {
        let limits = OutputLimits {
            stdout: 1 << 22,
            stderr: 1 << 16,
        };
        let deadline = soon();
        loop {
            let handle = self.client.device(&self.serial).unwrap();
            let said = handle.shell_output(line.as_bytes(), limits, deadline).await;
            if let Err(AdbError::DeviceNotFound { .. } | AdbError::DeviceOffline { .. }) = said {
                reconnect(&self.client, &self.serial).await;
                continue;
            }
            return String::from_utf8(said.unwrap().stdout.to_vec()).unwrap();
        }
    }

    /// Runs by a clock that goes so many times as fast. Which phone it is, is known by then, so that whatever goes wrong
    /// goes wrong in a step.
    pub(super) async fn run(
        &self,
        execution: &Execution,
        times: u32,
    ) -> Result<ExecutionResult, Failure> {
        self.run_through(self.device(), execution, times).await
    }

    /// The same through a driver, which is gone afterwards.
    pub(super) async fn run_through(
        &self,
        device: Arc<dyn Device>,
        execution: &Execution,
        times: u32,
    ) -> Result<ExecutionResult, Failure> {
        let engine = Engine::new(device, self.parts(times));
        engine
            .execute(execution, RunOptions::default(), &Unheard, never())
            .await
    }

    /// Runs as a process of its own would.
    pub(super) async fn run_cold(
        &self,
        execution: &Execution,
        times: u32,
    ) -> Result<ExecutionResult, Failure> {
        let handle = self.client.device(&self.serial).unwrap();
        run(handle, self.parts(times), execution).await
    }

    fn parts(&self, times: u32) -> Parts {
        Parts {
            artifacts: self.pictures.clone(),
            locks: Arc::new(FileLocks::new(self.locks().to_owned())),
            ..parts(times)
        }
    }

    /// Waits until nothing of a run is left on the phone.
    pub(super) async fn until_quiet(&self) {
        let quiet = self
            .phone()
            .until_traffic(|traffic| traffic.open_streams == 0);
        let quiet = tokio::time::timeout(PATIENCE, quiet).await;
        assert!(
            quiet.is_ok(),
            "streams stay open: {:?}",
            self.phone().traffic()
        );
    }
}

/// What an engine needs, with a clock that goes so many times as fast, and no lock.
pub(super) fn parts(times: u32) -> Parts {
    Parts {
        sources: Arc::new(FakeSources::start().times(times)),
        guard: Arc::new(AllowAll),
        artifacts: Arc::new(Pictures::default()),
        snapshots: Arc::new(NoSnapshots),
        locks: Arc::new(NoLocks),
    }
}

/// Runs an execution on a device.
pub(super) async fn run(
    device: DeviceHandle,
    parts: Parts,
    execution: &Execution,
) -> Result<ExecutionResult, Failure> {
    let engine = Engine::new(Arc::new(ShellDevice::new(device)), parts);
    engine
        .execute(execution, RunOptions::default(), &Unheard, never())
        .await
}

/// An execution of these actions, whose ids are `s0`, `s1`, ….
pub(super) fn execution(actions: &Value, timeout_ms: u64) -> Execution {
    validated(actions, timeout_ms).unwrap()
}

/// The same, unless validation refuses it.
pub(super) fn validated(actions: &Value, timeout_ms: u64) -> Result<Execution, Failure> {
    let mut actions = actions.as_array().unwrap().clone();
    for (index, action) in actions.iter_mut().enumerate() {
        action["id"] = json!(format!("s{index}"));
    }
    let payload = json!({
        "commandId": "c", "taskId": "t", "source": "test",
        "expectedFormat": "android-ui-automator", "timeoutMs": timeout_ms, "actions": actions,
    });
    let validated = validate(payload.to_string().as_bytes())?;
    Ok(validated.execution)
}

/// What every file holds that goes to the phone, or comes from it.
pub(super) const FILE: &[u8] = b"a file\0 of \xff bytes\n";

/// Where a file goes on the phone.
pub(super) const PUSHED: &str = "/sdcard/Download/new.bin";

/// Where there is one.
pub(super) const PULLED: &str = "/sdcard/Download/there.bin";

/// Keeps the last picture, and the last file.
#[derive(Debug, Default)]
struct Pictures(Mutex<Option<Vec<u8>>>);

#[async_trait]
impl Artifacts for Pictures {
    async fn save_picture(
        &self,
        _: Option<&str>,
        _: &str,
        _: &str,
        png: &[u8],
    ) -> Result<String, ArtifactError> {
        *self.0.lock().unwrap() = Some(png.to_vec());
        Ok("picture.png".to_owned())
    }

    fn check_file(&self, _: Option<&str>, _: Way) -> Result<(), ArtifactError> {
        Ok(())
    }

    async fn read_file(&self, _: &str) -> Result<Bytes, ArtifactError> {
        Ok(Bytes::from_static(FILE))
    }

    async fn save_file(
        &self,
        _: Option<&str>,
        _: &str,
        _: &str,
        bytes: Vec<u8>,
    ) -> Result<String, ArtifactError> {
        *self.0.lock().unwrap() = Some(bytes);
        Ok("file.bin".to_owned())
    }
}
