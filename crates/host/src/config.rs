//! What a surface says of this machine. Data only: it comes from flags, from the environment or from a file.

use std::path::PathBuf;

use clawperator_adb::Endpoint;
use clawperator_device::resolve::DefaultPhone;
use clawperator_trace::Retention;

use crate::drivers::DEFAULT_OPERATOR_PACKAGE;

/// Everything that is needed to reach phones.
#[derive(Debug, Clone)]
pub struct HostConfig {
    /// Where phones are: one server on most machines, several where there are hundreds of phones.
    pub adb: Vec<AdbConfig>,
    /// Where things are kept.
    pub store: StoreConfig,
    /// How phones are driven.
    pub operator: OperatorConfig,
}

/// How phones are driven.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OperatorConfig {
    pub driver: DriverChoice,
    /// What the Operator is called among the processes of a phone.
    pub package: String,
}

/// What drives a phone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DriverChoice {
    /// The Operator where it can be used, else the shell.
    Auto,
    /// The Operator, or an error.
    Resident,
    /// Android's own programs.
    Shell,
}

impl Default for OperatorConfig {
    fn default() -> Self {
        Self {
            driver: DriverChoice::Shell,
            package: DEFAULT_OPERATOR_PACKAGE.to_owned(),
        }
    }
}

/// Where the adb server is, and how one is started.
#[derive(Debug, Clone)]
pub struct AdbConfig {
    /// Where the server is, or is to be.
    pub endpoint: Endpoint,
    /// The program that starts one where nobody listens; without it none is started.
    pub program: Option<PathBuf>,
    /// The phone to use where none is named.
    pub default_phone: Option<DefaultPhone>,
}

/// Where things are kept.
#[derive(Debug, Clone)]
pub struct StoreConfig {
    /// The state folder: runs, locks, snapshots, approvals, keys, copies of scripts.
    pub state: PathBuf,
    /// Where pictures without a path go, in a folder of this user's.
    pub temporary: PathBuf,
    /// How long runs are kept.
    pub retention: Retention,
}
