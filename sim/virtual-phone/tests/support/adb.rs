//! The real adb programs, each server with a port and a home of its own.

use std::path::{Path, PathBuf};
use std::process::{Output, Stdio};

use clawperator_test_support::free_port;
use clawperator_virtual_phone::Listening;
use tempfile::TempDir;
use tokio::process::Command;

use super::{PATIENCE, in_time, variable};

/// Which adb.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Version {
    /// The one on the path: Debian's 29.
    Path,
    /// The one that `ADB36` names, from the wheel `adbutils`.
    Adb36,
}

pub(crate) const BOTH: [Version; 2] = [Version::Path, Version::Adb36];

/// A server that is killed when it is dropped.
pub(crate) struct Adb {
    program: PathBuf,
    home: TempDir,
    pub(crate) port: u16,
}

impl Adb {
    pub(crate) async fn start(version: Version) -> Self {
        let program = match version {
            Version::Path => PathBuf::from("adb"),
            Version::Adb36 => PathBuf::from(variable("ADB36")),
        };
        let adb = Self {
            program,
            home: tempfile::tempdir().unwrap(),
            port: free_port(),
        };
        let started = adb.output(&["start-server"]).await;
        assert!(started.status.success(), "{started:?}");
        adb
    }

    /// A server with the phone connected.
    pub(crate) async fn connected(version: Version, phone: &Listening) -> Self {
        let adb = Self::start(version).await;
        adb.connect(phone).await;
        adb
    }

    pub(crate) async fn connect(&self, phone: &Listening) {
        let said = self.text(&["connect", &phone.serial()]).await;
        assert!(said.contains("connected to"), "{said}");
        self.until_state(phone, "device").await;
    }

    /// The environment in which the server is found, and nothing else.
    pub(crate) fn environment(&self, command: &mut Command) {
        command
            .env_clear()
            .env("PATH", "/usr/local/bin:/usr/bin:/bin")
            .env("HOME", self.home.path())
            .env("ANDROID_ADB_SERVER_PORT", self.port.to_string())
            .env("ADB_MDNS", "0")
            .current_dir(self.home.path())
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .kill_on_drop(true);
    }

    pub(crate) fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(&self.program);
        self.environment(&mut command);
        command.args(arguments);
        command
    }

    pub(crate) async fn output(&self, arguments: &[&str]) -> Output {
        let output = tokio::time::timeout(PATIENCE, self.command(arguments).output()).await;
        output
            .unwrap_or_else(|_| panic!("{arguments:?} took too long"))
            .unwrap_or_else(|error| panic!("cannot run {}: {error}", self.program.display()))
    }

    /// What a command that succeeds prints.
    pub(crate) async fn text(&self, arguments: &[&str]) -> String {
        let output = self.output(arguments).await;
        let (out, err) = (
            String::from_utf8_lossy(&output.stdout),
            String::from_utf8_lossy(&output.stderr),
        );
        assert!(output.status.success(), "{arguments:?}: {out}{err}");
        out.into_owned()
    }

    /// Waits until the server shows a phone in a state.
    pub(crate) async fn until_state(&self, phone: &Listening, wanted: &str) {
        let line = format!("{}\t{wanted}\n", phone.serial());
        let asked = async { while !self.text(&["devices"]).await.contains(&line) {} };
        in_time(wanted, asked).await;
    }

    pub(crate) fn home(&self) -> &Path {
        self.home.path()
    }
}

impl Drop for Adb {
    fn drop(&mut self) {
        let mut command = std::process::Command::new(&self.program);
        command
            .arg("kill-server")
            .env("HOME", self.home.path())
            .env("ANDROID_ADB_SERVER_PORT", self.port.to_string());
        let _ = command.stdout(Stdio::null()).stderr(Stdio::null()).status();
    }
}
