//! What the engine asks of a phone: [`Device`].
//!
//! A driver is a hand and an eye. It does one thing at a time, says truthfully what became of it, and decides nothing:
//! which node is meant, whether to try again and what a failure means for a step are the engine's.
//!
//! Two drivers stand behind the trait: the [shell driver](crate::shell), which needs nothing on the phone, and one that
//! speaks with a resident program.

mod act;
mod capabilities;
mod condition;
mod heard;
mod hold;
mod identity;
mod observation;
mod phone_file;
mod program_run;
mod recording;
mod screenshot;

use std::fmt;
use std::time::Duration;

use async_trait::async_trait;
use clawperator_contract::{ErrorCode, PhonePath};

pub use self::act::{
    Act, ActError, Acted, AppChange, Contact, Judged, KeyPress, Launch, NewClip, Opened, Opens,
    Path, PathPoint, Present, SeenNode, TextEntry, Touch, TypedBy,
};
pub use self::capabilities::{Capabilities, Drags, Driver};
pub use self::condition::{Condition, Lock, Obstacle};
pub use self::heard::{Clip, Heard, Since, Toast};
pub use self::hold::{HoldError, OnPhone};
pub use self::identity::Identity;
pub use self::observation::{Front, Observation, ObserveError, TreeNumber, Unavailable, View};
pub use self::phone_file::{AtPath, NewFile};
pub use self::program_run::{ProgramEnd, ProgramRun, Written};
pub use self::recording::{KeptRecording, NewRecording, Recorded, RecordingFile};
pub use self::screenshot::{PictureSize, Screenshot};
pub use crate::probe::apps::{InstalledApp, nearest as nearest_app};
pub use crate::probe::permissions::{AppPermissions, Standing};
pub use crate::probe::screen_size::Size;

/// One phone, through one driver.
///
/// Every call ends within the time it is given and may be dropped at any await; what was sent by then may still happen
/// on the phone, which is for the caller to say. No call sends anything twice.
#[async_trait]
pub trait Device: fmt::Debug + Send + Sync {
    /// What adb calls the phone. One phone may have several such names.
    fn serial(&self) -> &str;

    /// Says that the size of the screen will be asked for right after the identity: a driver may then ask for both at
    /// once.
    fn expect_screen_size(&self) {}

    /// Says that the screen will be looked at, at rest, right behind the next act: a driver may then ask for both at once.
    fn expect_look(&self) {}

    /// What the phone says of itself. It is asked once; what cannot be asked is an error and not an empty answer, since
    /// whoever is not known must not be taken for somebody else.
    async fn identity(&self, within: Duration) -> Result<Identity, Unavailable>;

    /// Asks again which phone it is, and refuses it where it is another one. Long waits and lost connections come before
    /// this, so that what was judged on one phone is not done on another.
    async fn confirm_identity(&self, _within: Duration) -> Result<(), Unavailable> {
        Ok(())
    }

    /// Takes the phone, under the name that others are told, until what is returned is dropped. This machine's lock comes
    /// first; this is for others that reach the phone. Whoever has it already may take it again. A driver that leaves
    /// nothing on the phone has nobody to tell.
    async fn hold(&self, _name: &str, _within: Duration) -> Result<Box<dyn OnPhone>, HoldError> {
        Ok(Box::new(self::hold::NotKnown))
    }

    /// What this driver can do.
    fn capabilities(&self) -> Capabilities;

    /// Finds out what the phone's release can do, where [`Device::capabilities`] depends on it. It is asked once, before
    /// touches that not every release has.
    async fn learn_release(&self, _within: Duration) -> Result<(), Unavailable> {
        Ok(())
    }

    /// Why not the driver that was preferred, where another one is used.
    fn fallback(&self) -> Option<&str> {
        None
    }

    /// Reads the screen.
    async fn observe(&self, view: View, within: Duration) -> Result<Observation, ObserveError>;

    /// Waits until the screen may show something else than the tree of this number did, or than it does now. Only for a
    /// driver with [`Capabilities::events`]; any other would wait for ever.
    async fn changed(&self, _since: Option<TreeNumber>) {
        std::future::pending::<()>().await;
    }

    /// What was heard that no tree shows. Only for a driver with [`Capabilities::toasts`].
    async fn heard(&self, _since: Since, _within: Duration) -> Result<Heard, Unavailable> {
        Err(not_by_this_driver("does not hear toasts"))
    }

    /// What is on the clipboard; nothing where it is empty or has something else than a text. Only for a driver with
    /// [`Capabilities::clipboard`].
    async fn clipboard(&self, _within: Duration) -> Result<Option<Clip>, Unavailable> {
        Err(not_by_this_driver("does not reach the clipboard"))
    }

    /// The recordings that the phone has, the newest first. Only for a driver with [`Capabilities::recording`].
    async fn recordings(&self, _within: Duration) -> Result<Vec<KeptRecording>, Unavailable> {
        Err(not_by_this_driver("does not record"))
    }

    /// A recording by its name, of at most so many bytes; nothing where the phone has none of this name. Only for a
    /// driver with [`Capabilities::recording`].
    async fn recording(
        &self,
        _name: &str,
        _most: usize,
        _within: Duration,
    ) -> Result<Option<RecordingFile>, Unavailable> {
        Err(not_by_this_driver("does not record"))
    }

    /// Asks which app is in front, which is cheaper than reading the screen.
    async fn front(&self, within: Duration) -> Result<Front, Unavailable>;

    /// Asks whether the phone can be used and what is in front, in one question.
    async fn condition(&self, within: Duration) -> Result<Condition, Unavailable>;

    /// Asks for the size of the screen as it is turned now, in the pixels of its input; nothing where it cannot be told.
    async fn screen_size(&self, within: Duration) -> Result<Option<Size>, Unavailable>;

    /// Whether [`Act::Text`] could type this text; asked before anything is touched.
    fn can_type(&self, text: &str) -> Result<(), String>;

    /// Takes a picture of the screen, as PNG.
    async fn screenshot(
        &self,
        size: PictureSize,
        within: Duration,
    ) -> Result<Screenshot, Unavailable>;

    /// Asks what would be opened, and opens nothing. Several where the phone would let a person choose; none where it
    /// knows of nothing that opens it.
    async fn leads_to(&self, opens: Opens<'_>, within: Duration)
    -> Result<Vec<Front>, Unavailable>;

    /// The packages of the apps that have an icon, each once, in order.
    async fn apps_with_icon(&self, _within: Duration) -> Result<Vec<String>, Unavailable> {
        Err(not_by_this_driver("does not list apps"))
    }

    /// The apps that are installed, in the order of their names. Only for a driver with [`Capabilities::apps`].
    async fn apps(&self, _within: Duration) -> Result<Vec<InstalledApp>, Unavailable> {
        Err(not_by_this_driver("does not list apps"))
    }

    /// Whether an app is installed. Only for a driver with [`Capabilities::apps`].
    async fn is_installed(&self, _package: &str, _within: Duration) -> Result<bool, Unavailable> {
        Err(not_by_this_driver("does not list apps"))
    }

    /// Which permissions an app has; nothing where it is not installed. Only for a driver with [`Capabilities::apps`].
    async fn permissions(
        &self,
        _package: &str,
        _within: Duration,
    ) -> Result<Option<AppPermissions>, Unavailable> {
        Err(not_by_this_driver("does not report permissions"))
    }

    /// What is at a path of the phone, and whether it is reached through no link. Only for a driver with
    /// [`Capabilities::files`].
    async fn file_at(&self, _path: &PhonePath, _within: Duration) -> Result<AtPath, Unavailable> {
        Err(not_by_this_driver("does not copy files"))
    }

    /// All of a file of at most so many bytes. Only for a driver with [`Capabilities::files`].
    async fn read_file(
        &self,
        _path: &PhonePath,
        _most: usize,
        _within: Duration,
    ) -> Result<Vec<u8>, Unavailable> {
        Err(not_by_this_driver("does not copy files"))
    }

    /// Whether a file has these bytes and no others. Only for a driver with [`Capabilities::files`].
    async fn file_holds(
        &self,
        _path: &PhonePath,
        _bytes: &[u8],
        _within: Duration,
    ) -> Result<bool, Unavailable> {
        Err(not_by_this_driver("does not copy files"))
    }

    /// Does something to the phone. Everything above only asks; this is the one call that changes it.
    async fn act(&self, act: Act<'_>, within: Duration) -> Result<Acted, ActError>;
}

fn not_by_this_driver(what: &str) -> Unavailable {
    Unavailable {
        code: ErrorCode::CapabilityUnsupported,
        message: format!("this driver {what}"),
    }
}
