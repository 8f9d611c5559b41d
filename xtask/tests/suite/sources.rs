//! What may not stand in the code.

use super::repository::{File, files, forbid};

const MOST_LINES: usize = 500;

#[test]
fn no_source_file_is_too_long() {
    let violations: Vec<String> = sources()
        .iter()
        .filter(|file| !file.is_test())
        .map(|file| (file, file.text.lines().count()))
        .filter(|(_, lines)| *lines > MOST_LINES)
        .map(|(file, lines)| format!("{}: {lines} lines", file.path))
        .collect();
    forbid(
        &violations,
        &format!("Split files over {MOST_LINES} lines by concept, and take the tests along."),
    );
}

#[test]
fn every_crate_root_says_what_the_crate_is_for() {
    let violations: Vec<String> = sources()
        .iter()
        .filter(|file| file.path.ends_with("src/lib.rs") || file.path.ends_with("src/main.rs"))
        .filter(|file| !file.text.starts_with("//!"))
        .map(|file| file.path.clone())
        .collect();
    forbid(
        &violations,
        "Begin lib.rs and main.rs with a `//!` comment: purpose, what is absent, where to start.",
    );
}

#[test]
fn no_test_is_ignored_or_sleeps() {
    forbid(
        &occurrences(&["#[ignore", "thread::sleep"], |_| true),
        "A test that cannot run is mended or removed; time is handed in as a clock.",
    );
}

#[test]
fn nothing_is_left_open() {
    // In two halves, so that this file keeps its own rule.
    let macros = [concat!("todo", "!"), concat!("unimplemented", "!")];
    let mut violations = occurrences(&macros, |_| true);
    let words = [
        concat!("TO", "DO"),
        concat!("FIX", "ME"),
        concat!("XX", "X"),
    ];
    for file in files().iter().filter(|file| !file.has_ending("json")) {
        for (number, line) in file.lines() {
            if line
                .split(|character: char| !character.is_alphanumeric())
                .any(|word| words.contains(&word))
            {
                violations.push(format!("{}:{number}: {}", file.path, line.trim()));
            }
        }
    }
    forbid(&violations, "Do it, or file an issue.");
}

#[test]
fn only_the_printer_prints() {
    let may_print = |file: &File| {
        let printers = [
            "crates/cli/src/printer.rs",
            "crates/clawperator/src/main.rs",
        ];
        file.is_test() || file.path.starts_with("xtask/") || printers.contains(&file.path.as_str())
    };
    forbid(
        &occurrences(&["print!(", "println!("], |file| !may_print(file)),
        "Return the text; crates/cli/src/printer.rs writes it.",
    );
}

#[test]
fn only_what_was_judged_becomes_an_act() {
    let may_make_acts = |file: &File| {
        let makers = [
            "crates/engine/src/guarded_device.rs",
            "crates/engine/src/intent.rs",
        ];
        file.is_test()
            || file.path.starts_with("crates/device/src/")
            || file.path.starts_with("crates/device-operator/src/")
            // A fixed list of acts in an app of its own, which a person is asked about as a whole.
            || file.path.starts_with("crates/conformance/src/")
            || makers.contains(&file.path.as_str())
    };
    let acts = [
        "Act::Touch",
        "Act::Press",
        "Act::Key",
        "Act::Text",
        "Act::Submit",
        "Act::Launch",
        "Act::Open",
        "Act::Stop",
        "Act::Wake",
        "Act::DismissLock",
        "Act::TryInput",
        "Act::Clip",
        "Act::Record",
        "Act::StopRecording",
        "Act::ManageApp",
    ];
    forbid(
        &occurrences(&acts, |file| {
            file.path.starts_with("crates/") && !may_make_acts(file)
        }),
        "Ask for a permit with an `Intent`; the act is made from what was judged.",
    );
}

#[test]
fn only_those_that_must_run_a_program() {
    let may_run = |file: &File| {
        let runners = [
            "crates/adb/src/start.rs",
            "crates/adb/src/program.rs",
            // Starts those two at the head of a group, so that what they start ends with them.
            "crates/adb/src/group.rs",
            // What is about to be committed, only git can tell.
            "crates/skills/src/guard/git.rs",
            // Scripts that a profile names.
            "crates/skill-run/src/script/process.rs",
            "crates/skill-run/src/script/supervisor.rs",
            // What a profile names to tell a person that a run waits.
            "crates/host/src/approvals/notify.rs",
            // A phone to test with, which is no part of what is shipped.
            "sim/framework-phone/src/process.rs",
            // The adb servers of tests, and their scripts.
            "testing/test-support/src/adb_server.rs",
            "testing/test-support/src/executable.rs",
        ];
        file.is_test() || file.path.starts_with("xtask/") || runners.contains(&file.path.as_str())
    };
    let needles = ["tokio::process", "process::Command", "std::process::{"];
    forbid(
        &occurrences(&needles, |file| !may_run(file)),
        "Clawperator runs adb, git for the guard of a repository, and what a profile names; nothing else.",
    );
}

#[test]
fn step_data_is_read_by_its_table() {
    let needles = [
        "data.get(\"",
        "data.contains_key(\"",
        "data.remove(\"",
        "data.insert(\"",
        "data[\"",
    ];
    let is_shipped = |file: &File| file.path.starts_with("crates/") && !file.is_test();
    forbid(
        &occurrences(&needles, is_shipped),
        "Name the key by `DataKey`; crates/contract/src/data_keys/table.rs lists who writes it.",
    );
}

/// The lines of code, not of comment, in which one of `needles` stands.
fn occurrences(needles: &[&str], concerns: impl Fn(&File) -> bool) -> Vec<String> {
    let mut found = Vec::new();
    for file in sources()
        .iter()
        .filter(|file| concerns(file) && file.path != file!())
    {
        for (number, line) in file
            .lines()
            .filter(|(_, line)| !line.trim_start().starts_with("//"))
        {
            if needles.iter().any(|needle| line.contains(needle)) {
                found.push(format!("{}:{number}: {}", file.path, line.trim()));
            }
        }
    }
    found
}

pub(super) fn sources() -> Vec<File> {
    let sources: Vec<File> = files()
        .into_iter()
        .filter(|file| file.has_ending("rs"))
        .collect();
    assert!(!sources.is_empty(), "the repository has no source files");
    sources
}
