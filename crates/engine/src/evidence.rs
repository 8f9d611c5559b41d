//! What an act did, as far as it was seen.
//!
//! A tap that the phone acknowledged is injected, no more. So an act carries `effect`: `observed` when the screen was
//! different afterwards, `none` when it was the same, `unverified` when nobody looked. Looking costs a second and more
//! on a real phone, so nothing is read for this alone: the tree before is the one that found the node, the tree after
//! the next one that the payload reads anyway, or the one that the caller asked for.

use std::sync::Arc;

use clawperator_device::hand::{Observation, View};
use clawperator_ui::diff;

use crate::run::Run;
use crate::step::Data;

/// An act whose effect is still to be seen.
#[derive(Debug)]
pub(crate) struct Pending {
    step: usize,
    before: Arc<Observation>,
}

const EFFECT: &str = "effect";
const SETTLED: &str = "settled";

/// Data of an act whose effect nobody has seen.
pub(crate) fn unverified(data: Data) -> Data {
    data.with(EFFECT, "unverified")
}

/// Data of an act whose effect was seen, or was seen not to be.
pub(crate) fn seen(data: &mut Data, before: &Observation, after: &Observation) {
    data.set(EFFECT, effect(before, after));
    if let Some(settled) = after.settled {
        data.set(SETTLED, settled);
    }
}

impl Run<'_> {
    /// Remembers an act until a tree shows what it did.
    pub(crate) fn await_effect(&mut self, step: usize, before: Option<Arc<Observation>>) {
        if let Some(before) = before {
            self.pending = Some(Pending { step, before });
        }
    }

    /// Judges the act that was waiting for a tree.
    pub(crate) fn judge_effect(&mut self, after: &Observation) {
        let Some(Pending { step, before }) = self.pending.take() else {
            return;
        };
        self.progress.amend(step, |result| {
            let mut data = Data::new();
            seen(&mut data, &before, after);
            result.data.extend(data.into_map());
        });
    }

    /// Reads the screen for the last act's sake and adds what changed to its result.
    pub(crate) async fn show_effect(&mut self) {
        let Some(Pending { step, before }) = self.pending.take() else {
            return;
        };
        let after = self.look(View::default()).await;
        self.progress.amend(step, |result| {
            let mut data = Data::new();
            match &after {
                Ok(after) => {
                    seen(&mut data, &before, after);
                    data.set("diff", diff(&before.tree, &after.tree));
                }
                Err(error) => {
                    data.set(SETTLED, "unknown");
                    data.set("warn", format!("what changed is not known: {error}"));
                }
            }
            result.data.extend(data.into_map());
        });
    }
}

fn effect(before: &Observation, after: &Observation) -> &'static str {
    if before.tree.signature() == after.tree.signature() {
        "none"
    } else {
        "observed"
    }
}
