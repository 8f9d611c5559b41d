//! `--verbose`: a run told to a person on standard error, without changing what is on standard output.

use std::fs;

use super::case::{root, with_stable_ids};
use super::private_adb::{Phones, PrivateAdb, programs};
use super::shell::words;

const SCENE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/scenes/log.json");

/// A phone with the page of the scene in front: three buttons `Send`, one disabled and one covered.
fn bench() -> (PrivateAdb, Phones) {
    let adb = PrivateAdb::started(&programs()[0]);
    let phone = Phones::start(&adb, &["--scene", SCENE]);
    adb.adb(&[
        "-s",
        phone.serial(0),
        "shell",
        "am",
        "start",
        "-S",
        "-W",
        "-n",
        "dev.clawperator.log/.Main",
    ]);
    (adb, phone)
}

#[test]
fn the_page_shows_the_log_of_a_click_as_it_is() {
    let (adb, phone) = bench();
    let page = fs::read_to_string(root().join("../../../docs/logging.md")).unwrap();
    let (_, rest) = page.split_once("```console\n$ clawperator ").unwrap();
    let (transcript, _) = rest.split_once("\n```").unwrap();
    let (command, expected) = transcript.split_once('\n').unwrap();
    let args = words(&format!("clawperator {command} --output text"));
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    let ran = adb.clawperator(&args);
    assert_eq!(ran.exit, 0, "{}", ran.stderr);
    let found = ran.stderr.replace(phone.serial(0), "127.0.0.1:61000");
    let (expected, found) = (lines(&with_stable_ids(expected)), lines(&found));
    assert_eq!(found, expected, "{}", ran.stderr);
    // What it is for: the phone, the look, what was chosen and what not, the act, and how long it took.
    for part in [
        "phone chosen: serial",
        "look: nodes",
        "rejected: node [button] #disabled",
        "chosen: node [button] #send",
        "act: kind tap",
        "execution: took",
    ] {
        let is_there = found.iter().any(|line| line.contains(part));
        assert!(is_there, "{part}");
    }
}

#[test]
fn what_is_asked_of_adb_stands_below_what_asks() {
    let (adb, _phone) = bench();
    let ran = adb.clawperator(&["click", "--text", "Send", "--verbose"]);
    let depth = |start: &str| {
        let heads = ran
            .stderr
            .lines()
            .filter_map(|line| line.split_once(" ms  "));
        let mut depths = heads.filter_map(|(_, head)| {
            let head_only = head.trim_start();
            let depth = (head.len() - head_only.len()) / 2;
            head_only.starts_with(start).then_some(depth)
        });
        depths
            .next_back()
            .unwrap_or_else(|| panic!("{start}: {}", ran.stderr))
    };
    assert_eq!(depth("execution"), 0);
    assert_eq!(depth("step"), 1);
    assert_eq!(depth("look"), 2);
    assert_eq!(depth("act"), 2);
    assert_eq!(depth("adb.request"), 3);
}

#[test]
fn standard_output_is_the_same_with_a_log() {
    let (adb, _phone) = bench();
    for args in [
        &["snapshot", "--json"][..],
        &["snapshot", "--output", "pretty"],
        &["read", "--id", "dev.clawperator.log:id/balance", "--json"],
        &["click", "--text", "Nowhere", "--no-wait", "--json"],
        &["click", "--text", "Send", "--json"],
        &["devices", "--json"],
        &["actions", "click"],
    ] {
        let quiet = adb.clawperator(args);
        let told = adb.clawperator(&[args, &["--verbose"]].concat());
        assert_eq!(told.stdout, quiet.stdout, "{args:?}");
        assert_eq!(told.exit, quiet.exit, "{args:?}");
        assert!(
            !quiet.stderr.contains(" ms  "),
            "{args:?}: {}",
            quiet.stderr
        );
    }
}

#[test]
fn both_flags_are_one_log_and_other_levels_are_none() {
    let (adb, _phone) = bench();
    let log = |flags: &[&str]| {
        let args = [&["read", "--id", "dev.clawperator.log:id/balance"], flags].concat();
        lines(&adb.clawperator(&args).stderr)
    };
    assert_eq!(log(&["--verbose"]), log(&["--log-level", "debug"]));
    let is_log = |line: &String| line.contains(" ms  ");
    for level in ["info", "warn", "error"] {
        assert!(!log(&["--log-level", level]).iter().any(is_log), "{level}");
    }
}

/// The lines, with `0` for every number of milliseconds and kilobytes; the times are aligned to the right.
fn lines(log: &str) -> Vec<String> {
    let line = |line: &str| {
        let indent = line
            .split_once(" ms  ")
            .map_or(0, |(_, rest)| rest.len() - rest.trim_start().len());
        let mut words: Vec<&str> = line.split_whitespace().collect();
        for index in 1..words.len() {
            if ["ms", "kB"].contains(&words[index].trim_end_matches(',')) {
                words[index - 1] = "0";
            }
        }
        format!("{}{}", " ".repeat(indent), words.join(" "))
    };
    log.trim_end().lines().map(line).collect()
}
