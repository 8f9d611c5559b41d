//! What a run brings back, kept in memory.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use async_trait::async_trait;
use clawperator_engine::{
    ArtifactError, Artifacts, Kept, Listing, PhoneKey, Screen, SnapshotError, Snapshots,
};

/// What is said of where the picture is: in the answer, and in no file.
const IN_MEMORY: &str = "(in the answer)";

/// Keeps the picture of a run, and the screen that it gave refs for.
#[derive(Debug)]
pub(super) struct Collector {
    snapshots: Arc<dyn Snapshots>,
    collected: Mutex<Collected>,
}

/// What was brought back so far.
#[derive(Debug, Clone, Default)]
pub(super) struct Collected {
    pub(super) picture: Option<Vec<u8>>,
    pub(super) screen: Option<KeptScreen>,
}

#[derive(Debug, Clone)]
pub(super) struct KeptScreen {
    pub(super) phone: PhoneKey,
    pub(super) screen: Screen,
    pub(super) listing: Listing,
}

impl Collector {
    /// Keeps screens where these do, too.
    pub(super) fn new(snapshots: Arc<dyn Snapshots>) -> Self {
        Self {
            snapshots,
            collected: Mutex::default(),
        }
    }

    pub(super) fn collected(&self) -> Collected {
        self.lock().clone()
    }

    fn lock(&self) -> MutexGuard<'_, Collected> {
        self.collected
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }
}

#[async_trait]
impl Artifacts for Collector {
    async fn save_picture(
        &self,
        _: Option<&str>,
        _: &str,
        _: &str,
        png: &[u8],
    ) -> Result<String, ArtifactError> {
        self.lock().picture = Some(png.to_vec());
        Ok(IN_MEMORY.to_owned())
    }
}

#[async_trait]
impl Snapshots for Collector {
    async fn keep(&self, phone: &PhoneKey, screen: Screen) -> Result<Listing, SnapshotError> {
        let listing = self.snapshots.keep(phone, screen.clone()).await?;
        self.lock().screen = Some(KeptScreen {
            phone: phone.clone(),
            screen,
            listing: listing.clone(),
        });
        Ok(listing)
    }

    async fn find(
        &self,
        phone: &PhoneKey,
        number: u64,
        generation: Option<i64>,
    ) -> Result<Option<Kept>, SnapshotError> {
        self.snapshots.find(phone, number, generation).await
    }

    async fn of(&self, phone: &PhoneKey, generation: i64) -> Result<Option<Kept>, SnapshotError> {
        self.snapshots.of(phone, generation).await
    }

    async fn newest(&self, phone: &PhoneKey) -> Result<Option<Kept>, SnapshotError> {
        self.snapshots.newest(phone).await
    }

    async fn scrolled(&self, phone: &PhoneKey) -> Result<(), SnapshotError> {
        self.snapshots.scrolled(phone).await
    }
}
