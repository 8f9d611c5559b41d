//! Whether a run still waits for the answer to a question.
//!
//! A run that waits holds a file locked from before it asks until it asks something else or ends, and the system lets go
//! of it when the process ends, however that happens. So what a run asked and what it was told is of use for as long as
//! the run is, and of none after that.

use std::fs::File;
use std::io::{self, Seek as _, Write as _};
use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard, PoisonError};

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
    /// No run does, or one did and its process is gone.
    Nobody,
    /// A run, until this time at most, in milliseconds since 1970; nothing where it has not said it yet.
    Run { until: Option<u64> },
}

/// The question that a run waits for. It has one at a time: asking another withdraws what it was told about the one
/// before, and so does its end.
#[derive(Debug, Default)]
pub(crate) struct Awaited(Mutex<Option<Held>>);

/// That a run waits for the answer to a question, for as long as this is not dropped.
#[derive(Debug)]
struct Held {
    path: PathBuf,
    locked: File,
    /// The question and its approval, which go with it.
    files: [PathBuf; 2],
}

impl Drop for Held {
    fn drop(&mut self) {
        // What stays is found unlocked and counts for nothing, so it does no harm.
        for path in self.files.iter().chain([&self.path]) {
            let _ = private::remove(path);
        }
    }
}

impl Awaited {
    /// Says that the run waits for the answer to a question, which is about to be asked, and not for any other.
    pub(super) fn begin(&self, waiting: &Waiting, id: &str, files: [PathBuf; 2]) -> io::Result<()> {
        self.withdraw();
        private::make_folder(&waiting.folder)?;
        let path = waiting.path(id);
        let locked = private::open_in_place(&path)?;
        // Whoever looks holds it for an instant only.
        locked.lock()?;
        let held = Held {
            path,
            locked,
            files,
        };
        *self.held() = Some(held);
        Ok(())
    }

    /// Says until when the run waits at most. Whoever looks at the question is shown that, and nothing depends on it.
    pub(super) fn tell(&self, until: u64) {
        if let Some(held) = self.held().as_mut() {
            let file = &mut held.locked;
            let _ = file
                .set_len(0)
                .and_then(|()| file.rewind())
                .and_then(|()| file.write_all(until.to_string().as_bytes()));
        }
    }

    /// Withdraws the question, and the answer to it if there is one.
    pub(super) fn withdraw(&self) {
        drop(self.held().take());
    }

    /// What is left of it when its process is killed: all files, and no lock.
    #[cfg(test)]
    pub(super) fn die(&self) {
        if let Some(held) = self.held().take() {
            held.locked.unlock().unwrap();
            std::mem::forget(held);
        }
    }

    fn held(&self) -> MutexGuard<'_, Option<Held>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Waiting {
    pub(super) fn new(folder: PathBuf) -> Self {
        Self { folder }
    }

    /// Who waits for the answer to a question.
    pub(super) fn waiter(&self, id: &str) -> io::Result<Waiter> {
        let path = self.path(id);
        let Some(file) = private::open_to_read(&path, Readable::Corrected)? else {
            return Ok(Waiter::Nobody);
        };
        if !private::is_locked(&file)? {
            return Ok(Waiter::Nobody);
        }
        let text = private::read(&path, FILE_LIMIT, Readable::Corrected)?;
        let until = text.and_then(|text| String::from_utf8(text).ok()?.parse().ok());
        Ok(Waiter::Run { until })
    }

    /// Removes what is left of a run that is gone.
    pub(super) fn forget(&self, id: &str) -> io::Result<()> {
        match self.waiter(id)? {
            Waiter::Nobody => private::remove(&self.path(id)).map(drop),
            Waiter::Run { .. } => Ok(()),
        }
    }

    fn path(&self, id: &str) -> PathBuf {
        self.folder.join(id)
    }
}
