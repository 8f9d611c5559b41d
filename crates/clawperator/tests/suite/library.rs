//! The program as a library, with its clock, random source and streams handed in.

use std::ffi::OsString;
use std::io::{self, Write};
use std::sync::Arc;

use clawperator_cli::{Environment, Invocation, Terminal, run};
use clawperator_contract::schema::SchemaName;
use clawperator_contract::{CONTRACT_VERSION, ExitStatus};
use clawperator_host::Sources;
use clawperator_test_support::FakeSources;
use serde_json::Value;

/// A clock that stands still and a random source that always says the same.
fn fixed() -> Arc<dyn Sources> {
    // The digits of "abcd123" in base 36, least significant first.
    let digits = [10, 11, 12, 13, 1, 2, 3];
    let number: u64 = digits
        .iter()
        .rev()
        .fold(0, |number, digit| number * 36 + digit);
    let sources = FakeSources::start().times(0).at(1_700_000_000_000);
    Arc::new(sources.random(&number.to_le_bytes()))
}

/// A machine that cannot give random numbers.
fn exhausted() -> Arc<dyn Sources> {
    Arc::new(FakeSources::start().without_randomness())
}

/// A stream that takes nothing.
struct Closed(io::ErrorKind);

impl Write for Closed {
    fn write(&mut self, _: &[u8]) -> io::Result<usize> {
        Err(self.0.into())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

const PIPE: Terminal = Terminal {
    stdin: false,
    stdout: false,
    stderr: false,
    colour: true,
};
const TERMINAL: Terminal = Terminal {
    stdin: false,
    stdout: true,
    stderr: true,
    colour: true,
};

fn call(
    args: &[&str],
    terminal: Terminal,
    sources: Arc<dyn Sources>,
) -> (ExitStatus, String, String) {
    let (mut stdout, mut stderr) = (Vec::new(), Vec::new());
    let status = run(Invocation {
        arguments: args.iter().map(OsString::from).collect(),
        stdin: &mut io::empty(),
        stdout: &mut stdout,
        stderr: &mut stderr,
        terminal,
        environment: &Environment::default(),
        sources,
        doors: &clawperator_cli::NoDoors,
    });
    (
        status,
        String::from_utf8(stdout).unwrap(),
        String::from_utf8(stderr).unwrap(),
    )
}

fn ids_of(args: &[&str]) -> (String, String) {
    let (status, stdout, _) = call(&[args, &["--validate-only"]].concat(), PIPE, fixed());
    assert_eq!(status, ExitStatus::Ok, "{stdout}");
    let answer: Value = serde_json::from_str(&stdout).unwrap();
    let id = |key: &str| answer["execution"][key].as_str().unwrap().to_owned();
    (id("commandId"), id("taskId"))
}

#[test]
fn every_verb_has_the_ids_of_its_kind() {
    let own = |args: &[&str], id: &str| assert_eq!(ids_of(args), (id.to_owned(), id.to_owned()));
    own(&["click", "--text", "x"], "click-1700000000000-abcd123");
    own(&["type", "x", "--id", "y"], "type-1700000000000-abcd123");
    own(&["read", "--text", "x"], "read-1700000000000-abcd123");
    own(
        &["read-value", "--label", "x"],
        "read-value-1700000000000-abcd123",
    );
    own(&["wait", "--text", "x"], "wait-1700000000000-abcd123");
    own(
        &["wait-for-nav", "--app", "x", "--timeout", "1"],
        "wait-for-nav-1700000000000-abcd123",
    );
    own(&["close", "x"], "close-1700000000000-abcd123");
    own(&["sleep", "1"], "sleep-1700000000000-abcd123");
    own(
        &["scroll-until", "--text", "x"],
        "scroll-until-1700000000000-abcd123",
    );
    own(
        &["scroll-and-click", "--text", "x"],
        "scroll-until-1700000000000-abcd123",
    );
    own(&["snapshot"], "snapshot-1700000000000-abcd123");
    own(&["screenshot"], "screenshot-1700000000000-abcd123");
    let task = |args: &[&str], id: &str, task: &str| {
        assert_eq!(ids_of(args), (id.to_owned(), task.to_owned()));
    };
    task(
        &["open", "x"],
        "open_app_1700000000000",
        "cli-action-open-app",
    );
    task(
        &["open", "x://y"],
        "open_uri_1700000000000",
        "cli-action-open-uri",
    );
    task(
        &["press", "home"],
        "press_key_1700000000000",
        "cli-action-press-key",
    );
    task(&["back"], "press_key_1700000000000", "cli-action-press-key");
    task(
        &["scroll", "up"],
        "scroll-1700000000000-abcd123",
        "cli-action-scroll",
    );
}

#[test]
fn the_timeout_flag_is_the_executions_on_every_verb_that_does_not_wait() {
    let verbs: [&[&str]; 13] = [
        &["click", "--text", "x"],
        &["type", "x", "--id", "y"],
        &["read", "--text", "x"],
        &["read-value", "--label", "x"],
        &["close", "x"],
        &["open", "x"],
        &["press", "home"],
        &["back"],
        &["scroll", "up"],
        &["scroll-until", "--text", "x"],
        &["scroll-and-click", "--text", "x"],
        &["snapshot"],
        &["screenshot"],
    ];
    for verb in verbs {
        let (_, stdout, _) = call(
            &[verb, &["--timeout", "45000", "--dry-run"]].concat(),
            PIPE,
            fixed(),
        );
        let answer: Value = serde_json::from_str(&stdout).unwrap();
        assert_eq!(answer["plan"]["timeoutMs"], 45000, "{verb:?}");
        let (status, ..) = call(
            &[verb, &["--timeout", "120001", "--dry-run"]].concat(),
            PIPE,
            fixed(),
        );
        assert_eq!(status, ExitStatus::Usage, "{verb:?}");
    }
}

#[test]
fn without_random_numbers_nothing_is_built() {
    let (status, stdout, _) = call(&["click", "--text", "x", "--dry-run"], PIPE, exhausted());
    assert_eq!(status, ExitStatus::Environment);
    assert!(stdout.contains("INTERNAL_ERROR"), "{stdout}");
    // What needs no random part still works.
    assert_eq!(
        call(&["open", "x", "--dry-run"], PIPE, exhausted()).0,
        ExitStatus::Ok
    );
}

#[test]
fn a_terminal_gets_text_and_a_pipe_gets_json() {
    let args = ["click", "--text", "Wi-Fi", "--dry-run"];
    let (_, text, _) = call(
        &args,
        Terminal {
            colour: false,
            ..TERMINAL
        },
        fixed(),
    );
    let expected = "plan: nothing was sent\n\
                    click-1700000000000-abcd123, 1 action within 30000 ms\n  \
                    1. click (click)\n       matcher.textEquals = \"Wi-Fi\"\n";
    assert_eq!(text, expected);
    let (_, json, _) = call(&args, PIPE, fixed());
    assert!(
        json.starts_with(
            r#"{"ok":true,"dryRun":true,"plan":{"commandId":"click-1700000000000-abcd123""#
        ),
        "{json}"
    );
    assert_eq!(json.lines().count(), 1);
}

#[test]
fn json_that_is_asked_for_goes_to_a_terminal_too() {
    let (status, stdout, stderr) = call(&["click", "--json"], TERMINAL, fixed());
    assert_eq!((status, stderr.as_str()), (ExitStatus::Usage, ""));
    assert!(
        stdout.starts_with(r#"{"code":"MISSING_SELECTOR""#),
        "{stdout}"
    );
}

#[test]
fn colour_is_only_for_a_terminal_that_takes_it() {
    let escapes = |terminal: Terminal, args: &[&str]| {
        let (_, stdout, stderr) = call(args, terminal, fixed());
        (stdout.contains('\u{1b}'), stderr.contains('\u{1b}'))
    };
    let failing = ["click", "--output", "text"];
    assert_eq!(escapes(TERMINAL, &failing), (false, true));
    assert_eq!(
        escapes(
            Terminal {
                colour: false,
                ..TERMINAL
            },
            &failing
        ),
        (false, false)
    );
    assert_eq!(
        escapes(
            Terminal {
                stderr: false,
                ..TERMINAL
            },
            &failing
        ),
        (false, false)
    );
    let planning = ["back", "--dry-run", "--output", "text"];
    assert_eq!(escapes(TERMINAL, &planning), (true, false));
    assert_eq!(
        escapes(
            Terminal {
                stdin: false,
                stdout: false,
                ..TERMINAL
            },
            &planning
        ),
        (false, false)
    );
}

#[test]
fn a_reader_that_has_seen_enough_changes_no_status() {
    let mut stderr = Vec::new();
    let mut status = |args: &[&str], kind: io::ErrorKind| {
        run(Invocation {
            arguments: args.iter().map(OsString::from).collect(),
            stdin: &mut io::empty(),
            stdout: &mut Closed(kind),
            stderr: &mut stderr,
            terminal: PIPE,
            environment: &Environment::default(),
            sources: fixed(),
            doors: &clawperator_cli::NoDoors,
        })
    };
    assert_eq!(
        status(&["limits"], io::ErrorKind::BrokenPipe),
        ExitStatus::Ok
    );
    assert_eq!(
        status(&["click"], io::ErrorKind::BrokenPipe),
        ExitStatus::Usage
    );
    assert_eq!(
        status(&["limits"], io::ErrorKind::StorageFull),
        ExitStatus::Unknown
    );
    assert_eq!(
        status(&["limits", "--output", "text"], io::ErrorKind::StorageFull),
        ExitStatus::Unknown
    );
    // A refusal that nobody could read is no less unknown to whoever asked.
    assert_eq!(
        status(&["click"], io::ErrorKind::StorageFull),
        ExitStatus::Unknown
    );
    let said = String::from_utf8(stderr).unwrap();
    assert!(
        said.starts_with("error[HOST_IO_FAILED]: the answer could not be written"),
        "{said}"
    );
}

#[test]
fn diagnostics_say_what_happened_and_never_what_is_typed() {
    let args = [
        "type",
        "correct horse",
        "--id",
        "password",
        "--device",
        "emulator-5554",
        "--verbose",
        "--dry-run",
    ];
    let (_, _, stderr) = call(&args, PIPE, fixed());
    let lines: Vec<&str> = stderr.lines().collect();
    let expected = [
        "debug: validated in 0.000 ms",
        "info: the execution is valid: 1 action, 0 warnings",
        "debug: device emulator-5554 was not contacted",
    ];
    assert_eq!(lines, expected);
    let (_, text, _) = call(&[&args[..], &["--output", "text"]].concat(), PIPE, fixed());
    assert!(text.contains("text = (13 characters)"), "{text}");
    assert!(!text.contains("horse"), "{text}");
}

#[test]
fn what_follows_type_is_never_repeated() {
    let (_, stdout, stderr) = call(
        &["type", "correct", "horse", "--id", "password"],
        PIPE,
        fixed(),
    );
    assert!(stdout.contains("type takes one text"), "{stdout}");
    assert!(!(stdout + &stderr).contains("horse"));
}

#[test]
fn a_terminal_is_never_steered() {
    let (_, _, stderr) = call(
        &["exec", "a\u{1b}[2J.json"],
        Terminal {
            colour: false,
            ..TERMINAL
        },
        fixed(),
    );
    assert!(!stderr.contains('\u{1b}'), "{stderr:?}");
    assert!(stderr.contains("a\\u{1b}[2J.json"), "{stderr}");
}

#[test]
fn a_schema_is_printed_byte_for_byte() {
    for schema in SchemaName::ALL {
        for format in ["json", "pretty", "text"] {
            let (status, stdout, _) = call(
                &["schema", schema.name(), "--output", format],
                PIPE,
                fixed(),
            );
            assert_eq!((status, stdout), (ExitStatus::Ok, schema.generate()));
        }
    }
}

#[test]
fn versions_name_the_program_the_contract_and_every_schema() {
    let (_, stdout, _) = call(&["version", "--json"], PIPE, fixed());
    let versions: Value = serde_json::from_str(&stdout).unwrap();
    assert_eq!(versions["cliVersion"], env!("CARGO_PKG_VERSION"));
    assert_eq!(versions["contractVersion"], CONTRACT_VERSION);
    let schemas = versions["schemas"].as_object().unwrap();
    assert_eq!(schemas.len(), SchemaName::ALL.len());
    for schema in SchemaName::ALL {
        let document: Value = serde_json::from_str(&schema.generate()).unwrap();
        let expected = document
            .get("$id")
            .cloned()
            .unwrap_or_else(|| CONTRACT_VERSION.into());
        assert_eq!(schemas[schema.name()], expected);
    }
}

#[test]
fn every_action_and_every_error_explains_itself() {
    for action_type in clawperator_contract::ActionType::ALL {
        for format in ["json", "text"] {
            let (status, stdout, _) = call(
                &["actions", action_type.name(), "--output", format],
                PIPE,
                fixed(),
            );
            assert_eq!(status, ExitStatus::Ok);
            // A type that the schema gives and this program cannot name would show as `any`.
            assert!(
                !stdout.contains("(any") && !stdout.contains(r#""type":"any""#),
                "{stdout}"
            );
        }
    }
    for spec in clawperator_contract::ErrorCode::TABLE {
        let (status, stdout, _) = call(&["errors", spec.code.name()], PIPE, fixed());
        assert_eq!(status, ExitStatus::Ok);
        assert!(stdout.contains(spec.meaning), "{stdout}");
    }
}
