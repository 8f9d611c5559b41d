//! The shell driver: nothing on the phone but Android's own programs.
//!
//! | asked | program |
//! | --- | --- |
//! | read the screen | `uiautomator dump --windows` into a file, `cat`, `rm`, in one line |
//! | what is in front | `dumpsys window` |
//! | touch, key, text | `input` |
//! | open | `cmd package resolve-activity`, `am start -W` |
//! | stop | `am force-stop` |
//! | picture | `screencap -p` |
//!
//! Programs that fail often end with 0, so their words count too. An answer that names a failure proves that the act
//! was not done; an answer that is lost proves nothing.

mod answer;
mod apps;
mod input;
mod last_dump;
mod read;
mod typing;

use std::time::Duration;

use async_trait::async_trait;
use clawperator_adb::DeviceHandle;
use clawperator_contract::actions::Key;

use self::last_dump::LastDump;
use crate::hand::{
    Act, ActError, Capabilities, Device, Driver, Front, Launch, Observation, ObserveError,
    TextEntry, Touch, Unavailable, View,
};

/// A phone, driven through its shell.
#[derive(Debug, Clone)]
pub struct ShellDevice {
    handle: DeviceHandle,
    last_dump: LastDump,
}

impl ShellDevice {
    /// Drives this phone.
    #[must_use]
    pub fn new(handle: DeviceHandle) -> Self {
        Self {
            handle,
            last_dump: LastDump::default(),
        }
    }
}

#[async_trait]
impl Device for ShellDevice {
    fn serial(&self) -> &str {
        self.handle.serial()
    }

    fn capabilities(&self) -> Capabilities {
        Capabilities {
            driver: Driver::Shell,
            live: true,
            recording: false,
            focus_any_node: false,
            unicode_text: false,
            events: false,
        }
    }

    async fn observe(&self, view: View, within: Duration) -> Result<Observation, ObserveError> {
        read::observe(&self.handle, &self.last_dump, view, within).await
    }

    async fn front(&self, within: Duration) -> Result<Front, Unavailable> {
        read::front(&self.handle, within).await
    }

    async fn touch(&self, touch: Touch, within: Duration) -> Act {
        input::touch(&self.handle, touch, within).await
    }

    async fn press(&self, key: Key, within: Duration) -> Act {
        input::press(&self.handle, key, within).await
    }

    async fn enter(&self, entry: TextEntry<'_>, within: Duration) -> Act {
        typing::enter(&self.handle, entry, within).await
    }

    fn can_type(&self, text: &str) -> Result<(), String> {
        typing::can_type(text)
    }

    async fn submit(&self, within: Duration) -> Act {
        input::submit(&self.handle, within).await
    }

    async fn screenshot(&self, within: Duration) -> Result<Vec<u8>, Unavailable> {
        read::screenshot(&self.handle, within).await
    }

    async fn launch(&self, package: &str, within: Duration) -> Result<Launch, ActError> {
        apps::launch(&self.handle, package, within).await
    }

    async fn open(&self, uri: &str, within: Duration) -> Result<Launch, ActError> {
        apps::open(&self.handle, uri, within).await
    }

    async fn stop(&self, package: &str, within: Duration) -> Act {
        apps::stop(&self.handle, package, within).await
    }
}
