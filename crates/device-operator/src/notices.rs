//! What the Operator heard that no tree shows, and since when that is of interest.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use clawperator_adb::Deadline;
use clawperator_device::driver::{Heard, Since, Toast};
use clawperator_operator_protocol::{Acted, Answer, Launch, Listen, NoticeKind, Outcome, Request};
use tokio::time::Instant;

use crate::look::unexpected;
use crate::stream::Stream;
use crate::trouble::Trouble;

/// Which notice is the newest that is known of, and which was when the last act began.
#[derive(Debug)]
pub(crate) struct Notices(Mutex<Known>);

#[derive(Debug)]
struct Known {
    /// Numbers count within one launch.
    launch: Option<Launch>,
    newest: u64,
    at_act: u64,
    /// When the last act began, where no launch says at which notice that was. Its numbers may be of before then: the
    /// Operator listens on behind any driver.
    act_began: Option<Instant>,
    /// Whether another launch was met since the last act.
    is_another: bool,
}

impl Default for Notices {
    /// No act of a driver begins before the driver.
    fn default() -> Self {
        Self(Mutex::new(Known {
            launch: None,
            newest: 0,
            at_act: 0,
            act_began: Some(Instant::now()),
            is_another: false,
        }))
    }
}

impl Notices {
    /// A launch says which is its newest; answers whether one came since the last act.
    pub(crate) fn newest(&self, launch: Launch, number: u64) -> bool {
        let mut known = self.known(launch);
        known.newest = known.newest.max(number);
        known.newest > known.at_act
    }

    /// An act began, and its answer says what was the newest then.
    pub(crate) fn acted(&self, launch: Launch, acted: &Acted) {
        let mut known = self.known(launch);
        let number = acted.notices;
        known.newest = known.newest.max(number);
        // One that was not begun does not say when.
        known.at_act = known.at_act.max(number);
        if number > 0 || matches!(acted.outcome, Outcome::Done | Outcome::InPart) {
            known.act_began = None;
        }
        known.is_another = false;
    }

    /// An act begins now of which the Operator knows nothing.
    pub(crate) fn acts(&self) {
        let mut known = self.lock();
        known.at_act = known.newest;
        known.act_began = Some(Instant::now());
        known.is_another = false;
    }

    /// An act may have begun then, and nobody says so.
    pub(crate) fn may_have_acted(&self, began: Instant) {
        self.lock().act_began = Some(began);
    }

    fn known(&self, launch: Launch) -> MutexGuard<'_, Known> {
        let mut known = self.lock();
        if known.launch != Some(launch) {
            *known = Known {
                launch: Some(launch),
                newest: 0,
                at_act: 0,
                act_began: known.act_began,
                is_another: known.launch.is_some(),
            };
        }
        known
    }

    fn lock(&self) -> MutexGuard<'_, Known> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Asks for what was heard.
pub(crate) async fn heard(
    stream: &Stream,
    notices: &Notices,
    since: Since,
    deadline: Deadline,
) -> Result<Heard, Trouble> {
    let (after, within, was_lost) = match since {
        Since::LastAct => {
            let known = notices.known(stream.launch());
            let within = known.act_began.map(|began| began.elapsed());
            (known.at_act, within, known.is_another)
        }
        Since::Ago(time) => (0, Some(time), false),
    };
    let in_ms = |time: Duration| u32::try_from(time.as_millis()).ok();
    let at_most_ms = within.and_then(in_ms).unwrap_or(u32::MAX);
    let listen = Listen { after, at_most_ms };
    let Answer::Heard(heard) = stream.ask(&Request::Listen(listen), deadline).await? else {
        return Err(unexpected());
    };
    notices.newest(stream.launch(), heard.newest);
    let first = heard.notices.first().map(|notice| notice.number);
    let is_gap = |kind| kind == NoticeKind::Gap;
    // By time nobody can tell what is not kept any more from what is too old, but that does not come to so many.
    let is_cut = within.is_none() && first.is_some_and(|first| first > after + 1);
    let is_all = !was_lost && !is_cut && !heard.notices.iter().any(|notice| is_gap(notice.kind));
    let toasts = heard
        .notices
        .into_iter()
        .filter(|notice| notice.kind == NoticeKind::Toast);
    Ok(Heard {
        toasts: toasts
            .map(|notice| Toast {
                text: notice.text,
                package: notice.package,
                age: Duration::from_millis(u64::from(notice.age_ms)),
            })
            .collect(),
        is_all,
    })
}
