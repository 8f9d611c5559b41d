//! What a run brings back, kept in memory.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use async_trait::async_trait;
use bytes::Bytes;
use clawperator_engine::{
    ArtifactError, Artifacts, Kept, Listing, LockError, Parts, Phone as PhoneIdentity, PhoneHold,
    PhoneKey, PhoneLocks, PictureChange, PictureShape, Screen, Shaped, SnapshotError, Snapshots,
};
use clawperator_ui::Bounds;

/// What is said of where the picture is: in the answer, and in no file.
const IN_MEMORY: &str = "(in the answer)";

/// Keeps the picture of a run, the phone that it was on, and the screen that it gave refs for or found again.
#[derive(Debug)]
pub(super) struct Collector {
    artifacts: Arc<dyn Artifacts>,
    snapshots: Arc<dyn Snapshots>,
    locks: Arc<dyn PhoneLocks>,
    /// The phone that the snapshot is of which the run is told of. Numbers of snapshots are those of one phone.
    known_of: Option<String>,
    collected: Mutex<Collected>,
}

/// What was brought back so far.
#[derive(Debug, Clone, Default)]
pub(super) struct Collected {
    pub(super) picture: Option<Vec<u8>>,
    pub(super) phone: Option<String>,
    pub(super) screen: Option<KeptScreen>,
    /// The snapshot that the run was told of.
    pub(super) known: Option<Kept>,
}

#[derive(Debug, Clone)]
pub(super) struct KeptScreen {
    pub(super) screen: Screen,
    pub(super) listing: Listing,
}

impl Collector {
    /// Keeps screens, takes phones and compares pictures as these do.
    pub(super) fn new(parts: &Parts, known_of: Option<String>) -> Self {
        Self {
            artifacts: Arc::clone(&parts.artifacts),
            snapshots: Arc::clone(&parts.snapshots),
            locks: Arc::clone(&parts.locks),
            known_of,
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
impl PhoneLocks for Collector {
    async fn take(
        &self,
        phone: &PhoneIdentity,
        command_id: &str,
    ) -> Result<Box<dyn PhoneHold>, LockError> {
        self.lock().phone = Some(phone.key().exact());
        self.locks.take(phone, command_id).await
    }

    async fn take_in_turn(
        &self,
        phone: &PhoneIdentity,
        command_id: &str,
        ahead: &(dyn Fn(usize) + Send + Sync),
    ) -> Result<Box<dyn PhoneHold>, LockError> {
        self.lock().phone = Some(phone.key().exact());
        self.locks.take_in_turn(phone, command_id, ahead).await
    }

    async fn look(&self, phone: &PhoneIdentity) -> Result<(), LockError> {
        self.lock().phone = Some(phone.key().exact());
        self.locks.look(phone).await
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

    async fn picture_change(&self, before: Bytes, after: Bytes) -> Option<PictureChange> {
        self.artifacts.picture_change(before, after).await
    }

    async fn picture_shows(&self, picture: Bytes, places: Vec<Bounds>) -> bool {
        self.artifacts.picture_shows(picture, places).await
    }

    async fn shape_picture(&self, picture: Bytes, shape: PictureShape) -> Result<Shaped, String> {
        self.artifacts.shape_picture(picture, shape).await
    }
}

#[async_trait]
impl Snapshots for Collector {
    async fn keep(&self, phone: &PhoneKey, screen: Screen) -> Result<Listing, SnapshotError> {
        let listing = self.snapshots.keep(phone, screen.clone()).await?;
        self.lock().screen = Some(KeptScreen {
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
        if self.known_of.as_deref() != Some(phone.as_str()) {
            return Ok(None);
        }
        let known = self.snapshots.of(phone, generation).await?;
        self.lock().known.clone_from(&known);
        Ok(known)
    }

    async fn newest(&self, phone: &PhoneKey) -> Result<Option<Kept>, SnapshotError> {
        self.snapshots.newest(phone).await
    }

    async fn scrolled(&self, phone: &PhoneKey) -> Result<(), SnapshotError> {
        self.snapshots.scrolled(phone).await
    }
}
