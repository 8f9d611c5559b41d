//! A server with routes that tests can steer, and a client that sends any bytes.

use std::convert::Infallible;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::{Extension, Request};
use axum::routing::{any, get};
use futures_util::stream::unfold;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Notify;
use tokio::task::JoinHandle;
use tokio::time::timeout;
use tokio_util::sync::CancellationToken;

use crate::connections::serve::Served;
use crate::connections::{ConnectionCounts, ConnectionLimits, serve};

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
    pub(super) async fn start(limits: ConnectionLimits) -> Self {
        Self::with_patience(limits, FAILS_AFTER).await
    }

    pub(super) async fn with_patience(limits: ConnectionLimits, patience: Duration) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let counts = ConnectionCounts::default();
        let signals = Arc::<Signals>::default();
        let stop = CancellationToken::new();
        let served = tokio::spawn(serve(
            listener,
            routes(&signals),
            limits,
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
pub(super) struct Client(pub(super) TcpStream);

impl Client {
    /// Sends what can be sent: the server may close meanwhile.
    pub(super) async fn send(&mut self, bytes: impl AsRef<[u8]>) {
        let _ = self.0.write_all(bytes.as_ref()).await;
    }

    /// Everything until the server closes.
    pub(super) async fn rest(&mut self) -> String {
        let mut bytes = Vec::new();
        let read = timeout(FAILS_AFTER, self.0.read_to_end(&mut bytes)).await;
        // A reset ends a connection too.
        let _ = read.expect("the server keeps the connection open");
        String::from_utf8(bytes).unwrap()
    }

    /// One answer with a known length: its status and body.
    pub(super) async fn answer(&mut self) -> (u16, String) {
        let mut head = Vec::new();
        while !head.ends_with(b"\r\n\r\n") {
            head.push(self.byte().await);
        }
        let head = String::from_utf8(head).unwrap().to_ascii_lowercase();
        let (_, length) = head.split_once("content-length: ").expect(&head);
        let length = length.lines().next().unwrap().parse().unwrap();
        let mut body = vec![0; length];
        let read = timeout(FAILS_AFTER, self.0.read_exact(&mut body)).await;
        read.unwrap().unwrap();
        (status(&head), String::from_utf8(body).unwrap())
    }

    async fn byte(&mut self) -> u8 {
        let byte = timeout(FAILS_AFTER, self.0.read_u8()).await;
        byte.expect("no answer").expect("closed without an answer")
    }
}

/// The status of an answer that begins here.
pub(super) fn status(answer: &str) -> u16 {
    answer[9..12].parse().unwrap()
}

/// Waits for a signal.
pub(super) async fn seen(signal: &Notify) {
    timeout(FAILS_AFTER, signal.notified()).await.unwrap();
}

/// Waits until a figure is what it should be.
pub(super) async fn until(is_so: impl Fn() -> bool) {
    let waits = async {
        while !is_so() {
            tokio::task::yield_now().await;
        }
    };
    timeout(FAILS_AFTER, waits).await.unwrap();
}
