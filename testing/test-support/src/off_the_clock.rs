//! File work that takes no time on the phone's clock.

use async_trait::async_trait;
use clawperator_engine::{
    Kept, Listing, LockError, Phone, PhoneHold, PhoneKey, PhoneLocks, Screen, SnapshotError,
    Snapshots,
};

use crate::phone_time::PhoneTime;

/// Locks or snapshots in files, for an engine on a phone's clock: while a disk is waited for, nobody moves the clock.
#[derive(Debug, Clone)]
pub struct OffTheClock<T> {
    files: T,
    time: Option<PhoneTime>,
}

impl<T> OffTheClock<T> {
    /// These files, on this clock; without one there is nothing to hold back.
    #[must_use]
    pub const fn new(files: T, time: Option<PhoneTime>) -> Self {
        Self { files, time }
    }
}

#[async_trait]
impl<T: PhoneLocks> PhoneLocks for OffTheClock<T> {
    async fn take(&self, phone: &Phone, command_id: &str) -> Result<Box<dyn PhoneHold>, LockError> {
        let _held = self.time.as_ref().map(PhoneTime::call);
        self.files.take(phone, command_id).await
    }
}

#[async_trait]
impl<T: Snapshots> Snapshots for OffTheClock<T> {
    async fn keep(&self, phone: &PhoneKey, screen: Screen) -> Result<Listing, SnapshotError> {
        let _held = self.time.as_ref().map(PhoneTime::call);
        self.files.keep(phone, screen).await
    }

    async fn find(
        &self,
        phone: &PhoneKey,
        number: u64,
        generation: Option<i64>,
    ) -> Result<Option<Kept>, SnapshotError> {
        let _held = self.time.as_ref().map(PhoneTime::call);
        self.files.find(phone, number, generation).await
    }

    async fn of(&self, phone: &PhoneKey, generation: i64) -> Result<Option<Kept>, SnapshotError> {
        let _held = self.time.as_ref().map(PhoneTime::call);
        self.files.of(phone, generation).await
    }

    async fn newest(&self, phone: &PhoneKey) -> Result<Option<Kept>, SnapshotError> {
        let _held = self.time.as_ref().map(PhoneTime::call);
        self.files.newest(phone).await
    }

    async fn scrolled(&self, phone: &PhoneKey) -> Result<(), SnapshotError> {
        let _held = self.time.as_ref().map(PhoneTime::call);
        self.files.scrolled(phone).await
    }
}
