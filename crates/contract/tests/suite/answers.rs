//! Every answer under `answers/` as the types write it; `schemas/check.py` holds the same files against the schemas.

use std::collections::BTreeMap;
use std::fs;

use clawperator_contract::conformance::{ConformanceCheck, ConformanceOutcome, ConformanceReport};
use clawperator_contract::doctor::{
    Check, CheckId, Fix, FixStep, RepairOutcome, Repaired, Report, Status, StepKind,
};
use clawperator_contract::operator::{
    OperatorDone, OperatorFile, OperatorProcess, OperatorReport, OperatorState,
};
use clawperator_contract::phones::{
    DeviceDetails, DeviceList, ListedDevice, StartedPhone, StartedPhones,
};
use clawperator_contract::runs::{Asker, Surface};
use clawperator_contract::{
    Advice, Approval, ApprovalList, ApprovalState, Dispatched, ErrorCode, ExitStatus, Failure,
    FailureDetails, InFlight, InterruptedDetails, Next,
};
use serde::Serialize;
use serde_json::Value;

use super::case;

#[test]
fn time_that_ran_out_with_something_on_its_way_exits_as_unknown() {
    let cut_off = |code: ErrorCode, dispatched: Option<Dispatched>| {
        let in_flight = dispatched.map(|dispatched| InFlight {
            id: "a1".to_owned(),
            action_type: "click".to_owned(),
            dispatched,
        });
        let details = InterruptedDetails {
            step_results: Vec::new(),
            in_flight,
            elapsed_ms: 1500,
            timeout_ms: 1500,
        };
        let failure = Failure::new(code, "cut off");
        failure.with_details(FailureDetails::Interrupted(Box::new(details)))
    };
    let timeout = |dispatched| cut_off(ErrorCode::ResultEnvelopeTimeout, dispatched).exit();
    assert_eq!(timeout(Some(Dispatched::Unknown)), ExitStatus::Unknown);
    assert_eq!(timeout(Some(Dispatched::Yes)), ExitStatus::Timeout);
    assert_eq!(timeout(Some(Dispatched::No)), ExitStatus::Timeout);
    assert_eq!(timeout(None), ExitStatus::Timeout);
    let cancelled = cut_off(ErrorCode::ExecutionCancelled, Some(Dispatched::Unknown));
    assert_eq!(cancelled.exit(), ExitStatus::Interrupted);
}

#[test]
fn every_answer_is_what_the_types_write() {
    let written = BTreeMap::from([
        ("approvals", json(&approved())),
        ("devices", json(&devices())),
        ("doctor", json(&asleep())),
        (
            "doctor-without-phone",
            json(&Report::new(None, Vec::new(), Vec::new())),
        ),
        ("failure-no-such-phone", json(&no_such_phone())),
        ("failure-several-phones", json(&several_phones())),
        ("conformance", json(&conformance())),
        ("operator", json(&operator())),
        ("virtual-phone", json(&started())),
    ]);
    let mut found = 0;
    for entry in fs::read_dir(case::root().join("answers")).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
        let answer: Value = serde_json::from_str(&fs::read_to_string(&path).unwrap()).unwrap();
        assert_eq!(written[&*name], answer["json"], "{name}");
        found += 1;
    }
    assert_eq!(found, written.len());
}

#[test]
fn a_report_ends_well_while_the_phone_can_be_used() {
    assert_eq!(asleep().exit(), ExitStatus::Environment);
    // What is minor spoils the report and not the phone.
    let minor = Report::new(None, vec![failed(CheckId::ScreenSize)], Vec::new());
    assert_eq!(
        (minor.ok, minor.critical_ok, minor.exit()),
        (false, true, ExitStatus::Ok)
    );
    let critical = Report::new(None, vec![failed(CheckId::Shell)], Vec::new());
    assert_eq!(
        (critical.ok, critical.critical_ok, critical.exit()),
        (false, false, ExitStatus::Environment)
    );
}

fn conformance() -> ConformanceReport {
    let check = |name: &str, outcome, detail: Option<&str>| ConformanceCheck {
        name: name.to_owned(),
        shows: "a tap presses the button once, and nothing else".to_owned(),
        outcome,
        detail: detail.map(str::to_owned),
        elapsed_ms: 527,
    };
    ConformanceReport {
        ok: false,
        device_id: "emulator-5554".to_owned(),
        driver: "shell".to_owned(),
        fallback: Some("no Operator can be started".to_owned()),
        phone: "Google Pixel 7, Android 14 (API 34)".to_owned(),
        passed: 1,
        failed: 1,
        skipped: 1,
        checks: vec![
            check("touch.tap", ConformanceOutcome::Passed, None),
            check(
                "touch.hold",
                ConformanceOutcome::Failed,
                Some("the app felt a click"),
            ),
            check(
                "touch.drag",
                ConformanceOutcome::Skipped,
                Some("this driver has taps, long presses and swipes alone"),
            ),
        ],
        elapsed_ms: 26_530,
    }
}

fn operator() -> OperatorReport {
    OperatorReport {
        device_id: "emulator-5554".to_owned(),
        done: OperatorDone::Started,
        state: OperatorState::Running,
        program: "0123456789abcdef".repeat(4),
        launch: Some("00112233445566778899aabbccddeeff".to_owned()),
        user: Some(2_000),
        ui_automation: Some(false),
        holder: Some("`c1`, process 7 of user bob".to_owned()),
        trouble: None,
        processes: vec![OperatorProcess {
            process_id: 4_123,
            user: "shell".to_owned(),
            name: "com.clawperator.operator".to_owned(),
            is_this_version: true,
        }],
        files: vec![OperatorFile {
            path: "/data/local/tmp/clawperator-operator-0123456789abcdef.jar".to_owned(),
            bytes: 128_000,
        }],
        last_words: Some(
            "it ended in main\njava.lang.IllegalStateException: the system server is gone"
                .to_owned(),
        ),
        pushed: Some(true),
        elapsed_ms: 1_200,
    }
}

fn approved() -> ApprovalList {
    let approvals = vec![Approval {
        version: 1,
        id: "0123456789abcdef".to_owned(),
        digest: "0123456789abcdef".repeat(4),
        state: ApprovalState::Approved,
        device_id: "emulator-5554".to_owned(),
        profile: "careful".to_owned(),
        rule: "capabilities.toggle".to_owned(),
        reason: "profile `careful` requires a person to approve this execution".to_owned(),
        action_count: 1,
        minutes: 10,
        asked_at_ms: 1_700_000_000_000,
        expires_at_ms: 1_700_000_600_000,
        act: Some("click on [switch] \"Wi-Fi\" #wifi".to_owned()),
        step: Some("a".to_owned()),
        packages: vec!["com.example".to_owned()],
        may_show: true,
        asker: Some(Asker {
            surface: Surface::Http,
            name: Some("ci".to_owned()),
            skill: Some("com.example.buy".to_owned()),
            process_id: 4711,
        }),
        run: Some("20261117-152957981-1f8c85e0".to_owned()),
        parked: true,
    }];
    ApprovalList { approvals }
}

fn json(answer: &impl Serialize) -> Value {
    serde_json::to_value(answer).unwrap()
}

fn devices() -> DeviceList {
    let ready = ListedDevice {
        model: Some("Pixel_7".to_owned()),
        product: Some("panther".to_owned()),
        ..listed("emulator-5554")
    };
    let unauthorized = ListedDevice {
        state: "unauthorized".to_owned(),
        code: Some(ErrorCode::DeviceUnauthorized.into()),
        hint: Some(
            "Unlock the phone and accept the dialog that asks to allow USB debugging".to_owned(),
        ),
        ..listed("0A041JEC200000")
    };
    DeviceList {
        devices: vec![ready, unauthorized],
    }
}

fn listed(serial: &str) -> ListedDevice {
    ListedDevice {
        serial: serial.to_owned(),
        state: "device".to_owned(),
        model: None,
        product: None,
        code: None,
        hint: None,
    }
}

fn several_phones() -> Failure {
    let details = DeviceDetails {
        device_id: None,
        connected: vec!["a".to_owned(), "b".to_owned()],
        devices: vec![listed("a"), listed("b")],
    };
    Failure {
        details: Some(FailureDetails::Devices(Box::new(details))),
        ..Failure::new(
            ErrorCode::MultipleDevicesDeviceIdRequired,
            "Multiple devices are connected and none was chosen",
        )
        .with_advice(Advice::new("Choose one of a, b").by(Next::ChooseDevice))
    }
}

fn no_such_phone() -> Failure {
    let details = DeviceDetails {
        device_id: Some("x".to_owned()),
        ..DeviceDetails::default()
    };
    Failure {
        details: Some(FailureDetails::Devices(Box::new(details))),
        ..Failure::new(
            ErrorCode::DeviceNotFound,
            "Device x not found or not in device state",
        )
        .with_advice(Advice::new("No phone is ready; list the phones").by(Next::ListDevices))
    }
}

fn asleep() -> Report {
    let check = |id, status, summary: &str| Check {
        id,
        status,
        code: None,
        summary: summary.to_owned(),
        detail: None,
        fix: None,
    };
    let fix = |title: &str, kind, value: &str| {
        Some(Fix {
            title: title.to_owned(),
            steps: vec![FixStep::new(kind, value)],
        })
    };
    let checks = vec![
        check(
            CheckId::AdbServer,
            Status::Pass,
            "an adb server answers at tcp:localhost:5037",
        ),
        Check {
            fix: fix("Use one adb", StepKind::Shell, "adb kill-server"),
            ..check(
                CheckId::AdbVersions,
                Status::Warn,
                "the adb program speaks protocol 40 and the server 41",
            )
        },
        Check {
            code: Some(ErrorCode::DeviceNotInteractive),
            detail: Some("the phone is Asleep".to_owned()),
            fix: fix("Wake the phone", StepKind::Manual, "Press its power key"),
            ..check(CheckId::ScreenOn, Status::Fail, "the screen is off")
        },
        check(
            CheckId::UiDump,
            Status::Skipped,
            "not checked: device.screen.on did not pass",
        ),
    ];
    let repairs = vec![
        Repaired {
            check: CheckId::AdbServer,
            action: "adb start-server".to_owned(),
            outcome: RepairOutcome::Repaired,
            detail: None,
        },
        Repaired {
            check: CheckId::ScreenOn,
            action: "input keyevent 224".to_owned(),
            outcome: RepairOutcome::Failed,
            detail: Some("the phone is still Asleep".to_owned()),
        },
    ];
    Report::new(Some("emulator-5554".to_owned()), checks, repairs)
}

fn failed(id: CheckId) -> Check {
    Check {
        id,
        status: Status::Fail,
        code: Some(ErrorCode::DeviceShellUnavailable),
        summary: "it does not work".to_owned(),
        detail: None,
        fix: None,
    }
}

fn started() -> StartedPhones {
    let phone = |serial: &str, release: &str, model: &str, server: Option<&str>| StartedPhone {
        serial: serial.to_owned(),
        release: release.to_owned(),
        model: model.to_owned(),
        server: server.map(str::to_owned),
    };
    StartedPhones {
        phones: vec![
            phone(
                "127.0.0.1:40001",
                "14",
                "Pixel 7",
                Some("tcp:localhost:5037"),
            ),
            phone("127.0.0.1:40002", "12L", "Pixel 6", None),
        ],
        control: Some("127.0.0.1:40003".to_owned()),
    }
}
