//! What a run shows of its screens to whoever listens.
//!
//! Nothing is shown where labels are withheld, where the guard does not allow it to be read, or after something was
//! typed: the screen may show it from then on, in any form that an app gives it.

use std::sync::{MutexGuard, PoisonError};
use std::time::Duration;

use bytes::Bytes;
use clawperator_contract::runs::PictureMoment;
use clawperator_contract::{TraceDetail, Window};
use clawperator_device::driver::Observation;

use crate::events::step_name;
use crate::guard::Verdict;
use crate::run::Run;

/// The longest that a picture is waited for that only a listener wants.
const PICTURE_LIMIT: Duration = Duration::from_secs(5);

/// A picture from before an act.
#[derive(Debug)]
pub(crate) struct PictureBefore {
    picture: Bytes,
    /// How much had been sent when it was taken: it is not from before a later act.
    acts: u64,
}

impl Run<'_> {
    /// Shows a screen that the current step has looked at.
    pub(crate) fn show_screen(&self, seen: &Observation) {
        let Some(action) = self.current else { return };
        let shown = self.looks.in_windows(Window::All);
        if self.shows_screens() && self.may_show(action, shown) == Verdict::Allow {
            let step = step_name(self.index, action);
            self.teller.listener().on_screen(&step, seen);
        }
    }

    /// Shows a picture that the current step was allowed to take.
    pub(crate) fn show_picture(&self, moment: PictureMoment, picture: &Bytes) {
        if let Some(action) = self.current
            && self.shows_screens()
        {
            let step = step_name(self.index, action);
            self.teller.listener().on_picture(&step, moment, picture);
        }
    }

    /// Takes a picture where a listener wants one: before the screen is read for an act, or before an act is judged that
    /// needs no screen. So nothing comes between what was read and judged and what is sent.
    pub(crate) async fn take_picture_before(&self) {
        if self.wants_pictures() {
            let acts = self.progress.acts();
            let picture = self.picture().await;
            let taken = picture.map(|picture| PictureBefore { picture, acts });
            *self.picture_before() = taken;
        }
    }

    /// Shows the picture from before the act that is about to be sent.
    pub(crate) fn show_picture_before(&self) {
        let acts = self.progress.acts();
        let taken = self.picture_before().take();
        if let Some(taken) = taken.filter(|taken| taken.acts == acts) {
            self.show_picture(PictureMoment::Before, &taken.picture);
        }
    }

    fn picture_before(&self) -> MutexGuard<'_, Option<PictureBefore>> {
        let picture = self.picture_before.lock();
        picture.unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes and shows a picture at the end of a step that has sent something since then.
    pub(crate) async fn show_picture_after(&self, acts_before: u64) {
        if self.wants_pictures()
            && self.progress.acts() > acts_before
            && let Some(picture) = self.picture().await
        {
            self.show_picture(PictureMoment::After, &picture);
        }
    }

    async fn picture(&self) -> Option<Bytes> {
        let within = self.remaining().min(PICTURE_LIMIT);
        let picture = self.device.screenshot(within).await;
        picture.ok().map(|picture| Bytes::from(picture.png))
    }

    /// Whether pictures are taken for whoever listens. Where it depends on the place what may be read, none is: a picture
    /// does not say whose it is.
    fn wants_pictures(&self) -> bool {
        self.options.trace == TraceDetail::Full
            && self
                .current
                .is_some_and(|action| !action.action_type().only_looks())
            && self.shows_screens()
            && !self.device.judges_reading()
    }

    fn shows_screens(&self) -> bool {
        !self.teller.withholds_screens() && !self.progress.has_typed()
    }
}
