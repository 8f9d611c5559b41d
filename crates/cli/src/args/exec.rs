//! `exec`, and what every command that builds an execution takes.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::Args;

/// Check, plan or run an execution payload
#[derive(Debug, Args)]
pub(crate) struct ExecArgs {
    /// The payload: inline JSON, a file, or - for standard input
    #[arg(value_name = "PAYLOAD")]
    pub(crate) source: Option<OsString>,

    /// The same as a flag (also: --execution, --input, --file)
    #[arg(long, value_name = "PAYLOAD", aliases = ["execution", "input", "file"])]
    pub(crate) payload: Option<OsString>,

    #[command(flatten)]
    pub(crate) run: RunArgs,
}

/// How far to go, and on what.
#[derive(Debug, Clone, Args)]
pub(crate) struct RunArgs {
    /// Check only, and print the execution in canonical form
    #[arg(long, alias = "validate")]
    pub(crate) validate_only: bool,

    /// Check only, and print the plan; wins over --validate-only
    #[arg(long)]
    pub(crate) dry_run: bool,

    /// Read the screen once more after the last act, and answer what changed
    #[arg(long)]
    pub(crate) settle: bool,

    /// Policy profile to judge by: person, agent, server or a file; left out, person
    #[arg(long, value_name = "PROFILE")]
    pub(crate) profile: Option<String>,

    /// Read this saved dump in place of a phone; what acts needs --dry-run, and is told where it would have touched
    #[arg(long, value_name = "DUMP")]
    pub(crate) from: Option<PathBuf>,
}
