//! npm's `@mobilenext/mobile-mcp`, unmodified, in the mode in which it speaks to the phone by adb.

use std::path::Path;

use clawperator_virtual_phone::{Journal, JournalEvent, Release};
use serde_json::{Value, json};
use tokio::process::Command;

use crate::support::adb::{Adb, Version};
use crate::support::{CONFORMANCE, in_time, no_streams, phone, variable};

#[tokio::test(flavor = "multi_thread")]
async fn mobile_mcp_drives_the_phone() {
    for release in [Release::Android11, Release::Android14] {
        let phone = phone(release).await;
        // It runs the `adb` on the path, so the server must be of that version.
        let adb = Adb::connected(Version::Path, &phone).await;
        let mut command = Command::new("python3");
        adb.environment(&mut command);
        command
            .env("MOBILEMCP_LEGACY_ROBOT", "1")
            .env("MOBILEMCP_DISABLE_TELEMETRY", "1")
            .arg(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/tools/drive_mobile_mcp.py"))
            .arg(variable("MOBILE_MCP"))
            .arg(phone.serial())
            .arg(adb.home());
        let output = in_time("mobile-mcp is done", command.output())
            .await
            .unwrap();
        let complaint = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{release}: {complaint}");
        let seen: Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!(seen["devices"][0]["id"], json!(phone.serial()), "{seen}");
        assert_eq!(
            seen["devices"][0]["name"],
            json!(phone.phone().model()),
            "{seen}"
        );
        assert_eq!(
            seen["devices"][0]["version"],
            json!(release.to_string()),
            "{seen}"
        );
        assert!(
            seen["apps"].as_str().unwrap().contains(CONFORMANCE),
            "{seen}"
        );
        assert!(
            seen["size"].as_str().unwrap().contains("1080x2400"),
            "{seen}"
        );
        assert!(
            seen["orientation"].as_str().unwrap().contains("portrait"),
            "{seen}"
        );
        let form = seen["form"].as_array().unwrap();
        assert!(form.contains(&json!("Ada & Lovelace's")), "{seen}");
        assert!(form.contains(&json!("Hello, Ada & Lovelace's!")), "{seen}");
        let picture = std::fs::read(seen["picture"].as_str().unwrap()).unwrap();
        assert_eq!(picture.get(..4), Some(&b"\x89PNG"[..]));
        assert_truth(phone.phone().journal());
        no_streams(phone.phone()).await;
    }
}

/// What it says it did is what happened.
fn assert_truth(journal: Journal) {
    assert_eq!(journal.dropped, 0);
    let events: Vec<JournalEvent> = journal
        .entries
        .into_iter()
        .map(|entry| entry.event)
        .collect();
    let started = events.iter().any(|event| {
        matches!(event, JournalEvent::Started { class, .. } if class.ends_with(".FieldsActivity"))
    });
    assert!(started, "{events:?}");
    let typed = events.iter().rev().find_map(|event| match event {
        JournalEvent::TextChanged { text, .. } => Some(text.as_str()),
        _ => None,
    });
    assert_eq!(typed, Some("Ada & Lovelace's"));
}
