//! [`OperatorDevice`]: the Operator behind [`Device`].

use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use clawperator_adb::{Deadline, DeviceHandle};
use clawperator_contract::{ErrorCode, PhonePath};
use clawperator_device::driver::{
    Act, ActError, Acted, AppPermissions, AtPath, Capabilities, Clip, Condition, Drags, Driver,
    Front, Heard, HoldError, Identity, InstalledApp, KeptRecording, Observation, ObserveError,
    OnPhone, Opens, PictureSize, RecordingFile, Screenshot, Since, Size, TreeNumber, Unavailable,
    View,
};
use clawperator_device::probe::processes;
use clawperator_device::shell::with_switch;
use clawperator_device::{Device, Rival, ShellDevice};
use clawperator_operator_protocol::{Act as Asked, Acted as Answered, Answer, Request};
use tokio::time::Instant;

use crate::act;
use crate::ahead::Ahead;
use crate::holding::Holding;
use crate::launches::Launches;
use crate::link::{Existing, Link};
use crate::look::{self, LastTrees, condition};
use crate::notices::{self, Notices};
use crate::own::own_processes;
use crate::program::Program;
use crate::recordings;
use crate::trouble::Trouble;

/// A phone, driven by the Operator.
#[derive(Debug, Clone)]
pub struct OperatorDevice {
    shell: ShellDevice,
    link: Arc<Link>,
    last: Arc<LastTrees>,
    notices: Arc<Notices>,
    ahead: Arc<Ahead>,
    holding: Arc<Holding>,
}

impl OperatorDevice {
    /// Drives this phone. The program runs on it under a name; nothing is asked of the phone before the first call.
    #[must_use]
    pub fn new(
        phone: DeviceHandle,
        program: Program,
        name: &str,
        launches: Arc<dyn Launches>,
    ) -> Self {
        let shell = ShellDevice::new(phone.clone());
        Self {
            link: Arc::new(Link::new(phone, shell.clone(), program, name, launches)),
            shell,
            last: Arc::default(),
            notices: Arc::default(),
            ahead: Arc::default(),
            holding: Arc::default(),
        }
    }

    /// The same phone through its shell.
    pub(crate) const fn shell(&self) -> &ShellDevice {
        &self.shell
    }

    /// Makes sure that the Operator runs and answers.
    pub(crate) async fn open(&self, within: Duration) -> Result<(), Trouble> {
        self.link.stream(Deadline::after(within)).await.map(drop)
    }

    /// Whether another build runs, as the system says: any app can say so under the Operator's name. One that does not end
    /// by itself is in use, and whoever uses it has the phone. Where the phone does not tell, it may be.
    pub(crate) async fn is_another_used(&self, within: Duration) -> bool {
        let deadline = Deadline::after(within);
        let own = own_processes(self.link.phone(), self.link.program(), deadline).await;
        own.map_or(true, |own| own.iter().any(|process| !process.is_this_build))
    }

    async fn done(
        &self,
        what: Asked,
        refused: ErrorCode,
        within: Duration,
    ) -> Result<Acted, ActError> {
        let acted = self.sent(what, within).await?;
        act::judge(&acted, refused)?;
        Ok(Acted::Done)
    }

    /// Does something, and remembers what had been heard when it began.
    async fn sent(&self, what: Asked, within: Duration) -> Result<Answered, ActError> {
        let began = Instant::now();
        let acted = act::act(&self.way(), what, Deadline::after(within)).await;
        match &acted {
            Ok((launch, acted)) => self.notices.acted(*launch, acted),
            Err(ActError::Unknown { .. }) => self.notices.may_have_acted(began),
            Err(_) => {}
        }
        acted.map(|(_, acted)| acted)
    }

    /// An act that the Operator does not judge begins, unless another has taken the phone.
    async fn begins(&self, deadline: Deadline) -> Result<(), ActError> {
        self.holding.confirm(&self.link, deadline).await?;
        self.notices.acts();
        Ok(())
    }

    fn way(&self) -> act::Way<'_> {
        act::Way {
            link: &self.link,
            ahead: &self.ahead,
            holding: &self.holding,
        }
    }

    async fn state(
        &self,
        within: Duration,
    ) -> Result<clawperator_operator_protocol::State, Trouble> {
        let deadline = Deadline::after(within);
        let stream = self.link.stream(deadline).await?;
        match look::state(&stream, deadline).await {
            Err(_) if stream.is_lost() => {
                let stream = self.link.stream(deadline).await?;
                look::state(&stream, deadline).await
            }
            state => state,
        }
    }
}

/// Whether it is another tool that has what a look needs.
fn is_held_elsewhere(error: &Unavailable) -> bool {
    error.code == ErrorCode::ServiceUnavailable && error.message.contains(AUTOMATION)
}

/// What the Operator's words of a refusal have in them where it could not connect.
const AUTOMATION: &str = "UiAutomation could not be connected";

#[async_trait]
impl Rival for OperatorDevice {
    async fn let_go(&self, deadline: Deadline) -> bool {
        let asked = async {
            // Where none runs, none is started for this.
            let stream = match self.link.existing(deadline).await.ok()? {
                Existing::Stream(stream) => stream,
                Existing::OtherBuild => return Some(true),
                Existing::Nobody => return None,
            };
            match stream.ask(&Request::Leave, deadline).await.ok()? {
                Answer::Held(held) => Some(held.name.is_empty()),
                _ => None,
            }
        };
        asked.await.unwrap_or(false)
    }
}

/// What the Operator can do, on every release.
pub const CAPABILITIES: Capabilities = Capabilities {
    driver: Driver::Resident,
    live: true,
    recording: true,
    focus_any_node: false,
    events: true,
    toasts: true,
    gestures: true,
    double_taps: true,
    drags: Drags::AsAsked,
    checks_points: true,
    keys: true,
    holds_keys: true,
    clipboard: true,
    apps: true,
    files: true,
    programs: true,
};

#[async_trait]
impl Device for OperatorDevice {
    fn serial(&self) -> &str {
        self.shell.serial()
    }

    fn expect_look(&self) {
        self.ahead.expect();
    }

    async fn identity(&self, within: Duration) -> Result<Identity, Unavailable> {
        // A launch that is known tells who the phone is, and asking the phone costs more than the greeting.
        let deadline = Deadline::after(within);
        self.link.stream(deadline).await?;
        let left = deadline.remaining().unwrap_or(within);
        self.shell.identity(left).await
    }

    async fn confirm_identity(&self, within: Duration) -> Result<(), Unavailable> {
        // A stream is of one launch, which is of one boot of one phone: if it still answers, it is the same.
        let deadline = Deadline::after(within);
        if let Some(stream) = self.link.opened()
            && look::state(&stream, deadline).await.is_ok()
        {
            return Ok(());
        }
        let left = deadline.remaining().unwrap_or(within);
        self.shell.confirm_identity(left).await
    }

    async fn hold(&self, name: &str, within: Duration) -> Result<Box<dyn OnPhone>, HoldError> {
        let deadline = Deadline::after(within);
        self.holding.take(&self.link, name, deadline).await
    }

    fn capabilities(&self) -> Capabilities {
        CAPABILITIES
    }

    async fn observe(&self, view: View, within: Duration) -> Result<Observation, ObserveError> {
        let deadline = Deadline::after(within);
        let looker = look::Looker {
            last: &self.last,
            notices: &self.notices,
        };
        if view.rest
            && let Some((stream, tree)) = self.ahead.seen(deadline).await
        {
            return looker.read(&stream, view, tree);
        }
        let stream = self.link.stream(deadline).await?;
        match looker.observe(&stream, view, deadline).await {
            // The stream was gone before anybody noticed, and what is only looked at can be looked at again.
            Err(_) if stream.is_lost() => {
                let stream = self.link.stream(deadline).await?;
                looker.observe(&stream, view, deadline).await
            }
            Err(ObserveError::Unavailable(mut error)) if is_held_elsewhere(&error) => {
                let phone = self.link.phone();
                let own = own_processes(phone, self.link.program(), deadline).await;
                // Who it may be is a guess, for which it is enough to know of none.
                let own = own.unwrap_or_default();
                let own: Vec<u32> = own.iter().map(|process| process.pid).collect();
                error
                    .message
                    .push_str(&processes::likely(phone, &own, deadline).await);
                Err(error.into())
            }
            seen => seen,
        }
    }

    async fn changed(&self, since: Option<TreeNumber>) {
        let watching = async {
            let stream = self.link.opened()?;
            let mut changes = stream.changes();
            let deadline = Deadline::never();
            let number = since.map_or(0, |number| number.0);
            stream.ask(&Request::Watch(number), deadline).await.ok()?;
            // What was told before is no news: the Operator tells at once where the tree is old by now.
            changes.changed().await.ok()
        };
        if watching.await.is_none() {
            // Without a stream nothing is heard, and the next look comes by the clock.
            std::future::pending::<()>().await;
        }
    }

    async fn heard(&self, since: Since, within: Duration) -> Result<Heard, Unavailable> {
        let deadline = Deadline::after(within);
        let stream = self.link.stream(deadline).await?;
        match notices::heard(&stream, &self.notices, since, deadline).await {
            Err(_) if stream.is_lost() => {
                let stream = self.link.stream(deadline).await?;
                Ok(notices::heard(&stream, &self.notices, since, deadline).await?)
            }
            heard => Ok(heard?),
        }
    }

    async fn clipboard(&self, within: Duration) -> Result<Option<Clip>, Unavailable> {
        let deadline = Deadline::after(within);
        let stream = self.link.stream(deadline).await?;
        match stream.ask(&Request::Clip, deadline).await? {
            Answer::Clipped(clipped) => Ok(clipped.text.map(Clip::new)),
            _ => Err(look::unexpected().into()),
        }
    }

    async fn recordings(&self, within: Duration) -> Result<Vec<KeptRecording>, Unavailable> {
        Ok(recordings::list(&self.link, Deadline::after(within)).await?)
    }

    async fn recording(
        &self,
        name: &str,
        most: usize,
        within: Duration,
    ) -> Result<Option<RecordingFile>, Unavailable> {
        recordings::fetch(&self.link, name, most, Deadline::after(within)).await
    }

    async fn front(&self, within: Duration) -> Result<Front, Unavailable> {
        Ok(condition(&self.state(within).await?).front)
    }

    async fn condition(&self, within: Duration) -> Result<Condition, Unavailable> {
        Ok(condition(&self.state(within).await?))
    }

    async fn screen_size(&self, within: Duration) -> Result<Option<Size>, Unavailable> {
        let state = self.state(within).await?;
        let size = Size {
            width: state.width,
            height: state.height,
        };
        Ok((size.width > 0 && size.height > 0).then_some(size))
    }

    fn can_type(&self, text: &str) -> Result<(), String> {
        act::can_type(text)
    }

    async fn screenshot(
        &self,
        size: PictureSize,
        within: Duration,
    ) -> Result<Screenshot, Unavailable> {
        let deadline = Deadline::after(within);
        let stream = self.link.stream(deadline).await?;
        match look::picture(&stream, size, deadline).await {
            Err(_) if stream.is_lost() => {
                let stream = self.link.stream(deadline).await?;
                look::picture(&stream, size, deadline).await
            }
            picture => picture,
        }
    }

    async fn leads_to(
        &self,
        opens: Opens<'_>,
        within: Duration,
    ) -> Result<Vec<Front>, Unavailable> {
        self.shell.leads_to(opens, within).await
    }

    async fn apps_with_icon(&self, within: Duration) -> Result<Vec<String>, Unavailable> {
        self.shell.apps_with_icon(within).await
    }

    async fn apps(&self, within: Duration) -> Result<Vec<InstalledApp>, Unavailable> {
        self.shell.apps(within).await
    }

    async fn is_installed(&self, package: &str, within: Duration) -> Result<bool, Unavailable> {
        self.shell.is_installed(package, within).await
    }

    async fn permissions(
        &self,
        package: &str,
        within: Duration,
    ) -> Result<Option<AppPermissions>, Unavailable> {
        self.shell.permissions(package, within).await
    }

    async fn file_at(&self, path: &PhonePath, within: Duration) -> Result<AtPath, Unavailable> {
        self.shell.file_at(path, within).await
    }

    async fn read_file(
        &self,
        path: &PhonePath,
        most: usize,
        within: Duration,
    ) -> Result<Vec<u8>, Unavailable> {
        self.shell.read_file(path, most, within).await
    }

    async fn file_holds(
        &self,
        path: &PhonePath,
        bytes: &[u8],
        within: Duration,
    ) -> Result<bool, Unavailable> {
        self.shell.file_holds(path, bytes, within).await
    }

    async fn act(&self, act: Act<'_>, within: Duration) -> Result<Acted, ActError> {
        match self.act_once(act, within).await {
            Err(error) => Err(with_switch(self.link.phone(), error).await),
            acted => acted,
        }
    }
}

impl OperatorDevice {
    async fn act_once(&self, act: Act<'_>, within: Duration) -> Result<Acted, ActError> {
        match act {
            Act::Touch(contact) => {
                let spots = match contact.judged {
                    Some(judged) => self.last.spots(judged, contact.touch)?,
                    None => Vec::new(),
                };
                let what = act::touch(contact.touch, spots)?;
                self.done(what, ErrorCode::GestureFailed, within).await
            }
            Act::Press(press) => {
                let refused = ErrorCode::GlobalActionFailed;
                self.done(act::press(press), refused, within).await
            }
            Act::Clip(clip) => {
                let refused = ErrorCode::ActionFailed;
                self.done(act::clip(clip), refused, within).await
            }
            Act::Key(key) => {
                let refused = ErrorCode::GlobalActionFailed;
                self.done(act::key(key), refused, within).await
            }
            Act::Submit => {
                let refused = ErrorCode::GlobalActionFailed;
                self.done(act::submit(), refused, within).await
            }
            Act::Text(entry) => {
                if let Err(message) = self.can_type(entry.text) {
                    return Err(ActError::NotSent {
                        code: ErrorCode::TextUnsupported,
                        message,
                    });
                }
                let field = entry.field.map(|field| self.last.named(field));
                let field = field.transpose()?.unwrap_or(look::UNNAMED);
                let what = act::text(entry, field);
                let acted = self.sent(what, within).await?;
                act::typed(&acted)
            }
            Act::Record(recording) => {
                let deadline = Deadline::after(within);
                self.begins(deadline).await?;
                recordings::start(&self.link, recording, deadline).await
            }
            Act::StopRecording { name } => {
                let deadline = Deadline::after(within);
                self.begins(deadline).await?;
                recordings::stop(&self.link, name, deadline).await
            }
            Act::Wake => {
                let refused = ErrorCode::GlobalActionFailed;
                self.done(Asked::Wake, refused, within).await
            }
            Act::DismissLock => {
                let refused = ErrorCode::GlobalActionFailed;
                self.done(Asked::DismissLock, refused, within).await
            }
            Act::TryInput => {
                let acted = self.sent(Asked::TryInput, within).await?;
                act::tried(&acted)
            }
            // Apps are opened, stopped and changed by programs of the phone, and files are copied without any of ours.
            other => {
                let deadline = Deadline::after(within);
                self.begins(deadline).await?;
                let left = deadline.remaining().unwrap_or(within);
                self.shell.act(other, left).await
            }
        }
    }
}
