//! Cancellation, limits, and programs that misbehave.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use async_trait::async_trait;
use bytes::Bytes;
use clawperator_phone_shell::{Closed, Exit, Input, Invocation, Output, Program, pipe};

use super::phone::{Phone, collect, phone, phone_with};

/// Counts how many runs have begun and how many are over, however they ended.
#[derive(Default)]
struct Counted {
    begun: AtomicUsize,
    over: AtomicUsize,
}

struct Forever(Arc<Counted>);

struct Over(Arc<Counted>);

impl Drop for Over {
    fn drop(&mut self) {
        self.0.over.fetch_add(1, Ordering::SeqCst);
    }
}

#[async_trait]
impl Program for Forever {
    async fn run(&self, _: Invocation<'_>) -> Result<Exit, Closed> {
        self.0.begun.fetch_add(1, Ordering::SeqCst);
        let _over = Over(Arc::clone(&self.0));
        std::future::pending::<()>().await;
        Ok(0)
    }
}

struct Panics;

#[async_trait]
impl Program for Panics {
    async fn run(&self, _: Invocation<'_>) -> Result<Exit, Closed> {
        panic!("a program of the test panics");
    }
}

fn with_forever() -> (Phone, Arc<Counted>) {
    let counted = Arc::new(Counted::default());
    let program: Arc<dyn Program> = Arc::new(Forever(Arc::clone(&counted)));
    (
        phone_with(
            13,
            64 * 1024 * 1024,
            vec![("forever", program), ("panics", Arc::new(Panics))],
        ),
        counted,
    )
}

/// Runs a line until it has begun `begun` programs, then drops it; answers how many of them are over.
async fn drop_after(line: &str, begun: usize) -> usize {
    let (phone, counted) = with_forever();
    {
        let run = phone.shell.run(
            line.as_bytes(),
            Input::nothing(),
            Output::nowhere(),
            Output::nowhere(),
        );
        let waits = async {
            while counted.begun.load(Ordering::SeqCst) < begun {
                tokio::task::yield_now().await;
            }
        };
        tokio::select! {
            _ = run => panic!("`{line}` came to its end"),
            () = waits => {}
        }
    }
    for _ in 0..16 {
        tokio::task::yield_now().await;
    }
    counted.over.load(Ordering::SeqCst)
}

#[tokio::test]
async fn dropping_a_run_kills_everything_it_started() {
    assert_eq!(drop_after("forever", 1).await, 1);
    assert_eq!(drop_after("forever | forever | forever", 3).await, 3);
    assert_eq!(drop_after("x=$(forever)", 1).await, 1);
    assert_eq!(drop_after("forever & forever & wait", 2).await, 2);
    assert_eq!(
        drop_after("f() { (forever); }; while true; do f; done", 1).await,
        1
    );
}

/// What a line has set a trap for is done when its stream is gone, unless it has taken the trap away.
#[tokio::test]
async fn a_run_that_is_dropped_does_what_it_has_a_trap_for() {
    for (line, expected) in [
        (
            "trap 'echo gone > /data/local/tmp/t; exit 129' HUP INT TERM PIPE; forever",
            "gone\n",
        ),
        (
            "trap 'echo gone > /data/local/tmp/t' HUP; trap - HUP; forever",
            "",
        ),
        ("trap 'echo gone > /data/local/tmp/t' TERM; forever", ""),
        ("(trap 'echo gone > /data/local/tmp/t' HUP); forever", ""),
    ] {
        let (phone, counted) = with_forever();
        assert_eq!(phone.run(": > /data/local/tmp/t").await.status, 0);
        {
            let nowhere = Output::nowhere;
            let run = phone
                .shell
                .run(line.as_bytes(), Input::nothing(), nowhere(), nowhere());
            let waits = async {
                while counted.begun.load(Ordering::SeqCst) == 0 {
                    tokio::task::yield_now().await;
                }
            };
            tokio::select! {
                _ = run => panic!("`{line}` came to its end"),
                () = waits => {}
            }
        }
        for _ in 0..64 {
            tokio::task::yield_now().await;
        }
        let written = phone.run("cat /data/local/tmp/t").await.stdout;
        assert_eq!(written, expected, "{line}");
    }
}

#[tokio::test]
async fn endless_loops_can_be_cancelled() {
    for line in [
        "while :; do :; done",
        "until false; do x=$((x+1)); done",
        "f() { while true; do echo x; done; }; f > /dev/null",
        "yes > /dev/null",
        "cat /dev/zero > /dev/null",
        "for i in 1; do while true; do continue; done; done",
    ] {
        let phone = phone(13);
        let run = phone.shell.run(
            line.as_bytes(),
            Input::nothing(),
            Output::nowhere(),
            Output::nowhere(),
        );
        tokio::select! {
            biased;
            _ = run => panic!("`{line}` came to its end"),
            () = async { for _ in 0..64 { tokio::task::yield_now().await; } } => {}
        }
    }
}

#[tokio::test]
async fn a_background_command_outlives_its_line_and_ends_with_the_shell() {
    let (phone, counted) = with_forever();
    let (stdout, out) = pipe();
    let status = phone
        .shell
        .run(
            b"forever & echo started",
            Input::nothing(),
            stdout,
            Output::nowhere(),
        )
        .await;
    assert_eq!(status, 0);
    while counted.begun.load(Ordering::SeqCst) < 1 {
        tokio::task::yield_now().await;
    }
    assert_eq!(counted.over.load(Ordering::SeqCst), 0);
    drop(phone);
    assert_eq!(collect(out).await, "started\n");
    assert_eq!(counted.over.load(Ordering::SeqCst), 1);
}

#[tokio::test]
async fn background_commands_are_signalled_and_waited_for() {
    let (phone, _) = with_forever();
    let answer = phone
        .run("forever & kill -9 $!; wait $!; echo $?; (exit 5) & wait $!; echo $?")
        .await;
    assert_eq!(answer.stdout, "137\n5\n");
    let many = phone
        .run("i=0; while [ $i -lt 80 ]; do forever > /dev/null 2>&1 & i=$((i+1)); done")
        .await;
    assert!(many.stderr.contains("can't fork"), "{}", many.stderr);
}

#[tokio::test]
async fn a_pipeline_has_only_so_many_stages_at_once() {
    let (phone, _) = with_forever();
    let line = |stages: usize| format!("{}; echo $?", vec!["true"; stages].join(" | "));
    assert_eq!(phone.run(&line(1000)).await.stdout, "0\n");
    let many = phone.run(&line(1100)).await;
    assert!(many.stderr.contains("can't fork"), "{}", many.stderr);
    assert_eq!(many.stdout, "1\n");
    // What has ended counts no more.
    assert_eq!(phone.run(&line(1000)).await.stdout, "0\n");
}

#[tokio::test]
async fn a_program_that_panics_is_reported_as_aborted() {
    let (phone, _) = with_forever();
    let answer = phone.run("panics; echo $?").await;
    assert_eq!(answer.stdout, "134\n");
    assert_eq!(answer.stderr, "Aborted \n");
}

#[tokio::test]
async fn a_writer_without_a_reader_ends() {
    let phone = phone(13);
    let answer = phone
        .run("yes | true; set -o pipefail; yes | head -n 1; echo $?")
        .await;
    assert_eq!(answer.stdout, "y\n141\n");
    let (stdout, out) = pipe();
    drop(out);
    let status = phone
        .shell
        .run(
            b"echo x; echo y",
            Input::nothing(),
            stdout,
            Output::nowhere(),
        )
        .await;
    assert_eq!(status, 141);
}

#[tokio::test]
async fn a_full_file_system_says_so() {
    let phone = phone_with(13, 200 * 1024, Vec::new());
    let answer = phone
        .run("cd /data/local/tmp; head -c 1000000 /dev/zero > big; echo $?; echo x >> big; echo $?")
        .await;
    assert_eq!(answer.stdout, "1\n1\n");
    assert_eq!(
        answer.stderr,
        "head: write: No space left on device\n\
         /system/bin/sh: echo: write: No space left on device\n"
    );
    // What fits is written.
    let (used, limit) = phone.files.usage();
    assert_eq!((used, phone.files.free()), (limit, 0));
    phone.run("rm /data/local/tmp/big").await;
    assert!(phone.files.usage().0 < used);
}

#[tokio::test]
async fn room_can_be_taken_away_and_given_back() {
    let phone = phone(13);
    let write = "cd /data/local/tmp; echo 0123456789 > file; echo $?";
    phone.files.set_free(Some(0));
    let answer = phone.run(write).await;
    assert_eq!(answer.stdout, "1\n");
    assert_eq!(
        answer.stderr,
        "/system/bin/sh: can't create file: No space left on device\n"
    );
    // A file takes 256 bytes besides its name and its content.
    phone.files.set_free(Some(256 + 4 + 5));
    let answer = phone.run(write).await;
    assert_eq!(
        answer.stderr,
        "/system/bin/sh: echo: write: No space left on device\n"
    );
    let kept = phone.run("cat /data/local/tmp/file").await;
    assert_eq!(kept.stdout, "01234");
    assert_eq!(phone.files.free(), 0);
    // What is removed makes room again.
    phone.run("rm /data/local/tmp/file").await;
    assert_eq!(phone.files.free(), 256 + 4 + 5);
    phone.files.set_free(None);
    assert_eq!(phone.run(write).await.stdout, "0\n");
}

#[tokio::test]
async fn what_grows_without_end_is_refused() {
    let phone = phone(13);
    for (line, message) in [
        (
            "x=aaaaaaaaaaaaaaaa; while :; do x=$x$x$x$x; done",
            "argument list too long",
        ),
        ("f() { f; }; f; exit 0", "maximum nesting exceeded"),
        ("f() { f; f; }; f", "maximum nesting exceeded"),
        (
            "f() { { { true <<E\n$(:)\nE\n}; }; f; }; f",
            "maximum nesting exceeded",
        ),
        (
            "eval \"$(echo 'f() { eval f; }; f')\"",
            "maximum nesting exceeded",
        ),
        ("x=$(cat /dev/zero)", "command output too long"),
        ("x=$(yes)", "command output too long"),
    ] {
        let answer = phone.run(line).await;
        assert!(answer.stderr.contains(message), "`{line}`: {answer:?}");
    }
    let braces = phone
        .run(&format!("echo {} > /dev/null", "{a,b}".repeat(40)))
        .await;
    assert_eq!(braces.status, 0);
    let long = "a".repeat(1024 * 1024 + 1);
    assert_eq!(phone.run(&long).await.status, 1);
    let deep = "( ".repeat(100_000);
    assert_eq!(
        phone.run(&deep).await.stderr,
        "/system/bin/sh: nesting too deep\n"
    );
}

#[tokio::test]
async fn what_ends_early_is_not_nested_for_good() {
    let phone = phone(13);
    let numbers: Vec<String> = (1..=300).map(|number: u32| number.to_string()).collect();
    for step in [
        "eval continue",
        "f() { eval return; }; f",
        "f() { eval \"'\"; }; f 2> /dev/null",
        "f() { x=$(< ${y?}); }; f 2> /dev/null",
        "true 2> /dev/null <<< ${y?}",
    ] {
        let line = format!(
            "for i in {}; do {step}; done; echo reached",
            numbers.join(" ")
        );
        let answer = phone.run(&line).await;
        assert_eq!(answer.stdout, "reached\n", "`{step}`: {answer:?}");
    }
}

#[tokio::test(start_paused = true)]
async fn sleeping_takes_the_phones_time() {
    let phone = phone(13);
    let before = tokio::time::Instant::now();
    let answer = phone
        .run("sleep 100 & sleep 50; wait; date +%H:%M:%S")
        .await;
    assert_eq!(answer.stdout, "07:59:22\n");
    assert_eq!(before.elapsed(), Duration::from_secs(100));
}

#[tokio::test]
async fn an_interactive_shell_prompts_reads_and_goes_on_after_errors() {
    let phone = phone(13);
    let (stdout, out) = pipe();
    let (stderr, err) = pipe();
    let lines = b"x=5\necho $x )\necho \"a\nb\"; echo $x\nnosuch\ncat <<E\nin $x\nE\nexit 7\necho unreached\n";
    let run = phone
        .shell
        .run_interactive(Input::from(Bytes::from_static(lines)), stdout, stderr);
    let (status, stdout, stderr) = tokio::join!(run, collect(out), collect(err));
    assert_eq!(status, 7);
    let prompt = "generic_x86:/ $ ";
    assert_eq!(
        stdout,
        format!("{prompt}{prompt}{prompt}> a\nb\n5\n{prompt}{prompt}> > in 5\n{prompt}")
    );
    assert_eq!(
        stderr,
        "/system/bin/sh: <stdin>[2]: syntax error: unexpected ')'\n\
         /system/bin/sh: <stdin>[5]: nosuch: inaccessible or not found\n"
    );
}

#[tokio::test]
async fn a_piped_shell_has_no_prompt_and_ends_at_an_error() {
    let phone = phone(13);
    for (lines, status, stdout, stderr) in [
        (
            "for i in 1 2\ndo echo $i\ndone\necho \"a\nb\"; echo $-\ncat <<E\nhere\nE\nexit 7\necho no\n",
            7,
            "1\n2\na\nb\nshU\nhere\n",
            "",
        ),
        (
            "echo a\nnosuch\necho b\n)\necho c\n",
            1,
            "a\nb\n",
            "/system/bin/sh: <stdin>[2]: nosuch: inaccessible or not found\n\
             /system/bin/sh: <stdin>[4]: syntax error: unexpected ')'\n",
        ),
        (
            "echo a\n: ${x:?bad}\necho b\n",
            1,
            "a\n",
            "/system/bin/sh: <stdin>[2]: x: bad\n",
        ),
        (
            "echo \"unclosed\n",
            1,
            "",
            "/system/bin/sh: <stdin>[1]: no closing quote\n",
        ),
        ("(exit 3)\n", 3, "", ""),
    ] {
        let (out_writer, out) = pipe();
        let (err_writer, err) = pipe();
        let run = phone
            .shell
            .run_piped(Input::from(Bytes::from(lines)), out_writer, err_writer);
        let (ended, said, complained) = tokio::join!(run, collect(out), collect(err));
        assert_eq!(
            (ended, said.as_str(), complained.as_str()),
            (status, stdout, stderr),
            "{lines}"
        );
    }
}

#[tokio::test]
async fn the_input_of_an_interactive_shell_is_shared_with_its_commands() {
    let phone = phone(13);
    let (stdout, out) = pipe();
    let run = phone.shell.run_interactive(
        Input::from(Bytes::from_static(b"read v\nthis\necho [$v]\ncat\nrest\n")),
        stdout,
        Output::nowhere(),
    );
    let (status, stdout) = tokio::join!(run, collect(out));
    assert_eq!(status, 0);
    assert!(
        stdout.contains("[this]\n") && stdout.contains("rest\n"),
        "{stdout}"
    );
}

#[tokio::test]
async fn a_terminal_is_where_dev_tty_leads() {
    let phone = phone(13);
    let (stdout, out) = pipe();
    let run = phone.shell.run_on_terminal(
        b"echo hidden > /dev/null; echo shown > /dev/tty; [ -t 1 ] && echo yes",
        Input::nothing(),
        stdout,
    );
    let (status, stdout) = tokio::join!(run, collect(out));
    assert_eq!((status, stdout.as_str()), (0, "shown\nyes\n"));
}
