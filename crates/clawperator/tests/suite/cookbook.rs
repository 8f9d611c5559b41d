//! The transcripts of the cookbook, run as they stand there: each section on phones of its own.

use std::fs;

use super::case::root;
use super::private_adb::{Phones, PrivateAdb, programs};
use super::shell::words;
use super::transcripts::{on_a_terminal, printed, transcripts, without_times};

/// What the phones are called on the page, in their order.
const SERIALS: [&str; 3] = ["127.0.0.1:61000", "127.0.0.1:61001", "127.0.0.1:61002"];

#[test]
fn every_transcript_of_the_cookbook_is_what_the_program_prints() {
    let page = fs::read_to_string(root().join("../../../docs/cookbook.md")).unwrap();
    let mut played = 0;
    for section in page.split("\n## ").skip(1) {
        let title = section.lines().next().unwrap();
        played += play(title, &transcripts(section));
    }
    assert!(played >= 15, "{played} commands");
}

fn play(title: &str, lines: &[(String, String)]) -> usize {
    let several = lines
        .iter()
        .any(|(line, _)| line.contains(SERIALS[2]) || line.contains("--all-phones"));
    let count = if several { SERIALS.len() } else { 1 };
    let adb = PrivateAdb::started(&programs()[0]);
    let phones = Phones::start(&adb, &["--count", &count.to_string()]);
    for (line, expected) in lines {
        let mut typed = line.clone();
        for (number, serial) in SERIALS.iter().enumerate().take(count) {
            typed = typed.replace(serial, phones.serial(number));
        }
        let args = on_a_terminal(words(&typed));
        let args: Vec<&str> = args.iter().map(String::as_str).collect();
        let mut found = printed(&adb.clawperator(&args));
        for (number, serial) in SERIALS.iter().enumerate().take(count) {
            found = found.replace(phones.serial(number), serial);
        }
        assert_eq!(
            without_times(&found),
            without_times(expected),
            "{title}: {line}"
        );
    }
    lines.len()
}
