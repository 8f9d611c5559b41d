//! The last screens that refs were given for.
//!
//! A ref such as `@e12` means a node of one snapshot, its generation. Another process may use it later, so the trees
//! that refs were printed for are kept: on the phone where a program of ours runs there, else in a small directory of
//! the host.

mod files;

use std::fmt;

pub use self::files::FileSnapshots;

/// Why a snapshot could not be kept or found.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct SnapshotError {
    /// The reason.
    pub message: String,
}

/// One kept snapshot.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Kept {
    /// Its generation; a later snapshot of the phone has a larger one.
    pub generation: i64,
    /// The dump, as the phone gave it.
    pub dump: Vec<u8>,
}

/// Keeps the last few snapshots of a phone. Only the run that has the phone uses it.
pub trait Snapshots: fmt::Debug + Send + Sync {
    /// Keeps a snapshot and answers its generation.
    fn keep(&self, serial: &str, dump: &[u8]) -> Result<i64, SnapshotError>;

    /// The snapshot of a generation, if it is still kept.
    fn find(&self, serial: &str, generation: i64) -> Result<Option<Kept>, SnapshotError>;

    /// The newest snapshot, if there is one.
    fn newest(&self, serial: &str) -> Result<Option<Kept>, SnapshotError>;
}

/// Keeps nothing: every ref is stale.
#[derive(Debug, Clone, Copy)]
pub struct NoSnapshots;

impl Snapshots for NoSnapshots {
    fn keep(&self, _: &str, _: &[u8]) -> Result<i64, SnapshotError> {
        Ok(0)
    }

    fn find(&self, _: &str, _: i64) -> Result<Option<Kept>, SnapshotError> {
        Ok(None)
    }

    fn newest(&self, _: &str) -> Result<Option<Kept>, SnapshotError> {
        Ok(None)
    }
}
