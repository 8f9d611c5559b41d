//! What the adb program says of itself: the doctor holds it against the server.

use std::fmt;
use std::io;
use std::path::Path;
use std::process::Stdio;

use tokio::io::AsyncReadExt;
use tokio::process::Command;

use crate::deadline::Deadline;
use crate::group::Group;

/// What an adb program says of itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProgramVersion {
    /// The protocol between program and server: 41 of `1.0.41`.
    pub protocol: u32,
    /// The version of the platform tools, such as `36.0.0-13206524`; absent before 2018.
    pub tools: Option<String>,
}

/// Why an adb program told no version.
#[derive(Debug, thiserror::Error)]
pub enum ProgramError {
    /// There is no such program.
    #[error("program not found")]
    NotFound,
    /// It could not be run.
    #[error("cannot run it: {0}")]
    Failed(#[source] io::Error),
    /// It did not end in time.
    #[error("`adb version` did not finish in time")]
    Timeout,
    /// It is not adb.
    #[error("`adb version` does not print a version")]
    Unreadable,
}

const LIMIT: u64 = 64 * 1024;

/// Runs `adb version`, which asks no server and writes no key. The program is ended when the time is up.
pub async fn program_version(
    program: &Path,
    deadline: Deadline,
) -> Result<ProgramVersion, ProgramError> {
    let run = async {
        let mut command = Command::new(program);
        command
            .arg("version")
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null());
        let mut group = Group::start(&mut command).map_err(|error| match error.kind() {
            io::ErrorKind::NotFound => ProgramError::NotFound,
            _ => ProgramError::Failed(error),
        })?;
        let mut said = Vec::new();
        if let Some(stdout) = group.child.stdout.take() {
            let mut stdout = stdout.take(LIMIT);
            let read = stdout.read_to_end(&mut said).await;
            read.map_err(ProgramError::Failed)?;
        }
        // What it printed counts; a program that goes on is ended with all that it has started.
        parse(&String::from_utf8_lossy(&said)).ok_or(ProgramError::Unreadable)
    };
    match deadline.remaining() {
        None => run.await,
        Some(left) => tokio::time::timeout(left, run)
            .await
            .unwrap_or(Err(ProgramError::Timeout)),
    }
}

/// Reads `adb version`.
fn parse(text: &str) -> Option<ProgramVersion> {
    let find = |name: &str| text.lines().find_map(|line| line.strip_prefix(name));
    let bridge = find("Android Debug Bridge version ")?.trim();
    let protocol = bridge.split('.').nth(2)?.split_whitespace().next()?;
    Some(ProgramVersion {
        protocol: protocol.parse().ok()?,
        tools: find("Version ").map(|version| version.trim().to_owned()),
    })
}

impl fmt::Display for ProgramVersion {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.tools {
            Some(tools) => write!(formatter, "{tools} (protocol {})", self.protocol),
            None => write!(formatter, "protocol {}", self.protocol),
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn versions_of_every_age() {
        let debian = "Android Debug Bridge version 1.0.41\nVersion 29.0.6-debian\nInstalled as /usr/lib/android-sdk/platform-tools/adb\n";
        assert_eq!(
            parse(debian).unwrap().to_string(),
            "29.0.6-debian (protocol 41)"
        );
        let old = "Android Debug Bridge version 1.0.32\nRevision 09a0d98bebce-android\n";
        assert_eq!(parse(old).unwrap().to_string(), "protocol 32");
        assert_eq!(parse("bash: adb: command not found\n"), None);
        assert_eq!(parse("Android Debug Bridge version x\n"), None);
    }
    proptest! {
        #[test]
        fn whatever_a_program_prints_is_read_or_refused(text in "(Android Debug Bridge version )?\\PC{0,20}\n?(Version )?\\PC{0,20}") {
            let _ = parse(&text);
        }
    }
}
