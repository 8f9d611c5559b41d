//! One adb server.

use std::collections::BTreeSet;
use std::io;
use std::sync::Arc;

use tokio::sync::Semaphore;

use crate::connection::Connection;
use crate::deadline::Deadline;
use crate::device::DeviceHandle;
use crate::endpoint::Endpoint;
use crate::error::{AdbError, Result};
use crate::request_log::RequestLog;
use crate::socket::Socket;
use crate::start::{StartServer, Starter};
use crate::tracker::DeviceTracker;
use crate::version;
use crate::wire::{self, DeviceEntry, ListForm};

/// How many streams of one server may be open at once, unless told otherwise.
///
/// A server aborts once its phones and streams together pass about 1,000 descriptors, whatever the system allows.
pub const DEFAULT_STREAM_LIMIT: usize = 400;

/// How to speak to a server.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ServerOptions {
    /// How many streams may be open at once; a call over it waits for one to be closed.
    pub stream_limit: usize,
    /// What to do when nothing listens there.
    pub start: StartServer,
}

/// One adb server. Clones are the same server and share its limit of open streams.
#[derive(Debug, Clone)]
pub struct Server {
    inner: Arc<Inner>,
}

#[derive(Debug)]
struct Inner {
    endpoint: Endpoint,
    options: ServerOptions,
    streams: Arc<Semaphore>,
    starter: Starter,
}

/// What a server answered to `connect` or `disconnect`, both of which succeed as services whatever became of them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ConnectOutcome {
    /// The device is connected now.
    Connected,
    /// The device was connected before.
    AlreadyConnected,
    /// It is not, in the server's words.
    Failed(String),
}

/// The features of a device's adbd or of a server.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Features(BTreeSet<String>);

impl Features {
    /// Whether a feature, such as `shell_v2`, is there.
    #[must_use]
    pub fn has(&self, feature: &str) -> bool {
        self.0.contains(feature)
    }

    /// All of them, in order.
    pub fn iter(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(String::as_str)
    }

    pub(crate) fn parse(text: &[u8]) -> Self {
        let text = String::from_utf8_lossy(text);
        let names = text
            .split(',')
            .map(str::trim)
            .filter(|name| !name.is_empty());
        Self(names.map(str::to_owned).collect())
    }
}

impl Server {
    /// A server at an endpoint. Nothing is connected yet.
    #[must_use]
    pub fn new(endpoint: Endpoint, options: ServerOptions) -> Self {
        let limit = options.stream_limit.clamp(1, Semaphore::MAX_PERMITS);
        Self {
            inner: Arc::new(Inner {
                endpoint,
                options,
                streams: Arc::new(Semaphore::new(limit)),
                starter: Starter::default(),
            }),
        }
    }

    /// Where it is.
    #[must_use]
    pub fn endpoint(&self) -> &Endpoint {
        &self.inner.endpoint
    }

    /// How many streams of it are open, those that are being opened counted.
    #[must_use]
    pub fn open_streams(&self) -> usize {
        let limit = self
            .inner
            .options
            .stream_limit
            .clamp(1, Semaphore::MAX_PERMITS);
        limit.saturating_sub(self.inner.streams.available_permits())
    }

    /// A device of this server, which need not be connected yet.
    pub fn device(&self, serial: &str) -> Result<DeviceHandle> {
        DeviceHandle::new(self.clone(), serial)
    }

    /// The version of the server's protocol, 41 for all servers since 2018.
    pub async fn version(&self, deadline: Deadline) -> Result<u32> {
        let connection = self.connect(version::OPERATION, deadline).await?;
        deadline
            .run(version::OPERATION, version::ask(&connection))
            .await
    }

    /// The features of the server itself. Those of a device are [`DeviceHandle::features`].
    pub async fn features(&self, deadline: Deadline) -> Result<Features> {
        const OPERATION: &str = "host:host-features";
        let text = self
            .query(OPERATION, "", OPERATION.as_bytes(), deadline)
            .await?;
        Ok(Features::parse(&text))
    }

    /// The devices that it knows, with what they say of themselves.
    pub async fn devices(&self, deadline: Deadline) -> Result<Vec<DeviceEntry>> {
        const OPERATION: &str = "host:devices-l";
        let list = self
            .query(OPERATION, "", OPERATION.as_bytes(), deadline)
            .await?;
        wire::parse_devices(&list, ListForm::Long).map_err(AdbError::protocol(OPERATION))
    }

    /// Follows the list of devices from now on. The deadline is for the first answer of the server.
    pub async fn track_devices(&self, deadline: Deadline) -> Result<DeviceTracker> {
        const OPERATION: &str = "host:track-devices";
        let connection = self.connect(OPERATION, deadline).await?;
        deadline
            .run(
                OPERATION,
                connection.request(OPERATION, "", OPERATION.as_bytes()),
            )
            .await?;
        Ok(DeviceTracker::new(connection))
    }

    /// Connects the server to a device that listens on TCP.
    pub async fn connect_device(
        &self,
        address: &str,
        deadline: Deadline,
    ) -> Result<ConnectOutcome> {
        const OPERATION: &str = "host:connect";
        let request = address_request(OPERATION, address)?;
        let text = self.query(OPERATION, "", &request, deadline).await?;
        let text = String::from_utf8_lossy(&text).trim().to_owned();
        Ok(if text.starts_with("connected to ") {
            ConnectOutcome::Connected
        } else if text.starts_with("already connected to ") {
            ConnectOutcome::AlreadyConnected
        } else {
            ConnectOutcome::Failed(text)
        })
    }

    /// Makes the server forget a device that it reached by TCP.
    pub async fn disconnect_device(&self, address: &str, deadline: Deadline) -> Result<()> {
        const OPERATION: &str = "host:disconnect";
        let request = address_request(OPERATION, address)?;
        let answer = self.query(OPERATION, address, &request, deadline).await;
        match answer {
            Ok(_) => Ok(()),
            Err(AdbError::ServiceRefused { message, .. })
                if message.starts_with("no such device") =>
            {
                Err(AdbError::DeviceNotFound {
                    serial: address.to_owned(),
                })
            }
            Err(error) => Err(error),
        }
    }

    /// Makes the server begin anew with every device that it cannot use, such as one that is offline or unauthorized.
    ///
    /// Answers the serial numbers of those devices. One on TCP was seen to be forgotten by servers 29 and 36 and has to
    /// be connected again; one on a cable was not tried.
    pub async fn reconnect_offline(&self, deadline: Deadline) -> Result<Vec<String>> {
        const OPERATION: &str = "host:reconnect-offline";
        let text = self
            .query(OPERATION, "", OPERATION.as_bytes(), deadline)
            .await?;
        let text = String::from_utf8_lossy(&text);
        let serials = text
            .lines()
            .filter_map(|line| line.strip_prefix("reconnecting "));
        Ok(serials.map(str::to_owned).collect())
    }

    /// Ends the server. Every program on this machine that uses it loses its connections.
    pub async fn kill(&self, deadline: Deadline) -> Result<()> {
        const OPERATION: &str = "host:kill";
        let log = RequestLog::begin(OPERATION);
        let permit = self.permit(deadline).await?;
        // A server that is not there is not started in order to be ended.
        let socket = deadline
            .run(OPERATION, async {
                Socket::connect(&self.inner.endpoint)
                    .await
                    .map_err(|source| self.unreachable(source))
            })
            .await?;
        let connection = Connection::new(socket, permit, log);
        deadline
            .run(OPERATION, async {
                connection
                    .request(OPERATION, "", OPERATION.as_bytes())
                    .await?;
                match connection.read_to_end(OPERATION, wire::ANSWER_LIMIT).await {
                    Ok(_) | Err(AdbError::ConnectionLost { .. }) => Ok(()),
                    Err(error) => Err(error),
                }
            })
            .await
    }

    /// Asks a question that is answered with one text.
    pub(crate) async fn query(
        &self,
        operation: &'static str,
        serial: &str,
        request: &[u8],
        deadline: Deadline,
    ) -> Result<Vec<u8>> {
        let connection = self.connect(operation, deadline).await?;
        deadline
            .run(operation, async {
                connection.request(operation, serial, request).await?;
                connection.read_whole_text(operation).await
            })
            .await
    }

    /// Opens a connection, starting the server where that is wanted.
    pub(crate) async fn connect(
        &self,
        operation: &'static str,
        deadline: Deadline,
    ) -> Result<Connection> {
        let log = RequestLog::begin(operation);
        let permit = self.permit(deadline).await?;
        let socket = deadline.run(operation, self.open_socket()).await?;
        Ok(Connection::new(socket, permit, log))
    }

    async fn permit(&self, deadline: Deadline) -> Result<tokio::sync::OwnedSemaphorePermit> {
        let busy = || AdbError::Busy {
            endpoint: self.inner.endpoint.to_string(),
            limit: self.inner.options.stream_limit,
        };
        match deadline
            .limit(self.inner.streams.clone().acquire_owned())
            .await
        {
            Ok(Ok(permit)) => Ok(permit),
            // The semaphore is never closed; a caller could not do better than to try again.
            Ok(Err(_)) | Err(_) => Err(busy()),
        }
    }

    async fn open_socket(&self) -> Result<Socket> {
        let Inner {
            endpoint,
            options,
            starter,
            ..
        } = &*self.inner;
        let seen = starter.seen().await;
        let refused = match Socket::connect(endpoint).await {
            Ok(socket) => return Ok(socket),
            Err(error) if nobody_listens(endpoint, &error) => error,
            Err(error) => return Err(self.unreachable(error)),
        };
        // It is rare, and large: every call would carry room for it.
        Box::pin(starter.start(&options.start, endpoint, seen, refused)).await?;
        Socket::connect(endpoint)
            .await
            .map_err(|error| AdbError::ServerStartFailed {
                endpoint: endpoint.to_string(),
                message: format!("the server answered once, then stopped: {error}"),
            })
    }

    fn unreachable(&self, source: io::Error) -> AdbError {
        AdbError::ServerUnreachable {
            endpoint: self.inner.endpoint.to_string(),
            source,
        }
    }
}

fn nobody_listens(endpoint: &Endpoint, error: &io::Error) -> bool {
    match error.kind() {
        io::ErrorKind::ConnectionRefused => true,
        io::ErrorKind::NotFound => matches!(endpoint, Endpoint::Path(_)),
        _ => false,
    }
}

fn address_request(operation: &'static str, address: &str) -> Result<Vec<u8>> {
    if address.is_empty() || address.chars().any(char::is_control) {
        return Err(AdbError::InvalidRequest {
            operation,
            message: "the address is empty or has control characters".to_owned(),
        });
    }
    Ok(format!("{operation}:{address}").into_bytes())
}
