//! A real adb server of a test's own: its own port, its own home, ended with the test.

use std::net::TcpListener;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicU16, Ordering};
use std::time::Duration;

use clawperator_adb::{
    AdbError, DEFAULT_STREAM_LIMIT, Deadline, Endpoint, OutputLimits, Server, ServerOptions,
    StartServer, WaitFor,
};
use tempfile::TempDir;

/// Which adb programs the tests run with: paths separated by colons, or else the `adb` of the `PATH`.
const PROGRAMS: &str = "CLAWPERATOR_TEST_ADB";

pub(super) fn programs() -> Vec<PathBuf> {
    #[expect(
        clippy::disallowed_methods,
        reason = "the tests are told by it which adb to use"
    )]
    let (named, path) = (std::env::var_os(PROGRAMS), std::env::var_os("PATH"));
    if let Some(named) = named {
        return std::env::split_paths(&named).collect();
    }
    let path = path.expect("a PATH");
    let found = std::env::split_paths(&path)
        .map(|folder| folder.join("adb"))
        .find(|program| program.is_file());
    vec![found.expect("adb on the PATH, or its path in CLAWPERATOR_TEST_ADB")]
}

/// A deadline that no working server misses.
pub(super) fn soon() -> Deadline {
    Deadline::after(Duration::from_mins(1))
}

/// A server that is ended when it is dropped.
#[derive(Debug)]
pub(super) struct PrivateServer {
    pub(super) program: PathBuf,
    pub(super) endpoint: Endpoint,
    _home: TempDir,
}

impl PrivateServer {
    /// A server that runs.
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
        let server = Self {
            program,
            endpoint: Endpoint::local(free_port()),
            _home: home,
        };
        // A server was seen to close its very first connection on a busy machine; the question may be asked again.
        while let Err(error) = server.client().version(soon()).await {
            assert!(matches!(error, AdbError::ConnectionLost { .. }), "{error}");
        }
        server
    }

    /// A client of this server.
    pub(super) fn client(&self) -> Server {
        Server::new(
            self.endpoint.clone(),
            ServerOptions {
                stream_limit: DEFAULT_STREAM_LIMIT,
                start: StartServer::WhenRefused(Some(self.program.clone())),
            },
        )
    }
}

impl Drop for PrivateServer {
    fn drop(&mut self) {
        let killed = Command::new(&self.program)
            .arg("-L")
            .arg(self.endpoint.to_string())
            .arg("kill-server")
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .status();
        drop(killed);
    }
}

/// Brings a phone back to its server, whatever became of their connection.
///
/// The phone itself has to answer: a server goes on to say `device` for a moment after it has lost one.
pub(super) async fn reconnect(client: &Server, serial: &str) {
    let deadline = soon();
    let device = client.device(serial).unwrap();
    let limits = OutputLimits {
        stdout: 1,
        stderr: 1,
    };
    while device.shell_output(b"true", limits, soon()).await.is_err() {
        // A server that lost a phone tries again by itself, but only every ten seconds.
        drop(client.disconnect_device(serial, deadline).await);
        drop(client.connect_device(serial, deadline).await);
        let ready = Deadline::after(Duration::from_secs(5));
        drop(device.wait_for(WaitFor::Device, ready).await);
        assert!(deadline.remaining().is_some_and(|left| !left.is_zero()));
    }
}

/// A port that nobody listens on. It is below those that the system gives out, so that no connection takes it meanwhile.
fn free_port() -> u16 {
    static NEXT: AtomicU16 = AtomicU16::new(0);
    loop {
        // Test programs that run side by side begin at different places.
        let process = u16::try_from(std::process::id() % 200).unwrap() * 60;
        let port = 20_000 + (process + NEXT.fetch_add(1, Ordering::Relaxed)) % 12_000;
        if TcpListener::bind(("127.0.0.1", port)).is_ok() {
            return port;
        }
    }
}
