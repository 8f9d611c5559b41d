//! The adb server of this machine.

use std::time::Duration;

use clawperator_adb::{
    DEFAULT_STREAM_LIMIT, Deadline, DeviceHandle, Endpoint, Server, ServerOptions, StartServer,
};
use clawperator_contract::Failure;
use clawperator_contract::phones::DeviceList;
use clawperator_device::resolve::{self, Asked, find};

use crate::config::AdbConfig;

/// The adb server, for what needs nothing that is kept. Its first call starts one where nobody listens.
#[derive(Debug, Clone)]
pub struct Adb {
    config: AdbConfig,
    server: Server,
}

impl Adb {
    /// The server of this configuration; nothing is asked of it before the first call.
    #[must_use]
    pub fn new(config: AdbConfig) -> Self {
        let options = ServerOptions {
            stream_limit: DEFAULT_STREAM_LIMIT,
            start: StartServer::WhenRefused(config.program.clone()),
        };
        let server = Server::new(config.endpoint.clone(), options);
        Self { config, server }
    }

    /// The phones that the server knows, whatever their state.
    pub async fn phones(&self, within: Duration) -> Result<DeviceList, Failure> {
        let devices = self.server.devices(Deadline::after(within)).await?;
        Ok(resolve::list(&devices))
    }

    /// Where the server is, or is to be.
    #[must_use]
    pub const fn endpoint(&self) -> &Endpoint {
        &self.config.endpoint
    }

    /// The client of the server.
    #[must_use]
    pub const fn server(&self) -> &Server {
        &self.server
    }

    /// The phone of this serial, the default of the configuration, or the only one.
    pub(crate) async fn choose(
        &self,
        serial: Option<&str>,
        within: Duration,
    ) -> Result<DeviceHandle, Failure> {
        let asked = Asked {
            flag: serial,
            variable: self.config.default_serial.as_deref(),
            retry: "",
        };
        find(&self.server, &asked, Deadline::after(within)).await
    }

    pub(crate) const fn config(&self) -> &AdbConfig {
        &self.config
    }
}
