//! The phones on which scenarios are played: a few that are used again and again, behind one private server.

use std::collections::{HashMap, VecDeque};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use clawperator_adb::DeviceHandle;
use clawperator_test_support::{PrivateServer, programs};
use clawperator_virtual_phone::{
    ClockMode, Fault, FaultKind, Listening, Release, Scenes, VirtualPhone, load_scenes,
};

use super::file::{Driven, Named, Scenario, ScreenSize, of_folder};
use super::perform::perform;
use super::verdict::problems;

/// How many scenarios of a folder are under way at a time. Most of their time is spent waiting for streams.
const AT_ONCE: usize = 3;

/// How long a scenario may take on the real clock.
const LIMIT: Duration = Duration::from_mins(1);

/// Plays every scenario of a folder with every adb program, and fails with all that went wrong.
pub(super) async fn play(folder: &str) {
    let scenes = load_scenes(&[own_scene()]).unwrap();
    let mut wrong = Vec::new();
    for (place, program) in programs().into_iter().enumerate() {
        let mut waiting = on_every_release(&of_folder(folder), Driven::ByShell);
        // The Operator's stream is the same through whichever server: one of them is enough.
        if place == 0 {
            waiting.extend(on_every_release(&of_folder(folder), Driven::ByOperator));
        }
        let theatre = Arc::new(Theatre {
            server: PrivateServer::start(&program).await,
            scenes: Arc::clone(&scenes),
            waiting: Mutex::new(waiting),
        });
        let stages: Vec<_> = (0..AT_ONCE)
            .map(|_| tokio::spawn(play_in_turn(Arc::clone(&theatre))))
            .collect();
        for stage in stages {
            let found = stage.await.unwrap();
            wrong.extend(
                found
                    .iter()
                    .map(|line| format!("{line}\n  ({})", program.display())),
            );
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

#[derive(Debug)]
struct Theatre {
    server: PrivateServer,
    scenes: Arc<Scenes>,
    waiting: Mutex<VecDeque<Play>>,
}

/// One scenario, to be played on a release through a driver.
type Play = (Named, Release, Driven);

fn on_every_release(scenarios: &[Named], driven: Driven) -> VecDeque<Play> {
    let is_played =
        |named: &&Named| driven == Driven::ByShell || named.scenario.resident.not_played.is_none();
    let played = scenarios.iter().filter(is_played).flat_map(|named| {
        let releases = named.scenario.releases.iter();
        releases.map(|release| (named.clone(), release.parse().unwrap(), driven))
    });
    played.collect()
}

/// What a phone is made as.
type Kind = (Release, ScreenSize);

/// A phone that listens, and the way to it.
type Reached = (Listening, DeviceHandle);

async fn play_in_turn(theatre: Arc<Theatre>) -> Vec<String> {
    let mut phones: HashMap<Kind, Reached> = HashMap::new();
    let mut wrong = Vec::new();
    loop {
        let next = theatre.waiting.lock().unwrap().pop_front();
        let Some((Named { name, scenario }, release, driven)) = next else {
            return wrong;
        };
        let kind = (release, scenario.screen);
        let (listening, handle) = match phones.remove(&kind) {
            Some(reached) => reached,
            None => theatre.phone(kind).await,
        };
        let phone = listening.phone().clone();
        let played = tokio::time::timeout(LIMIT, perform(&phone, &handle, &scenario, driven)).await;
        match played {
            Err(_) => wrong.push(format!(
                "{name} on {release}, {driven:?}: still running after {LIMIT:?}"
            )),
            Ok(outcome) => {
                let problems = problems(&scenario, driven, &outcome);
                if !problems.is_empty() {
                    wrong.push(format!(
                        "{name} on {release}, {driven:?}:\n  {}",
                        problems.join("\n  ")
                    ));
                } else if !breaks_the_connection(&scenario) {
                    phone.reset().await.unwrap();
                    phones.insert(kind, (listening, handle));
                }
            }
        }
    }
}

impl Theatre {
    async fn phone(&self, (release, screen): Kind) -> Reached {
        let builder = VirtualPhone::builder(release)
            .clock(ClockMode::Instant)
            .scenes(Arc::clone(&self.scenes));
        let builder = match screen {
            ScreenSize::Phone => builder,
            ScreenSize::Small => builder.display((270, 600), 105),
        };
        let phone = builder.build().unwrap();
        let listening = phone.listen("127.0.0.1:0").await.unwrap();
        let handle = self.server.connect(&listening.serial()).await;
        (listening, handle)
    }
}

/// A phone whose connection was cut is not used again: the server comes back to it only after seconds.
fn breaks_the_connection(scenario: &Scenario) -> bool {
    let during = scenario.during.iter().filter_map(|one| one.fault.as_ref());
    scenario
        .faults
        .iter()
        .chain(during)
        .map(Fault::kind)
        .any(|kind| {
            matches!(
                kind,
                FaultKind::Offline | FaultKind::Unauthorized | FaultKind::ConnectionCut
            )
        })
}

/// The app whose pages the shipped scenes have no need for.
fn own_scene() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/scenes/oddities.json")
}
