//! Whether a run still waits for the answer to a question.
//!
//! A run that waits holds a file locked, and the system lets go of it when the process ends, however that happens. So a
//! question of a process that was killed is known for what it is: one that nobody waits for.

use std::fs::{self, File};
use std::io::{self, Write as _};
use std::path::PathBuf;

use clawperator_private_files::{self as private, Readable};

/// The most of a file that is read.
const FILE_LIMIT: u64 = 64;

/// The files of runs that wait, by the ids of their questions.
#[derive(Debug)]
pub(super) struct Waiting {
    folder: PathBuf,
}

/// Who waits for the answer to a question.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Waiter {
    /// No run does: the answer serves the same execution sent again.
    Nobody,
    /// A run, until this time at most, in milliseconds since 1970; nothing where it has not said it yet.
    Run { until: Option<u64> },
    /// A run did, and its process is gone.
    Gone,
}

/// That a run waits, for as long as this is not dropped.
#[derive(Debug)]
pub(super) struct Held {
    path: PathBuf,
    _locked: File,
}

impl Drop for Held {
    fn drop(&mut self) {
        // One that stays is found unlocked, and the question that it belongs to is gone before.
        let _ = fs::remove_file(&self.path);
    }
}

impl Waiting {
    pub(super) fn new(folder: PathBuf) -> Self {
        Self { folder }
    }

    /// Says that a run waits for the answer to a question, until this time at most.
    pub(super) fn begin(&self, id: &str, until: u64) -> io::Result<Held> {
        private::make_folder(&self.folder)?;
        let path = self.path(id);
        let mut file = private::open_in_place(&path)?;
        // Whoever looks holds it for an instant only.
        file.lock()?;
        file.set_len(0)?;
        file.write_all(until.to_string().as_bytes())?;
        Ok(Held {
            path,
            _locked: file,
        })
    }

    /// Who waits for the answer to a question.
    pub(super) fn waiter(&self, id: &str) -> io::Result<Waiter> {
        let path = self.path(id);
        let Some(file) = private::open_to_read(&path, Readable::Corrected)? else {
            return Ok(Waiter::Nobody);
        };
        if !private::is_locked(&file)? {
            return Ok(Waiter::Gone);
        }
        let text = private::read(&path, FILE_LIMIT, Readable::Corrected)?;
        let until = text.and_then(|text| String::from_utf8(text).ok()?.parse().ok());
        Ok(Waiter::Run { until })
    }

    /// Forgets a run that is gone: the question is asked anew.
    pub(super) fn forget(&self, id: &str) -> io::Result<()> {
        match self.waiter(id)? {
            Waiter::Gone => private::remove(&self.path(id)).map(drop),
            Waiter::Nobody | Waiter::Run { .. } => Ok(()),
        }
    }

    fn path(&self, id: &str) -> PathBuf {
        self.folder.join(id)
    }
}
