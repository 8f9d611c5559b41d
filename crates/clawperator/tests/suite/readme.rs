//! The transcripts of the README, run as they stand there.

use std::fs;

use serde_json::Value;

use super::case::{root, run};
use super::private_adb::{Phones, PrivateAdb, programs};
use super::shell::words;
use super::transcripts::{on_a_terminal, printed, transcripts, without_times, without_version};

/// The section from which on transcripts need no phone.
const WITHOUT_A_PHONE: &str = "## Payloads";

#[test]
fn every_transcript_of_the_readme_is_what_the_program_prints() {
    let (_, without_a_phone) = readme();
    let transcripts = transcripts(&without_a_phone);
    assert!(transcripts.len() >= 4, "{} transcripts", transcripts.len());
    for (line, expected) in transcripts {
        let ran = run(&on_a_terminal(words(&line)), "", &root().join("../../.."));
        assert_eq!(printed(&ran), expected, "{line}");
    }
}

#[test]
fn every_transcript_with_a_phone_is_what_the_program_prints() {
    let (section, _) = readme();
    let adb = PrivateAdb::started(&programs()[0]);
    let phone = Phones::start(&adb, &[]);
    let server = format!("tcp:localhost:{}", adb.port);
    let transcripts = transcripts(&section);
    assert!(transcripts.len() >= 4, "{} transcripts", transcripts.len());
    for (line, expected) in transcripts {
        let found = if line.starts_with("exec 3<>") {
            // The shell opens the control socket; this test has done so already.
            String::new()
        } else if let Some(rest) = line.strip_prefix("echo '") {
            let (request, _) = rest.split_once('\'').unwrap();
            let request: Value = serde_json::from_str(request).unwrap();
            phone.control(&request).to_string()
        } else {
            let line = line.replace("127.0.0.1:61000", phone.serial(0));
            let args = on_a_terminal(words(&line));
            let args: Vec<&str> = args.iter().map(String::as_str).collect();
            printed(&adb.clawperator(&args))
        };
        // Ports and the version of adb differ from machine to machine; times, and with them where a fling ends, from
        // run to run.
        let found = found
            .replace(phone.serial(0), "127.0.0.1:61000")
            .replace(&server, "tcp:localhost:5037");
        assert_eq!(
            without_version(&without_times(&found)),
            without_version(&without_times(&expected)),
            "{line}"
        );
    }
}

/// The part that needs a phone, and the rest.
fn readme() -> (String, String) {
    let text = fs::read_to_string(root().join("../../../README.md")).unwrap();
    let (with, without) = text.split_once(WITHOUT_A_PHONE).unwrap();
    (with.to_owned(), without.to_owned())
}
