//! One run per phone at a time, as the engine asks for it.

use std::fmt;
use std::io;
use std::path::PathBuf;

use async_trait::async_trait;
use clawperator_contract::{Holder, excerpt};

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
}

/// A phone that is one run's until this is dropped.
pub trait PhoneHold: fmt::Debug + Send + Sync {
    /// Whether the run before may have left something under way on the phone: it was killed, or cut off.
    fn was_left_behind(&self) -> bool;

    /// Frees the phone, on which nothing of this run is under way.
    fn release(self: Box<Self>);
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
    let Some(holder) = holder else {
        return String::new();
    };
    let command = match holder.command_id.as_str() {
        "" => "an unnamed execution".to_owned(),
        // Another user's program may say anything.
        id => format!("`{}`", excerpt(id)),
    };
    let user = holder
        .user
        .as_ref()
        .map_or_else(String::new, |user| format!(" of user {}", excerpt(user)));
    format!(": {command}, process {}{user}", holder.process_id)
}
