//! Twenty processes want one phone through the Operator, and know of each other by two state folders only: the phone
//! itself has to keep them apart. Its journal is the judge.
//!
//! Every press has its own point, which says whose it is, of which attempt, and which of its presses. Some processes are
//! killed at a moment of chance. `CLAWPERATOR_TEST_HOLDER_ROUNDS` makes it long.

use std::collections::{BTreeMap, BTreeSet};
use std::io::Read as _;
use std::process::Stdio;
use std::sync::mpsc;
use std::time::{Duration, Instant};

use clawperator_test_support::Dice;
use serde_json::{Value, json};

use super::length::number;
use super::private_adb::Bench;

const SCENE: &str = concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/../../bench/screen-of-300.json"
);
const PROCESSES: usize = 20;
const FOLDERS: usize = 2;
/// Two that were under way for as long as this at once wanted the phone at once.
const TOGETHER: Duration = Duration::from_millis(50);
/// How often a process tries again where another has the phone.
const ATTEMPTS: usize = 600;
/// The presses of one execution, with a pause behind each in which others try.
const PRESSES: usize = 3;
const PAUSE_MS: u64 = 60;
/// Every fifth process takes longer, so that others wait for it.
const LONG_PAUSE_MS: u64 = 300;
/// One of so many processes of a round is killed, within this time of its start.
const VICTIMS: usize = 4;
const KILLED_WITHIN_MS: usize = 600;
/// Where the presses of the first process begin, and how far those of the next one are.
const LEFT: usize = 30;
const TOP: usize = 300;
const WIDTH: usize = 50;

/// Whose press it is.
type Mark = (usize, usize, usize);

/// What one attempt of a process came to.
enum Said {
    /// All of its steps, or why not, with the presses that it says were made.
    Answer {
        answer: Value,
        exit: i32,
        from: Instant,
        until: Instant,
    },
    Killed,
}

#[test]
fn twenty_processes_with_two_state_folders_are_never_two_holders() {
    let bench = Bench::start(&["--scene", SCENE]);
    bench.adb.adb(&[
        "shell",
        "am",
        "start",
        "-W",
        "-n",
        "com.example.dense/.Main",
    ]);
    let mut read = last(&bench);
    let (mut done, mut refused, mut waited, mut killed) = (0, 0, 0, 0);
    for round in 0..number("CLAWPERATOR_TEST_HOLDER_ROUNDS", 1) {
        let said = play(&bench, round);
        let (presses, now) = presses(&bench, read);
        read = now;
        one_after_another(&presses);
        waited += at_once(&said);
        for ((process, attempt), said) in &said {
            let of = |mark: &&Mark| (mark.0, mark.1) == (*process, *attempt);
            let made = presses.iter().filter(of).count();
            match said {
                Said::Killed => killed += 1,
                Said::Answer { answer, exit, .. } => {
                    is_true(answer, *exit, made);
                    done += usize::from(*exit == 0);
                    refused += usize::from(*exit != 0);
                }
            }
        }
    }
    println!(
        "{done} executions, {waited} of them beside one of the other folder, {refused} refused, {killed} killed"
    );
    // They did fight: by the lock of their folder, and on the phone.
    assert!(
        refused > 0 && waited > 0,
        "{done} {waited} {refused} {killed}"
    );
}

/// How many executions were under way, with the lock of their folder, while one of the other folder was.
fn at_once(said: &BTreeMap<(usize, usize), Said>) -> usize {
    let all: Vec<(usize, Instant, Instant)> = said
        .iter()
        .filter_map(|((process, _), said)| match said {
            Said::Answer {
                exit: 0,
                from,
                until,
                ..
            } => Some((process % FOLDERS, *from, *until)),
            _ => None,
        })
        .collect();
    let beside = all.iter().filter(|(folder, from, until)| {
        all.iter().any(|(other, begun, ended)| {
            other != folder && begun < from && *from + TOGETHER < *ended && from < until
        })
    });
    beside.count()
}

/// Every process tries until it is done; what each of its attempts came to.
fn play(bench: &Bench, round: usize) -> BTreeMap<(usize, usize), Said> {
    std::thread::scope(|scope| {
        let processes: Vec<_> = (0..PROCESSES)
            .map(|process| scope.spawn(move || until_done(bench, process, round)))
            .collect();
        let all = processes
            .into_iter()
            .enumerate()
            .flat_map(|(process, said)| {
                let said = said
                    .join()
                    .expect("no process failed")
                    .into_iter()
                    .enumerate();
                said.map(move |(attempt, said)| ((process, attempt), said))
            });
        all.collect()
    })
}

fn until_done(bench: &Bench, process: usize, round: usize) -> Vec<Said> {
    let mut dice = Dice::new((round * PROCESSES + process) as u64);
    let is_victim = dice.below(VICTIMS) == 0;
    let mut all = Vec::new();
    for attempt in 0..ATTEMPTS {
        let dies = (is_victim && attempt == 0).then(|| dice.below(KILLED_WITHIN_MS) as u64);
        let said = run(bench, process, attempt, dies);
        let is_over = matches!(&said, Said::Answer { exit: 0, .. });
        all.push(said);
        if is_over {
            return all;
        }
    }
    panic!("process {process} never got the phone");
}

fn run(bench: &Bench, process: usize, attempt: usize, dies: Option<u64>) -> Said {
    let pause_ms = if process.is_multiple_of(5) {
        LONG_PAUSE_MS
    } else {
        PAUSE_MS
    };
    let actions: Vec<Value> = (0..PRESSES)
        .flat_map(|press| {
            let (x, y) = point((process, attempt, press));
            let press_there = json!({ "id": format!("press{press}"), "type": "click",
                "params": { "coordinate": { "x": x, "y": y } } });
            let pause = json!({ "id": format!("pause{press}"), "type": "sleep",
                "params": { "durationMs": pause_ms } });
            [press_there, pause]
        })
        .collect();
    let payload = json!({
        "commandId": "c", "taskId": "t", "source": "test", "expectedFormat": "android-ui-automator",
        "timeoutMs": 30_000, "actions": actions,
    });
    let state = bench
        .adb
        .home()
        .join(format!("state-{}", process % FOLDERS));
    let words = [
        "exec",
        &payload.to_string(),
        "--json",
        "--operator",
        "resident",
    ];
    let from = now();
    let mut child = bench
        .adb
        .command(&words)
        .env("CLAWPERATOR_STATE", state)
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut stdout = child.stdout.take().unwrap();
    let (says, heard) = mpsc::channel();
    let reader = std::thread::spawn(move || {
        let mut said = String::new();
        stdout.read_to_string(&mut said).unwrap();
        // Nobody listens to one that was killed.
        let _ = says.send(said);
    });
    let said = match dies {
        // The moment of death is a matter of chance, and one that has ended by then has lived.
        Some(within) => heard.recv_timeout(Duration::from_millis(within)).ok(),
        None => Some(heard.recv().unwrap()),
    };
    let Some(said) = said else {
        child.kill().unwrap();
        child.wait().unwrap();
        reader.join().unwrap();
        return Said::Killed;
    };
    reader.join().unwrap();
    let exit = child.wait().unwrap().code().unwrap();
    let answer = serde_json::from_str(&said).unwrap_or_else(|error| panic!("{error}: {said}"));
    Said::Answer {
        answer,
        exit,
        from,
        until: now(),
    }
}

#[expect(
    clippy::disallowed_methods,
    reason = "whether two wanted the phone at once is known by the clock alone"
)]
fn now() -> Instant {
    Instant::now()
}

fn point((process, attempt, press): Mark) -> (usize, usize) {
    (LEFT + WIDTH * process, TOP + attempt * PRESSES + press)
}

fn mark(x: usize, y: usize) -> Mark {
    let (process, place) = ((x - LEFT) / WIDTH, y - TOP);
    assert_eq!(x, LEFT + WIDTH * process);
    (process, place / PRESSES, place % PRESSES)
}

/// The number of the last entry of the phone's journal.
fn last(bench: &Bench) -> u64 {
    bench.phone.inputs_after(bench.phone.serial(0), 0).1
}

/// Every press after an entry of the journal, in order, and the number of its last entry.
fn presses(bench: &Bench, after: u64) -> (Vec<Mark>, u64) {
    let journal = &bench
        .phone
        .control(&json!({ "do": "journal", "after": after }))["journal"];
    assert_eq!(journal["dropped"], 0, "too much happened to judge it");
    let entries = journal["entries"].as_array().unwrap();
    let presses = entries.iter().filter_map(|entry| {
        let input = &entry["event"]["input"];
        let at = input["at"].as_array()?;
        assert_eq!(input["kind"], "tap", "{entry}");
        let number = |place: usize| usize::try_from(at[place].as_u64().unwrap()).unwrap();
        Some(mark(number(0), number(1)))
    });
    let newest = entries
        .last()
        .map_or(after, |last| last["number"].as_u64().unwrap());
    (presses.collect(), newest)
}

/// Whoever has begun is alone until it is done or gone, and nothing is done twice.
fn one_after_another(presses: &[Mark]) {
    let mut over = BTreeSet::new();
    let mut holds = None;
    let mut next = 0;
    for (process, attempt, press) in presses {
        let holder = (*process, *attempt);
        if holds != Some(holder) {
            assert!(
                over.insert(holder),
                "{holder:?} goes on behind another: {presses:?}"
            );
            (holds, next) = (Some(holder), 0);
        }
        assert_eq!(*press, next, "{holder:?}: {presses:?}");
        next += 1;
    }
}

/// What is said to have been pressed was, and what is said not to have been was not.
fn is_true(answer: &Value, exit: i32, made: usize) {
    if exit == 0 {
        assert_eq!(made, PRESSES, "{answer}");
    }
    let steps = steps(answer);
    let presses = steps.iter().filter(|step| step["actionType"] == "click");
    let (mut told, mut unknown) = (0, 0);
    for step in presses {
        told += usize::from(step["success"] == true);
        unknown += usize::from(step["data"]["error"] == "OUTCOME_UNKNOWN");
    }
    assert!(
        (told..=told + unknown).contains(&made),
        "{made} were made: {answer}"
    );
    if exit != 0 && unknown == 0 {
        let said = answer.to_string();
        assert!(said.contains("EXECUTION_CONFLICT_IN_FLIGHT"), "{said}");
    }
}

/// The results of steps, wherever an answer has them.
fn steps(answer: &Value) -> &[Value] {
    let places = ["/envelope/stepResults", "/details/stepResults"];
    let found = places.iter().find_map(|place| answer.pointer(place));
    found.and_then(Value::as_array).map_or(&[], Vec::as_slice)
}
