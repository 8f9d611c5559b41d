//! What a surface says of this machine. Data only: it comes from flags, from the environment or from a file.

use std::path::PathBuf;

use clawperator_adb::Endpoint;
use clawperator_trace::Retention;

/// Everything that is needed to reach phones.
#[derive(Debug, Clone)]
pub struct HostConfig {
    /// Where phones are: one server on most machines, several where there are hundreds of phones.
    pub adb: Vec<AdbConfig>,
    /// Where things are kept.
    pub store: StoreConfig,
}

/// Where the adb server is, and how one is started.
#[derive(Debug, Clone)]
pub struct AdbConfig {
    /// Where the server is, or is to be.
    pub endpoint: Endpoint,
    /// The program that starts one where nobody listens; without it none is started.
    pub program: Option<PathBuf>,
    /// The phone to use where none is named.
    pub default_serial: Option<String>,
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
