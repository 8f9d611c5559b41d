//! An adb server of a test's own, the binary as it finds that server, and virtual phones that the binary started.

use std::io::{BufRead, BufReader, Write as _};
use std::net::{SocketAddr, TcpStream};
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::Duration;

use clawperator_adb::{Deadline, Endpoint};
pub(crate) use clawperator_test_support::programs;
use clawperator_test_support::{PrivateServer, free_port};
use serde_json::{Value, json};

use super::case::{Ran, run_in};

/// A place for a server and for the binary: both have the same home. The server is ended with the test.
pub(crate) struct PrivateAdb {
    server: PrivateServer,
    pub(crate) port: u16,
}

impl PrivateAdb {
    /// Without a server.
    pub(crate) fn new(program: &Path) -> Self {
        let port = free_port();
        Self {
            server: PrivateServer::at(program, Endpoint::local(port)),
            port,
        }
    }

    /// With a server that the binary started.
    pub(crate) fn started(program: &Path) -> Self {
        let adb = Self::new(program);
        let mut said = String::new();
        for _ in 0..5 {
            let ran = adb.clawperator(&["devices"]);
            if ran.exit == 0 {
                return adb;
            }
            // A server was seen to close its very first connection on a busy machine, and to be silent for ten seconds.
            let code = json_of(&ran)["code"].clone();
            assert!(
                ["ADB_CONNECTION_LOST", "DEVICE_TIMEOUT"].contains(&code.as_str().unwrap()),
                "{}",
                ran.stdout
            );
            said = ran.stdout;
        }
        panic!("the adb server does not answer: {said}");
    }

    /// The folder that the binary runs in.
    pub(crate) fn home(&self) -> &Path {
        self.server.home()
    }

    /// The variables by which the binary finds this server, and no other.
    pub(crate) fn environment(&self) -> Vec<(String, String)> {
        let home = self.home().display().to_string();
        [
            ("HOME", home.clone()),
            ("TMPDIR", home),
            ("ADB_PATH", self.server.program().display().to_string()),
            ("ANDROID_ADB_SERVER_PORT", self.port.to_string()),
        ]
        .map(|(name, value)| (name.to_owned(), value))
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
        run_in(&environment, &args, "", self.home())
    }

    /// The binary, to be started.
    pub(crate) fn command(&self, args: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_clawperator"));
        command
            .env_clear()
            .envs(self.environment())
            .current_dir(self.home())
            .args(args)
            .stdin(Stdio::null())
            .stderr(Stdio::inherit());
        command
    }

    /// What the adb program prints.
    pub(crate) fn adb(&self, args: &[&str]) -> Vec<u8> {
        let output = self
            .server
            .adb()
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

/// One phone behind a server of its own. Each suite adds what it asks of it.
pub(crate) struct Bench {
    pub(crate) adb: PrivateAdb,
    pub(crate) phone: Phones,
}

impl Bench {
    /// A phone that was started with these flags too.
    pub(crate) fn start(more: &[&str]) -> Self {
        let adb = PrivateAdb::started(&programs()[0]);
        let phone = Phones::start(&adb, more);
        Self { adb, phone }
    }

    /// Runs a command; its answer as JSON, and its status.
    pub(crate) fn run(&self, words: &[&str]) -> (Value, i32) {
        let ran = self.adb.clawperator(&[words, &["--json"]].concat());
        (json_of(&ran), ran.exit)
    }

    /// How often something was put in.
    pub(crate) fn inputs(&self) -> usize {
        self.phone.inputs(self.phone.serial(0))
    }

    /// Ends the phone, and starts another one under its name.
    pub(crate) fn swap(&mut self, more: &[&str]) {
        let name = self.phone.serial(0).to_owned();
        let (_, port) = name.rsplit_once(':').unwrap();
        self.phone.end("TERM");
        self.phone = Phones::start(&self.adb, &[&["--port", port], more].concat());
        assert_eq!(self.phone.serial(0), name);
    }
}

/// `clawperator virtual-phone` while it runs. It is killed with the test.
pub(crate) struct Phones {
    child: Child,
    /// What it printed when it was ready.
    pub(crate) started: Value,
}

impl Phones {
    /// How often something was put in on a phone, as its journal has it.
    pub(crate) fn inputs(&self, serial: &str) -> usize {
        self.inputs_after(serial, 0).0
    }

    /// The same after an entry of the journal, and the number of its last entry: it keeps the newest thousand.
    pub(crate) fn inputs_after(&self, serial: &str, after: u64) -> (usize, u64) {
        let asked = json!({ "do": "journal", "phone": serial, "after": after });
        let journal = &self.control(&asked)["journal"];
        assert_eq!(journal["dropped"], 0, "too much happened to count it");
        let entries = journal["entries"].as_array().unwrap();
        let inputs = entries
            .iter()
            .filter(|entry| !entry["event"]["input"].is_null());
        let last = entries
            .last()
            .map_or(after, |last| last["number"].as_u64().unwrap());
        (inputs.count(), last)
    }

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

    /// How many streams of adb are open on the phones.
    pub(crate) fn open_streams(&self) -> u64 {
        let counters = self.control(&json!({ "do": "counters" }));
        let open = counters["counters"]["open_streams"].as_u64();
        open.unwrap_or_else(|| panic!("{counters}"))
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
