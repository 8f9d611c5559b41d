//! From a configuration to a server that listens.

use std::future::Future;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use clawperator_contract::hex;
use clawperator_host::jobs::{Jobs, Stopped};
use clawperator_host::{AllowedPhones, Host, LivePictures, MarkedServer, SkillShelf};
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;

use crate::app::{App, Outputs, Profiles};
use crate::connections::{ConnectionCounts, ConnectionLimits, ServeTerms, serve};
use crate::guard::{Authorities, Scheme};
use crate::metrics::Metrics;
use crate::mounted::Mounted;
use crate::open_files;
use crate::routes::router;
use crate::tls::{TlsError, TlsFiles};
use crate::tokens::{MadeToken, SessionBook, TokenBook, TokensError, TokensFile};

/// How long answers may take to leave once nothing runs any more.
const LAST_ANSWERS: Duration = Duration::from_secs(5);

/// Where and how to serve.
#[derive(Debug)]
pub struct ServeConfig {
    /// Where to listen.
    pub listen: SocketAddr,
    /// By which connections are encrypted, if they are.
    pub tls: Option<TlsFiles>,
    /// Whether to listen beyond this machine although nothing is encrypted.
    pub plain_beyond_loopback: bool,
    /// More names of this server, with their ports, such as that of a proxy before it.
    pub names: Vec<String>,
    /// The file of the tokens.
    pub tokens: PathBuf,
    /// The folder that pictures go to.
    pub output: PathBuf,
    /// Where skills are looked for.
    pub skills: SkillShelf,
    /// The only phones that may be used, whatever a token says.
    pub phones: AllowedPhones,
    /// What runs goes through these.
    pub jobs: Jobs,
    /// What answers at `/mcp`, where something does.
    pub mcp: Option<Arc<dyn Mounted>>,
}

/// Why a server does not start.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// Tokens would be sent in the clear.
    #[error(
        "{0} is not a loopback address, and tokens would be sent unencrypted to and from other machines"
    )]
    BeyondLoopback(SocketAddr),
    /// The address is taken or not this machine's.
    #[error("cannot listen on {address}: {error}")]
    Listen {
        /// Where it was to listen.
        address: SocketAddr,
        /// The reason.
        error: std::io::Error,
    },
    /// The certificate cannot be used.
    #[error(transparent)]
    Tls(#[from] TlsError),
    /// It is not a name of a server.
    #[error("`{0}` is not a name with a port")]
    Name(String),
    /// The tokens cannot be used.
    #[error(transparent)]
    Tokens(#[from] TokensError),
    /// The folder of pictures cannot be used.
    #[error("pictures cannot be kept in `{folder}`: {error}")]
    Output {
        /// Where they were to go.
        folder: String,
        /// The reason.
        error: std::io::Error,
    },
    /// Others could not find the server.
    #[error("the server cannot be listed in the state folder: {0}")]
    Mark(std::io::Error),
    /// The system has no randomness.
    #[error("the system returned no random number: {0}")]
    Random(std::io::Error),
}

/// How a server is asked to stop.
#[derive(Debug, Clone, Copy)]
pub struct Stop {
    /// How long what runs may take to come to its end.
    pub patience: Duration,
}

/// A server that listens and does not answer yet.
#[derive(Debug)]
pub struct Server {
    listener: TcpListener,
    address: SocketAddr,
    terms: ServeTerms,
    app: Arc<App>,
    made: Option<MadeToken>,
    /// By which others find this server while it runs.
    mark: MarkedServer,
}

impl Server {
    /// Listens. Where there is no file of tokens, one is made.
    pub async fn bind(host: Host, config: ServeConfig) -> Result<Self, ServeError> {
        let asked = config.listen;
        let is_private = asked.ip().is_loopback() || config.tls.is_some();
        if !is_private && !config.plain_beyond_loopback {
            return Err(ServeError::BeyondLoopback(asked));
        }
        let tls = config.tls.map(|files| files.load()).transpose()?;
        let scheme = if tls.is_some() {
            Scheme::Https
        } else {
            Scheme::Http
        };
        let sources = Arc::clone(host.store().sources());
        let (tokens, made) = TokenBook::open(TokensFile::at(config.tokens), &*sources)?;
        let failed = |error| ServeError::Listen {
            address: asked,
            error,
        };
        let listener = TcpListener::bind(asked).await.map_err(failed)?;
        let address = listener.local_addr().map_err(failed)?;
        let folder = config.output.display().to_string();
        let outputs =
            Outputs::below(config.output).map_err(|error| ServeError::Output { folder, error })?;
        let names = Authorities::of(scheme, address, &config.names).map_err(ServeError::Name)?;
        let limits = ConnectionLimits {
            connections: open_files::connections(),
            ..ConnectionLimits::default()
        };
        let mark = host.store().servers().mark(address, &names.page());
        let mark = mark.map_err(ServeError::Mark)?;
        let mut boot = [0; 4];
        sources.fill(&mut boot).map_err(ServeError::Random)?;
        Ok(Self {
            listener,
            address,
            app: Arc::new(App {
                host,
                jobs: config.jobs,
                mcp: config.mcp,
                tokens,
                sessions: SessionBook::new(Arc::clone(&sources)),
                live: LivePictures::new(Arc::clone(&sources)),
                names,
                metrics: Metrics::default(),
                boot: hex(&boot),
                profiles: Profiles::default(),
                skills: config.skills,
                phones: config.phones,
                outputs,
                connections: ConnectionCounts::default(),
                most_readers: u64::try_from(limits.connections / 2).unwrap_or(u64::MAX),
                stop: CancellationToken::new(),
            }),
            terms: ServeTerms { limits, tls },
            made,
            mark,
        })
    }

    /// Where it answers, by the name that clients and browsers use.
    #[must_use]
    pub fn page(&self) -> String {
        self.app.names.page()
    }

    /// Where it listens.
    #[must_use]
    pub const fn address(&self) -> SocketAddr {
        self.address
    }

    /// The token that was made because there was none.
    #[must_use]
    pub const fn made_token(&self) -> Option<&MadeToken> {
        self.made.as_ref()
    }

    /// Answers until it is asked to stop; then lets what runs come to its end or cancels it, and says which.
    pub async fn run(self, stop: impl Future<Output = Stop>) -> Stopped {
        let app = self.app;
        let _mark = self.mark;
        let closing = CancellationToken::new();
        let serving = serve(
            self.listener,
            router(&app),
            self.terms,
            app.connections.clone(),
            closing.clone(),
            LAST_ANSWERS,
        );
        let stopping = async {
            let Stop { patience } = stop.await;
            // Requests are still answered: whoever asks for something new is told that the server stops.
            let stopped = app.jobs.stop(patience).await;
            app.stop.cancel();
            if let Some(mcp) = &app.mcp {
                mcp.close();
            }
            closing.cancel();
            stopped
        };
        let (_, stopped) = tokio::join!(serving, stopping);
        stopped
    }
}
