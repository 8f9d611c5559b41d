//! A shop whose price changes, whoever asks to buy there, and a person who decides. The phone says what was bought.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::process::{Child, Stdio};

use serde_json::{Value, json};

use super::client::{Answered, Served, execution};
use crate::suite::private_adb::{Bench, ended, json_of, send};

const SCENE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/scenes/priced.json");
const PACKAGE: &str = "org.example.priced";
const ASKER: &str = "token-of-a-program-that-buys-";
const PERSON: &str = "token-of-somebody-who-decides";
const CAREFUL: &str =
    "version = 1\ncoordinates = \"look\"\n[capabilities]\npurchase_risk = \"confirm\"\n";
pub(super) const PRICES: [&str; 2] = ["7.00", "500.00"];

/// The way in of whoever asks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum By {
    Cli,
    Http,
}

/// A run that waits for a person where it must.
pub(super) enum Buyer {
    Process(Child),
    Run(String),
}

pub(super) struct Shop {
    pub(super) bench: Bench,
    pub(super) served: Served,
    /// How far the phone's record is read.
    read: u64,
}

impl Shop {
    pub(super) fn open() -> Self {
        let bench = Bench::start(&["--scene", SCENE]);
        let profile = bench.adb.home().join("careful.toml");
        fs::write(&profile, CAREFUL).unwrap();
        let tokens = json!({ "tokens": [
            { "name": "asker", "token": ASKER, "scopes": ["read", "act"], "profile": profile },
            { "name": "person", "token": PERSON, "scopes": ["read", "approve"] },
        ] });
        let file = bench.state().join("tokens.json");
        fs::create_dir_all(bench.state()).unwrap();
        fs::write(&file, tokens.to_string()).unwrap();
        fs::set_permissions(&file, fs::Permissions::from_mode(0o600)).unwrap();
        let served = bench.serve();
        let shop = Self {
            bench,
            served,
            read: 0,
        };
        shop.shell(&["am", "start", "-W", "-n", &format!("{PACKAGE}/.Main")]);
        shop
    }

    pub(super) fn shell(&self, words: &[&str]) {
        let serial = self.bench.phone.serial(0);
        let words = [&["-s", serial, "shell"], words].concat();
        self.bench.adb.adb(&words);
    }

    pub(super) fn price(&self, number: usize) {
        self.shell(&[
            "am",
            "broadcast",
            "-a",
            &format!("{PACKAGE}.price.{number}"),
        ]);
    }

    /// What was bought since the last time, by its price.
    pub(super) fn bought(&mut self) -> Vec<String> {
        let request = json!({ "do": "journal", "after": self.read });
        let answer = self.bench.phone.control(&request);
        let entries = answer["journal"]["entries"].as_array().unwrap();
        if let Some(last) = entries.last() {
            self.read = last["number"].as_u64().unwrap();
        }
        let text = |entry: &Value| {
            let text = entry["event"]["text"].as_str()?;
            text.strip_prefix("BOUGHT ").map(str::to_owned)
        };
        entries.iter().filter_map(text).collect()
    }

    /// What a person sees.
    pub(super) fn listed(&self) -> Vec<Value> {
        let answer = self.ask(PERSON, "GET /approvals", &Value::Null);
        answer.json()["approvals"].as_array().unwrap().clone()
    }

    /// What a run waits for.
    pub(super) fn waiting(&self) -> Option<Value> {
        let is_waiting = |one: &Value| one["state"] == "waiting" && one["parked"] == true;
        self.listed().into_iter().find(is_waiting)
    }

    /// Whether it was for the person to decide.
    pub(super) fn decide(&self, ticket: &str, how: &str) -> bool {
        let line = format!("POST /approvals/{ticket}/{how}");
        self.ask(PERSON, &line, &Value::Null).status == 200
    }

    /// Buys without waiting for anybody: the code if that failed.
    pub(super) fn buy(&self, by: By) -> Option<String> {
        let envelope = match by {
            By::Cli => {
                let mut words = words();
                words.push("--no-park".to_owned());
                let words: Vec<&str> = words.iter().map(String::as_str).collect();
                let answer = json_of(&self.bench.adb.clawperator(&words));
                if answer["envelope"].is_null() {
                    answer
                } else {
                    answer["envelope"].clone()
                }
            }
            By::Http => {
                let body = json!({ "execution": purchase(), "options": { "park": false } });
                let answer = self.ask(ASKER, "POST /execute", &body).json();
                answer["envelope"].clone()
            }
        };
        let code = envelope["errorCode"].as_str().or(envelope["code"].as_str());
        let succeeded = envelope["status"] == "success";
        (!succeeded).then(|| code.unwrap_or_else(|| panic!("{envelope}")).to_owned())
    }

    /// Begins to buy, and waits for a person where that is needed.
    pub(super) fn begin(&self, by: By) -> Buyer {
        match by {
            By::Cli => {
                let mut words = words();
                words.push("--park".to_owned());
                let words: Vec<&str> = words.iter().map(String::as_str).collect();
                let mut command = self.bench.adb.command(&words);
                Buyer::Process(command.stdout(Stdio::null()).spawn().unwrap())
            }
            By::Http => {
                let body = json!({ "execution": purchase() });
                let answer = self.ask(ASKER, "POST /executions", &body);
                assert_eq!(answer.status, 202, "{}", answer.json());
                Buyer::Run(answer.json()["run"].as_str().unwrap().to_owned())
            }
        }
    }

    pub(super) fn is_over(&self, buyer: &mut Buyer) -> bool {
        match buyer {
            Buyer::Process(child) => child.try_wait().unwrap().is_some(),
            Buyer::Run(run) => {
                let state = self.state(run);
                !(state["envelope"].is_null() && state["error"].is_null())
            }
        }
    }

    /// How it went.
    pub(super) fn outcome(&self, buyer: &mut Buyer) -> String {
        match buyer {
            Buyer::Process(child) => format!("{}", ended(child)),
            Buyer::Run(run) => self.state(run).to_string(),
        }
    }

    fn state(&self, run: &str) -> Value {
        let line = format!("GET /executions/{run}");
        self.ask(ASKER, &line, &Value::Null).json()
    }

    /// Waits until it is over, or until it waits for an answer to another question than this one.
    pub(super) fn settled(&self, buyer: &mut Buyer, but: &str) -> Option<Value> {
        loop {
            if self.is_over(buyer) {
                return None;
            }
            let waiting = self.waiting();
            if let Some(waiting) = waiting.filter(|waiting| waiting["ticket"] != but) {
                return Some(waiting);
            }
        }
    }

    pub(super) fn cancel(&self, buyer: &mut Buyer) {
        match buyer {
            Buyer::Process(child) => {
                if child.try_wait().unwrap().is_none() {
                    send("INT", child);
                }
                ended(child);
            }
            Buyer::Run(run) => {
                self.ask(ASKER, &format!("POST /executions/{run}/cancel"), &json!({}));
            }
        }
        while !self.is_over(buyer) {}
    }

    /// Kills the process that it runs in.
    pub(super) fn kill(&mut self, buyer: &mut Buyer) {
        match buyer {
            Buyer::Process(child) => {
                if child.try_wait().unwrap().is_none() {
                    send("KILL", child);
                }
                ended(child);
            }
            Buyer::Run(_) => {
                self.served.kill();
                self.served = self.bench.serve();
            }
        }
        // What was sent before has arrived when this has.
        self.shell(&["true"]);
    }

    fn ask(&self, token: &str, line: &str, body: &Value) -> Answered {
        self.served.ask_as(token, line, body)
    }
}

fn purchase() -> Value {
    let mut purchase = execution(&json!([
        { "id": "buy", "type": "click", "params": { "matcher": { "textEquals": "Buy now" } } },
    ]));
    // A busy machine is no reason to give up.
    purchase["timeoutMs"] = json!(120_000);
    purchase
}

fn words() -> Vec<String> {
    let words = ["exec", "--json", "--profile", "careful.toml"];
    let mut words: Vec<String> = words.map(str::to_owned).to_vec();
    words.insert(1, purchase().to_string());
    words
}
