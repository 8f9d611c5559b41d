//! The reader of diffs.

use std::io::BufReader;

use clawperator_skills::guard::added_lines;
use proptest::prelude::*;
use proptest::string::string_regex;

/// What a diff adds: file, line and content.
fn read(diff: &[u8]) -> Vec<(String, u64, String)> {
    let mut found = Vec::new();
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    added_lines(BufReader::new(diff), 16, |added| {
        if added.line > 0 {
            found.push((text(added.file), added.line, text(added.bytes)));
        }
    })
    .unwrap();
    found
}

#[test]
fn a_line_that_looks_like_a_header_is_a_line() {
    let diff = "diff --git a/a b/a\n--- a/a\n+++ b/a\n@@ -1 +1,3 @@\n-x\n+++ b/other\n+@@ -1 +1 @@\n+z\n@@ -9,0 +12 @@ fn\n+last\n";
    assert_eq!(
        read(diff.as_bytes()),
        [
            ("a".to_owned(), 1, "++ b/other".to_owned()),
            ("a".to_owned(), 2, "@@ -1 +1 @@".to_owned()),
            ("a".to_owned(), 3, "z".to_owned()),
            ("a".to_owned(), 12, "last".to_owned()),
        ]
    );
}

#[test]
fn a_long_line_comes_in_pieces_that_overlap() {
    let long = "x".repeat(65_530) + "0123456789abcdef" + &"y".repeat(70_000);
    let diff = format!("+++ b/a b\t\n@@ -0,0 +1,2 @@\n+{long}\n+next\n");
    let found = read(diff.as_bytes());
    assert!(
        found
            .iter()
            .any(|(_, _, text)| text.contains("0123456789abcdef"))
    );
    let numbers: Vec<u64> = found.iter().map(|(_, line, _)| *line).collect();
    assert_eq!(numbers, [1, 1, 1, 2]);
    assert_eq!(found[0].0, "a b");
}

#[test]
fn a_file_that_is_removed_adds_nothing() {
    let diff = "--- a/a\n+++ /dev/null\n@@ -1,2 +0,0 @@\n-+++ b/x\n-y\n";
    assert!(read(diff.as_bytes()).is_empty());
}

proptest! {
    /// Whatever lines a file has, the diff that adds them is read as those lines.
    #[test]
    fn lines_come_out_as_they_went_in(
        lines in prop::collection::vec(string_regex("[^\n]{0,40}").unwrap(), 1..20),
        first in 1_u64..1000,
    ) {
        let mut diff = format!("+++ b/f\n@@ -{first},0 +{first},{} @@\n", lines.len());
        for line in &lines {
            diff.push('+');
            diff.push_str(line);
            diff.push('\n');
        }
        let expected: Vec<(String, u64, String)> = (first..)
            .zip(&lines)
            .map(|(number, line)| ("f".to_owned(), number, line.clone()))
            .collect();
        prop_assert_eq!(read(diff.as_bytes()), expected);
    }

    /// Whatever bytes come, reading ends.
    #[test]
    fn any_bytes_are_read_to_their_end(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
        read(&bytes);
    }
}
