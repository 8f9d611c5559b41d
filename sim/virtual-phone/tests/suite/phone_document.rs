//! `docs/virtual-phone.md` and `docs/faults.md`: commands, answers and lists. Their programs are doctests.

use clawperator_virtual_phone::{FaultKind, Release, StartedPhones};

use crate::support::adb::{Adb, Version};
use crate::support::documents::{blocks, document, run_transcripts};
use crate::support::phone;

#[tokio::test(flavor = "multi_thread")]
async fn the_commands_print_what_the_document_shows() {
    let phone = phone(Release::Android14).await;
    let adb = Adb::connected(Version::Path, &phone).await;
    let commands = run_transcripts(&document("virtual-phone.md"), &adb).await;
    assert!(commands > 5, "{commands} commands");
}

#[test]
fn the_answer_that_is_shown_is_one() {
    let shown = blocks(&document("virtual-phone.md"));
    let answer = shown.iter().find(|block| block.info == "json").unwrap();
    let started: StartedPhones = serde_json::from_str(&answer.text).unwrap();
    let again = serde_json::to_string(&started).unwrap();
    assert_eq!(again, answer.text.trim_end());
}

#[test]
fn every_release_and_every_fault_is_named() {
    let document_of_the_phone = document("virtual-phone.md");
    for release in Release::ALL {
        assert!(
            document_of_the_phone.contains(&format!("`{release}`")),
            "{release}"
        );
    }
    let document = document("faults.md");
    for kind in FaultKind::ALL {
        let name = serde_json::to_value(kind).unwrap();
        let name = format!("`{}`", name.as_str().unwrap());
        assert!(document.contains(&name), "{name}");
    }
    assert!(document.contains(&format!("all {} faults", FaultKind::ALL.len())));
}
