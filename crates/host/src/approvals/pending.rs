//! What waits for a person, by the clock of the moment.

use std::path::PathBuf;
use std::sync::Arc;

use clawperator_contract::Approval;
use clawperator_policy::ApprovalError;
use clawperator_sources::Sources;

use super::file_approvals::FileApprovals;

/// The questions that wait, and the approvals that were given and not used. Each expires by the clock of the moment it
/// is asked for, also in a process that lives for months.
#[derive(Debug, Clone)]
pub struct PendingApprovals(FileApprovals);

impl PendingApprovals {
    pub(crate) fn new(folder: PathBuf, sources: Arc<dyn Sources>) -> Self {
        Self(FileApprovals::new(folder, sources))
    }

    /// What waits under an id.
    pub fn question(&self, id: &str) -> Result<Approval, ApprovalError> {
        self.0.files().question(id, self.0.now())
    }

    /// Approves what waits under an id, for one act.
    pub fn approve(&self, id: &str) -> Result<Approval, ApprovalError> {
        self.0.files().approve(id, self.0.now())
    }

    /// Revokes an approval, or refuses what waits under an id.
    pub fn revoke(&self, id: &str) -> Result<Approval, ApprovalError> {
        self.0.files().revoke(id)
    }

    /// Everything that waits or is approved and has not expired, the oldest question first.
    pub fn list(&self) -> Result<Vec<Approval>, ApprovalError> {
        self.0.files().list(self.0.now())
    }

    /// The same files, for a guard.
    pub(crate) fn into_store(self) -> FileApprovals {
        self.0
    }
}
