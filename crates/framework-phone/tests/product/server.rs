//! A real adb server of a test's own: its own port, its own home, ended with the test.

use std::net::TcpListener;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use clawperator_adb::{
    AdbError, ConnectOutcome, DEFAULT_STREAM_LIMIT, Deadline, DeviceHandle, Endpoint, Server,
    ServerOptions, StartServer,
};
use tempfile::TempDir;

use super::built::variable;

/// The adb program: the first that `CLAWPERATOR_TEST_ADB` names, or else the `adb` of the `PATH`.
pub(super) fn program() -> PathBuf {
    if let Some(named) = variable("CLAWPERATOR_TEST_ADB") {
        return std::env::split_paths(&named).next().expect("a path");
    }
    let path = variable("PATH").expect("a PATH");
    let found = std::env::split_paths(&path)
        .map(|folder| folder.join("adb"))
        .find(|program| program.is_file());
    found.expect("adb on the PATH, or its path in CLAWPERATOR_TEST_ADB")
}

/// A server that runs.
#[derive(Debug)]
pub(super) struct PrivateServer {
    program: PathBuf,
    client: Server,
    _home: TempDir,
}

impl PrivateServer {
    /// Starts one.
    pub(super) async fn start(adb: &Path) -> Self {
        let home = TempDir::new().unwrap();
        let program = home.path().join("adb");
        // The port range is that of emulators, which the server would go looking for.
        let script = format!(
            "#!/bin/sh\nexport HOME={home} TMPDIR={home} ADB_LOCAL_TRANSPORT_MAX_PORT=5554\nunset ADB_VENDOR_KEYS\nexec {adb} \"$@\"\n",
            home = home.path().display(),
            adb = adb.display(),
        );
        std::fs::write(&program, script).unwrap();
        std::fs::set_permissions(&program, std::fs::Permissions::from_mode(0o755)).unwrap();
        let client = Server::new(
            Endpoint::local(free_port()),
            ServerOptions {
                stream_limit: DEFAULT_STREAM_LIMIT,
                start: StartServer::WhenRefused(Some(program.clone())),
            },
        );
        let server = Self {
            program,
            client,
            _home: home,
        };
        server.until_it_answers().await;
        server
    }

    /// Connects the server to a phone.
    pub(super) async fn connect(&self, serial: &str) -> DeviceHandle {
        let outcome = self.client.connect_device(serial, soon()).await.unwrap();
        assert_eq!(outcome, ConnectOutcome::Connected, "{serial}");
        self.client.device(serial).unwrap()
    }

    /// A server was seen to close its very first connection on a busy machine; the question has no effect, so it may be
    /// asked again.
    async fn until_it_answers(&self) {
        let deadline = soon();
        while let Err(error) = self.client.version(deadline).await {
            assert!(matches!(error, AdbError::ConnectionLost { .. }), "{error}");
        }
    }
}

impl Drop for PrivateServer {
    fn drop(&mut self) {
        let killed = Command::new(&self.program)
            .arg("-L")
            .arg(self.client.endpoint().to_string())
            .arg("kill-server")
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .status();
        drop(killed);
    }
}

/// A deadline that no working server misses.
fn soon() -> Deadline {
    Deadline::after(Duration::from_mins(1))
}

/// A port that nobody listens on. It is below those that the system gives out, so that no connection takes it meanwhile.
fn free_port() -> u16 {
    // Test programs that run side by side begin at different places.
    let first = 20_000 + u16::try_from(std::process::id() % 200).unwrap() * 60;
    (first..32_000)
        .find(|port| TcpListener::bind(("127.0.0.1", *port)).is_ok())
        .expect("a free port")
}
