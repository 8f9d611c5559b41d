//! How long a wait goes on after what it waits for has come, by the phone's own record.

use std::sync::Arc;
use std::time::Duration;

use clawperator_device::Device;
use clawperator_phone_screen::DumpRequest;
use clawperator_virtual_phone::{ClockMode, JournalEvent, Release};
use serde_json::json;

use super::dice::Dice;
use super::matrix::facts::id;
use super::rig::{PATIENCE, Rig, execution};
use super::server::{PrivateServer, programs};
use super::size;

/// How many waits there are, unless this variable says otherwise.
const WAITS: (&str, usize) = ("CLAWPERATOR_WAITS", 25);

/// It comes so long after the wait has begun, in milliseconds.
const LATER: (usize, usize) = (60, 260);

/// A wait that only looks again and again would need half of this on average. What else the machine does is in it: the
/// figure is for a run by hand.
const LOOSE_MS: u64 = 500;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_wait_through_the_operator_ends_soon_after_the_event() {
    let server = PrivateServer::start(&programs()[0]).await;
    let rig = Rig::with_clock(server.client(), Release::Android14, ClockMode::Real).await;
    rig.begin(Some("counter")).await;
    let (x, y) = middle_of(&rig, "increment").await;
    let device: Arc<dyn Device> = Arc::new(rig.operator());
    device.identity(PATIENCE).await.unwrap();
    let mut dice = Dice(20);
    let mut took = Vec::new();
    for count in 1..=size(WAITS) {
        let already = rig.phone().journal().entries.last().unwrap().number;
        let wait = execution(
            &json!([{ "type": "wait_for_node", "params": {
                "matcher": { "resourceId": id("count"), "textEquals": count.to_string() },
                "timeoutMs": 20_000 } }]),
            30_000,
        );
        let later = u64::try_from(LATER.0 + dice.below(LATER.1 - LATER.0)).unwrap();
        let waits = async {
            let result = rig.run_through(Arc::clone(&device), &wait, 1).await;
            (result.unwrap(), rig.phone().since_boot())
        };
        let comes = async {
            tokio::time::sleep(Duration::from_millis(later)).await;
            rig.phone().tap(x, y).await.unwrap();
        };
        let ((result, ended), ()) = tokio::join!(waits, comes);
        let steps = result.envelope.step_results;
        assert!(steps.iter().all(|step| step.success), "{steps:?}");
        let journal = rig.phone().journal_after(already).entries;
        let mut taps = journal
            .iter()
            .filter(|entry| matches!(entry.event, JournalEvent::Tapped { .. }));
        let event = taps.next().unwrap().at_ms;
        assert!(taps.next().is_none());
        let ended = u64::try_from(ended.as_millis()).unwrap();
        assert!(ended >= event, "it ended before there was anything to see");
        took.push(ended - event);
    }
    took.sort_unstable();
    let at = |percent: usize| took[(took.len() * percent / 100).min(took.len() - 1)];
    println!(
        "{} waits ended after the event by: p50 {} ms, p90 {} ms, p99 {} ms, most {} ms",
        took.len(),
        at(50),
        at(90),
        at(99),
        at(100)
    );
    assert!(at(50) < LOOSE_MS / 2, "{took:?}");
    assert!(at(90) < LOOSE_MS, "{took:?}");
}

/// Where the node with this id is.
async fn middle_of(rig: &Rig, name: &str) -> (f32, f32) {
    let whole = DumpRequest {
        windows: true,
        compressed: false,
    };
    let dump = rig.phone().screen().dump(whole).await.unwrap();
    let (_, node) = dump.split_once(&format!("{}\"", id(name))).unwrap();
    let (_, bounds) = node.split_once(" bounds=\"").unwrap();
    let (bounds, _) = bounds.split_once('"').unwrap();
    let sides: Vec<f32> = bounds
        .split(['[', ']', ','])
        .filter(|side| !side.is_empty())
        .map(|side| side.parse().unwrap())
        .collect();
    let [left, top, right, bottom] = sides.try_into().unwrap();
    (f32::midpoint(left, right), f32::midpoint(top, bottom))
}
