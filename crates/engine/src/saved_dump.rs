//! The refs of a saved dump, which follow from the dump alone.

use async_trait::async_trait;
use clawperator_ui::{Refs, Tree};

use crate::phone::PhoneKey;
use crate::snapshots::{Kept, Listing, Screen, SnapshotError, Snapshots};

/// The one screen that there is; its lines are numbered from 1, today and tomorrow.
#[derive(Debug, Clone)]
pub struct SavedDump {
    tree: Tree,
}

impl SavedDump {
    /// The refs of this screen.
    #[must_use]
    pub const fn new(tree: Tree) -> Self {
        Self { tree }
    }

    fn kept(&self) -> Kept {
        Kept {
            generation: 0,
            tree: self.tree.clone(),
            activity: None,
            user: None,
            refs: Refs::assign(&self.tree),
            is_scrolled: false,
        }
    }
}

#[async_trait]
impl Snapshots for SavedDump {
    async fn keep(&self, _: &PhoneKey, screen: Screen) -> Result<Listing, SnapshotError> {
        Ok(Listing {
            generation: 0,
            refs: Refs::assign(&screen.tree),
        })
    }

    async fn find(
        &self,
        _: &PhoneKey,
        _: u64,
        generation: Option<i64>,
    ) -> Result<Option<Kept>, SnapshotError> {
        Ok(generation.is_none().then(|| self.kept()))
    }

    async fn of(&self, _: &PhoneKey, _: i64) -> Result<Option<Kept>, SnapshotError> {
        Ok(None)
    }

    async fn newest(&self, _: &PhoneKey) -> Result<Option<Kept>, SnapshotError> {
        Ok(Some(self.kept()))
    }
}
