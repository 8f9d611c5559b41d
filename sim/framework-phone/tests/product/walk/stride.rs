//! One action after the other.

use std::sync::Arc;
use std::time::Duration;

use clawperator_contract::{Failure, RunOptions, StepResult};
use clawperator_device::Device;
use clawperator_device::driver::Observation;
use clawperator_framework_phone::{LastTouch, RecordClient, RecordEntry};
use clawperator_phone_screen::Screen;
use clawperator_ui::{Bounds, Gesture, Node, Tree};
use serde_json::json;

use super::super::chance::Chance;
use super::super::file::payload;
use super::super::hand::{Fault, Hand};
use super::super::judge::told;
use super::super::rig::{AppProcess, Phone};
use super::choose::choose;
use super::judge::{Outcome, Problem, judge, point};
use super::meant::{Deed, Meant, Target};
use super::name::Name;
use super::pages::Place;
use super::tally::Tally;

/// How often the phone is turned: once in so many actions.
const TURNS: u32 = 50;

/// What the app must be still for before it counts as at rest, on the phone's clock. The engine waits for longer before
/// it looks, so this is only so that what an action led to is in the record.
const QUIET: Duration = Duration::from_millis(250);
const REST_WITHIN: Duration = Duration::from_secs(2);

/// Whoever walks, and what is known of the phone at each step.
#[derive(Debug)]
pub(super) struct Walker<'a> {
    phone: &'a Phone,
    record: RecordClient,
    /// How many JVMs there had been when the record was opened.
    restarts: u64,
    newest: u64,
    crashes: u64,
    /// The screen after the last step, at rest.
    tree: Option<Tree>,
    /// What is wrong with the driver.
    fault: Option<Fault>,
}

impl<'a> Walker<'a> {
    pub(super) async fn new(phone: &'a Phone) -> Self {
        let mut walker = Self {
            phone,
            record: phone.record().await,
            restarts: phone.screen.restarts(),
            newest: 0,
            crashes: 0,
            tree: None,
            fault: None,
        };
        walker.record.watch_touches().await.unwrap();
        walker.crashes = walker.record.crashes().await.unwrap();
        walker.news().await;
        walker
    }

    pub(super) fn with_fault(mut self, fault: Fault) -> Self {
        self.fault = Some(fault);
        self
    }

    /// Opens a page of which nothing is left.
    pub(super) async fn visit(&mut self, place: Place) {
        self.phone
            .begin(Some(&place.address()), AppProcess::Any)
            .await;
        self.tree = self.phone.tree().await;
    }

    /// Does something, and judges what is said of it. Answers whether there was anything to do.
    pub(super) async fn stride(
        &mut self,
        what: &str,
        chance: &mut Chance,
        tally: &mut Tally,
    ) -> bool {
        if chance.below(TURNS) == 0 {
            let rotation = u8::try_from(chance.below(4)).unwrap_or_default();
            self.phone.screen.set_rotation(rotation).await;
            self.rest().await;
            self.tree = None;
        }
        if self.tree.is_none() {
            self.tree = self.phone.tree().await;
        }
        let Some(before) = self.tree.take() else {
            tally.count("no tree".to_owned());
            return false;
        };
        let Some(meant) = choose(&before, chance) else {
            tally.count("nothing to do".to_owned());
            return false;
        };
        let what = format!("{what}: {}", meant.action);
        match self.act(meant, before).await {
            Ok(act) => self.weigh(&what, &act, tally).await,
            Err(failure) => tally.wrong(format!("{what}: {}", json!(failure))),
        }
        true
    }

    /// Lets the engine do it.
    async fn act(&mut self, meant: Meant, before: Tree) -> Result<Act, Failure> {
        self.news().await;
        let earlier = self.last_touch().await;
        let hand = Hand::new(self.phone.device(), Arc::clone(&self.phone.screen));
        let hand = Arc::new(hand.with_fault(self.fault));
        let payload = payload(std::slice::from_ref(&meant.action));
        let device: Arc<dyn Device> = Arc::<Hand>::clone(&hand);
        // Of a press the engine is asked what it did, so that it says something of one that missed.
        let options = RunOptions {
            settle: matches!(meant.deed, Deed::Press(_)),
            ..RunOptions::default()
        };
        let answer = self.phone.run(device, &payload, options).await;
        self.rest().await;
        let record = self.news().await;
        self.tree = self.phone.tree().await;
        let touch = self.last_touch().await.filter(|touch| {
            let earlier = earlier.as_ref();
            earlier.is_none_or(|earlier| earlier.touched_ms != touch.touched_ms)
        });
        let mut steps = answer?.envelope.step_results;
        Ok(Act {
            step: steps.remove(0),
            meant,
            before,
            record,
            looked: hand.seen_at_touch(),
            looked_after: hand.seen_last(),
            touch,
        })
    }

    /// Holds what is said of it against what happened.
    async fn weigh(&mut self, what: &str, act: &Act, tally: &mut Tally) {
        let code = act.step.data.get("error").map_or("ok", String::as_str);
        tally.count(format!("{} {code}", act.step.action_type));
        if let (Some(touch), Deed::Press(_)) = (&act.touch, &act.meant.deed) {
            tally.touched_after(touch.touched_ms - touch.looked_ms);
        }
        let crashes = self.record.crashes().await.unwrap_or_default();
        let on_purpose = act.record.iter().any(|entry| entry.view == "crash");
        if crashes != self.crashes && !on_purpose {
            tally.wrong(format!("{what}: the app crashed"));
        }
        self.crashes = crashes;
        let (why, is_miss) = match act.problem(self.tree.as_ref()) {
            None => return,
            Some(Problem::Untrue(why)) => (why, false),
            Some(Problem::Missed(why)) => (why, true),
        };
        let (data, felt) = (json!(act.step.data), told(&act.record, &[]));
        let line = format!("{what}: {why}; answer {data}; the app felt {felt:?}");
        // Where nothing was touched, nothing can have moved.
        let moved = if is_miss && act.touch.is_some() {
            self.moved_after(act).await
        } else {
            None
        };
        match moved {
            Some(_) if act.claims_what_is_seen_to_be_wrong() => {
                tally.wrong(format!("a miss that the tree after shows: {line}"));
            }
            Some(window) => {
                tally.missed_after(window);
                println!("missed, as it moved within {window} ms: {line}");
            }
            None => tally.wrong(line),
        }
    }

    async fn rest(&self) {
        self.phone.screen.wait_for_idle(QUIET, REST_WITHIN).await;
    }

    async fn news(&mut self) -> Vec<RecordEntry> {
        let mut entries = self.record.after(self.newest).await;
        if entries.is_err() || self.restarts != self.phone.screen.restarts() {
            self.record = self.phone.record().await;
            self.restarts = self.phone.screen.restarts();
            self.crashes = 0;
            self.record.watch_touches().await.unwrap();
            entries = self.record.after(0).await;
        }
        let entries = entries.unwrap();
        if let Some(last) = entries.last() {
            self.newest = last.number;
        }
        entries
    }

    async fn last_touch(&self) -> Option<LastTouch> {
        self.record.last_touch(false).await.ok().flatten()
    }

    /// How long after the look the touch came, where what was meant was not any more where the engine had seen it.
    async fn moved_after(&self, act: &Act) -> Option<i64> {
        let touch = self.record.last_touch(true).await.ok()??;
        let looked = &act.looked.as_ref()?.tree;
        let name = match &act.meant.deed {
            Deed::Press(Target { name, .. }) => name.clone(),
            Deed::Search { text, .. } => Name::Text(text.clone()),
            _ => return None,
        };
        let seen = layout(looked, &name);
        // What moves under a finger that is down has moved too.
        let moved = [touch.tree, touch.released]
            .into_iter()
            .flatten()
            .filter_map(|dump| Tree::parse(dump.as_bytes()).ok())
            .any(|parsed| layout(&parsed.tree, &name) != seen);
        moved.then_some(touch.touched_ms - touch.looked_ms)
    }
}

/// An action that was carried out.
#[derive(Debug)]
struct Act {
    meant: Meant,
    before: Tree,
    step: StepResult,
    record: Vec<RecordEntry>,
    /// What the engine had seen when it touched the screen.
    looked: Option<Observation>,
    /// What the engine saw last, which is the screen after a press.
    looked_after: Option<Observation>,
    touch: Option<LastTouch>,
}

impl Act {
    fn problem(&self, after: Option<&Tree>) -> Option<Problem> {
        let outcome = Outcome {
            step: &self.step,
            record: &self.record,
            before: &self.before,
            after,
        };
        let problem = judge(&self.meant, &outcome);
        match (problem, &self.meant.deed, &self.looked) {
            // What the engine saw counts, which may be something else than what was here before it looked.
            (Some(Problem::Missed(_)), Deed::Press(target), Some(looked)) => {
                let deed = Deed::Press(target.again(&looked.tree));
                let meant = Meant {
                    deed,
                    ..self.meant.clone()
                };
                judge(&meant, &outcome)
            }
            (problem, ..) => problem,
        }
    }

    /// Whether the engine says that it saw what its press did, where the screen that it saw has the target elsewhere and
    /// in the state that it was in.
    fn claims_what_is_seen_to_be_wrong(&self) -> bool {
        let says = |key: &str| self.step.data.get(key).map(String::as_str);
        let Deed::Press(Target { name, .. }) = &self.meant.deed else {
            return false;
        };
        let (Some(looked), Some(after)) = (&self.looked, &self.looked_after) else {
            return false;
        };
        let (Some(from), Some(to)) = (name.only(&looked.tree), name.only(&after.tree)) else {
            return false;
        };
        let (from, to) = (
            from.touch_target(Gesture::Tap).node,
            to.touch_target(Gesture::Tap).node,
        );
        let at = says("coordinate").and_then(|at| point(at.trim_matches(['(', ')'])));
        let is_elsewhere = at
            .zip(to.visible_bounds())
            .is_some_and(|(at, place)| !place.contains(at));
        let is_as_it_was = from
            .subtree()
            .map(Node::flags)
            .eq(to.subtree().map(Node::flags));
        is_elsewhere && is_as_it_was && says("effect") == Some("observed")
    }
}

/// Where the windows are, and what takes a tap on the node.
fn layout(tree: &Tree, name: &Name) -> (Vec<Bounds>, Option<Bounds>) {
    let windows = tree.windows().iter().map(|window| window.bounds).collect();
    let node = name.only(tree);
    let place = node.and_then(|node| node.touch_target(Gesture::Tap).node.visible_bounds());
    (windows, place)
}
