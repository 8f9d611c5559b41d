//! On every page, with dialogs and popups open, the engine's tree agrees with what the app says of its views and nodes.
//!
//! Where accessibility has rules of its own, one of a closed list of reasons says so: `tests/agreement/reasons.json`.

mod compare;
mod fact;
mod reasons;
pub(super) mod screens;
mod sizes;

use std::sync::Arc;
use std::time::Duration;

use clawperator_contract::RunOptions;
use clawperator_device::driver::View;
use clawperator_ui::Tree;

use self::compare::compare;
use self::fact::Fact;
use self::reasons::Reasons;
pub(super) use self::screens::Shown;
use self::sizes::Sizes;
use super::drivers::Driven;
use super::file::payload;
use super::hand::Hand;
use super::rig::{AppProcess, Phone, on_the_phone_by};
use super::walk::PAGES;

/// Pages that change all the time: their tree of the very moment is read on the tests' own channel, not through adb.
const RESTLESS: [&str; 3] = ["restless", "moving", "arriving"];

/// How often a page is read until it was the same before and after.
const TRIES: usize = 5;

const WITHIN: Duration = Duration::from_mins(1);

#[test]
fn the_tree_agrees_with_the_app() {
    agrees_by(Driven::ByShell);
}

#[test]
fn the_tree_of_the_operator_agrees_with_the_app() {
    agrees_by(Driven::ByOperator);
}

fn agrees_by(driven: Driven) {
    let reasons = Reasons::read();
    on_the_phone_by(driven, async |phone| {
        let (mut problems, mut nodes, mut screens) = (Vec::new(), 0, 0);
        let mut sizes = Sizes::default();
        for shown in screens::all(&PAGES) {
            open(phone, &shown).await;
            let (tree, dump, facts) = read(phone, shown.page).await;
            if shown.actions.is_empty() && driven == Driven::ByShell {
                sizes.add(&shown, &tree, &dump);
            }
            let compared = compare(&tree, &facts);
            nodes += compared.nodes;
            screens += 1;
            for difference in compared.differences {
                if !reasons.explains(&difference) {
                    println!("{}: {difference:?}", shown.name);
                    problems.push(format!("{}: {difference:?}", shown.name));
                }
            }
        }
        let (by, counts) = (driven.name(), reasons.counts());
        println!("{nodes} nodes on {screens} screens by {by}; {counts}");
        assert!(problems.is_empty(), "{}", problems.join("\n"));
        let unused = reasons.unused();
        assert!(unused.is_empty(), "reasons for nothing: {unused:?}");
        if driven == Driven::ByShell {
            sizes.check();
        }
    });
}

/// Opens a screen and waits until it rests.
pub(super) async fn open(phone: &Phone, shown: &Shown) {
    let address = shown.toolkit.address(shown.page);
    phone.begin(Some(&address), AppProcess::Any).await;
    if shown.actions.is_empty() {
        return;
    }
    let hand = Hand::new(phone.device(), Arc::clone(&phone.screen));
    let answer = phone
        .run(
            Arc::new(hand),
            &payload(&shown.actions),
            RunOptions::default(),
        )
        .await;
    let steps = answer.map(|result| result.envelope.step_results);
    let is_done = steps
        .as_ref()
        .is_ok_and(|steps| steps.iter().all(|step| step.success));
    assert!(is_done, "{}: {steps:?}", shown.name);
    phone.rest().await;
}

/// The engine's tree, through adb where that can be, and what the app has at the same time.
async fn read(phone: &Phone, page: &str) -> (Tree, Vec<u8>, Vec<Fact>) {
    let record = phone.record().await;
    for _ in 0..TRIES {
        let app = record.views().await.unwrap();
        let dump = app.tree.unwrap();
        let facts = app
            .views
            .into_iter()
            .map(|fact| serde_json::from_value(fact).unwrap())
            .collect();
        if RESTLESS.contains(&page) {
            let at_once = Tree::parse(dump.as_bytes()).unwrap().tree;
            return (at_once, dump.into_bytes(), facts);
        }
        let seen = phone.device().observe(View::default(), WITHIN).await;
        let seen = seen.unwrap();
        if record.views().await.unwrap().tree == Some(dump) {
            return ((*seen.tree).clone(), seen.to_dump().to_vec(), facts);
        }
    }
    panic!("{page} does not stay as it is");
}
