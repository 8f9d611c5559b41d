//! The same truth through the Operator: every fault of it against every action type, at every place of the way.
//!
//! A deed is run without a fault first, and the way that it takes ([`course`]) gives the places at which something can
//! go wrong ([`troubles`]). So no fault is set that a run does not meet, and each run is asked whether it has.

mod blow;
mod course;
mod troubles;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use clawperator_device::Device;
use clawperator_device_operator::OperatorDevice;
use clawperator_test_support::Watched;
use clawperator_virtual_phone::{ClockMode, Fault, FaultKind, Release, ServiceRequest};
use serde_json::json;
use tokio::task::JoinSet;
use tokio::time::Instant;

use self::blow::{Blow, Strikes};
use self::course::Course;
use self::troubles::{Trouble, When, troubles};
use super::RELEASES;
use super::deeds::{Deed, deeds};
use super::facts::Facts;
use super::judge::{Outcome, Said, Violation, Wrong, said};
use super::report::Report;
use super::trial::{Sight, Trial};
use super::troubles::{Harm, changes_screen};
use crate::suite::dice::Dice;
use crate::suite::rig::{PATIENCE, Rig, execution};
use crate::suite::server::{PrivateServer, programs, reconnect};

/// How many phones work beside each other.
const PHONES: usize = 16;

/// With this variable every case is tried, and not only some of them.
const WHOLE: &str = "CLAWPERATOR_WHOLE_MATRIX";

/// How many cases are tried otherwise.
const SAMPLE: usize = 700;

/// The seed of what is tried.
const SEED: u64 = 17;

/// The longest text of a node in a tree that was made large.
const LONGEST_TEXT: u64 = 131_072;

/// One run of the matrix.
#[derive(Debug)]
struct Case {
    deed: usize,
    trouble: Trouble,
}

#[derive(Debug, Default)]
struct Findings {
    report: Report,
    /// How often a fault that comes behind another one was met, by kind.
    met: BTreeMap<FaultKind, usize>,
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_fault_makes_the_engine_lie_through_the_operator() {
    let started = Instant::now();
    let server = PrivateServer::start(&programs()[0]).await;
    let deeds = Arc::new(deeds());
    let findings = Arc::new(Mutex::new(Findings::default()));
    let courses = courses(&server, &deeds, &findings).await;
    let cases = chosen(cases(&deeds, &courses), &courses);
    every_fault_is_among(&cases);
    let shared = Arc::new((cases, AtomicUsize::new(0)));
    let mut workers = JoinSet::new();
    for worker in 0..PHONES {
        let (shared, deeds, findings) = (shared.clone(), deeds.clone(), findings.clone());
        let client = server.client();
        let release = release(worker);
        workers.spawn(async move {
            let rig = Rig::new(client, release).await;
            let (cases, next) = &*shared;
            while let Some(Case { deed, trouble }) = cases.get(next.fetch_add(1, Ordering::Relaxed))
            {
                let deed = deeds.get(*deed).unwrap();
                // No faster than in the world: the Operator's lease is of the phone's time.
                let real = if trouble.needs_time {
                    Some(Rig::with_clock(rig.client.clone(), release, ClockMode::Real).await)
                } else {
                    None
                };
                let rig = real.as_ref().unwrap_or(&rig);
                let mut tried = try_out(rig, deed, trouble, &findings).await;
                if trouble.times > 1 && has_not_come_to_it(&tried.1) {
                    // A machine with much else to do may not come that far in the time of a run that is in a hurry.
                    let patient = Trouble {
                        times: 1,
                        ..trouble.clone()
                    };
                    tried = try_out(rig, deed, &patient, &findings).await;
                }
                let (outcome, violations) = tried;
                let name = format!("{release:?}: {}", deed.name);
                let fault = format!("{:?} {:?}", trouble.when, trouble.blows);
                let report = &mut findings.lock().unwrap().report;
                report.enter((&name, fault), trouble.harm, &outcome, &violations);
            }
        });
    }
    while let Some(done) = workers.join_next().await {
        done.unwrap();
    }
    let findings = findings.lock().unwrap();
    findings.report.conclude(started.elapsed());
    for (kind, met) in &findings.met {
        assert!(*met > 0, "{kind:?} was never met behind another fault");
    }
}

/// The way of every deed, which succeeds where nothing is in the way.
async fn courses(
    server: &PrivateServer,
    deeds: &Arc<Vec<Deed>>,
    findings: &Arc<Mutex<Findings>>,
) -> Vec<Course> {
    let mut workers = JoinSet::new();
    for place in 0..deeds.len() {
        let (deeds, findings, client) = (deeds.clone(), findings.clone(), server.client());
        workers.spawn(async move {
            let rig = Rig::new(client, release(0)).await;
            let deed = deeds.get(place).unwrap();
            let (course, outcome, violations) = Course::of(&rig, deed).await;
            let report = &mut findings.lock().unwrap().report;
            let fault = "no fault".to_owned();
            report.enter((deed.name, fault), Harm::None, &outcome, &violations);
            (place, course)
        });
    }
    let mut courses = workers.join_all().await;
    courses.sort_by_key(|(place, _)| *place);
    courses.into_iter().map(|(_, course)| course).collect()
}

fn cases(deeds: &[Deed], courses: &[Course]) -> Vec<Case> {
    let both = deeds.iter().zip(courses).enumerate();
    both.flat_map(|(deed, (what, course))| {
        let troubles = troubles(what, course).into_iter();
        troubles.map(move |trouble| Case { deed, trouble })
    })
    .collect()
}

/// All of the cases, or some of them, the same ones every time: each fault of the Operator with each deed that acts, at
/// one place of its way, and as many others as there is time for.
fn chosen(mut cases: Vec<Case>, courses: &[Course]) -> Vec<Case> {
    let all = cases.len();
    let mut dice = Dice(SEED);
    let mut chosen = Vec::with_capacity(all);
    let mut there = BTreeSet::new();
    let mut others = Vec::new();
    while !cases.is_empty() {
        let case = cases.swap_remove(dice.below(cases.len()));
        let acts = courses.get(case.deed).unwrap().acts > 0;
        let wanted = acts && case.trouble.is_of_the_operator();
        if wanted && there.insert((case.deed, case.trouble.class())) {
            chosen.push(case);
        } else {
            others.push(case);
        }
    }
    #[expect(
        clippy::disallowed_methods,
        reason = "the tests are told by it how much to try"
    )]
    let whole = std::env::var_os(WHOLE).is_some();
    if !whole {
        others.truncate(SAMPLE.saturating_sub(chosen.len()));
    }
    chosen.append(&mut others);
    println!("{} of {all} cases are tried", chosen.len());
    chosen
}

/// What the Operator can meet is in the matrix.
fn every_fault_is_among(cases: &[Case]) {
    let blows = cases.iter().flat_map(|case| &case.trouble.blows);
    let tried: BTreeSet<FaultKind> = blows.filter_map(Blow::fault).map(Fault::kind).collect();
    for kind in FaultKind::ALL {
        assert!(
            tried.contains(&kind) || !is_of_the_operator(kind),
            "{kind:?}"
        );
    }
}

/// Whether it is the Operator that goes wrong.
pub(super) fn is_of_the_operator(kind: FaultKind) -> bool {
    matches!(
        kind,
        FaultKind::OperatorKilled
            | FaultKind::OperatorHalfAnswer
            | FaultKind::OperatorSilent
            | FaultKind::OperatorWrongProof
            | FaultKind::OperatorWrongBuild
            | FaultKind::OperatorWrongVersion
            | FaultKind::OperatorJarCorrupt
            | FaultKind::OperatorTreeLarge
            | FaultKind::OperatorStartSlow
            | FaultKind::OperatorStartFails
            | FaultKind::OperatorStartUnheard
    )
}

/// Runs a deed through the Operator while something goes wrong, and judges what was said of it.
async fn try_out(
    rig: &Rig,
    deed: &Deed,
    trouble: &Trouble,
    findings: &Mutex<Findings>,
) -> (Outcome, Vec<Violation>) {
    let phone = rig.phone();
    let mut trial = Trial::prepare(rig, deed, Sight::Windows).await;
    rig.until_quiet().await;
    let device = match trouble.when {
        When::Cold => rig.operator(),
        When::Warm | When::Call(_) => warm(rig).await,
    };
    let at = match trouble.when {
        When::Cold | When::Warm => {
            for blow in &trouble.blows {
                let Blow::Fault(fault) = blow else {
                    panic!("{blow:?} strikes before a call")
                };
                phone.faults().set(fault.clone()).await.unwrap();
                if changes_screen(fault.kind()) {
                    trial.look_again().await;
                }
                if let Fault::OperatorTreeLarge { bytes } = fault {
                    trial.expect_nodes(usize::try_from(bytes / LONGEST_TEXT).unwrap());
                }
            }
            0
        }
        When::Call(call) => call,
    };
    trial.begins();
    let asked = phone.requests().entries.len() as u64;
    let strikes = Arc::new(Strikes::new(rig, &trouble.blows, at));
    let watched = Watched::new(Arc::new(device), None, strikes.clone());
    let ran = trial
        .run(Arc::new(watched), trouble.timeout_ms, trouble.times)
        .await;
    // What the server still says at the end of a run may be what a cut waits for.
    rig.until_quiet().await;
    let left = phone.faults().list();
    let requests = phone.requests_after(asked).entries;
    let already = trial.already();
    let (outcome, mut violations) = trial.judged(ran, trouble.harm).await;
    let started = requests.iter().any(|entry| match &entry.request {
        ServiceRequest::Stream { service, .. } => service.contains("app_process"),
        ServiceRequest::File { .. } => false,
    });
    let mut wrong = |wrong, why: String| violations.push(Violation { wrong, why });
    for (place, blow) in trouble.blows.iter().enumerate() {
        let is_met = strikes.have_struck() && blow.is_met(&left);
        match blow {
            Blow::Fault(fault) if place > 0 => {
                let met = &mut findings.lock().unwrap().met;
                *met.entry(fault.kind()).or_default() += usize::from(is_met);
            }
            _ if !is_met => wrong(Wrong::Unmet, format!("{blow:?} was not met")),
            Blow::Fault(Fault::OperatorStartSlow { .. }) if !started => {
                wrong(Wrong::Unmet, "the Operator was not started".to_owned());
            }
            Blow::Fault(Fault::OperatorSilent) if has_succeeded(&outcome) => {
                wrong(Wrong::Unmet, "silence was not noticed".to_owned());
            }
            _ => {}
        }
    }
    if matches!(said(&outcome), Ok(Said::Refused(_)))
        && !Facts::after(already, phone).is_untouched()
    {
        let why = "a refused run has touched the phone".to_owned();
        wrong(Wrong::FalseRefusal, why);
    }
    recover(rig).await;
    (outcome, violations)
}

/// Whether all that is wrong with a run is that it ended before what was to strike it.
fn has_not_come_to_it(violations: &[Violation]) -> bool {
    let unmet = |violation: &Violation| violation.wrong == Wrong::Unmet;
    !violations.is_empty() && violations.iter().all(unmet)
}

/// Whether every step is said to have succeeded.
fn has_succeeded(outcome: &Outcome) -> bool {
    let steps = outcome.as_ref().map(|result| &result.envelope.step_results);
    steps.is_ok_and(|steps| steps.iter().all(|step| step.success))
}

/// A driver whose Operator runs and which knows its phone.
async fn warm(rig: &Rig) -> OperatorDevice {
    let device = rig.operator();
    device.identity(PATIENCE).await.unwrap();
    device
}

/// The phone works again for a new driver, in the state in which the run has left it.
async fn recover(rig: &Rig) {
    reconnect(&rig.client, &rig.serial).await;
    // A stream that fell silent holds the phone until its lease is over.
    rig.phone().advance(Duration::from_secs(15));
    let home = json!([{ "type": "press_key", "params": { "key": "home" } }]);
    let already = rig.phone().journal().entries.len() as u64;
    let device = Arc::new(rig.operator());
    let result = rig.run_through(device, &execution(&home, 120_000), 1).await;
    let steps = result.unwrap().envelope.step_results;
    assert!(steps.iter().all(|step| step.success), "{steps:?}");
    rig.until_quiet().await;
    let facts = Facts::after(already, rig.phone());
    assert_eq!(facts.keys(), [3]);
}

/// Every other phone is of another release.
fn release(place: usize) -> Release {
    RELEASES[place % RELEASES.len()]
}
