//! One run per phone at a time, as the engine asks for it.

use std::fmt;
use std::io;
use std::path::PathBuf;

use async_trait::async_trait;
use clawperator_contract::Holder;
use clawperator_device::driver::OnPhone;

use crate::phone::Phone;

/// Why the phone could not be had.
#[derive(Debug, thiserror::Error)]
pub enum LockError {
    /// Another run has it.
    #[error("another execution is running on this phone{}", held_by(.holder.as_ref()))]
    Held {
        /// That run, where it can be told.
        holder: Option<Holder>,
    },
    /// The file could not be made, locked or written.
    #[error("the lock file `{}` cannot be used: {source}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// What is held is another phone than the one that answers now.
    #[error("the phone that is held is not the one that answers: it was restarted or replaced")]
    Changed,
    /// What was decided was decided for another phone than the one that answers.
    #[error("the phone that answers is not the one that the snapshot shows; nothing was sent")]
    NotShown,
    /// The phone could not be claimed.
    #[error("the phone's lock cannot be used: {0}")]
    Claim(io::Error),
}

/// Gives a phone to one run at a time.
#[async_trait]
pub trait PhoneLocks: fmt::Debug + Send + Sync {
    /// Takes the phone for a run, at once or not at all.
    async fn take(&self, phone: &Phone, command_id: &str) -> Result<Box<dyn PhoneHold>, LockError>;

    /// Takes the phone when it is free and nobody is left who asked for it before in this way. Says on the way how many
    /// are ahead, besides the run that has the phone. Dropped, it gives up its place and leaves nothing.
    async fn take_in_turn(
        &self,
        phone: &Phone,
        command_id: &str,
        _ahead: &(dyn Fn(usize) + Send + Sync),
    ) -> Result<Box<dyn PhoneHold>, LockError> {
        self.take(phone, command_id).await
    }

    /// Takes nothing, for whoever only takes a picture beside the run that has the phone. Where one phone alone is meant,
    /// another one is refused.
    async fn look(&self, _: &Phone) -> Result<(), LockError> {
        Ok(())
    }
}

/// A phone that is one run's until this is dropped.
pub trait PhoneHold: fmt::Debug + Send + Sync {
    /// Whether the run before may have left something under way on the phone: it was killed, or cut off.
    fn was_left_behind(&self) -> bool;

    /// Whoever has it, as others are told; nothing where nobody else could want it.
    fn holder(&self) -> Option<&Holder> {
        None
    }

    /// Frees the phone, on which nothing of this run is under way.
    fn release(self: Box<Self>);
}

/// A phone that was taken on this machine, and then from the phone itself, which other machines reach too.
#[derive(Debug)]
pub(crate) struct Taken {
    /// Given back first: whoever gets the lock of this machine finds the phone free.
    on_phone: Box<dyn OnPhone>,
    here: Box<dyn PhoneHold>,
}

impl Taken {
    pub(crate) fn new(here: Box<dyn PhoneHold>, on_phone: Box<dyn OnPhone>) -> Self {
        Self { on_phone, here }
    }
}

impl PhoneHold for Taken {
    fn was_left_behind(&self) -> bool {
        self.here.was_left_behind()
    }

    fn holder(&self) -> Option<&Holder> {
        self.here.holder()
    }

    fn release(self: Box<Self>) {
        let Self { on_phone, here } = *self;
        drop(on_phone);
        here.release();
    }
}

/// A phone that was taken and to which nothing was done yet. Wherever this is dropped, the phone is free again, and whether a
/// run before it was cut off stays known.
#[derive(Debug)]
pub struct Untouched(Option<Box<dyn PhoneHold>>);

impl Untouched {
    #[must_use]
    pub fn new(hold: Box<dyn PhoneHold>) -> Self {
        Self(Some(hold))
    }

    /// Whether the run before may have left something under way on the phone.
    #[must_use]
    pub fn was_left_behind(&self) -> bool {
        self.0.as_ref().is_some_and(|hold| hold.was_left_behind())
    }

    pub(crate) fn holder(&self) -> Option<&Holder> {
        self.0.as_ref()?.holder()
    }

    /// The hold, for whoever is about to do something.
    pub(crate) fn into_hold(mut self) -> Box<dyn PhoneHold> {
        // It is there until this is dropped.
        self.0.take().unwrap_or_else(|| Box::new(NoLocks))
    }
}

impl Drop for Untouched {
    fn drop(&mut self) {
        if let Some(hold) = self.0.take()
            && !hold.was_left_behind()
        {
            hold.release();
        }
    }
}

/// Nobody else wants the phone: it is a file, or a test's own.
#[derive(Debug, Clone, Copy)]
pub struct NoLocks;

#[async_trait]
impl PhoneLocks for NoLocks {
    async fn take(&self, _: &Phone, _: &str) -> Result<Box<dyn PhoneHold>, LockError> {
        Ok(Box::new(Self))
    }
}

impl PhoneHold for NoLocks {
    fn was_left_behind(&self) -> bool {
        false
    }

    fn release(self: Box<Self>) {}
}

fn held_by(holder: Option<&Holder>) -> String {
    holder.map_or_else(String::new, |holder| format!(": {holder}"))
}
