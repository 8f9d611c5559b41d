//! One execution per phone at a time, across processes, users, state folders and names of the phone.
//!
//! Three things are held, all of which are gone with the process that held them, however that ended:
//!
//! 1. a [`claim`] on what the phone says of itself, one for the whole machine;
//! 2. a lock of the operating system on a file in the state folder, for processes that share that folder and cannot see
//!    each other's claims, such as those in containers;
//! 3. a mark in both the state folder and a [folder of all users](shared): it names the holder, and is taken out by one
//!    that ends with nothing under way on the phone. A phone finishes the gesture that it has begun, also when the
//!    process that sent it is dead.

#[cfg(target_os = "linux")]
mod claim;
#[cfg(not(target_os = "linux"))]
#[path = "claim_by_file.rs"]
mod claim;
mod shared;
mod user;

use std::fs::{File, TryLockError};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use clawperator_contract::{Holder, excerpt};

use self::claim::Claim;
use self::shared::Shared;
use crate::file_name::file_stem;
use crate::phone::Phone;
use clawperator_private_files as private;

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
    /// The phone could not be claimed.
    #[error("the phone's lock cannot be used: {0}")]
    Claim(io::Error),
}

/// A phone that is this run's until it is dropped.
#[derive(Debug)]
pub struct PhoneLock {
    file: File,
    shared: Option<Shared>,
    left_behind: bool,
    /// Given up last: whoever gets it finds everything else free.
    _claim: Claim,
}

/// The most of a mark that is read.
const HOLDER_LIMIT: u64 = 4096;

impl PhoneLock {
    /// Takes the phone for this run, at once or not at all.
    pub async fn take(
        directory: &Path,
        phone: &Phone,
        command_id: &str,
        process_id: u32,
    ) -> Result<Self, LockError> {
        let holder = Holder {
            command_id: command_id.to_owned(),
            process_id,
            user: Some(user::name(private::user())),
        };
        let name = phone.lock_name();
        let claim = Claim::take(&name, &holder).await?;
        let path = directory.join(format!("{}.lock", file_stem(phone.key().as_str())));
        let io = |source| LockError::Io {
            path: path.clone(),
            source,
        };
        private::make_folder(directory).map_err(io)?;
        let mut file = private::open_in_place(&path).map_err(io)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                return Err(LockError::Held {
                    holder: read_holder(&mut file),
                });
            }
            Err(TryLockError::Error(source)) => return Err(io(source)),
        }
        // Where the folder of all users cannot be used, the wait after a killed run is for this state folder's runs
        // alone. The claim does not depend on it.
        let mut shared = Shared::open(&name).ok();
        let left_behind = file.metadata().map_err(io)?.len() > 0
            || shared.as_ref().is_some_and(Shared::is_marked);
        write_holder(&mut file, &holder).map_err(io)?;
        if shared
            .as_mut()
            .is_some_and(|shared| shared.mark(&holder).is_err())
        {
            shared = None;
        }
        Ok(Self {
            file,
            shared,
            left_behind,
            _claim: claim,
        })
    }

    /// Whether the run before may have left something under way on the phone: it was killed, or cut off.
    #[must_use]
    pub const fn was_left_behind(&self) -> bool {
        self.left_behind
    }

    /// Frees the phone, on which nothing of this run is under way.
    pub fn release(mut self) {
        // One that cannot say so is taken for one that was cut off, at the price of a short wait.
        drop(self.file.set_len(0));
        if let Some(shared) = self.shared.take() {
            shared.clear();
        }
    }
}

/// The lock is given back and not left to the end of the file: a program that another thread is just starting has the
/// file too, until it is running, and would hold the lock for as long.
impl Drop for PhoneLock {
    fn drop(&mut self) {
        drop(self.file.unlock());
    }
}

fn write_holder(file: &mut File, holder: &Holder) -> io::Result<()> {
    let text = serde_json::to_vec(holder)?;
    file.set_len(0)?;
    file.seek(SeekFrom::Start(0))?;
    file.write_all(&text)
}

/// The holder as the file names it; nothing while it is being written.
fn read_holder(file: &mut File) -> Option<Holder> {
    let mut text = Vec::new();
    file.take(HOLDER_LIMIT).read_to_end(&mut text).ok()?;
    serde_json::from_slice(&text).ok()
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
