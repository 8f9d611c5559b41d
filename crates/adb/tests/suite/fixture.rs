//! A real adb server of a test's own: its own port, its own home, ended with the test.

use std::net::TcpListener;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicU16, Ordering};
use std::time::Duration;

use clawperator_adb::{Deadline, Endpoint, Server, ServerOptions, StartServer};
use tempfile::TempDir;

/// Which adb programs the tests run with: paths separated by colons, or else the `adb` of the `PATH`.
const PROGRAMS: &str = "CLAWPERATOR_TEST_ADB";

pub(crate) fn programs() -> Vec<PathBuf> {
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
pub(crate) fn soon() -> Deadline {
    Deadline::after(Duration::from_secs(30))
}

pub(crate) struct PrivateServer {
    program: PathBuf,
    endpoint: Endpoint,
    _home: TempDir,
}

impl PrivateServer {
    /// A place for a server; the first call of a client starts it.
    pub(crate) fn new(adb: &Path) -> Self {
        Self::at(adb, Endpoint::local(free_port()))
    }

    pub(crate) fn at(adb: &Path, endpoint: Endpoint) -> Self {
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
        Self {
            program,
            endpoint,
            _home: home,
        }
    }

    pub(crate) fn endpoint(&self) -> &Endpoint {
        &self.endpoint
    }

    pub(crate) fn client(&self) -> Server {
        self.client_with(400)
    }

    pub(crate) fn client_with(&self, stream_limit: usize) -> Server {
        Server::new(
            self.endpoint.clone(),
            ServerOptions {
                stream_limit,
                start: StartServer::WhenRefused(Some(self.program.clone())),
            },
        )
    }

    /// The adb program, told which server to use.
    pub(crate) fn adb(&self) -> Command {
        let mut command = Command::new(&self.program);
        command.arg("-L").arg(self.endpoint.to_string());
        command
    }
}

impl Drop for PrivateServer {
    fn drop(&mut self) {
        let killed = self
            .adb()
            .arg("kill-server")
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .status();
        drop(killed);
    }
}

/// A port that nobody listens on. It is below those that the system gives out, so that no connection takes it meanwhile.
pub(crate) fn free_port() -> u16 {
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
