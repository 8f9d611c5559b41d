//! The way to the Operator: one stream that is opened when it is needed, and opened again when it is gone.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use clawperator_adb::{AdbError, Deadline, DeviceHandle};
use clawperator_device::driver::Identity;
use clawperator_device::probe::identity;
use clawperator_device::{Device as _, ShellDevice};
use tokio::sync::Mutex;
use tracing::debug;

use crate::care::about;
use crate::greet::{Greeted, Proven, greet};
use crate::launches::{KnownLaunch, Launches};
use crate::program::Program;
use crate::start::start;
use crate::stream::{Stream, within};
use crate::trouble::Trouble;

/// How often the way is tried: a program that ended or was replaced in between is started once more.
const TRIES: u32 = 3;
/// How long one of another build that nobody uses may take to end, on a busy phone: it keeps the name until it has.
const ENDING: Duration = Duration::from_millis(300);

/// What there is where nothing is started.
#[derive(Debug)]
pub(crate) enum Existing {
    Stream(Arc<Stream>),
    Nobody,
    /// Another build, which has ended by now where nobody used it.
    OtherBuild,
}

/// What a stream is opened with.
#[derive(Debug)]
pub(crate) struct Link {
    phone: DeviceHandle,
    program: Program,
    /// What the program is called on the phone.
    name: String,
    launches: Arc<dyn Launches>,
    shell: ShellDevice,
    open: Mutex<Option<Arc<Stream>>>,
    /// Whether the program had to be brought to the phone.
    pushed: AtomicBool,
    /// Whether one was started here.
    started: AtomicBool,
}

impl Link {
    pub(crate) fn new(
        phone: DeviceHandle,
        shell: ShellDevice,
        program: Program,
        name: &str,
        launches: Arc<dyn Launches>,
    ) -> Self {
        Self {
            phone,
            program,
            name: name.to_owned(),
            launches,
            shell,
            open: Mutex::default(),
            pushed: AtomicBool::new(false),
            started: AtomicBool::new(false),
        }
    }

    pub(crate) const fn phone(&self) -> &DeviceHandle {
        &self.phone
    }

    pub(crate) const fn program(&self) -> &Program {
        &self.program
    }

    /// Whether the program had to be brought to the phone so far.
    pub(crate) fn has_pushed(&self) -> bool {
        self.pushed.load(Ordering::Relaxed)
    }

    /// Whether one was started here so far.
    pub(crate) fn has_started(&self) -> bool {
        self.started.load(Ordering::Relaxed)
    }

    /// The stream, if there is one that still lives, and nobody is opening one right now.
    pub(crate) fn opened(&self) -> Option<Arc<Stream>> {
        let open = self.open.try_lock().ok()?;
        open.clone().filter(|stream| !stream.is_lost())
    }

    /// Closes the stream, if there is one and nobody is opening one right now.
    pub(crate) fn close(&self) {
        if let Ok(mut open) = self.open.try_lock()
            && let Some(stream) = open.take()
        {
            stream.close();
        }
    }

    /// The stream, opened where there is none.
    pub(crate) async fn stream(&self, deadline: Deadline) -> Result<Arc<Stream>, Trouble> {
        let mut open = within(deadline, self.open.lock()).await?;
        if let Some(stream) = open.as_ref().filter(|stream| !stream.is_lost()) {
            return Ok(Arc::clone(stream));
        }
        *open = None;
        let stream = self.connect(deadline).await?;
        *open = Some(Arc::clone(&stream));
        Ok(stream)
    }

    /// The stream, opened again where the Operator still runs; nothing is started.
    pub(crate) async fn existing(&self, deadline: Deadline) -> Result<Existing, Trouble> {
        let mut open = within(deadline, self.open.lock()).await?;
        if let Some(stream) = open.as_ref().filter(|stream| !stream.is_lost()) {
            return Ok(Existing::Stream(Arc::clone(stream)));
        }
        *open = None;
        let existing = self.meet(deadline).await?;
        if let Existing::Stream(stream) = &existing {
            *open = Some(Arc::clone(stream));
        }
        Ok(existing)
    }

    async fn connect(&self, deadline: Deadline) -> Result<Arc<Stream>, Trouble> {
        let mut last = Trouble::Lost("nobody listens".to_owned());
        let mut was_late = false;
        for attempt in 1..=TRIES {
            match self.meet(deadline).await {
                Ok(Existing::Stream(stream)) => return Ok(stream),
                Ok(Existing::Nobody) => debug!(attempt, "no Operator runs"),
                // It ends by itself where nobody uses it.
                Ok(Existing::OtherBuild) => {
                    debug!(attempt, "another build of the Operator runs");
                    last = Trouble::OtherBuild;
                }
                Err(trouble) if is_met_again(&trouble, was_late) => {
                    debug!(attempt, ?trouble, "the Operator is greeted once more");
                    was_late |= trouble == Trouble::TimedOut;
                    last = trouble;
                    continue;
                }
                Err(trouble) => return Err(trouble),
            }
            if attempt == TRIES {
                break;
            }
            let start = start(
                &self.phone,
                &self.program,
                &self.name,
                &self.pushed,
                deadline,
            );
            match start.await {
                // It may run all the same, and nobody heard it say so.
                Err(Trouble::DoesNotStart(why)) => {
                    return match self.meet(deadline).await? {
                        Existing::Stream(stream) => Ok(stream),
                        Existing::Nobody | Existing::OtherBuild => Err(Trouble::DoesNotStart(why)),
                    };
                }
                started => {
                    let is_ours = started?;
                    self.started.fetch_or(is_ours, Ordering::Relaxed);
                    if !is_ours && last == Trouble::OtherBuild {
                        tokio::time::sleep(ENDING * attempt).await;
                    }
                }
            }
        }
        Err(last)
    }

    /// Greets whoever listens, and makes sure of the phone.
    async fn meet(&self, deadline: Deadline) -> Result<Existing, Trouble> {
        match greet(&self.phone, &self.program, &*self.launches, deadline).await? {
            Greeted::Proven(proven) => {
                let stream = self.recognise(proven, deadline).await?;
                Ok(Existing::Stream(Arc::new(stream)))
            }
            Greeted::Nobody => Ok(Existing::Nobody),
            Greeted::OtherBuild => Ok(Existing::OtherBuild),
        }
    }

    /// Makes sure that the stream leads to the phone of this device. Its name in adb does not say so: a server connects
    /// again to whoever answers at an address.
    async fn recognise(&self, proven: Proven, deadline: Deadline) -> Result<Stream, Trouble> {
        let Proven {
            stream,
            secret,
            known,
        } = proven;
        if let Some(identity) = known {
            self.is_same(&identity)?;
            return Ok(stream);
        }
        // Asked of the phone anew, whatever is known of it. A stream ends when the phone behind it is another, so one
        // that answers before and after is of the phone that was asked in between.
        about(&stream, deadline).await?;
        let identity = identity::read(&self.phone, deadline).await;
        let identity = identity.map_err(|error| Trouble::Phone {
            code: error.code(),
            message: error.to_string(),
        })?;
        about(&stream, deadline).await?;
        self.is_same(&identity)?;
        let launch = KnownLaunch { secret, identity };
        self.launches.remember(stream.launch(), launch).await;
        Ok(stream)
    }

    fn is_same(&self, identity: &Identity) -> Result<(), Trouble> {
        if self.shell.known_as(identity) {
            return Ok(());
        }
        let serial = self.shell.serial().to_owned();
        Err(AdbError::DeviceReplaced { serial }.into())
    }
}

/// Whether the same greeting may go well: nothing was asked of the phone yet.
pub(crate) const fn is_met_again(trouble: &Trouble, was_late: bool) -> bool {
    match trouble {
        // It ended in its greeting or right after it.
        Trouble::Lost(_) => true,
        // A computer or a phone that is very busy may need longer than a greeting has, once: above all when the program
        // has just been started.
        Trouble::TimedOut => !was_late,
        _ => false,
    }
}
