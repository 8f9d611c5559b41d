//! A command of the profile is run when a run waits for a person.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use clawperator_adb::Deadline;
use clawperator_test_support::write_executable;

use super::super::person::approve;
use super::parking::Careful;
use super::profile;

/// A script beside the profile, which is given to the command line as `notify`.
fn notified_by(careful: &Careful, body: &str, command: &str) -> PathBuf {
    let home = careful.bench.adb.home();
    let script = home.join("tell.sh");
    let text = format!("#!/bin/sh\ncd '{}'\n{body}\n", home.display());
    write_executable(&script, &text);
    let command = command.replace("SCRIPT", &script.display().to_string());
    let text = profile(&["navigate"], "confirm").replacen(
        "coordinates",
        &format!("notify = {command}\ncoordinates"),
        1,
    );
    fs::write(home.join("profile.toml"), text).unwrap();
    home.join("told")
}

fn read_when_there(path: &Path) -> String {
    loop {
        if let Ok(text) = fs::read_to_string(path) {
            return text;
        }
    }
}

#[test]
fn it_gets_the_ticket_and_the_app_and_nothing_else() {
    let careful = Careful::start();
    let body = "env > environment\ncat > input\nprintf '%s\\n' \"$@\" > words\nmv words told";
    let told = notified_by(&careful, body, r#"["SCRIPT", "$HOME; x", "two words"]"#);
    let parked = careful.park();
    let ticket = careful.ticket();
    let words = read_when_there(&told);
    let words: Vec<&str> = words.lines().collect();
    assert_eq!(words[..3], ["$HOME; x", "two words", &ticket], "{words:?}");
    assert!(words[3].contains('.') && words.len() == 4, "{words:?}");
    let home = careful.bench.adb.home();
    assert_eq!(fs::read_to_string(home.join("input")).unwrap(), "");
    let environment = fs::read_to_string(home.join("environment")).unwrap();
    for line in environment.lines() {
        let (name, _) = line.split_once('=').unwrap();
        // A shell adds the others itself.
        assert!(
            ["PATH", "PWD", "OLDPWD", "SHLVL", "_"].contains(&name),
            "{line}"
        );
    }
    approve(&careful.bench.adb, &ticket);
    assert!(parked.wait_with_output().unwrap().status.success());
    assert_eq!(careful.keys(), 1);
}

#[test]
fn it_ends_with_the_process_of_the_run() {
    let careful = Careful::start();
    let body = "sleep 1000 & echo $! > words\nmv words told\nwait";
    let told = notified_by(&careful, body, r#"["SCRIPT"]"#);
    let parked = careful.park();
    let ticket = careful.ticket();
    let started = read_when_there(&told);
    let process = Path::new("/proc").join(started.trim()).join("stat");
    assert!(is_alive(&process));
    assert_eq!(careful.bench.adb.clawperator(&["revoke", &ticket]).exit, 0);
    let patiently = Deadline::after(Duration::from_secs(30));
    assert_eq!(parked.wait_with_output().unwrap().status.code(), Some(7));
    while is_alive(&process) {
        let left = patiently.remaining().unwrap_or_default();
        assert!(!left.is_zero(), "{started}");
    }
}

/// Whether a process is there and not a corpse that nobody has fetched.
fn is_alive(stat: &Path) -> bool {
    let text = fs::read_to_string(stat).unwrap_or_default();
    let state = text.rsplit_once(") ").map(|(_, rest)| rest.to_owned());
    state.is_some_and(|state| !state.starts_with('Z'))
}

#[test]
fn its_failure_is_nothing_to_the_run() {
    let careful = Careful::start();
    for (body, command) in [
        ("exit 3", r#"["SCRIPT"]"#),
        ("", r#"["/nowhere/at/all"]"#),
        // It hangs, and so does what it started.
        ("echo $$ > told\nsleep 1000 & sleep 1000", r#"["SCRIPT"]"#),
    ] {
        let before = careful.keys();
        let told = notified_by(&careful, body, command);
        let parked = careful.park();
        let ticket = careful.ticket();
        if body.starts_with("echo") {
            let process = loop {
                let process = read_when_there(&told);
                if process.ends_with('\n') {
                    break process;
                }
            };
            // It is ended while the run goes on waiting.
            while Path::new("/proc").join(process.trim()).exists() {}
        }
        approve(&careful.bench.adb, &ticket);
        assert!(
            parked.wait_with_output().unwrap().status.success(),
            "{body}"
        );
        assert_eq!(careful.keys(), before + 1, "{body}");
    }
}
