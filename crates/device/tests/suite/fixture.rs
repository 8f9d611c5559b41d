//! A real adb server of a test's own: its own port, its own home, ended with the test.

use std::net::TcpListener;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicU16, Ordering};
use std::time::Duration;

use clawperator_adb::{
    AdbError, ConnectOutcome, DEFAULT_STREAM_LIMIT, Deadline, DeviceState, Endpoint, Server,
    ServerOptions, StartServer,
};
use clawperator_device::doctor::{ExamineOptions, Limits, Repair};
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
    pub(crate) program: PathBuf,
    pub(crate) endpoint: Endpoint,
    _home: TempDir,
}

impl PrivateServer {
    /// A place for a server, which does not run yet.
    pub(crate) fn new(adb: &Path) -> Self {
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
            endpoint: Endpoint::local(free_port()),
            _home: home,
        }
    }

    /// A client whose first call starts the server.
    pub(crate) fn client(&self) -> Server {
        Server::new(
            self.endpoint.clone(),
            ServerOptions {
                stream_limit: DEFAULT_STREAM_LIMIT,
                start: StartServer::WhenRefused(Some(self.program.clone())),
            },
        )
    }

    /// A server that runs and is connected to these phones.
    pub(crate) async fn with_phones(adb: &Path, serials: &[&str]) -> Self {
        let place = Self::new(adb);
        place.until_it_answers().await;
        for serial in serials {
            place.connect(serial).await;
        }
        place
    }

    /// Connects the server to a phone.
    pub(crate) async fn connect(&self, serial: &str) {
        let outcome = self.client().connect_device(serial, soon()).await.unwrap();
        assert_eq!(outcome, ConnectOutcome::Connected);
    }

    /// Waits until the server answers. A server was seen to close its very first connection on a busy machine; the
    /// question has no effect, so it may be asked again.
    async fn until_it_answers(&self) {
        let (server, deadline) = (self.client(), soon());
        while let Err(error) = server.version(deadline).await {
            assert!(matches!(error, AdbError::ConnectionLost { .. }), "{error}");
        }
    }

    /// Waits until the server sees a phone in a state. It is asked again and again: adb 29 does not
    /// tell those who track its phones that one to which it comes back is unauthorized now.
    pub(crate) async fn until(&self, serial: &str, state: &DeviceState) {
        // A server that lost a phone tries again every ten seconds.
        let (server, patiently) = (self.client(), Deadline::after(Duration::from_mins(2)));
        loop {
            let devices = server.devices(patiently).await.unwrap();
            let found = devices.iter().find(|entry| entry.serial == serial);
            if found.is_some_and(|entry| entry.state == *state) {
                return;
            }
            assert!(patiently.remaining().is_some_and(|left| !left.is_zero()));
        }
    }

    /// Waits until a phone has no stream left. Each look is a question to the server, so that what was closed before
    /// it has passed through.
    pub(crate) async fn until_quiet(&self, open_streams: impl Fn() -> u64) {
        let (server, deadline) = (self.client(), soon());
        while open_streams() != 0 {
            server.version(deadline).await.unwrap();
        }
    }

    /// What the doctor is told about this server.
    pub(crate) fn options(&self) -> ExamineOptions {
        ExamineOptions {
            endpoint: self.endpoint.clone(),
            adb_program: Some(self.program.clone()),
            device: None,
            android_serial: None,
            repair: Repair::Nothing,
            limits: Limits::default(),
        }
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
