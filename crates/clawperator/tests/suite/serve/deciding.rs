//! What waits for a person is decided over HTTP or at a terminal, never by whoever asked: the phone's journal is the judge.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::process::{Child, Stdio};

use serde_json::{Value, json};

use super::client::{Answered, Served, press};
use super::mcp_client::{McpClient, Revision, home};
use crate::suite::mcp::Client;
use crate::suite::person;
use crate::suite::private_adb::{Bench, ended, json_of, send};

const ASKER: &str = "token-of-a-program-that-asks";
const PERSON: &str = "token-of-somebody-who-decides";
const LOOKER: &str = "token-of-somebody-who-looks";
const STRANGER: &str = "token-that-decides-elsewhere";
const BLIND: &str = "token-of-somebody-who-sees-no-screen";
const CAREFUL: &str =
    "version = 1\ncoordinates = \"look\"\n[capabilities]\nnavigate = \"confirm\"\n";
const SEES_NOTHING: &str =
    "version = 1\ncoordinates = \"look\"\n[capabilities]\nobserve = \"deny\"\n";

/// How something is asked for that a person must approve.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum By {
    /// A process that waits.
    Cli,
    /// `/execute`, which answers that it waits.
    Execute,
    /// A run that goes on without its connection from the start.
    Executions,
    /// A tool call of a client over standard streams.
    Stdio,
    /// A tool call of a client with a token.
    Mcp(Revision),
}

const EVERY: [By; 6] = [
    By::Cli,
    By::Execute,
    By::Executions,
    By::Stdio,
    By::Mcp(Revision::Older),
    By::Mcp(Revision::Newer),
];

impl By {
    /// Whether a token asks, which could be used to decide.
    fn has_token(self) -> bool {
        !matches!(self, Self::Cli | Self::Stdio)
    }
}

/// Where it is decided.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum At {
    Http,
    Terminal,
}

/// A run that waits.
enum Parked {
    Process(Child),
    Run(String),
    Call(Box<Client>, String),
}

struct Desk {
    bench: Bench,
    served: Served,
}

impl Desk {
    fn open(profile: &str, more: &[&str]) -> Self {
        let bench = Bench::start(more);
        let path = bench.adb.home().join("careful.toml");
        fs::write(&path, profile).unwrap();
        let blind = bench.adb.home().join("blind.toml");
        fs::write(&blind, SEES_NOTHING).unwrap();
        let tokens = json!({ "tokens": [
            { "name": "asker", "token": ASKER, "scopes": ["read", "act", "approve", "admin"], "profile": path },
            { "name": "person", "token": PERSON, "scopes": ["read", "approve"] },
            { "name": "looker", "token": LOOKER, "scopes": ["read", "act"] },
            { "name": "stranger", "token": STRANGER, "scopes": ["approve"], "phones": ["other:1"] },
            { "name": "blind", "token": BLIND, "scopes": ["approve"], "profile": blind },
        ] });
        let file = bench.state().join("tokens.json");
        fs::create_dir_all(bench.state()).unwrap();
        fs::write(&file, tokens.to_string()).unwrap();
        fs::set_permissions(&file, fs::Permissions::from_mode(0o600)).unwrap();
        let served = bench.serve();
        Self { bench, served }
    }

    /// Has something asked for on a phone, up to where it waits; and by which ticket.
    fn park(&self, by: By, phone: usize) -> (Parked, String) {
        let serial = self.bench.phone.serial(phone);
        let mut parked = match by {
            By::Cli => {
                let words = [
                    "press",
                    "home",
                    "--park",
                    "--profile",
                    "careful.toml",
                    "--json",
                    "--device",
                    serial,
                ];
                let mut command = self.bench.adb.command(&words);
                Parked::Process(command.stdout(Stdio::piped()).spawn().unwrap())
            }
            By::Execute | By::Executions => {
                let path = if by == By::Execute {
                    "POST /execute"
                } else {
                    "POST /executions"
                };
                let body = json!({ "execution": press("home"), "deviceId": serial });
                let answer = self.served.ask_as(ASKER, path, &body);
                assert_eq!(answer.status, 202, "{}", answer.json());
                Parked::Run(answer.json()["run"].as_str().unwrap().to_owned())
            }
            By::Stdio => {
                let words = ["--profile", "careful.toml", "--device", serial];
                let mut client = Client::start(&self.bench, &words);
                let generation = client.generation();
                let parked = client.call("act", &home(generation));
                assert_eq!(parked.data["outcome"], "parked", "{parked:?}");
                let run = parked.data["run"].as_str().unwrap().to_owned();
                Parked::Call(Box::new(client), run)
            }
            By::Mcp(revision) => {
                let mut client = McpClient::new(&self.served, ASKER, revision);
                let generation = client.generation_of(&self.served, serial);
                let mut call = home(generation);
                call["device"] = json!(serial);
                let parked = client.data(&self.served, "act", &call);
                assert_eq!(parked["outcome"], "parked", "{parked}");
                Parked::Run(parked["run"].as_str().unwrap().to_owned())
            }
        };
        loop {
            let listed = self.get(PERSON, "/approvals").json();
            let listed = listed["approvals"].as_array().unwrap();
            let parked_there = |one: &&Value| one["deviceId"] == serial && one["parked"] == true;
            if let Some(waiting) = listed.iter().find(parked_there) {
                return (parked, waiting["ticket"].as_str().unwrap().to_owned());
            }
            if let Parked::Process(child) = &mut parked {
                let ended = child.try_wait().unwrap();
                assert!(ended.is_none(), "it does not wait: {ended:?}");
            }
        }
    }

    fn get(&self, token: &str, path: &str) -> Answered {
        self.served
            .ask_as(token, &format!("GET {path}"), &Value::Null)
    }

    fn decide(&self, token: &str, ticket: &str, decision: &str) -> Answered {
        let line = format!("POST /approvals/{ticket}/{decision}");
        self.served.ask_as(token, &line, &Value::Null)
    }

    fn approve(&self, at: At, ticket: &str) {
        match at {
            At::Http => {
                let approved = self.decide(PERSON, ticket, "approve");
                let answer = approved.json();
                assert_eq!(approved.status, 200, "{answer}");
                assert_eq!(answer["approval"]["state"], "approved", "{answer}");
                assert_eq!(answer["approval"]["parked"], true, "{answer}");
            }
            At::Terminal => person::approve(&self.bench.adb, ticket),
        }
    }

    fn refuse(&self, at: At, ticket: &str) {
        match at {
            At::Http => {
                let refused = self.decide(PERSON, ticket, "refuse");
                assert_eq!(refused.status, 200, "{}", refused.json());
                assert_eq!(refused.json()["approval"]["state"], "refused");
            }
            At::Terminal => {
                assert_eq!(self.bench.adb.clawperator(&["revoke", ticket]).exit, 0);
            }
        }
    }

    /// The code of a run's end; nothing where it did what it was to do.
    fn end(&self, parked: Parked) -> Option<String> {
        let envelope = match parked {
            Parked::Call(mut client, run) => {
                let ended = client.call("run", &json!({ "run": run }));
                let succeeded = ended.data["outcome"] == "done";
                return (!succeeded).then(|| ended.data["code"].as_str().unwrap().to_owned());
            }
            Parked::Process(child) => {
                let output = child.wait_with_output().unwrap();
                let answer: Value = serde_json::from_slice(&output.stdout).unwrap();
                answer["envelope"].clone()
            }
            Parked::Run(run) => loop {
                let state = self.get(ASKER, &format!("/executions/{run}")).json();
                if !state["envelope"].is_null() {
                    break state["envelope"].clone();
                }
                assert!(state["error"].is_null(), "{state}");
            },
        };
        let succeeded = envelope["status"] == "success";
        (!succeeded).then(|| envelope["errorCode"].as_str().unwrap().to_owned())
    }
}

fn refused(answer: &Answered, status: u16, code: &str) {
    assert_eq!(
        (answer.status, answer.code().as_str()),
        (status, code),
        "{}",
        answer.json()
    );
}

#[test]
fn it_is_done_once_where_somebody_else_approves_and_never_otherwise() {
    let desk = Desk::open(CAREFUL, &[]);
    let mut done = 0;
    for by in EVERY {
        for at in [At::Http, At::Terminal] {
            let cell = format!("asked {by:?}, decided {at:?}");
            // Refused, and the refusal stands.
            let (parked, ticket) = desk.park(by, 0);
            desk.refuse(at, &ticket);
            assert_eq!(desk.end(parked).as_deref(), Some("POLICY_DENIED"), "{cell}");
            refused(
                &desk.decide(PERSON, &ticket, "approve"),
                404,
                "APPROVAL_NOT_FOUND",
            );
            assert_eq!(desk.bench.adb.clawperator(&["approve", &ticket]).exit, 4);
            assert_eq!(desk.bench.inputs(), done, "{cell}, refused");

            // Neither whoever asked, nor a token that may only look and act, nor one for other phones decides.
            let (parked, ticket) = desk.park(by, 0);
            for decision in ["approve", "refuse"] {
                let looked = desk.decide(LOOKER, &ticket, decision);
                refused(&looked, 403, "NOT_PERMITTED");
                let strange = desk.decide(STRANGER, &ticket, decision);
                refused(&strange, 404, "APPROVAL_NOT_FOUND");
                if by.has_token() {
                    let own = desk.decide(ASKER, &ticket, decision);
                    refused(&own, 403, "ASKER_CANNOT_DECIDE");
                }
            }
            // What asked by the command line has no token; without a terminal it approves nothing.
            assert_eq!(desk.bench.adb.clawperator(&["approve", &ticket]).exit, 7);
            let still = desk.get(PERSON, &format!("/approvals/{ticket}")).json();
            assert_eq!(still["approval"]["state"], "waiting", "{cell}: {still}");
            assert_eq!(desk.bench.inputs(), done, "{cell}, by others");

            // Approved, once, however often that is said.
            desk.approve(at, &ticket);
            let again = desk.decide(PERSON, &ticket, "approve");
            assert!([404, 409].contains(&again.status), "{}", again.json());
            assert_eq!(desk.end(parked), None, "{cell}");
            done += 1;
            assert_eq!(desk.bench.inputs(), done, "{cell}, approved");
            refused(
                &desk.decide(PERSON, &ticket, "approve"),
                404,
                "APPROVAL_NOT_FOUND",
            );
            refused(
                &desk.decide(PERSON, &ticket, "refuse"),
                404,
                "APPROVAL_NOT_FOUND",
            );
            // Nothing of it is left for the next one.
            let (parked, ticket) = desk.park(by, 0);
            desk.refuse(at, &ticket);
            assert_eq!(desk.end(parked).as_deref(), Some("POLICY_DENIED"), "{cell}");
            assert_eq!(desk.bench.inputs(), done, "{cell}, again");
        }
    }
    assert_eq!(done, 2 * EVERY.len());
}

#[test]
fn what_a_killed_process_asked_cannot_be_approved() {
    let mut desk = Desk::open(CAREFUL, &[]);
    for by in EVERY {
        let (parked, ticket) = desk.park(by, 0);
        match parked {
            Parked::Process(mut child) => {
                send("KILL", &child);
                ended(&mut child);
            }
            // Killed where it is dropped.
            Parked::Call(client, _) => drop(client),
            Parked::Run(_) => {
                desk.served.kill();
                desk.served = desk.bench.serve();
            }
        }
        let listed = desk.get(PERSON, "/approvals").json();
        assert_eq!(listed["approvals"], json!([]), "{by:?}");
        refused(
            &desk.decide(PERSON, &ticket, "approve"),
            404,
            "APPROVAL_NOT_FOUND",
        );
        assert_eq!(desk.bench.adb.clawperator(&["approve", &ticket]).exit, 4);
        // Asked anew by the same caller, it is a question again, and an answer to it counts.
        let (parked, ticket) = desk.park(by, 0);
        assert_eq!(desk.bench.inputs(), 0, "{by:?}");
        desk.refuse(At::Http, &ticket);
        assert_eq!(desk.end(parked).as_deref(), Some("POLICY_DENIED"));
    }
    assert_eq!(desk.bench.inputs(), 0);
}

#[test]
fn a_run_whose_phone_was_replaced_brings_no_generation_of_the_other_one() {
    let mut desk = Desk::open(CAREFUL, &[]);
    let mut client = McpClient::new(&desk.served, ASKER, Revision::Newer);
    let generation = client.generation(&desk.served);
    let parked = client.data(&desk.served, "act", &home(generation));
    assert_eq!(parked["outcome"], "parked", "{parked}");
    desk.bench.swap(&[]);
    desk.approve(At::Http, parked["ticket"].as_str().unwrap());
    let run = json!({ "run": parked["run"] });
    for (tool, arguments) in [("run", run), ("act", home(generation))] {
        let ended = client.data(&desk.served, tool, &arguments);
        assert_eq!(ended["run"], parked["run"], "{ended}");
        assert_eq!(ended["code"], "DEVICE_NOT_FOUND", "{ended}");
        assert!(ended["generation"].is_null(), "{ended}");
    }
    assert_eq!(desk.bench.inputs(), 0);
}

#[test]
fn what_nobody_decides_in_time_is_withdrawn() {
    let hasty = format!("approval_minutes = 1\n{CAREFUL}");
    let desk = Desk::open(&hasty, &["--count", "4"]);
    let cli = desk.park(By::Cli, 0);
    let http = desk.park(By::Execute, 1);
    let stdio = desk.park(By::Stdio, 2);
    let mcp = desk.park(By::Mcp(Revision::Newer), 3);
    let left = |ticket: &str| {
        let shown = desk.get(PERSON, &format!("/approvals/{ticket}")).json();
        shown["approval"]["leftMs"].as_u64().unwrap()
    };
    assert!(left(&cli.1) <= 60_000 && left(&http.1) <= 60_000);
    // The minute is the shortest that a profile can say, and all wait for it at the same time.
    for (number, (parked, ticket)) in [cli, http, stdio, mcp].into_iter().enumerate() {
        let code = desk.end(parked);
        assert_eq!(code.as_deref(), Some("POLICY_CONFIRMATION_REQUIRED"));
        refused(
            &desk.decide(PERSON, &ticket, "approve"),
            404,
            "APPROVAL_NOT_FOUND",
        );
        assert_eq!(desk.bench.adb.clawperator(&["approve", &ticket]).exit, 4);
        assert_eq!(desk.bench.phone.inputs(desk.bench.phone.serial(number)), 0);
    }
}

#[test]
fn what_waits_is_shown_to_whoever_decides() {
    let desk = Desk::open(CAREFUL, &[]);
    let serial = desk.bench.phone.serial(0);
    for by in [By::Cli, By::Execute, By::Mcp(Revision::Newer)] {
        let (parked, ticket) = desk.park(by, 0);
        let answer = desk.get(PERSON, &format!("/approvals/{ticket}")).json();
        let shown = &answer["approval"];
        assert_eq!(shown["deviceId"], serial, "{answer}");
        assert_eq!(shown["rule"], "capabilities.navigate");
        assert_eq!(shown["profile"], "careful");
        assert_eq!(shown["act"], "press_key `home`", "{answer}");
        assert!(
            shown["reason"]
                .as_str()
                .unwrap()
                .contains("press_key `home`")
        );
        assert_eq!(shown["own"], false);
        let left = shown["leftMs"].as_u64().unwrap();
        assert!((1..=600_000).contains(&left), "{answer}");
        let run = shown["run"].as_str().unwrap();
        // The record follows as soon as it can.
        while desk.get(PERSON, &format!("/runs/{run}")).json()["summary"]["fate"] != "parked" {}
        let asker = &shown["asker"];
        let surface = match by {
            By::Cli => "cli",
            By::Execute | By::Executions => "http",
            By::Stdio | By::Mcp(_) => "mcp",
        };
        assert_eq!(asker["surface"], surface);
        if by.has_token() {
            assert_eq!(asker["name"], "asker");
            // Whoever asked is told no more than it was told before.
            let own = desk.get(ASKER, &format!("/approvals/{ticket}")).json();
            let own = &own["approval"];
            assert_eq!(own["own"], true);
            assert!(own["reason"].is_null() && own["act"].is_null() && own["picture"].is_null());
            let picture = desk.get(ASKER, &format!("/approvals/{ticket}/picture"));
            refused(&picture, 403, "ASKER_CANNOT_DECIDE");
        } else {
            assert_eq!(asker["name"], Value::Null);
        }
        // The run has the phone, and the picture is taken beside it.
        let picture = desk.get(PERSON, shown["picture"].as_str().unwrap());
        assert_eq!(picture.status, 200);
        assert!(picture.body.starts_with(b"\x89PNG"));
        assert!(
            picture
                .head
                .to_lowercase()
                .contains("clawperator-picture-age-ms: 0")
        );
        let strange = desk.get(STRANGER, &format!("/approvals/{ticket}/picture"));
        refused(&strange, 404, "APPROVAL_NOT_FOUND");
        assert_eq!(
            desk.get(STRANGER, "/approvals").json()["approvals"],
            json!([])
        );
        refused(&desk.get(LOOKER, "/approvals"), 403, "NOT_PERMITTED");
        desk.refuse(At::Http, &ticket);
        desk.end(parked);
    }
    for ticket in ["0123456789abcdef", "x", "%2e%2e%2fkey", "..%2f..%2ftokens"] {
        refused(
            &desk.decide(PERSON, ticket, "approve"),
            404,
            "APPROVAL_NOT_FOUND",
        );
        refused(
            &desk.get(PERSON, &format!("/approvals/{ticket}")),
            404,
            "APPROVAL_NOT_FOUND",
        );
    }
    assert_eq!(desk.bench.inputs(), 0);
}

#[test]
fn a_profile_that_keeps_screens_from_a_token_keeps_records_of_others_from_it() {
    let desk = Desk::open(SEES_NOTHING, &[]);
    let body = json!({ "budget": 2000 });
    let seen = desk.served.ask_as(LOOKER, "POST /snapshot", &body).json();
    let run = seen["run"].as_str().unwrap_or_else(|| panic!("{seen}"));
    let tree = desk.get(LOOKER, &format!("/runs/{run}/screen"));
    assert_eq!(tree.status, 200, "{}", tree.json());
    for path in ["", "/screen", "/steps"] {
        let refused = desk.get(ASKER, &format!("/runs/{run}{path}"));
        assert_eq!(refused.code(), "RUN_NOT_FOUND", "{path}");
    }
    assert_eq!(desk.get(ASKER, &format!("/executions/{run}")).status, 404);
    assert_eq!(desk.get(ASKER, "/runs").json()["runs"], json!([]));
    // Its own are its own.
    let own = json!({ "execution": press("home") });
    let own = desk.served.ask_as(ASKER, "POST /execute", &own).json();
    let own = own["run"].as_str().unwrap_or_else(|| panic!("{own}"));
    assert_eq!(desk.get(ASKER, &format!("/runs/{own}")).status, 200);
    let listed = desk.get(ASKER, "/runs").json();
    assert_eq!(listed["runs"][0]["run"], own, "{listed}");
}

#[test]
fn where_the_screen_may_not_be_read_there_is_no_picture() {
    let desk = Desk::open(&format!("{CAREFUL}observe = \"deny\"\n"), &[]);
    let (parked, ticket) = desk.park(By::Cli, 0);
    let shown = desk.get(PERSON, &format!("/approvals/{ticket}")).json();
    assert!(shown["approval"]["picture"].is_null(), "{shown}");
    let picture = desk.get(PERSON, &format!("/approvals/{ticket}/picture"));
    refused(&picture, 404, "FILE_NOT_FOUND");
    desk.refuse(At::Http, &ticket);
    desk.end(parked);
}

#[test]
fn a_picture_is_neither_offered_nor_shown_to_whoever_may_not_look() {
    let desk = Desk::open(CAREFUL, &[]);
    let mut execution = press("home");
    let shot = json!({ "id": "shot", "type": "take_screenshot" });
    execution["actions"].as_array_mut().unwrap().insert(0, shot);
    let options = json!({ "park": false, "trace": "full" });
    let body = json!({ "execution": execution, "options": options });
    let asked = desk.served.ask_as(ASKER, "POST /execute", &body).json();
    let code = &asked["envelope"]["errorCode"];
    assert_eq!(code, "POLICY_CONFIRMATION_REQUIRED", "{asked}");
    let (parked, waiting) = desk.park(By::Execute, 0);
    let listed = desk.get(BLIND, "/approvals").json();
    let listed = listed["approvals"].as_array().unwrap().clone();
    assert_eq!(listed.len(), 2, "{listed:?}");
    for question in listed {
        assert!(question["picture"].is_null(), "{question}");
        let is_parked = question["ticket"] == waiting;
        let path = format!("/approvals/{}", question["ticket"].as_str().unwrap());
        let shown = desk.get(BLIND, &path).json();
        assert!(shown["approval"]["picture"].is_null(), "{shown}");
        let picture = desk.get(BLIND, &format!("{path}/picture"));
        if is_parked {
            refused(&picture, 403, "POLICY_DENIED");
        } else {
            refused(&picture, 404, "FILE_NOT_FOUND");
        }
        // Whoever may look is shown it.
        let shown = desk.get(PERSON, &path).json();
        let offered = shown["approval"]["picture"].as_str();
        let picture = desk.get(PERSON, offered.unwrap_or_else(|| panic!("{shown}")));
        assert!(picture.body.starts_with(b"\x89PNG"), "{}", picture.head);
    }
    desk.refuse(At::Http, &waiting);
    desk.end(parked);
}

#[test]
fn one_asker_cannot_take_the_places_of_others() {
    let desk = Desk::open(CAREFUL, &[]);
    let ask = |number: usize| {
        let mut execution = press("home");
        execution["timeoutMs"] = json!(61_000 + number);
        let body = json!({ "execution": execution, "options": { "park": false } });
        let answer = desk.served.ask_as(ASKER, "POST /execute", &body).json();
        let envelope = &answer["envelope"];
        assert_eq!(
            envelope["errorCode"], "POLICY_CONFIRMATION_REQUIRED",
            "{answer}"
        );
        envelope["hint"].as_str().unwrap().to_owned()
    };
    for number in 0..16 {
        let hint = ask(number);
        assert!(hint.contains("is listed as"), "{hint}");
    }
    let hint = ask(16);
    assert!(
        hint.contains("16 questions of the same asker are already pending"),
        "{hint}"
    );
    // Others are asked about, and so is what a run of this one waits for.
    for by in [By::Cli, By::Execute] {
        let (parked, ticket) = desk.park(by, 0);
        desk.refuse(At::Http, &ticket);
        assert_eq!(desk.end(parked).as_deref(), Some("POLICY_DENIED"));
    }
    let listed = desk.get(PERSON, "/approvals").json();
    assert_eq!(listed["approvals"].as_array().unwrap().len(), 16);
    let first = listed["approvals"][0]["ticket"].as_str().unwrap();
    desk.refuse(At::Http, first);
    assert!(ask(16).contains("is listed as"));
    assert_eq!(desk.bench.inputs(), 0);
}

#[test]
fn an_approval_is_for_whoever_asked() {
    let desk = Desk::open(CAREFUL, &[]);
    let execution = press("home").to_string();
    let words = [
        "exec",
        &execution,
        "--profile",
        "careful.toml",
        "--no-park",
        "--json",
    ];
    let cli = || desk.bench.adb.clawperator(&words);
    let body = json!({ "execution": press("home"), "options": { "park": false } });
    let http = || desk.served.ask_as(ASKER, "POST /execute", &body).json();
    assert_eq!(cli().exit, 7);
    let listed = desk.get(PERSON, "/approvals").json();
    let asked = &listed["approvals"][0];
    assert_eq!(asked["parked"], false, "{listed}");
    // Nothing waits for it, and no picture was taken when it was asked.
    let ticket = asked["ticket"].as_str().unwrap();
    let picture = desk.get(PERSON, &format!("/approvals/{ticket}/picture"));
    refused(&picture, 404, "FILE_NOT_FOUND");
    // A token that did not ask may approve it, and gains nothing by that for itself.
    assert_eq!(desk.decide(ASKER, ticket, "approve").status, 200);
    refused(
        &desk.decide(PERSON, ticket, "approve"),
        409,
        "APPROVAL_DECIDED",
    );
    let answer = http();
    assert_eq!(
        answer["envelope"]["errorCode"], "POLICY_CONFIRMATION_REQUIRED",
        "{answer}"
    );
    assert_eq!(desk.bench.inputs(), 0);
    let ran = cli();
    assert_eq!(ran.exit, 0, "{}", json_of(&ran));
    assert_eq!(desk.bench.inputs(), 1);
    assert_eq!(cli().exit, 7);
    assert_eq!(desk.bench.inputs(), 1);
}
