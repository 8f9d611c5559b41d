//! Programs that people use, unmodified: adb of two generations, adbutils and mobile-mcp. The app's record says what
//! they did.

use std::path::{Path, PathBuf};

use clawperator_test_support::programs;
use serde_json::{Value, json};
use tokio::process::Command;

use crate::support::adb::Adb;
use crate::support::phone::{APP, Phone, middle, node, on_the_phone, variable};

#[test]
fn every_adb_lists_taps_types_and_takes_pictures() {
    on_the_phone(async |phone| {
        for program in programs() {
            let adb = Adb::of(&program, &phone.serial()).await;
            let line = format!("{}\tdevice", phone.serial());
            assert!(adb.devices().await.contains(&line));
            phone.open("counter").await;
            let before = phone.now().await;
            let (x, y) = middle(node(&phone.see("increment").await, "increment").unwrap());
            adb.shell(&format!("input tap {x} {y}")).await;
            phone.until_happened(before, "click", "increment").await;
            phone.open("fields").await;
            let (x, y) = middle(first_field(&phone.see("E-mail").await));
            adb.shell(&format!("input tap {x} {y}")).await;
            adb.shell("input text Ada%sLovelace").await;
            phone.see("Ada Lovelace").await;
            assert_typed(phone, before, "Ada Lovelace").await;
            let picture = adb.exec_out("screencap -p").await;
            assert!(picture.starts_with(b"\x89PNG"), "{}", program.display());
        }
    });
}

#[test]
fn adbutils_drives_it() {
    on_the_phone(async |phone| {
        let before = phone.now().await;
        let mut command = Command::new(variable("ADB_PYTHON"));
        command
            .arg(tool("drive_adbutils.py"))
            .arg(phone.adb.port.to_string())
            .arg(phone.serial())
            .arg(phone.adb.home());
        let seen = run(phone, &mut command).await;
        assert_eq!(seen["devices"], json!([phone.serial()]), "{seen}");
        assert_eq!(seen["picture"], json!([1_080, 2_400]), "{seen}");
        assert_eq!(seen["current"], json!([APP, ".MainActivity"]), "{seen}");
        assert_eq!(seen["counted"], "1", "{seen}");
        assert_eq!(seen["typed"], true, "{seen}");
        assert!(seen["colours"].as_u64().unwrap() > 10, "{seen}");
        phone.until_happened(before, "click", "increment").await;
        assert_typed(phone, before, "Ada Lovelace").await;
    });
}

#[test]
fn mobile_mcp_drives_it() {
    on_the_phone(async |phone| {
        let before = phone.now().await;
        let mut command = Command::new("python3");
        command
            .env("MOBILEMCP_LEGACY_ROBOT", "1")
            .env("MOBILEMCP_DISABLE_TELEMETRY", "1")
            .arg(tool("drive_mobile_mcp.py"))
            .arg(variable("MOBILE_MCP"))
            .arg(phone.serial())
            .arg(phone.adb.home());
        let seen = run(phone, &mut command).await;
        assert_eq!(seen["devices"][0]["id"], json!(phone.serial()), "{seen}");
        assert!(seen["apps"].as_str().unwrap().contains(APP), "{seen}");
        let form = seen["form"].as_array().unwrap();
        assert!(form.contains(&json!("Ada & Lovelace's")), "{seen}");
        let picture = std::fs::read(seen["picture"].as_str().unwrap()).unwrap();
        assert!(picture.starts_with(b"\x89PNG"));
        assert_typed(phone, before, "Ada & Lovelace's").await;
    });
}

/// The last text that a field of the app had is this one.
async fn assert_typed(phone: &Phone, after: u64, text: &str) {
    let happened = phone.happened(after).await;
    let last = happened.iter().rev().find(|entry| entry.0 == "text");
    assert_eq!(
        last.map(|entry| entry.2.as_str()),
        Some(text),
        "{happened:?}"
    );
}

fn first_field(xml: &str) -> &str {
    let mut nodes = xml.split("<node");
    nodes
        .find(|node| node.contains("android.widget.EditText"))
        .unwrap()
}

/// What a tool saw, which it prints as JSON.
async fn run(phone: &Phone, command: &mut Command) -> Value {
    phone.adb.environment(command);
    let output = command.output().await.unwrap();
    let complaint = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{complaint}");
    serde_json::from_slice(&output.stdout).unwrap()
}

/// The program that drives a tool, which the virtual phone is driven by too.
fn tool(name: &str) -> PathBuf {
    let tools = Path::new(env!("CARGO_MANIFEST_DIR")).join("../virtual-phone/tests/tools");
    tools.join(name)
}
