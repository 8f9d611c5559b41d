//! Policy profiles.

use std::path::PathBuf;

use clap::{Args, Subcommand};

/// Show, begin or check a policy profile: what executions may do
#[derive(Debug, Args)]
pub(crate) struct PolicyArgs {
    #[command(subcommand)]
    pub(crate) command: PolicyCommand,
}

#[derive(Debug, Subcommand)]
pub(crate) enum PolicyCommand {
    #[command(after_help = super::examples::POLICY_SHOW)]
    Show(PolicyShowArgs),
    #[command(after_help = super::examples::POLICY_INIT)]
    Init(PolicyInitArgs),
    #[command(after_help = super::examples::POLICY_CHECK)]
    Check(PolicyCheckArgs),
}

/// Print a profile and what it means
#[derive(Debug, Args)]
pub(crate) struct PolicyShowArgs {
    /// The profile: person, agent, ask, server or a file [default: the one that runs are judged by]
    #[arg(value_name = "PROFILE")]
    pub(crate) profile: Option<String>,
}

/// Write a profile to begin with; a file that exists is not changed
#[derive(Debug, Args)]
pub(crate) struct PolicyInitArgs {
    /// The file to write, ending in .toml
    #[arg(value_name = "FILE", default_value = "profile.toml")]
    pub(crate) file: PathBuf,
}

/// Check a profile and report every problem with its line
#[derive(Debug, Args)]
pub(crate) struct PolicyCheckArgs {
    /// The file to check
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
}
