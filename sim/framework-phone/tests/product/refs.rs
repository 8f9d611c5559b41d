//! A ref never presses another view: three callers with one phone whose pages change, and the app's record as the judge.
//!
//! The callers are engines of their own that share the folder of kept snapshots, as processes do. Each lists, settles and
//! presses in any order; somebody else changes the page. `FRAMEWORK_PHONE_REFS=1000` plays for long,
//! `FRAMEWORK_PHONE_SEED` elsewhere.

use std::collections::HashMap;
use std::sync::Arc;

use clawperator_contract::{RunOptions, SnapshotForm};
use clawperator_engine::AllowAll;
use clawperator_test_support::Dice;
use clawperator_test_support::hostile::Deed;
use serde_json::{Value, json};

use super::built::number;
use super::made::{deed, show};
use super::people::{Keys, People};
use super::rig::{Phone, on_the_phone};

const USES: &str = "FRAMEWORK_PHONE_REFS";
const SEED: &str = "FRAMEWORK_PHONE_SEED";
/// How many uses CI makes.
const IN_CI: u64 = 60;
const CALLERS: usize = 3;
/// How much of what it was shown a caller remembers.
const REMEMBERED: usize = 60;

#[test]
fn a_ref_never_presses_another_view() {
    let (uses, dice) = (number(USES, IN_CI), Dice::new(number(SEED, 1)));
    on_the_phone(async |phone| {
        let mut play = Play::new(phone, dice);
        play.play(uses).await;
        let tally = play.tally;
        let stale = u64::try_from(tally.false_stale.len()).unwrap();
        println!("{tally:#?}");
        assert!(tally.wrong.is_empty(), "another view was pressed");
        assert!(
            stale * 50 <= tally.pressed + stale,
            "too many are called stale"
        );
        assert!(
            tally.uses >= uses && tally.pressed * 3 >= uses,
            "hardly anything was pressed"
        );
    });
}

/// What came of it.
#[derive(Debug, Default)]
struct Tally {
    uses: u64,
    pressed: u64,
    gone: u64,
    refused: u64,
    listings: u64,
    false_stale: Vec<String>,
    wrong: Vec<String>,
}

struct Play<'p> {
    phone: &'p Phone,
    dice: Dice,
    people: People,
    /// What each caller was shown, the latest last: a ref and the key of its view.
    shown: [Vec<(String, String)>; CALLERS],
    /// What every ref was printed for.
    meant: HashMap<String, String>,
    tally: Tally,
}

impl<'p> Play<'p> {
    fn new(phone: &'p Phone, dice: Dice) -> Self {
        Self {
            phone,
            dice,
            people: People::new(),
            shown: Default::default(),
            meant: HashMap::new(),
            tally: Tally::default(),
        }
    }

    async fn play(&mut self, uses: u64) {
        show(self.phone, &self.people.page()).await;
        for caller in 0..CALLERS {
            self.list(caller).await;
        }
        // Half of the rounds use a ref.
        for _ in 0..uses.saturating_mul(8) {
            if self.tally.uses >= uses {
                return;
            }
            match self.dice.below(10) {
                0..=1 => {
                    let caller = self.dice.below(CALLERS);
                    self.list(caller).await;
                }
                2 => {
                    self.look(SnapshotForm::Diff).await;
                }
                3..=4 => {
                    self.people.change(&mut self.dice);
                    show(self.phone, &self.people.page()).await;
                }
                _ => self.use_a_ref().await,
            }
        }
    }

    /// A caller lists the screen.
    async fn list(&mut self, caller: usize) {
        let listed = self.listed().await;
        let seen = &mut self.shown[caller];
        seen.extend(listed);
        let surplus = seen.len().saturating_sub(REMEMBERED);
        seen.drain(..surplus);
    }

    /// The refs of a listing with the keys of their views. No ref may ever have been another view's.
    async fn listed(&mut self) -> Vec<(String, String)> {
        let tree = self.look(SnapshotForm::Tree).await;
        let tree: Value = serde_json::from_str(&tree).unwrap();
        let listed = keys(&tree, self.people.keys());
        for (name, key) in &listed {
            let meant = self
                .meant
                .entry(name.clone())
                .or_insert_with(|| key.clone());
            if meant != key {
                let said = format!("{name} was {meant} and is {key}");
                self.tally.wrong.push(said);
            }
        }
        listed
    }

    async fn look(&mut self, form: SnapshotForm) -> String {
        self.tally.listings += 1;
        let action = json!({ "id": "look", "type": "snapshot_ui" });
        let options = RunOptions {
            snapshot: form,
            ..RunOptions::default()
        };
        let data = self.run(action, options).await;
        data["text"].as_str().unwrap_or_default().to_owned()
    }

    /// A caller presses something that it was shown.
    async fn use_a_ref(&mut self) {
        let caller = self.dice.below(CALLERS);
        // Mostly something recent, and sometimes something that was seen long ago.
        let reach = if self.dice.percent(33) {
            REMEMBERED
        } else {
            14
        };
        let seen = &self.shown[caller];
        if seen.is_empty() {
            return;
        }
        let back = self.dice.below(reach.min(seen.len()));
        let (name, key) = seen[seen.len() - 1 - back].clone();
        let action = json!({ "id": "press", "type": "click", "params": {
            "ref": name, "generation": 0, "retry": { "maxAttempts": 1 } } });
        let options = RunOptions {
            settle: self.dice.percent(25),
            ..RunOptions::default()
        };
        let before = self.phone.newest().await;
        let data = self.run(action, options).await;
        self.phone.rest().await;
        let happened = self.phone.happened(before).await;
        let deeds: Vec<Deed> = happened.into_iter().filter_map(deed).collect();
        self.tally.uses += 1;
        let code = data["error"].as_str();
        if code.is_none() && deeds == [Deed::Tapped(key.clone())] {
            self.tally.pressed += 1;
        } else if code.is_none() || !deeds.is_empty() {
            let said = format!("{name} was {key}, and {deeds:?} happened: {data}");
            self.tally.wrong.push(said);
        } else if code == Some("STALE_REF") {
            let is_there = self.listed().await.iter().any(|(_, other)| *other == key);
            if is_there {
                self.tally
                    .false_stale
                    .push(format!("{name}, {key}: {data}"));
            } else {
                self.tally.gone += 1;
            }
        } else {
            self.tally.refused += 1;
        }
    }

    /// The data of the one step of an execution, by an engine of its own.
    async fn run(&self, action: Value, options: RunOptions) -> Value {
        let payload = json!({
            "commandId": "c", "taskId": "refs", "source": "test",
            "expectedFormat": "android-ui-automator", "timeoutMs": 20_000, "actions": [action],
        });
        let result = self
            .phone
            .run_under(Arc::new(AllowAll), &payload, options)
            .await
            .unwrap();
        json!(result.envelope.step_results[0].data)
    }
}

/// The refs of a tree with the keys of their views.
fn keys(tree: &Value, mut keys: Keys) -> Vec<(String, String)> {
    let mut found = Vec::new();
    let mut open: Vec<&Value> = tree["windows"].as_array().unwrap().iter().rev().collect();
    while let Some(next) = open.pop() {
        open.extend(next["nodes"].as_array().into_iter().flatten().rev());
        let label = next["name"].as_str().unwrap_or_default();
        if let (Some(key), Some(name)) = (keys.of(label), next["ref"].as_str()) {
            found.push((name.to_owned(), key));
        }
    }
    found
}
