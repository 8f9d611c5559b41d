//! The adb server of this machine.

use std::time::Duration;

use clawperator_adb::{
    DEFAULT_STREAM_LIMIT, Deadline, DeviceEntry, DeviceHandle, Endpoint, Server, ServerOptions,
    StartServer,
};
use clawperator_contract::phones::DeviceList;
use clawperator_contract::{ErrorCode, Failure};
use clawperator_device::resolve::{self, ResolveRequest, find};

use futures_util::future::try_join_all;

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

    /// The phone of this serial, the default of the configuration, or the only one; whether lines are run in its shell
    /// next.
    pub(crate) async fn choose(
        &self,
        serial: Option<&str>,
        runs_lines: bool,
        within: Duration,
    ) -> Result<DeviceHandle, Failure> {
        let asked = ResolveRequest {
            serial,
            default: self.config.default_phone.as_ref(),
            runs_lines,
        };
        find(&self.server, &asked, Deadline::after(within)).await
    }

    /// The server of several that has the phone; the refusal counts the phones of all of them.
    pub(crate) async fn with_phone<'s>(
        servers: &'s [Self],
        serial: Option<&str>,
        within: Duration,
    ) -> Result<&'s Self, Failure> {
        let deadline = Deadline::after(within);
        let lists = try_join_all(servers.iter().map(|one| one.server.devices(deadline))).await?;
        let default = servers
            .iter()
            .find_map(|one| one.config.default_phone.as_ref());
        let asked = ResolveRequest {
            serial,
            default,
            runs_lines: false,
        };
        let all: Vec<_> = lists.iter().flatten().cloned().collect();
        let chosen = resolve::resolve(&all, &asked)?;
        let has_it = |list: &[DeviceEntry]| list.iter().any(|entry| entry.serial == chosen.serial);
        let found = servers.iter().zip(&lists).find(|(_, list)| has_it(list));
        found.map(|(server, _)| server).ok_or_else(|| {
            let message = "the phone that was chosen is on none of the servers that listed it";
            Failure::new(ErrorCode::InternalError, message)
        })
    }

    pub(crate) const fn config(&self) -> &AdbConfig {
        &self.config
    }
}
