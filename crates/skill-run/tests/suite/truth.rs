//! All shipped skills on the virtual phone, with and without its faults: what is told is what the phone's own record says.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use clawperator_contract::Failure;
use clawperator_contract::skill_result::{
    AppStanding, CheckpointStatus, SkillResult, SkillStatus, SkillValue, StepOutcome,
};
use clawperator_skills::Registry;
use clawperator_test_support::{PrivateServer, programs};
use clawperator_virtual_phone::{CutDirection, Fault, FaultKind};
use tokio::task::JoinSet;

use super::deeds::{Deed, deeds};
use super::rig::{ALLOW, Rig, tree};

/// How many times as fast the engine's clock goes where something is in the way.
const TIMES: u32 = 10;
/// How many phones work beside each other.
const PHONES: usize = 12;

#[test]
fn every_shipped_skill_is_a_deed() {
    let registry = Registry::open(&tree()).unwrap();
    let shipped: Vec<&str> = registry
        .entries()
        .iter()
        .map(|entry| entry.id.as_str())
        .collect();
    let mut tried: Vec<&str> = deeds().iter().map(|deed| deed.id).collect();
    tried.sort_unstable();
    assert_eq!(tried, shipped);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_shipped_skill_does_what_it_says() {
    for adb in programs() {
        let server = PrivateServer::start(&adb).await;
        let rig = Rig::new(server.client()).await;
        for deed in deeds() {
            let (answer, taps) = play(&rig, &deed, None, 1).await;
            let result = answer.unwrap();
            let expected = if deed.stops {
                SkillStatus::Partial
            } else {
                SkillStatus::Success
            };
            assert_eq!(result.status, expected, "{}: {result:#?}", deed.id);
            assert_eq!(
                wrong(&deed, &Ok(result.clone()), &taps),
                Vec::<String>::new()
            );
            let app = result.app.unwrap();
            assert_eq!(app.standing, AppStanding::Same, "{}: {app:?}", deed.id);
            if deed.stops {
                assert_eq!(result.error_code.unwrap().name(), "NODE_AMBIGUOUS");
                let step = result.steps.iter().find(|step| !step.candidates.is_empty());
                assert!(step.unwrap().candidates.len() > 1, "{:?}", result.steps);
            }
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_fault_makes_a_skill_lie() {
    let server = PrivateServer::start(&programs()[0]).await;
    let shared = Arc::new((cases(), AtomicUsize::new(0), Mutex::new(Report::default())));
    let mut workers = JoinSet::new();
    for _ in 0..PHONES {
        let (shared, client) = (shared.clone(), server.client());
        workers.spawn(async move {
            let (cases, next, report) = &*shared;
            let rig = Rig::new(client).await;
            while let Some(case) = cases.get(next.fetch_add(1, Ordering::Relaxed)) {
                let (answer, taps) = play(&rig, &case.deed, Some(&case.trouble), TIMES).await;
                let wrong = wrong(&case.deed, &answer, &taps);
                report.lock().unwrap().enter(case, &answer, wrong);
                rig.reconnect().await;
            }
        });
    }
    while let Some(done) = workers.join_next().await {
        done.unwrap();
    }
    let report = shared.2.lock().unwrap();
    for (fault, answers) in &report.answers {
        println!("{fault}: {answers:?}");
    }
    println!("{} runs, {} wrong", report.runs, report.wrong.len());
    assert_eq!(report.wrong, Vec::<String>::new());
    for kind in FaultKind::ALL {
        // Skills run through the shell here, so that none of them could meet a fault of the Operator.
        let is_met = !format!("{kind:?}").starts_with("Operator");
        let tried = cases().iter().any(|case| case.trouble.fault.kind() == kind);
        assert_eq!(tried, is_met, "{kind:?}");
    }
}

#[tokio::test]
async fn a_switch_that_is_on_is_not_touched() {
    let server = PrivateServer::start(&programs()[0]).await;
    let rig = Rig::new(server.client()).await;
    let all = deeds();
    let deed = all
        .iter()
        .find(|deed| deed.id.ends_with("turn-on-feature"))
        .unwrap();
    rig.begin(&deed.before).await;
    let run = || rig.skill(deed.id, &deed.inputs, ALLOW, 1);
    assert_eq!(run().await.unwrap().status, SkillStatus::Success);
    let before = rig.last();
    let result = run().await.unwrap();
    assert_eq!(result.status, SkillStatus::Failed, "{result:#?}");
    assert_eq!(result.error_code.unwrap().name(), "VERIFY_FAILED");
    assert_eq!(result.checkpoints[0].status, CheckpointStatus::Failed);
    assert_eq!(result.checkpoints[1].status, CheckpointStatus::NotRun);
    assert_eq!(rig.tapped(before), Vec::<String>::new());
}

#[tokio::test]
async fn buying_is_refused_before_the_first_touch_unless_a_profile_allows_it() {
    let server = PrivateServer::start(&programs()[0]).await;
    let rig = Rig::new(server.client()).await;
    let all = deeds();
    let deed = all
        .iter()
        .find(|deed| deed.id.ends_with("place-order"))
        .unwrap();
    rig.begin(&deed.before).await;
    let before = rig.last();
    for shipped in clawperator_policy::Shipped::ALL {
        let result = rig
            .skill(deed.id, &deed.inputs, shipped.text(), 1)
            .await
            .unwrap();
        assert_eq!(result.status, SkillStatus::Failed);
        assert_eq!(result.exit().code(), 7);
        let code = result.error_code.unwrap().name().to_owned();
        if shipped == clawperator_policy::Shipped::Ask {
            assert_eq!(code, "POLICY_CONFIRMATION_REQUIRED");
            // It looks first: a person is asked about what is there.
            let acts = result
                .steps
                .iter()
                .filter(|step| step.action_type == "click");
            let mut codes = acts.map(|step| step.code.clone().unwrap());
            assert_eq!(
                codes.next().as_deref(),
                Some("POLICY_CONFIRMATION_REQUIRED")
            );
            assert!(codes.all(|code| code == "STEP_NOT_RUN"));
        } else {
            assert_eq!(code, "POLICY_DENIED");
            assert_eq!(result.steps, Vec::new());
        }
    }
    assert_eq!(rig.last(), before, "nothing was done to the phone");
    let result = rig.skill(deed.id, &deed.inputs, ALLOW, 1).await.unwrap();
    assert_eq!(result.status, SkillStatus::Success, "{result:#?}");
    assert!(result.outputs[0].hash.is_some());
    let bought = ["dev.clawperator.shop:id/place_order", "android:id/button1"];
    assert_eq!(rig.tapped(before), bought);
}

/// A fault, and when it strikes.
#[derive(Debug, Clone)]
struct Trouble {
    fault: Fault,
    /// After so many streams of the run; 0 before it.
    after: u64,
}

struct Case {
    deed: Deed,
    trouble: Trouble,
}

#[derive(Default)]
struct Report {
    runs: usize,
    answers: BTreeMap<String, BTreeMap<String, usize>>,
    wrong: Vec<String>,
}

impl Report {
    fn enter(&mut self, case: &Case, answer: &Result<SkillResult, Failure>, wrong: Vec<String>) {
        self.runs += 1;
        let said = match answer {
            Ok(result) => format!("{:?}", result.status),
            Err(failure) => failure.code.name().to_owned(),
        };
        let name = format!("{:?} after {}", case.trouble.fault, case.trouble.after);
        for wrong in wrong {
            self.wrong
                .push(format!("{} with {name}: {wrong}", case.deed.id));
        }
        *self
            .answers
            .entry(name)
            .or_default()
            .entry(said)
            .or_default() += 1;
    }
}

/// Every fault before the run, and those that strike in the middle of it at several moments.
fn cases() -> Vec<Case> {
    let before = vec![
        Fault::Offline,
        Fault::Unauthorized,
        Fault::ShellSlow { delay_ms: 20 },
        Fault::ShellStalled,
        Fault::DumpKilled { times: None },
        Fault::DumpKilled { times: Some(2) },
        Fault::DumpNullRoot { times: None },
        Fault::DumpNotIdle { times: Some(1) },
        Fault::DumpJunk {
            text: "WARNING: linker\n".to_owned(),
        },
        Fault::DumpTruncated { after_bytes: 3_000 },
        Fault::EmojiInText,
        Fault::TreeStale { for_ms: 500 },
        Fault::TapsLost { times: None },
        Fault::TapsLost { times: Some(1) },
        Fault::InputRefused,
        Fault::AppCrash { package: None },
        Fault::AppNotResponding {
            package: None,
            for_ms: 600_000,
        },
        Fault::StorageLow { free_bytes: 0 },
        Fault::ScreenOffAndLocked,
        Fault::ScreenOff,
        Fault::ScreenLocked { secret: false },
        Fault::ScreenLocked { secret: true },
        Fault::OtherAppInFront {
            package: "com.android.settings".to_owned(),
        },
        Fault::ClockJump { by_ms: 3_600_000 },
        Fault::FrameworkDown,
        Fault::FrameworkRestarted,
        Fault::OutputTruncated { after_bytes: 10 },
        Fault::AutomationHeld,
    ];
    let striking = [
        Fault::Offline,
        Fault::AppCrash { package: None },
        Fault::InputRefused,
        Fault::ScreenOffAndLocked,
        Fault::FrameworkDown,
        Fault::TapsLost { times: None },
        Fault::ConnectionCut {
            after_bytes: 0,
            direction: CutDirection::Out,
        },
        Fault::ConnectionCut {
            after_bytes: 200,
            direction: CutDirection::In,
        },
        Fault::OutputTruncated { after_bytes: 3 },
        Fault::DumpKilled { times: None },
    ];
    let mut troubles: Vec<Trouble> = before
        .into_iter()
        .map(|fault| Trouble { fault, after: 0 })
        .collect();
    for fault in striking {
        for after in [4, 7, 10, 13] {
            let fault = fault.clone();
            troubles.push(Trouble { fault, after });
        }
    }
    let cases = troubles.iter().flat_map(|trouble| {
        deeds().into_iter().map(|deed| Case {
            deed,
            trouble: trouble.clone(),
        })
    });
    cases.collect()
}

/// Runs a deed while something goes wrong; the answer, and what a finger reached meanwhile.
async fn play(
    rig: &Rig,
    deed: &Deed,
    trouble: Option<&Trouble>,
    times: u32,
) -> (Result<SkillResult, Failure>, Vec<String>) {
    rig.begin(&deed.before).await;
    rig.until_quiet().await;
    let phone = rig.phone();
    let already = rig.last();
    let streams = phone.traffic().opened_streams;
    let strikes = async {
        if let Some(trouble) = trouble {
            let due = streams + trouble.after;
            phone
                .until_traffic(|traffic| traffic.opened_streams >= due)
                .await;
            phone.faults().set(trouble.fault.clone()).await.unwrap();
        }
    };
    let set_before = trouble.is_some_and(|trouble| trouble.after == 0);
    let mut strikes = std::pin::pin!(strikes);
    if set_before {
        strikes.as_mut().await;
    }
    let mut run = std::pin::pin!(rig.skill(deed.id, &deed.inputs, ALLOW, times));
    let answer = if set_before {
        run.await
    } else {
        tokio::select! {
            biased;
            answer = &mut run => answer,
            () = &mut strikes => run.await,
        }
    };
    phone.faults().clear_all().await;
    rig.until_quiet().await;
    (answer, rig.tapped(already))
}

/// What was told and is not so.
fn wrong(deed: &Deed, answer: &Result<SkillResult, Failure>, taps: &[String]) -> Vec<String> {
    let mut wrong = Vec::new();
    let mut hold = |holds: bool, what: &str| {
        if !holds {
            wrong.push(format!("{what}: tapped {taps:?}, told {answer:?}"));
        }
    };
    let reached = |view: &str| taps.iter().filter(|tapped| *tapped == view).count();
    let Ok(result) = answer else {
        hold(taps.is_empty(), "a run that never began has tapped");
        return wrong;
    };
    if let Some((step, view)) = deed.goal {
        let count = reached(view);
        hold(count <= 1, "it was done twice");
        let outcome = result
            .steps
            .iter()
            .find(|told| told.id == step)
            .map_or(StepOutcome::NotRun, |told| told.outcome);
        let not_done = matches!(outcome, StepOutcome::NotRun | StepOutcome::Failed);
        hold(
            count == 0 || !not_done,
            "it was done, and is told not to be",
        );
        hold(
            count == 1 || result.status != SkillStatus::Success,
            "a success without the deed",
        );
        let verified = result
            .checkpoints
            .iter()
            .any(|told| told.id == step && told.status == CheckpointStatus::Verified);
        hold(count == 1 || !verified, "what was not done is verified");
        hold(count == 0 || !deed.stops, "it should have stopped before");
        let unseen = !result
            .checkpoints
            .iter()
            .any(|told| told.id == step && told.status != CheckpointStatus::NotRun);
        hold(
            outcome != StepOutcome::Unknown || result.status == SkillStatus::Indeterminate,
            "something may have happened, and the run says that it knows",
        );
        hold(
            result.status != SkillStatus::Success || !unseen,
            "a success that nothing verifies",
        );
    }
    let shown = result
        .outputs
        .iter()
        .find_map(|output| output.value.clone())
        .map(without_emoji);
    if shown.is_some() {
        hold(shown == deed.output, "what was read is not what is there");
    }
    if result.status == SkillStatus::Success {
        hold(
            deed.output.is_none() || shown.is_some(),
            "a success without its output",
        );
    }
    wrong
}

/// One fault puts an emoji behind every text of the screen, so what is there has one.
fn without_emoji(value: SkillValue) -> SkillValue {
    match value {
        SkillValue::String(text) => SkillValue::String(text.trim_end_matches(" 😀").to_owned()),
        other => other,
    }
}
