//! What is kept of runs, with the real binary, a virtual phone, and its journal as the judge.

use std::fs;
use std::io::{BufRead as _, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Stdio};
use std::time::{Duration, UNIX_EPOCH};

use serde_json::{Value, json};

use super::private_adb::{Bench, Phones, PrivateAdb, ended, json_of, programs, send};

const APP: &str = "dev.clawperator.conformance";

impl Bench {
    /// The newest run.
    fn newest(&self) -> Value {
        let (list, exit) = self.run(&["runs", "list"]);
        assert_eq!(exit, 0, "{list}");
        list["runs"][0].clone()
    }

    /// The kinds of the newest run's lines.
    fn kinds(&self) -> Vec<String> {
        let (shown, exit) = self.run(&["runs", "show"]);
        assert_eq!(exit, 0, "{shown}");
        let lines = shown["lines"].as_array().unwrap();
        let kind = |line: &Value| line["record"]["type"].as_str().unwrap().to_owned();
        lines.iter().map(kind).collect()
    }

    fn folder(&self) -> PathBuf {
        let (shown, _) = self.run(&["runs", "show"]);
        let run = Path::new(shown["folder"].as_str().unwrap());
        run.parent().unwrap().to_owned()
    }

    /// A process that watches, and its lines as they come.
    fn watch(&self) -> (Child, impl Iterator<Item = Value>) {
        let mut watching = self
            .adb
            .command(&["runs", "watch", "--json"])
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let lines = BufReader::new(watching.stdout.take().unwrap()).lines();
        let lines = lines.map(|line| serde_json::from_str(&line.unwrap()).unwrap());
        (watching, lines)
    }

    fn exec(&self, actions: &Value, more: &[&str]) -> (Value, i32) {
        self.run(&[&["exec", &payload(actions)], more].concat())
    }
}

fn payload(actions: &Value) -> String {
    json!({
        "commandId": "c", "taskId": "t", "source": "test", "expectedFormat": "android-ui-automator",
        "timeoutMs": 120_000, "actions": actions,
    })
    .to_string()
}

/// The texts of all files below a folder.
fn texts(folder: &Path) -> Vec<(PathBuf, String)> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(texts(&path));
        } else {
            let bytes = fs::read(&path).unwrap();
            found.push((path, String::from_utf8_lossy(&bytes).into_owned()));
        }
    }
    found
}

#[test]
fn a_run_is_kept_listed_shown_reported_and_removed() {
    let bench = Bench::start(&[]);
    let (done, exit) = bench.run(&["open", APP, "--trace", "full"]);
    assert_eq!(exit, 0, "{done}");
    let run = bench.newest();
    for (key, value) in [
        ("fate", json!("done")),
        ("dispatched", json!(true)),
        ("stepsEnded", json!(1)),
        ("trace", json!("full")),
        ("deviceId", json!(bench.phone.serial(0))),
    ] {
        assert_eq!(run[key], value, "{key} of {run}");
    }
    let kinds = bench.kinds();
    assert_eq!(kinds[0], "accepted");
    for kind in [
        "request",
        "phone",
        "dispatched",
        "event",
        "picture",
        "ended",
        "answer",
    ] {
        assert!(kinds.iter().any(|known| known == kind), "{kind}: {kinds:?}");
    }
    let page = bench.adb.home().join("report.html");
    let junit = bench.adb.home().join("report.xml");
    let files = [&page, &junit].map(|path| path.to_str().unwrap());
    let (written, exit) = bench.run(&["report", "--html", files[0], "--junit", files[1]]);
    assert_eq!((exit, &written["files"]), (0, &json!(files)), "{written}");
    assert!(fs::read_to_string(page).unwrap().contains("data:image/png"));
    assert!(fs::read_to_string(junit).unwrap().contains("open_app"));
    let name = run["run"].as_str().unwrap();
    // Named twice, it is removed once.
    let (removed, exit) = bench.run(&["runs", "rm", &name[name.len() - 8..], name]);
    assert_eq!((exit, &removed["removed"]), (0, &json!([name])));
    let (gone, exit) = bench.run(&["runs", "show", name]);
    assert_eq!((exit, &gone["code"]), (4, &json!("UNKNOWN_NAME")), "{gone}");
    assert_eq!(
        bench.run(&["runs", "list"]).0,
        json!({ "runs": [], "more": 0 })
    );
}

#[test]
fn only_three_lines_are_left_of_a_run_without_a_trace() {
    let bench = Bench::start(&[]);
    for (variables, flags) in [
        (&[][..], &["--trace", "off"][..]),
        (&[("CLAWPERATOR_TRACE", "off")], &[]),
    ] {
        let words = [&["press", "home", "--json"], flags].concat();
        let ran = bench.adb.clawperator_with(variables, &words);
        assert_eq!(ran.exit, 0, "{}", ran.stdout);
        assert_eq!(bench.kinds(), ["accepted", "dispatched", "ended"]);
    }
    assert!(
        texts(&bench.folder())
            .iter()
            .all(|(path, _)| !path.ends_with("files"))
    );
    let wrong = bench.adb.clawperator_with(
        &[("CLAWPERATOR_TRACE", "loud")],
        &["press", "home", "--json"],
    );
    assert_eq!((wrong.exit, bench.inputs()), (3, 2), "{}", wrong.stdout);
}

/// The text that is typed, what the screens show of it and the address that is opened are in no file.
#[test]
fn nothing_that_is_typed_or_opened_is_kept() {
    const SECRET: &str = "correcthorsebattery";
    let bench = Bench::start(&[]);
    let field = json!({ "resourceId": "dev.clawperator.conformance:id/name" });
    let typed = json!([
        { "id": "type", "type": "enter_text", "params": { "matcher": field, "text": SECRET } },
        { "id": "read", "type": "read_text", "params": { "matcher": field } },
        { "id": "found", "type": "wait_for_node", "params": {
            "matcher": { "textContains": &SECRET[..9] }, "timeoutMs": 5_000 } },
        { "id": "look", "type": "snapshot_ui" },
        { "id": "miss", "type": "click", "params": {
            "matcher": { "textEquals": "Nowhere" }, "retry": { "maxAttempts": 1 } } },
    ]);
    for trace in ["on", "full"] {
        // A page on which nothing was typed yet: what an earlier run left there is nobody's secret here.
        bench.run(&["close", APP]);
        let (opened, exit) = bench.run(&["open", "conformance://fields"]);
        assert_eq!(exit, 0, "{opened}");
        let (answer, _) = bench.exec(&typed, &["--settle", "--trace", trace]);
        let steps = &answer["envelope"]["stepResults"];
        assert!(steps[1]["data"].to_string().contains(SECRET), "{answer}");
        assert_eq!(steps[4]["success"], json!(false), "{answer}");
    }
    let address = format!("https://example.org/?token={SECRET}");
    bench.run(&["open", &address]);
    let kept = texts(&bench.folder());
    assert!(
        kept.iter()
            .any(|(path, _)| path.extension().is_some_and(|end| end == "xml"))
    );
    for (path, text) in kept {
        assert!(!text.contains(SECRET), "{}: {text}", path.display());
    }
}

#[test]
fn a_run_can_be_watched_by_another_process_and_holds_nobody() {
    let bench = Bench::start(&[]);
    let (mut watching, lines) = bench.watch();
    // Whoever begins to watch after a run began waits for the next one.
    while watching.try_wait().unwrap().is_none() {
        let (done, exit) = bench.run(&["press", "home"]);
        assert_eq!(exit, 0, "{done}");
        assert!(bench.inputs() < 1000, "nobody watches");
    }
    let lines: Vec<Value> = lines.collect();
    assert!(ended(&mut watching).success());
    let kinds: Vec<&str> = lines
        .iter()
        .map(|line| line["record"]["type"].as_str().unwrap())
        .collect();
    assert_eq!(kinds[0], "accepted", "{kinds:?}");
    assert!(
        kinds.contains(&"dispatched") && kinds.contains(&"ended"),
        "{kinds:?}"
    );
}

#[test]
fn runs_are_removed_after_a_week_and_none_that_is_under_way() {
    let bench = Bench::start(&[]);
    for _ in 0..3 {
        bench.run(&["press", "home"]);
    }
    let long_ago = UNIX_EPOCH + Duration::from_hours(24);
    let age = |path: &Path| {
        let file = fs::File::open(path).unwrap();
        file.set_modified(long_ago).unwrap();
    };
    let folder = bench.folder();
    for (path, _) in texts(&folder) {
        age(&path);
    }
    for entry in fs::read_dir(&folder).unwrap() {
        let path = entry.unwrap().path();
        let files = path.join("files");
        [files, path]
            .iter()
            .filter(|path| path.exists())
            .for_each(|path| age(path));
    }
    let (done, exit) = bench.run(&["press", "home"]);
    assert_eq!(exit, 0, "{done}");
    let (list, _) = bench.run(&["runs", "list"]);
    assert_eq!(list["runs"].as_array().unwrap().len(), 1, "{list}");
    assert_eq!(list["runs"][0]["fate"], "done");
}

/// A process that is killed leaves a run of which it is known whether something was sent.
#[test]
fn a_killed_run_is_failed_before_its_first_act_and_unknown_after_it() {
    let bench = Bench::start(&[]);
    let key = json!({ "id": "key", "type": "press_key", "params": { "key": "home" } });
    let sleep = json!({ "id": "sleep", "type": "sleep", "params": { "durationMs": 60_000 } });
    for (actions, fate, presses) in [
        (json!([sleep, key]), "failed", 0),
        (json!([key, sleep]), "unknown", 1),
    ] {
        let before = bench.inputs();
        let mut running = bench
            .adb
            .command(&["exec", &payload(&actions), "--json"])
            .stdout(Stdio::null())
            .spawn()
            .unwrap();
        let (mut watching, mut lines) = bench.watch();
        let sleeps = |line: &Value| {
            let event = &line["record"]["event"];
            event["type"] == "step_started" && event["step"]["id"] == "sleep"
        };
        assert!(lines.any(|line| sleeps(&line)));
        assert_eq!(bench.newest()["fate"], "running");
        let (refused, exit) = bench.run(&["runs", "rm", bench.newest()["run"].as_str().unwrap()]);
        assert_eq!(
            (exit, &refused["code"]),
            (3, &json!("EXECUTION_CONFLICT_IN_FLIGHT")),
            "{refused}"
        );
        send("KILL", &running);
        ended(&mut running);
        // Whoever watches sees that nobody writes any more.
        assert_eq!(lines.count(), 0);
        assert!(ended(&mut watching).success());
        let run = bench.newest();
        assert_eq!(run["fate"], fate, "{run}");
        assert_eq!(run["dispatched"], json!(fate == "unknown"), "{run}");
        assert_eq!(bench.inputs(), before + presses);
    }
    let (after, exit) = bench.run(&["press", "home"]);
    assert_eq!(
        (exit, &bench.newest()["fate"]),
        (0, &json!("done")),
        "{after}"
    );
}

/// Whatever moment a process is killed at, its run is not called better than what the phone's journal shows, and the next
/// run has the phone.
#[test]
fn no_moment_to_be_killed_at_makes_a_run_lie() {
    const PHONES: usize = 8;
    const KILLS: usize = 6;
    let adb = PrivateAdb::started(&programs()[0]);
    let phones = Phones::start(&adb, &["--count", &PHONES.to_string()]);
    let kill_on = |number: usize| {
        let serial = phones.serial(number);
        let mut fates = Vec::new();
        for kill in 0..KILLS {
            let before = phones.inputs(serial);
            // From before the first line to after the last one, on machines of many speeds.
            let millis = 1 + (kill * PHONES + number) * 2 / 3;
            let id = format!("kill-{number}-{kill}");
            let payload = json!({
                "commandId": id, "taskId": id, "source": "test", "timeoutMs": 30_000,
                "expectedFormat": "android-ui-automator",
                "actions": [{ "id": "key", "type": "press_key", "params": { "key": "home" } }],
            });
            let mut command = std::process::Command::new("timeout");
            command
                .env_clear()
                .envs(adb.environment())
                .args(["--signal=KILL", &format!("0.{millis:03}")])
                .arg(env!("CARGO_BIN_EXE_clawperator"))
                .args(["exec", &payload.to_string(), "--device", serial, "--json"])
                .stdout(Stdio::null())
                .stderr(Stdio::null());
            command.status().unwrap();
            // The phone may still be doing what it was sent, so it is asked by a run, which waits for that.
            let after = adb.clawperator(&["press", "home", "--device", serial, "--json"]);
            assert_eq!(after.exit, 0, "{}", after.stdout);
            let pressed = phones.inputs(serial) - before - 1;
            let list = json_of(&adb.clawperator(&["runs", "list", "--limit", "1000", "--json"]));
            let runs = list["runs"].as_array().unwrap();
            let mut runs = runs.iter().filter(|run| run["commandId"] == json!(id));
            let fate = runs
                .next()
                .map(|run| run["fate"].as_str().unwrap().to_owned());
            assert!(runs.next().is_none());
            match (fate.as_deref(), pressed) {
                (Some("done"), 1) | (Some("failed") | None, 0) | (Some("unknown"), 0 | 1) => {}
                lie => panic!("{id} after {millis} ms: {lie:?}"),
            }
            fates.push(fate);
        }
        fates
    };
    let fates: Vec<Option<String>> = std::thread::scope(|scope| {
        let kill_on = &kill_on;
        let killed: Vec<_> = (0..PHONES)
            .map(|number| scope.spawn(move || kill_on(number)))
            .collect();
        let fates = killed.into_iter().map(|thread| thread.join().unwrap());
        fates.flatten().collect()
    });
    let of = |fate: &str| {
        fates
            .iter()
            .filter(|known| known.as_deref() == Some(fate))
            .count()
    };
    println!(
        "{} killed: {} done, {} failed, {} unknown",
        fates.len(),
        of("done"),
        of("failed"),
        of("unknown")
    );
    assert!(of("done") < fates.len(), "none was killed in time");
}
