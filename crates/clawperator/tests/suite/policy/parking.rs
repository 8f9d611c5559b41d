//! A run that waits for a person: nothing is sent before the decision, and once after it.

use std::process::{Child, Output, Stdio};
use std::time::Duration;

use clawperator_adb::Deadline;
use serde_json::{Value, json};

use super::super::person::{Person, approve};
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
pub(super) struct Careful {
    pub(super) bench: Bench,
    before: u64,
}

impl Careful {
    pub(super) fn start() -> Self {
        let bench = Bench::start();
        let path = bench.adb.home().join("profile.toml");
        std::fs::write(path, profile(&["navigate"], "confirm")).unwrap();
        let before = bench.last();
        Self { bench, before }
    }

    /// A run that waits for a person.
    pub(super) fn park(&self) -> Child {
        let mut command = self.bench.adb.command(&PARKED);
        command.stdout(Stdio::piped()).spawn().unwrap()
    }

    /// The id of what waits.
    pub(super) fn ticket(&self) -> String {
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
    pub(super) fn keys(&self) -> usize {
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
    let listed = careful
        .bench
        .adb
        .clawperator(&["approvals", "--output", "text"]);
    let asked = "1 action, asked on the command line, for the run that waits\n";
    assert!(listed.stdout.contains(asked), "{}", listed.stdout);
    // The phone stays held meanwhile.
    let other = careful.bench.adb.clawperator(&["snapshot", "--json"]);
    assert_eq!(code(&other), "EXECUTION_CONFLICT_IN_FLIGHT");
    approve(&careful.bench.adb, &ticket);
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
        let ticket = careful.ticket();
        send(signal, &parked);
        ended(&mut parked);
        let free = careful.bench.adb.clawperator(&["snapshot", "--json"]);
        assert_eq!(free.exit, 0, "after {signal}: {}", free.stdout);
        // A process that is killed cannot withdraw its question, and nobody can approve it any more.
        assert_eq!(careful.pending(), json!([]), "after {signal}");
        let approved = careful.bench.adb.clawperator(&["approve", &ticket]);
        assert_eq!(approved.exit, 4, "after {signal}: {}", approved.stdout);
    }
    assert_eq!(careful.keys(), 0);
}

#[test]
fn a_person_at_the_terminal_is_asked() {
    for (said, exit, keys) in [("y\n", 0, 1), ("n\n", 7, 0)] {
        let careful = Careful::start();
        let mut person = Person::at(
            &careful.bench.adb,
            &["press", "home", "--profile", "profile.toml"],
        );
        person.types("go\n");
        let shown = person.read_question();
        assert_eq!(careful.keys(), 0, "{shown}");
        person.types(said);
        assert_eq!(person.leaves(), Some(exit), "{shown}");
        assert_eq!(careful.keys(), keys, "{shown}");
    }
}

#[test]
fn what_was_typed_before_a_question_does_not_answer_it() {
    let careful = Careful::start();
    let mut person = Person::at(
        &careful.bench.adb,
        &["press", "home", "--profile", "profile.toml"],
    );
    person.types("go\ny\ny\n");
    person.read_question();
    person.types("n\n");
    assert_eq!(person.leaves(), Some(7));
    assert_eq!(careful.keys(), 0);
    // The same where somebody approves what is open.
    let refused =
        careful
            .bench
            .adb
            .clawperator(&["press", "home", "--profile", "profile.toml", "--no-park"]);
    assert_eq!(refused.exit, 7, "{}", refused.stdout);
    let ticket = careful.ticket();
    let mut person = Person::at(&careful.bench.adb, &["approve", &ticket]);
    person.types("go\ny\n");
    let shown = person.read_question();
    assert!(
        shown.contains("1 action, asked on the command line\r\n"),
        "{shown}"
    );
    person.types("n\n");
    let (exit, said) = person.says_and_leaves();
    assert_eq!(exit, Some(7));
    let refuse = format!("run `clawperator revoke {ticket}`");
    assert!(said.contains(&refuse), "{said}");
    let list = json_of(&careful.bench.adb.clawperator(&["approvals"]));
    assert_eq!(list["approvals"][0]["state"], "asked", "{list}");
}
