//! The screens that refs were given for.
//!
//! A ref such as `@e12` means one node of one phone, whoever printed it and whatever was printed since: a number is
//! never given twice. Another process may use it later, so the screens that refs were printed for are kept for a while,
//! and a later screen takes over the numbers of the nodes that are found again on it.

use std::fmt;
use std::sync::Arc;

use async_trait::async_trait;
use bytes::Bytes;
use clawperator_device::driver::Observation;
use clawperator_ui::{Refs, Shown, Tree};

use crate::phone::PhoneKey;

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
    /// The number of the user whose screen it was, when known.
    pub user: Option<u32>,
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

/// A screen to be kept. It is shared with whoever looks at it, and cheap to clone.
#[derive(Debug, Clone)]
pub struct Screen {
    pub tree: Arc<Tree>,
    /// The activity that was in front, when known.
    pub activity: Option<String>,
    /// The number of the user whose screen it is, when known.
    pub user: Option<u32>,
    /// What parses to the tree.
    pub dump: Bytes,
}

impl Screen {
    /// The screen that was seen, with the activity that was asked for with it.
    #[must_use]
    pub fn of(seen: &Observation) -> Self {
        let front = seen.condition.as_ref().map(|condition| &condition.front);
        Self {
            tree: Arc::clone(&seen.tree),
            activity: front.and_then(|front| front.activity.clone()),
            user: seen.user,
            dump: seen.to_dump(),
        }
    }

    /// The screen that it is.
    #[must_use]
    pub fn shown(&self) -> Shown<'_> {
        Shown {
            tree: &self.tree,
            activity: self.activity.as_deref(),
            is_scrolled: false,
        }
    }
}

/// Keeps the snapshots of a phone for a while. Only the run that has the phone uses it.
#[async_trait]
pub trait Snapshots: fmt::Debug + Send + Sync {
    /// Gives the nodes of a screen their refs and keeps it.
    async fn keep(&self, phone: &PhoneKey, screen: Screen) -> Result<Listing, SnapshotError>;

    /// The snapshot of a generation; without one, the latest that is still kept and has a node with this number.
    async fn find(
        &self,
        phone: &PhoneKey,
        number: u64,
        generation: Option<i64>,
    ) -> Result<Option<Kept>, SnapshotError>;

    /// The snapshot of a generation, if it is still kept.
    async fn of(&self, phone: &PhoneKey, generation: i64) -> Result<Option<Kept>, SnapshotError>;

    /// The newest snapshot, if there is one.
    async fn newest(&self, phone: &PhoneKey) -> Result<Option<Kept>, SnapshotError>;

    /// Notes that something is about to be scrolled.
    async fn scrolled(&self, _: &PhoneKey) -> Result<(), SnapshotError> {
        Ok(())
    }
}

/// Keeps nothing and gives no refs: nobody could use them.
#[derive(Debug, Clone, Copy)]
pub struct NoSnapshots;

#[async_trait]
impl Snapshots for NoSnapshots {
    async fn keep(&self, _: &PhoneKey, _: Screen) -> Result<Listing, SnapshotError> {
        Ok(Listing {
            generation: 0,
            refs: Refs::default(),
        })
    }

    async fn find(
        &self,
        _: &PhoneKey,
        _: u64,
        _: Option<i64>,
    ) -> Result<Option<Kept>, SnapshotError> {
        Ok(None)
    }

    async fn of(&self, _: &PhoneKey, _: i64) -> Result<Option<Kept>, SnapshotError> {
        Ok(None)
    }

    async fn newest(&self, _: &PhoneKey) -> Result<Option<Kept>, SnapshotError> {
        Ok(None)
    }
}
