//! `logcat` as it is followed, and its forms.

use std::time::UNIX_EPOCH;

use clawperator_phone_programs::{LogBuffer, LogEntry, Priority, Release};

use crate::support::phone::{NOW, TestPhone};

fn entry(buffer: LogBuffer, priority: Priority, tag: &str, message: &str) -> LogEntry {
    LogEntry {
        time: UNIX_EPOCH + NOW,
        buffer,
        pid: 9_975,
        tid: 9_976,
        uid: 10_081,
        priority,
        tag: tag.to_owned(),
        message: message.to_owned(),
    }
}

#[tokio::test]
async fn new_entries_come_as_they_are_written() {
    let phone = TestPhone::new(Release::Android14);
    phone
        .state
        .logs()
        .push(entry(LogBuffer::Main, Priority::Info, "A", "one"));
    let (task, mut out) = phone.follow("logcat -v raw");
    assert_eq!(
        out.read().await.unwrap().as_ref(),
        b"--------- beginning of main\none\n"
    );
    phone
        .state
        .logs()
        .push(entry(LogBuffer::Main, Priority::Info, "A", "two"));
    assert_eq!(out.read().await.unwrap().as_ref(), b"two\n");
    drop(out);
    // A reader that has gone ends it with the next entry.
    phone
        .state
        .logs()
        .push(entry(LogBuffer::Main, Priority::Info, "A", "three"));
    task.await.unwrap();
}

#[tokio::test]
async fn every_form_is_printed() {
    let phone = TestPhone::new(Release::Android11);
    phone.state.logs().push(entry(
        LogBuffer::Crash,
        Priority::Error,
        "AndroidRuntime",
        "FATAL EXCEPTION: main\nProcess: dev.probe, PID: 9975",
    ));
    for (format, expected) in [
        (
            "threadtime",
            "10-01 05:57:04.017  9975  9976 E AndroidRuntime: FATAL EXCEPTION: main\n10-01 05:57:04.017  9975  9976 E AndroidRuntime: Process: dev.probe, PID: 9975\n",
        ),
        (
            "brief",
            "E/AndroidRuntime( 9975): FATAL EXCEPTION: main\nE/AndroidRuntime( 9975): Process: dev.probe, PID: 9975\n",
        ),
        (
            "time",
            "10-01 05:57:04.017 E/AndroidRuntime( 9975): FATAL EXCEPTION: main\n10-01 05:57:04.017 E/AndroidRuntime( 9975): Process: dev.probe, PID: 9975\n",
        ),
        (
            "process",
            "E( 9975) FATAL EXCEPTION: main  (AndroidRuntime)\nE( 9975) Process: dev.probe, PID: 9975  (AndroidRuntime)\n",
        ),
        (
            "thread",
            "E( 9975: 9976) FATAL EXCEPTION: main\nE( 9975: 9976) Process: dev.probe, PID: 9975\n",
        ),
        (
            "tag",
            "E/AndroidRuntime: FATAL EXCEPTION: main\nE/AndroidRuntime: Process: dev.probe, PID: 9975\n",
        ),
        (
            "raw",
            "FATAL EXCEPTION: main\nProcess: dev.probe, PID: 9975\n",
        ),
        (
            "long",
            "[ 10-01 05:57:04.017  9975: 9976 E/AndroidRuntime ]\nFATAL EXCEPTION: main\nProcess: dev.probe, PID: 9975\n\n",
        ),
        (
            "epoch",
            "1790834224.017  9975  9976 E AndroidRuntime: FATAL EXCEPTION: main\n1790834224.017  9975  9976 E AndroidRuntime: Process: dev.probe, PID: 9975\n",
        ),
    ] {
        let answer = phone.line(&format!("logcat -d -b crash -v {format}")).await;
        assert_eq!(
            answer.out(),
            format!("--------- beginning of crash\n{expected}"),
            "{format}"
        );
    }
}

#[tokio::test]
async fn filters_counts_and_times_choose_entries() {
    let phone = TestPhone::new(Release::Android14);
    for (tag, priority, message) in [
        ("A", Priority::Debug, "a debug"),
        ("A", Priority::Warn, "a warning"),
        ("B", Priority::Error, "b error"),
    ] {
        phone
            .state
            .logs()
            .push(entry(LogBuffer::Main, priority, tag, message));
    }
    for (options, expected) in [
        ("-d", "a debug\na warning\nb error\n"),
        ("-d A:W *:S", "a warning\n"),
        ("-d -s B", "b error\n"),
        ("-t 1", "b error\n"),
        ("-d -m 2", "a debug\na warning\n"),
        ("-d -e warn", "a warning\n"),
        ("-d --pid=9975", "a debug\na warning\nb error\n"),
        ("-d --pid 1", ""),
        ("-d --uid=10081 B *:S", "b error\n"),
        ("-t 1790834225.0", ""),
        ("-t 1790834224.0", "a debug\na warning\nb error\n"),
    ] {
        let out = phone.line(&format!("logcat -v raw {options}")).await.out();
        let lines = out
            .strip_prefix("--------- beginning of main\n")
            .unwrap_or(&out);
        assert_eq!(lines, expected, "{options}");
    }
    let words = ["logcat", "-v", "raw", "-t", "10-01 05:57:04.018"].map(ToOwned::to_owned);
    assert_eq!(
        phone
            .run(&words, clawperator_phone_shell::Input::nothing())
            .await
            .out(),
        ""
    );
}

#[tokio::test]
async fn the_log_forgets_what_is_oldest() {
    let phone = TestPhone::new(Release::Android14);
    for number in 0..5_000 {
        phone.state.logs().push(entry(
            LogBuffer::Main,
            Priority::Info,
            "A",
            &number.to_string(),
        ));
    }
    let out = phone.line("logcat -d -v raw").await.out();
    assert_eq!(out.lines().count(), 4_097);
    assert!(out.ends_with("\n4999\n"));
    phone.state.logs().push(entry(
        LogBuffer::Main,
        Priority::Info,
        "A",
        &"x".repeat(100_000),
    ));
    assert_eq!(
        phone
            .line("logcat -d -v raw -t 1")
            .await
            .out()
            .lines()
            .last()
            .unwrap()
            .len(),
        4_068
    );
}
