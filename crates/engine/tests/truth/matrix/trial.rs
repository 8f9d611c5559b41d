//! One run of a deed, from before it begins until nothing of it is left on the phone.

use std::sync::Arc;
use std::time::Duration;

use clawperator_device::Device;
use clawperator_phone_screen::DumpRequest;
use clawperator_virtual_phone::{FileRequest, RequestEntry, ServiceRequest};

use super::deeds::{Deed, Does};
use super::facts::Facts;
use super::judge::{Outcome, Truth, Violation, Wrong, judge};
use super::troubles::Harm;
use crate::suite::rig::{APP, PUSHED, Rig, execution};

/// How many times as fast the engine's clock goes.
pub(super) const TIMES: u32 = 10;

/// How long after its deadline an answer counts as late.
const LATE: Duration = Duration::from_secs(5);

/// Prints the tree of the screen.
const DUMP: &str = "uiautomator dump --windows /sdcard/d.xml >/dev/null && cat /sdcard/d.xml";

/// What a driver sees of a screen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Sight {
    /// As much as the phone's own program tells.
    Dump,
    /// Every window.
    Windows,
}

/// A deed on a phone.
#[derive(Debug)]
pub(super) struct Trial<'a> {
    rig: &'a Rig,
    deed: &'a Deed,
    sight: Sight,
    /// The tree that a dump without a fault gives, for deeds that tell of all of it.
    dump: Option<String>,
    /// How many nodes the run sees besides.
    more_nodes: usize,
    /// The last entry of the journal before the run.
    already: u64,
    /// The last request before the run.
    asked: u64,
}

/// What a run came to.
#[derive(Debug)]
pub(super) struct Ran {
    pub(super) outcome: Outcome,
    is_late: bool,
}

impl<'a> Trial<'a> {
    /// Brings the phone where the deed begins.
    pub(super) async fn prepare(rig: &'a Rig, deed: &'a Deed, sight: Sight) -> Self {
        rig.begin(deed.page).await;
        let mut trial = Self {
            rig,
            deed,
            sight,
            dump: None,
            more_nodes: 0,
            already: 0,
            asked: 0,
        };
        trial.look_again().await;
        trial
    }

    /// Something else may be on the screen now.
    pub(super) async fn look_again(&mut self) {
        if !matches!(self.deed.does, Does::Snaps) {
            return;
        }
        self.dump = match self.sight {
            Sight::Dump => Some(self.rig.ask(DUMP).await),
            Sight::Windows => {
                let windows = DumpRequest {
                    windows: true,
                    compressed: false,
                };
                self.rig.phone().screen().dump(windows).await.ok()
            }
        };
    }

    /// The run sees so many nodes that are on no screen.
    pub(super) fn expect_nodes(&mut self, more: usize) {
        self.more_nodes = more;
    }

    /// The last entry of the journal before the run.
    pub(super) fn already(&self) -> u64 {
        self.already
    }

    /// What happens from now on is of the run.
    pub(super) fn begins(&mut self) {
        self.already = self.rig.phone().journal().entries.len() as u64;
        let requests = self.rig.phone().requests().entries;
        self.asked = requests.last().map_or(0, |entry| entry.number);
    }

    /// Runs it through a driver, which is gone afterwards, by a clock that goes so many times as fast.
    pub(super) async fn run(&self, device: Arc<dyn Device>, timeout_ms: u64, times: u32) -> Ran {
        let payload = execution(&self.deed.actions, timeout_ms);
        let within = Duration::from_millis(timeout_ms) / times + LATE;
        let mut run = std::pin::pin!(self.rig.run_through(device, &payload, times));
        let in_time = tokio::select! {
            // On a machine that stood still for a while both are ready, and then the answer is not late.
            biased;
            outcome = &mut run => Some(outcome),
            () = tokio::time::sleep(within) => None,
        };
        let is_late = in_time.is_none();
        let outcome = match in_time {
            Some(outcome) => outcome,
            None => run.await,
        };
        Ran { outcome, is_late }
    }

    /// Clears every fault, waits until the run is gone from the phone, and holds what it said against the journal.
    pub(super) async fn judged(self, ran: Ran, harm: Harm) -> (Outcome, Vec<Violation>) {
        let Self { rig, deed, .. } = self;
        let phone = rig.phone();
        let status = phone.status().await;
        let truth = Truth {
            dump: self.dump,
            more_nodes: self.more_nodes,
            picture: rig.picture(),
            in_front: status.awake
                && !status.locked
                && status
                    .windows
                    .iter()
                    .any(|window| window.focused && window.package == APP),
            usable: status.awake && !status.locked,
            pushed: phone.files().read(PUSHED).ok().map(|bytes| bytes.to_vec()),
            sent: phone
                .requests_after(self.asked)
                .entries
                .iter()
                .filter(|entry| is_sent(entry))
                .count(),
            undisturbed: harm == Harm::None,
            sight: self.sight,
        };
        phone.faults().clear_all().await;
        rig.until_quiet().await;
        let facts = Facts::at_rest(self.already, phone).await;
        let mut violations = judge(deed, &ran.outcome, &facts, &truth);
        if ran.is_late {
            violations.push(Violation {
                wrong: Wrong::Untyped,
                why: "the answer came long after the deadline".to_owned(),
            });
        }
        (ran.outcome, violations)
    }
}

/// Whether a file was sent towards the path of the deed that sends one.
fn is_sent(entry: &RequestEntry) -> bool {
    let (folder, _) = PUSHED.rsplit_once('/').unwrap();
    matches!(&entry.request, ServiceRequest::File { operation: FileRequest::Send, path } if path.starts_with(folder))
}
