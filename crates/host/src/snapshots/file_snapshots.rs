//! The engine's way to the files: each call is a task that may wait for a disk.

use std::io;
use std::path::PathBuf;
use std::sync::Arc;

use async_trait::async_trait;
use clawperator_engine::{Kept, Listing, PhoneKey, Screen, SnapshotError, Snapshots};
use clawperator_sources::Sources;

use super::files::{SnapshotFiles, Whose};
use crate::blocking::blocking;

/// Keeps snapshots as files below a folder.
#[derive(Debug, Clone)]
pub struct FileSnapshots {
    files: Arc<SnapshotFiles>,
}

impl FileSnapshots {
    /// Keeps them below this folder, which is made when it is first needed.
    #[must_use]
    pub fn new(folder: PathBuf, sources: Arc<dyn Sources>) -> Self {
        Self {
            files: Arc::new(SnapshotFiles::new(folder, sources)),
        }
    }

    /// Takes a generation that no screen gets.
    pub(crate) async fn skip(&self, phone: &PhoneKey) -> Result<i64, SnapshotError> {
        self.on(phone, SnapshotFiles::skip).await
    }

    /// Whether a generation was given for this phone.
    pub(crate) async fn gave(&self, phone: &PhoneKey, generation: u64) -> io::Result<bool> {
        let gave = move |files: &SnapshotFiles, phone: Whose<'_>| files.gave(phone, generation);
        self.on(phone, gave).await
    }

    async fn on<T: Send + 'static>(
        &self,
        phone: &PhoneKey,
        work: impl FnOnce(&SnapshotFiles, Whose<'_>) -> T + Send + 'static,
    ) -> T {
        let files = Arc::clone(&self.files);
        let phone = phone.clone();
        blocking(move || work(&files, Whose::from(&phone))).await
    }
}

#[async_trait]
impl Snapshots for FileSnapshots {
    async fn keep(&self, phone: &PhoneKey, screen: Screen) -> Result<Listing, SnapshotError> {
        let keep = move |files: &SnapshotFiles, phone: Whose<'_>| {
            files.keep(phone, screen.shown(), screen.user, &screen.dump)
        };
        self.on(phone, keep).await
    }

    async fn find(
        &self,
        phone: &PhoneKey,
        number: u64,
        generation: Option<i64>,
    ) -> Result<Option<Kept>, SnapshotError> {
        let find =
            move |files: &SnapshotFiles, phone: Whose<'_>| files.find(phone, number, generation);
        self.on(phone, find).await
    }

    async fn of(&self, phone: &PhoneKey, generation: i64) -> Result<Option<Kept>, SnapshotError> {
        let of = move |files: &SnapshotFiles, phone: Whose<'_>| files.of(phone, generation);
        self.on(phone, of).await
    }

    async fn newest(&self, phone: &PhoneKey) -> Result<Option<Kept>, SnapshotError> {
        self.on(phone, SnapshotFiles::newest).await
    }

    async fn scrolled(&self, phone: &PhoneKey) -> Result<(), SnapshotError> {
        self.on(phone, SnapshotFiles::scrolled).await
    }
}
