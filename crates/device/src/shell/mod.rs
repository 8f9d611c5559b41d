//! The shell driver: nothing on the phone but Android's own programs.
//!
//! | asked | program |
//! | --- | --- |
//! | who it is | `getprop`, and the number of its boot in `/proc`, in one line |
//! | read the screen | `uiautomator dump --windows` into a file, `cat`, `rm`, in one line; where the activity is wanted, the question below is in it too |
//! | what is in front, and where the keyboard is | `dumpsys window` |
//! | whether it can be used | `dumpsys window policy`, `power`, `activity activities`, in one line |
//! | the size of the screen | `dumpsys display`, in the line that asks who it is where a run begins with a point |
//! | touch, key, text, wake | `input` |
//! | open a lock that needs no secret | `wm dismiss-keyguard` |
//! | what would be opened | `cmd package resolve-activity`, `cmd package query-activities` |
//! | which apps have an icon | `cmd package query-activities` |
//! | open | `cmd package resolve-activity`, `am start -W` |
//! | stop | `am force-stop` |
//! | which apps there are, and what they may do | `pm list packages`, `pm path`, `dumpsys package` |
//! | change apps | `pm clear`, `pm uninstall`, `pm grant`, `pm revoke` |
//! | copy files | adb's file service, `mv`, `rm` |
//! | picture | `screencap -p` |
//! | a program that somebody else chose | that, with every word quoted |
//!
//! What the answer of a program proves is a table in `verdict.rs`: status 0 is done, some forms of some releases mean
//! that nothing happened, and everything else proves nothing.

mod answer;
mod apps;
mod files;
mod gesture;
mod icons;
mod input;
mod last_dump;
mod manage;
mod program;
mod read;
mod typing;
mod verdict;

use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use async_trait::async_trait;
use clawperator_adb::{AdbError, Deadline, DeviceHandle, Witness};
use clawperator_contract::PhonePath;
use tokio::sync::OnceCell;

pub use self::input::with_switch;

use self::answer::unavailable;
use self::last_dump::LastDump;
use crate::driver::{
    Act, ActError, Acted, AppPermissions, AtPath, Capabilities, Condition, Device, Driver, Front,
    Identity, InstalledApp, Observation, ObserveError, Opens, PictureSize, Screenshot, Size, Touch,
    TypedBy, Unavailable, View,
};
use crate::line::{Word, on_boot};
use crate::probe::ahead::DisplayAhead;
use crate::probe::{self, ProbeError, ProbeResult};

/// A phone, driven through its shell.
#[derive(Debug, Clone)]
pub struct ShellDevice {
    handle: DeviceHandle,
    last_dump: LastDump,
    identity: Arc<OnceCell<Identity>>,
    /// Whether the size of the screen is asked for together with the identity.
    wants_size_ahead: Arc<AtomicBool>,
    size_ahead: Arc<Mutex<Option<DisplayAhead>>>,
    rival: Option<Arc<dyn Rival>>,
    /// Of the phone's release; empty until it is asked for.
    api_level: Arc<OnceCell<u32>>,
}

/// A program of ours on the phone that may have `UiAutomation`, which one program has at a time.
#[async_trait]
pub trait Rival: fmt::Debug + Send + Sync {
    /// Asks it to let go; answers whether it has.
    async fn let_go(&self, deadline: Deadline) -> bool;
}

/// What the shell driver can do on a release; on one that is not known, what it can do on any.
#[must_use]
pub fn capabilities(api_level: Option<u32>) -> Capabilities {
    Capabilities {
        driver: Driver::Shell,
        live: true,
        recording: false,
        focus_any_node: false,
        events: false,
        toasts: false,
        gestures: false,
        drags: gesture::drags(api_level),
        double_taps: api_level.is_none_or(|level| level >= gesture::IN_ONE_LINE),
        checks_points: false,
        keys: true,
        holds_keys: false,
        clipboard: false,
        apps: true,
        files: true,
        programs: true,
    }
}

impl ShellDevice {
    /// Drives this phone.
    #[must_use]
    pub fn new(handle: DeviceHandle) -> Self {
        Self {
            handle,
            last_dump: LastDump::default(),
            identity: Arc::default(),
            wants_size_ahead: Arc::default(),
            size_ahead: Arc::default(),
            rival: None,
            api_level: Arc::default(),
        }
    }

    /// Says who the phone is, where somebody else has found out: it is then not asked. A device is of one phone, so that
    /// another one than before is refused; the answer says whether it is the same.
    #[must_use]
    pub fn known_as(&self, identity: &Identity) -> bool {
        // Whoever was first stays.
        let _ = self.identity.set(identity.clone());
        if self.identity.get() != Some(identity) {
            return false;
        }
        self.handle
            .recognised_by(Arc::new(SameIdentity::of(identity.clone())));
        true
    }

    /// Has a program of ours on the phone let go of `UiAutomation` where the phone's own program is killed for it.
    #[must_use]
    pub fn beside(self, rival: Arc<dyn Rival>) -> Self {
        Self {
            rival: Some(rival),
            ..self
        }
    }

    /// The API level of the phone's release, asked for once.
    async fn api_level(&self, deadline: Deadline) -> Result<u32, Unavailable> {
        let ask = || async {
            let properties = probe::properties::read(&self.handle, deadline).await?;
            ProbeResult::Ok(properties.api_level)
        };
        let asked = self.api_level.get_or_try_init(ask).await;
        asked.copied().map_err(|error| unavailable(&error))
    }

    /// Why the program that reads the screen was killed, with whoever may be the reason.
    async fn killed(&self, deadline: Deadline) -> ObserveError {
        let likely = probe::processes::likely(&self.handle, &[], deadline).await;
        ObserveError::Killed { likely }
    }

    fn ahead(&self) -> MutexGuard<'_, Option<DisplayAhead>> {
        self.size_ahead
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }
}

#[async_trait]
impl Device for ShellDevice {
    fn serial(&self) -> &str {
        self.handle.serial()
    }

    fn expect_screen_size(&self) {
        self.wants_size_ahead.store(true, Ordering::Relaxed);
    }

    async fn identity(&self, within: Duration) -> Result<Identity, Unavailable> {
        let asked = self.identity.get_or_try_init(|| async {
            let deadline = Deadline::after(within);
            if !self.wants_size_ahead.load(Ordering::Relaxed) {
                return probe::identity::read(&self.handle, deadline).await;
            }
            let (identity, ahead) = probe::ahead::read(&self.handle, deadline).await?;
            *self.ahead() = Some(ahead);
            Ok(identity)
        });
        let known = asked.await.map_err(|error| unavailable(&error))?;
        self.handle
            .recognised_by(Arc::new(SameIdentity::of(known.clone())));
        Ok(known.clone())
    }

    fn capabilities(&self) -> Capabilities {
        capabilities(self.api_level.get().copied())
    }

    async fn learn_release(&self, within: Duration) -> Result<(), Unavailable> {
        self.api_level(Deadline::after(within)).await.map(drop)
    }

    async fn confirm_identity(&self, within: Duration) -> Result<(), Unavailable> {
        let confirmed = self.handle.confirm(Deadline::after(within)).await;
        confirmed.map_err(|error| unavailable(&error.into()))
    }

    async fn observe(&self, view: View, within: Duration) -> Result<Observation, ObserveError> {
        let deadline = Deadline::after(within);
        let seen = read::observe(&self.handle, &self.last_dump, view, within).await;
        match (&seen, &self.rival) {
            (Err(ObserveError::Killed { .. }), Some(rival)) if rival.let_go(deadline).await => {}
            (Err(ObserveError::Killed { .. }), _) => return Err(self.killed(deadline).await),
            _ => return seen,
        }
        let left = deadline.remaining().unwrap_or(within);
        match read::observe(&self.handle, &self.last_dump, view, left).await {
            Err(ObserveError::Killed { .. }) => Err(self.killed(deadline).await),
            seen => seen,
        }
    }

    async fn front(&self, within: Duration) -> Result<Front, Unavailable> {
        read::front(&self.handle, within).await
    }

    async fn condition(&self, within: Duration) -> Result<Condition, Unavailable> {
        read::condition(&self.handle, within).await
    }

    async fn screen_size(&self, within: Duration) -> Result<Option<Size>, Unavailable> {
        let ahead = self.ahead().take();
        read::screen_size(&self.handle, ahead, within).await
    }

    fn can_type(&self, text: &str) -> Result<(), String> {
        typing::can_type(text)
    }

    async fn screenshot(
        &self,
        _: PictureSize,
        within: Duration,
    ) -> Result<Screenshot, Unavailable> {
        // `screencap` makes no picture smaller, and does not say what it may not show.
        let png = read::screenshot(&self.handle, within).await?;
        Ok(Screenshot { png, secure: None })
    }

    async fn leads_to(
        &self,
        opens: Opens<'_>,
        within: Duration,
    ) -> Result<Vec<Front>, Unavailable> {
        apps::leads_to(&self.handle, opens, within).await
    }

    async fn apps_with_icon(&self, within: Duration) -> Result<Vec<String>, Unavailable> {
        icons::with_icon(&self.handle, within).await
    }

    async fn apps(&self, within: Duration) -> Result<Vec<InstalledApp>, Unavailable> {
        let apps = probe::apps::read(&self.handle, Deadline::after(within)).await;
        apps.map_err(|error| unavailable(&error))
    }

    async fn is_installed(&self, package: &str, within: Duration) -> Result<bool, Unavailable> {
        let deadline = Deadline::after(within);
        let installed = probe::apps::is_installed(&self.handle, package, deadline).await;
        installed.map_err(|error| unavailable(&error))
    }

    async fn permissions(
        &self,
        package: &str,
        within: Duration,
    ) -> Result<Option<AppPermissions>, Unavailable> {
        let deadline = Deadline::after(within);
        let permissions = probe::permissions::read(&self.handle, package, deadline).await;
        permissions.map_err(|error| unavailable(&error))
    }

    async fn file_at(&self, path: &PhonePath, within: Duration) -> Result<AtPath, Unavailable> {
        files::at(&self.handle, path, within).await
    }

    async fn read_file(
        &self,
        path: &PhonePath,
        most: usize,
        within: Duration,
    ) -> Result<Vec<u8>, Unavailable> {
        files::read(&self.handle, path, most, within).await
    }

    async fn file_holds(
        &self,
        path: &PhonePath,
        bytes: &[u8],
        within: Duration,
    ) -> Result<bool, Unavailable> {
        files::holds(&self.handle, path, bytes, within).await
    }

    async fn act(&self, act: Act<'_>, within: Duration) -> Result<Acted, ActError> {
        match self.act_once(act, within).await {
            Err(error) => Err(with_switch(&self.handle, error).await),
            acted => acted,
        }
    }
}

impl ShellDevice {
    async fn act_once(&self, act: Act<'_>, within: Duration) -> Result<Acted, ActError> {
        let phone = &self.handle;
        match act {
            Act::Touch(contact) => self.touch(contact.touch, within).await?,
            Act::Press(key) => input::press_any(phone, key, within).await?,
            Act::Clip(_) => return Err(input::unsupported("reach the clipboard")),
            Act::Record(_) | Act::StopRecording { .. } => {
                return Err(input::unsupported("record"));
            }
            Act::Key(key) => input::press(phone, key, within).await?,
            Act::Text(entry) => {
                typing::enter(phone, entry, within).await?;
                return Ok(Acted::Typed(TypedBy::Keys));
            }
            Act::Submit => input::submit(phone, within).await?,
            Act::Launch { package } => {
                let launch = apps::launch(phone, package, within).await?;
                return Ok(Acted::Opened(launch));
            }
            Act::Open { uri } => {
                let launch = apps::open(phone, uri, within).await?;
                return Ok(Acted::Opened(launch));
            }
            Act::Stop { package } => apps::stop(phone, package, within).await?,
            Act::ManageApp(change) => manage::change(phone, change, within).await?,
            Act::Push(file) => files::push(phone, file, within).await?,
            Act::Run(asked) => return program::run(phone, asked, within).await.map(Acted::Ran),
            Act::Wake => input::wake(phone, within).await?,
            Act::DismissLock => input::dismiss_lock(phone, within).await?,
            Act::TryInput => return input::try_key(phone, within).await.map(Acted::Tried),
        }
        Ok(Acted::Done)
    }
}

impl ShellDevice {
    /// Touches the screen. What takes several programs in one line depends on the release.
    async fn touch(&self, touch: Touch<'_>, within: Duration) -> Result<(), ActError> {
        let deadline = Deadline::after(within);
        let level = async {
            let level = self.api_level(deadline).await;
            let left = deadline.remaining().unwrap_or(within);
            level
                .map(|level| (level, left))
                .map_err(|error| ActError::NotSent {
                    code: error.code,
                    message: error.message,
                })
        };
        match touch {
            Touch::DoubleTap(at) => {
                let (level, left) = level.await?;
                gesture::double_tap(&self.handle, level, at, left).await
            }
            Touch::Drag {
                from,
                to,
                hold_millis,
                move_millis,
                rest_millis,
            } => {
                let drag = gesture::Drag {
                    from,
                    to,
                    hold_millis,
                    move_millis,
                    rest_millis,
                };
                let (level, left) = level.await?;
                gesture::drag(&self.handle, level, drag, left).await
            }
            Touch::Tap(_) | Touch::Hold { .. } | Touch::Swipe { .. } | Touch::Paths(_) => {
                input::touch(&self.handle, touch, within).await
            }
        }
    }
}

/// Knows a phone by what it says of itself.
#[derive(Debug)]
struct SameIdentity {
    identity: Identity,
    /// What holds in the phone's shell alone; nothing where the phone does not say which boot this is.
    condition: Option<Arc<[u8]>>,
}

impl SameIdentity {
    fn of(identity: Identity) -> Self {
        let boot = identity.boot.as_ref();
        let condition = boot.and_then(|boot| on_boot(&Word::new(boot).ok()?).ok());
        Self {
            identity,
            condition: condition.map(Arc::from),
        }
    }
}

#[async_trait]
impl Witness for SameIdentity {
    async fn is_same(&self, now: &DeviceHandle, deadline: Deadline) -> Result<bool, AdbError> {
        match probe::identity::read(now, deadline).await {
            Ok(identity) => Ok(identity == self.identity),
            Err(ProbeError::Adb(error)) => Err(error),
            // What does not say who it is may be anybody.
            Err(_) => Ok(false),
        }
    }

    fn condition(&self) -> Option<Arc<[u8]>> {
        self.condition.clone()
    }
}
