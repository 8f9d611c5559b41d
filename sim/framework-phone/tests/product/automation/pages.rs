//! Every screen of the app, read by `UiAutomation` and by the phone's own dump at the same moment.

use clawperator_framework_phone::RecordClient;

use super::super::agreement::{Shown, open, screens};
use super::super::rig::Phone;
use super::super::walk::PAGES;

/// How often a screen is read until it was the same before and after.
const TRIES: usize = 10;
/// How often it may be read while it changes: nodes come and go between two requests of one reading.
const CHANGES: usize = 3;
/// Pages that change all the time.
pub(in super::super) const RESTLESS: [&str; 3] = ["restless", "moving", "arriving"];
/// How many walks are timed.
const WALKS: usize = 100;

/// What came of reading a screen in both ways.
#[derive(Debug)]
pub(super) enum Compared {
    /// It was never the same before and after.
    Moves,
    Same {
        nodes: usize,
        requests: u64,
    },
    Differs {
        dump: String,
        read: String,
    },
}

/// Reads a screen in both ways.
pub(super) async fn read_both(record: &RecordClient) -> Compared {
    for _ in 0..TRIES {
        let before = record.views().await.unwrap().tree;
        let read = record.automation().tree().await.unwrap();
        if record.views().await.unwrap().tree != before {
            continue;
        }
        let dump = without_toasts(&before.unwrap());
        if dump != read.tree {
            let read = read.tree;
            return Compared::Differs { dump, read };
        }
        return Compared::Same {
            nodes: dump.matches("<node").count(),
            requests: read.requests,
        };
    }
    Compared::Moves
}

/// Opens every screen and reads it; prints what a reading costs.
pub(super) async fn compare_every_screen(phone: &Phone, api: &str) {
    let (mut problems, mut screens_read, mut nodes_read, mut asked) = (Vec::new(), 0, 0, 0);
    for shown in screens::all(&PAGES) {
        open(phone, &shown).await;
        match read_shown(phone, &shown).await {
            Compared::Same { nodes, requests } => {
                screens_read += 1;
                nodes_read += nodes;
                asked += requests;
            }
            Compared::Moves if RESTLESS.contains(&shown.page) => {}
            Compared::Moves => problems.push(format!("{} does not rest", shown.name)),
            Compared::Differs { dump, read } => {
                problems.push(format!("{}:\n{dump}\n{read}", shown.name));
            }
        }
    }
    println!(
        "UiAutomation on API {api}: {screens_read} screens with {nodes_read} nodes as in the dump, {asked} requests"
    );
    assert!(problems.is_empty(), "{}", problems.join("\n"));
    time(phone, api).await;
}

async fn read_shown(phone: &Phone, shown: &Shown) -> Compared {
    let record = phone.record().await;
    record.automation().connect().await.unwrap();
    let mut compared = read_both(&record).await;
    for _ in 1..CHANGES {
        if !matches!(compared, Compared::Differs { .. }) {
            break;
        }
        println!("{} changed while it was read", shown.name);
        compared = read_both(&record).await;
    }
    record.automation().disconnect().await.unwrap();
    compared
}

/// How long a walk over a large page takes. Nothing is asserted: this machine may be busy.
async fn time(phone: &Phone, api: &str) {
    let record = phone.record().await;
    record.automation().connect().await.unwrap();
    for address in ["conformance://languages", "conformance://compose/list"] {
        phone.open(address).await;
        let mut micros = Vec::with_capacity(WALKS);
        let mut nodes = 0;
        for _ in 0..WALKS {
            let walk = record.automation().walk().await.unwrap();
            nodes = walk.nodes;
            micros.push(walk.micros);
        }
        micros.sort_unstable();
        let [p50, p95] = [50, 95].map(|percent| micros[WALKS * percent / 100]);
        println!("UiAutomation on API {api}: {nodes} nodes of {address} in {p50} µs, p95 {p95} µs");
    }
    record.automation().disconnect().await.unwrap();
}

/// An accessibility service is not told of windows that take no touch, of which only the toast is one here.
pub(in super::super) fn without_toasts(dump: &str) -> String {
    let mut kept = String::with_capacity(dump.len());
    let mut rest = dump;
    while let Some((before, window)) = rest.split_once("<window ") {
        let end = "</window>";
        let (window, after) = window.split_once(end).unwrap();
        kept.push_str(before);
        if !window.contains("type=\"TYPE_SYSTEM\"") {
            kept.push_str("<window ");
            kept.push_str(window);
            kept.push_str(end);
        }
        rest = after;
    }
    kept.push_str(rest);
    kept
}
