//! What waits for a person, by the clock of the moment.

use std::path::PathBuf;
use std::sync::Arc;

use clawperator_contract::Approval;
use clawperator_policy::{ApprovalError, Approvals};
use clawperator_sources::Sources;

/// The questions that wait, and the approvals that were given and not used. Each expires by the clock of the moment it
/// is asked for, also in a process that lives for months.
#[derive(Debug, Clone)]
pub struct PendingApprovals {
    files: Approvals,
    sources: Arc<dyn Sources>,
}

impl PendingApprovals {
    pub(crate) fn new(folder: PathBuf, sources: Arc<dyn Sources>) -> Self {
        Self {
            files: Approvals::new(folder, Arc::clone(&sources)),
            sources,
        }
    }

    /// What waits under an id.
    pub fn question(&self, id: &str) -> Result<Approval, ApprovalError> {
        self.files.question(id, self.sources.epoch_milliseconds())
    }

    /// Approves what waits under an id, for one act.
    pub fn approve(&self, id: &str) -> Result<Approval, ApprovalError> {
        self.files.approve(id, self.sources.epoch_milliseconds())
    }

    /// Revokes an approval, or refuses what waits under an id.
    pub fn revoke(&self, id: &str) -> Result<Approval, ApprovalError> {
        self.files.revoke(id)
    }

    /// Everything that waits or is approved and has not expired, the oldest question first.
    pub fn list(&self) -> Result<Vec<Approval>, ApprovalError> {
        self.files.list(self.sources.epoch_milliseconds())
    }

    pub(crate) fn files(&self) -> Approvals {
        self.files.clone()
    }
}
