//! Every scenario again and again: it comes out the same each time, on an idle machine and on a busy one.

use std::fmt::Write as _;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;
use std::time::Duration;

use tokio::time::Instant;

use super::built::variable;
use super::file::{Named, all};
use super::judge::{problems, told};
use super::play::{Outcome, play};
use super::rig::{Phone, on_the_phone};

/// How often every scenario is played.
const REPEAT: &str = "FRAMEWORK_PHONE_REPEAT";

/// Without the variable one scenario of so many is played twice, so that this does not go stale.
const SAMPLE: usize = 40;

/// How long a scenario may take on the real clock with a core less.
const LIMIT: Duration = Duration::from_mins(4);

#[test]
fn every_scenario_comes_out_the_same_each_time() {
    let (scenarios, rounds): (Vec<Named>, usize) = match variable(REPEAT) {
        Some(number) => (all(), number.parse().expect("a number of rounds")),
        None => (all().into_iter().step_by(SAMPLE).collect(), 2),
    };
    on_the_phone(async |phone| {
        let mut first: Vec<String> = Vec::new();
        let (mut plays, mut differences) = (0_usize, Vec::new());
        for round in 1..=rounds {
            let load = round.is_multiple_of(2).then(Load::start);
            let (begun, before) = (Instant::now(), differences.len());
            for (index, named) in scenarios.iter().enumerate() {
                let came_to = came_to(phone, named).await;
                plays += 1;
                match first.get(index) {
                    None => first.push(came_to),
                    Some(expected) if *expected == came_to => {}
                    Some(expected) => {
                        println!("DIFFERS {named}, round {round}:\n{expected}\n{came_to}");
                        differences.push((named.to_string(), round, load.is_some(), came_to));
                    }
                }
            }
            let (found, took) = (differences.len() - before, begun.elapsed().as_secs());
            let machine = if load.is_some() {
                "one core busy"
            } else {
                "idle"
            };
            let count = scenarios.len();
            println!(
                "round {round} of {rounds}, {machine}: {count} scenarios, {found} differ, {took} s"
            );
        }
        let (count, rate) = (differences.len(), rate(differences.len(), plays));
        println!("{plays} plays, {count} came out differently: flake rate {rate} %");
        assert!(differences.is_empty(), "{}", table(&differences));
        assert_eq!(
            phone.screen.restarts(),
            0,
            "the toolkit was lost on the way"
        );
    });
}

/// What a scenario came to, without what may differ: times and places in time.
async fn came_to(phone: &Phone, named: &Named) -> String {
    match tokio::time::timeout(LIMIT, play(phone, named, None)).await {
        Ok(outcome) => {
            let wrong = problems(&named.scenario, &outcome).join("; ");
            let record = told(&outcome.record, &named.scenario.ignore).join(", ");
            format!("{}\nrecord: {record}\nwrong: {wrong}", answer(&outcome))
        }
        Err(_) => "still running".to_owned(),
    }
}

/// The codes of the steps.
fn answer(outcome: &Outcome) -> String {
    match &outcome.answer {
        Ok(result) => {
            let steps = result.envelope.step_results.iter();
            let codes = steps.map(|step| match step.data.get("error") {
                Some(code) => format!("{} {code}", step.success),
                None => step.success.to_string(),
            });
            codes.collect::<Vec<_>>().join(", ")
        }
        Err(failure) => failure.code.name().to_owned(),
    }
}

fn rate(count: usize, plays: usize) -> String {
    let thousandths = count * 100_000 / plays.max(1);
    format!("{}.{:03}", thousandths / 1_000, thousandths % 1_000)
}

fn table(differences: &[(String, usize, bool, String)]) -> String {
    let mut table =
        String::from("| scenario | round | core busy | came to |\n| --- | --- | --- | --- |\n");
    for (name, round, busy, came_to) in differences {
        let came_to = came_to.replace('\n', "; ");
        writeln!(table, "| {name} | {round} | {busy} | {came_to} |").unwrap();
    }
    table
}

/// A thread that keeps one core busy until it is dropped.
struct Load {
    ends: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl Load {
    fn start() -> Self {
        let ends = Arc::new(AtomicBool::new(false));
        let seen = Arc::clone(&ends);
        let thread = std::thread::spawn(move || {
            let mut number = 1_u64;
            while !seen.load(Ordering::Relaxed) {
                number = std::hint::black_box(number.wrapping_mul(3));
            }
        });
        let thread = Some(thread);
        Self { ends, thread }
    }
}

impl Drop for Load {
    fn drop(&mut self) {
        self.ends.store(true, Ordering::Relaxed);
        if let Some(thread) = self.thread.take() {
            thread.join().unwrap();
        }
    }
}
