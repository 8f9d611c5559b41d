//! The package `adbutils` of `PyPI`, unmodified.

use std::path::Path;

use clawperator_virtual_phone::Release;
use serde_json::{Value, json};
use tokio::process::Command;

use crate::support::adb::{Adb, BOTH};
use crate::support::{CONFORMANCE, in_time, no_streams, phone, variable};

#[tokio::test(flavor = "multi_thread")]
async fn adbutils_drives_the_phone() {
    for version in BOTH {
        for release in [Release::Android11, Release::Android14] {
            let phone = phone(release).await;
            let adb = Adb::connected(version, &phone).await;
            let mut command = Command::new(variable("ADB_PYTHON"));
            adb.environment(&mut command);
            command
                .arg(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/tools/drive_adbutils.py"))
                .arg(adb.port.to_string())
                .arg(phone.serial())
                .arg(adb.home());
            let output = in_time("adbutils is done", command.output()).await.unwrap();
            let complaint = String::from_utf8_lossy(&output.stderr);
            assert!(
                output.status.success(),
                "{version:?} {release}: {complaint}"
            );
            let seen: Value = serde_json::from_slice(&output.stdout).unwrap();
            check(&seen, &phone.serial(), phone.phone().model());
            no_streams(phone.phone()).await;
        }
    }
}

fn check(seen: &Value, serial: &str, model: &str) {
    for (key, expected) in [
        ("devices", json!([serial])),
        ("model", json!(model)),
        ("echo", json!("hello")),
        ("words", json!("two  spaces it's")),
        ("size", json!(1_048_576)),
        ("received", seen["sent"].clone()),
        ("exists", json!(true)),
        ("window", json!([1_080, 2_400])),
        ("picture", json!([1_080, 2_400])),
        ("current", json!([CONFORMANCE, ".MainActivity"])),
        ("rotation", json!(0)),
        ("screen_on", json!(true)),
        ("counted", json!("1")),
        ("typed", json!(true)),
    ] {
        assert_eq!(seen[key], expected, "{key}: {seen}");
    }
    assert_eq!(seen["failed"]["code"], 1, "{seen}");
    assert_eq!(seen["failed"]["stdout"], "", "{seen}");
    let complaint = seen["failed"]["stderr"].as_str().unwrap();
    assert!(
        complaint.contains("No such file or directory"),
        "{complaint}"
    );
    let packages = seen["packages"].as_array().unwrap();
    assert!(packages.contains(&json!(CONFORMANCE)), "{seen}");
    assert!(packages.contains(&json!("com.android.settings")), "{seen}");
    let listed = seen["listed"].as_array().unwrap();
    assert!(listed.contains(&json!("sent.bin")), "{seen}");
    assert!(seen["colours"].as_u64().unwrap() > 10, "{seen}");
    assert!(seen["nodes"].as_u64().unwrap() > 10, "{seen}");
}
