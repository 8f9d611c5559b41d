//! A server with routes that tests can steer, and a client that sends any bytes.

use std::convert::Infallible;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::{Extension, Request};
use axum::routing::{any, get};
use futures_util::stream::unfold;
use tokio::io::{AsyncRead, AsyncReadExt as _, AsyncWrite, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{Notify, oneshot};
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;

use crate::connections::serve::Served;
use crate::connections::{ConnectionCounts, ServeTerms, serve};

/// Longer than anything that works takes.
pub(super) const FAILS_AFTER: Duration = Duration::from_secs(30);
/// A request that is answered at once.
pub(super) const HELLO: &str = "GET /hello HTTP/1.1\r\nHost: a\r\n\r\n";

/// What handlers tell tests, and tests handlers.
#[derive(Debug, Default)]
pub(super) struct Signals {
    /// A handler that waits has begun.
    pub(super) began: Notify,
    /// A handler that waits was dropped or has ended.
    pub(super) dropped: Notify,
    /// Lets one handler that waits answer.
    pub(super) answer: Notify,
}

/// A server under test.
pub(super) struct Rig {
    pub(super) address: SocketAddr,
    pub(super) counts: ConnectionCounts,
    pub(super) signals: Arc<Signals>,
    pub(super) stop: CancellationToken,
    pub(super) served: JoinHandle<Served>,
}

impl Rig {
    pub(super) async fn start(terms: impl Into<ServeTerms>) -> Self {
        Self::with_patience(terms, FAILS_AFTER).await
    }

    pub(super) async fn with_patience(terms: impl Into<ServeTerms>, patience: Duration) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let counts = ConnectionCounts::default();
        let signals = Arc::<Signals>::default();
        let stop = CancellationToken::new();
        let served = tokio::spawn(serve(
            listener,
            routes(&signals),
            terms.into(),
            counts.clone(),
            stop.clone(),
            patience,
        ));
        Self {
            address,
            counts,
            signals,
            stop,
            served,
        }
    }

    pub(super) async fn connect(&self) -> Client {
        Client(TcpStream::connect(self.address).await.unwrap())
    }
}

struct SaysDropped(Arc<Signals>);

impl Drop for SaysDropped {
    fn drop(&mut self) {
        self.0.dropped.notify_one();
    }
}

pub(super) fn routes(signals: &Arc<Signals>) -> Router {
    let waiting = Arc::clone(signals);
    let holding = Arc::clone(signals);
    let streaming = Arc::clone(signals);
    Router::new()
        .route("/hello", any(|| async { "hello" }))
        .route(
            "/peer",
            get(|Extension(peer): Extension<SocketAddr>| async move { peer.to_string() }),
        )
        // Its body is read.
        .route("/echo", any(|body: String| async move { body }))
        // More than the buffers of any socket, for who does not read it.
        .route("/much", get(|| async { vec![b'x'; 32 * 1024 * 1024] }))
        .route(
            "/wait",
            any(move |body: String| async move {
                let _says = SaysDropped(Arc::clone(&waiting));
                waiting.began.notify_one();
                waiting.answer.notified().await;
                body
            }),
        )
        // An answer that never ends.
        .route(
            "/stream",
            get(move || async move {
                let says = SaysDropped(Arc::clone(&streaming));
                Body::from_stream(unfold(says, |says| async move {
                    says.0.began.notify_one();
                    says.0.answer.notified().await;
                    Some((Ok::<_, Infallible>("more"), says))
                }))
            }),
        )
        // Its body is held, and not read.
        .route(
            "/hold",
            any(move |request: Request| async move {
                let _says = SaysDropped(Arc::clone(&holding));
                holding.began.notify_one();
                holding.answer.notified().await;
                request.uri().to_string()
            }),
        )
}

/// A raw client.
pub(super) struct Client<S = TcpStream>(pub(super) S);

impl<S: AsyncRead + AsyncWrite + Unpin> Client<S> {
    /// Sends what can be sent: the server may close meanwhile.
    pub(super) async fn send(&mut self, bytes: impl AsRef<[u8]>) {
        let _ = self.0.write_all(bytes.as_ref()).await;
    }

    /// Everything until the server closes.
    pub(super) async fn rest(&mut self) -> String {
        let mut bytes = Vec::new();
        // A reset ends a connection too.
        let _ = in_time(self.0.read_to_end(&mut bytes)).await;
        String::from_utf8(bytes).unwrap()
    }

    /// One answer with a known length: its status and body.
    pub(super) async fn answer(&mut self) -> (u16, String) {
        let mut head = Vec::new();
        in_time(async {
            while !head.ends_with(b"\r\n\r\n") {
                head.push(self.byte().await);
            }
        })
        .await;
        let head = String::from_utf8(head).unwrap().to_ascii_lowercase();
        let (_, length) = head.split_once("content-length: ").expect(&head);
        let length = length.lines().next().unwrap().parse().unwrap();
        let mut body = vec![0; length];
        in_time(self.0.read_exact(&mut body)).await.unwrap();
        (status(&head), String::from_utf8(body).unwrap())
    }

    async fn byte(&mut self) -> u8 {
        let byte = self.0.read_u8().await;
        byte.expect("closed without an answer")
    }
}

/// Fails when something takes too long by the clock on the wall. The one of these tests stands still and jumps to its
/// next deadline whenever the system is slow to deliver a byte, so that must not be one of the test's own.
pub(super) async fn in_time<T>(work: impl Future<Output = T>) -> T {
    let (late, is_late) = oneshot::channel();
    let (done, is_done) = mpsc::channel::<()>();
    thread::spawn(move || {
        if is_done.recv_timeout(FAILS_AFTER) == Err(RecvTimeoutError::Timeout) {
            let _ = late.send(());
        }
    });
    tokio::select! {
        worked = work => {
            drop(done);
            worked
        }
        Ok(()) = is_late => panic!("it takes too long"),
    }
}

/// The status of an answer that begins here.
pub(super) fn status(answer: &str) -> u16 {
    answer[9..12].parse().unwrap()
}

/// Waits for a signal.
pub(super) async fn seen(signal: &Notify) {
    in_time(signal.notified()).await;
}

/// Waits until a figure is what it should be.
pub(super) async fn until(is_so: impl Fn() -> bool) {
    let waits = async {
        while !is_so() {
            tokio::task::yield_now().await;
        }
    };
    in_time(waits).await;
}
