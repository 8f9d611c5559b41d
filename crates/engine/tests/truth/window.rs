//! How long a press can still go wrong: another page comes in front between the judgement and the touch.
//!
//! Something else comes to the press's point at a moment of chance after the driver was told to touch. The phone's
//! journal says what was touched. So many wrong ones of all, times the time among which the moments were chosen, is
//! how long the window is.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use async_trait::async_trait;
use clawperator_device::Device;
use clawperator_phone_screen::{Intent, Screen};
use clawperator_test_support::{BeforeCall, Watched};
use clawperator_virtual_phone::{ClockMode, Fault, Release};
use serde_json::json;
use tokio::task::{JoinHandle, JoinSet};

use super::dice::Dice;
use super::matrix::facts::{Facts, id};
use super::rig::{APP, PATIENCE, Rig, execution};
use super::server::{PrivateServer, programs};
use super::size;

/// How many presses through each driver there are, unless this variable says otherwise.
const PRESSES: (&str, usize) = ("CLAWPERATOR_WINDOW_PRESSES", 32);

/// How many phones work beside each other.
const PHONES: usize = 8;

/// `input` takes as long on a real phone: there the phone's shell begins as much later.
const INPUT_MS: u64 = 226;

/// The moments are chosen among these, for each driver: some more than its window is long.
const SHELL: Duration = Duration::from_millis(400);
const RESIDENT: Duration = Duration::from_millis(20);

/// What became of presses.
#[derive(Debug, Default, Clone, Copy)]
struct Tally {
    right: usize,
    wrong: usize,
    /// Nothing was touched.
    refused: usize,
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_window_for_a_wrong_press_is_a_tenth_of_the_shells() {
    let server = PrivateServer::start(&programs()[0]).await;
    let presses = size(PRESSES);
    let shell = play(&server, presses, false).await;
    let resident = play(&server, presses, true).await;
    let window = |tally: Tally, among: Duration| {
        let all = tally.right + tally.wrong + tally.refused;
        let share =
            f64::from(u32::try_from(tally.wrong).unwrap()) / f64::from(u32::try_from(all).unwrap());
        among.as_secs_f64() * 1e3 * share
    };
    let (by_shell, by_operator) = (window(shell, SHELL), window(resident, RESIDENT));
    println!(
        "shell: {shell:?}, a window of {by_shell:.1} ms; resident: {resident:?}, of {by_operator:.1} ms"
    );
    assert!(shell.wrong > 0, "nothing could go wrong: {shell:?}");
    assert!(
        by_operator * 10.0 <= by_shell,
        "{by_operator} ms of {by_shell} ms"
    );
}

async fn play(server: &PrivateServer, presses: usize, is_resident: bool) -> Tally {
    let mut phones = JoinSet::new();
    for phone in 0..PHONES {
        let client = server.client();
        phones.spawn(async move {
            let rig = Rig::with_clock(client, Release::Android14, ClockMode::Instant).await;
            let mut dice = Dice(phone as u64);
            let mut tally = Tally::default();
            for _ in 0..presses.div_ceil(PHONES) {
                press(&rig, is_resident, &mut dice, &mut tally).await;
            }
            tally
        });
    }
    let mut all = Tally::default();
    while let Some(tally) = phones.join_next().await {
        let tally = tally.unwrap();
        all.right += tally.right;
        all.wrong += tally.wrong;
        all.refused += tally.refused;
    }
    all
}

async fn press(rig: &Rig, is_resident: bool, dice: &mut Dice, tally: &mut Tally) {
    rig.begin(Some("counter")).await;
    let slow = Fault::ShellSlow { delay_ms: INPUT_MS };
    rig.phone().faults().set(slow).await.unwrap();
    let already = rig.phone().journal().entries.last().unwrap().number;
    let (device, among): (Arc<dyn Device>, Duration) = if is_resident {
        (Arc::new(rig.operator()), RESIDENT)
    } else {
        (rig.device(), SHELL)
    };
    device.identity(PATIENCE).await.unwrap();
    let micros = usize::try_from(among.as_micros()).unwrap();
    let swap = Arc::new(Swap {
        screen: rig.phone().screen(),
        after: Duration::from_micros(u64::try_from(dice.below(micros)).unwrap()),
        touches: AtomicUsize::new(0),
        coming: Mutex::default(),
    });
    let press = execution(
        &json!([{ "type": "click", "params": { "matcher": { "resourceId": id("increment") } } }]),
        120_000,
    );
    let watched = Watched::new(device, None, swap.clone());
    // Whether it says so is for the matrix; here it is what was touched.
    let _ = rig.run_through(Arc::new(watched), &press, 1).await;
    swap.has_come().await;
    rig.phone().faults().clear_all().await;
    rig.until_quiet().await;
    let facts = Facts::after(already, rig.phone());
    let touches = facts.touches();
    assert!(touches.len() <= 1, "{touches:?}");
    match touches.first() {
        None => tally.refused += 1,
        Some(touch) if touch.on.is_some_and(|on| on.view.id == id("increment")) => tally.right += 1,
        Some(_) => tally.wrong += 1,
    }
}

/// Brings another page in front, some time after the first touch was asked for.
struct Swap {
    screen: Arc<dyn Screen>,
    after: Duration,
    touches: AtomicUsize,
    coming: Mutex<Option<JoinHandle<()>>>,
}

impl std::fmt::Debug for Swap {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter
            .debug_struct("Swap")
            .field("after", &self.after)
            .finish_non_exhaustive()
    }
}

impl Swap {
    async fn has_come(&self) {
        let coming = self.coming.lock().unwrap().take();
        if let Some(coming) = coming {
            coming.await.unwrap();
        }
    }
}

#[async_trait]
impl BeforeCall for Swap {
    async fn happen(&self, kind: &'static str, _: usize) {
        if kind != "touch" || self.touches.fetch_add(1, Ordering::Relaxed) > 0 {
            return;
        }
        let (screen, after) = (Arc::clone(&self.screen), self.after);
        let coming = tokio::spawn(async move {
            tokio::time::sleep(after).await;
            let intent = Intent {
                component: Some((APP.to_owned(), format!("{APP}.FieldsActivity"))),
                ..Intent::default()
            };
            screen.start(&intent).await;
        });
        *self.coming.lock().unwrap() = Some(coming);
    }
}
