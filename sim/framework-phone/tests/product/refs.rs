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
use clawperator_test_support::hostile::{Deed, Manner, Page, View};
use serde_json::{Value, json};

use super::built::number;
use super::made::{deed, show};
use super::rig::{APP, Phone, on_the_phone};

const USES: &str = "FRAMEWORK_PHONE_REFS";
const SEED: &str = "FRAMEWORK_PHONE_SEED";
/// How many uses CI makes.
const IN_CI: u64 = 60;
const CALLERS: usize = 3;
/// How much of what it was shown a caller remembers.
const REMEMBERED: usize = 60;

const ACCOUNTS: [&str; 2] = ["Ada", "Bea"];
const PEOPLE: [&str; 8] = [
    "Cleo", "Dora", "Emil", "Fritz", "Greta", "Hugo", "Ines", "Jonas",
];
const SETTINGS: [&str; 4] = ["Sounds", "Backups", "Night mode", "Updates"];

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

/// What is shown, and so what can change.
#[derive(Debug, Clone)]
struct World {
    is_settings: bool,
    account: usize,
    people: Vec<&'static str>,
    unread: usize,
    notice: bool,
}

impl World {
    fn page(&self) -> Page {
        let rows = if self.is_settings {
            self.settings()
        } else {
            self.contacts()
        };
        let column = View::new("page".to_owned(), "column")
            .with("padding", 8)
            .with("height", "match")
            .holding(rows);
        Page {
            number: 0,
            package: APP,
            manner: Manner::Ordinary,
            root: column,
            dialog: None,
        }
    }

    fn contacts(&self) -> Vec<View> {
        let account = ACCOUNTS[self.account];
        let words = |id: &str, text: String| {
            View::new(id.to_owned(), "text")
                .with("id", id)
                .with("text", text)
        };
        let mut rows = vec![
            words("account", format!("Account of {account}")),
            words("unread", format!("{} unread", self.unread)),
        ];
        if self.notice {
            rows.push(words("notice", "You are offline".to_owned()));
        }
        for person in &self.people {
            let name = View::new(format!("{person} name"), "text")
                .with("id", "name")
                .with("text", *person)
                .with("width", 0)
                .with("weight", 1);
            let button = |what: &str, text: &str| {
                View::new(format!("{account}/{what}/{person}"), "button")
                    .with("text", text)
                    .tapped()
            };
            let row = vec![name, button("call", "Call"), button("delete", "Delete")];
            rows.push(View::new(format!("{person} row"), "row").holding(row));
        }
        rows.push(
            View::new(format!("{account}/logout"), "button")
                .with("text", "Log out")
                .tapped(),
        );
        rows
    }

    fn settings(&self) -> Vec<View> {
        let text = |text: &str| View::new(text.to_owned(), "text").with("text", text);
        // Without this line the notice would be all that tells the page, and gone, nothing would.
        let mut rows = vec![text("Settings")];
        if self.notice {
            rows.push(text("You are offline"));
        }
        rows.extend(SETTINGS.iter().map(|setting| {
            View::new(format!("settings/{setting}"), "check_box")
                .with("text", *setting)
                .tapped()
        }));
        rows
    }

    /// Somebody changes something.
    fn change(&mut self, dice: &mut Dice) {
        match dice.below(7) {
            0 => self.is_settings = !self.is_settings,
            1 => self.account = 1 - self.account,
            2 => self.unread = dice.below(12),
            3 => self.notice = !self.notice,
            4 if self.people.len() > 3 => {
                self.people.remove(dice.below(self.people.len()));
            }
            5 => {
                let (one, other) = (dice.below(self.people.len()), dice.below(self.people.len()));
                self.people.swap(one, other);
            }
            _ => {
                let person = *dice.one_of(&PEOPLE);
                if !self.people.contains(&person) {
                    self.people.insert(dice.below(self.people.len()), person);
                }
            }
        }
    }
}

struct Play<'p> {
    phone: &'p Phone,
    dice: Dice,
    world: World,
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
            world: World {
                is_settings: false,
                account: 0,
                people: PEOPLE[..5].to_vec(),
                unread: 3,
                notice: false,
            },
            shown: Default::default(),
            meant: HashMap::new(),
            tally: Tally::default(),
        }
    }

    async fn play(&mut self, uses: u64) {
        show(self.phone, &self.world.page()).await;
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
                    self.world.change(&mut self.dice);
                    show(self.phone, &self.world.page()).await;
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
        let listed = keys(&tree, ACCOUNTS[self.world.account]);
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

/// The refs of a tree with the keys of their views, by what the page shows: a button is that of the words before it.
fn keys(tree: &Value, account: &str) -> Vec<(String, String)> {
    let mut found = Vec::new();
    let mut person = String::new();
    let mut open: Vec<&Value> = tree["windows"].as_array().unwrap().iter().rev().collect();
    while let Some(next) = open.pop() {
        open.extend(next["nodes"].as_array().into_iter().flatten().rev());
        let label = next["name"].as_str().unwrap_or_default();
        let key = match label {
            "Call" => format!("{account}/call/{person}"),
            "Delete" => format!("{account}/delete/{person}"),
            "Log out" => format!("{account}/logout"),
            _ if SETTINGS.contains(&label) => format!("settings/{label}"),
            _ => {
                label.clone_into(&mut person);
                continue;
            }
        };
        if let Some(name) = next["ref"].as_str() {
            found.push((name.to_owned(), key));
        }
    }
    found
}
