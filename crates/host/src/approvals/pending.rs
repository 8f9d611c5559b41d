//! What waits for a person, by the clock of the moment.

use std::path::PathBuf;
use std::sync::Arc;

use clawperator_contract::Approval;
use clawperator_policy::ApprovalError;
use clawperator_sources::Sources;

use super::file_approvals::FileApprovals;
use super::files::milliseconds;
use super::waiting::Waiter;

/// The questions that wait, and the approvals that were given and not used. Each expires by the clock of the moment it
/// is asked for, also in a process that lives for months.
#[derive(Debug, Clone)]
pub struct PendingApprovals(FileApprovals);

/// A question or an approval as it stands.
#[derive(Debug, Clone)]
pub struct PendingApproval {
    /// What it says.
    pub approval: Approval,
    /// Whether a run waits for the answer, which is for that run only; otherwise it serves the same execution sent again.
    pub is_parked: bool,
    /// How long it can be decided, or how long the approval holds, in milliseconds.
    pub left_ms: u64,
}

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

    /// What waits or is approved under an id, with who waits for it.
    pub fn find(&self, id: &str) -> Result<PendingApproval, ApprovalError> {
        let now = self.0.now();
        if let Some(approval) = self.0.files().approved(id, now)? {
            return self.with_waiter(approval, now);
        }
        self.with_waiter(self.0.files().question(id, now)?, now)
    }

    /// Refuses what waits under an id. What is approved stays approved.
    pub fn refuse(&self, id: &str) -> Result<Approval, ApprovalError> {
        self.0.files().refuse(id, self.0.now())
    }

    /// What waits for a person, and what was approved and is not used; the oldest question first.
    pub fn open(&self) -> Result<Vec<PendingApproval>, ApprovalError> {
        let now = self.0.now();
        let open = self.0.files().list(now)?.into_iter();
        open.map(|approval| self.with_waiter(approval, now))
            .collect()
    }

    fn with_waiter(&self, approval: Approval, now: u64) -> Result<PendingApproval, ApprovalError> {
        let expires = approval.expires_at_ms;
        let until = match self.0.files().waiter(&approval.id)? {
            Waiter::Run { until } => until
                .unwrap_or_else(|| longest_wait(&approval))
                .min(expires),
            Waiter::Nobody => expires,
        };
        Ok(PendingApproval {
            is_parked: approval.parked,
            left_ms: until.saturating_sub(now),
            approval,
        })
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

/// Until when a run may wait that has asked and has not said for how long it does: its profile lets it wait no longer.
fn longest_wait(approval: &Approval) -> u64 {
    approval
        .asked_at_ms
        .saturating_add(milliseconds(approval.minutes))
}
