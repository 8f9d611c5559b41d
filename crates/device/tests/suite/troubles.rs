//! What can be wrong with a phone, and what the doctor makes of it.

use super::doctor::{look, one_phone, outline};
use super::fixture::{Place as _, programs};
use super::handset::{Condition, Dump};

/// What can be wrong, what is then found, and whether the phone can be used all the same.
fn troubles() -> Vec<(Condition, &'static [&'static str], bool)> {
    let miui = "\nException occurred while executing 'keyevent':\njava.lang.SecurityException: Injecting input events requires the caller (or the source of the instrumentation, if any) to have the INJECT_EVENTS permission.\n";
    let fine = Condition::default;
    vec![
        (
            Condition {
                asleep: true,
                ..fine()
            },
            &[
                "device.screen.on fail DEVICE_NOT_INTERACTIVE",
                "device.ui-dump skipped",
            ],
            false,
        ),
        (
            Condition {
                locked: true,
                ..fine()
            },
            &["device.screen.unlocked fail DEVICE_NOT_INTERACTIVE"],
            false,
        ),
        (
            Condition {
                dump: Dump::Killed,
                held: true,
                processes: vec![
                    "init",
                    "com.droidrun.portal",
                    "app_process / com.wetest.uia2.Main",
                ],
                ..fine()
            },
            &[
                "device.ui-dump fail UI_TREE_UNAVAILABLE",
                "device.ui-automation warn UI_TREE_UNAVAILABLE",
            ],
            false,
        ),
        (
            Condition {
                dump: Dump::NeverIdle,
                ..fine()
            },
            &["device.ui-dump warn UI_TREE_UNAVAILABLE"],
            true,
        ),
        (
            Condition {
                dump: Dump::NullRoot,
                ..fine()
            },
            &["device.ui-dump fail UI_TREE_UNAVAILABLE"],
            false,
        ),
        (
            Condition {
                dump: Dump::Truncated,
                ..fine()
            },
            &["device.ui-dump fail UI_TREE_UNAVAILABLE"],
            false,
        ),
        (
            Condition {
                input_fails: Some((miui, 255)),
                ..fine()
            },
            &["device.input fail GESTURE_FAILED"],
            false,
        ),
        (
            Condition {
                override_size: true,
                ..fine()
            },
            &[],
            true,
        ),
    ]
}

/// The same for an Android that is not there.
fn troubles_of_the_framework() -> Vec<(Condition, &'static [&'static str], bool)> {
    let fine = Condition::default;
    vec![
        (
            Condition {
                framework: false,
                ..fine()
            },
            &[
                "device.screen.on fail SERVICE_UNAVAILABLE",
                "device.screen.unlocked fail SERVICE_UNAVAILABLE",
                "device.screen.size fail SERVICE_UNAVAILABLE",
                "device.ui-dump skipped",
                "device.ui-automation fail SERVICE_UNAVAILABLE",
            ],
            false,
        ),
        (
            Condition {
                booted: false,
                ..fine()
            },
            &[
                "device.release fail SERVICE_UNAVAILABLE",
                "device.screen.on skipped",
                "device.screen.unlocked skipped",
                "device.screen.size skipped",
                "device.ui-dump skipped",
                "device.input skipped",
                "device.ui-automation skipped",
            ],
            false,
        ),
    ]
}

#[tokio::test]
async fn what_is_wrong_with_the_phone_is_told() {
    let mut cases = troubles();
    cases.extend(troubles_of_the_framework());
    for adb in programs() {
        for release in ["9", "14"] {
            let (phone, place) = one_phone(&adb, release, Condition::default()).await;
            for (condition, expected, usable) in &cases {
                *phone.condition.lock().unwrap() = condition.clone();
                let report = look(&place.options()).await;
                assert_eq!(
                    &outline(&report),
                    expected,
                    "{release} {condition:?}: {report:#?}"
                );
                assert_eq!(report.critical_ok, *usable);
                assert!(report.repairs.is_empty());
                assert_eq!(phone.files.read_dir("/data/local/tmp").unwrap().len(), 0);
            }
        }
    }
}
