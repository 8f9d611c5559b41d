//! Runs that wait for a phone: several processes in a line, with the phone's journal as the judge.

use std::fs;
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::private_adb::{Bench, ended, json_of, send};

const WAITERS: usize = 6;
/// One that is killed in the line, and one that a person stops.
const KILLED: usize = 2;
const STOPPED: usize = 3;
/// How long a process may take until it stands in the line.
const PATIENCE: Duration = Duration::from_mins(1);

fn begun(bench: &Bench, words: &[&str]) -> Child {
    let mut command = bench.adb.command(&[words, &["--json"]].concat());
    command.stdout(Stdio::piped()).spawn().unwrap()
}

/// Starts a run that has the phone until it is stopped.
fn holding(bench: &Bench) -> Child {
    let holder = begun(bench, &["sleep", "100000"]);
    while bench.run(&["runs", "list"]).0["runs"][0]["fate"] != "running" {}
    holder
}

#[expect(
    clippy::disallowed_methods,
    reason = "a process that never comes to stand there is known by the clock alone"
)]
fn now() -> Instant {
    Instant::now()
}

/// Returns once a process stands at this place of a line and at no other.
fn stands_at(child: &Child, place: usize) {
    let begun = now();
    loop {
        assert!(begun.elapsed() < PATIENCE, "it does not stand in the line");
        let sockets = fs::read_to_string("/proc/net/unix").unwrap();
        let own: Vec<String> = fs::read_dir(format!("/proc/{}/fd", child.id()))
            .unwrap()
            .filter_map(|entry| fs::read_link(entry.ok()?.path()).ok())
            .filter_map(|link| {
                let link = link.to_str()?;
                Some(link.strip_prefix("socket:[")?.strip_suffix(']')?.to_owned())
            })
            .collect();
        let places: Vec<&str> = sockets
            .lines()
            .filter_map(|line| {
                let fields: Vec<&str> = line.split_whitespace().collect();
                let (inode, path) = (fields.get(6)?, fields.get(7)?);
                let is_own = own.iter().any(|own| own == inode);
                // Not those who are connected to it.
                let listens = fields.get(3) == Some(&"00010000");
                let line = path.strip_prefix("@clawperator-line-")?;
                (is_own && listens).then(|| line.rsplit('-').next())?
            })
            .collect();
        if places == [place.to_string()] {
            return;
        }
        std::thread::yield_now();
    }
}

fn left(bench: &Bench) -> Vec<u64> {
    let journal = bench.phone.control(&json!({ "do": "journal", "after": 0 }));
    let entries = journal["journal"]["entries"].as_array().unwrap();
    let at = |entry: &Value| entry["event"]["input"]["at"][0].as_u64();
    entries.iter().filter_map(at).collect()
}

#[test]
fn runs_that_wait_get_the_phone_in_the_order_in_which_they_came() {
    let bench = Bench::start(&[]);
    let mut holder = holding(&bench);
    let mut waiters: Vec<Child> = (0..WAITERS)
        .map(|number| {
            let x = (100 + number).to_string();
            let words = [
                "click",
                "--coordinate",
                &x,
                "1000",
                "--wait-for-phone",
                "100s",
            ];
            let waiter = begun(&bench, &words);
            stands_at(&waiter, number);
            waiter
        })
        .collect();
    // A picture disturbs nobody, and whoever does not wait is refused, also once the phone is free.
    let (picture, exit) = bench.run(&["screenshot"]);
    assert_eq!(exit, 0, "{picture}");
    // One with marks reads the screen too, which the phone does for one program at a time.
    let (refused, exit) = bench.run(&["screenshot", "--marks"]);
    assert_eq!(
        (&refused["code"], exit),
        (&json!("EXECUTION_CONFLICT_IN_FLIGHT"), 3)
    );
    let (refused, exit) = bench.run(&["press", "home"]);
    assert_eq!(
        (&refused["code"], exit),
        (&json!("EXECUTION_CONFLICT_IN_FLIGHT"), 3)
    );
    waiters[KILLED].kill().unwrap();
    let _ = waiters[KILLED].wait();
    send("INT", &waiters[STOPPED]);
    assert_eq!(ended(&mut waiters[STOPPED]).code(), Some(130));
    assert_eq!(bench.inputs(), 0);
    send("INT", &holder);
    assert_eq!(ended(&mut holder).code(), Some(130));
    let stay = (0..WAITERS).filter(|number| ![KILLED, STOPPED].contains(number));
    for number in stay.clone() {
        assert!(ended(&mut waiters[number]).success(), "{number}");
    }
    let expected: Vec<u64> = stay.map(|number| 100 + number as u64).collect();
    assert_eq!(left(&bench), expected);
}

#[test]
fn a_wait_ends_at_its_limit_and_says_who_has_the_phone() {
    let bench = Bench::start(&[]);
    let mut holder = holding(&bench);
    let words = ["press", "home", "--wait-for-phone", "300", "--json"];
    let ran = bench.adb.clawperator(&words);
    let refused = json_of(&ran);
    assert_eq!(refused["code"], "EXECUTION_CONFLICT_IN_FLIGHT", "{refused}");
    let message = refused["message"].as_str().unwrap();
    assert!(message.ends_with("; waited 0.3 s"), "{message}");
    assert_eq!(
        refused["details"]["holder"]["processId"],
        json!(holder.id()),
        "{refused}"
    );
    let (wrong, exit) = bench.run(&["press", "home", "--wait-for-phone", "2h"]);
    assert_eq!((&wrong["code"], exit), (&json!("USAGE"), 2));
    send("INT", &holder);
    ended(&mut holder);
    // A phone that is free is had at once, with a wait and without.
    for more in [&["--wait-for-phone", "10s"][..], &[]] {
        let (done, exit) = bench.run(&[&["press", "home"], more].concat());
        assert_eq!(exit, 0, "{done}");
    }
    assert_eq!(bench.inputs(), 2);
}
