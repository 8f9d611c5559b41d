//! The one way to a phone: looking is open, acting needs a permit.
//!
//! The driver is private to this file. Whoever has a [`GuardedDevice`] may look through it as much as it likes; to change
//! the phone it asks, and what the guard allows is a [`Permit`]: a value that only asking gives and only acting takes.
//! The permit holds what was judged, and what is sent is made from that.

use std::ops::Deref;
use std::sync::Arc;
use std::time::Duration;

use clawperator_contract::{Action, ErrorCode, PhonePath};
use clawperator_device::Device;
use clawperator_device::driver::{
    Act, ActError, Acted, AppPermissions, AtPath, Capabilities, Clip, Condition, Front, Heard,
    HoldError, Identity, InstalledApp, KeptRecording, Observation, ObserveError, OnPhone, Opens,
    PictureSize, RecordingFile, Screenshot, Since, Size, TreeNumber, Unavailable, View,
};
use tracing::Instrument as _;

use crate::guard::{ActQuestion, Escort, Verdict};
use crate::intent::{Intent, Touch};
use crate::log;
use crate::reading::Reading;

/// A phone's driver that can only look.
#[derive(Debug, Clone)]
pub struct ReadOnlyDevice(Arc<dyn Device>);

impl ReadOnlyDevice {
    /// Looks through this driver.
    #[must_use]
    pub const fn new(device: Arc<dyn Device>) -> Self {
        Self(device)
    }

    /// The same, for whoever may act where this escort allows it.
    #[must_use]
    pub const fn guarded_by<'a>(&'a self, escort: &'a dyn Escort) -> GuardedDevice<'a> {
        GuardedDevice {
            device: self,
            escort,
        }
    }

    /// See [`Device::serial`].
    #[must_use]
    pub fn serial(&self) -> &str {
        self.0.serial()
    }

    /// See [`Device::expect_screen_size`].
    pub fn expect_screen_size(&self) {
        self.0.expect_screen_size();
    }

    /// See [`Device::expect_look`].
    pub fn expect_look(&self) {
        self.0.expect_look();
    }

    /// See [`Device::identity`].
    pub async fn identity(&self, within: Duration) -> Result<Identity, Unavailable> {
        self.0.identity(within).await
    }

    /// See [`Device::file_at`].
    pub async fn file_at(&self, path: &PhonePath, within: Duration) -> Result<AtPath, Unavailable> {
        self.0.file_at(path, within).await
    }

    /// See [`Device::read_file`].
    pub async fn read_file(
        &self,
        path: &PhonePath,
        most: usize,
        within: Duration,
    ) -> Result<Vec<u8>, Unavailable> {
        self.0.read_file(path, most, within).await
    }

    /// See [`Device::file_holds`].
    pub async fn file_holds(
        &self,
        path: &PhonePath,
        bytes: &[u8],
        within: Duration,
    ) -> Result<bool, Unavailable> {
        self.0.file_holds(path, bytes, within).await
    }

    /// See [`Device::confirm_identity`].
    pub async fn confirm_identity(&self, within: Duration) -> Result<(), Unavailable> {
        self.0.confirm_identity(within).await
    }

    /// See [`Device::hold`].
    pub async fn hold(&self, name: &str, within: Duration) -> Result<Box<dyn OnPhone>, HoldError> {
        self.0.hold(name, within).await
    }

    /// See [`Device::capabilities`].
    #[must_use]
    pub fn capabilities(&self) -> Capabilities {
        self.0.capabilities()
    }

    /// See [`Device::learn_release`].
    pub async fn learn_release(&self, within: Duration) -> Result<(), Unavailable> {
        self.0.learn_release(within).await
    }

    /// See [`Device::fallback`].
    #[must_use]
    pub fn fallback(&self) -> Option<&str> {
        self.0.fallback()
    }

    /// See [`Device::can_type`].
    pub fn can_type(&self, text: &str) -> Result<(), String> {
        self.0.can_type(text)
    }

    /// See [`Device::observe`].
    pub async fn observe(&self, view: View, within: Duration) -> Result<Observation, ObserveError> {
        let span = log::look();
        let seen = self.0.observe(view, within).instrument(span.clone()).await;
        log::looked(&span, &seen);
        seen
    }

    /// See [`Device::changed`].
    pub async fn changed(&self, since: Option<TreeNumber>) {
        self.0.changed(since).await;
    }

    /// See [`Device::heard`].
    pub async fn heard(&self, since: Since, within: Duration) -> Result<Heard, Unavailable> {
        self.0.heard(since, within).await
    }

    /// See [`Device::clipboard`].
    pub async fn clipboard(&self, within: Duration) -> Result<Option<Clip>, Unavailable> {
        self.0.clipboard(within).await
    }

    /// See [`Device::recordings`].
    pub async fn recordings(&self, within: Duration) -> Result<Vec<KeptRecording>, Unavailable> {
        self.0.recordings(within).await
    }

    /// See [`Device::recording`].
    pub async fn recording(
        &self,
        name: &str,
        most: usize,
        within: Duration,
    ) -> Result<Option<RecordingFile>, Unavailable> {
        self.0.recording(name, most, within).await
    }

    /// See [`Device::front`].
    pub async fn front(&self, within: Duration) -> Result<Front, Unavailable> {
        self.0.front(within).await
    }

    /// See [`Device::condition`].
    pub async fn condition(&self, within: Duration) -> Result<Condition, Unavailable> {
        self.0.condition(within).await
    }

    /// See [`Device::screen_size`].
    pub async fn screen_size(&self, within: Duration) -> Result<Option<Size>, Unavailable> {
        self.0.screen_size(within).await
    }

    /// See [`Device::screenshot`].
    pub async fn screenshot(&self, within: Duration) -> Result<Screenshot, Unavailable> {
        self.0.screenshot(PictureSize::Whole, within).await
    }

    /// The same, with the longest side as short as the driver can make it down to this.
    pub async fn small_screenshot(
        &self,
        longest: u32,
        within: Duration,
    ) -> Result<Screenshot, Unavailable> {
        self.0
            .screenshot(PictureSize::AtMost(longest), within)
            .await
    }

    /// See [`Device::leads_to`].
    pub async fn leads_to(
        &self,
        opens: Opens<'_>,
        within: Duration,
    ) -> Result<Vec<Front>, Unavailable> {
        self.0.leads_to(opens, within).await
    }

    /// See [`Device::apps_with_icon`].
    pub async fn apps_with_icon(&self, within: Duration) -> Result<Vec<String>, Unavailable> {
        self.0.apps_with_icon(within).await
    }

    /// See [`Device::apps`].
    pub async fn apps(&self, within: Duration) -> Result<Vec<InstalledApp>, Unavailable> {
        self.0.apps(within).await
    }

    /// See [`Device::is_installed`].
    pub async fn is_installed(&self, package: &str, within: Duration) -> Result<bool, Unavailable> {
        self.0.is_installed(package, within).await
    }

    /// See [`Device::permissions`].
    pub async fn permissions(
        &self,
        package: &str,
        within: Duration,
    ) -> Result<Option<AppPermissions>, Unavailable> {
        self.0.permissions(package, within).await
    }
}

/// A phone that anybody may look at, and that changes only by a [`Permit`].
///
/// This is the whole way from a question to an act:
///
/// ```no_run
/// use std::time::Duration;
/// use clawperator_engine::{GuardedDevice, Intent};
///
/// async fn enter(phone: GuardedDevice<'_>, intent: Intent<'_>, time: Duration) {
///     let permit = phone.ask(None, intent, time).await.unwrap();
///     phone.act(permit, time).await.unwrap();
/// }
/// ```
///
/// Nothing is done without a permit:
///
/// ```compile_fail,E0308
/// use std::time::Duration;
/// use clawperator_engine::{GuardedDevice, Intent};
///
/// async fn enter(phone: GuardedDevice<'_>, intent: Intent<'_>, time: Duration) {
///     phone.act(intent, time).await.unwrap();
/// }
/// ```
///
/// The driver behind it cannot be reached:
///
/// ```compile_fail,E0616
/// use std::time::Duration;
/// use clawperator_engine::{GuardedDevice, Intent};
///
/// async fn enter(phone: GuardedDevice<'_>, intent: Intent<'_>, time: Duration) {
///     let driver = phone.device;
/// }
/// ```
#[derive(Debug, Clone, Copy)]
pub struct GuardedDevice<'a> {
    device: &'a ReadOnlyDevice,
    escort: &'a dyn Escort,
}

/// Permission to do one thing once.
///
/// It holds the intent that was judged, with its points and its nodes, and the act is made from that. It cannot be made
/// by hand:
///
/// ```compile_fail,E0451
/// use clawperator_engine::{Intent, Permit};
///
/// fn forge(intent: Intent<'_>) -> Permit<'_> {
///     Permit { intent }
/// }
/// ```
///
/// It cannot be copied:
///
/// ```compile_fail,E0599
/// use clawperator_engine::Permit;
///
/// fn copy<'a>(permit: Permit<'a>) -> (Permit<'a>, Permit<'a>) {
///     (permit.clone(), permit)
/// }
/// ```
///
/// And it cannot be used twice:
///
/// ```compile_fail,E0382
/// use std::time::Duration;
/// use clawperator_engine::{GuardedDevice, Intent};
///
/// async fn enter(phone: GuardedDevice<'_>, intent: Intent<'_>, time: Duration) {
///     let permit = phone.ask(None, intent, time).await.unwrap();
///     phone.act(permit, time).await.unwrap();
///     phone.act(permit, time).await.unwrap();
/// }
/// ```
#[derive(Debug)]
#[must_use = "a permit is asked for to act by it"]
pub struct Permit<'a> {
    intent: Intent<'a>,
}

impl Permit<'_> {
    /// What it permits.
    pub(crate) const fn intent(&self) -> &Intent<'_> {
        &self.intent
    }

    /// The touch that it permits, if it is one.
    #[must_use]
    pub const fn touch(&self) -> Option<Touch<'_>> {
        match self.intent.act() {
            Some(Act::Touch(contact)) => Some(contact.touch),
            _ => None,
        }
    }
}

/// Why there is no permit.
#[derive(Debug)]
pub enum NotPermitted {
    /// The guard did not allow it.
    Refused(Verdict),
    /// The phone did not say what the guard wants to know.
    Unknown(Unavailable),
}

impl Deref for GuardedDevice<'_> {
    type Target = ReadOnlyDevice;

    fn deref(&self) -> &ReadOnlyDevice {
        self.device
    }
}

impl GuardedDevice<'_> {
    /// Who is asked.
    #[must_use]
    pub const fn escort(&self) -> &dyn Escort {
        self.escort
    }

    /// Whether not everything may be read, or where that depends on the place: then nobody but the escort knows what may
    /// be told of a screen.
    pub(crate) fn judges_reading(&self) -> bool {
        let no_screen = Reading::default();
        let asked = ActQuestion {
            action: None,
            intent: Intent::Read(Some(&no_screen)),
            front: None,
            leads_to: None,
        };
        self.escort.wants_windows() || self.escort.may_show(&asked) != Verdict::Allow
    }

    /// Asks whether something may be done, with all that the escort wants to know of it. The action is the one whose act
    /// it is.
    pub async fn ask<'q>(
        &self,
        action: Option<&Action>,
        intent: Intent<'q>,
        within: Duration,
    ) -> Result<Permit<'q>, NotPermitted> {
        let leads_to = match intent {
            // What cannot be told is not known, which is for the escort to judge.
            Intent::Open(opens) if self.escort.wants_destination() => {
                self.leads_to(opens, within).await.ok()
            }
            _ => None,
        };
        let mut question = ActQuestion {
            action,
            intent,
            front: None,
            leads_to: leads_to.as_deref(),
        };
        let front = if self.escort.wants_front(&question) {
            let front = self.front(within).await;
            Some(front.map_err(NotPermitted::Unknown)?)
        } else {
            None
        };
        question.front = front.as_ref();
        match self.escort.may_act(question).await {
            Verdict::Allow => Ok(Permit { intent }),
            refused => Err(NotPermitted::Refused(refused)),
        }
    }

    /// Does what a permit allows, and nothing else.
    pub async fn act(&self, permit: Permit<'_>, within: Duration) -> Result<Acted, ActError> {
        match permit.intent.act() {
            Some(act) => {
                let span = log::act(&permit.intent);
                let sent = self.device.0.act(act, within);
                let outcome = sent.instrument(span.clone()).await;
                log::acted(&span, &outcome);
                outcome
            }
            None => Err(ActError::NotSent {
                code: ErrorCode::InternalError,
                message: "reading does not change the phone; nothing was sent".to_owned(),
            }),
        }
    }
}
