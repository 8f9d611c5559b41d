//! Two phones behind one address: the way to the first breaks, adb connects again by itself, and the second answers under
//! the same name and the same number of a connection. It is not touched, and nothing is read of it.

use std::io::{BufRead as _, BufReader};
use std::net::{Shutdown, SocketAddr, TcpListener, TcpStream};
use std::path::Path;
use std::process::Stdio;
use std::sync::mpsc::{Receiver, channel};
use std::sync::{Arc, Mutex};
use std::time::Duration;
use std::{io, thread};

use serde_json::{Value, json};

use super::SCENE;
use crate::suite::private_adb::{Phones, PrivateAdb, programs};

/// One address, and the phone that answers there.
struct Switchboard {
    address: SocketAddr,
    state: Arc<Mutex<State>>,
    /// One for each caller that was put through.
    callers: Receiver<()>,
}

struct State {
    phone: SocketAddr,
    open: Vec<TcpStream>,
}

impl Switchboard {
    fn to(phone: SocketAddr) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let state = Arc::new(Mutex::new(State {
            phone,
            open: Vec::new(),
        }));
        let shared = Arc::clone(&state);
        let (put_through, callers) = channel();
        // It ends with the test's process.
        thread::spawn(move || {
            for caller in listener.incoming().flatten() {
                let mut state = shared.lock().unwrap();
                let phone = TcpStream::connect(state.phone).unwrap();
                for (from, to) in [(&caller, &phone), (&phone, &caller)] {
                    let (mut from, mut to) = (from.try_clone().unwrap(), to.try_clone().unwrap());
                    thread::spawn(move || {
                        // Whoever is cut off is cut off.
                        let _ = io::copy(&mut from, &mut to);
                        let _ = to.shutdown(Shutdown::Both);
                    });
                }
                state.open.extend([caller, phone]);
                // Whoever counts them may be gone.
                let _ = put_through.send(());
            }
        });
        Self {
            address,
            state,
            callers,
        }
    }

    /// Breaks the way to the phone, and waits until somebody has called again: another one answers from now on.
    fn switch(&self, phone: SocketAddr) {
        let mut state = self.state.lock().unwrap();
        while self.callers.try_recv().is_ok() {}
        state.phone = phone;
        for stream in state.open.drain(..) {
            let _ = stream.shutdown(Shutdown::Both);
        }
        drop(state);
        self.callers.recv_timeout(Duration::from_mins(2)).unwrap();
    }
}

/// Two phones and one name for both.
struct Bench {
    adb: PrivateAdb,
    phones: Phones,
    board: Switchboard,
    serial: String,
}

impl Bench {
    /// Two phones, the second of which has an Operator that was started by somebody.
    fn with_operators(folder: &Path, remembered: bool) -> Self {
        let bench = Self::start();
        let other = bench.phones.serial(1);
        bench.adb.adb(&["connect", other]);
        bench.adb.until(other, "device");
        let words = ["snapshot", "--device", other, "--operator", "resident"];
        let mut command = bench.adb.command(&words);
        if !remembered {
            command.env("CLAWPERATOR_STATE", folder);
        }
        assert!(command.stdout(Stdio::null()).status().unwrap().success());
        bench
    }

    fn start() -> Self {
        let adb = PrivateAdb::started(&programs()[0]);
        let phones = Phones::start(&adb, &["--count", "2", "--scene", SCENE]);
        let board = Switchboard::to(phones.serial(0).parse().unwrap());
        let serial = board.address.to_string();
        adb.adb(&["connect", &serial]);
        adb.until(&serial, "device");
        Self {
            adb,
            phones,
            board,
            serial,
        }
    }

    fn inputs(&self, phone: usize) -> usize {
        let journal = self
            .phones
            .control(&json!({ "do": "journal", "phone": self.phones.serial(phone) }));
        let entries = journal["journal"]["entries"].as_array().unwrap();
        let inputs = entries
            .iter()
            .filter(|entry| !entry["event"]["input"].is_null());
        inputs.count()
    }

    /// Runs a step after another one and a pause in which the other phone comes to the name.
    fn then(&self, step: &Value, driver: &str) -> (Value, i32) {
        let payload = json!({
            "commandId": "c", "taskId": "t", "source": "test", "expectedFormat": "android-ui-automator", "timeoutMs": 60000,
            "actions": [
                { "id": "home", "type": "press_key", "params": { "key": "home" } },
                { "id": "pause", "type": "sleep", "params": { "durationMs": 6000 } },
                step,
            ],
        });
        let payload = payload.to_string();
        let words = [
            "exec",
            &payload,
            "--device",
            &self.serial,
            "--json",
            "--verbose",
            "--operator",
            driver,
        ];
        let mut command = self.adb.command(&words);
        let running = command
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn();
        let mut running = running.unwrap();
        // The first step has ended: its answer has come.
        let mut log = BufReader::new(running.stderr.take().unwrap()).lines();
        assert!(log.any(|line| line.unwrap().contains("step: took")));
        // Nobody else reads it, and the program must not wait for that.
        thread::spawn(move || log.count());
        self.board.switch(self.phones.serial(1).parse().unwrap());
        self.adb.until(&self.serial, "device");
        let output = running.wait_with_output().unwrap();
        let said = serde_json::from_slice(&output.stdout).unwrap();
        (said, output.status.code().unwrap())
    }
}

/// Whether the phone was not there: another one was, or, on a machine with much else to do, none yet.
fn is_gone(said: &Value) -> bool {
    let codes = ["DEVICE_NOT_FOUND", "DEVICE_OFFLINE"];
    codes.iter().any(|code| said.to_string().contains(code))
}

fn recents() -> Value {
    json!({ "id": "recents", "type": "press_key", "params": { "key": "recents" } })
}

#[test]
fn the_other_phone_is_not_touched() {
    let bench = Bench::start();
    let (said, exit) = bench.then(&recents(), "shell");
    assert_eq!((bench.inputs(0), bench.inputs(1)), (1, 0), "{said}");
    assert!(is_gone(&said), "{said}");
    assert_ne!(exit, 0, "{said}");
}

#[test]
fn nothing_is_read_of_the_other_phone() {
    for step in [
        json!({ "id": "look", "type": "snapshot_ui" }),
        json!({ "id": "picture", "type": "take_screenshot" }),
    ] {
        let bench = Bench::start();
        let (said, exit) = bench.then(&step, "shell");
        assert!(is_gone(&said), "{said}");
        assert!(!said.to_string().contains("<hierarchy"), "{said}");
        assert_ne!(exit, 0, "{said}");
    }
}

/// A stream that is opened again leads to whoever answers, and that one proves that it is an Operator.
#[test]
fn the_operator_of_the_other_phone_is_not_used() {
    let folder = tempfile::tempdir().unwrap();
    for (remembered, step) in [
        (true, recents()),
        (false, recents()),
        (true, json!({ "id": "look", "type": "snapshot_ui" })),
    ] {
        let bench = Bench::with_operators(folder.path(), remembered);
        let (said, exit) = bench.then(&step, "resident");
        assert_eq!((bench.inputs(0), bench.inputs(1)), (1, 0), "{said}");
        assert!(is_gone(&said), "{said}");
        assert!(!said.to_string().contains("<hierarchy"), "{said}");
        assert_ne!(exit, 0, "{said}");
        // Nothing wrong was remembered: what answers now is known as what it is.
        for words in [["press", "home"], ["close", "com.android.settings"]] {
            let on = ["--device", &bench.serial, "--operator", "resident"];
            let words = [words.as_slice(), &on].concat();
            let output = bench.adb.command(&words).output().unwrap();
            assert!(output.status.success(), "{words:?}: {output:?}");
        }
        assert_eq!((bench.inputs(0), bench.inputs(1)), (1, 1));
    }
}
