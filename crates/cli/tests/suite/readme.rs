//! The transcripts of the README, run as they stand there in the `examples` folder.

use std::fs;

use super::case::{root, run};
use super::shell::words;

#[test]
fn every_transcript_of_the_readme_is_what_the_program_prints() {
    let repository = root().join("../../..");
    let readme = fs::read_to_string(repository.join("README.md")).unwrap();
    let transcripts = transcripts(&readme);
    assert!(transcripts.len() >= 4, "{} transcripts", transcripts.len());
    for (line, expected) in transcripts {
        let ran = run(&words(line), "", &repository.join("examples"));
        let printed = if ran.stdout.is_empty() {
            &ran.stderr
        } else {
            &ran.stdout
        };
        assert_eq!(printed.trim_end(), expected, "{line}");
    }
}

/// The commands in `console` blocks, each with the lines that follow it.
fn transcripts(text: &str) -> Vec<(&str, String)> {
    let blocks = text
        .split("```console\n")
        .skip(1)
        .filter_map(|rest| rest.split("\n```").next());
    let mut found: Vec<(&str, String)> = Vec::new();
    for line in blocks.flat_map(str::lines) {
        if let Some(command) = line.strip_prefix("$ ") {
            found.push((command, String::new()));
        } else if let Some((_, output)) = found.last_mut() {
            if !output.is_empty() {
                output.push('\n');
            }
            output.push_str(line);
        }
    }
    found
}
