//! What waits for a person and what was approved, in files of this user's.

#[cfg(test)]
mod agreement_tests;
mod file_approvals;
mod files;
mod notify;
mod pending;
#[cfg(test)]
mod tests;
mod waiting;
#[cfg(test)]
mod waiting_tests;

pub use self::file_approvals::FileApprovals;
pub use self::pending::{PendingApproval, PendingApprovals};
pub(crate) use self::waiting::Awaited;
