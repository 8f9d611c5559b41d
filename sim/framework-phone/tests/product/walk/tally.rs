//! What a walk came to.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::time::Duration;

/// How many numbers of the memory's curve are printed.
const POINTS: usize = 12;

#[derive(Debug, Default)]
pub(super) struct Tally {
    outcomes: BTreeMap<String, u64>,
    /// From the look to the touch on the phone's clock, in milliseconds.
    windows: Vec<i64>,
    /// Those of touches that missed because the target moved meanwhile.
    missed: Vec<i64>,
    memory: Vec<u64>,
    wrong: Vec<String>,
    slowest: Duration,
}

impl Tally {
    pub(super) fn count(&mut self, outcome: String) {
        *self.outcomes.entry(outcome).or_default() += 1;
    }

    pub(super) fn touched_after(&mut self, millis: i64) {
        self.windows.push(millis);
    }

    pub(super) fn missed_after(&mut self, millis: i64) {
        self.missed.push(millis);
    }

    pub(super) fn took(&mut self, time: Duration) {
        self.slowest = self.slowest.max(time);
    }

    pub(super) fn holds(&mut self, memory: u64) {
        self.memory.push(memory);
    }

    pub(super) fn wrong(&mut self, line: String) {
        println!("WRONG {line}");
        self.wrong.push(line);
    }

    /// The most memory that was held, in MB.
    pub(super) fn peak(&self) -> u64 {
        self.memory.iter().copied().max().unwrap_or_default()
    }

    /// Everything that is wrong, one a line; nothing when all is well.
    pub(super) fn findings(&self) -> String {
        self.wrong.iter().fold(String::new(), |mut all, line| {
            let _ = write!(all, "\n{line}");
            all
        })
    }

    pub(super) fn print(&self, took: Duration) {
        let actions: u64 = self.outcomes.values().sum();
        for (outcome, count) in &self.outcomes {
            println!("{count:6} {outcome}");
        }
        let rate = f64::from(u32::try_from(actions).unwrap_or(u32::MAX)) / took.as_secs_f64();
        println!(
            "{actions} actions in {:.0} s, {rate:.1} a second, the slowest {:.1?}",
            took.as_secs_f64(),
            self.slowest
        );
        println!("from look to touch: {}", spread(&self.windows));
        println!("missed, as the target moved: {}", spread(&self.missed));
        let every = self.memory.len().div_ceil(POINTS).max(1);
        let curve: Vec<String> = self
            .memory
            .iter()
            .step_by(every)
            .map(u64::to_string)
            .collect();
        println!("memory in MB: {}; at most {}", curve.join(" "), self.peak());
    }
}

/// How many there are, and what half of them and 99 % of them are below.
fn spread(millis: &[i64]) -> String {
    let mut sorted = millis.to_vec();
    sorted.sort_unstable();
    let at = |percent: usize| {
        let place = (sorted.len() * percent / 100).min(sorted.len().saturating_sub(1));
        sorted.get(place).copied().unwrap_or_default()
    };
    format!(
        "{} times, p50 {} ms, p99 {} ms",
        sorted.len(),
        at(50),
        at(99)
    )
}
