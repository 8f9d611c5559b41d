//! The real adb programs, each server with a port and a home of its own.

use std::path::PathBuf;
use std::process::{Output, Stdio};

use clawperator_test_support::free_port;
use tempfile::TempDir;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::process::Command;

use super::PATIENCE;
use super::phone::Phone;

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
    port: u16,
}

impl Adb {
    pub(crate) async fn start(version: Version) -> Self {
        let program = match version {
            Version::Path => PathBuf::from("adb"),
            Version::Adb36 => adb36(),
        };
        let home = tempfile::tempdir().unwrap();
        let adb = Self {
            program,
            home,
            port: free_port(),
        };
        let started = adb.command(&["start-server"]).output().await;
        let started = started.unwrap_or_else(|error| {
            panic!(
                "cannot run {}: {error}; install Debian's `adb` or set ADB36",
                adb.program.display()
            )
        });
        assert!(
            started.status.success(),
            "{}",
            String::from_utf8_lossy(&started.stderr)
        );
        adb
    }

    /// A server with the phone connected.
    pub(crate) async fn connected(version: Version, phone: &Phone) -> Self {
        let adb = Self::start(version).await;
        let said = adb.text(&["connect", &phone.serial()]).await;
        assert_eq!(said, format!("connected to {}\n", phone.serial()));
        adb
    }

    pub(crate) fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(&self.program);
        command
            .args(arguments)
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
        command
    }

    pub(crate) async fn output(&self, arguments: &[&str]) -> Output {
        let output = tokio::time::timeout(PATIENCE, self.command(arguments).output()).await;
        output
            .unwrap_or_else(|_| panic!("{arguments:?} took too long"))
            .unwrap()
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

    /// Runs a command with input.
    pub(crate) async fn with_input(&self, arguments: &[&str], input: &[u8]) -> Output {
        let mut child = self
            .command(arguments)
            .stdin(Stdio::piped())
            .spawn()
            .unwrap();
        let mut stdin = child.stdin.take().unwrap();
        let write = async {
            stdin.write_all(input).await.unwrap();
            drop(stdin);
        };
        let both = async { tokio::join!(write, child.wait_with_output()).1 };
        tokio::time::timeout(PATIENCE, both)
            .await
            .expect("in time")
            .unwrap()
    }

    /// The state that the server shows for a phone.
    pub(crate) async fn state(&self, phone: &Phone) -> Option<String> {
        let devices = self.text(&["devices"]).await;
        let line = devices
            .lines()
            .find_map(|line| line.strip_prefix(&format!("{}\t", phone.serial())));
        line.map(str::to_owned)
    }

    pub(crate) async fn until_state(&self, phone: &Phone, wanted: Option<&str>) {
        let asked = async { while self.state(phone).await.as_deref() != wanted {} };
        assert!(
            tokio::time::timeout(PATIENCE, asked).await.is_ok(),
            "never {wanted:?}"
        );
    }

    /// A shell command over a socket of the server, without a program of its own.
    pub(crate) async fn shell_socket(&self, serial: &str, line: &str) -> ShellSocket {
        let mut socket = TcpStream::connect(("127.0.0.1", self.port)).await.unwrap();
        for service in [format!("host:transport:{serial}"), format!("exec:{line}")] {
            let request = format!("{:04x}{service}", service.len());
            socket.write_all(request.as_bytes()).await.unwrap();
            let mut status = [0; 4];
            socket.read_exact(&mut status).await.unwrap();
            assert_eq!(&status, b"OKAY");
        }
        ShellSocket(socket)
    }

    pub(crate) fn file(&self, name: &str) -> PathBuf {
        self.home.path().join(name)
    }
}

/// A command that runs.
pub(crate) struct ShellSocket(TcpStream);

impl ShellSocket {
    /// Sends text and waits for it to come back.
    pub(crate) async fn echo(&mut self, text: &[u8]) {
        self.0.write_all(text).await.unwrap();
        let mut back = vec![0; text.len()];
        let read = tokio::time::timeout(PATIENCE, self.0.read_exact(&mut back)).await;
        read.expect("in time").unwrap();
        assert_eq!(back, text);
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

#[expect(
    clippy::disallowed_methods,
    reason = "a test's way to be told where a program is"
)]
fn adb36() -> PathBuf {
    let path = std::env::var_os("ADB36").map(PathBuf::from);
    path.filter(|path| path.is_file())
        .expect("ADB36 must name the `adb` from the PyPI wheel adbutils 2.12.0")
}
