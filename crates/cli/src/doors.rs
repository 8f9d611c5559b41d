//! The other surfaces of this program, which the command line starts and does not know.

use std::fmt;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use async_trait::async_trait;
use clawperator_contract::server::{StartedServer, StoppedServer};
use clawperator_contract::{ErrorCode, Failure};
use clawperator_host::{Cancel, Host, Profile, SkillShelf, Store};

use crate::args::McpClient;

/// What was asked for with `serve`.
#[derive(Debug, Clone)]
pub struct ServeRequest {
    /// Where to listen.
    pub listen: SocketAddr,
    /// By which connections are encrypted, if they are.
    pub tls: Option<CertificateFiles>,
    /// Whether to listen beyond this machine although nothing is encrypted.
    pub plain_beyond_loopback: bool,
    /// More names of this server, with their ports.
    pub names: Vec<String>,
    /// The only phone that may be used.
    pub device: Option<String>,
    /// Where skills are looked for.
    pub skills: SkillShelf,
    /// How long what runs may take to come to its end once the server stops, in seconds.
    pub patience_s: u16,
}

/// A certificate and its key, in PEM.
#[derive(Debug, Clone)]
pub struct CertificateFiles {
    pub certificate: PathBuf,
    pub key: PathBuf,
}

/// A link to a page, with the secret that logs a person in. It cannot be printed by accident.
pub struct PageLink(String);

impl PageLink {
    /// The link of a page, with this secret.
    #[must_use]
    pub fn new(page: &str, secret: &str) -> Self {
        // Behind `#` it stays in the browser: no server and no log gets it as part of an address.
        Self(format!("{page}/#login={secret}"))
    }

    /// The link as a text, for a terminal.
    #[must_use]
    pub fn expose(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for PageLink {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("PageLink")
    }
}

/// What was asked for with `mcp`.
#[derive(Debug, Clone)]
pub struct McpRequest {
    /// By which runs are judged.
    pub profile: Arc<Profile>,
    /// The only phone that may be used.
    pub device: Option<String>,
    /// In whose name it is started, where a script of a skill starts it.
    pub asker: Option<String>,
    /// Where skills are looked for.
    pub skills: SkillShelf,
}

/// What was asked for with `mcp config`.
#[derive(Debug, Clone)]
pub struct McpSnippet {
    /// Whose configuration it is for.
    pub client: McpClient,
    /// What the client starts.
    pub program: PathBuf,
    /// The only phone that may be used.
    pub device: Option<String>,
    /// By which runs are judged, where it is not the usual one.
    pub profile: Option<String>,
    /// What the shell has and a program of a desktop has not.
    pub variables: Vec<(&'static str, String)>,
}

/// The surfaces that a program was built with besides the command line.
#[async_trait]
pub trait Doors: fmt::Debug + Send + Sync {
    /// Serves HTTP. `started` is called once it listens; `stop` ends when it is to stop.
    async fn serve(
        &self,
        _host: Host,
        _request: ServeRequest,
        _started: Box<dyn FnOnce(StartedServer) + Send>,
        _stop: Cancel<'static>,
    ) -> Result<StoppedServer, Failure> {
        Err(absent("the HTTP server"))
    }

    /// Serves one client over standard input and output, until it leaves or `stop` ends.
    async fn mcp(
        &self,
        _host: Host,
        _request: McpRequest,
        _stop: Cancel<'static>,
    ) -> Result<(), Failure> {
        Err(absent("the MCP server"))
    }

    /// What makes a client start the server.
    fn mcp_snippet(&self, _asked: &McpSnippet) -> Result<String, Failure> {
        Err(absent("the MCP server"))
    }

    /// A link that logs a person in to the page of a server that runs on this store, once. `port` chooses among several
    /// servers.
    fn link(&self, _store: &Store, _port: Option<u16>) -> Result<PageLink, Failure> {
        Err(absent("the HTTP server"))
    }

    /// The token of this name in the state folder.
    fn token(&self, _state: &Path, _name: &str) -> Result<String, Failure> {
        Err(absent("the HTTP server"))
    }
}

/// A program that has only the command line.
#[derive(Debug, Clone, Copy)]
pub struct NoDoors;

impl Doors for NoDoors {}

fn absent(what: &str) -> Failure {
    Failure::new(
        ErrorCode::CapabilityUnsupported,
        format!("This build of clawperator does not include {what}"),
    )
    .with_hint(
        "Install the full build: cargo install --path crates/clawperator, without --no-default-features.",
    )
}
