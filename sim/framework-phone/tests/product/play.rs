//! One scenario, carried out.

use std::sync::Arc;
use std::time::Duration;

use clawperator_contract::Failure;
use clawperator_contract::wrappers::ExecutionResult;
use clawperator_framework_phone::RecordEntry;
use clawperator_phone_screen::Screen;
use clawperator_ui::Tree;
use tokio::time::Instant;

use super::file::{Named, payload};
use super::hand::{Fault, Hand};
use super::rig::Phone;

/// What came of a scenario.
#[derive(Debug)]
pub(super) struct Outcome {
    /// What the caller was told.
    pub(super) answer: Result<ExecutionResult, Failure>,
    /// What the app says was done to it.
    pub(super) record: Vec<RecordEntry>,
    /// The activity in front.
    pub(super) front: Option<String>,
    /// What is on the screen, when it can be read.
    pub(super) tree: Option<Tree>,
    /// How long the run took, and all of it, on the real clock.
    pub(super) took: (Duration, Duration),
}

impl Outcome {
    /// The texts and descriptions on the screen.
    pub(super) fn words(&self) -> Vec<&str> {
        let nodes = self.tree.iter().flat_map(Tree::nodes);
        nodes
            .filter(|node| node.visible_bounds().is_some())
            .flat_map(|node| [node.text(), node.content_desc()])
            .filter(|word| !word.is_empty())
            .collect()
    }
}

/// Carries a scenario out, from an app of which nothing is left.
pub(super) async fn play(phone: &Phone, named: &Named, fault: Option<Fault>) -> Outcome {
    let begun = Instant::now();
    let scenario = &named.scenario;
    let address = scenario.page.as_deref();
    let address = address.map(|page| named.toolkit.address(page));
    phone.begin(address.as_deref(), scenario.process()).await;
    if scenario.rotation != 0 {
        phone.screen.set_rotation(scenario.rotation).await;
        phone.rest().await;
    }
    let options = scenario.options();
    let hand = || Hand::new(phone.device(), Arc::clone(&phone.screen));
    if !scenario.earlier.is_empty() {
        let earlier = payload(&scenario.earlier);
        let answer = phone.run(Arc::new(hand()), &earlier, options).await;
        let steps = answer.map(|result| result.envelope.step_results);
        let well =
            |steps: &Vec<clawperator_contract::StepResult>| steps.iter().all(|step| step.success);
        assert!(steps.as_ref().is_ok_and(well), "{named}: {steps:?}");
    }
    let before = phone.newest().await;
    let hand = hand()
        .with_fault(fault)
        .with_interventions(&scenario.during);
    let run = Instant::now();
    let answer = phone
        .run(Arc::new(hand), &scenario.payload(), options)
        .await;
    let ran = run.elapsed();
    phone.rest().await;
    let record = phone.happened(before).await;
    Outcome {
        answer,
        record,
        front: phone.front().await,
        tree: phone.tree().await,
        took: (ran, begun.elapsed()),
    }
}
