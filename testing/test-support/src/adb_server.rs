//! A real adb server of a test's own: its own port, its own home, ended with the test.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use clawperator_adb::{
    AdbError, ConnectOutcome, DEFAULT_STREAM_LIMIT, Deadline, DeviceHandle, Endpoint, Server,
    ServerOptions, StartServer,
};
use tempfile::TempDir;

use crate::executable::write_executable;
use crate::port::free_port;

/// Which adb programs the tests run with: paths separated by colons, or else the `adb` of the `PATH`.
const PROGRAMS: &str = "CLAWPERATOR_TEST_ADB";

/// The adb programs to test with; there is at least one.
#[must_use]
pub fn programs() -> Vec<PathBuf> {
    #[expect(
        clippy::disallowed_methods,
        reason = "the tests are told by it which adb to use"
    )]
    let (named, path) = (std::env::var_os(PROGRAMS), std::env::var_os("PATH"));
    if let Some(named) = named {
        return std::env::split_paths(&named).collect();
    }
    let found = std::env::split_paths(&path.expect("a PATH"))
        .map(|folder| folder.join("adb"))
        .find(|program| program.is_file());
    vec![found.expect("adb on the PATH, or its path in CLAWPERATOR_TEST_ADB")]
}

/// A deadline that no working server misses.
#[must_use]
pub fn soon() -> Deadline {
    Deadline::after(Duration::from_secs(30))
}

/// A place for a server, which is ended when this is dropped.
#[derive(Debug)]
pub struct PrivateServer {
    program: PathBuf,
    endpoint: Endpoint,
    home: TempDir,
}

impl PrivateServer {
    /// A place for a server; the first call of a client starts it.
    #[must_use]
    pub fn new(adb: &Path) -> Self {
        Self::at(adb, Endpoint::local(free_port()))
    }

    /// The same at a place of the test's choice.
    #[must_use]
    pub fn at(adb: &Path, endpoint: Endpoint) -> Self {
        let home = TempDir::new().unwrap();
        let program = home.path().join("adb");
        // The server would go looking for emulators, at this range of ports, and for phones in the network.
        let script = format!(
            "#!/bin/sh\nexport HOME={home} TMPDIR={home} ADB_LOCAL_TRANSPORT_MAX_PORT=5554 ADB_MDNS=0\nunset ADB_VENDOR_KEYS\nexec {adb} \"$@\"\n",
            home = home.path().display(),
            adb = adb.display(),
        );
        write_executable(&program, &script);
        Self {
            program,
            endpoint,
            home,
        }
    }

    /// A server that runs.
    pub async fn start(adb: &Path) -> Self {
        let server = Self::new(adb);
        // A server was seen to close its very first connection on a busy machine; the question may be asked again.
        let (client, deadline) = (server.client(), soon());
        while let Err(error) = client.version(deadline).await {
            assert!(matches!(error, AdbError::ConnectionLost { .. }), "{error}");
        }
        server
    }

    /// A server that runs and is connected to these phones.
    pub async fn with_phones(adb: &Path, serials: &[&str]) -> Self {
        let server = Self::start(adb).await;
        for serial in serials {
            server.connect(serial).await;
        }
        server
    }

    /// The adb program, which keeps to this server's home.
    #[must_use]
    pub fn program(&self) -> &Path {
        &self.program
    }

    /// The folder that the server keeps its files in, empty but for the adb program.
    #[must_use]
    pub fn home(&self) -> &Path {
        self.home.path()
    }

    /// Where the server listens.
    #[must_use]
    pub const fn endpoint(&self) -> &Endpoint {
        &self.endpoint
    }

    #[must_use]
    pub fn client(&self) -> Server {
        self.client_with(DEFAULT_STREAM_LIMIT)
    }

    /// A client with a limit of its own.
    #[must_use]
    pub fn client_with(&self, stream_limit: usize) -> Server {
        Server::new(
            self.endpoint.clone(),
            ServerOptions {
                stream_limit,
                start: StartServer::WhenRefused(Some(self.program.clone())),
            },
        )
    }

    /// Connects the server to a phone.
    pub async fn connect(&self, serial: &str) -> DeviceHandle {
        let client = self.client();
        let outcome = client.connect_device(serial, soon()).await.unwrap();
        assert_eq!(outcome, ConnectOutcome::Connected, "{serial}");
        client.device(serial).unwrap()
    }

    /// Connects the server to a phone that it may still have, or be giving up.
    ///
    /// # Panics
    ///
    /// If it is not connected soon.
    pub async fn reconnect(&self, serial: &str) -> DeviceHandle {
        let (client, deadline) = (self.client(), soon());
        loop {
            // It may have come back by itself, or not know the phone any more.
            drop(client.disconnect_device(serial, deadline).await);
            let connected = client.connect_device(serial, deadline).await;
            if matches!(connected, Ok(ConnectOutcome::Connected)) {
                return client.device(serial).unwrap();
            }
            // A connection that it has begun to give up counts as one for a moment.
            let is_over = deadline.remaining().is_none_or(|left| left.is_zero());
            assert!(!is_over, "{serial}: {connected:?}");
        }
    }

    /// The adb program, told which server to use.
    #[must_use]
    pub fn adb(&self) -> Command {
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
