//! The screens that refs were given for.
//!
//! A ref such as `@e12` means one node of one phone, whoever printed it and whatever was printed since: a number is
//! never given twice. Another process may use it later, so the screens that refs were printed for are kept for a while,
//! and a later screen takes over the numbers of the nodes that are found again on it.

mod book;
mod files;
mod listing;
mod saved;
mod scrolls;
#[cfg(test)]
mod tests;

use std::fmt;

use clawperator_ui::{Refs, Shown, Tree};

pub use self::files::FileSnapshots;
pub use self::saved::SavedDump;

/// Why a snapshot could not be kept or found.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct SnapshotError {
    /// The reason.
    pub message: String,
}

/// What a screen was given when it was kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Listing {
    /// Its generation; a later snapshot of the phone has a larger one.
    pub generation: i64,
    /// The refs of its nodes.
    pub refs: Refs,
}

/// One kept snapshot.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Kept {
    pub generation: i64,
    /// The nodes.
    pub tree: Tree,
    /// The activity that was in front, when known.
    pub activity: Option<String>,
    /// The refs of the nodes.
    pub refs: Refs,
    /// Whether something was scrolled since.
    pub is_scrolled: bool,
}

impl Kept {
    /// The screen that it was.
    #[must_use]
    pub fn shown(&self) -> Shown<'_> {
        Shown {
            tree: &self.tree,
            activity: self.activity.as_deref(),
            is_scrolled: self.is_scrolled,
        }
    }
}

/// Keeps the snapshots of a phone for a while. Only the run that has the phone uses it.
pub trait Snapshots: fmt::Debug + Send + Sync {
    /// Gives the nodes of a screen their refs and keeps it. The dump parses to the tree.
    fn keep(&self, phone: &str, shown: Shown<'_>, dump: &[u8]) -> Result<Listing, SnapshotError>;

    /// The snapshot of a generation; without one, the latest that is still kept and has a node with this number.
    fn find(
        &self,
        phone: &str,
        number: u64,
        generation: Option<i64>,
    ) -> Result<Option<Kept>, SnapshotError>;

    /// The newest snapshot, if there is one.
    fn newest(&self, phone: &str) -> Result<Option<Kept>, SnapshotError>;

    /// Notes that something is about to be scrolled.
    fn scrolled(&self, _: &str) -> Result<(), SnapshotError> {
        Ok(())
    }
}

/// Keeps nothing and gives no refs: nobody could use them.
#[derive(Debug, Clone, Copy)]
pub struct NoSnapshots;

impl Snapshots for NoSnapshots {
    fn keep(&self, _: &str, _: Shown<'_>, _: &[u8]) -> Result<Listing, SnapshotError> {
        Ok(Listing {
            generation: 0,
            refs: Refs::default(),
        })
    }

    fn find(&self, _: &str, _: u64, _: Option<i64>) -> Result<Option<Kept>, SnapshotError> {
        Ok(None)
    }

    fn newest(&self, _: &str) -> Result<Option<Kept>, SnapshotError> {
        Ok(None)
    }
}
