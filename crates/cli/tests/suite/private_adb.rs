//! An adb server of a test's own, the binary as it finds that server, and virtual phones that the binary started.

use std::io::{BufRead, BufReader, Write as _};
use std::net::{SocketAddr, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::Duration;

use clawperator_adb::Deadline;
use clawperator_test_support::free_port;
pub(crate) use clawperator_test_support::programs;
use serde_json::{Value, json};
use tempfile::TempDir;

use super::case::{Ran, run_in};

/// A place for a server: a port and a home. It is ended with the test.
pub(crate) struct PrivateAdb {
    program: PathBuf,
    home: TempDir,
    pub(crate) port: u16,
}

impl PrivateAdb {
    /// Without a server.
    pub(crate) fn new(program: &Path) -> Self {
        Self {
            program: program.to_owned(),
            home: tempfile::tempdir().unwrap(),
            port: free_port(),
        }
    }

    /// With a server that the binary started.
    pub(crate) fn started(program: &Path) -> Self {
        let adb = Self::new(program);
        loop {
            let ran = adb.clawperator(&["devices"]);
            if ran.exit == 0 {
                return adb;
            }
            // A server was seen to close its very first connection on a busy machine.
            assert_eq!(
                json_of(&ran)["code"],
                "ADB_CONNECTION_LOST",
                "{}",
                ran.stdout
            );
        }
    }

    /// The folder that the binary runs in.
    pub(crate) fn home(&self) -> &Path {
        self.home.path()
    }

    /// The variables by which this server is found, and no other.
    pub(crate) fn environment(&self) -> Vec<(String, String)> {
        let home = self.home.path().display().to_string();
        let port = self.port.to_string();
        [
            ("HOME", home.as_str()),
            ("TMPDIR", &home),
            ("ADB_PATH", &self.program.display().to_string()),
            ("ANDROID_ADB_SERVER_PORT", &port),
            // The server goes looking for emulators and for phones in the network otherwise.
            ("ADB_LOCAL_TRANSPORT_MAX_PORT", "5554"),
            ("ADB_MDNS", "0"),
        ]
        .map(|(name, value)| (name.to_owned(), value.to_owned()))
        .to_vec()
    }

    /// Runs the binary.
    pub(crate) fn clawperator(&self, args: &[&str]) -> Ran {
        self.clawperator_with(&[], args)
    }

    /// Runs the binary with further variables.
    pub(crate) fn clawperator_with(&self, more: &[(&str, &str)], args: &[&str]) -> Ran {
        let mut environment = self.environment();
        let own = |(name, value): &(&str, &str)| ((*name).to_owned(), (*value).to_owned());
        environment.extend(more.iter().map(own));
        let args: Vec<String> = args.iter().map(|word| (*word).to_owned()).collect();
        run_in(&environment, &args, "", self.home.path())
    }

    /// The binary, to be started.
    pub(crate) fn command(&self, args: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_clawperator"));
        command
            .env_clear()
            .envs(self.environment())
            .current_dir(self.home.path())
            .args(args)
            .stdin(Stdio::null())
            .stderr(Stdio::inherit());
        command
    }

    /// What the adb program prints.
    pub(crate) fn adb(&self, args: &[&str]) -> Vec<u8> {
        let output = Command::new(&self.program)
            .env_clear()
            .envs(self.environment())
            .args(args)
            .stdin(Stdio::null())
            .output()
            .unwrap();
        assert!(output.status.success(), "{args:?}: {output:?}");
        output.stdout
    }

    /// What `devices` lists, as `serial state`.
    pub(crate) fn listed(&self) -> Vec<String> {
        let ran = self.clawperator(&["devices"]);
        let list = json_of(&ran);
        let devices = list["devices"]
            .as_array()
            .unwrap_or_else(|| panic!("{list}"));
        let words = |key: &str, device: &Value| device[key].as_str().unwrap().to_owned();
        devices
            .iter()
            .map(|device| format!("{} {}", words("serial", device), words("state", device)))
            .collect()
    }

    /// Waits until the server has a phone in a state. It is asked again and again, since a server that lost a phone
    /// tries again every ten seconds only.
    pub(crate) fn until(&self, serial: &str, state: &str) {
        let patiently = Deadline::after(Duration::from_mins(2));
        let wanted = format!("{serial} {state}");
        while !self.listed().contains(&wanted) {
            let left = patiently.remaining().unwrap_or_default();
            assert!(
                !left.is_zero(),
                "{serial} is not {state}: {:?}",
                self.listed()
            );
        }
    }
}

impl Drop for PrivateAdb {
    fn drop(&mut self) {
        let _ = Command::new(&self.program)
            .env_clear()
            .envs(self.environment())
            .arg("kill-server")
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .status();
    }
}

/// `clawperator virtual-phone` while it runs. It is killed with the test.
pub(crate) struct Phones {
    child: Child,
    /// What it printed when it was ready.
    pub(crate) started: Value,
}

impl Phones {
    /// Phones that are connected to the server and have a control socket.
    pub(crate) fn start(adb: &PrivateAdb, more: &[&str]) -> Self {
        let args = [
            &["virtual-phone", "--connect", "--control", "0", "--json"],
            more,
        ]
        .concat();
        let mut child = adb.command(&args).stdout(Stdio::piped()).spawn().unwrap();
        let mut line = String::new();
        let stdout = child.stdout.take().unwrap();
        BufReader::new(stdout).read_line(&mut line).unwrap();
        let started =
            serde_json::from_str(&line).unwrap_or_else(|error| panic!("{error}: {line:?}"));
        Self { child, started }
    }

    pub(crate) fn serial(&self, number: usize) -> &str {
        self.started["phones"][number]["serial"].as_str().unwrap()
    }

    /// Switches a fault of the only phone.
    pub(crate) fn fault(&self, name: &str, on: bool) {
        let request = json!({ "do": "fault", "name": name, "on": on });
        assert_eq!(self.control(&request), json!({ "answer": "done" }));
    }

    /// Asks something of the control socket.
    pub(crate) fn control(&self, request: &Value) -> Value {
        let address: SocketAddr = self.started["control"].as_str().unwrap().parse().unwrap();
        let mut socket = TcpStream::connect(address).unwrap();
        socket.write_all(format!("{request}\n").as_bytes()).unwrap();
        let mut line = String::new();
        BufReader::new(socket).read_line(&mut line).unwrap();
        serde_json::from_str(&line).unwrap()
    }

    /// Sends a signal, `INT` or `TERM`, and waits for the end.
    pub(crate) fn end(&mut self, signal: &str) -> ExitStatus {
        send(signal, &self.child);
        ended(&mut self.child)
    }
}

impl Drop for Phones {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Waits for the end of a process, for a minute at most.
pub(crate) fn ended(child: &mut Child) -> ExitStatus {
    let patiently = Deadline::after(Duration::from_mins(1));
    loop {
        if let Some(status) = child.try_wait().unwrap() {
            return status;
        }
        if patiently.remaining().unwrap_or_default().is_zero() {
            child.kill().unwrap();
            panic!("it did not end");
        }
        std::thread::yield_now();
    }
}

/// Sends a signal to a process of this test.
pub(crate) fn send(signal: &str, child: &Child) {
    let line = format!("kill -{signal} {}", child.id());
    let sent = Command::new("sh").args(["-c", &line]).status().unwrap();
    assert!(sent.success(), "{line}");
}

/// What the binary printed, as JSON.
pub(crate) fn json_of(ran: &Ran) -> Value {
    serde_json::from_str(&ran.stdout)
        .unwrap_or_else(|error| panic!("{error}\n{}{}", ran.stdout, ran.stderr))
}
