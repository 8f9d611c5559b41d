//! The phone, the way to it through a real adb server, and the engine on it.

use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::Duration;

use clawperator_adb::DeviceHandle;
use clawperator_contract::wrappers::ExecutionResult;
use clawperator_contract::{Failure, RunOptions, validate};
use clawperator_device::Device;
use clawperator_engine::{AllowAll, Engine, Executor, Guard, Parts, never};
use clawperator_framework_phone::{HostEvent, HostOptions, JvmScreen, RecordClient, RecordEntry};
use clawperator_host::{
    AdbConfig, FileLocks, FileSnapshots, Host, HostConfig, OperatorConfig, Phone as HostPhone,
    Retention, StoreConfig, SystemSources,
};
use clawperator_phone_screen::{DumpRefused, DumpRequest, Intent, LaunchOutcome, Screen};
use clawperator_sources::Sources;
use clawperator_test_support::{
    FakeSources, OffTheClock, PhoneTime as VirtualTime, PictureFolder, PrivateServer, programs,
};
use clawperator_ui::Tree;
use clawperator_virtual_phone::{ClockMode, Listening, Release, VirtualPhone};
use serde_json::Value;
use tempfile::TempDir;
use tokio::runtime::Runtime;

use super::built;
use super::clock::PhoneTime;
use super::drivers::{Driven, Drivers};
use super::hand::Hand;
use super::latency::Latency;

/// The app under test.
pub(super) const APP: &str = "dev.clawperator.conformance";

/// How many times as fast as real time the phone runs.
const SPEED: u64 = 8;

/// How busy this machine is must not decide a test.
const START_WITHIN: Duration = Duration::from_mins(6);

/// What the app must be still for before it counts as at rest, on the phone's clock.
const QUIET: Duration = Duration::from_millis(500);
const REST_WITHIN: Duration = Duration::from_secs(6);

const NEW_TASK: u32 = 0x1000_0000;
const CLEAR_TASK: u32 = 0x8000;

/// Whether the app's process may be one that ran before.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum AppProcess {
    New,
    Any,
}

static SHARED: Mutex<Weak<Rig>> = Mutex::new(Weak::new());

/// A phone that several tests use, one at a time. It ends with the last of them.
struct Rig {
    turn: Mutex<()>,
    // The phone goes before the runtime that it runs on.
    phone: Phone,
    runtime: Runtime,
}

/// Runs a test with the shell driver when its turn on the phone has come.
pub(super) fn on_the_phone<T>(test: impl AsyncFnOnce(&Phone) -> T) -> T {
    on_the_phone_by(Driven::ByShell, test)
}

/// The same with either driver.
pub(super) fn on_the_phone_by<T>(driven: Driven, test: impl AsyncFnOnce(&Phone) -> T) -> T {
    let rig = {
        let mut shared = SHARED.lock().unwrap_or_else(PoisonError::into_inner);
        shared.upgrade().unwrap_or_else(|| {
            let options = HostOptions::built("java", &built::folder());
            let rig = Arc::new(Rig::start(Release::Android14, options));
            *shared = Arc::downgrade(&rig);
            rig
        })
    };
    let _turn = rig.turn.lock().unwrap_or_else(PoisonError::into_inner);
    rig.runtime.block_on(rig.phone.driven(driven, test))
}

/// Runs a test on a phone of its own, of another release, when nobody is at work on the shared one.
#[cfg(feature = "api-36")]
pub(super) fn on_a_phone_of<T>(
    release: Release,
    options: HostOptions,
    test: impl AsyncFnOnce(&Phone) -> T,
) -> T {
    let shared = SHARED
        .lock()
        .unwrap_or_else(PoisonError::into_inner)
        .upgrade();
    let _turn = shared
        .as_ref()
        .map(|rig| rig.turn.lock().unwrap_or_else(PoisonError::into_inner));
    let rig = Rig::start(release, options);
    rig.runtime.block_on(test(&rig.phone))
}

impl Rig {
    fn start(release: Release, options: HostOptions) -> Self {
        let runtime = Runtime::new().unwrap();
        let phone = runtime.block_on(Phone::start(release, options));
        Self {
            turn: Mutex::default(),
            phone,
            runtime,
        }
    }
}

/// The phone and what reaches it.
#[derive(Debug)]
pub(super) struct Phone {
    pub(super) screen: Arc<JvmScreen>,
    pub(super) latency: Latency,
    time: PhoneTime,
    drivers: Drivers,
    state: TempDir,
    /// The newest entry of the record that was read.
    read: AtomicU64,
    listening: Listening,
    server: PrivateServer,
}

impl Phone {
    async fn start(release: Release, mut options: HostOptions) -> Self {
        let speed = u32::try_from(built::number("FRAMEWORK_PHONE_SPEED", SPEED));
        options.speed = f64::from(speed.unwrap());
        options.start_within = START_WITHIN;
        options.listener = Arc::new(|event: HostEvent| println!("{event}"));
        let (size, density, speed) = (options.size, options.density, options.speed);
        let screen = Arc::new(JvmScreen::start(options).await.unwrap());
        let phone = VirtualPhone::builder(release)
            .display(size, density)
            .clock(ClockMode::Times(speed))
            .screen(Arc::<JvmScreen>::clone(&screen))
            .build()
            .unwrap();
        let listening = phone.listen("127.0.0.1:0").await.unwrap();
        let server = PrivateServer::start(&programs()[0]).await;
        let handle = server.connect(&listening.serial()).await;
        Self {
            latency: Latency::default(),
            time: PhoneTime::follow(Arc::clone(&screen), speed),
            screen,
            drivers: Drivers::of(handle).await,
            state: TempDir::new().unwrap(),
            read: AtomicU64::new(0),
            listening,
            server,
        }
    }

    /// The phone as the adb server has it.
    pub(super) fn adb(&self) -> DeviceHandle {
        let client = self.server.client();
        client.device(&self.listening.serial()).unwrap()
    }

    /// The driver in use, which knows already which phone it is.
    pub(super) fn device(&self) -> Arc<dyn Device> {
        self.drivers.in_use()
    }

    /// Does something with this driver in use, and leaves the phone to the shell. What a test that failed has left
    /// must not make the next one fail.
    pub(super) async fn driven<T>(&self, by: Driven, work: impl AsyncFnOnce(&Self) -> T) -> T {
        self.record().await.automation().release().await.unwrap();
        self.drivers.choose(by, &self.screen).await;
        let done = work(self).await;
        self.drivers.choose(Driven::ByShell, &self.screen).await;
        done
    }

    /// Validates and runs a payload as a surface does.
    pub(super) async fn run(
        &self,
        device: Arc<dyn Device>,
        payload: &Value,
        options: RunOptions,
    ) -> Result<ExecutionResult, Failure> {
        let clock = Arc::new(self.time.clone());
        let engine = engine(device, clock, self.state.path());
        let execution = validate(payload.to_string().as_bytes())?.execution;
        engine
            .execute(&execution, options, &self.latency, never())
            .await
    }

    /// The same under a guard.
    pub(super) async fn run_under(
        &self,
        guard: Arc<dyn Guard>,
        payload: &Value,
        options: RunOptions,
    ) -> Result<ExecutionResult, Failure> {
        let device: Arc<dyn Device> = Arc::new(Hand::new(self.device(), Arc::clone(&self.screen)));
        let parts = Parts {
            guard,
            ..parts(Arc::new(self.time.clone()), self.state.path())
        };
        let execution = validate(payload.to_string().as_bytes())?.execution;
        Engine::new(device, parts)
            .execute(&execution, options, &self.latency, never())
            .await
    }

    /// The phone as a surface gets it, with everything that this machine keeps of it.
    pub(super) async fn on_host(&self) -> (Host, HostPhone) {
        let config = HostConfig {
            adb: vec![AdbConfig {
                endpoint: self.server.endpoint().clone(),
                program: None,
                default_phone: None,
            }],
            store: StoreConfig {
                state: self.state.path().join("host"),
                temporary: self.state.path().to_owned(),
                retention: Retention::default(),
            },
            operator: OperatorConfig::default(),
        };
        let host = Host::open(config, Arc::new(SystemSources::start())).unwrap();
        let serial = self.listening.serial();
        let phone = host.phone(Some(&serial), START_WITHIN).await.unwrap();
        (host, phone)
    }

    /// An engine on this phone's clock.
    pub(super) fn engine(&self) -> Engine {
        engine(
            self.device(),
            Arc::new(self.time.clone()),
            self.state.path(),
        )
    }

    /// Turns the phone upright and opens a page in a task of which nothing else is left, or shows the launcher.
    ///
    /// A process that goes on costs far less than a new one; pages that keep something beside their activity need a
    /// new one all the same.
    pub(super) async fn begin(&self, address: Option<&str>, process: AppProcess) {
        if process == AppProcess::New {
            self.screen.force_stop(APP).await;
        }
        self.screen.set_rotation(0).await;
        // What an earlier run kept must not be taken for this one's.
        let _ = std::fs::remove_dir_all(self.state.path().join("snapshots"));
        // Scenarios name the first generation.
        let _ = std::fs::remove_file(self.state.path().join("generations"));
        if let Some(address) = address {
            self.open(address).await;
        } else {
            self.screen.force_stop(APP).await;
            self.rest().await;
        }
    }

    /// Opens a page in a task of which nothing else is left; snapshots stay.
    pub(super) async fn open(&self, address: &str) {
        let launch = self.screen.start(&page(address)).await;
        assert!(
            matches!(launch, LaunchOutcome::Started { .. }),
            "{address}: {launch:?}"
        );
        self.rest().await;
    }

    /// Waits until nothing happens any more, or the phone's patience is over.
    pub(super) async fn rest(&self) -> bool {
        self.screen.wait_for_idle(QUIET, REST_WITHIN).await
    }

    pub(super) async fn record(&self) -> RecordClient {
        self.screen.record().await.unwrap()
    }

    /// The number of the newest entry of the app's record.
    pub(super) async fn newest(&self) -> u64 {
        // Numbers never repeat, and a long record is slow to read.
        self.happened(self.read.load(Ordering::Relaxed)).await;
        self.read.load(Ordering::Relaxed)
    }

    pub(super) async fn happened(&self, after: u64) -> Vec<RecordEntry> {
        let entries = self.record().await.after(after).await.unwrap();
        if let Some(last) = entries.last() {
            self.read.fetch_max(last.number, Ordering::Relaxed);
        }
        entries
    }

    /// The tree of the screen, read without adb; absent when it cannot be read.
    pub(super) async fn tree(&self) -> Option<Tree> {
        let request = DumpRequest {
            windows: true,
            compressed: false,
        };
        let dump = match self.screen.dump(request).await {
            // The Operator has the one `UiAutomation`.
            Err(DumpRefused::Killed) => self.record().await.views().await.ok()?.tree?,
            dump => dump.ok()?,
        };
        Some(Tree::parse(dump.as_bytes()).ok()?.tree)
    }

    /// The activity in front, as `package/class`.
    pub(super) async fn front(&self) -> Option<String> {
        let (package, class) = self.screen.state().await.resumed?;
        Some(format!("{package}/{class}"))
    }
}

/// An engine on a phone, which keeps what it needs in a folder.
pub(super) fn engine(device: Arc<dyn Device>, sources: Arc<dyn Sources>, state: &Path) -> Engine {
    Engine::new(device, parts(sources, state))
}

/// The same on the clock of a virtual phone, which stands still while files are written.
pub(super) fn engine_on_virtual_time(
    device: Arc<dyn Device>,
    time: &VirtualTime,
    state: &Path,
) -> Engine {
    let snapshots = FileSnapshots::new(state.join("snapshots"), Arc::new(FakeSources::start()));
    let locks = FileLocks::new(state.join("locks"));
    let parts = Parts {
        snapshots: Arc::new(OffTheClock::new(snapshots, Some(time.clone()))),
        locks: Arc::new(OffTheClock::new(locks, Some(time.clone()))),
        ..parts(Arc::new(time.clone()), state)
    };
    Engine::new(device, parts)
}

fn parts(sources: Arc<dyn Sources>, state: &Path) -> Parts {
    Parts {
        sources,
        guard: Arc::new(AllowAll),
        artifacts: Arc::new(PictureFolder(state.to_owned())),
        snapshots: Arc::new(FileSnapshots::new(
            state.join("snapshots"),
            Arc::new(FakeSources::start()),
        )),
        locks: Arc::new(FileLocks::new(state.join("locks"))),
    }
}

/// Asks for a page, in a task of which nothing else is left.
pub(super) fn page(address: &str) -> Intent {
    Intent {
        action: Some("android.intent.action.VIEW".to_owned()),
        data: Some(address.to_owned()),
        flags: NEW_TASK | CLEAR_TASK,
        ..Intent::default()
    }
}
