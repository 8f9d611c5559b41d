//! The runs of one folder.

use std::collections::HashSet;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, TryRecvError, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, UNIX_EPOCH};

use clawperator_contract::runs::RunList;
use clawperator_private_files as private;
use clawperator_sources::Sources;

use crate::bundle::{Bundle, NotRead};
use crate::changes::Changes;
use crate::follow::Follower;
use crate::record::{NewRun, NotWritten, Recorder};
use crate::retention::{self, Removed, Retention};
use crate::run_id::RunId;
use crate::writer::Writer;

/// How long a process that ends waits for what is still to be written.
const PATIENCE: Duration = Duration::from_secs(2);

/// Among how many of the newest runs one is looked for that is under way: more than phones at one computer.
const MOST_UNDER_WAY: usize = 1_000;

/// The runs of one folder: those that are kept, and those that this process writes. Cheap to clone; all clones are one.
#[derive(Debug, Clone)]
pub struct Runs {
    folder: Arc<Path>,
    writer: Writer,
    sources: Arc<dyn Sources>,
    retention: Retention,
    is_synced: bool,
    /// Says when old runs are removed, while this process does so.
    sweeping: Arc<Mutex<Option<Receiver<()>>>>,
}

/// Why no run, or not one, is meant.
#[derive(Debug, thiserror::Error)]
pub enum NotFound {
    /// None is kept under this name.
    #[error("no run with this name is kept")]
    Unknown,
    /// Several names have this part.
    #[error("{0} runs have a name with this part")]
    Several(usize),
    /// The folder cannot be read.
    #[error("the runs cannot be read: {0}")]
    Io(#[from] io::Error),
}

impl Runs {
    /// The runs in this folder, which is made by the first one.
    #[must_use]
    pub fn in_folder(folder: PathBuf, sources: Arc<dyn Sources>) -> Self {
        Self {
            folder: folder.into(),
            writer: Writer::default(),
            sources,
            retention: Retention::default(),
            is_synced: false,
            sweeping: Arc::default(),
        }
    }

    /// The same, kept so long.
    #[must_use]
    pub const fn kept_for(mut self, retention: Retention) -> Self {
        self.retention = retention;
        self
    }

    /// The same; that a run was accepted, dispatched and ended is on the disk itself, which takes milliseconds each.
    #[must_use]
    pub const fn synced(mut self) -> Self {
        self.is_synced = true;
        self
    }

    /// Writes down that a run begins. Where that fails, it must not.
    pub fn begin(&self, new: &NewRun<'_>) -> Result<Recorder, NotWritten> {
        let sources = Arc::clone(&self.sources);
        let writer = self.writer.clone();
        let begun = Recorder::begin(&self.folder, writer, sources, self.is_synced, new);
        if begun.is_ok() {
            self.sweep();
        }
        begun
    }

    /// Waits a moment for what is still to be written, before the process ends.
    pub fn finish(&self) {
        self.writer.finish(PATIENCE);
        let mut sweeping = self.sweeping.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(swept) = sweeping.take() {
            let _ = swept.recv_timeout(PATIENCE);
        }
    }

    /// Waits a moment until what this process has handed in is written, so that a reader sees all of a run that has
    /// ended.
    pub fn settle(&self) {
        self.writer.finish(PATIENCE);
    }

    /// The newest runs, the newest first. What is not a run is skipped.
    pub fn list(&self, most: usize) -> io::Result<RunList> {
        let mut runs = Vec::new();
        let mut more = 0;
        for name in self.names()? {
            if runs.len() == most {
                more += 1;
            } else if let Ok(bundle) = self.read(&name) {
                runs.push(bundle.summary().clone());
            }
        }
        Ok(RunList { runs, more })
    }

    /// The run of a name, or of a part that no other name has.
    pub fn find(&self, part: &str) -> Result<RunId, NotFound> {
        let names = self.names()?;
        if let Some(same) = names.iter().find(|name| name.as_str() == part) {
            return Ok(same.clone());
        }
        let is_meant = |name: &&RunId| !part.is_empty() && name.as_str().contains(part);
        let mut meant = names.iter().filter(is_meant);
        match (meant.next(), meant.count()) {
            (Some(only), 0) => Ok(only.clone()),
            (Some(_), others) => Err(NotFound::Several(others + 1)),
            (None, _) => Err(NotFound::Unknown),
        }
    }

    /// The newest run that can be read, if one is kept.
    pub fn newest(&self) -> io::Result<Option<RunId>> {
        let mut names = self.names()?.into_iter();
        Ok(names.find(|name| self.read(name).is_ok()))
    }

    /// The newest run that is under way, among the newest of all.
    pub fn under_way(&self) -> io::Result<Option<RunId>> {
        let mut names = self.names()?.into_iter().take(MOST_UNDER_WAY);
        let is_open = |name: &RunId| {
            self.read(name)
                .is_ok_and(|bundle| bundle.summary().fate.is_open())
        };
        Ok(names.find(is_open))
    }

    /// What is kept of a run.
    pub fn read(&self, run: &RunId) -> Result<Bundle, NotRead> {
        Bundle::read(&self.folder.join(run.as_str()))
    }

    /// Follows a run, from its first line, while a process writes it.
    pub fn follow(&self, run: &RunId) -> io::Result<Follower> {
        Follower::open(&self.folder.join(run.as_str()))
    }

    /// Removes a run; not one that a process still writes.
    pub fn remove(&self, run: &RunId) -> io::Result<Removed> {
        retention::remove(&self.folder, run)
    }

    /// All runs, the newest first.
    pub fn names(&self) -> io::Result<Vec<RunId>> {
        retention::newest_first(&self.folder)
    }

    /// The newest run that is under way, otherwise the next one that begins, as soon as it does. Which one that is does
    /// not depend on a clock.
    pub async fn under_way_or_next(&self) -> io::Result<RunId> {
        private::make_folder(&self.folder)?;
        // From before anything is looked at: what begins meanwhile is either under way or not known.
        let mut changes = Changes::of(&self.folder)?;
        let known: HashSet<RunId> = self.names()?.into_iter().collect();
        loop {
            // Again each time: the first line of a known one may not have been there yet.
            if let Some(open) = self.under_way()? {
                return Ok(open);
            }
            let mut names = self.names()?.into_iter();
            match names.find(|name| !known.contains(name)) {
                Some(next) => return Ok(next),
                None => changes.next().await?,
            }
        }
    }

    /// Removes old runs beside everything else.
    fn sweep(&self) {
        let now = UNIX_EPOCH + Duration::from_millis(self.sources.epoch_milliseconds());
        let mut sweeping = self.sweeping.lock().unwrap_or_else(PoisonError::into_inner);
        let is_under_way =
            |swept: &Receiver<()>| matches!(swept.try_recv(), Err(TryRecvError::Empty));
        if sweeping.as_ref().is_some_and(is_under_way) || !Retention::is_due(&self.folder, now) {
            return;
        }
        let (retention, folder) = (self.retention, Arc::clone(&self.folder));
        let (done, swept) = sync_channel(1);
        let thread = thread::Builder::new().name("trace-sweep".to_owned());
        // Where no thread begins there is no time for it either.
        let begun = thread.spawn(move || {
            let _ = retention.sweep_at(&folder, now);
            let _ = done.send(());
        });
        *sweeping = begun.is_ok().then_some(swept);
    }
}
