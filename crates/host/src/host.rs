//! From this machine to a phone.

use std::sync::Arc;
use std::time::Duration;

use clawperator_contract::phones::DeviceList;
use clawperator_contract::{ErrorCode, Failure};
use clawperator_sources::Sources;
use futures_util::future::try_join_all;

use crate::adb::Adb;
use crate::config::{DriverChoice, HostConfig, OperatorConfig};
use crate::phone::Phone;
use crate::store::Store;

/// This machine: its adb servers and what it keeps. Cheap to clone; all clones are one.
#[derive(Debug, Clone)]
pub struct Host {
    /// One for most machines. A server holds some hundred phones, so a farm has several.
    servers: Arc<[Adb]>,
    store: Store,
    operator: OperatorConfig,
}

impl Host {
    /// A host; nothing is asked of adb before the first call.
    pub fn open(config: HostConfig, sources: Arc<dyn Sources>) -> Result<Self, Failure> {
        if config.adb.is_empty() {
            let message = "the configuration names no adb server";
            return Err(Failure::new(ErrorCode::InternalError, message));
        }
        Ok(Self {
            servers: config.adb.into_iter().map(Adb::new).collect(),
            store: Store::open(config.store, sources)?,
            operator: config.operator,
        })
    }

    /// The phones that the servers know, whatever their state.
    pub async fn phones(&self, within: Duration) -> Result<DeviceList, Failure> {
        let lists = self.servers.iter().map(|server| server.phones(within));
        let lists = try_join_all(lists).await?;
        Ok(DeviceList {
            devices: lists.into_iter().flat_map(|list| list.devices).collect(),
        })
    }

    /// The phone of this serial; without one the default of the configuration, or the only phone that is there.
    pub async fn phone(&self, serial: Option<&str>, within: Duration) -> Result<Phone, Failure> {
        let server = match &*self.servers {
            [only] => only,
            several => Adb::with_phone(several, serial, within).await?,
        };
        let runs_lines = self.operator.driver == DriverChoice::Shell;
        let handle = server.choose(serial, runs_lines, within).await?;
        Ok(Phone::new(
            handle,
            self.store.clone(),
            self.operator.clone(),
        ))
    }

    /// Where phones are, in the order of the configuration.
    #[must_use]
    pub fn servers(&self) -> &[Adb] {
        &self.servers
    }

    /// What this machine keeps.
    #[must_use]
    pub const fn store(&self) -> &Store {
        &self.store
    }
}
