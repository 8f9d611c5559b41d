//! A ref never presses another node: three callers with one phone whose pages change, and its journal as the judge.
//!
//! Each caller lists, settles and presses in any order; somebody else changes the page. A toast of the scene says which
//! node a press truly reached. What a line truly is follows from the words beside it, which the scene puts there.
//!
//! `CLAWPERATOR_TEST_REF_USES` and `CLAWPERATOR_TEST_REF_PHONES` make it long; `bench/refs.sh` does.

mod coherence;
mod points;

use std::collections::HashMap;

use serde_json::{Value, json};

use super::length::number;
use super::private_adb::{Phones, PrivateAdb, json_of, programs};

const SCENE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/scenes/changing.json");
const PACKAGE: &str = "org.example.changing";
const PAGES: [&str; 6] = ["contacts", "other", "form", "long", "spares", "cards"];
const CALLERS: usize = 3;

#[test]
fn a_ref_never_presses_another_node() {
    let uses = number("CLAWPERATOR_TEST_REF_USES", 60);
    let count = number("CLAWPERATOR_TEST_REF_PHONES", 4);
    let adb = PrivateAdb::started(&programs()[0]);
    let phones = Phones::start(&adb, &["--count", &count.to_string(), "--scene", SCENE]);
    let tallies: Vec<Tally> = std::thread::scope(|scope| {
        let players: Vec<_> = (0..count)
            .map(|phone| {
                let (adb, phones) = (&adb, &phones);
                scope.spawn(move || Play::new(adb, phones, phone).play(uses.div_ceil(count)))
            })
            .collect();
        players
            .into_iter()
            .map(|player| player.join().expect("no player failed"))
            .collect()
    });
    let sum = |of: fn(&Tally) -> usize| tallies.iter().map(of).sum::<usize>();
    let wrong: Vec<&String> = tallies.iter().flat_map(|tally| &tally.wrong).collect();
    let false_stale: Vec<&String> = tallies
        .iter()
        .flat_map(|tally| &tally.false_stale)
        .collect();
    let there = sum(|tally| tally.pressed) + false_stale.len();
    let report = format!(
        "{} uses of refs, {} pressed, {} of nodes that were gone, {} refused for another reason, {} of equals that \
         nobody can tell, {} stale though there \
         ({:.2} %), {} wrong; {} listings, numbers up to {}",
        sum(|tally| tally.uses),
        sum(|tally| tally.pressed),
        sum(|tally| tally.gone),
        sum(|tally| tally.refused),
        sum(|tally| tally.untold),
        false_stale.len(),
        100.0 * ratio(false_stale.len(), there),
        wrong.len(),
        sum(|tally| tally.listings),
        tallies
            .iter()
            .map(|tally| tally.largest)
            .max()
            .unwrap_or_default(),
    );
    eprintln!("{report}");
    for stale in &false_stale {
        eprintln!("{stale}");
    }
    assert!(wrong.is_empty(), "{report}\n{wrong:#?}");
    assert!(
        ratio(false_stale.len(), there) < 0.02,
        "{report}\n{false_stale:#?}"
    );
    assert!(
        sum(|tally| tally.uses) >= uses && sum(|tally| tally.pressed) * 3 >= uses,
        "{report}"
    );
}

/// What came of one phone's play.
#[derive(Debug, Default)]
struct Tally {
    uses: usize,
    pressed: usize,
    gone: usize,
    refused: usize,
    /// Of equal rows of which one had gone: there, but nobody can tell which is which.
    untold: usize,
    listings: usize,
    largest: u64,
    false_stale: Vec<String>,
    wrong: Vec<String>,
}

struct Play<'a> {
    adb: &'a PrivateAdb,
    phones: &'a Phones,
    serial: String,
    dice: Dice,
    /// What each caller was shown, the latest last: a ref and what it truly is.
    shown: [Vec<(String, String)>; CALLERS],
    /// What every ref was printed for, and how many of the equal rows were gone then.
    meant: HashMap<String, (String, usize)>,
    /// How many of the equal rows are gone, from the first.
    spares_gone: usize,
    /// The last entry of the journal that was read.
    read: u64,
    last_change: String,
    tally: Tally,
}

impl<'a> Play<'a> {
    fn new(adb: &'a PrivateAdb, phones: &'a Phones, phone: usize) -> Self {
        Self {
            adb,
            phones,
            serial: phones.serial(phone).to_owned(),
            dice: Dice(0x9e37_79b9_7f4a_7c15 ^ (phone as u64 + 1)),
            shown: Default::default(),
            meant: HashMap::new(),
            spares_gone: 0,
            read: 0,
            last_change: String::new(),
            tally: Tally::default(),
        }
    }

    fn play(mut self, uses: usize) -> Tally {
        self.go_to("contacts");
        for caller in 0..CALLERS {
            self.list(caller);
        }
        while self.tally.uses < uses {
            match self.dice.below(10) {
                0..=1 => {
                    let caller = self.dice.below(CALLERS);
                    self.list(caller);
                }
                2 => {
                    // Somebody's look at what changed is a listing too.
                    let ran = self.run(&["snapshot", "--diff"]);
                    assert_eq!(ran["envelope"]["status"], "success", "{ran}");
                    self.tally.listings += 1;
                }
                3..=4 => self.change(),
                _ => self.use_a_ref(),
            }
        }
        self.tally
    }

    /// A caller lists the screen.
    fn list(&mut self, caller: usize) {
        let truths = self.truths();
        let seen = self.shown.get_mut(caller).expect("there is such a caller");
        seen.extend(truths);
        let surplus = seen.len().saturating_sub(60);
        seen.drain(..surplus);
    }

    /// A listing as refs and what they truly are. No ref may ever have been something else.
    fn truths(&mut self) -> Vec<(String, String)> {
        let ran = self.run(&["snapshot", "--tree"]);
        let tree = &ran["envelope"]["stepResults"][0]["data"]["text"];
        let tree = tree.as_str().unwrap_or_else(|| panic!("{ran}"));
        let tree: Value = serde_json::from_str(tree).unwrap();
        self.tally.listings += 1;
        let lines = Lines::of(&tree);
        let truths = lines.truths(self.spares_gone);
        for (name, truth) in &truths {
            let digits = name.trim_start_matches("@e").parse().unwrap_or_default();
            self.tally.largest = self.tally.largest.max(digits);
            let (meant, _) = self
                .meant
                .entry(name.clone())
                .or_insert_with(|| (truth.clone(), self.spares_gone));
            if meant != truth {
                let said = format!(
                    "{name} was {meant} and is {truth}, after {}",
                    self.last_change
                );
                self.tally.wrong.push(said);
            }
        }
        truths
    }

    /// A caller presses what it was shown, now and then with a look at what changed.
    fn use_a_ref(&mut self) {
        let caller = self.dice.below(CALLERS);
        let seen = &self.shown[caller];
        if seen.is_empty() {
            return;
        }
        // Mostly something recent, and sometimes something that was seen long ago.
        let reach = if self.dice.below(3) == 0 { 60 } else { 14 };
        let back = self.dice.below(reach.min(seen.len()));
        let (name, truth) = self.shown[caller][self.shown[caller].len() - 1 - back].clone();
        let mut args = vec!["click", name.as_str()];
        if self.dice.below(4) == 0 {
            args.push("--settle");
        }
        let ran = self.run(&args);
        let hits = self.hits();
        self.tally.uses += 1;
        let step = &ran["envelope"]["stepResults"][0];
        let code = step["data"]["error"]
            .as_str()
            .unwrap_or_default()
            .to_owned();
        if step["success"] == true && hits == [truth.as_str()] {
            self.tally.pressed += 1;
        } else if !hits.is_empty() || step["success"] == true {
            let said = format!("{name} was {truth}, and {hits:?} was pressed: {step}");
            self.tally.wrong.push(said);
        } else if code == "STALE_REF" {
            let is_there = self.truths().iter().any(|(_, other)| *other == truth);
            let is_equal = truth.starts_with("spares/") && truth != "spares/refill";
            let gone_then = self.meant.get(&name).map(|(_, gone)| *gone);
            if is_there && is_equal && gone_then != Some(self.spares_gone) {
                // One of several equals is gone: which one, nobody can see.
                self.tally.untold += 1;
            } else if is_there {
                let said = format!(
                    "{name}, {truth}, after {}: {}",
                    self.last_change, step["data"]["message"]
                );
                self.tally.false_stale.push(said);
            } else {
                self.tally.gone += 1;
            }
        } else {
            self.tally.refused += 1;
        }
    }

    /// Somebody changes what is on the screen.
    fn change(&mut self) {
        const CHANGES: [(&str, usize); 9] = [
            ("account", 2),
            ("status", 3),
            ("extra", 2),
            ("error", 2),
            ("percent", 3),
            ("what", 2),
            ("request", 2),
            ("price", 2),
            ("order", 3),
        ];
        match self.dice.below(12) {
            0..=1 => {
                let page = PAGES[self.dice.below(PAGES.len())];
                self.go_to(page);
            }
            2..=3 => self.broadcast("tick"),
            4 => {
                self.spares_gone = self.dice.below(3);
                self.broadcast(&format!("gone.{}", self.spares_gone));
            }
            5 => {
                let (from, to) = if self.dice.below(2) == 0 {
                    ("1500", "1100")
                } else {
                    ("1100", "1500")
                };
                self.shell(&["input", "swipe", "540", from, "540", to, "400"]);
                // The swipe may have begun on something, and is nobody's press.
                let _ = self.hits();
                "a swipe".clone_into(&mut self.last_change);
            }
            6 => {
                let request = json!({ "do": "advance", "phone": self.serial, "by_ms": 61_000 });
                assert_eq!(self.phones.control(&request)["answer"], "done");
                "a minute".clone_into(&mut self.last_change);
            }
            _ => {
                let (name, values) = CHANGES[self.dice.below(CHANGES.len())];
                let value = self.dice.below(values);
                self.broadcast(&format!("{name}.{value}"));
            }
        }
    }

    fn go_to(&mut self, page: &str) {
        let uri = format!("changing://{page}");
        self.shell(&[
            "am",
            "start",
            "-W",
            "-a",
            "android.intent.action.VIEW",
            "-d",
            &uri,
        ]);
        uri.clone_into(&mut self.last_change);
    }

    fn broadcast(&mut self, change: &str) {
        self.shell(&["am", "broadcast", "-a", &format!("{PACKAGE}.{change}")]);
        change.clone_into(&mut self.last_change);
    }

    fn shell(&self, words: &[&str]) {
        self.adb
            .adb(&[&["-s", self.serial.as_str(), "shell"], words].concat());
    }

    /// Runs the binary, a process of its own.
    fn run(&self, args: &[&str]) -> Value {
        let ran = self
            .adb
            .clawperator(&[args, &["--json", "--device", self.serial.as_str()]].concat());
        json_of(&ran)
    }

    /// What was truly pressed since the last time.
    fn hits(&mut self) -> Vec<String> {
        let request = json!({ "do": "journal", "phone": self.serial, "after": self.read });
        let answer = self.phones.control(&request);
        assert_eq!(answer["journal"]["dropped"], 0, "{answer}");
        let entries = answer["journal"]["entries"].as_array().unwrap().clone();
        if let Some(last) = entries.last() {
            self.read = last["number"].as_u64().unwrap();
        }
        let text = |entry: &Value| {
            entry["event"]["text"]
                .as_str()?
                .strip_prefix("HIT ")
                .map(str::to_owned)
        };
        let toasts = entries
            .iter()
            .filter(|entry| entry["event"]["what"] == "toast");
        toasts.filter_map(text).collect()
    }
}

/// The lines of a listing.
struct Lines {
    activity: String,
    lines: Vec<Line>,
}

struct Line {
    name: String,
    id: String,
    label: String,
}

impl Lines {
    fn of(tree: &Value) -> Self {
        let mut lines = Vec::new();
        let mut open: Vec<&Value> = tree["windows"].as_array().unwrap().iter().rev().collect();
        while let Some(next) = open.pop() {
            if let Some(name) = next["ref"].as_str() {
                let id = next["id"].as_str().unwrap_or_default();
                lines.push(Line {
                    name: name.to_owned(),
                    id: id.rsplit('/').next().unwrap_or_default().to_owned(),
                    label: next["name"].as_str().unwrap_or_default().to_owned(),
                });
            }
            open.extend(next["nodes"].as_array().into_iter().flatten().rev());
        }
        let activity = tree["activity"].as_str().unwrap_or_default();
        Self {
            activity: activity
                .rsplit('.')
                .next()
                .unwrap_or_default()
                .to_lowercase(),
            lines,
        }
    }

    fn label(&self, id: &str) -> &str {
        let line = self.lines.iter().find(|line| line.id == id);
        line.map_or("", |line| &line.label)
    }

    /// The words of the last line with this id before another, which are those of its row.
    fn before(&self, place: usize, id: &str) -> &str {
        let before = self.lines.iter().take(place);
        let line = before.rev().find(|line| line.id == id);
        line.map_or("", |line| &line.label)
    }

    /// The lines that can be pressed, and what each truly is: the words of the scene's toasts.
    fn truths(&self, spares_gone: usize) -> Vec<(String, String)> {
        let mut spare = spares_gone;
        let what = self
            .label("question")
            .trim_start_matches("Remove ")
            .trim_end_matches('?');
        let request = self.label("request").trim_start_matches("Request ");
        let account = match self.activity.as_str() {
            "contacts" => self.label("account"),
            page => page,
        };
        let mut truths = Vec::new();
        for (place, line) in self.lines.iter().enumerate() {
            let truth = match line.id.as_str() {
                id @ ("call" | "delete") => {
                    format!("{account}/{id}/{}", self.before(place, "name"))
                }
                "logout" => format!("{account}/log-out"),
                id @ ("notify" | "terms" | "save" | "discard" | "remove") => format!("form/{id}"),
                id @ ("yes" | "no") => format!("form/{id}/{what}"),
                "row" => line.label.replace("Row ", "long/row/"),
                id @ ("home" | "search") => format!("long/{id}"),
                "take" => {
                    spare += 1;
                    format!("spares/{spare}")
                }
                "refill" => "spares/refill".to_owned(),
                id @ ("approve" | "reject") => format!("cards/{id}/{request}"),
                "refund" => format!("cards/refund/{}", self.before(place, "price")),
                "next" => "cards/next".to_owned(),
                _ => continue,
            };
            truths.push((line.name.clone(), truth));
        }
        truths
    }
}

/// Numbers by chance, the same in every run.
struct Dice(u64);

impl Dice {
    fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 % end.max(1) as u64).unwrap_or_default()
    }
}

#[expect(
    clippy::cast_precision_loss,
    reason = "there are some thousands at most"
)]
fn ratio(part: usize, whole: usize) -> f64 {
    part as f64 / whole.max(1) as f64
}
