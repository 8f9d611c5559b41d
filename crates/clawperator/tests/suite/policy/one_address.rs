//! Two phones behind one address: the way to the first breaks, adb connects again by itself, and the second answers under
//! the same name and the same number of a connection. It is not touched, and nothing is read of it.

use std::io::{BufRead as _, BufReader};
use std::net::{Shutdown, SocketAddr, TcpListener, TcpStream};
use std::process::Stdio;
use std::sync::{Arc, Mutex};
use std::{io, thread};

use serde_json::{Value, json};

use super::SCENE;
use crate::suite::private_adb::{Phones, PrivateAdb, programs};

/// One address, and the phone that answers there.
struct Switchboard {
    address: SocketAddr,
    state: Arc<Mutex<State>>,
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
            }
        });
        Self { address, state }
    }

    /// Breaks the way to the phone; another one answers from now on.
    fn switch(&self, phone: SocketAddr) {
        let mut state = self.state.lock().unwrap();
        state.phone = phone;
        for stream in state.open.drain(..) {
            let _ = stream.shutdown(Shutdown::Both);
        }
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
    fn then(&self, step: &Value) -> (Value, i32) {
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

#[test]
fn the_other_phone_is_not_touched() {
    let bench = Bench::start();
    let (said, exit) = bench.then(&json!(
        { "id": "recents", "type": "press_key", "params": { "key": "recents" } }
    ));
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
        let (said, exit) = bench.then(&step);
        assert!(is_gone(&said), "{said}");
        assert!(!said.to_string().contains("<hierarchy"), "{said}");
        assert_ne!(exit, 0, "{said}");
    }
}
