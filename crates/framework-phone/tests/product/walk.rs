//! A random walk over all pages: what the engine says of each action is held against the app's own record.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::Arc;
use std::time::Duration;

use clawperator_contract::StepResult;
use clawperator_engine::Options;
use clawperator_framework_phone::RecordEntry;
use clawperator_ui::{Gesture, Node, Tree};
use serde_json::{Value, json};
use tokio::time::Instant;

use super::built::number;
use super::chance::Chance;
use super::file::{Toolkit, payload};
use super::hand::Hand;
use super::judge::told;
use super::rig::{APP, AppProcess, Phone, on_the_phone};

const ACTIONS: &str = "FRAMEWORK_PHONE_WALK";
const SEED: &str = "FRAMEWORK_PHONE_SEED";
const IN_CI: u64 = 300;

/// How many actions are made on a page before another is opened.
const STAY: u64 = 10;

/// Longer than any action may take on the real clock.
const HUNG: Duration = Duration::from_mins(2);

const PAGES: [&str; 40] = [
    "counter",
    "toggle",
    "fields",
    "login",
    "list",
    "chips",
    "nested",
    "dialog",
    "menu",
    "pairs",
    "noids",
    "secure",
    "sliders",
    "tabs",
    "drag",
    "messages",
    "grid",
    "result",
    "languages",
    "sticky",
    "input",
    "choices",
    "sheet",
    "pager",
    "dismiss",
    "reorder",
    "icons",
    "parents",
    "twins",
    "largefont",
    "misleading",
    "labels",
    "rotate",
    "resize",
    "pan",
    "rtl",
    "index",
    "endless",
    "loading",
    "later",
];

/// Pages that change by themselves between the look and the touch: what is hit there is counted and not judged.
const MOVING: [&str; 6] = ["moving", "arriving", "cover", "slow", "loading", "later"];

/// What the walk does not press: it would wait for long, or is covered on purpose.
const NOT_PRESSED: [&str; 3] = ["covered", "hang_long", "hang_ten"];

#[derive(Debug, Default)]
struct Tally {
    outcomes: BTreeMap<String, u64>,
    moved: u64,
    wrong: Vec<String>,
    slowest: Duration,
}

#[test]
fn a_random_walk_agrees_with_the_record() {
    let (actions, seed) = (number(ACTIONS, IN_CI), number(SEED, 1));
    on_the_phone(async |phone| {
        let mut chance = Chance::new(seed);
        let mut tally = Tally::default();
        let mut place = (Toolkit::Views, "counter");
        for count in 0..actions {
            if count % STAY == 0 {
                place = open_some_page(phone, &mut chance).await;
            }
            let begun = Instant::now();
            let step = tokio::time::timeout(HUNG, stride(phone, place, &mut chance, &mut tally));
            if step.await.is_err() {
                tally.wrong.push(format!("hung on {place:?}"));
            }
            tally.slowest = tally.slowest.max(begun.elapsed());
        }
        println!("{actions} actions with seed {seed}: {:?}", tally.outcomes);
        println!(
            "slowest {:.1?}, {} on pages that move",
            tally.slowest, tally.moved
        );
        let mut wrong = String::new();
        for line in &tally.wrong {
            write!(wrong, "\n{line}").unwrap();
        }
        assert!(wrong.is_empty(), "seed {seed}:{wrong}");
    });
}

async fn open_some_page(phone: &Phone, chance: &mut Chance) -> (Toolkit, &'static str) {
    let pages: Vec<&'static str> = PAGES.into_iter().chain(["moving", "arriving"]).collect();
    let page = *chance.one_of(&pages).unwrap();
    let toolkit = *chance.one_of(&[Toolkit::Views, Toolkit::Compose]).unwrap();
    phone
        .begin(Some(&toolkit.address(page)), AppProcess::Any)
        .await;
    (toolkit, page)
}

/// What an action is meant to touch, as the tree before it has it.
#[derive(Debug)]
struct Meant {
    action: Value,
    /// The names under which the app may record it.
    names: Vec<String>,
    /// The names of everything else on the screen.
    others: Vec<String>,
    /// Whether the app's page is all that there is, so that it feels every finger.
    is_alone: bool,
    /// Left, top, right and bottom of what takes the touch.
    place: Option<[i32; 4]>,
}

async fn stride(
    phone: &Phone,
    place: (Toolkit, &'static str),
    chance: &mut Chance,
    tally: &mut Tally,
) {
    let Some(tree) = phone.tree().await else {
        *tally.outcomes.entry("no tree".to_owned()).or_default() += 1;
        return;
    };
    let Some(meant) = choose(&tree, chance) else {
        *tally
            .outcomes
            .entry("nothing to do".to_owned())
            .or_default() += 1;
        phone
            .begin(Some(&place.0.address("index")), AppProcess::Any)
            .await;
        return;
    };
    let before = phone.newest().await;
    let hand = Hand::new(phone.device(), Arc::clone(&phone.screen));
    let answer = phone
        .run(
            Arc::new(hand),
            &payload(std::slice::from_ref(&meant.action)),
            Options::default(),
        )
        .await;
    phone.rest().await;
    let record = phone.happened(before).await;
    let problems = match answer {
        Ok(result) => {
            let step = &result.envelope.step_results[0];
            let code = step.data.get("error").map_or("ok", String::as_str);
            let key = format!("{} {code}", step.action_type);
            *tally.outcomes.entry(key).or_default() += 1;
            judge(&meant, step, &record)
        }
        Err(failure) => Some(format!("no envelope: {}", json!(failure))),
    };
    if let Some(problem) = problems {
        if MOVING.contains(&place.1) {
            tally.moved += 1;
            println!("moved: {place:?} {}: {problem}", meant.action);
        } else {
            let line = format!("{place:?} {}: {problem}", meant.action);
            println!("WRONG {line}");
            tally.wrong.push(line);
        }
    }
}

fn choose(tree: &Tree, chance: &mut Chance) -> Option<Meant> {
    let plain = |action: Value| Meant {
        action,
        names: Vec::new(),
        others: Vec::new(),
        is_alone: false,
        place: None,
    };
    match chance.below(20) {
        0 => Some(plain(
            json!({ "type": "press_key", "params": { "key": "back" } }),
        )),
        1..=3 => {
            let direction = *chance.one_of(&["down", "up", "left", "right"]).unwrap();
            Some(plain(
                json!({ "type": "scroll", "params": { "direction": direction } }),
            ))
        }
        4..=6 => field(tree, chance).or_else(|| press(tree, chance)),
        _ => press(tree, chance),
    }
}

fn press(tree: &Tree, chance: &mut Chance) -> Option<Meant> {
    let pressable: Vec<(Node<'_>, Value)> = tree
        .nodes()
        .filter(|node| node.is_enabled() && node.actor().is_some())
        .filter(|node| !NOT_PRESSED.contains(&node.id_name()))
        .filter_map(|node| Some((node, selector(tree, node)?)))
        .collect();
    let (node, selector) = chance.one_of(&pressable)?;
    let touched = node.touch_target(Gesture::Tap).node;
    let place = touched.visible_bounds()?;
    Some(Meant {
        action: json!({ "type": "click", "params": {
            "where": selector, "strict": true, "retry": { "maxAttempts": 1 },
        } }),
        names: names(*node).chain(names(touched)).collect(),
        others: tree
            .nodes()
            .filter(|other| !touched.is_ancestor_of(other.id()) && *other != touched)
            .flat_map(own_names)
            .collect(),
        is_alone: tree.windows().len() <= 1 && touched.package() == APP,
        place: Some([place.left, place.top, place.right, place.bottom]),
    })
}

fn field(tree: &Tree, chance: &mut Chance) -> Option<Meant> {
    let fields: Vec<(Node<'_>, Value)> = tree
        .nodes()
        .filter(|node| node.is_enabled() && node.class() == "android.widget.EditText")
        .filter_map(|node| Some((node, selector(tree, node)?)))
        .collect();
    let (node, selector) = chance.one_of(&fields)?;
    let text = *chance
        .one_of(&["a", "Ada Lovelace", "42", "x-y z"])
        .unwrap();
    Some(Meant {
        action: json!({ "type": "enter_text", "params": {
            "where": selector, "strict": true, "text": text, "clear": chance.below(2) == 0,
            "retry": { "maxAttempts": 1 },
        } }),
        names: names(*node).collect(),
        others: Vec::new(),
        is_alone: false,
        place: None,
    })
}

/// A way to name a node that fits no other.
fn selector(tree: &Tree, node: Node<'_>) -> Option<Value> {
    node.visible_bounds()?;
    let only =
        |fits: &dyn Fn(Node<'_>) -> bool| tree.nodes().filter(|other| fits(*other)).count() == 1;
    let id = node.resource_id();
    if !id.is_empty() && only(&|other| other.resource_id() == id) {
        return Some(json!({ "resourceId": id }));
    }
    let text = node.text();
    if !text.trim().is_empty() && only(&|other| other.text() == text) {
        return Some(json!({ "textEquals": text }));
    }
    let description = node.content_desc();
    let unique =
        !description.trim().is_empty() && only(&|other| other.content_desc() == description);
    unique.then(|| json!({ "contentDescEquals": description }))
}

/// The names under which the app may record what happens to a node: its own, and those of what is inside it.
fn names(node: Node<'_>) -> impl Iterator<Item = String> {
    node.subtree().flat_map(own_names)
}

fn own_names(node: Node<'_>) -> impl Iterator<Item = String> {
    let names = [node.id_name(), node.text(), node.content_desc()];
    names
        .into_iter()
        .filter(|name| !name.is_empty())
        .map(str::to_owned)
        .collect::<Vec<_>>()
        .into_iter()
}

/// What the record says against the answer.
fn judge(meant: &Meant, step: &StepResult, record: &[RecordEntry]) -> Option<String> {
    let deeds = told(record, &[]);
    let fingers: Vec<&RecordEntry> = record.iter().filter(|entry| entry.what == "down").collect();
    let clicks: Vec<&RecordEntry> = record
        .iter()
        .filter(|entry| matches!(entry.what.as_str(), "click" | "long_click"))
        .collect();
    match step.action_type.as_str() {
        "click" => {
            if !step.success && (!fingers.is_empty() || !clicks.is_empty()) {
                return Some(format!(
                    "failed with {} and touched: {deeds:?}",
                    json!(step.data)
                ));
            }
            if clicks.len() > 1 || fingers.len() > 1 {
                return Some(format!("one press, and the app felt {deeds:?}"));
            }
            let is_other = |entry: &&&RecordEntry| {
                meant.others.contains(&entry.view) && !meant.names.contains(&entry.view)
            };
            if let Some(other) = clicks.iter().find(is_other) {
                return Some(format!("another target: {}", other.view));
            }
            if step.success && meant.is_alone && fingers.is_empty() {
                return Some("called a success, and the app felt no finger".to_owned());
            }
            let outside = fingers
                .iter()
                .find(|entry| !is_inside(meant.place, &entry.detail));
            outside.map(|entry| format!("beside the target: {} {:?}", entry.detail, meant.place))
        }
        "enter_text" => {
            let last = record.iter().rev().find(|entry| entry.what == "text");
            let said = step.data.get("text");
            match last {
                Some(last) if !meant.names.contains(&last.view) && !last.view.is_empty() => {
                    Some(format!("another field: {}", last.view))
                }
                Some(last) if step.success && said.is_some_and(|said| *said != last.detail) => {
                    Some(format!("said {said:?}, and the app has {:?}", last.detail))
                }
                Some(_) => None,
                None => step
                    .success
                    .then(|| format!("said {said:?}, and the app felt {deeds:?}")),
            }
        }
        _ => (!clicks.is_empty()).then(|| format!("no press was meant: {deeds:?}")),
    }
}

fn is_inside(place: Option<[i32; 4]>, finger: &str) -> bool {
    let Some([left, top, right, bottom]) = place else {
        return true;
    };
    let point = finger
        .split_once(',')
        .and_then(|(x, y)| Some((x.parse().ok()?, y.parse().ok()?)));
    point.is_some_and(|(x, y): (i32, i32)| (left..right).contains(&x) && (top..bottom).contains(&y))
}
