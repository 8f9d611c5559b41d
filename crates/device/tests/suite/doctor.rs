//! The doctor, through a real adb server, with phones that are well and phones that are not.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use clawperator_adb::{ConnectOutcome, DeviceState, Endpoint};
use clawperator_adbd::{Auth, Options};
use clawperator_contract::ExitStatus;
use clawperator_contract::doctor::{Check, CheckId, RepairOutcome, Report, Status};
use clawperator_device::doctor::{ExamineOptions, Limits, Progress, Silent, examine};
use clawperator_device::resolve::DefaultPhone;

use super::fixture::{Place as _, PrivateServer, Unguarded, free_port, programs, soon};
use super::forms::RELEASES;
use super::handset::{Condition, Dump, Phone};

/// One line for each check that is not passed, and the rest that are not skipped.
pub(crate) fn outline(report: &Report) -> Vec<String> {
    let line = |check: &Check| {
        let status = match check.status {
            Status::Pass => return None,
            Status::Warn => "warn",
            Status::Fail => "fail",
            Status::Skipped => "skipped",
        };
        let code = check
            .code
            .map(|code| format!(" {code}"))
            .unwrap_or_default();
        Some(format!("{} {status}{code}", check.id))
    };
    report.checks.iter().filter_map(line).collect()
}

/// The names of the checks from this one on, as they are when they are skipped.
pub(crate) fn skipped_from(first: CheckId) -> Vec<String> {
    let rest = CheckId::ALL.iter().filter(|id| **id >= first);
    rest.map(|id| format!("{id} skipped")).collect()
}

fn all_fails_have_code_and_fix(report: &Report) {
    for check in &report.checks {
        if check.status == Status::Fail {
            assert!(check.code.is_some(), "{check:?}");
            assert!(
                check.fix.as_ref().is_some_and(|fix| !fix.steps.is_empty()),
                "{check:?}"
            );
            assert!(!report.next_actions.is_empty());
        }
    }
    let ids: Vec<CheckId> = report.checks.iter().map(|check| check.id).collect();
    assert_eq!(ids, CheckId::ALL);
}

pub(crate) async fn one_phone(
    adb: &Path,
    release: &'static str,
    condition: Condition,
) -> (Phone, PrivateServer) {
    let phone = Phone::start(release, condition).await;
    let place = PrivateServer::with_phones(adb, &[&phone.serial]).await;
    (phone, place)
}

pub(crate) async fn look(options: &ExamineOptions) -> Report {
    let report = examine(options, &mut Silent).await;
    all_fails_have_code_and_fix(&report);
    let usable = report.exit() == ExitStatus::Ok;
    assert_eq!(usable, report.critical_ok);
    report
}

#[tokio::test]
async fn a_healthy_phone_of_every_release() {
    for adb in programs() {
        let server = PrivateServer::with_phones(&adb, &[]).await;
        for release in RELEASES {
            let phone = Phone::start(release, Condition::default()).await;
            let outcome = server.client().connect_device(&phone.serial, soon()).await;
            assert_eq!(outcome.unwrap(), ConnectOutcome::Connected);
            let mut options = server.options();
            options.device = Some(phone.serial.clone());
            let report = look(&options).await;
            let expected: &[&str] = match release {
                "7" => &["device.shell warn"],
                _ => &[],
            };
            assert_eq!(outline(&report), expected, "{release}: {report:#?}");
            assert!(report.ok && report.critical_ok);
            assert_eq!(report.device_id.as_deref(), Some(&*phone.serial));
            let dump = report.check(CheckId::UiDump).unwrap();
            assert_eq!(dump.summary, "the screen's tree can be read: 2 nodes");
            let size = report.check(CheckId::ScreenSize).unwrap();
            assert_eq!(size.summary, "the screen has 1080x2400 pixels at 420 dpi");
            assert_eq!(size.detail.as_deref(), Some("rotated by 0 degrees"));
            // The dump's file is gone, and only the key that nobody knows was sent.
            assert_eq!(phone.files.read_dir("/data/local/tmp").unwrap().len(), 0);
            assert_eq!(phone.condition.lock().unwrap().keys, ["0"]);
            server
                .until_quiet(|| phone.options.counters.open_streams() as u64)
                .await;
        }
    }
}

#[tokio::test]
async fn particulars_name_the_culprit() {
    let adb = &programs()[0];
    let condition = Condition {
        dump: Dump::NeverIdle,
        held: true,
        override_size: true,
        locked: true,
        processes: vec![
            "init",
            "app_process / com.genymobile.scrcpy.Server 3.1",
            "io.appium.uiautomator2.server",
        ],
        ..Condition::default()
    };
    let (_phone, place) = one_phone(adb, "14", condition).await;
    let report = look(&place.options()).await;
    let detail = |id| report.check(id).unwrap().detail.clone().unwrap();
    assert_eq!(
        detail(CheckId::UiDump),
        "in front: com.android.settings/.Settings"
    );
    assert_eq!(
        detail(CheckId::UiAutomation),
        "likely: Appium (process 1002: io.appium.uiautomator2.server)"
    );
    assert_eq!(
        detail(CheckId::ScreenSize),
        "the panel has 1080x2400; input uses the pixels of the override size; rotated by 0 degrees"
    );
    assert_eq!(
        detail(CheckId::ScreenUnlocked),
        "the lock needs a PIN, a pattern or a fingerprint"
    );
}

#[tokio::test]
async fn a_repair_wakes_the_phone_and_nothing_more() {
    let adb = &programs()[0];
    let condition = Condition {
        asleep: true,
        locked: true,
        ..Condition::default()
    };
    let (phone, place) = one_phone(adb, "13", condition).await;
    let options = ExamineOptions {
        fix: true,
        ..place.options()
    };
    let report = look(&options).await;
    assert_eq!(
        outline(&report),
        ["device.screen.unlocked fail DEVICE_NOT_INTERACTIVE"]
    );
    let made: Vec<_> = report
        .repairs
        .iter()
        .map(|repair| (repair.check, &*repair.action, repair.outcome))
        .collect();
    let woken = (
        CheckId::ScreenOn,
        "input keyevent 224",
        RepairOutcome::Repaired,
    );
    assert_eq!(made, [woken]);
    assert_eq!(phone.condition.lock().unwrap().keys, ["224", "0"]);

    *phone.condition.lock().unwrap() = Condition {
        asleep: true,
        wakes: false,
        ..Condition::default()
    };
    let limits = Limits {
        phone: Duration::from_secs(3),
        ..Limits::default()
    };
    let report = look(&ExamineOptions { limits, ..options }).await;
    assert_eq!(
        outline(&report),
        [
            "device.screen.on fail DEVICE_NOT_INTERACTIVE",
            "device.ui-dump skipped"
        ]
    );
    assert_eq!(report.repairs[0].outcome, RepairOutcome::Failed);
    assert_eq!(
        report.repairs[0].detail.as_deref(),
        Some("the phone is still Asleep")
    );
}

#[tokio::test]
async fn no_server_and_its_repair() {
    for adb in programs() {
        let place = PrivateServer::new(&adb);
        let report = look(&place.options()).await;
        let mut expected = vec!["host.adb.server fail ADB_SERVER_FAILED".to_owned()];
        expected.extend(skipped_from(CheckId::AdbVersions));
        assert_eq!(outline(&report), expected);
        assert_eq!(report.next_actions, ["adb start-server"]);
        let options = ExamineOptions {
            fix: true,
            ..place.options()
        };
        let report = look(&options).await;
        let mut expected = vec!["device.discovery fail NO_DEVICES".to_owned()];
        expected.extend(skipped_from(CheckId::Authorisation));
        assert_eq!(outline(&report), expected, "{report:#?}");
        assert_eq!(report.repairs[0].action, "adb start-server");
        assert_eq!(report.repairs[0].outcome, RepairOutcome::Repaired);
        assert_eq!(report.device_id, None);
    }
}

#[tokio::test]
async fn no_adb_program() {
    let nowhere = ExamineOptions {
        endpoint: Endpoint::local(free_port()),
        adb_program: None,
        device: None,
        default_phone: None,
        fix: true,
        hands: Arc::new(Unguarded),
        limits: Limits::default(),
    };
    let missing = Some(Path::new("/nonexistent/adb").to_owned());
    for adb_program in [None, missing.clone()] {
        let report = look(&ExamineOptions {
            adb_program,
            ..nowhere.clone()
        })
        .await;
        let mut expected = vec!["host.adb.program fail ADB_NOT_FOUND".to_owned()];
        expected.extend(skipped_from(CheckId::AdbServer));
        assert_eq!(outline(&report), expected);
        assert!(report.repairs.is_empty());
    }
    // With a server that runs, the program is only missed.
    let adb = &programs()[0];
    let (_phone, place) = one_phone(adb, "16", Condition::default()).await;
    for adb_program in [None, missing, Some(Path::new("/bin/true").to_owned())] {
        let report = look(&ExamineOptions {
            adb_program,
            ..place.options()
        })
        .await;
        assert_eq!(outline(&report), ["host.adb.program warn ADB_NOT_FOUND"]);
        assert!(report.ok);
    }
}

#[tokio::test]
async fn several_phones_and_the_choice() {
    let adb = &programs()[0];
    let first = Phone::start("11", Condition::default()).await;
    let second = Phone::start("15", Condition::default()).await;
    let place = PrivateServer::with_phones(adb, &[&first.serial, &second.serial]).await;
    let report = look(&place.options()).await;
    let mut expected = vec!["device.discovery fail MULTIPLE_DEVICES_DEVICE_ID_REQUIRED".to_owned()];
    expected.extend(skipped_from(CheckId::Authorisation));
    assert_eq!(outline(&report), expected);
    assert_eq!(report.next_actions[0], "choose_device");
    let chosen = ExamineOptions {
        default_phone: Some(DefaultPhone {
            serial: second.serial.clone(),
            set_in: "ANDROID_SERIAL".to_owned(),
        }),
        ..place.options()
    };
    let report = look(&chosen).await;
    assert_eq!(outline(&report), Vec::<String>::new());
    assert_eq!(report.device_id.as_deref(), Some(&*second.serial));
    let absent = ExamineOptions {
        device: Some("absent".to_owned()),
        ..place.options()
    };
    let report = look(&absent).await;
    assert_eq!(
        outline(&report)[0],
        "device.discovery fail DEVICE_NOT_FOUND"
    );
    place
        .until_quiet(|| first.options.counters.open_streams() as u64)
        .await;
}

#[tokio::test]
async fn an_unauthorized_phone_and_one_that_is_offline() {
    for adb in programs() {
        let options = Options {
            auth: Auth::Unauthorized,
            ..Options::for_release(14)
        };
        let phone = Phone::start_with("14", Condition::default(), options).await;
        let place = PrivateServer::with_phones(&adb, &[]).await;
        let outcome = place.client().connect_device(&phone.serial, soon()).await;
        assert!(matches!(outcome.unwrap(), ConnectOutcome::Failed(_)));
        place.until(&phone.serial, &DeviceState::Unauthorized).await;
        let report = look(&place.options()).await;
        let mut expected = vec!["device.authorisation fail DEVICE_UNAUTHORIZED".to_owned()];
        expected.extend(skipped_from(CheckId::Shell));
        assert_eq!(outline(&report), expected);
        assert_eq!(report.device_id.as_deref(), Some(&*phone.serial));

        let (phone, place) = one_phone(&adb, "14", Condition::default()).await;
        phone.options.faults.offline(true);
        place.until(&phone.serial, &DeviceState::Offline).await;
        let report = look(&place.options()).await;
        let mut expected = vec!["device.authorisation fail DEVICE_OFFLINE".to_owned()];
        expected.extend(skipped_from(CheckId::Shell));
        assert_eq!(outline(&report), expected);
        assert_eq!(report.next_actions[0], "adb reconnect offline");
        phone.options.faults.offline(false);
        place.until(&phone.serial, &DeviceState::Device).await;
        assert!(look(&place.options()).await.ok);
    }
}

#[tokio::test]
async fn a_check_that_hangs_meets_its_deadline() {
    let adb = &programs()[0];
    let condition = Condition {
        dump: Dump::Stalls,
        ..Condition::default()
    };
    let (phone, place) = one_phone(adb, "12L", condition).await;
    let limits = Limits {
        dump: Duration::from_millis(300),
        ..Limits::default()
    };
    let report = look(&ExamineOptions {
        limits,
        ..place.options()
    })
    .await;
    assert_eq!(outline(&report), ["device.ui-dump fail DEVICE_TIMEOUT"]);
    // Shells that cannot be opened are told as such, and everything behind them is left alone.
    phone.options.faults.refuse_streams(true);
    let report = look(&place.options()).await;
    let mut expected = vec!["device.shell fail DEVICE_SHELL_UNAVAILABLE".to_owned()];
    expected.extend(skipped_from(CheckId::Release));
    assert_eq!(outline(&report), expected);
}

/// Tells when a check begins.
struct Signal(CheckId, Option<tokio::sync::oneshot::Sender<()>>);

impl Progress for Signal {
    fn started(&mut self, id: CheckId) {
        if id == self.0
            && let Some(sender) = self.1.take()
        {
            sender.send(()).unwrap();
        }
    }

    fn finished(&mut self, _: &Check) {}
}

#[tokio::test]
async fn a_doctor_that_is_sent_away_leaves_no_stream() {
    let adb = &programs()[0];
    let condition = Condition {
        dump: Dump::Stalls,
        ..Condition::default()
    };
    let (phone, place) = one_phone(adb, "14", condition).await;
    let (sender, begun) = tokio::sync::oneshot::channel();
    let options = place.options();
    let examining =
        tokio::spawn(
            async move { examine(&options, &mut Signal(CheckId::UiDump, Some(sender))).await },
        );
    begun.await.unwrap();
    phone
        .options
        .counters
        .until(|counters| counters.open_streams() == 1)
        .await;
    examining.abort();
    assert!(examining.await.unwrap_err().is_cancelled());
    place
        .until_quiet(|| phone.options.counters.open_streams() as u64)
        .await;
    phone.condition.lock().unwrap().dump = Dump::Works;
    assert!(look(&place.options()).await.ok);
}

/// Writes down what it is told.
#[derive(Default)]
struct Diary(Vec<String>);

impl Progress for Diary {
    fn started(&mut self, id: CheckId) {
        self.0.push(format!("{id}?"));
    }

    fn finished(&mut self, check: &Check) {
        self.0.push(format!("{} {:?}", check.id, check.status));
    }
}

#[tokio::test]
async fn progress_and_the_form_of_a_report() {
    let adb = &programs()[0];
    let place = PrivateServer::new(adb);
    let mut diary = Diary::default();
    let report = examine(&place.options(), &mut diary).await;
    assert_eq!(
        diary.0[..5],
        [
            "host.adb.program?",
            "host.adb.program Pass",
            "host.adb.server?",
            "host.adb.server Fail",
            "host.adb.versions Skipped"
        ]
    );
    let json = serde_json::to_value(&report).unwrap();
    let keys: Vec<&String> = json.as_object().unwrap().keys().collect();
    assert_eq!(
        keys,
        [
            "checks",
            "criticalOk",
            "deviceId",
            "nextActions",
            "ok",
            "repairs"
        ]
    );
    let check = &json["checks"][1];
    assert_eq!(check["id"], "host.adb.server");
    assert_eq!(check["status"], "fail");
    assert_eq!(check["code"], "ADB_SERVER_FAILED");
    assert_eq!(
        check["fix"],
        serde_json::json!({
            "title": "Start the adb server",
            "steps": [{ "kind": "shell", "value": "adb start-server" }],
        })
    );
    assert_eq!(
        json["checks"][2],
        serde_json::json!({
            "id": "host.adb.versions",
            "status": "skipped",
            "summary": "not checked: host.adb.server did not pass",
        })
    );
}
