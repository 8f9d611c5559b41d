//! Everything that this machine keeps, in one folder of this user's.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use clawperator_contract::{ErrorCode, Failure};
use clawperator_private_files as private;
use clawperator_recipe::HashKey;
use clawperator_sources::Sources;
use clawperator_trace::Runs;

use crate::approvals::PendingApprovals;
use crate::config::StoreConfig;
use crate::observe::ObservedFiles;
use crate::page::{PageLinks, RunningServers};
use crate::redaction_key;
use crate::snapshots::{Sequence, sequence_of};

/// The state folder and the folder for pictures. It needs no phone and no adb.
#[derive(Debug, Clone)]
pub struct Store {
    config: StoreConfig,
    sources: Arc<dyn Sources>,
    runs: Runs,
}

impl Store {
    /// The store in these folders. A state folder that is there must be this user's alone; one that is not is made so by
    /// whoever writes there first.
    pub fn open(config: StoreConfig, sources: Arc<dyn Sources>) -> Result<Self, Failure> {
        private::check_state_folder(&config.state).map_err(|error| {
            Failure::new(
                ErrorCode::HostIoFailed,
                format!(
                    "the state folder `{}` cannot be used: {error}",
                    config.state.display()
                ),
            )
        })?;
        let folder = config.state.join("runs");
        let runs = Runs::in_folder(folder, Arc::clone(&sources)).kept_for(config.retention);
        Ok(Self {
            config,
            sources,
            runs,
        })
    }

    /// What waits for a person, and what was approved.
    #[must_use]
    pub fn approvals(&self) -> PendingApprovals {
        PendingApprovals::new(self.folder("approvals"), Arc::clone(&self.sources))
    }

    /// What happened: the runs of every process that uses this folder.
    #[must_use]
    pub const fn runs(&self) -> &Runs {
        &self.runs
    }

    /// Links that log a person in to the page of a server on this folder.
    #[must_use]
    pub fn page_links(&self) -> PageLinks {
        PageLinks::new(self.folder("page"), Arc::clone(&self.sources))
    }

    /// The servers on this folder.
    #[must_use]
    pub fn servers(&self) -> RunningServers {
        let folder = self.folder("page").join("servers");
        RunningServers::new(folder, Arc::clone(&self.sources))
    }

    /// The state folder.
    #[must_use]
    pub fn state(&self) -> &Path {
        &self.config.state
    }

    /// The clocks and the random source.
    #[must_use]
    pub fn sources(&self) -> &Arc<dyn Sources> {
        &self.sources
    }

    /// The key that hashes of outputs are made with; the first call makes it.
    pub(crate) fn redaction_key(&self) -> Result<HashKey, Failure> {
        redaction_key::of(&self.config.state, &*self.sources)
    }

    pub(crate) fn locks(&self) -> PathBuf {
        self.folder("locks")
    }

    /// What is known of the Operators that run on phones.
    pub(crate) fn launches(&self) -> PathBuf {
        self.folder("launches")
    }

    pub(crate) fn snapshots(&self) -> PathBuf {
        self.folder("snapshots")
    }

    /// The sequence that generations are numbers of, if one was given yet. What was done on a generation was done on that
    /// of one sequence.
    pub fn sequence(&self) -> Result<Option<Sequence>, Failure> {
        sequence_of(&self.snapshots()).map_err(|error| {
            let message = format!("the sequence of the generations cannot be read: {error}");
            Failure::new(ErrorCode::HostIoFailed, message)
        })
    }

    pub(crate) fn observed(&self) -> ObservedFiles {
        ObservedFiles::new(self.folder("observed"), Arc::clone(&self.sources))
    }

    pub(crate) fn scripts(&self) -> PathBuf {
        self.folder("scripts")
    }

    pub(crate) const fn config(&self) -> &StoreConfig {
        &self.config
    }

    fn folder(&self, name: &str) -> PathBuf {
        self.config.state.join(name)
    }
}
