//! The refs of a saved dump, which follow from the dump alone.

use clawperator_ui::{Refs, Shown, Tree};

use super::{Kept, Listing, SnapshotError, Snapshots};

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
            refs: Refs::assign(&self.tree),
            is_scrolled: false,
        }
    }
}

impl Snapshots for SavedDump {
    fn keep(&self, _: &str, shown: Shown<'_>, _: &[u8]) -> Result<Listing, SnapshotError> {
        Ok(Listing {
            generation: 0,
            refs: Refs::assign(shown.tree),
        })
    }

    fn find(
        &self,
        _: &str,
        _: u64,
        generation: Option<i64>,
    ) -> Result<Option<Kept>, SnapshotError> {
        Ok(generation.is_none().then(|| self.kept()))
    }

    fn newest(&self, _: &str) -> Result<Option<Kept>, SnapshotError> {
        Ok(Some(self.kept()))
    }
}
