//! The doctor and the probes on whole virtual phones, whose programs know nothing of this crate.

use std::path::Path;
use std::time::Duration;

use clawperator_adb::{DeviceHandle, DeviceState};
use clawperator_contract::doctor::{Check, CheckId, RepairOutcome};
use clawperator_device::ShellDevice;
use clawperator_device::doctor::{ExamineOptions, Limits};
use clawperator_device::driver::{Act, Acted, Device as _, View};
use clawperator_device::probe::display::{DisplayState, Rotation};
use clawperator_device::probe::injection::Injection;
use clawperator_device::probe::ui_dump::UiDump;
use clawperator_device::probe::{
    accessibility, app_version, display, focus, keyguard, power, processes, properties,
    screen_size, ui_dump,
};
use clawperator_virtual_phone::{
    ClockMode, Fault, FaultKind, Listening, Lock, Release, VirtualPhone,
};

use super::doctor::{look, outline, skipped_from};
use super::fixture::{Place as _, PrivateServer, programs, soon};

struct Bench {
    listening: Listening,
    place: PrivateServer,
}

impl Bench {
    async fn new(adb: &Path, release: Release, lock: Lock) -> Self {
        let phone = VirtualPhone::builder(release)
            .clock(ClockMode::Instant)
            .lock(lock)
            .build()
            .unwrap();
        let listening = phone.listen("127.0.0.1:0").await.unwrap();
        let place = PrivateServer::with_phones(adb, &[&listening.serial()]).await;
        Self { listening, place }
    }

    fn phone(&self) -> &VirtualPhone {
        self.listening.phone()
    }

    fn device(&self) -> DeviceHandle {
        let server = self.place.client();
        server.device(&self.listening.serial()).unwrap()
    }

    async fn set(&self, fault: Fault) {
        self.phone().faults().set(fault).await.unwrap();
    }

    async fn clear(&self) {
        self.phone().faults().clear_all().await;
    }
}

#[tokio::test]
async fn two_questions_are_one_request_and_have_the_same_answers() {
    const LONG: Duration = Duration::from_secs(10);
    let adb = &programs()[0];
    for release in Release::ALL {
        let bench = Bench::new(adb, release, Lock::None).await;
        let requests = || bench.phone().requests().entries.len();
        let apart = ShellDevice::new(bench.device());
        let identity = apart.identity(LONG).await.unwrap();
        let size = apart.screen_size(LONG).await.unwrap();
        assert!(identity.boot.is_some() && size.is_some(), "{release:?}");

        let together = ShellDevice::new(bench.device());
        together.expect_screen_size();
        let before = requests();
        assert_eq!(together.identity(LONG).await.unwrap(), identity);
        assert_eq!(together.screen_size(LONG).await.unwrap(), size);
        assert_eq!(requests() - before, 1, "{release:?}");
        // What was asked for ahead is used once: later the screen may be turned.
        assert_eq!(together.screen_size(LONG).await.unwrap(), size);
        assert_eq!(requests() - before, 2, "{release:?}");

        let dump = apart.observe(View::default(), LONG).await.unwrap().dump;
        let condition = apart.condition(LONG).await.unwrap();
        let apart = requests();
        let seen = together
            .observe(
                View {
                    activity: true,
                    ..View::default()
                },
                LONG,
            )
            .await;
        let seen = seen.unwrap();
        assert_eq!(seen.dump, dump, "{release:?}");
        assert_eq!(seen.condition, Some(condition), "{release:?}");
        // Before Android 10 the window in front is asked for apart.
        let asked = if release.api_level() < 29 { 2 } else { 1 };
        assert_eq!(requests() - apart, asked, "{release:?}");
    }
}

#[tokio::test]
async fn every_probe_of_every_release() {
    let adb = &programs()[0];
    for release in Release::ALL {
        let bench = Bench::new(adb, release, Lock::None).await;
        let device = bench.device();
        let phone = properties::read(&device, soon()).await.unwrap();
        assert_eq!(phone.api_level, release.api_level());
        assert_eq!(phone.model, bench.phone().model());
        assert!(phone.boot_completed);
        let power = power::read(&device, soon()).await.unwrap();
        assert!(power.screen_on(), "{release:?}: {power:?}");
        let keyguard = keyguard::read(&device, soon()).await.unwrap();
        assert!(!keyguard.showing, "{release:?}: {keyguard:?}");
        let size = screen_size::read(&device, soon()).await.unwrap();
        let display = display::read(&device, soon()).await.unwrap();
        assert_eq!(display.state, Some(DisplayState::On), "{release:?}");
        assert_eq!(display.rotation, Some(Rotation::Natural), "{release:?}");
        assert_eq!(display.logical_size, Some(size.effective()), "{release:?}");
        let focus = focus::read(&device, soon()).await.unwrap();
        let window = focus.window.unwrap();
        let app = focus.app.unwrap();
        assert_eq!(window.package(), Some(&*app.package), "{release:?}");
        let tried = ShellDevice::new(device.clone())
            .act(Act::TryInput, Duration::from_mins(1))
            .await
            .unwrap();
        assert_eq!(tried, Acted::Tried(Injection::Allowed), "{release:?}");
        let dump = ui_dump::read(&device, soon()).await.unwrap();
        assert!(
            matches!(dump, UiDump::Tree { nodes, .. } if nodes > 5),
            "{release:?}: {dump:?}"
        );
        let accessibility = accessibility::read(&device, soon()).await.unwrap();
        assert!(!accessibility.ui_automation, "{release:?}");
        processes::read(&device, soon()).await.unwrap();
        let version = app_version::read(&device, "dev.clawperator.shop", soon()).await;
        let version = version.unwrap().unwrap();
        assert_eq!(
            (version.name.as_deref(), version.code),
            (Some("3.2.1"), 321)
        );
        let missing = app_version::read(&device, "no.such.app", soon()).await;
        assert_eq!(missing.unwrap(), None, "{release:?}");
    }
}

#[tokio::test]
async fn healthy_phones() {
    for adb in programs() {
        for release in Release::ALL {
            let bench = Bench::new(&adb, release, Lock::None).await;
            let report = look(&bench.place.options()).await;
            assert_eq!(
                outline(&report),
                Vec::<String>::new(),
                "{release:?}: {report:#?}"
            );
            assert!(report.ok);
        }
    }
}

#[tokio::test]
async fn faults_are_found() {
    let cases: [(Fault, &[&str]); 7] = [
        (
            Fault::DumpKilled { times: None },
            &["device.ui-dump fail UI_TREE_UNAVAILABLE"],
        ),
        (
            Fault::DumpNotIdle { times: None },
            &["device.ui-dump warn UI_TREE_UNAVAILABLE"],
        ),
        (
            Fault::DumpNullRoot { times: None },
            &["device.ui-dump fail UI_TREE_UNAVAILABLE"],
        ),
        (
            Fault::DumpTruncated { after_bytes: 200 },
            &["device.ui-dump fail UI_TREE_UNAVAILABLE"],
        ),
        (Fault::EmojiInText, &[]),
        (Fault::InputRefused, &["device.input fail GESTURE_FAILED"]),
        (
            Fault::FrameworkDown,
            &[
                "device.screen.on fail SERVICE_UNAVAILABLE",
                "device.screen.unlocked fail SERVICE_UNAVAILABLE",
                "device.screen.size fail SERVICE_UNAVAILABLE",
                "device.ui-dump skipped",
                "device.input fail SERVICE_UNAVAILABLE",
                "device.ui-automation fail SERVICE_UNAVAILABLE",
            ],
        ),
    ];
    let adb = &programs()[0];
    for release in [
        Release::Android9,
        Release::Android11,
        Release::Android13,
        Release::Android16,
    ] {
        let bench = Bench::new(adb, release, Lock::None).await;
        for (fault, expected) in &cases {
            bench.set(fault.clone()).await;
            let report = look(&bench.place.options()).await;
            // Before Android 12 `input` is a program of its own, and how it fails without services is not known.
            let known = |line: &&str| {
                let unknown = *fault == Fault::FrameworkDown && release < Release::Android12;
                !(unknown && line.starts_with("device.input"))
            };
            let found = outline(&report);
            let found: Vec<&str> = found.iter().map(String::as_str).filter(known).collect();
            let expected: Vec<&str> = expected.iter().copied().filter(known).collect();
            assert_eq!(found, expected, "{release:?} {fault:?}: {report:#?}");
            bench.clear().await;
        }
        assert!(look(&bench.place.options()).await.ok);
    }
}

#[tokio::test]
async fn a_dark_and_locked_phone_is_woken_and_stays_locked() {
    let adb = &programs()[0];
    for release in Release::ALL {
        let bench = Bench::new(adb, release, Lock::Pin("1234".to_owned())).await;
        bench.set(Fault::ScreenOffAndLocked).await;
        let report = look(&bench.place.options()).await;
        assert_eq!(
            outline(&report),
            [
                "device.screen.on fail DEVICE_NOT_INTERACTIVE",
                "device.screen.unlocked fail DEVICE_NOT_INTERACTIVE",
                "device.ui-dump skipped",
            ],
            "{release:?}: {report:#?}"
        );
        let options = ExamineOptions {
            fix: true,
            ..bench.place.options()
        };
        let report = look(&options).await;
        assert_eq!(
            outline(&report),
            ["device.screen.unlocked fail DEVICE_NOT_INTERACTIVE"],
            "{release:?}: {report:#?}"
        );
        assert_eq!(report.repairs.len(), 1);
        assert_eq!(report.repairs[0].outcome, RepairOutcome::Repaired);
        let unlocked = |check: &&Check| check.id == CheckId::ScreenUnlocked;
        let said = report.checks.iter().find(unlocked).unwrap().detail.clone();
        assert!(said.unwrap().ends_with("which is never tried"));
        bench.clear().await;
    }
}

#[tokio::test]
async fn a_lock_without_a_secret_is_opened() {
    let adb = &programs()[0];
    for release in Release::ALL {
        let bench = Bench::new(adb, release, Lock::Swipe).await;
        bench.set(Fault::ScreenOffAndLocked).await;
        let options = ExamineOptions {
            fix: true,
            ..bench.place.options()
        };
        let report = look(&options).await;
        assert!(report.ok, "{release:?}: {report:#?}");
        let made: Vec<_> = report
            .repairs
            .iter()
            .map(|repair| (repair.check, &*repair.action, repair.outcome))
            .collect();
        assert_eq!(
            made,
            [
                (
                    CheckId::ScreenOn,
                    "input keyevent 224",
                    RepairOutcome::Repaired
                ),
                (
                    CheckId::ScreenUnlocked,
                    "wm dismiss-keyguard",
                    RepairOutcome::Repaired
                ),
            ],
            "{release:?}"
        );
        bench.clear().await;
    }
}

#[tokio::test]
async fn phones_that_cannot_be_reached() {
    for adb in programs() {
        let bench = Bench::new(&adb, Release::Android14, Lock::None).await;
        let serial = bench.listening.serial();
        for (fault, kind, state, code) in [
            (
                Fault::Offline,
                FaultKind::Offline,
                DeviceState::Offline,
                "DEVICE_OFFLINE",
            ),
            (
                Fault::Unauthorized,
                FaultKind::Unauthorized,
                DeviceState::Unauthorized,
                "DEVICE_UNAUTHORIZED",
            ),
        ] {
            bench.set(fault).await;
            bench.place.until(&serial, &state).await;
            let report = look(&bench.place.options()).await;
            let mut expected = vec![format!("device.authorisation fail {code}")];
            expected.extend(skipped_from(CheckId::Shell));
            assert_eq!(outline(&report), expected);
            bench.phone().faults().clear(kind).await;
            bench.place.until(&serial, &DeviceState::Device).await;
        }
        assert!(look(&bench.place.options()).await.ok);
    }
}

#[tokio::test]
async fn a_shell_that_stalls_meets_the_deadline_and_leaves_nothing() {
    let adb = &programs()[0];
    let bench = Bench::new(adb, Release::Android15, Lock::None).await;
    bench.set(Fault::ShellStalled).await;
    let limits = Limits {
        phone: Duration::from_millis(400),
        ..Limits::default()
    };
    let report = look(&ExamineOptions {
        limits,
        ..bench.place.options()
    })
    .await;
    let mut expected = vec!["device.shell fail DEVICE_TIMEOUT".to_owned()];
    expected.extend(skipped_from(CheckId::Release));
    assert_eq!(outline(&report), expected);
    bench.clear().await;
    bench
        .phone()
        .until_traffic(|traffic| traffic.open_streams == 0)
        .await;
    assert!(look(&bench.place.options()).await.ok);
}
