//! `exec`, and what every command that builds an execution takes.

use std::ffi::OsString;

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

/// How far to go.
#[derive(Debug, Clone, Copy, Args)]
pub(crate) struct RunArgs {
    /// Check only, and print the execution in canonical form
    #[arg(long, alias = "validate")]
    pub(crate) validate_only: bool,

    /// Check only, and print the plan; wins over --validate-only
    #[arg(long)]
    pub(crate) dry_run: bool,
}
