//! Phones as a command of a command line tool.

use std::io;
use std::net::{IpAddr, SocketAddr};
use std::time::Duration;

use clawperator_adb::{AdbError, ConnectOutcome, Deadline, Server};
use clawperator_contract::phones::{StartedPhone, StartedPhones};

use crate::builder::PhoneBuilder;
use crate::control::ControlServer;
use crate::host::{HostError, PhoneHost};

/// The most phones that one adb server is given: it ends itself near a thousand descriptors.
pub const MAX_PHONES_OF_A_SERVER: usize = 400;

/// What the command was asked for.
#[derive(Debug, Clone)]
pub struct CommandOptions {
    /// What each phone is made from.
    pub phone: PhoneBuilder,
    /// How many phones.
    pub count: usize,
    /// The address to listen on.
    pub address: IpAddr,
    /// The first port; 0 lets the system choose each.
    pub base_port: u16,
    /// Where the control socket listens; default: no control socket.
    pub control: Option<SocketAddr>,
    /// The servers that the phones are connected to; default: none.
    pub connect: Option<Connect>,
}

/// The adb servers that phones are connected to.
#[derive(Debug, Clone)]
pub struct Connect {
    /// Each gets at most [`MAX_PHONES_OF_A_SERVER`] phones, in order.
    pub servers: Vec<Server>,
    /// How long one phone may take.
    pub within: Duration,
}

/// Why the command ended.
#[derive(Debug, thiserror::Error)]
pub enum CommandError {
    /// A phone was not started.
    #[error(transparent)]
    Host(#[from] HostError),
    /// There is no control socket.
    #[error("cannot listen for control on {address}")]
    Control {
        /// Where.
        address: SocketAddr,
        /// What did not work.
        #[source]
        source: io::Error,
    },
    /// An adb server did not answer.
    #[error("cannot connect {serial} to the adb server")]
    Adb {
        /// The phone.
        serial: String,
        /// What did not work.
        #[source]
        source: AdbError,
    },
    /// An adb server did not connect to a phone.
    #[error("the adb server did not connect: {message}")]
    NotConnected {
        /// The phone.
        serial: String,
        /// In the server's words.
        message: String,
    },
    /// There are too few servers.
    #[error(
        "{phones} phones need {needed} adb servers\nhint: one server holds at most {MAX_PHONES_OF_A_SERVER} phones"
    )]
    TooFewServers {
        /// How many phones there were to be.
        phones: usize,
        /// How many servers that takes.
        needed: usize,
    },
}

/// Starts phones, tells `started` of them, and serves them until `shutdown`. Then they are taken from the adb servers
/// again and stopped. A `shutdown` before they are all connected is heeded too, and `started` is not told.
pub async fn run_command(
    options: CommandOptions,
    shutdown: impl Future<Output = ()>,
    started: impl FnOnce(&StartedPhones),
) -> Result<(), CommandError> {
    let host = PhoneHost::new();
    let outcome = run_on(&host, &options, shutdown, started).await;
    host.stop_all().await;
    outcome
}

async fn run_on(
    host: &PhoneHost,
    options: &CommandOptions,
    shutdown: impl Future<Output = ()>,
    started: impl FnOnce(&StartedPhones),
) -> Result<(), CommandError> {
    if let Some(connect) = &options.connect {
        let needed = options.count.div_ceil(MAX_PHONES_OF_A_SERVER);
        if connect.servers.len() < needed {
            return Err(CommandError::TooFewServers {
                phones: options.count,
                needed,
            });
        }
    }
    let serials = host
        .start_many(
            options.phone.clone(),
            options.count,
            options.address,
            options.base_port,
        )
        .await?;
    let control = match options.control {
        Some(address) => Some(
            ControlServer::start(host.clone(), address)
                .await
                .map_err(|source| CommandError::Control { address, source })?,
        ),
        None => None,
    };
    let mut shutdown = std::pin::pin!(shutdown);
    let mut connected = Vec::new();
    let outcome = tokio::select! {
        biased;
        () = &mut shutdown => None,
        outcome = connect_all(options.connect.as_ref(), &serials, &mut connected) => Some(outcome),
    };
    if let Some(Ok(())) = outcome {
        let entries = serials
            .iter()
            .enumerate()
            .map(|(number, serial)| StartedPhone {
                serial: serial.clone(),
                release: options.phone.release.to_string(),
                model: options.phone.model.clone(),
                server: connected
                    .get(number)
                    .map(|(server, _): &(Server, String)| server.endpoint().to_string()),
            });
        started(&StartedPhones {
            phones: entries.collect(),
            control: control.as_ref().map(|server| server.address().to_string()),
        });
        shutdown.await;
    }
    let within = options.connect.as_ref().map(|connect| connect.within);
    // Without a server nothing is connected, and no time is needed.
    disconnect_all(&connected, within.unwrap_or_default()).await;
    if let Some(control) = control {
        control.stop().await;
    }
    outcome.unwrap_or(Ok(()))
}

async fn connect_all(
    connect: Option<&Connect>,
    serials: &[String],
    connected: &mut Vec<(Server, String)>,
) -> Result<(), CommandError> {
    let Some(connect) = connect else {
        return Ok(());
    };
    for (server, share) in connect
        .servers
        .iter()
        .zip(serials.chunks(MAX_PHONES_OF_A_SERVER))
    {
        for serial in share {
            // Noted first: whatever becomes of the answer, the server may know the phone.
            connected.push((server.clone(), serial.clone()));
            let deadline = Deadline::after(connect.within);
            let outcome = server.connect_device(serial, deadline).await;
            let outcome = outcome.map_err(|source| CommandError::Adb {
                serial: serial.clone(),
                source,
            })?;
            match outcome {
                ConnectOutcome::Connected | ConnectOutcome::AlreadyConnected => {}
                ConnectOutcome::Failed(message) => {
                    return Err(CommandError::NotConnected {
                        serial: serial.clone(),
                        message,
                    });
                }
            }
        }
    }
    Ok(())
}

/// A server that is gone has forgotten the phone already.
async fn disconnect_all(connected: &[(Server, String)], within: Duration) {
    for (server, serial) in connected {
        if server
            .disconnect_device(serial, Deadline::after(within))
            .await
            .is_err_and(|error| !matches!(error, AdbError::DeviceNotFound { .. }))
        {
            return;
        }
    }
}
