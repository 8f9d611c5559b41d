//! A random walk over all pages: what the engine says of each action is held against the app's own record.
//!
//! A walk is made of visits of some actions to a page each. What a visit does follows from the seed and its number, so
//! that one visit can be made again by itself: `FRAMEWORK_PHONE_VISIT`.

mod choose;
mod judge;
mod meant;
mod memory;
mod name;
mod pages;
mod stride;
mod tally;

use std::time::Duration;

use clawperator_phone_screen::Screen;
use tokio::time::Instant;

pub(super) use self::pages::PAGES;
use self::pages::Place;
use self::stride::Walker;
use self::tally::Tally;
use super::built::{number, variable};
use super::chance::Chance;
use super::drivers::Driven;
use super::file::Toolkit;
use super::hand::Fault;
use super::rig::{on_the_phone, on_the_phone_by};

const ACTIONS: &str = "FRAMEWORK_PHONE_WALK";
const SEED: &str = "FRAMEWORK_PHONE_SEED";
const VISIT: &str = "FRAMEWORK_PHONE_VISIT";
const IN_CI: u64 = 300;

/// How many actions are made on a page before another is opened.
const STAY: u64 = 20;

/// Longer than any action may take on the real clock.
const HUNG: Duration = Duration::from_mins(2);

/// How often a long walk tells how far it has come.
const VISITS_A_REPORT: u64 = 50;

/// How often memory is looked at.
const ACTIONS_A_SAMPLE: u64 = 100;

#[test]
fn a_random_walk_agrees_with_the_record() {
    walk_by(Driven::ByShell);
}

#[test]
fn a_random_walk_by_the_operator_agrees_with_the_record() {
    walk_by(Driven::ByOperator);
}

fn walk_by(driven: Driven) {
    let (actions, seed) = (number(ACTIONS, IN_CI), number(SEED, 1));
    let visits = match variable(VISIT) {
        Some(_) => {
            let visit = number(VISIT, 0);
            visit..visit + 1
        }
        None => 0..actions.div_ceil(STAY),
    };
    let by = driven.name();
    println!("seed {seed}, visits {visits:?} of {STAY} actions by {by}");
    on_the_phone_by(driven, async |phone| {
        let begun = Instant::now();
        let mut tally = Tally::default();
        let mut walker = Walker::new(phone).await;
        for visit in visits {
            let mut chance = Chance::new(seed ^ visit.wrapping_mul(0x2545_f491_4f6c_dd1d));
            let place = Place::choose(&mut chance);
            walker.visit(place).await;
            for count in 0..STAY {
                let what = format!("seed {seed} visit {visit} action {count} on {place:?}");
                let begun = Instant::now();
                let stride = walker.stride(&what, &mut chance, &mut tally);
                match tokio::time::timeout(HUNG, stride).await {
                    Ok(true) => {}
                    Ok(false) => walker.visit(place).await,
                    Err(_) => tally.wrong(format!("{what}: hung")),
                }
                tally.took(begun.elapsed());
            }
            if (visit * STAY).is_multiple_of(ACTIONS_A_SAMPLE)
                && let Some(resident) = memory::resident()
            {
                tally.holds(resident);
            }
            if (visit + 1).is_multiple_of(VISITS_A_REPORT) {
                tally.print(begun.elapsed());
            }
        }
        tally.print(begun.elapsed());
        println!("restarts of the toolkit: {}", phone.screen.restarts());
        let findings = tally.findings();
        assert!(findings.is_empty(), "{findings}");
        assert!(
            tally.peak() <= memory::LIMIT,
            "the phone held {} MB",
            tally.peak()
        );
        // Others may use the phone after this.
        phone.screen.set_rotation(0).await;
    });
}

/// Faults that a press shows, whatever is on the page.
const FAULTS: [Fault; 4] = [
    Fault::TapAside,
    Fault::TapUnsent,
    Fault::TapTwice,
    Fault::OtherTarget,
];

#[test]
fn the_walk_notices_planted_faults() {
    on_the_phone(async |phone| {
        let mut unnoticed = Vec::new();
        for fault in FAULTS {
            let mut tally = Tally::default();
            let mut chance = Chance::new(1);
            let mut walker = Walker::new(phone).await.with_fault(fault);
            let place = Place {
                toolkit: Toolkit::Views,
                page: "parents",
            };
            walker.visit(place).await;
            for _ in 0..STAY {
                if !walker.stride(fault.name(), &mut chance, &mut tally).await {
                    walker.visit(place).await;
                }
            }
            println!(
                "{}: {} noticed",
                fault.name(),
                tally.findings().lines().count()
            );
            if tally.findings().is_empty() {
                unnoticed.push(fault.name());
            }
        }
        phone.screen.set_rotation(0).await;
        assert!(unnoticed.is_empty(), "not noticed: {unnoticed:?}");
    });
}
