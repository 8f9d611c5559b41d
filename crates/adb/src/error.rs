//! Everything that can go wrong, as data.

use std::io;
use std::path::PathBuf;
use std::time::Duration;

use clawperator_contract::{ErrorCode, Failure};

use crate::wire::{DeviceState, WireError};

/// The outcome of a call.
pub type Result<T, E = AdbError> = std::result::Result<T, E>;

/// What went wrong between this client, the adb server and the phone.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum AdbError {
    /// The server cannot be reached, and it was not for this client to start it.
    #[error("no adb server answers at `{endpoint}`: {source}")]
    ServerUnreachable {
        /// Where it was looked for.
        endpoint: String,
        /// What the system said.
        source: io::Error,
    },
    /// No server is running, and there is no adb program to start one with.
    #[error("no adb server answers at `{endpoint}` and there is no adb program to start one{}", at_path(.program.as_ref()))]
    AdbNotFound {
        /// Where the server was looked for.
        endpoint: String,
        /// The program that was to be run, when one was named.
        program: Option<PathBuf>,
    },
    /// `adb start-server` was run and did not bring up a server.
    #[error("`adb start-server` did not start a server at `{endpoint}`: {message}")]
    ServerStartFailed {
        /// Where the server was to listen.
        endpoint: String,
        /// What the program wrote, or how it ended.
        message: String,
    },
    /// The server knows no device of this serial number.
    #[error("device `{serial}` is not connected")]
    DeviceNotFound {
        /// The serial number that was asked for.
        serial: String,
    },
    /// Another device has the serial number since it was first reached, or nobody knows whether it is the same one.
    #[error("`{serial}` is another phone now, or was started again")]
    DeviceReplaced {
        /// The serial number that it has.
        serial: String,
    },
    /// The device is connected and cannot be used in its state.
    #[error("device `{serial}` is {state}")]
    DeviceOffline {
        /// Its serial number; empty when none was chosen.
        serial: String,
        /// `offline`, or a state on the way to `device`.
        state: DeviceState,
    },
    /// The phone has not accepted this computer's key, or this user may not open it.
    #[error("device `{serial}` cannot be accessed: {message}")]
    DeviceUnauthorized {
        /// Its serial number; empty when none was chosen.
        serial: String,
        /// The server's words.
        message: String,
    },
    /// No device is connected.
    #[error("no device is connected")]
    NoDevices,
    /// Several devices are connected and none was chosen.
    #[error("several devices are connected and none was chosen")]
    MultipleDevices,
    /// The server or the phone refused the service.
    #[error("`{service}` was refused: {message}")]
    ServiceRefused {
        /// The service, without what was to be run or read.
        service: String,
        /// The refusal.
        message: String,
    },
    /// The phone's adbd is older than what was asked of it.
    #[error("the phone does not have the adb feature `{feature}`")]
    FeatureMissing {
        /// The feature's name in the protocol.
        feature: &'static str,
    },
    /// The answer is none that the protocol knows.
    #[error("the answer to {operation} violates the protocol: {source}")]
    Protocol {
        /// What was being done.
        operation: &'static str,
        /// What is wrong with the answer.
        source: WireError,
    },
    /// A request or an argument cannot be sent.
    #[error("{operation} cannot be requested: {message}")]
    InvalidRequest {
        /// What was to be done.
        operation: &'static str,
        /// Why it cannot.
        message: String,
    },
    /// The time was up.
    #[error("{operation} did not finish within {after:?}")]
    Timeout {
        /// What was being done.
        operation: &'static str,
        /// How long it had.
        after: Duration,
    },
    /// The connection ended before the answer did.
    #[error("the connection ended during {operation}")]
    ConnectionLost {
        /// What was being done.
        operation: &'static str,
    },
    /// A stream of this machine failed: the file that is sent or received, or the socket in a way of its own.
    #[error("{operation} failed on this machine: {source}")]
    Io {
        /// What was being done.
        operation: &'static str,
        /// What the system said.
        source: io::Error,
    },
    /// The output is longer than the caller allows.
    #[error("{operation} returned more than {limit} bytes")]
    OutputTooLarge {
        /// What was being done.
        operation: &'static str,
        /// What was allowed.
        limit: usize,
    },
    /// The phone's file service could not do it.
    #[error("`{path}`: {message}")]
    SyncFailed {
        /// The path on the phone.
        path: String,
        /// The phone's words.
        message: String,
    },
    /// As many streams of this server are open as may be, and none was closed in time.
    #[error("all {limit} streams of the adb server at `{endpoint}` are in use")]
    Busy {
        /// The server.
        endpoint: String,
        /// How many streams it may have.
        limit: usize,
    },
}

impl AdbError {
    /// The code that the execution contract has for this error.
    #[must_use]
    pub fn code(&self) -> ErrorCode {
        match self {
            Self::AdbNotFound { .. } => ErrorCode::AdbNotFound,
            Self::ServerUnreachable { .. } | Self::ServerStartFailed { .. } => {
                ErrorCode::AdbServerFailed
            }
            Self::NoDevices => ErrorCode::NoDevices,
            Self::MultipleDevices => ErrorCode::MultipleDevicesDeviceIdRequired,
            Self::DeviceNotFound { .. } | Self::DeviceReplaced { .. } => ErrorCode::DeviceNotFound,
            Self::DeviceOffline { .. } => ErrorCode::DeviceOffline,
            Self::DeviceUnauthorized { .. } => ErrorCode::DeviceUnauthorized,
            Self::Timeout { .. } | Self::Busy { .. } => ErrorCode::DeviceTimeout,
            Self::ConnectionLost { .. } => ErrorCode::AdbConnectionLost,
            Self::Protocol { .. } => ErrorCode::AdbProtocolError,
            Self::ServiceRefused { .. }
            | Self::FeatureMissing { .. }
            | Self::InvalidRequest { .. }
            | Self::OutputTooLarge { .. }
            | Self::SyncFailed { .. } => ErrorCode::DeviceShellUnavailable,
            Self::Io { .. } => ErrorCode::HostIoFailed,
        }
    }

    pub(crate) fn protocol(operation: &'static str) -> impl Fn(WireError) -> Self {
        move |source| Self::Protocol { operation, source }
    }

    /// Sorts what the system says of the server's socket: an ended connection is not a fault of this machine.
    pub(crate) fn socket(operation: &'static str) -> impl Fn(io::Error) -> Self {
        move |source| match source.kind() {
            io::ErrorKind::UnexpectedEof
            | io::ErrorKind::ConnectionReset
            | io::ErrorKind::ConnectionAborted
            | io::ErrorKind::BrokenPipe
            | io::ErrorKind::NotConnected
            | io::ErrorKind::TimedOut
            | io::ErrorKind::HostUnreachable
            | io::ErrorKind::NetworkUnreachable
            | io::ErrorKind::NetworkDown
            | io::ErrorKind::WriteZero => Self::ConnectionLost { operation },
            _ => Self::Io { operation, source },
        }
    }

    pub(crate) fn local(operation: &'static str) -> impl Fn(io::Error) -> Self {
        move |source| Self::Io { operation, source }
    }
}

impl From<AdbError> for Failure {
    /// What a surface answers when this ends a command.
    fn from(error: AdbError) -> Self {
        let code = error.code();
        Self::new(code, error.to_string()).with_recovery()
    }
}

fn at_path(program: Option<&PathBuf>) -> String {
    program.map_or_else(String::new, |path| format!(" (`{}`)", path.display()))
}
