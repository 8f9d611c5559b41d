//! One execution per phone at a time, across processes.
//!
//! A lock of the operating system on a file per serial number: it is gone with the process that held it, however that
//! ended, so that there is nothing to clean up and no age to guess. What the file holds names the holder, and is taken
//! out by one that ends with nothing under way on the phone: a phone finishes the gesture that it has begun, also when
//! the process that sent it is dead.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use clawperator_contract::Holder;

use crate::file_name::file_stem;

/// Why the phone could not be had.
#[derive(Debug, thiserror::Error)]
pub enum LockError {
    /// Another run has it.
    #[error("another execution is running on this phone{}", held_by(.holder.as_ref()))]
    Held {
        /// That run, where it has said who it is.
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
}

/// A phone that is this run's until it is dropped.
#[derive(Debug)]
pub struct PhoneLock {
    file: File,
    left_behind: bool,
}

/// The most of a lock file that is read.
const HOLDER_LIMIT: u64 = 4096;

impl PhoneLock {
    /// Takes the phone for this run, at once or not at all.
    pub fn take(directory: &Path, serial: &str, holder: &Holder) -> Result<Self, LockError> {
        let path = directory.join(format!("{}.lock", file_stem(serial)));
        let io = |source| LockError::Io {
            path: path.clone(),
            source,
        };
        std::fs::create_dir_all(directory).map_err(io)?;
        let mut file = OpenOptions::new()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(&path)
            .map_err(io)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                return Err(LockError::Held {
                    holder: read_holder(&mut file),
                });
            }
            Err(TryLockError::Error(source)) => return Err(io(source)),
        }
        let left_behind = file.metadata().map_err(io)?.len() > 0;
        write_holder(&mut file, holder).map_err(io)?;
        Ok(Self { file, left_behind })
    }

    /// Whether the run before may have left something under way on the phone: it was killed, or cut off.
    #[must_use]
    pub const fn was_left_behind(&self) -> bool {
        self.left_behind
    }

    /// Frees the phone, on which nothing of this run is under way.
    pub fn release(self) {
        // One that cannot say so is taken for one that was cut off, at the price of a short wait.
        drop(self.file.set_len(0));
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
    holder.map_or_else(String::new, |holder| {
        format!(": `{}` of process {}", holder.command_id, holder.process_id)
    })
}
