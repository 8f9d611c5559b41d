//! An async client of the adb server.
//!
//! A [`Server`] is one server at an [`Endpoint`], [`Servers`] are several, and a [`DeviceHandle`] is one phone of a
//! server. Every call takes a [`Deadline`] and may be dropped at any await: its connection is closed with it, and
//! nothing else is disturbed. One connection serves one call or one stream, as the protocol demands; none is kept for
//! later, and nothing is sent twice, but for the question for its version to a server that was just started.
//!
//! This crate knows nothing of screens or actions and quotes no words for the phone's shell. It is the only one that runs
//! a program, and that is adb: `adb start-server`, once, when nobody listens at the endpoint, and `adb version` for a
//! doctor who asks ([`program_version`]).

#[doc(hidden)]
pub mod wire;

mod bound_line;
mod connection;
mod deadline;
mod device;
mod endpoint;
mod error;
mod exec;
mod failure;
mod forward;
mod group;
mod package;
mod program;
mod reached;
mod request_log;
mod server;
mod servers;
mod shell;
mod shell_output;
mod socket;
mod socket_spec;
mod start;
mod sync;
mod tracker;
mod version;

pub use crate::connection::DeviceStream;
pub use crate::deadline::Deadline;
pub use crate::device::{DeviceHandle, WaitFor, Witness};
pub use crate::endpoint::{DEFAULT_PORT, Endpoint, EndpointError, EndpointVariables};
pub use crate::error::{AdbError, Result};
pub use crate::forward::{ForwardRule, Rebind};
pub use crate::package::{
    InstallFlag, InstallOptions, PackageAnswer, PackageName, UninstallData, UninstallOptions,
};
pub use crate::program::{ProgramError, ProgramVersion, program_version};
pub use crate::reached::Reached;
pub use crate::server::{ConnectOutcome, DEFAULT_STREAM_LIMIT, Features, Server, ServerOptions};
pub use crate::servers::{ServerDevices, Servers, ServersTracker, TrackEvent};
pub use crate::shell::{
    ExitStatus, Shell, ShellCommand, ShellEvent, ShellProtocol, ShellReader, ShellWriter,
};
pub use crate::shell_output::{Collector, OutputLimits, ShellOutput};
pub use crate::socket_spec::SocketSpec;
pub use crate::start::StartServer;
pub use crate::sync::{PushFile, SyncSession};
pub use crate::tracker::{DeviceChange, DeviceChanges, DeviceTracker};
pub use crate::wire::{
    DeviceEntry, DeviceState, FileDetails, FileStat, ListEntry, WindowSize, WireError,
};
