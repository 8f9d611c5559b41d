//! One device of a server.

use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};

use async_trait::async_trait;
use tokio::sync::OnceCell;

use crate::bound_line::Binding;
use crate::connection::{Connection, DeviceStream};
use crate::deadline::Deadline;
use crate::error::{AdbError, Result};
use crate::server::{Features, Server};
use crate::socket_spec::SocketSpec;
use crate::wire::{DeviceState, WireError};

/// One device of a server. Clones are the same device and share what is known of its features.
#[derive(Debug, Clone)]
pub struct DeviceHandle {
    inner: Arc<Inner>,
}

#[derive(Debug)]
struct Inner {
    server: Server,
    serial: String,
    features: OnceCell<Features>,
    /// The number of the connection by which the device was reached first; 0 before that, which no server gives.
    transport: AtomicU64,
    /// Who knows the device again.
    witness: OnceLock<Arc<dyn Witness>>,
}

/// Knows a device by more than its serial number, which may be an address or a port that another one has later.
#[async_trait]
pub trait Witness: fmt::Debug + Send + Sync {
    /// Whether this is that device.
    async fn is_same(&self, now: &DeviceHandle, deadline: Deadline) -> Result<bool>;

    /// A condition for the device's shell that holds on that device and on no other one. Every line for the device is
    /// bound to it.
    fn condition(&self) -> Option<Arc<[u8]>> {
        None
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WaitFor {
    /// Ready for commands.
    Device,
    Recovery,
    /// In rescue mode.
    Rescue,
    /// Waiting for a sideloaded package.
    Sideload,
    Bootloader,
    /// Gone.
    Disconnect,
}

/// The longest serial number of a phone. Real ones have up to about 60 bytes; files are named after them, and a name of
/// a file has room for so many in the longest way to write them.
const SERIAL_LIMIT: usize = 80;

impl DeviceHandle {
    pub(crate) fn new(server: Server, serial: &str) -> Result<Self> {
        // What no server can have given out is simply not there.
        if serial.is_empty() || serial.len() > SERIAL_LIMIT || serial.chars().any(char::is_control)
        {
            return Err(AdbError::DeviceNotFound {
                serial: serial.to_owned(),
            });
        }
        Ok(Self {
            inner: Arc::new(Inner {
                server,
                serial: serial.to_owned(),
                features: OnceCell::new(),
                transport: AtomicU64::new(0),
                witness: OnceLock::new(),
            }),
        })
    }

    /// The serial number.
    #[must_use]
    pub fn serial(&self) -> &str {
        &self.inner.serial
    }

    /// The server that the device is connected to.
    #[must_use]
    pub fn server(&self) -> &Server {
        &self.inner.server
    }

    /// Has somebody say whether a device that was connected again is the same one. Without anybody it is refused.
    pub fn recognised_by(&self, witness: Arc<dyn Witness>) {
        // The first one stays: what it knows the device by does not change.
        let _ = self.inner.witness.set(witness);
    }

    /// Makes sure that the device is still the one that was reached first, and goes on with the connection that it has
    /// now.
    pub async fn confirm(&self, deadline: Deadline) -> Result<()> {
        let Some(witness) = self.inner.witness.get() else {
            return Ok(());
        };
        let now = self.server().device(self.serial())?;
        if !witness.is_same(&now, deadline).await? {
            return Err(self.replaced());
        }
        let transport = now.inner.transport.load(Ordering::Relaxed);
        self.inner.transport.store(transport, Ordering::Relaxed);
        Ok(())
    }

    /// Whether this is the device's connection; the first one is.
    pub(crate) fn is_reached_by(&self, number: u64) -> bool {
        let first = &self.inner.transport;
        match first.compare_exchange(0, number, Ordering::Relaxed, Ordering::Relaxed) {
            Ok(_) => true,
            Err(known) => known == number,
        }
    }

    /// What a line for the device is bound to.
    pub(crate) fn binding(&self) -> Option<Binding> {
        let condition = self.inner.witness.get()?.condition()?;
        Some(Binding {
            condition,
            serial: self.serial().to_owned(),
        })
    }

    pub(crate) fn has_witness(&self) -> bool {
        self.inner.witness.get().is_some()
    }

    pub(crate) fn replaced(&self) -> AdbError {
        AdbError::DeviceReplaced {
            serial: self.serial().to_owned(),
        }
    }

    /// The features of the device's adbd.
    ///
    /// They are asked for once. After another phone was connected under the same serial number, make a new handle.
    pub async fn features(&self, deadline: Deadline) -> Result<&Features> {
        if let Some(known) = self.inner.features.get() {
            return Ok(known);
        }
        let asked = self.inner.features.get_or_try_init(|| async {
            let text = self.host_query("features", deadline).await?;
            Ok(Features::parse(&text))
        });
        // Whoever asks while another caller does waits for that answer, but by a deadline of its own. It happens once
        // for a device, so that later calls need not carry room for it.
        Box::pin(deadline.run("features", asked)).await
    }

    /// The state that the server sees the device in.
    pub async fn state(&self, deadline: Deadline) -> Result<DeviceState> {
        match self.host_query("get-state", deadline).await {
            Ok(text) => Ok(DeviceState::parse(String::from_utf8_lossy(&text).trim())),
            // Servers refuse to name some of the states, and by their refusal name them.
            Err(AdbError::DeviceOffline { state, .. }) => Ok(state),
            Err(AdbError::DeviceUnauthorized { message, .. }) => {
                Ok(if message.starts_with("device unauthorized") {
                    DeviceState::Unauthorized
                } else {
                    DeviceState::NoPermissions(message)
                })
            }
            Err(error) => Err(error),
        }
    }

    /// The serial number that the device gives itself.
    pub async fn serial_number(&self, deadline: Deadline) -> Result<String> {
        let text = self.host_query("get-serialno", deadline).await?;
        Ok(String::from_utf8_lossy(&text).trim().to_owned())
    }

    /// Waits until the device is in a state, or gone. It need not be connected yet.
    pub async fn wait_for(&self, state: WaitFor, deadline: Deadline) -> Result<()> {
        const OPERATION: &str = "wait-for";
        let state = match state {
            WaitFor::Device => "device",
            WaitFor::Recovery => "recovery",
            WaitFor::Rescue => "rescue",
            WaitFor::Sideload => "sideload",
            WaitFor::Bootloader => "bootloader",
            WaitFor::Disconnect => "disconnect",
        };
        let connection = self.server().connect(OPERATION, deadline).await?;
        deadline
            .run(OPERATION, async {
                let request = format!("host-serial:{}:wait-for-any-{state}", self.serial());
                connection
                    .request(OPERATION, self.serial(), request.as_bytes())
                    .await?;
                // The first status is for the request, the second for the state.
                connection.expect_okay(OPERATION, self.serial()).await
            })
            .await
    }

    /// Opens any service of the device, in the protocol's own words.
    ///
    /// What follows the colon is sent as it is: whoever builds a shell line has quoted its words.
    pub async fn open(&self, service: &[u8], deadline: Deadline) -> Result<DeviceStream> {
        let connection = self.open_service("open", service, deadline).await?;
        Ok(DeviceStream::new(connection))
    }

    pub async fn connect(&self, socket: &SocketSpec, deadline: Deadline) -> Result<DeviceStream> {
        const OPERATION: &str = "connect";
        let service = socket.encode(OPERATION)?;
        let opened = self
            .open_service(OPERATION, service.as_bytes(), deadline)
            .await;
        match opened {
            Ok(connection) => Ok(DeviceStream::new(connection)),
            Err(AdbError::ServiceRefused { message, .. }) => {
                Err(AdbError::ServiceRefused { service, message })
            }
            Err(error) => Err(error),
        }
    }

    /// Opens a service of the device; errors call it by `operation`, since the service may hold what is private.
    pub(crate) async fn open_service(
        &self,
        operation: &'static str,
        service: &[u8],
        deadline: Deadline,
    ) -> Result<Connection> {
        let reached = self.reach_for(operation, deadline).await?;
        reached.open(operation, service, deadline).await
    }

    /// Sends a question about this device to the server.
    pub(crate) async fn host_query(
        &self,
        question: &'static str,
        deadline: Deadline,
    ) -> Result<Vec<u8>> {
        let request = format!("host-serial:{}:{question}", self.serial());
        self.server()
            .query(question, self.serial(), request.as_bytes(), deadline)
            .await
    }

    pub(crate) fn unexpected(operation: &'static str, what: &'static str) -> AdbError {
        AdbError::Protocol {
            operation,
            source: WireError::Unexpected(what),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::endpoint::Endpoint;
    use crate::server::ServerOptions;
    use crate::start::StartServer;

    #[test]
    fn a_serial_number_that_no_phone_has_is_not_found() {
        let options = ServerOptions {
            stream_limit: 1,
            start: StartServer::Never,
        };
        let server = Server::new(Endpoint::local(1), options);
        assert!(server.device(&"x".repeat(SERIAL_LIMIT)).is_ok());
        for serial in ["", "a\nb", &"x".repeat(300)] {
            let error = server.device(serial).unwrap_err();
            assert!(
                matches!(error, AdbError::DeviceNotFound { .. }),
                "{error:?}"
            );
        }
    }
}
