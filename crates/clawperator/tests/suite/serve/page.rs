//! What the page needs of the server; the page itself is tried in a browser by `crates/http/tests/page`.

use std::sync::Arc;

use clawperator_host::{Retention, Store, StoreConfig, SystemSources};
use serde_json::{Value, json};

use super::client::{READ, Served, press, sleep};
use crate::suite::private_adb::Bench;

impl Bench {
    /// A link, as `serve link` makes one.
    fn link(&self) -> String {
        let config = StoreConfig {
            state: self.state(),
            temporary: self.state(),
            retention: Retention::default(),
        };
        let store = Store::open(config, Arc::new(SystemSources::start())).unwrap();
        assert_eq!(store.servers().urls(None).unwrap().len(), 1);
        store.page_links().make().unwrap().expose().to_owned()
    }
}

impl Served {
    fn log_in(&self, link: &str) -> super::client::Answered {
        let body = json!({ "link": link }).to_string();
        self.ask_with("POST /page/session", &[], &body)
    }
}

#[test]
fn a_link_logs_a_person_in_once() {
    let bench = Bench::start(&[]);
    let served = bench.serve();
    let link = bench.link();
    let session = served.log_in(&link).json();
    let session = session["session"].as_str().unwrap();
    assert_eq!(served.log_in(&link).code(), "AUTHENTICATION_REQUIRED");
    let ask = |line: &str, body: &Value| served.ask_as(session, line, body);
    assert_eq!(ask("GET /devices", &Value::Null).status, 200);
    let pressed = ask("POST /execute", &json!({ "execution": press("home") }));
    let run = pressed.json()["run"].as_str().unwrap().to_owned();
    let kept = ask(&format!("GET /runs/{run}"), &Value::Null).json();
    let kept = &kept["summary"];
    assert_eq!(
        (&kept["profile"], &kept["asker"]["name"]),
        (&json!("person"), &json!("@page"))
    );
    assert_eq!(ask("GET /metrics", &Value::Null).code(), "NOT_PERMITTED");
    assert_eq!(ask("DELETE /page/session", &Value::Null).status, 200);
    let after = ask("GET /devices", &Value::Null);
    assert_eq!(after.code(), "AUTHENTICATION_REQUIRED");
}

#[test]
fn a_pipe_gets_no_link_and_none_is_made() {
    let bench = Bench::start(&[]);
    let _served = bench.serve();
    let ran = bench.adb.clawperator(&["serve", "link"]);
    assert_eq!(ran.exit, 2, "{}", ran.stdout);
    assert!(ran.stdout.contains("on a terminal only"), "{}", ran.stdout);
    assert!(!bench.state().join("page/links").exists());
}

#[test]
fn the_page_loads_only_what_is_its_own() {
    let bench = Bench::start(&[]);
    let served = bench.serve();
    let page = served.ask_with("GET /", &[], "");
    let head = page.head.to_lowercase();
    assert_eq!(page.status, 200);
    for part in [
        "default-src 'none'; script-src 'self'",
        "frame-ancestors 'none'",
        "x-content-type-options: nosniff",
        "referrer-policy: no-referrer",
    ] {
        assert!(head.contains(part), "{part}: {head}");
    }
    assert!(!head.contains("set-cookie"), "{head}");
    let text = String::from_utf8(page.body).unwrap();
    assert!(
        text.contains("/page/page.js") && !text.contains("http"),
        "{text}"
    );
    let port = served.address.rsplit_once(':').unwrap().1;
    let other = served.ask_with("GET /", &[("Host", &format!("localhost:{port}"))], "");
    assert_eq!(other.status, 307);
    let place = format!("location: http://{}/\r\n", served.address);
    assert!(other.head.to_lowercase().contains(&place), "{}", other.head);
    for name in ["page.js", "api.js", "page.css", "icon.svg"] {
        let file = served.ask_with(&format!("GET /page/{name}"), &[], "");
        assert_eq!(file.status, 200, "{name}");
    }
}

#[test]
fn a_live_picture_waits_for_no_run_and_hinders_none() {
    let bench = Bench::start(&[]);
    let served = bench.serve();
    let line = format!("GET /devices/{}/picture", bench.phone.serial(0));
    let first = served.ask_as(READ, &line, &Value::Null);
    let head = first.head.to_lowercase();
    assert!(first.body.starts_with(b"\x89PNG"), "{head}");
    assert!(head.contains("clawperator-screen: on"), "{head}");
    assert!(
        head.contains("clawperator-app: com.android.launcher3"),
        "{head}"
    );
    let tag = head
        .split("etag: ")
        .nth(1)
        .unwrap()
        .split("\r\n")
        .next()
        .unwrap();
    let bearer = format!("Bearer {READ}");
    let again = [("Authorization", &*bearer), ("If-None-Match", tag)];
    assert_eq!(served.ask_with(&line, &again, "").status, 304);
    // Longer than pictures take on a busy machine.
    let run = served.post("/executions", &json!({ "execution": sleep(10_000) }));
    let run = run.json()["run"].as_str().unwrap().to_owned();
    let meanwhile = served.ask_as(READ, &line, &Value::Null);
    assert_eq!(meanwhile.status, 200);
    let state = served.get(&format!("/executions/{run}")).json();
    assert_eq!(state["state"], "running");
    assert_eq!(served.ended(&run)["state"], "done");
}

#[test]
fn a_screen_that_was_kept_is_shown_with_selectors() {
    let bench = Bench::start(&[]);
    let served = bench.serve();
    let ran = served.post("/snapshot", &json!({})).json();
    let run = ran["run"].as_str().unwrap();
    let screen = served.get(&format!("/runs/{run}/screen")).json();
    assert_eq!(screen["ok"], true, "{screen}");
    assert_eq!(
        (&screen["width"], &screen["open"]),
        (&json!(1080), &json!(false))
    );
    let nodes = screen["nodes"].as_array().unwrap();
    let settings = nodes
        .iter()
        .find(|node| node["name"] == "Settings")
        .unwrap();
    assert_eq!(settings["selector"]["matches"], 1, "{settings}");
    let clicked = json!([{ "id": "c", "type": "click", "params": settings["selector"]["json"] }]);
    let clicked = served.post(
        "/execute",
        &json!({ "execution": super::client::execution(&clicked) }),
    );
    let clicked = clicked.json();
    assert_eq!(clicked["envelope"]["status"], "success", "{clicked}");
    let run = clicked["run"].as_str().unwrap();
    let steps = served.get(&format!("/runs/{run}/steps")).json();
    assert_eq!(steps["steps"][0]["state"], "ok", "{steps}");
    assert_eq!(steps["steps"][0]["acts"][0]["kind"], "tap");
    let file = steps["steps"][0]["firstScreen"].as_str().unwrap();
    let before = served
        .get(&format!("/runs/{run}/screen?file={file}"))
        .json();
    assert!(before["nodes"].as_array().unwrap().len() > 3);
    let none = served.get(&format!("/runs/{run}/screen?file=run.jsonl"));
    assert_eq!(none.code(), "FILE_NOT_FOUND");
}
