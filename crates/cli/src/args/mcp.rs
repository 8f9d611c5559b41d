//! The command that serves models.

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum};

/// Serve the tools of a model over standard input and output (Model Context Protocol)
#[derive(Debug, Args)]
#[command(args_conflicts_with_subcommands = true)]
pub(crate) struct McpArgs {
    #[command(subcommand)]
    pub(crate) command: Option<McpCommand>,

    /// Policy profile: person, agent, ask, server or a file
    #[arg(long, value_name = "PROFILE", default_value = "agent")]
    pub(crate) profile: String,

    /// The folder that holds skills-registry.json
    #[arg(long, value_name = "FOLDER")]
    pub(crate) skills_dir: Option<PathBuf>,
}

/// What can be asked besides.
#[derive(Debug, Subcommand)]
pub(crate) enum McpCommand {
    /// Print what makes a client start this server
    Config(McpConfigArgs),
}

/// Print what makes a client start this server
#[derive(Debug, Args)]
pub(crate) struct McpConfigArgs {
    /// The client
    #[arg(value_name = "CLIENT")]
    pub(crate) client: McpClient,

    /// Policy profile: person, agent, ask, server or a file [default: agent]
    #[arg(long, value_name = "PROFILE")]
    pub(crate) profile: Option<String>,
}

/// A client whose configuration is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum McpClient {
    /// A command to run in a terminal
    ClaudeCode,
    /// A command to run in a terminal
    Codex,
    /// A part of ~/.cursor/mcp.json
    Cursor,
    /// A part of `claude_desktop_config.json`
    ClaudeDesktop,
}
