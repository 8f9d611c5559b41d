//! Every `clawperator …` line of the contract's documents, exactly as it stands there.

use super::case::run;
use super::shell::words;

/// What a document says of a line.
#[derive(Clone, Copy, PartialEq)]
enum Says {
    /// It is legal. What needs a phone ends in exit 3 here: it was parsed and validated, and nothing was sent.
    Legal,
    /// It is refused.
    Invalid,
}

const LINES: [(Says, &str); 12] = [
    (
        Says::Legal,
        r#"clawperator exec --validate-only --payload '{"command_id":"cmd-001","task_id":"task-001","source":"docs","expected_format":"android-ui-automator","timeout_ms":30000,"actions":[{"id":"snap-1","type":"snapshot"}]}' --json"#,
    ),
    (
        Says::Legal,
        "clawperator snapshot --json --device <device_serial>",
    ),
    (
        Says::Legal,
        r#"clawperator wait --text "Done" --role button"#,
    ),
    (
        Says::Legal,
        r#"clawperator read --text "Price" --container-id "android:id/list" --json"#,
    ),
    (
        Says::Invalid,
        r#"clawperator read --text "Price" --selector '{"textEquals":"Price"}'"#,
    ),
    (
        Says::Legal,
        r#"clawperator type "hello world" --role textfield"#,
    ),
    (
        Says::Legal,
        r#"clawperator scroll-until --text "About phone" --container-id "android:id/list""#,
    ),
    (Says::Legal, r#"clawperator click --text "Wi-Fi""#),
    (
        Says::Legal,
        r#"clawperator read --selector '{"resourceId":"android:id/title"}' --json"#,
    ),
    (
        Says::Legal,
        r#"clawperator wait --text-contains "Done" --timeout 10000 --json"#,
    ),
    (
        Says::Legal,
        r#"clawperator read-value --label "Battery" --json"#,
    ),
    (
        Says::Legal,
        r#"clawperator scroll-until --text "About phone" --container-id "android:id/list""#,
    ),
];

#[test]
fn every_line_parses_or_is_refused_as_its_document_says() {
    let folder = tempfile::tempdir().unwrap();
    for (says, line) in LINES {
        let words = words(line);
        let as_written = run(&words, "", folder.path());
        let planned = run(
            &[words, vec!["--dry-run".to_owned()]].concat(),
            "",
            folder.path(),
        );
        let expected = match says {
            Says::Invalid => (2, 2),
            Says::Legal if line.contains("--validate-only") => (0, 0),
            Says::Legal => (3, 0),
        };
        assert_eq!(
            (as_written.exit, planned.exit),
            expected,
            "{line}\n{}{}",
            as_written.stdout,
            planned.stdout
        );
        if expected.0 == 3 {
            assert!(
                as_written.stdout.contains("ADB_NOT_FOUND"),
                "{line}\n{}",
                as_written.stdout
            );
        }
    }
}
