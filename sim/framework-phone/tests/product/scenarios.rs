//! Every scenario on the framework phone, and the proof that the judge would notice.

use std::fmt::Write as _;
use std::time::Duration;

use super::built::variable;
use super::drivers::Driven;
use super::fidelity::Comparison;
use super::file::{Named, Toolkit, all};
use super::hand::Fault;
use super::judge::problems;
use super::play::{Outcome, play};
use super::rig::{on_the_phone, on_the_phone_by};

/// How long a scenario may take on the real clock.
const LIMIT: Duration = Duration::from_mins(2);

/// Plays only scenarios whose name contains this, or one of several that are separated by `|`.
const ONLY: &str = "FRAMEWORK_PHONE_ONLY";

#[test]
fn every_scenario_comes_out_as_it_says() {
    every_scenario_by(Driven::ByShell);
}

#[test]
fn every_scenario_comes_out_as_it_says_by_the_operator() {
    every_scenario_by(Driven::ByOperator);
}

fn every_scenario_by(driven: Driven) {
    let only = variable(ONLY).unwrap_or_default();
    let scenarios: Vec<Named> = all()
        .into_iter()
        .filter(|named| {
            let name = named.to_string();
            only.split('|').any(|part| name.contains(part))
        })
        .collect();
    on_the_phone_by(driven, async |phone| {
        let mut wrong = String::new();
        // The script is compared with one driver: it differs from the toolkit and not from a driver.
        let mut fidelity = match driven {
            Driven::ByShell => Some(Comparison::start().await),
            Driven::ByOperator => None,
        };
        for named in &scenarios {
            let played = tokio::time::timeout(LIMIT, play(phone, named, None)).await;
            let (found, took) = match played {
                Ok(outcome) => {
                    if let Some(fidelity) = &mut fidelity {
                        fidelity.add(named, &outcome).await;
                    }
                    (found(named, driven, &outcome), outcome.took)
                }
                Err(_) => (vec!["still running".to_owned()], (LIMIT, LIMIT)),
            };
            let verdict = if found.is_empty() { "ok" } else { "WRONG" };
            let (run, whole) = (took.0.as_secs_f64(), took.1.as_secs_f64());
            let by = driven.name();
            println!("{verdict:5} {run:6.2} s of {whole:6.2} s  {named} by {by}");
            if !found.is_empty() {
                write!(wrong, "\n{named}\n  {}", found.join("\n  ")).unwrap();
                println!("  {}", found.join("\n  "));
            }
        }
        println!("{}", phone.latency.table());
        assert!(wrong.is_empty(), "{wrong}");
        assert_eq!(
            phone.screen.restarts(),
            0,
            "the toolkit was lost on the way"
        );
        if let Some(fidelity) = fidelity.filter(|_| only.is_empty()) {
            fidelity.finish();
        }
    });
}

/// What is not as it should be with this driver. A reason for a difference that is not there is not either.
pub(super) fn found(named: &Named, driven: Driven, outcome: &Outcome) -> Vec<String> {
    let mut found = problems(named.by(driven), outcome);
    let differs = driven == Driven::ByOperator && named.differs_by_operator();
    if differs && problems(&named.scenario, outcome).is_empty() {
        found.push("it comes out as with the shell, and the file says otherwise".to_owned());
    }
    found
}

/// The scenarios that each planted fault is tried on: one button among several, presses in a row, a dialog, a reading.
const PROOF: [&str; 8] = [
    "click/around_a_button",
    "click/clickable_parent",
    "click/second_of_twins",
    "dialog/confirm",
    "menus/popup",
    "read_text/count",
    "toggle/switch",
    "toggle/twice",
];

#[test]
fn every_planted_fault_is_noticed() {
    let scenarios: Vec<Named> = all()
        .into_iter()
        .filter(|named| PROOF.contains(&named.name.as_str()) && named.toolkit == Toolkit::Views)
        .collect();
    assert_eq!(scenarios.len(), PROOF.len());
    on_the_phone(async |phone| {
        let mut unnoticed = Vec::new();
        for fault in [None].into_iter().chain(Fault::ALL.map(Some)) {
            let mut red = Vec::new();
            for named in &scenarios {
                let outcome = play(phone, named, fault).await;
                if !problems(&named.scenario, &outcome).is_empty() {
                    red.push(named.name.as_str());
                }
            }
            let name = fault.map_or("none", Fault::name);
            println!(
                "| {name} | {} of {} | {} |",
                red.len(),
                PROOF.len(),
                red.join(", ")
            );
            if red.is_empty() == fault.is_some() {
                unnoticed.push(name);
            }
        }
        assert!(unnoticed.is_empty(), "judged wrongly: {unnoticed:?}");
    });
}
