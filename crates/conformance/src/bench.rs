//! What every check works with: the driver, the test app's pages, and the app's record.

use std::sync::Arc;
use std::time::Duration;

use clawperator_adb::DeviceHandle;
use clawperator_device::Device;
use clawperator_device::driver::{
    Act, ActError, Acted, Capabilities, Contact, Judged, Observation, Touch, View,
};
use clawperator_sources::Sources;
use clawperator_ui::{Point, Tree};

use crate::app::PACKAGE;
use crate::check::{Trouble, failed};
use crate::found::{self, Found};
use crate::record::{self, Noted};

/// How long the phone has for one act or one look.
pub(crate) const WITHIN: Duration = Duration::from_mins(1);
/// How long a page may take to come, and what was done to show.
const COMES: Duration = Duration::from_secs(15);
/// How long what was done to the app takes at most to be noted by it, where it is done.
const SHOWS: Duration = Duration::from_secs(1);
/// How often a tap is tried that meets something else than was seen.
const TAPS: usize = 5;
/// How often something is asked for that no event tells.
const PAUSE: Duration = Duration::from_millis(200);

/// A page of the test app, and a node that only this page has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Page {
    pub(crate) uri: &'static str,
    pub(crate) marker: &'static str,
}

pub(crate) const TOUCH: Page = Page {
    uri: "conformance-check://touch",
    marker: "check_add",
};
pub(crate) const TEXT: Page = Page {
    uri: "conformance-check://text",
    marker: "check_name",
};
pub(crate) const LIST: Page = Page {
    uri: "conformance-check://list",
    marker: "check_list",
};
pub(crate) const TIME: Page = Page {
    uri: "conformance-check://time",
    marker: "check_later",
};
pub(crate) const RESTLESS: Page = Page {
    uri: "conformance-check://restless",
    marker: "check_label",
};
pub(crate) const SECURE: Page = Page {
    uri: "conformance-check://secure",
    marker: "check_hidden",
};

/// One phone through one driver, and the way past it.
#[derive(Debug)]
pub(crate) struct Bench {
    pub(crate) device: Arc<dyn Device>,
    /// Another driver of the same kind, which has not been told that the phone is ours.
    pub(crate) other: Arc<dyn Device>,
    pub(crate) phone: DeviceHandle,
    pub(crate) sources: Arc<dyn Sources>,
}

impl Bench {
    pub(crate) fn able(&self) -> Capabilities {
        self.device.capabilities()
    }

    pub(crate) async fn act(&self, act: Act<'_>) -> Result<Acted, Trouble> {
        Ok(self.device.act(act, WITHIN).await?)
    }

    pub(crate) async fn pause(&self) {
        let until = self.sources.now().plus(PAUSE);
        self.sources.sleep_until(until).await;
    }

    /// Opens a page as it is when nothing was done to it: an app that is in front already may keep another one there.
    pub(crate) async fn open(&self, page: Page) -> Result<Observation, Trouble> {
        self.stop().await?;
        self.act(Act::Open { uri: page.uri }).await?;
        self.until(page.marker).await
    }

    /// Ends the test app.
    pub(crate) async fn stop(&self) -> Result<(), Trouble> {
        self.act(Act::Stop { package: PACKAGE }).await.map(drop)
    }

    /// Opens a page that may never come to rest, and does not look at it.
    pub(crate) async fn open_unseen(&self, page: Page) -> Result<(), Trouble> {
        self.stop().await?;
        self.act(Act::Open { uri: page.uri }).await.map(drop)
    }

    pub(crate) async fn look(&self) -> Result<Observation, Trouble> {
        let rest = View {
            activity: false,
            rest: true,
        };
        Ok(self.device.observe(rest, WITHIN).await?)
    }

    /// Looks until a node of the test app is there.
    pub(crate) async fn until(&self, id: &str) -> Result<Observation, Trouble> {
        let told = |seen: &Observation| found::find(&seen.tree, id).is_some();
        match self.when(told).await? {
            (seen, true) => Ok(seen),
            (seen, false) => failed(format!(
                "no node `{id}` came within {} s; in front is {}",
                COMES.as_secs(),
                found::in_front(&seen.tree)
            )),
        }
    }

    /// Looks until something can be seen, and says whether it could.
    pub(crate) async fn when(
        &self,
        can_be_seen: impl Fn(&Observation) -> bool,
    ) -> Result<(Observation, bool), Trouble> {
        let over = self.sources.now().plus(COMES);
        loop {
            let seen = self.device.observe(View::default(), WITHIN).await;
            let is_over = self.sources.now() >= over;
            match seen {
                Ok(seen) => {
                    let is_seen = can_be_seen(&seen);
                    if is_seen || is_over {
                        return Ok((seen, is_seen));
                    }
                }
                // While a page comes there may be no window, or half of one.
                Err(error) if error.is_final() || is_over => return Err(error.into()),
                Err(_) => {}
            }
            self.pause().await;
        }
    }

    /// Taps a node of the test app, where it was seen.
    pub(crate) async fn tap(&self, seen: &Observation, id: &str) -> Result<Found, Trouble> {
        self.tap_found(seen, |tree| found::of(tree, id)).await
    }

    /// Taps what is found on a screen. Where the driver touches nothing, because something else is there by now, it is
    /// looked for again: a page may still be on its way.
    pub(crate) async fn tap_found(
        &self,
        seen: &Observation,
        place: impl Fn(&Tree) -> Result<Found, Trouble>,
    ) -> Result<Found, Trouble> {
        let mut again = None;
        for _ in 1..TAPS {
            let seen = again.as_ref().unwrap_or(seen);
            let node = place(&seen.tree)?;
            let tap = judged(seen, Touch::Tap(node.middle));
            match self.device.act(tap, WITHIN).await {
                Err(ActError::NotSent { .. }) => {}
                acted => return Ok(acted.map(|_| node)?),
            }
            self.pause().await;
            again = Some(self.device.observe(View::default(), WITHIN).await?);
        }
        let seen = again.as_ref().unwrap_or(seen);
        let node = place(&seen.tree)?;
        self.act(judged(seen, Touch::Tap(node.middle))).await?;
        Ok(node)
    }

    /// The place in the app's record from which [`Self::noted`] counts.
    pub(crate) async fn mark(&self) -> Result<u64, Trouble> {
        record::last(&self.phone).await
    }

    /// What the app noted since a mark, as soon as it is enough, or else after a while. It is read once more then, so
    /// that what came twice is seen twice.
    pub(crate) async fn noted(
        &self,
        since: u64,
        is_enough: impl Fn(&[Noted]) -> bool,
    ) -> Result<Vec<Noted>, Trouble> {
        let over = self.sources.now().plus(COMES);
        loop {
            let noted = record::after(&self.phone, since).await?;
            if is_enough(&noted) || self.sources.now() >= over {
                self.pause().await;
                return record::after(&self.phone, since).await;
            }
            self.pause().await;
        }
    }

    /// What the app noted since a mark, a while later: for what must not have happened.
    pub(crate) async fn noted_by_now(&self, since: u64) -> Result<Vec<Noted>, Trouble> {
        let until = self.sources.now().plus(SHOWS);
        self.sources.sleep_until(until).await;
        record::after(&self.phone, since).await
    }

    /// What the app noted since a mark, as soon as there is an entry of a kind.
    pub(crate) async fn noted_once(
        &self,
        since: u64,
        what: &str,
        view: &str,
    ) -> Result<Vec<Noted>, Trouble> {
        self.noted(since, |noted| noted.iter().any(|one| one.is(what, view)))
            .await
    }
}

/// A touch that is judged on what was seen, where the driver can tell whether that is still there.
pub(crate) fn judged<'a>(seen: &Observation, touch: Touch<'a>) -> Act<'a> {
    Act::Touch(Contact {
        touch,
        judged: seen.number.map(|tree| Judged {
            tree,
            closely: false,
        }),
    })
}

/// A point between two others: `per_mille` of the way.
pub(crate) fn between(from: i32, to: i32, per_mille: i32) -> i32 {
    let part = i64::from(to.saturating_sub(from)) * i64::from(per_mille) / 1_000;
    from.saturating_add(i32::try_from(part).unwrap_or(0))
}

pub(crate) const fn point(x: i32, y: i32) -> Point {
    Point { x, y }
}
