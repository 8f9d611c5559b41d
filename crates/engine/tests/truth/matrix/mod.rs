//! Truth under faults: every fault of the virtual phone against every action type.
//!
//! [`deeds`] and [`troubles`] are the two sides of the matrix, as data. Each combination runs on a phone of its own,
//! by default policies and a clock that goes faster than the world. [`judge`] holds the answer against the phone's
//! journal; afterwards the fault is cleared, no stream is left, and the next plain execution works.

mod deeds;
pub(super) mod facts;
mod judge;
mod operator;
mod report;
mod trial;
mod troubles;

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use clawperator_contract::StepResult;
use clawperator_virtual_phone::{
    ClockMode, FaultKind, JournalEvent, Release, RequestEntry, ServiceRequest,
};
use serde_json::json;
use tokio::task::JoinSet;
use tokio::time::Instant;

use self::deeds::{Deed, deeds};
use self::facts::{Facts, id};
use self::judge::{Outcome, Said, Violation, Wrong, said};
use self::report::Report;
use self::trial::{Sight, TIMES, Trial};
use self::troubles::{Harm, Trouble, When, troubles};
use super::rig::{Rig, execution};
use super::server::{PrivateServer, programs, reconnect, soon};

/// How many phones work beside each other.
const PHONES: usize = 24;

/// One run of the matrix.
#[derive(Debug)]
struct Case {
    trouble: Option<Trouble>,
    deed: usize,
}

/// Every adb program drives phones of another release.
const RELEASES: [Release; 2] = [Release::Android14, Release::Android9];

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_fault_makes_the_engine_lie() {
    let started = Instant::now();
    let mut report = Report::default();
    for (adb, release) in programs().iter().zip(RELEASES.iter().cycle()) {
        let server = PrivateServer::start(adb).await;
        let cases = cases();
        let shared = Arc::new((
            cases,
            deeds(),
            AtomicUsize::new(0),
            Mutex::new(std::mem::take(&mut report)),
        ));
        let mut workers = JoinSet::new();
        for _ in 0..PHONES {
            let (shared, client) = (shared.clone(), server.client());
            workers.spawn(async move {
                let rig = Rig::new(client, *release).await;
                let (cases, deeds, next, report) = &*shared;
                while let Some(case) = cases.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let deed = deeds.get(case.deed).unwrap();
                    let name = format!("{release:?}: {}", deed.name);
                    let fault = trouble_name(case.trouble.as_ref());
                    let harm = case
                        .trouble
                        .as_ref()
                        .map_or(Harm::None, |trouble| trouble.harm);
                    let (outcome, violations) = match &case.trouble {
                        Some(trouble) if trouble.needs_time() => {
                            let clock = ClockMode::Times(f64::from(TIMES));
                            let rig = Rig::with_clock(rig.client.clone(), *release, clock).await;
                            try_out(&rig, deed, Some(trouble)).await
                        }
                        trouble => try_out(&rig, deed, trouble.as_ref()).await,
                    };
                    report
                        .lock()
                        .unwrap()
                        .enter((&name, fault), harm, &outcome, &violations);
                }
            });
        }
        while let Some(done) = workers.join_next().await {
            done.unwrap();
        }
        report = std::mem::take(&mut shared.3.lock().unwrap());
    }
    report.conclude(started.elapsed());
}

#[test]
fn every_fault_and_every_action_is_in_the_matrix() {
    let troubles = troubles();
    for kind in FaultKind::ALL {
        // A run through the shell cannot meet a fault of the Operator.
        assert_ne!(
            troubles.iter().any(|trouble| trouble.fault.kind() == kind),
            operator::is_of_the_operator(kind),
            "{kind:?}"
        );
    }
    let deeds = deeds();
    for action in clawperator_contract::ActionType::ALL {
        let named = |deed: &Deed| deed.actions[0]["type"] == action.name();
        assert!(deeds.iter().any(named), "{action:?}");
    }
}

/// Every combination that can meet, and every deed without a fault.
fn cases() -> Vec<Case> {
    let deeds = deeds();
    let mut cases: Vec<Case> = (0..deeds.len())
        .map(|deed| Case {
            trouble: None,
            deed,
        })
        .collect();
    for trouble in troubles() {
        for (index, deed) in deeds.iter().enumerate() {
            if trouble.can_meet(deed) {
                cases.push(Case {
                    trouble: Some(trouble.clone()),
                    deed: index,
                });
            }
        }
    }
    cases
}

/// Runs a deed while something goes wrong, and judges what was said of it.
async fn try_out(rig: &Rig, deed: &Deed, trouble: Option<&Trouble>) -> (Outcome, Vec<Violation>) {
    let phone = rig.phone();
    let mut trial = Trial::prepare(rig, deed, Sight::Dump).await;
    if let Some(trouble) = trouble.filter(|trouble| trouble.when == When::Before) {
        phone.faults().set(trouble.fault.clone()).await.unwrap();
        if trouble.changes_screen() {
            trial.look_again().await;
        }
    }
    rig.until_quiet().await;
    trial.begins();
    let asked = phone.requests().entries.len();
    let streams = phone.traffic().opened_streams;
    let strikes = async {
        if let Some(trouble) = trouble
            && let When::After(after) = trouble.when
        {
            phone
                .until_traffic(|traffic| traffic.opened_streams >= streams + after)
                .await;
            phone.faults().set(trouble.fault.clone()).await.unwrap();
        }
        std::future::pending::<()>().await;
    };
    let harm = trouble.map_or(Harm::None, |trouble| trouble.harm);
    // What succeeds all the same has no need to hurry, and a busy machine has.
    let times = match harm {
        Harm::None => 1,
        Harm::Some => TIMES,
    };
    let timeout_ms = trouble.map_or(120_000, |trouble| trouble.timeout_ms);
    let device = rig.device();
    let ran = tokio::select! {
        biased;
        ran = trial.run(device, timeout_ms, times) => ran,
        () = strikes => unreachable!(),
    };
    let (outcome, mut violations) = trial.judged(ran, harm).await;
    let has_asked = phone.requests().entries.iter().skip(asked).any(|entry| {
        // What a phone can do may depend on its release, which is asked for before anything is refused.
        !matches!(&entry.request, ServiceRequest::Stream { service, .. } if service.contains("getprop"))
    });
    if matches!(said(&outcome), Ok(Said::Refused(_))) && has_asked {
        violations.push(Violation {
            wrong: Wrong::FalseRefusal,
            why: "a refused run has asked the phone".to_owned(),
        });
    }
    recover(rig).await;
    (outcome, violations)
}

/// A phone that cannot say which one it is might be another's: it is not touched, whatever is wrong with it.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_phone_that_does_not_say_which_one_it_is_is_left_alone() {
    let server = PrivateServer::start(&programs()[0]).await;
    let rig = Rig::new(server.client(), RELEASES[0]).await;
    let press = json!([{ "type": "click", "params": { "coordinate": { "x": 100, "y": 900 } } }]);
    let mut refused = 0;
    for trouble in troubles() {
        if trouble.when != When::Before || trouble.needs_time() {
            continue;
        }
        rig.begin(Some("counter")).await;
        rig.phone()
            .faults()
            .set(trouble.fault.clone())
            .await
            .unwrap();
        let asked = rig.phone().requests().entries.len() as u64;
        let outcome = rig.run_cold(&execution(&press, 4_000), TIMES).await;
        rig.phone().faults().clear_all().await;
        rig.until_quiet().await;
        if let Err(failure) = outcome
            && failure.details.is_none()
        {
            refused += 1;
            let requests = rig.phone().requests_after(asked).entries;
            let identity = |entry: &RequestEntry| match &entry.request {
                ServiceRequest::Stream { service, .. } => service.contains("boot_id"),
                ServiceRequest::File { .. } => false,
            };
            assert!(requests.iter().all(identity), "{failure:?}: {requests:?}");
            let touched = rig.phone().journal().entries.into_iter();
            let touched = touched
                .filter(|entry| matches!(entry.event, JournalEvent::Injected { .. }))
                .count();
            assert_eq!(touched, 0, "{failure:?}");
        }
        recover(&rig).await;
    }
    assert!(
        refused >= 3,
        "{refused} of the troubles kept the phone from saying it"
    );
}

/// The phone works again: it is reached, its screen is read and takes a press, which happens once.
async fn recover(rig: &Rig) {
    let plain = json!([{ "type": "click", "params": { "matcher": {
        "resourceId": "dev.clawperator.conformance:id/increment" } } }]);
    let payload = execution(&plain, 120_000);
    let deadline = soon();
    loop {
        reconnect(&rig.client, &rig.serial).await;
        rig.begin(Some("counter")).await;
        let already = rig.phone().journal().entries.len() as u64;
        let result = rig.run(&payload, 1).await.unwrap();
        rig.until_quiet().await;
        let facts = Facts::after(already, rig.phone());
        let tapped = facts.events().filter(
            |event| matches!(event, JournalEvent::Tapped { view } if view.id == id("increment")),
        );
        let steps = &result.envelope.step_results;
        let has_time = deadline.remaining().is_some_and(|left| !left.is_zero());
        if is_without_phone(steps) && has_time {
            assert_eq!(tapped.count(), 0, "{steps:?}");
            continue;
        }
        assert!(steps.iter().all(|step| step.success), "{steps:?}");
        assert_eq!(tapped.count(), 1);
        return;
    }
}

/// Whether the server had no phone to send a step to. A server that is told to connect a phone while it does so by
/// itself was seen to take the phone back once more, behind an answer of it, when the machine was busy.
fn is_without_phone(steps: &[StepResult]) -> bool {
    let lost = |step: &StepResult| {
        let error = step.data.get("error");
        matches!(
            error.map(String::as_str),
            Some("DEVICE_NOT_FOUND" | "DEVICE_OFFLINE")
        )
    };
    steps.iter().any(lost)
}

fn trouble_name(trouble: Option<&Trouble>) -> String {
    match trouble {
        None => "no fault".to_owned(),
        Some(Trouble { fault, when, .. }) => match when {
            When::Before => format!("{fault:?}"),
            When::After(streams) => format!("{fault:?} after {streams} stream(s)"),
        },
    }
}
