//! Scripts that tests run as programs.

use std::io::Write as _;
use std::path::Path;
use std::process::{Command, ExitStatus, Stdio};

/// Writes a script that can be run.
///
/// Another process writes it: a file that this one had open for writing cannot be run for as long as a child that
/// another thread has just forked still holds it (`ETXTBSY`).
///
/// # Panics
///
/// Where it cannot be written.
pub fn write_executable(path: &Path, script: &str) {
    let mut shell = Command::new("sh")
        .args(["-c", "cat >\"$0\" && chmod 755 \"$0\""])
        .arg(path)
        .stdin(Stdio::piped())
        .spawn()
        .expect("a shell can be started");
    let written = shell
        .stdin
        .take()
        .expect("its input is piped")
        .write_all(script.as_bytes());
    let ended = shell.wait();
    assert!(
        written.is_ok() && ended.as_ref().is_ok_and(ExitStatus::success),
        "{}: {written:?}, {ended:?}",
        path.display()
    );
}
