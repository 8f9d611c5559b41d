//! The real adb programs, each with a server, a port and a home of its own.

use std::path::{Path, PathBuf};
use std::process::{Output, Stdio};

use clawperator_test_support::free_port;
use tempfile::TempDir;
use tokio::process::Command;

/// A server that is killed when it is dropped, with one phone.
pub(crate) struct Adb {
    program: PathBuf,
    home: TempDir,
    pub(crate) port: u16,
}

impl Adb {
    /// Debian's.
    pub(crate) async fn connected(serial: &str) -> Self {
        Self::of(Path::new("adb"), serial).await
    }

    pub(crate) async fn of(program: &Path, serial: &str) -> Self {
        let adb = Self {
            program: program.to_owned(),
            home: tempfile::tempdir().unwrap(),
            port: free_port(),
        };
        adb.output(&["start-server"]).await;
        let said = adb.text(&["connect", serial]).await;
        assert!(said.contains("connected to"), "{said}");
        adb.text(&["wait-for-device"]).await;
        adb
    }

    pub(crate) fn home(&self) -> &Path {
        self.home.path()
    }

    /// Leads a program to this server.
    pub(crate) fn environment(&self, command: &mut Command) {
        command
            .env("HOME", self.home.path())
            .env("ANDROID_ADB_SERVER_PORT", self.port.to_string())
            .stdin(Stdio::null());
    }

    /// The phones that the server has.
    pub(crate) async fn devices(&self) -> String {
        self.text(&["devices"]).await
    }

    /// Runs a command on the phone and answers what it said.
    pub(crate) async fn shell(&self, line: &str) -> String {
        self.text(&["shell", line]).await
    }

    /// What goes to a program's output, as bytes.
    pub(crate) async fn exec_out(&self, line: &str) -> Vec<u8> {
        self.output(&["exec-out", line]).await.stdout
    }

    async fn text(&self, words: &[&str]) -> String {
        let output = self.output(words).await;
        let said = [output.stdout, output.stderr].concat();
        String::from_utf8(said).unwrap().replace('\r', "")
    }

    async fn output(&self, words: &[&str]) -> Output {
        let mut command = Command::new(&self.program);
        self.environment(&mut command);
        command.args(words).output().await.unwrap()
    }
}

impl Drop for Adb {
    fn drop(&mut self) {
        // A server that is gone already needs no end.
        let _ = std::process::Command::new(&self.program)
            .args(["-P", &self.port.to_string(), "kill-server"])
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .status();
    }
}
