//! `conformance` on the real toolkit, with the test app's own classes: both drivers, and drivers at fault.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use clawperator_adb::{Deadline, InstallOptions, PackageAnswer};
use clawperator_conformance::{CheckId, PACKAGE, Progress, Subject, Wanted, run};
use clawperator_contract::conformance::{ConformanceCheck, ConformanceOutcome};
use clawperator_device::driver::{Act, NewClip};
use clawperator_device::{Device, ShellDevice};
use clawperator_device_operator::{OperatorDevice, Program, RememberedLaunches};
use clawperator_sources::SystemSources;

#[cfg(feature = "api-36")]
use super::api36::on_the_newer_phone;
use super::drivers::{Driven, NAME, shell};
use super::hand::{Fault, Hand};
use super::rig::{Phone, on_the_phone_by};

/// The framework phone has no such app.
const SETTINGS: &str = "settings.look";
/// How busy this machine is must not decide a test.
const WITHIN: Duration = Duration::from_mins(6);

#[test]
fn every_check_passes_through_the_operator() {
    on_the_phone_by(Driven::ByOperator, through_the_operator);
}

#[cfg(feature = "api-36")]
#[test]
fn every_check_passes_on_android_16() {
    on_the_newer_phone(async |phone| {
        phone.driven(Driven::ByOperator, through_the_operator).await;
    });
}

#[test]
fn every_check_of_the_shell_driver_passes() {
    on_the_phone_by(Driven::ByShell, async |phone| {
        let checks = tried(phone, phone.device(), &[]).await;
        let skipped = [
            "phone.held",
            "look.restless",
            "touch.drag",
            "touch.double",
            "touch.pinch",
            "touch.fingers",
            "touch.judged",
            "text.unicode",
            "text.lines",
            "wait.toast",
            "picture.small",
            "picture.secure",
            "clipboard.text",
            "recording.pressed",
            SETTINGS,
            "left.clipboard",
        ];
        all_but(&checks, &skipped);
    });
}

/// What a driver claims is not believed.
#[test]
fn a_driver_at_fault_is_noticed() {
    on_the_phone_by(Driven::ByShell, async |phone| {
        for fault in Fault::ALL {
            let hand = Hand::new(phone.device(), Arc::clone(&phone.screen));
            let device = Arc::new(hand.with_fault(Some(fault)));
            let checks = tried(phone, device, &["touch.tap", "touch.points"]).await;
            let is_noticed = checks
                .iter()
                .any(|check| check.outcome == ConformanceOutcome::Failed);
            assert!(is_noticed, "{}: {checks:#?}", fault.name());
        }
    });
}

async fn through_the_operator(phone: &Phone) {
    // Somebody has copied something, and has locked the rotation.
    let clip = Act::Clip(NewClip {
        text: Some("of the owner, größer"),
        is_sensitive: false,
    });
    phone.device().act(clip, WITHIN).await.unwrap();
    let checks = tried(phone, phone.device(), &[]).await;
    all_but(&checks, &[SETTINGS]);
    let clip = phone.device().clipboard(WITHIN).await.unwrap();
    assert_eq!(clip.unwrap().expose(), "of the owner, größer");
    let left = shell(&phone.adb(), "ls /data/local/tmp").await;
    assert!(!left.contains("recording"), "{left}");
}

/// All checks pass but for these, which are skipped with a reason.
fn all_but(checks: &[ConformanceCheck], skipped: &[&str]) {
    for check in checks {
        let expected = if skipped.contains(&check.name.as_str()) {
            ConformanceOutcome::Skipped
        } else {
            ConformanceOutcome::Passed
        };
        assert_eq!(check.outcome, expected, "{check:#?}");
        assert!(
            expected == ConformanceOutcome::Passed || check.detail.is_some(),
            "{check:#?}"
        );
    }
}

/// Makes the checks on a phone without the app, and puts the app back that other tests use.
async fn tried(phone: &Phone, device: Arc<dyn Device>, only: &[&str]) -> Vec<ConformanceCheck> {
    let adb = phone.adb();
    shell(&adb, &format!("pm uninstall {PACKAGE}")).await;
    let on_phone = device.hold("conformance", WITHIN).await.unwrap();
    let other: Arc<dyn Device> = if device.capabilities().events {
        let launches = Arc::new(RememberedLaunches::default());
        let program = Program::of_this_build();
        Arc::new(OperatorDevice::new(adb.clone(), program, NAME, launches))
    } else {
        Arc::new(ShellDevice::new(adb.clone()))
    };
    let subject = Subject {
        device,
        other,
        phone: adb.clone(),
        sources: Arc::new(SystemSources::start()),
    };
    let wanted = Wanted::beginning(only).unwrap();
    let tried = run(subject, &wanted, &mut Told, std::future::pending()).await;
    drop(on_phone);
    let installed = shell(&adb, "pm list packages").await;
    assert!(!installed.contains(PACKAGE), "{installed}");
    put_back(phone).await;
    assert!(!tried.is_cut_off);
    tried.checks
}

async fn put_back(phone: &Phone) {
    let file =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../../crates/conformance/conformance.apk");
    let apk = std::fs::read(file).unwrap();
    let size = u64::try_from(apk.len()).unwrap();
    let options = InstallOptions::default();
    let adb = phone.adb();
    let installed = adb
        .install(&*apk, size, &options, Deadline::after(WITHIN))
        .await;
    assert_eq!(installed.unwrap(), PackageAnswer::Success);
}

/// Tells whoever reads the log of a test which check it is at.
struct Told;

impl Progress for Told {
    fn started(&mut self, id: CheckId, left: usize) {
        println!("{left} to go: {}", id.name());
    }
}
