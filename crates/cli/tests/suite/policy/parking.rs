//! A run that waits for a person: nothing is sent before the decision, and once after it.

use std::io::Write as _;
use std::process::{Child, Command, Output, Stdio};
use std::time::Duration;

use clawperator_adb::Deadline;
use serde_json::{Value, json};

use super::super::private_adb::{ended, json_of, send};
use super::{Bench, code, profile};

const PARKED: [&str; 6] = [
    "press",
    "home",
    "--park",
    "--profile",
    "profile.toml",
    "--json",
];

/// A phone whose keys are a person's to approve.
struct Careful {
    bench: Bench,
    before: u64,
}

impl Careful {
    fn start() -> Self {
        let bench = Bench::start();
        let path = bench.adb.home().join("profile.toml");
        std::fs::write(path, profile(&["navigate"], "confirm")).unwrap();
        let before = bench.last();
        Self { bench, before }
    }

    /// A run that waits for a person.
    fn park(&self) -> Child {
        let mut command = self.bench.adb.command(&PARKED);
        command.stdout(Stdio::piped()).spawn().unwrap()
    }

    /// The id of what waits.
    fn ticket(&self) -> String {
        let patiently = Deadline::after(Duration::from_mins(1));
        loop {
            if let Some(id) = self.pending()[0]["id"].as_str() {
                return id.to_owned();
            }
            assert!(!patiently.remaining().unwrap_or_default().is_zero());
        }
    }

    fn pending(&self) -> Value {
        json_of(&self.bench.adb.clawperator(&["approvals", "--json"]))["approvals"].clone()
    }

    /// How many keys the phone says that it was sent.
    fn keys(&self) -> usize {
        let entries = self.bench.since(self.before);
        let is_key = |entry: &&Value| entry["event"]["input"]["kind"] == "keys";
        entries.iter().filter(is_key).count()
    }
}

fn answer(output: &Output) -> Value {
    let text = String::from_utf8_lossy(&output.stdout);
    serde_json::from_str(&text).unwrap_or_else(|error| panic!("{error}: {text}"))
}

#[test]
fn approved_it_goes_on_and_presses_once() {
    let careful = Careful::start();
    let parked = careful.park();
    let ticket = careful.ticket();
    assert_eq!(careful.keys(), 0);
    // The phone stays held meanwhile.
    let other = careful.bench.adb.clawperator(&["snapshot", "--json"]);
    assert_eq!(code(&other), "EXECUTION_CONFLICT_IN_FLIGHT");
    let approved = careful
        .bench
        .adb
        .clawperator(&["approve", &ticket, "--yes"]);
    assert_eq!(approved.exit, 0, "{}", approved.stdout);
    let output = parked.wait_with_output().unwrap();
    assert!(output.status.success(), "{:#}", answer(&output));
    assert_eq!(careful.keys(), 1);
    assert_eq!(careful.pending(), json!([]), "the approval is used up");
}

#[test]
fn refused_it_is_denied_and_nothing_is_sent() {
    let careful = Careful::start();
    let parked = careful.park();
    let ticket = careful.ticket();
    assert_eq!(careful.bench.adb.clawperator(&["revoke", &ticket]).exit, 0);
    let output = parked.wait_with_output().unwrap();
    let answer = answer(&output);
    assert_eq!(output.status.code(), Some(7), "{answer:#}");
    assert_eq!(
        answer["envelope"]["errorCode"], "POLICY_DENIED",
        "{answer:#}"
    );
    // Whoever asked is not told how to approve it.
    assert!(!answer.to_string().contains(&ticket), "{answer:#}");
    assert_eq!(careful.keys(), 0);
}

#[test]
fn interrupted_or_killed_it_leaves_the_phone_free() {
    let careful = Careful::start();
    for signal in ["INT", "KILL"] {
        let mut parked = careful.park();
        careful.ticket();
        send(signal, &parked);
        ended(&mut parked);
        let free = careful.bench.adb.clawperator(&["snapshot", "--json"]);
        assert_eq!(free.exit, 0, "after {signal}: {}", free.stdout);
    }
    assert_eq!(careful.keys(), 0);
}

#[test]
fn a_person_at_the_terminal_is_asked() {
    for (said, exit, keys) in [("y\n", 0, 1), ("n\n", 7, 0)] {
        let careful = Careful::start();
        let command = format!(
            "{} press home --profile profile.toml",
            env!("CARGO_BIN_EXE_clawperator")
        );
        // It gives the program a terminal, and passes on what is written to it.
        let mut terminal = Command::new("script")
            .args(["-qec", &command, "/dev/null"])
            .env_clear()
            .envs(careful.bench.adb.environment())
            .env("PATH", "/usr/bin:/bin")
            .env("TERM", "dumb")
            .current_dir(careful.bench.adb.home())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        careful.ticket();
        assert_eq!(careful.keys(), 0);
        let mut keyboard = terminal.stdin.take().unwrap();
        keyboard.write_all(said.as_bytes()).unwrap();
        let output = terminal.wait_with_output().unwrap();
        drop(keyboard);
        let shown = String::from_utf8_lossy(&output.stdout);
        assert!(shown.contains("Approve? [y/N]"), "{shown}");
        assert_eq!(output.status.code(), Some(exit), "{shown}");
        assert_eq!(careful.keys(), keys, "{shown}");
    }
}
