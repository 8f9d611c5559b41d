//! Every example that a help text or a hint shows works as it stands.

use std::fs;

use super::case::run;
use super::shell::words;

const PLAN: &str = r#"{"commandId":"c1","taskId":"t1","source":"docs","expectedFormat":"android-ui-automator",
    "timeoutMs":30000,"actions":[{"id":"a1","type":"snapshot_ui"}]}"#;

#[test]
fn every_example_of_a_help_text_works() {
    let mut examples = Vec::new();
    for command in clawperator_cli::command().get_subcommands() {
        let help = command
            .get_after_help()
            .map(ToString::to_string)
            .unwrap_or_default();
        examples.extend(
            help.lines()
                .filter_map(|line| line.strip_prefix("  clawperator "))
                .map(str::to_owned),
        );
    }
    assert!(examples.len() > 25, "{} examples", examples.len());
    // An ellipsis stands for the rest of a payload.
    for example in examples.iter().filter(|example| !example.contains('…')) {
        check(example);
    }
}

#[test]
fn every_example_of_a_hint_works() {
    let folder = tempfile::tempdir().unwrap();
    let mut examples = Vec::new();
    let definition = clawperator_cli::command();
    let verbs = definition
        .get_subcommands()
        .filter(|command| !NOT_ALONE.contains(&command.get_name()));
    for command in verbs {
        let ran = run(
            &[command.get_name().to_owned(), "--output=text".to_owned()],
            "",
            folder.path(),
        );
        let quoted = ran.stderr.split('`').skip(1).step_by(2);
        let shown = quoted
            .filter_map(|example| example.strip_prefix("clawperator "))
            .map(str::to_owned);
        examples.extend(shown.filter(|example| !example.contains("--help")));
    }
    assert!(examples.len() > 15, "{} examples", examples.len());
    for example in &examples {
        check(example);
    }
}

/// Commands that speak to adb as soon as they run, of what waits to be approved, or of runs that are kept;
/// `suite/phones.rs`, `suite/policy.rs`, `suite/runs.rs` and `suite/conformance.rs` run them.
const NOT_ALONE: [&str; 13] = [
    "conformance",
    "devices",
    "doctor",
    "operator",
    "virtual-phone",
    "approve",
    "approvals",
    "revoke",
    "policy",
    "runs",
    "report",
    "serve",
    "mcp",
];

/// Runs an example, as a plan where it would need a phone.
fn check(example: &str) {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("plan.json"), PLAN).unwrap();
    let (line, _) = example.split_once(['<', '>']).unwrap_or((example, ""));
    let mut arguments = words(&format!("clawperator {}", line.trim()));
    if NOT_ALONE.contains(&arguments[0].as_str()) {
        let words = [vec!["clawperator".to_owned()], arguments].concat();
        let parsed = clawperator_cli::command().try_get_matches_from(words);
        parsed.unwrap_or_else(|error| panic!("{example}: {error}"));
        return;
    }
    let explains =
        ["guide", "actions", "errors", "schema", "completions"].contains(&arguments[0].as_str());
    if !explains {
        // Behind `--` it would be a word of the phone's program.
        let words = arguments.iter().position(|word| word == "--");
        let place = words.unwrap_or(arguments.len());
        arguments.insert(place, "--dry-run".to_owned());
    }
    let ran = run(&arguments, PLAN, folder.path());
    assert_eq!(
        ran.exit, 0,
        "clawperator {example}\n{}{}",
        ran.stdout, ran.stderr
    );
}
