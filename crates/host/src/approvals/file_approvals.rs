//! The guard's way to the files: each call is a task that may wait for a disk.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use clawperator_contract::ApprovalState;
use clawperator_engine::Decision;
use clawperator_policy::{ApprovalError, ApprovalStore, Request};
use clawperator_sources::Sources;

use super::files::ApprovalFiles;
use super::notify::notify;
use crate::blocking::blocking;
use crate::run_context::RunContext;

/// How long to wait before a question is looked at again.
///
/// A person decides in another process, so the file system is all that both have in common. Its events have another
/// interface on each system and do not come from network folders; a look is two small files and works everywhere.
const LOOK_AGAIN: Duration = Duration::from_millis(200);

/// Keeps questions and approvals as files below a folder.
#[derive(Debug, Clone)]
pub struct FileApprovals {
    files: Arc<ApprovalFiles>,
    sources: Arc<dyn Sources>,
}

impl FileApprovals {
    /// Keeps them below this folder, which is made when it is first needed, and so is the key in it.
    #[must_use]
    pub fn new(folder: PathBuf, sources: Arc<dyn Sources>) -> Self {
        Self {
            files: Arc::new(ApprovalFiles::new(folder, Arc::clone(&sources))),
            sources,
        }
    }

    pub(super) fn files(&self) -> &ApprovalFiles {
        &self.files
    }

    /// The time of day.
    pub(super) fn now(&self) -> u64 {
        self.sources.epoch_milliseconds()
    }

    async fn on_files<T: Send + 'static>(
        &self,
        work: impl FnOnce(&ApprovalFiles) -> T + Send + 'static,
    ) -> T {
        let files = Arc::clone(&self.files);
        blocking(move || work(&files)).await
    }
}

#[async_trait]
impl ApprovalStore for FileApprovals {
    async fn ask(&self, request: Request) -> Result<String, ApprovalError> {
        let (by, now) = (RunContext::current(), self.now());
        self.on_files(move |files| files.ask(&request, by.as_ref(), now))
            .await
    }

    async fn take(&self, digest: &[u8; 32]) -> Result<bool, ApprovalError> {
        let (digest, by, now) = (*digest, RunContext::current(), self.now());
        self.on_files(move |files| files.take(&digest, by.as_ref(), now))
            .await
    }

    async fn notify(&self, id: &str, command: &[String]) {
        let (id, now) = (id.to_owned(), self.now());
        let (ticket, question) = self
            .on_files(move |files| {
                let question = files.question(&id, now);
                (id, question)
            })
            .await;
        // Without its question the app is not known, and a person is told all the same.
        let packages = question.map_or_else(|_| Vec::new(), |question| question.packages);
        notify(command, &ticket, &packages);
    }

    async fn decision(&self, id: &str, limit: Duration) -> Result<Decision, ApprovalError> {
        let limit = u64::try_from(limit.as_millis()).unwrap_or(u64::MAX);
        let until = self.now().saturating_add(limit);
        if let Some(awaited) = RunContext::current().and_then(|by| by.awaited) {
            blocking(move || awaited.tell(until)).await;
        }
        loop {
            let id = id.to_owned();
            match self.on_files(move |files| files.state(&id)).await? {
                Some(ApprovalState::Approved) => return Ok(Decision::Approved),
                Some(_) => {}
                None => return Ok(Decision::Refused),
            }
            let next = self.sources.now().plus(LOOK_AGAIN);
            self.sources.sleep_until(next).await;
        }
    }

    async fn withdraw(&self, id: &str) -> Result<(), ApprovalError> {
        let (id, by) = (id.to_owned(), RunContext::current());
        self.on_files(move |files| files.withdraw(&id, by.as_ref()))
            .await
    }
}
