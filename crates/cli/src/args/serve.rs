//! The command that starts the server.

use std::path::PathBuf;

use clap::{Args, Subcommand};

/// Answer HTTP requests on this machine, for programs
#[derive(Debug, Args)]
#[command(args_conflicts_with_subcommands = true)]
pub(crate) struct ServeArgs {
    #[command(subcommand)]
    pub(crate) command: Option<ServeCommand>,

    /// Address to listen on
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1")]
    pub(crate) host: String,

    /// Port to listen on; 0 lets the system choose
    #[arg(long, value_name = "PORT", default_value_t = 4411)]
    pub(crate) port: u16,

    /// Another name of this server, with its port, such as that of a proxy before it; may be repeated
    #[arg(long, value_name = "NAME:PORT")]
    pub(crate) name: Vec<String>,

    /// Answer over TLS with this certificate: a PEM file, its chain after it
    #[arg(long, value_name = "FILE", requires = "tls_key")]
    pub(crate) tls_cert: Option<PathBuf>,

    /// The key of that certificate: a PEM file that only you can read
    #[arg(long, value_name = "FILE", requires = "tls_cert")]
    pub(crate) tls_key: Option<PathBuf>,

    /// Listen beyond this machine although tokens and screens are sent unencrypted
    #[arg(long)]
    pub(crate) plain_http: bool,

    /// How many seconds runs may take to end once the server is interrupted
    #[arg(long, value_name = "SECONDS", default_value_t = 5)]
    #[arg(value_parser = clap::value_parser!(u16).range(0..=600))]
    pub(crate) patience: u16,

    /// The folder that holds skills-registry.json
    #[arg(long, value_name = "FOLDER")]
    pub(crate) skills_dir: Option<PathBuf>,
}

/// What can be asked of the server's files.
#[derive(Debug, Subcommand)]
pub(crate) enum ServeCommand {
    /// Print a token, for scripts: TOKEN=$(clawperator serve token)
    Token(TokenArgs),
    /// Print a link to the page of a running server, on a terminal only; it works once, within 5 minutes
    Link(LinkArgs),
}

/// Print a link to the page
#[derive(Debug, Args)]
pub(crate) struct LinkArgs {
    /// The server's port, where several run
    #[arg(long, value_name = "PORT")]
    pub(crate) port: Option<u16>,
}

/// Print a token
#[derive(Debug, Args)]
pub(crate) struct TokenArgs {
    /// The token's name
    #[arg(value_name = "NAME", default_value = "default")]
    pub(crate) name: String,
}
