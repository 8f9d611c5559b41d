//! Where questions to a person are kept, and what was decided.

use std::fmt;

use async_trait::async_trait;
use clawperator_engine::Decision;

use crate::approvals::ApprovalError;

/// Keeps questions and approvals, and lets them expire by a clock of its own. What is approved works once, for the
/// question that was shown.
#[async_trait]
pub trait ApprovalStore: fmt::Debug + Send + Sync {
    /// Writes down what is to be approved; the answer is its id.
    async fn ask(&self, request: &Request<'_>) -> Result<String, ApprovalError>;

    /// Uses up the approval of this digest. Of several that try, one is told yes.
    async fn take(&self, digest: &[u8; 32]) -> Result<bool, ApprovalError>;

    /// Waits until the question of this id is decided, by whichever process. It may be dropped at any time.
    async fn decision(&self, id: &str) -> Result<Decision, ApprovalError>;
}

/// What is to be approved.
#[derive(Debug, Clone, Copy)]
pub struct Request<'a> {
    /// What the approval is bound to.
    pub digest: [u8; 32],
    /// The phone.
    pub device: &'a str,
    pub profile: &'a str,
    /// The rule that made the verdict.
    pub rule: &'a str,
    /// The verdict in words.
    pub reason: &'a str,
    /// How many actions there are.
    pub actions: usize,
    /// How long an approval holds.
    pub minutes: u32,
}
