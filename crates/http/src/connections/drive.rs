//! One connection, from its place to its end.

use std::future::{Future, poll_fn};
use std::net::SocketAddr;
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::task::Poll;

use axum::Router;
use clawperator_contract::ErrorCode;
use hyper::server::conn::http1::{Builder, Connection};
use hyper_util::rt::TokioIo;
use rustls::ServerConfig;
use tokio::net::TcpStream;
use tokio::time::{Instant, sleep_until, timeout_at};
use tokio_util::sync::CancellationToken;

use super::answer::last_answer;
use super::channel::{Channel, NotEncrypted};
use super::counts::ConnectionCounts;
use super::limits::ConnectionLimits;
use super::places::Place;
use super::progress::{Late, Progress};
use super::requests::Requests;
use super::wire::{Wire, gone, turn_away};

/// The smallest buffer that the parser takes.
const LEAST_BUFFER: usize = 8 * 1024;

/// What all connections of a server share.
#[derive(Debug)]
pub(super) struct Driver {
    parser: Builder,
    app: Router,
    limits: Arc<ConnectionLimits>,
    /// How connections are encrypted, if they are.
    tls: Option<Arc<ServerConfig>>,
    counts: ConnectionCounts,
    /// No new requests.
    stop: CancellationToken,
    /// No requests at all.
    end: CancellationToken,
}

/// Why a connection is over.
#[derive(Debug)]
enum Over {
    /// All requests on it are answered, or the parser refused one.
    Served,
    /// Somebody else decided: the client closed it, it made room, or the server's patience is over.
    Dropped,
    /// The client was too slow.
    Late(Late),
}

/// Gives the place up however the connection ends.
struct Leaves(Arc<Progress>);

impl Drop for Leaves {
    fn drop(&mut self) {
        self.0.leave();
    }
}

impl Driver {
    pub(super) fn new(
        app: Router,
        limits: Arc<ConnectionLimits>,
        tls: Option<Arc<ServerConfig>>,
        counts: ConnectionCounts,
        stop: CancellationToken,
    ) -> Self {
        let mut parser = Builder::new();
        parser
            .half_close(false)
            .max_header_size(limits.header_bytes)
            .max_buf_size(limits.header_bytes.max(LEAST_BUFFER))
            // Its own limit begins with whatever wakes the connection first after an answer. `Progress` knows when a
            // header begins, and how long silence between two requests may last.
            .header_read_timeout(None);
        Self {
            parser,
            app,
            limits,
            tls,
            counts,
            stop,
            end: CancellationToken::new(),
        }
    }

    /// Drops every request that is still handled.
    pub(super) fn end(&self) {
        self.end.cancel();
    }

    /// Serves one connection.
    pub(super) async fn drive(&self, stream: TcpStream, peer: SocketAddr, place: Place) {
        let evicted = place.evicted();
        let progress = Progress::new(place, Arc::clone(&self.limits));
        let _leaves = Leaves(Arc::clone(&progress));
        // Without it answers are late, not wrong.
        let _ = stream.set_nodelay(true);
        let Some(channel) = self.channel(stream, &progress, &evicted).await else {
            return;
        };
        let wire = Wire::new(channel, Arc::clone(&progress));
        let reads = wire.reads();
        let requests = Requests::new(self.app.clone(), peer, Arc::clone(&progress));
        let mut connection = self.parser.serve_connection(TokioIo::new(wire), requests);

        let cut = self.cut(&evicted);
        let over = self.until_over(&mut connection, &progress, cut, gone(&reads));
        let over = over.await;
        // Drops the handler, if there is one.
        let wire = connection.into_parts().io.into_inner();
        let last_words = match over {
            Over::Dropped => return,
            Over::Served => None,
            Over::Late(late) => {
                self.counts.late();
                if late != Late::Request {
                    return;
                }
                let message = "the request did not arrive in time; nothing was dispatched";
                Some(last_answer(ErrorCode::RequestTimeout, message))
            }
        };
        progress.rest();
        tokio::select! {
            () = self.cut(&evicted) => {}
            () = wire.close(last_words.as_deref()) => {}
        }
    }

    /// What the client is heard by. It has the time of a header to agree on it; and no request is lost with one that
    /// does not.
    async fn channel(
        &self,
        stream: TcpStream,
        progress: &Progress,
        evicted: &CancellationToken,
    ) -> Option<Channel> {
        let Some(tls) = &self.tls else {
            return Some(Channel::plain(stream));
        };
        let until = progress
            .limit()
            .map_or_else(Instant::now, |(until, _)| until);
        let agreed = async {
            match Channel::encrypted(stream, tls).await {
                Ok(channel) => Some(channel),
                Err(NotEncrypted::Plain(stream)) => {
                    let message = "this server answers encrypted requests only: use https:// instead of http://";
                    let answer = last_answer(ErrorCode::HostNotAllowed, message);
                    turn_away(stream, &answer).await;
                    None
                }
                Err(NotEncrypted::Failed) => None,
            }
        };
        tokio::select! {
            () = self.cut(evicted) => None,
            () = self.stop.cancelled() => None,
            agreed = timeout_at(until, agreed) => agreed.unwrap_or_else(|_| {
                self.counts.late();
                None
            }),
        }
    }

    /// Ends when the connection must end, whatever it is doing.
    async fn cut(&self, evicted: &CancellationToken) {
        tokio::select! {
            () = evicted.cancelled() => {}
            () = self.end.cancelled() => {}
        }
    }

    async fn until_over(
        &self,
        connection: &mut Connection<TokioIo<Wire>, Requests>,
        progress: &Progress,
        cut: impl Future<Output = ()>,
        gone: impl Future<Output = ()>,
    ) -> Over {
        let mut cut = pin!(cut);
        let mut gone = pin!(gone);
        let mut stops = pin!(self.stop.cancelled());
        let mut is_stopping = false;
        let mut timer = pin!(sleep_until(Instant::now()));
        poll_fn(|context| {
            if cut.as_mut().poll(context).is_ready() {
                return Poll::Ready(Over::Dropped);
            }
            if !is_stopping && stops.as_mut().poll(context).is_ready() {
                if progress.is_waiting() {
                    return Poll::Ready(Over::Dropped);
                }
                // It ends with the answer that it owes.
                is_stopping = true;
                Pin::new(&mut *connection).graceful_shutdown();
            }
            if Pin::new(&mut *connection).poll(context).is_ready() {
                return Poll::Ready(Over::Served);
            }
            // Everything that `progress` hears of happens while the connection is polled, so it is up to date here.
            progress.settle();
            if progress.is_handling() && gone.as_mut().poll(context).is_ready() {
                return Poll::Ready(Over::Dropped);
            }
            if let Some((until, late)) = progress.limit() {
                if timer.deadline() != until {
                    timer.as_mut().reset(until);
                }
                if timer.as_mut().poll(context).is_ready() {
                    return Poll::Ready(Over::Late(late));
                }
            }
            Poll::Pending
        })
        .await
    }
}
