//! `exec`, and what every command that builds an execution takes.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::Args;

use super::TraceChoice;

/// Check, plan or run an execution payload
#[derive(Debug, Args)]
pub(crate) struct ExecArgs {
    /// The payload: inline JSON, a file, or - for standard input
    #[arg(value_name = "PAYLOAD")]
    pub(crate) source: Option<OsString>,

    /// The same, as a flag (also: --execution, --input, --file)
    #[arg(long, value_name = "PAYLOAD", aliases = ["execution", "input", "file"])]
    pub(crate) payload: Option<OsString>,

    /// A file of this machine, and the name that the payload has for it; may be given several times
    #[arg(long = "host-file", value_name = "NAME=PATH")]
    pub(crate) host_files: Vec<String>,

    #[command(flatten)]
    pub(crate) run: RunArgs,
}

/// How long to look for a node.
#[derive(Debug, Args)]
pub(crate) struct PatienceArgs {
    /// Look for the node this long, such as 2s or 500ms [default: 5 looks in 6.5 s]
    #[arg(long, value_name = "TIME", conflicts_with = "no_wait")]
    pub(crate) within: Option<String>,

    /// Look once and do not wait for the node
    #[arg(long)]
    pub(crate) no_wait: bool,
}

/// How far to go, and on what.
#[derive(Debug, Clone, Args)]
pub(crate) struct RunArgs {
    /// Check only, and print the execution in canonical form
    #[arg(long, alias = "validate")]
    pub(crate) validate_only: bool,

    /// Check only, and print the plan; overrides --validate-only
    #[arg(long)]
    pub(crate) dry_run: bool,

    /// Read the screen again after the last act, and report what changed
    #[arg(long)]
    pub(crate) settle: bool,

    /// Policy profile: person, agent, ask, server or a file [default: person]
    #[arg(long, value_name = "PROFILE")]
    pub(crate) profile: Option<String>,

    /// How much of the run to keep: off, on or full (a picture before and after each act) [default: on]
    #[arg(long, value_name = "DETAIL", hide_possible_values = true)]
    pub(crate) trace: Option<TraceChoice>,

    #[command(flatten)]
    pub(crate) park: ParkArgs,

    /// Read this saved dump instead of a phone; commands that act need --dry-run, which shows what they would touch
    #[arg(long, value_name = "DUMP")]
    pub(crate) from: Option<PathBuf>,
}

/// Whether a run waits for a person.
#[derive(Debug, Clone, Copy, Args)]
pub(crate) struct ParkArgs {
    /// Where a person must approve something, wait and hold the phone; default on a terminal, where you are asked
    #[arg(long, overrides_with = "no_park")]
    park: bool,

    /// Where a person must approve something, end there; default without a terminal
    #[arg(long, overrides_with = "park")]
    no_park: bool,
}

impl ParkArgs {
    /// Whether the run waits for a person. A program without a terminal has a time limit of its own, and is better told
    /// at once that a person is needed.
    pub(crate) const fn waits(self, on_terminal: bool) -> bool {
        self.park || (on_terminal && !self.no_park)
    }
}
