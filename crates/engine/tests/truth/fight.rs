//! Two processes fight for one phone, and one of them is killed at a moment of chance.
//!
//! The contenders are this test program itself, started again with a variable that tells them what to do.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::sync::Arc;
use std::time::Duration;

use clawperator_adb::{Endpoint, Server, ServerOptions, StartServer};
use clawperator_contract::{ErrorCode, Execution, FailureDetails};
use clawperator_engine::{Parts, PhoneLocks};
use clawperator_host::FileLocks;
use clawperator_virtual_phone::{ClockMode, JournalEvent, JournalInput, Release};
use serde_json::json;
use tokio::process::{Child, Command};
use tokio::task::JoinSet;

use super::dice::Dice;
use super::rig::{PATIENCE, Rig, execution, parts, run};
use super::server::{PrivateServer, programs};

/// How often two processes fight.
const FIGHTS: usize = 200;

/// How many phones they fight for, one pair at a time for each.
const PHONES: usize = 10;

/// How many times as fast as the world the phones and the contenders live.
pub(super) const TIMES: u32 = 4;

/// What tells a contender: port, serial number, folder of locks, number.
const CONTENDER: &str = "CLAWPERATOR_CONTENDER";

/// A killed holder dies within this time of its start, in milliseconds: most of them while they touch the phone.
const KILLED_WITHIN_MS: usize = 600;

/// In one of so many rounds the victim dies with the phone in its hands, however busy the machine is.
const HOLDERS: usize = 5;

/// The touches of one execution, in order; every second one is held.
pub(super) const TOUCHES: usize = 4;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_processes_never_touch_a_phone_at_once() {
    if let Some(orders) = orders() {
        return contend(&orders).await;
    }
    let server = PrivateServer::start(&programs()[0]).await;
    let mut pairs = JoinSet::new();
    for number in 0..PHONES {
        let clock = ClockMode::Times(f64::from(TIMES));
        let rig = Rig::with_clock(server.client(), Release::Android14, clock).await;
        let endpoint = server.endpoint().clone();
        pairs.spawn(async move { fight(&rig, &endpoint, number).await });
    }
    let mut total = Tally::default();
    while let Some(tally) = pairs.join_next().await {
        total.add(&tally.unwrap());
    }
    println!("{total:?}");
    assert_eq!(total.fights, FIGHTS);
    // They did fight, and some died with the phone in their hands.
    assert!(total.conflicts >= FIGHTS / 4, "{total:?}");
    assert!(total.killed_holding >= FIGHTS / 20, "{total:?}");
}

/// What the fights came to.
#[derive(Debug, Default)]
struct Tally {
    fights: usize,
    /// Contenders that found the phone taken at least once.
    conflicts: usize,
    /// Contenders that were killed before they had ended.
    killed: usize,
    /// Those of them that had touched the phone and were not done.
    killed_holding: usize,
}

impl Tally {
    fn add(&mut self, other: &Self) {
        self.fights += other.fights;
        self.conflicts += other.conflicts;
        self.killed += other.killed;
        self.killed_holding += other.killed_holding;
    }
}

/// Fights for one phone until it was fought for often enough.
async fn fight(rig: &Rig, endpoint: &Endpoint, number: usize) -> Tally {
    let mut dice = Dice(number as u64);
    let mut tally = Tally::default();
    rig.begin(Some("counter")).await;
    for round in 0..FIGHTS / PHONES {
        let numbers = [2 * round, 2 * round + 1];
        let mut contenders = numbers.map(|number| {
            let contender = Contender {
                number,
                serial: &rig.serial,
                locks: rig.locks().to_owned(),
                command: vec![std::env::current_exe().unwrap().display().to_string()],
            };
            start(endpoint, &contender)
        });
        let victim = dice.below(2);
        let moment = Duration::from_millis(dice.below(KILLED_WITHIN_MS) as u64);
        if round.is_multiple_of(HOLDERS) {
            let touched = until_touched(rig, numbers[victim]);
            tokio::time::timeout(PATIENCE, touched).await.unwrap();
        } else {
            // The moment of death is a matter of chance.
            tokio::time::sleep(moment).await;
        }
        contenders[victim].start_kill().unwrap();
        for (contender, number) in contenders.into_iter().zip(numbers) {
            let ended = tokio::time::timeout(PATIENCE, contender.wait_with_output()).await;
            let output = ended.expect("no contender waits for ever").unwrap();
            let said = String::from_utf8_lossy(&output.stdout).into_owned();
            tally.conflicts += usize::from(said.contains("the phone was taken"));
            if output.status.success() {
                assert!(said.contains("done\n"), "{said}");
                assert_eq!(touches_of(rig, number), TOUCHES);
            } else {
                assert_eq!(number, numbers[victim], "{output:?}");
                tally.killed += 1;
                let touched = touches_of(rig, number);
                tally.killed_holding += usize::from((1..TOUCHES).contains(&touched));
            }
        }
        // Nobody is left, so the phone is free.
        let taken = FileLocks::new(rig.locks().to_owned())
            .take(&rig.identified().await, "after")
            .await;
        drop(taken.unwrap());
        tally.fights += 1;
    }
    no_two_interleave(rig);
    tally
}

/// Waits until a contender has touched the phone for the first time.
async fn until_touched(rig: &Rig, contender: usize) {
    while touches_of(rig, contender) == 0 {
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
}

/// One that is to be started.
pub(super) struct Contender<'a> {
    /// Which one, so that its touches are told from others.
    pub(super) number: usize,
    /// What it calls the phone.
    pub(super) serial: &'a str,
    /// Where it locks.
    pub(super) locks: PathBuf,
    /// This program, and what is to start it.
    pub(super) command: Vec<String>,
}

pub(super) fn start(endpoint: &Endpoint, contender: &Contender<'_>) -> Child {
    let orders = json!({ "endpoint": endpoint.to_string(), "serial": contender.serial,
        "locks": contender.locks, "number": contender.number });
    Command::new(&contender.command[0])
        .args(&contender.command[1..])
        .args(["--exact", TEST, "--nocapture"])
        .env(CONTENDER, orders.to_string())
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .kill_on_drop(true)
        .spawn()
        .unwrap()
}

const TEST: &str = "suite::fight::two_processes_never_touch_a_phone_at_once";

/// A touch as the journal tells it.
#[derive(Debug, Clone, Copy)]
struct Touch {
    contender: usize,
    step: usize,
    begins: u64,
    ends: u64,
}

/// Every touch of the phone; where it was says whose it is.
fn touches(rig: &Rig) -> Vec<Touch> {
    let journal = rig.phone().journal();
    assert_eq!(journal.dropped, 0);
    let touch = |entry: clawperator_virtual_phone::JournalEntry| {
        let (at, lasts) = match entry.event {
            JournalEvent::Injected {
                input: JournalInput::Tap { at },
                ..
            } => (at, 0),
            JournalEvent::Injected {
                input: JournalInput::Swipe { from, lasts_ms, .. },
                ..
            } => (from, lasts_ms),
            _ => return None,
        };
        Some(Touch {
            contender: usize::try_from(at.0 - LEFT).unwrap(),
            step: usize::try_from(at.1 - TOP).unwrap(),
            begins: entry.at_ms,
            ends: entry.at_ms + lasts,
        })
    };
    journal.entries.into_iter().filter_map(touch).collect()
}

pub(super) fn touches_of(rig: &Rig, contender: usize) -> usize {
    let own = |touch: &Touch| touch.contender == contender;
    touches(rig).into_iter().filter(own).count()
}

/// The touches of one execution follow each other, in order and once each, and none begins before the one of another
/// execution is over, also when that one's process is dead: a phone finishes what it has begun.
pub(super) fn no_two_interleave(rig: &Rig) {
    let touches = touches(rig);
    let mut steps = BTreeMap::<usize, usize>::new();
    for pair in touches.windows(2) {
        let (one, next) = (pair[0], pair[1]);
        if one.contender != next.contender {
            assert!(!steps.contains_key(&next.contender), "{touches:?}");
            assert!(one.ends <= next.begins, "{one:?} {next:?}");
        }
        steps.insert(one.contender, one.step);
    }
    for contender in touches.iter().map(|touch| touch.contender) {
        let own: Vec<usize> = touches
            .iter()
            .filter(|touch| touch.contender == contender)
            .map(|touch| touch.step)
            .collect();
        assert!(own.iter().copied().eq(0..own.len()), "{contender}: {own:?}");
    }
}

/// A part of the page where nothing is.
const LEFT: i32 = 100;
const TOP: i32 = 900;

/// What a contender is told.
struct Orders {
    server: Server,
    serial: String,
    locks: PathBuf,
    execution: Execution,
}

fn orders() -> Option<Orders> {
    #[expect(
        clippy::disallowed_methods,
        reason = "a process that was started again is told by it what to do"
    )]
    let orders = std::env::var(CONTENDER).ok()?;
    let orders: serde_json::Value = serde_json::from_str(&orders).unwrap();
    let text = |key: &str| orders[key].as_str().unwrap().to_owned();
    let options = ServerOptions {
        stream_limit: 8,
        start: StartServer::Never,
    };
    Some(Orders {
        server: Server::new(Endpoint::parse(&text("endpoint")).unwrap(), options),
        serial: text("serial"),
        locks: Path::new(&text("locks")).to_owned(),
        execution: touching(orders["number"].as_u64().unwrap()),
    })
}

/// An execution of touches that tell whose they are.
fn touching(number: u64) -> Execution {
    let touch = |step: usize| {
        let kind = if step.is_multiple_of(2) {
            "default"
        } else {
            "long_click"
        };
        let (x, y) = (
            u64::from(LEFT.unsigned_abs()) + number,
            TOP.unsigned_abs() as usize + step,
        );
        json!({ "type": "click",
            "params": { "coordinate": { "x": x, "y": y }, "clickType": kind } })
    };
    execution(&(0..TOUCHES).map(touch).collect(), 60_000)
}

/// Runs an execution as soon as the phone can be had.
async fn contend(orders: &Orders) {
    let mut told = None;
    loop {
        let device = orders.server.device(&orders.serial).unwrap();
        let parts = Parts {
            locks: Arc::new(FileLocks::new(orders.locks.clone())),
            ..parts(TIMES)
        };
        match run(device, parts, &orders.execution).await {
            Ok(result) => {
                let steps = &result.envelope.step_results;
                assert!(steps.iter().all(|step| step.success), "{steps:?}");
                println!("done");
                return;
            }
            Err(failure) => {
                assert_eq!(failure.code, ErrorCode::ExecutionConflictInFlight);
                let Some(FailureDetails::Conflict(conflict)) = failure.details else {
                    panic!("{failure:?}");
                };
                assert_eq!(conflict.device_id, orders.serial);
                if conflict.holder.is_some() && conflict.holder != told {
                    println!("the phone was taken: {:?}", conflict.holder);
                    told = conflict.holder;
                }
                // As an agent would, it tries again in a moment.
                tokio::time::sleep(Duration::from_millis(10)).await;
            }
        }
    }
}
