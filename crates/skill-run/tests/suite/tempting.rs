//! Recipes that tempt the rule of verification, and every shipped skill, with a finger that cannot be trusted.
//!
//! Whatever becomes of a tap, no press is told to be verified that the phone has no record of.

use std::path::Path;

use clawperator_contract::skill_result::{CheckpointStatus, SkillResult, SkillStatus};
use clawperator_recipe::{Levels, load};
use clawperator_skills::SkillRecipe;
use clawperator_test_support::{PrivateServer, programs};
use clawperator_virtual_phone::{Fault, FaultKind};
use serde_json::{Value, json};

use super::deeds::deeds;
use super::finger::Finger;
use super::rig::{ALLOW, Rig, shipped};

/// How many times as fast the engine's clock goes.
const TIMES: u32 = 10;

const FINGERS: [Finger; 6] = [
    Finger::True,
    Finger::Lost,
    Finger::Delayed,
    Finger::Doubled,
    Finger::Below(150),
    Finger::Below(400),
];

/// For how long dumps may show the tree from before a tap; 0 is not at all.
const STALE_MS: [u64; 3] = [0, 500, 5_000];

/// A recipe of `tests/tempting/`.
struct Tempting {
    name: String,
    page: String,
    /// The view that is pressed, where it has an id.
    presses: Option<String>,
    /// What its checkpoint says when everything works; `refused` by the linter, `nothing` without a checkpoint.
    on_a_good_day: String,
    /// Whether another press brings about the very thing that is waited for, which no screen can tell.
    is_indistinct: bool,
    recipe: Value,
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_tempting_recipe_verifies_what_did_not_happen() {
    let server = PrivateServer::start(&programs()[0]).await;
    let rig = Rig::new(server.client()).await;
    let all = tempting();
    assert!(all.len() >= 30, "{}", all.len());
    let (mut runs, mut verified, mut wrong) = (0, 0, Vec::new());
    for tempting in all {
        let bytes = tempting.recipe.to_string();
        let loaded = load("case.recipe.json", bytes.as_bytes(), &Levels::default());
        let refused = loaded.is_err();
        assert_eq!(
            refused,
            tempting.on_a_good_day == "refused",
            "{}: {loaded:?}",
            tempting.name
        );
        let Ok(loaded) = loaded else { continue };
        let recipe = SkillRecipe {
            path: "case.recipe.json".to_owned(),
            sha256: String::new(),
            loaded,
        };
        for finger in FINGERS {
            for for_ms in STALE_MS {
                let open =
                    json!([{ "id": "a", "type": "open_uri", "params": { "uri": tempting.page } }]);
                rig.begin(&open).await;
                if for_ms > 0 {
                    let stale = Fault::TreeStale { for_ms };
                    rig.phone().faults().set(stale).await.unwrap();
                }
                let before = rig.last();
                let result = rig
                    .recipe("case", &recipe, &json!({}), ALLOW, TIMES, finger)
                    .await
                    .unwrap();
                rig.phone().faults().clear(FaultKind::TreeStale).await;
                let tapped = rig.tapped(before);
                runs += 1;
                verified += usize::from(says_verified(&result, "press"));
                let name = format!("{} with {finger:?} and {for_ms} ms", tempting.name);
                if finger == Finger::True && for_ms == 0 {
                    let said = result
                        .checkpoints
                        .first()
                        .map_or("nothing".to_owned(), |told| {
                            serde_json::to_value(told.status)
                                .unwrap()
                                .as_str()
                                .unwrap()
                                .to_owned()
                        });
                    assert_eq!(said, tempting.on_a_good_day, "{name}: {result:#?}");
                }
                let reached = match &tempting.presses {
                    Some(view) => tapped.contains(view),
                    None => !tapped.is_empty(),
                };
                let elsewhere = matches!(finger, Finger::Below(_)) && !tapped.is_empty();
                if !(tempting.is_indistinct && elsewhere) {
                    wrong.extend(lies(&name, "press", &result, reached, &tapped));
                }
            }
        }
    }
    println!("{runs} runs, {verified} verified, {} wrong", wrong.len());
    assert_eq!(wrong, Vec::<String>::new());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_shipped_skill_verifies_what_did_not_happen() {
    let server = PrivateServer::start(&programs()[0]).await;
    let rig = Rig::new(server.client()).await;
    let mut wrong = Vec::new();
    for deed in deeds() {
        let Some((step, view)) = deed.goal else {
            continue;
        };
        for finger in FINGERS {
            for for_ms in STALE_MS {
                rig.begin(&deed.before).await;
                if for_ms > 0 {
                    let stale = Fault::TreeStale { for_ms };
                    rig.phone().faults().set(stale).await.unwrap();
                }
                let before = rig.last();
                let recipe = shipped(deed.id);
                let result = rig
                    .recipe(deed.id, &recipe, &deed.inputs, ALLOW, TIMES, finger)
                    .await
                    .unwrap();
                rig.phone().faults().clear(FaultKind::TreeStale).await;
                let tapped = rig.tapped(before);
                let name = format!("{} with {finger:?} and {for_ms} ms", deed.id);
                let reached = tapped.iter().any(|tapped| tapped == view);
                wrong.extend(lies(&name, step, &result, reached, &tapped));
            }
        }
    }
    assert_eq!(wrong, Vec::<String>::new());
}

fn says_verified(result: &SkillResult, step: &str) -> bool {
    result
        .checkpoints
        .iter()
        .any(|told| told.id == step && told.status == CheckpointStatus::Verified)
}

/// What is told of the press and is not so.
fn lies(
    name: &str,
    step: &str,
    result: &SkillResult,
    reached: bool,
    tapped: &[String],
) -> Option<String> {
    let claims = says_verified(result, step)
        || (result.status == SkillStatus::Success
            && result.checkpoints.iter().any(|told| told.id == step));
    (claims && !reached).then(|| format!("{name}: tapped {tapped:?}, told {result:?}"))
}

fn tempting() -> Vec<Tempting> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/tempting");
    let mut paths: Vec<_> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|ending| ending == "json"))
        .collect();
    paths.sort();
    let read = |path: &std::path::PathBuf| {
        let case: Value = serde_json::from_slice(&std::fs::read(path).unwrap()).unwrap();
        let text = |key: &str| case[key].as_str().map(str::to_owned);
        Tempting {
            name: path.file_stem().unwrap().to_string_lossy().into_owned(),
            page: text("page").unwrap(),
            presses: text("presses"),
            on_a_good_day: text("onAGoodDay").unwrap(),
            is_indistinct: text("indistinct").is_some(),
            recipe: recipe(&case["steps"]),
        }
    };
    paths.iter().map(read).collect()
}

/// The steps with the frontmatter that all have.
fn recipe(steps: &Value) -> Value {
    json!({
        "recipe_id": "dev.clawperator.conformance.tempting",
        "recipe_version": "1.0.0",
        "recipe_type": "action",
        "application_id": "dev.clawperator.conformance",
        "summary": "Tempts.",
        "frameworks": ["views"],
        "session_policy": "resume_ok",
        "app_build": { "version_name": "1.0.0", "version_code": 100 },
        "tested_on": { "android_api": 34 },
        "capabilities": ["observe", "navigate", "click", "toggle"],
        "inputs": [],
        "outputs": [],
        "steps": steps,
    })
}
