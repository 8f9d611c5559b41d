//! Every screen of the app, as the Operator sends it and as the phone's own dump has it at the same moment.

use clawperator_framework_phone::RecordClient;
use tokio::time::Instant;

use super::super::agreement::{Shown, open, screens};
use super::super::automation::pages::{RESTLESS, without_toasts};
use super::super::drivers::until_dumped;
use super::super::rig::Phone;
use super::super::walk::PAGES;
use super::driver::{Driver, Installed};
use super::nodes;

/// How often a screen is read until it was the same before and after.
const TRIES: usize = 10;
/// How often it may be read while it changes: nodes come and go between two requests of one look.
const CHANGES: usize = 3;
/// How many looks are timed.
const LOOKS: usize = 100;
/// The fewest nodes that a request must bring, over all screens.
const NODES_OF_A_REQUEST: u64 = 8;

/// What came of reading a screen in both ways.
#[derive(Debug)]
pub(super) enum Compared {
    /// It was never the same before and after.
    Moves,
    Same {
        nodes: u64,
        requests: u64,
    },
    Differs {
        first: String,
    },
}

/// Reads a screen in both ways.
pub(super) async fn read_both(record: &RecordClient, driver: &mut Driver) -> Compared {
    for _ in 0..TRIES {
        let before = record.views().await.unwrap().tree;
        let asked = record.automation().count().await.unwrap().requests;
        let tree = driver.look().await;
        let asked = record.automation().count().await.unwrap().requests - asked;
        if record.views().await.unwrap().tree != before {
            continue;
        }
        let dump = nodes::of_dump(&without_toasts(&before.unwrap()));
        let seen = nodes::of_tree(&tree);
        if let Some(first) = difference(&dump, &seen) {
            return Compared::Differs { first };
        }
        let nodes = tree
            .windows
            .iter()
            .map(|window| window.nodes.len())
            .sum::<usize>();
        return Compared::Same {
            nodes: u64::try_from(nodes).unwrap(),
            requests: asked,
        };
    }
    Compared::Moves
}

/// Opens every screen and looks at it; prints what a look costs.
pub(super) async fn compare_every_screen(phone: &Phone, api: &str) {
    let installed = Installed::on(phone).await;
    let record = phone.record().await;
    let (mut problems, mut screens_read, mut nodes_read, mut asked) = (Vec::new(), 0, 0, 0);
    let mut driver = installed.start().await.hold().await;
    for shown in screens::all(&PAGES) {
        if shown.actions.is_empty() {
            open(phone, &shown).await;
        } else {
            // What leads there is the shell driver's, which needs the automation itself.
            installed.kill().await;
            until_dumped(&phone.screen).await;
            open(phone, &shown).await;
            driver = installed.start().await.hold().await;
            // The first look behind a connect reads until two readings agree, which costs more.
            driver.look().await;
        }
        match look_at(&record, &mut driver, &shown).await {
            Compared::Same { nodes, requests } => {
                screens_read += 1;
                nodes_read += nodes;
                asked += requests;
            }
            Compared::Moves if RESTLESS.contains(&shown.page) => {}
            Compared::Moves => problems.push(format!("{} does not rest", shown.name)),
            Compared::Differs { first } => problems.push(format!("{}: {first}", shown.name)),
        }
    }
    println!(
        "the Operator on API {api}: {screens_read} screens with {nodes_read} nodes as in the dump, {asked} requests"
    );
    time(phone, &mut driver, api).await;
    installed.kill().await;
    until_dumped(&phone.screen).await;
    assert!(problems.is_empty(), "{}", problems.join("\n"));
    assert!(asked * NODES_OF_A_REQUEST <= nodes_read);
}

async fn look_at(record: &RecordClient, driver: &mut Driver, shown: &Shown) -> Compared {
    let mut compared = read_both(record, driver).await;
    for _ in 1..CHANGES {
        let Compared::Differs { first } = &compared else {
            break;
        };
        println!("{} changed while it was read: {first}", shown.name);
        compared = read_both(record, driver).await;
    }
    compared
}

/// How long a look takes through adb. Nothing is asserted: this machine may be busy.
async fn time(phone: &Phone, driver: &mut Driver, api: &str) {
    for address in ["conformance://languages", "conformance://compose/list"] {
        phone.open(address).await;
        let mut took = Vec::with_capacity(LOOKS);
        let mut nodes = 0;
        for _ in 0..LOOKS {
            let begun = Instant::now();
            let tree = driver.look().await;
            took.push(begun.elapsed());
            nodes = tree.windows.iter().map(|window| window.nodes.len()).sum();
        }
        took.sort_unstable();
        let [p50, p95] = [50, 95].map(|percent| took[LOOKS * percent / 100]);
        println!(
            "the Operator on API {api}: {nodes} nodes of {address} in {p50:.1?}, p95 {p95:.1?}"
        );
    }
}

/// The first line that differs, as the dump has it and as the Operator does.
fn difference(dump: &[String], seen: &[String]) -> Option<String> {
    let place =
        (0..dump.len().max(seen.len())).find(|&place| dump.get(place) != seen.get(place))?;
    Some(format!(
        "line {place}:\n  dump     {:?}\n  Operator {:?}",
        dump.get(place),
        seen.get(place)
    ))
}
