//! Commands for agents that decide on pictures.

use std::ffi::OsString;

use clap::{Args, Subcommand};

use super::RunArgs;

/// Show the screen as an agent is shown it: a picture with marks, and what they mean
#[derive(Debug, Args)]
pub(crate) struct ObserveArgs {
    /// Write the picture with marks to this file, a PNG
    #[arg(long, value_name = "FILE")]
    pub(crate) som: Option<String>,
    #[command(flatten)]
    pub(crate) run: RunArgs,
}

/// Carry out what an agent asks for
#[derive(Debug, Args)]
pub(crate) struct AgentArgs {
    #[command(subcommand)]
    pub(crate) command: AgentCommand,
}

#[derive(Debug, Subcommand)]
pub(crate) enum AgentCommand {
    #[command(after_help = super::examples::AGENT_ACT)]
    Act(AgentActArgs),
}

/// Carry out one action of an agent: a tool call, an action or a whole step
#[derive(Debug, Args)]
pub(crate) struct AgentActArgs {
    /// The action: inline JSON, a file, or - for standard input
    #[arg(value_name = "ACTION")]
    pub(crate) source: OsString,
    /// The snapshot that points were chosen on, by the id that `observe` prints
    #[arg(long, value_name = "ID")]
    pub(crate) snapshot: Option<String>,
    /// Carry out an action whose type or required field had to be repaired, too
    #[arg(long)]
    pub(crate) run_repaired: bool,
    #[command(flatten)]
    pub(crate) run: RunArgs,
}
