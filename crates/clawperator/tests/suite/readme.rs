//! The transcripts of the README, run as they stand there.

use std::fs;

use serde_json::Value;

use super::case::{Ran, root, run};
use super::private_adb::{Phones, PrivateAdb, programs};
use super::shell::words;

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

/// A line as a reader types it on a terminal, where text is the default.
fn on_a_terminal(mut args: Vec<String>) -> Vec<String> {
    if !args.iter().any(|arg| arg == "--json" || arg == "--output") {
        args.extend(["--output", "text"].map(str::to_owned));
    }
    args
}

fn printed(ran: &Ran) -> String {
    let printed = if ran.stdout.is_empty() {
        &ran.stderr
    } else {
        &ran.stdout
    };
    printed.trim_end().to_owned()
}

/// The text with `0.00 s` for every time and `(0,0)` for every point.
fn without_times(text: &str) -> String {
    let is_time = |word: &str| {
        word.split_once('.').is_some_and(|(whole, part)| {
            (1..=2).contains(&part.len())
                && [whole, part]
                    .iter()
                    .all(|digits| digits.bytes().all(|byte| byte.is_ascii_digit()))
        })
    };
    let mut pieces: Vec<&str> = text.split(' ').collect();
    for index in 1..pieces.len() {
        let unit = pieces[index].split(['\n', ')']).next();
        if unit == Some("s") && is_time(pieces[index - 1]) {
            pieces[index - 1] = "0.00";
        }
        // How often there was time to look.
        if unit == Some("looks") {
            pieces[index - 1] = "0";
        }
    }
    for piece in &mut pieces {
        if piece.starts_with('(') && piece.ends_with("),") {
            *piece = "(0,0),";
        }
    }
    pieces.join(" ")
}

/// The lines, that of the adb program without its version.
fn without_version(text: &str) -> Vec<&str> {
    let cut = |line: &'_ str| -> usize {
        match line.find("  adb ") {
            Some(at) if line.contains("host.adb.program") => at,
            _ => line.len(),
        }
    };
    text.lines().map(|line| &line[..cut(line)]).collect()
}

/// The commands in `console` blocks, each with the lines that follow it.
fn transcripts(text: &str) -> Vec<(String, String)> {
    let blocks = text
        .split("```console\n")
        .skip(1)
        .filter_map(|rest| rest.split("\n```").next());
    let mut found: Vec<(String, String)> = Vec::new();
    for line in blocks.flat_map(str::lines) {
        if let Some(command) = line.strip_prefix("$ ") {
            found.push((command.to_owned(), String::new()));
        } else if let Some((_, output)) = found.last_mut() {
            if !output.is_empty() {
                output.push('\n');
            }
            output.push_str(line);
        }
    }
    found
}
