//! Skills over HTTP: found, shown, run once, judged by the token's profile. The phone's journal is the judge.

use std::fs;
use std::io::Write as _;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;

use serde_json::{Value, json};

use super::client::{ALL, READ, Served, sleep};
use crate::suite::private_adb::Bench;
use crate::suite::skills_run::{SHIPPED, copy};

const BATTERY: &str = "com.android.settings.read-battery-level";
const PICK: &str = "dev.clawperator.conformance.pick-row";
const CART: &str = "dev.clawperator.shop.add-to-cart";
const PERSON: &str = "token-of-somebody-who-decides";
const ASKER: &str = "token-of-a-program-that-asks";

/// A server that finds the shipped skills.
fn serve() -> (Bench, Served) {
    let bench = Bench::start(&[]);
    copy(Path::new(SHIPPED), &bench.adb.home().join("skills"));
    let served = bench.serve();
    (bench, served)
}

/// A server whose token asks by this profile, and another that may decide.
fn serve_careful(bench: &Bench, profile: &str) -> Served {
    let path = bench.adb.home().join("careful.toml");
    fs::write(&path, profile).unwrap();
    let tokens = json!({ "tokens": [
        { "name": "asker", "token": ASKER, "scopes": ["read", "act", "approve"], "profile": path },
        { "name": "person", "token": PERSON, "scopes": ["read", "approve"] },
    ] });
    let file = bench.state().join("tokens.json");
    fs::create_dir_all(bench.state()).unwrap();
    fs::write(&file, tokens.to_string()).unwrap();
    fs::set_permissions(&file, fs::Permissions::from_mode(0o600)).unwrap();
    bench.serve()
}

fn run(served: &Served, id: &str, body: &Value) -> (u16, Value) {
    let answer = served.post(&format!("/skills/{id}/run"), body);
    (answer.status, answer.json())
}

/// Whether any file below a folder has this text.
fn is_written(folder: &Path, text: &str) -> bool {
    fs::read_dir(folder).unwrap().flatten().any(|entry| {
        let path = entry.path();
        if path.is_dir() {
            return is_written(&path, text);
        }
        let bytes = fs::read(&path).unwrap_or_default();
        String::from_utf8_lossy(&bytes).contains(text)
    })
}

#[test]
fn skills_are_found_shown_and_run() {
    let (bench, served) = serve();
    let get = |path: &str| {
        let line = format!("GET {path}");
        served.ask_as(READ, &line, &Value::Null).json()
    };
    let all = get("/skills");
    assert_eq!(all["count"], all["skills"].as_array().unwrap().len());
    assert_eq!(all["count"], 13, "{all}");
    let found = get("/skills?keyword=battery%20level");
    assert_eq!(found["skills"][0]["id"], BATTERY, "{found}");
    let found = get("/skills?app=com.android.settings");
    let of_settings = |skill: &Value| skill["applicationId"] == "com.android.settings";
    assert!(found["skills"].as_array().unwrap().iter().all(of_settings));
    assert_eq!(found["count"], 3, "{found}");
    assert_eq!(get("/skills?intent=pick-row")["skills"][0]["id"], PICK);
    assert_eq!(get("/skills?intent=nothing-like-it")["count"], 0);
    let shown = get(&format!("/skills/{PICK}"));
    assert_eq!(
        (&shown["ok"], &shown["skill"]["id"]),
        (&json!(true), &json!(PICK))
    );
    let input = &shown["recipes"][0]["recipe"]["inputs"][0];
    assert_eq!(
        (&input["name"], &input["type"], &input["required"]),
        (&json!("row_number"), &json!("integer"), &json!(true)),
        "{shown}"
    );
    assert!(shown.get("folder").is_none(), "{shown}");
    assert_eq!(bench.inputs(), 0);

    let (status, ran) = run(&served, BATTERY, &json!({}));
    assert_eq!(status, 200, "{ran}");
    assert_eq!(
        (&ran["ok"], &ran["skillId"]),
        (&json!(true), &json!(BATTERY))
    );
    assert_eq!(ran["deviceId"], bench.phone.serial(0));
    assert_eq!(ran["result"]["status"], "success", "{ran}");
    assert_eq!(ran["result"]["outputs"][0]["value"], 87);
    assert_eq!(ran["result"]["policy"]["profile"], "person");
    let body = json!({ "inputs": { "row_number": 15 }, "timeoutMs": 60_000 });
    let (_, ran) = run(&served, PICK, &body);
    assert_eq!(ran["result"]["status"], "success", "{ran}");
    assert_eq!(ran["result"]["inputs"], json!(["row_number"]));
    assert!(bench.inputs() > 0);
    // It is kept as a run of the token, without its screens.
    let kept = get("/runs?limit=1")["runs"][0].clone();
    assert_eq!(kept["run"], ran["run"]);
    assert_eq!(
        (&kept["fate"], &kept["withheld"]),
        (&json!("done"), &json!(true)),
        "{kept}"
    );
    assert_eq!(kept["asker"]["name"], "all", "{kept}");
    let state = get(&format!("/executions/{}", ran["run"].as_str().unwrap()));
    assert_eq!(
        (&state["state"], &state["kept"]),
        (&json!("done"), &json!(true))
    );
    let own = served.get(&format!("/executions/{}", ran["run"].as_str().unwrap()));
    assert_eq!(own.json()["skill"]["skillId"], PICK);
    assert!(own.json().get("envelope").is_none());
}

#[test]
fn what_a_skill_may_not_do_is_not_done() {
    let (bench, served) = serve();
    let (status, ran) = run(&served, "dev.clawperator.shop.place-order", &json!({}));
    assert_eq!(status, 200, "{ran}");
    assert_eq!(ran["result"]["errorCode"], "POLICY_DENIED", "{ran}");
    assert_eq!(ran["result"]["steps"], json!([]));
    // What is asked for wrongly is refused before anything is sent.
    for (id, body, status, code) in [
        ("com.example.none", json!({}), 404, "SKILL_NOT_FOUND"),
        ("..%2f..%2fetc", json!({}), 404, "SKILL_NOT_FOUND"),
        (BATTERY, json!({ "args": ["x"] }), 400, "INVALID_BODY"),
        (
            BATTERY,
            json!({ "inputs": ["x"] }),
            400,
            "COMPILE_VARS_PARSE_FAILED",
        ),
        (
            BATTERY,
            json!({ "artifact": "other" }),
            404,
            "ARTIFACT_NOT_FOUND",
        ),
        (
            BATTERY,
            json!({ "deviceId": "a b" }),
            400,
            "INVALID_DEVICE_ID",
        ),
        (
            BATTERY,
            json!({ "deviceId": "none:1" }),
            404,
            "DEVICE_NOT_FOUND",
        ),
        (BATTERY, json!({ "timeoutMs": 5 }), 400, "INVALID_BODY"),
        (PICK, json!({}), 400, "RECIPE_INPUT_MISSING"),
        (
            PICK,
            json!({ "inputs": { "row_number": "hunter2" } }),
            400,
            "RECIPE_INPUT_INVALID",
        ),
        (
            PICK,
            json!({ "inputs": { "row_number": [1] } }),
            400,
            "RECIPE_INPUT_INVALID",
        ),
    ] {
        let answer = served.post(&format!("/skills/{id}/run"), &body);
        assert_eq!(
            (answer.status, &*answer.code()),
            (status, code),
            "{id} {body}"
        );
        let text = String::from_utf8_lossy(&answer.body).into_owned();
        assert!(!text.contains("hunter2"), "{text}");
    }
    let bearer = format!("Bearer {ALL}");
    let headers = [("Authorization", bearer.as_str())];
    let twice = r#"{"inputs":{"row_number":1,"row_number":2}}"#;
    let twice = served.ask_with(&format!("POST /skills/{PICK}/run"), &headers, twice);
    assert_eq!(twice.code(), "RECIPE_INPUT_INVALID");
    let looked = served.ask_as(READ, &format!("POST /skills/{BATTERY}/run"), &json!({}));
    assert_eq!(looked.code(), "NOT_PERMITTED");
    // Neither does one wait for a phone.
    let body = json!({ "execution": sleep(50_000) });
    let first = served.post("/executions", &body).json()["run"].clone();
    let first = first.as_str().unwrap();
    while served.get(&format!("/executions/{first}")).json()["state"] != "running" {}
    let taken = served.post(&format!("/skills/{BATTERY}/run"), &json!({}));
    assert_eq!(taken.status, 423, "{}", taken.json());
    assert_eq!(taken.json()["error"]["details"]["holder"]["commandId"], "c");
    served.post(&format!("/executions/{first}/cancel"), &json!({}));
    // Nor is one run whose files changed.
    let recipe = format!("skills/{BATTERY}/artifacts/read-battery-level.recipe.md");
    let recipe = bench.adb.home().join(recipe);
    let text = fs::read_to_string(&recipe).unwrap();
    fs::write(&recipe, text.replace("1.0.0", "1.0.1")).unwrap();
    let stale = served.post(&format!("/skills/{BATTERY}/run"), &json!({}));
    assert_eq!(
        (stale.status, &*stale.code()),
        (409, "SKILL_ARTIFACT_STALE")
    );
    assert_eq!(bench.inputs(), 0);
}

#[test]
fn the_same_request_is_one_run_of_a_skill() {
    let (bench, mut served) = serve();
    let bearer = format!("Bearer {ALL}");
    let headers = [
        ("Authorization", bearer.as_str()),
        ("Idempotency-Key", "k1"),
    ];
    let line = format!("POST /skills/{CART}/run");
    let secret = "Wall clock";
    let body = json!({ "inputs": { "product_name": secret } }).to_string();
    let first = served.ask_with(&line, &headers, &body);
    let run = first.json()["run"].clone();
    assert!(first.status == 200 && run.is_string(), "{}", first.json());
    let inputs = bench.inputs();
    assert!(inputs > 0, "{}", first.json());
    let again = served.ask_with(&line, &headers, &body);
    assert_eq!(again.json(), first.json());
    let other = served.ask_with(&line, &headers, "{}");
    assert_eq!(
        (other.status, &*other.code()),
        (409, "IDEMPOTENCY_KEY_REUSED")
    );
    let other = served.ask_with(&format!("POST /skills/{PICK}/run"), &headers, &body);
    assert_eq!(other.code(), "IDEMPOTENCY_KEY_REUSED");
    // Also after the server was killed: then only the record tells of it, which has no result of a skill.
    served.kill();
    let served = bench.serve();
    let kept = served.ask_with(&line, &headers, &body);
    assert_eq!(
        (kept.status, &kept.json()["run"]),
        (202, &run),
        "{}",
        kept.json()
    );
    assert_eq!(kept.json()["kept"], true);
    assert_eq!(bench.inputs(), inputs);
    // What it was given and what it read is nowhere on disk.
    assert!(!is_written(&bench.state(), secret));
}

#[test]
fn a_skill_ends_with_its_connection() {
    let (bench, served) = serve();
    let battery = || {
        let (status, ran) = run(&served, BATTERY, &json!({}));
        let ended = (status, &ran["result"]["status"]);
        assert_eq!(ended, (200, &json!("success")), "{ran}");
    };
    battery();
    let of_battery = bench.inputs();
    let bearer = format!("Bearer {ALL}");
    let line = format!("POST /skills/{PICK}/run");
    let body = json!({ "inputs": { "row_number": 40 } }).to_string();
    let request = served.request(&line, &[("Authorization", &bearer)], &body);
    let mut socket = served.connect();
    socket.write_all(request.as_bytes()).unwrap();
    let newest = || served.get("/runs?limit=1").json()["runs"][0].clone();
    while newest()["fate"] != "running" {}
    drop(socket);
    let name = newest()["run"].as_str().unwrap().to_owned();
    let ended = served.ended(&name);
    assert_eq!(
        ended["skill"]["errorCode"], "EXECUTION_CANCELLED",
        "{ended}"
    );
    let before = bench.inputs();
    // The phone is free again, and nothing of the first goes on.
    battery();
    assert_eq!(bench.inputs(), before + of_battery);
}

#[test]
fn a_skill_waits_for_a_person_where_the_profile_wants_one() {
    let bench = Bench::start(&[]);
    copy(Path::new(SHIPPED), &bench.adb.home().join("skills"));
    let careful = "version = 1\ncoordinates = \"look\"\n[capabilities]\nclick = \"confirm\"\n";
    let served = serve_careful(&bench, careful);
    let ask = |token: &str, line: &str, body: &Value| served.ask_as(token, line, body);
    let body = json!({ "inputs": { "row_number": 2 } });
    let park = || {
        let parked = ask(ASKER, &format!("POST /skills/{PICK}/run"), &body);
        let state = parked.json();
        assert_eq!(
            (parked.status, &state["state"]),
            (202, &json!("parked")),
            "{state}"
        );
        let run = state["run"].as_str().unwrap().to_owned();
        (run, state["ticket"].as_str().unwrap().to_owned())
    };
    let (run, ticket) = park();
    // A person sees what it is for, and the screen itself: no label of it is written down.
    let question = format!("GET /approvals/{ticket}");
    let question = ask(PERSON, &question, &Value::Null).json()["approval"].clone();
    assert_eq!(question["asker"]["skill"], PICK, "{question}");
    let picture = format!("GET {}", question["picture"].as_str().unwrap());
    let picture = ask(PERSON, &picture, &Value::Null);
    assert!(
        picture.body.starts_with(b"\x89PNG"),
        "{} {}",
        picture.status,
        picture.head
    );
    let refuse = ask(
        PERSON,
        &format!("POST /approvals/{ticket}/refuse"),
        &Value::Null,
    );
    assert_eq!(refuse.status, 200, "{}", refuse.json());
    let ended = |run: &str| loop {
        let state = ask(ASKER, &format!("GET /executions/{run}"), &Value::Null).json();
        if !["parked", "running"].contains(&state["state"].as_str().unwrap()) {
            return state;
        }
    };
    let refused = ended(&run);
    assert_eq!(refused["state"], "failed", "{refused}");
    assert_eq!(refused["skill"]["status"], "failed", "{refused}");
    assert_eq!(bench.inputs(), 0);
    // Whoever stops the server ends what waits.
    let (_, ticket) = park();
    let own = ask(
        ASKER,
        &format!("POST /approvals/{ticket}/approve"),
        &Value::Null,
    );
    assert_eq!(own.code(), "ASKER_CANNOT_DECIDE");
    assert_eq!(bench.inputs(), 0);
}

#[test]
fn what_a_script_asks_is_asked_by_whoever_runs_it() {
    let bench = Bench::start(&[]);
    let id = "dev.clawperator.conformance.script";
    let script = "# Queued for migration to TypeScript.\n\"$CLAWPERATOR_BIN\" press home --device \"$1\" >/dev/null\n";
    let hash = bench.script_skill(id, script);
    let profile = format!(
        "version = 1\ncoordinates = \"look\"\n[capabilities]\nnavigate = \"confirm\"\n[[scripts]]\nskill = \"{id}\"\nsha256 = \"{hash}\"\n"
    );
    let served = serve_careful(&bench, &profile);
    let line = format!("POST /skills/{id}/run");
    served.ask_as(ASKER, &line, &json!({}));
    let listed = served.ask_as(PERSON, "GET /approvals", &Value::Null).json();
    let question = &listed["approvals"][0];
    assert_eq!(
        (&question["asker"]["name"], &question["asker"]["skill"]),
        (&json!("asker"), &json!(id)),
        "{listed}"
    );
    let ticket = question["ticket"].as_str().unwrap();
    let approve = format!("POST /approvals/{ticket}/approve");
    let own = served.ask_as(ASKER, &approve, &Value::Null);
    assert_eq!(own.code(), "ASKER_CANNOT_DECIDE");
    served.ask_as(ASKER, &line, &json!({}));
    assert_eq!(bench.inputs(), 0);
    let decided = served.ask_as(PERSON, &approve, &Value::Null);
    assert_eq!(decided.status, 200, "{}", decided.json());
    served.ask_as(ASKER, &line, &json!({}));
    assert_eq!(bench.inputs(), 1);
}

#[test]
fn a_script_runs_only_for_a_profile_that_names_it() {
    let bench = Bench::start(&[]);
    let id = "dev.clawperator.conformance.script";
    let script = format!(
        "# Queued for migration to TypeScript.\n\"$CLAWPERATOR_BIN\" press home --device \"$1\" >/dev/null || exit 1\necho '[Clawperator-Skill-Result]'\necho '{{\"contractVersion\":\"1.0.0\",\"skillId\":\"{id}\",\"status\":\"success\",\"checkpoints\":[]}}'\n"
    );
    let hash = bench.script_skill(id, &script);
    let named = format!("[[scripts]]\nskill = \"{id}\"\nsha256 = \"{hash}\"\n");
    let profile = "version = 1\ncoordinates = \"look\"\n";
    let mut served = serve_careful(&bench, profile);
    let line = format!("POST /skills/{id}/run");
    let bearer = format!("Bearer {ASKER}");
    let headers = [
        ("Authorization", bearer.as_str()),
        ("Idempotency-Key", "s1"),
    ];
    let body = json!({ "inputs": { "password": "hunter2" } }).to_string();
    let refused = served.ask_with(&line, &headers, &body);
    assert_eq!(
        (refused.status, &*refused.code()),
        (403, "SKILL_SCRIPT_REFUSED")
    );
    assert_eq!(bench.inputs(), 0);
    let path = bench.adb.home().join("careful.toml");
    fs::write(path, format!("{profile}{named}")).unwrap();
    let headers = [headers[0], ("Idempotency-Key", "s2")];
    let ran = served.ask_with(&line, &headers, &body);
    assert_eq!(ran.json()["result"]["status"], "success", "{}", ran.json());
    assert_eq!(
        ran.json()["result"]["policy"]["covered"],
        "engine_calls_only"
    );
    assert_eq!(bench.inputs(), 1);
    // Not twice, also where nobody can tell any more what came of it: a script leaves no record of its own.
    assert_eq!(served.ask_with(&line, &headers, &body).json(), ran.json());
    served.kill();
    let served = bench.serve();
    let again = served.ask_with(&line, &headers, &body);
    assert_eq!(
        (again.status, &*again.code()),
        (409, "IDEMPOTENCY_KEY_REUSED")
    );
    assert_eq!(bench.inputs(), 1);
    assert!(!is_written(&bench.state(), "hunter2"));
}
