//! From this machine to a phone.

use std::sync::Arc;
use std::time::Duration;

use clawperator_contract::Failure;

use crate::adb::Adb;
use crate::config::HostConfig;
use crate::phone::Phone;
use crate::sources::Sources;
use crate::store::Store;

/// This machine: its adb server and what it keeps. Cheap to clone; all clones are one.
#[derive(Debug, Clone)]
pub struct Host {
    adb: Adb,
    store: Store,
}

impl Host {
    /// A host; nothing is asked of adb before the first call.
    pub fn open(config: HostConfig, sources: Arc<dyn Sources>) -> Result<Self, Failure> {
        Ok(Self {
            adb: Adb::new(config.adb),
            store: Store::open(config.store, sources)?,
        })
    }

    /// The phone of this serial; without one the default of the configuration, or the only phone that is there.
    pub async fn phone(&self, serial: Option<&str>, within: Duration) -> Result<Phone, Failure> {
        let handle = self.adb.choose(serial, within).await?;
        Ok(Phone::new(handle, self.store.clone()))
    }

    /// The adb server.
    #[must_use]
    pub const fn adb(&self) -> &Adb {
        &self.adb
    }

    /// What this machine keeps.
    #[must_use]
    pub const fn store(&self) -> &Store {
        &self.store
    }
}
