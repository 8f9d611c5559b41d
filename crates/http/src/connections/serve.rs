//! Taking connections until the server stops.

use std::future::Future;
use std::io::{self, Write as _};
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use clawperator_contract::ErrorCode;
use rustls::ServerConfig;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;
use tokio::time::{sleep, timeout};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use super::answer::last_answer;
use super::counts::{ConnectionCounts, ConnectionNumbers};
use super::drive::Driver;
use super::limits::ConnectionLimits;
use super::places::Places;
use super::wire::turn_away;

/// The most connections without a place that are waited for while they read why.
const MOST_TURNED_AWAY: usize = 32;
/// The first and the longest pause after the system gave no connection.
const PAUSES: (Duration, Duration) = (Duration::from_millis(10), Duration::from_secs(1));

/// Who is served, and how.
#[derive(Debug, Default)]
pub(crate) struct ServeTerms {
    /// What a client may take.
    pub(crate) limits: ConnectionLimits,
    /// How connections are encrypted, if they are.
    pub(crate) tls: Option<Arc<ServerConfig>>,
}

impl From<ConnectionLimits> for ServeTerms {
    fn from(limits: ConnectionLimits) -> Self {
        Self { limits, tls: None }
    }
}

/// How serving ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Served {
    /// All that happened.
    pub(crate) numbers: ConnectionNumbers,
    /// Connections whose requests were not answered within the patience.
    pub(crate) unfinished: usize,
}

/// Where connections come from.
pub(super) trait Accept {
    /// The next connection.
    fn accept(&mut self) -> impl Future<Output = io::Result<(TcpStream, SocketAddr)>> + Send;
}

impl Accept for TcpListener {
    fn accept(&mut self) -> impl Future<Output = io::Result<(TcpStream, SocketAddr)>> + Send {
        Self::accept(self)
    }
}

/// Serves until `stop` is cancelled. Then it takes no new connection, lets the requests under way end for `patience`,
/// and closes.
///
/// Each request has its peer's [`SocketAddr`] among its extensions. A handler is dropped when its client closes the
/// connection.
pub(crate) async fn serve(
    listener: TcpListener,
    app: Router,
    terms: ServeTerms,
    counts: ConnectionCounts,
    stop: CancellationToken,
    patience: Duration,
) -> Served {
    serve_from(listener, app, terms, counts, stop, patience).await
}

/// The same for any source of connections.
pub(super) async fn serve_from(
    mut source: impl Accept,
    app: Router,
    ServeTerms { limits, tls }: ServeTerms,
    counts: ConnectionCounts,
    stop: CancellationToken,
    patience: Duration,
) -> Served {
    let places = Places::new(limits.connections, counts.clone());
    // Whoever speaks TLS could not read it.
    let no_place = if tls.is_some() {
        Vec::new()
    } else {
        last_answer(
            ErrorCode::TooManyRequests,
            "every connection of the server is in use; nothing was dispatched",
        )
    };
    let driver = Driver::new(app, Arc::new(limits), tls, counts.clone(), stop.clone());
    let server = Server {
        places,
        driver: Arc::new(driver),
        tasks: TaskTracker::new(),
        turning_away: Arc::new(Semaphore::new(MOST_TURNED_AWAY)),
        no_place: no_place.into(),
        counts: counts.clone(),
    };
    tokio::select! {
        () = stop.cancelled() => {}
        () = server.take_all(&mut source) => {}
    }
    // From here on the system refuses whoever wants to connect.
    drop(source);
    let unfinished = server.finish(patience).await;
    Served {
        numbers: counts.now(),
        unfinished,
    }
}

struct Server {
    places: Arc<Places>,
    driver: Arc<Driver>,
    tasks: TaskTracker,
    turning_away: Arc<Semaphore>,
    no_place: Arc<[u8]>,
    counts: ConnectionCounts,
}

impl Server {
    async fn take_all(&self, source: &mut impl Accept) {
        let (first_pause, longest_pause) = PAUSES;
        let mut pause = first_pause;
        loop {
            match source.accept().await {
                Ok((stream, peer)) => {
                    pause = first_pause;
                    self.take(stream, peer).await;
                }
                // The client was gone before its turn; the next one may be fine.
                Err(error) if is_about_one(&error) => {}
                // Mostly too many open files: an idle connection has one to give back.
                Err(_) => {
                    self.counts.failed();
                    self.places.evict();
                    sleep(pause).await;
                    pause = longest_pause.min(pause * 2);
                }
            }
        }
    }

    async fn take(&self, stream: TcpStream, peer: SocketAddr) {
        let Some(place) = self.places.take().await else {
            self.counts.refused();
            self.refuse(stream);
            return;
        };
        let driver = Arc::clone(&self.driver);
        self.tasks
            .spawn(async move { driver.drive(stream, peer, place).await });
    }

    fn refuse(&self, stream: TcpStream) {
        let answer = Arc::clone(&self.no_place);
        match Arc::clone(&self.turning_away).try_acquire_owned() {
            Ok(permit) => {
                self.tasks.spawn(async move {
                    turn_away(stream, &answer).await;
                    drop(permit);
                });
            }
            // A new socket has room for a short answer, so nothing waits; whether it is read is up to the client.
            Err(_) => {
                let _ = stream
                    .into_std()
                    .and_then(|mut stream| stream.write(&answer));
            }
        }
    }

    /// Waits for the requests under way, then drops the rest and says how many connections those were.
    async fn finish(&self, patience: Duration) -> usize {
        self.tasks.close();
        if timeout(patience, self.tasks.wait()).await.is_ok() {
            return 0;
        }
        let unfinished = self.tasks.len();
        self.driver.end();
        self.tasks.wait().await;
        unfinished
    }
}

/// Whether the connection that was next is to blame, and not the system.
fn is_about_one(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        io::ErrorKind::ConnectionAborted
            | io::ErrorKind::ConnectionReset
            | io::ErrorKind::ConnectionRefused
    )
}
