//! Debian's adb, with a server, a port and a home of its own.

use std::path::Path;
use std::process::{Output, Stdio};

use tempfile::TempDir;
use tokio::process::Command;

/// A server that is killed when it is dropped, with one phone.
pub(crate) struct Adb {
    home: TempDir,
    port: u16,
}

impl Adb {
    pub(crate) async fn connected(serial: &str) -> Self {
        // A port that was free a moment ago; the server has to be told one.
        let probe = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
        let port = probe.local_addr().unwrap().port();
        drop(probe);
        let home = tempfile::tempdir().unwrap();
        let adb = Self { home, port };
        adb.output(&["start-server"]).await;
        let said = adb.text(&["connect", serial]).await;
        assert!(said.contains("connected to"), "{said}");
        adb.text(&["wait-for-device"]).await;
        adb
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
        let mut command = Command::new("adb");
        environment(&mut command, self.home.path(), self.port);
        command.args(words).output().await.unwrap()
    }
}

impl Drop for Adb {
    fn drop(&mut self) {
        // A server that is gone already needs no end.
        let _ = std::process::Command::new("adb")
            .args(["-P", &self.port.to_string(), "kill-server"])
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .status();
    }
}

fn environment(command: &mut Command, home: &Path, port: u16) {
    command
        .env("HOME", home)
        .env("ANDROID_ADB_SERVER_PORT", port.to_string())
        .stdin(Stdio::null());
}
