//! What an act did, as far as it was seen.
//!
//! A tap that the phone acknowledged is injected, no more. So an act carries `effect`: `observed` when the screen was
//! different afterwards, `none` when it was the same, `unverified` when nobody looked. Looking costs a second and more
//! on a real phone, so nothing is read for this alone: the tree before is the one that found the node, the tree after
//! the next one that the payload reads anyway, or the one that the caller asked for. When something else was done to
//! the phone before that tree, the tree says nothing of this act.
//!
//! A page that moves by itself may put another node below the finger. The tree after shows it: the target is elsewhere
//! and as it was. That the screen is different then speaks for nothing, and the effect stays `unverified`.
//!
//! Until a tree is different, the next one is held against the tree before as well: what a press does may take a while.
//! Of what can be checked, `target_state` says whether it was checked or unchecked.

use std::sync::Arc;

use clawperator_contract::DataKey;
use clawperator_device::driver::{Heard, Observation, ObserveError, Since, View};
use clawperator_ui::{Refs, diff, quoted};

use crate::snapshots::Screen;

use crate::events::step_name;
use crate::intent::Intent;
use crate::press::Press;
use crate::reading::{Reading, reading_of};
use crate::run::{LOOK_LIMIT, Run};
use crate::step::Data;

/// What is known of the screen around an act.
#[derive(Debug)]
pub(crate) enum Evidence {
    /// Somebody wanted to know, and the screen could not be read before.
    Missing(ObserveError),
    /// The screen before; what came of it is still to be seen.
    Awaited {
        before: Arc<Observation>,
        /// What a finger went for, where there was one.
        press: Option<Press>,
    },
    /// The screen before and after.
    Seen {
        before: Arc<Observation>,
        after: Arc<Observation>,
    },
}

impl Evidence {
    /// The screen before, if it was read.
    pub(crate) fn before(&self) -> Option<&Arc<Observation>> {
        match self {
            Self::Missing(_) => None,
            Self::Awaited { before, .. } | Self::Seen { before, .. } => Some(before),
        }
    }
}

/// The last act of which something was seen.
#[derive(Debug)]
pub(crate) struct LastAct {
    step: usize,
    press: Option<Press>,
    before: Result<Arc<Observation>, ObserveError>,
    after: Option<Arc<Observation>>,
    /// Whether the screen has been seen to be another one; until then a later tree may still show it.
    changed: bool,
    /// How many acts there had been; the screen tells of this one until there are more.
    acts: u64,
}

const UNVERIFIED: &str = "unverified";
const NONE: &str = "none";
const OBSERVED: &str = "observed";

/// Data of an act whose effect nobody has seen.
pub(crate) fn unverified(data: Data) -> Data {
    data.with(DataKey::Effect, UNVERIFIED)
}

/// Data of an act whose effect was seen, or was seen not to be.
pub(crate) fn seen(data: &mut Data, before: &Observation, after: &Observation) {
    data.set(DataKey::Effect, effect(before, after));
    if let Some(settled) = after.settled {
        data.set(DataKey::Settled, settled);
    }
}

impl Run<'_> {
    /// Remembers an act and what was seen of it.
    pub(crate) fn remember_act(&mut self, step: usize, evidence: Option<Evidence>) {
        let (before, after, press) = match evidence {
            None => return,
            Some(Evidence::Missing(error)) => (Err(error), None, None),
            Some(Evidence::Awaited { before, press }) => (Ok(before), None, press),
            Some(Evidence::Seen { before, after }) => (Ok(before), Some(after), None),
        };
        self.last_act = Some(LastAct {
            step,
            press,
            before,
            changed: after.is_some(),
            after,
            acts: self.progress.acts(),
        });
    }

    /// Judges the act that was waiting for a tree.
    pub(crate) fn judge_effect(&mut self, after: &Arc<Observation>) {
        let acts = self.progress.acts();
        let Some(act) = self.last_act.as_mut().filter(|act| !act.changed) else {
            return;
        };
        if act.acts != acts {
            // What was seen of it before the next act stays said.
            if act.after.is_none() {
                self.last_act = None;
            }
        } else if let Ok(before) = &act.before {
            let mut data = Data::new();
            seen(&mut data, before, after);
            let is_elsewhere = |press: Press| press.target_moved(&before.tree, &after.tree);
            if act.press.is_some_and(is_elsewhere) {
                data.set(DataKey::Effect, UNVERIFIED);
                data.set(DataKey::TargetMoved, true);
            }
            let kept = act
                .press
                .and_then(|press| press.target_kept(&before.tree, &after.tree));
            if let Some(kept) = kept {
                data.set(
                    DataKey::TargetState,
                    if kept { "unchanged" } else { "changed" },
                );
            }
            self.progress.amend(act.step, |result| {
                // What was opened is judged by what is in front, which says more than a screen that is the same.
                if result.get(DataKey::Launch).is_some() {
                    data.remove(DataKey::Effect);
                }
                data.add_to(result);
            });
            act.after = Some(Arc::clone(after));
            act.changed = effect(before, after) != NONE;
        }
    }

    /// The activity that was in front of a screen, which is asked for now where the look did not ask.
    async fn activity_of(&self, seen: &Observation) -> Option<String> {
        let front = match &seen.condition {
            Some(condition) => Some(condition.front.clone()),
            None => self
                .device
                .front(self.for_acts().min(LOOK_LIMIT))
                .await
                .ok(),
        };
        front.and_then(|front| front.activity)
    }

    /// What was heard since an act, which is asked for where the screen says that there is something.
    async fn heard_since(&self, act: &LastAct) -> Heard {
        let nothing = Heard {
            toasts: Vec::new(),
            is_all: true,
        };
        if !act.after.as_ref().is_some_and(|after| after.heard) {
            return nothing;
        }
        let within = self.for_acts().min(LOOK_LIMIT);
        let heard = self.device.heard(Since::LastAct, within).await;
        heard.unwrap_or(Heard {
            is_all: false,
            ..nothing
        })
    }

    /// Adds what changed to the last act's result; the screen is read for it unless it was read since.
    pub(crate) async fn show_effect(&mut self) {
        let acts = self.progress.acts();
        let Some(act) = self.last_act.as_ref() else {
            return;
        };
        let mut trouble = act.before.as_ref().err().cloned();
        if trouble.is_none() && act.after.is_none() && act.acts == acts {
            trouble = self.look(View::default()).await.err();
        }
        let Some(act) = self.last_act.take() else {
            return;
        };
        let mut data = Data::new();
        // A difference is what is on the screen, in words, and what was on the one before.
        let mut shown = Reading::default();
        for screen in act.before.as_ref().ok().into_iter().chain(&act.after) {
            shown = shown.and(&reading_of(screen));
        }
        let heard = self.heard_since(&act).await;
        for toast in &heard.toasts {
            shown.add_app(toast.package.as_deref());
        }
        let refused = match self.execution.actions().get(act.step) {
            Some(action) => {
                let read = Intent::Read(Some(&shown));
                self.allow(action, read).await.err()
            }
            None => None,
        };
        if let Some(refused) = refused {
            let why = refused.into_error().message;
            data.set(DataKey::Warn, format!("what changed is not shown: {why}"));
        } else if let (Ok(before), Some(after)) = (&act.before, &act.after) {
            // The lines of a diff have refs, so the screen is kept that they are of.
            let activity = self.activity_of(after).await;
            let screen = Screen {
                tree: Arc::clone(&after.tree),
                activity,
                user: after.user,
                dump: after.to_dump(),
            };
            let kept = self.parts.snapshots.keep(self.phone.key(), screen).await;
            let refs = match kept {
                Ok(listing) => {
                    data.set(DataKey::Generation, listing.generation);
                    listing.refs
                }
                Err(error) => {
                    data.set(DataKey::Warn, format!("there are no refs: {error}"));
                    Refs::default()
                }
            };
            let mut diff = diff(&before.tree, &after.tree, &refs);
            add_toasts(&mut diff, &heard);
            if !heard.toasts.is_empty() {
                data.set(DataKey::Effect, OBSERVED);
            }
            if let Some(action) = self.execution.actions().get(act.step) {
                let step = step_name(act.step, action);
                self.teller.settled(step, diff.clone());
            }
            data.set(DataKey::Diff, diff);
        } else if let Some(error) = trouble {
            data.set(DataKey::Settled, "unknown");
            data.set(DataKey::Warn, format!("what changed is not known: {error}"));
        }
        self.progress.amend(act.step, |result| data.add_to(result));
    }
}

/// Adds the toasts since the act, each in a line of its own: no tree shows them.
fn add_toasts(diff: &mut String, heard: &Heard) {
    for toast in &heard.toasts {
        diff.push_str("! toast ");
        diff.push_str(&quoted(&toast.text));
        if let Some(package) = &toast.package {
            diff.push_str(&format!(" of {}", quoted(package)));
        }
        diff.push('\n');
    }
    if !heard.is_all {
        diff.push_str("(other toasts may have been missed)\n");
    }
}

fn effect(before: &Observation, after: &Observation) -> &'static str {
    if before.tree.signature() == after.tree.signature() {
        NONE
    } else {
        OBSERVED
    }
}
