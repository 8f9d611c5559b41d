//! One stream as its service sees it.
//!
//! Each side may have one write on the way: the next waits for `OKAY`. That bounds what is queued without further
//! accounting, and it shares the connection fairly, because no stream can have two packets in the writer's queue.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use bytes::Bytes;
use tokio::sync::{Semaphore, mpsc};
use tokio_util::sync::CancellationToken;

use crate::packet::{Command, Packet};

/// The two names of a stream.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Ids {
    pub(crate) local: u32,
    pub(crate) remote: u32,
}

impl Ids {
    pub(crate) fn packet(self, command: Command, payload: Bytes) -> Packet {
        Packet {
            command,
            arg0: self.local,
            arg1: self.remote,
            payload,
        }
    }
}

/// The stream is closed, so there is nobody to write to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the stream is closed")]
pub(crate) struct Closed;

/// What the connection and the service share about a stream.
#[derive(Debug)]
pub(crate) struct Shared {
    /// One permit while a write may be sent.
    credit: Semaphore,
    outstanding: AtomicBool,
    closed: CancellationToken,
}

impl Shared {
    /// The peer took the last write. More `OKAY` than writes count for nothing.
    pub(crate) fn acknowledged(&self) {
        if self.outstanding.swap(false, Ordering::AcqRel) {
            self.credit.add_permits(1);
        }
    }

    /// The peer closed the stream.
    pub(crate) fn close(&self) {
        self.closed.cancel();
        self.credit.close();
    }
}

/// How many writes may wait for their service. One would do for a peer that waits for `OKAY`; a real server does not
/// any more when its own client has hung up, and sends what that one had left.
const AHEAD: usize = 32;

/// A stream that is open. Dropping it does not close it; the connection does that when the service ends.
#[derive(Debug)]
pub(crate) struct Stream {
    pub(crate) receiver: StreamReceiver,
    pub(crate) sender: StreamSender,
}

/// How the connection reaches the stream.
#[derive(Debug)]
pub(crate) struct StreamHandle {
    pub(crate) inbound: mpsc::Sender<Bytes>,
    pub(crate) shared: Arc<Shared>,
}

impl Stream {
    /// A stream and the connection's side of it.
    pub(crate) fn new(
        ids: Ids,
        queue: &mpsc::Sender<Packet>,
        max_payload: usize,
        truncate_after: Option<u64>,
    ) -> (Self, StreamHandle) {
        let (inbound, receiver) = mpsc::channel(AHEAD);
        let shared = Arc::new(Shared {
            credit: Semaphore::new(1),
            outstanding: AtomicBool::new(false),
            closed: CancellationToken::new(),
        });
        let stream = Self {
            receiver: StreamReceiver {
                ids,
                inbound: receiver,
                queue: queue.clone(),
                shared: Arc::clone(&shared),
                owes_okay: false,
            },
            sender: StreamSender {
                ids,
                queue: queue.clone(),
                shared: Arc::clone(&shared),
                max_payload,
                left: truncate_after,
            },
        };
        (stream, StreamHandle { inbound, shared })
    }
}

/// What the peer writes.
#[derive(Debug)]
pub(crate) struct StreamReceiver {
    ids: Ids,
    inbound: mpsc::Receiver<Bytes>,
    queue: mpsc::Sender<Packet>,
    shared: Arc<Shared>,
    owes_okay: bool,
}

impl StreamReceiver {
    /// The next write, or `None` when the peer has closed the stream. Dropping the future loses nothing.
    pub(crate) async fn next(&mut self) -> Option<Bytes> {
        if self.owes_okay && !self.shared.closed.is_cancelled() {
            self.queue.send(self.okay()).await.ok()?;
        }
        self.owes_okay = false;
        let data = self.inbound.recv().await?;
        if self.shared.closed.is_cancelled() {
            return Some(data);
        }
        // Acknowledged at once, so that the peer prepares the next write while this one is worked on. When the
        // writer is busy, it is done at the next call: nothing may be awaited between taking data and returning it.
        self.owes_okay = self.queue.try_send(self.okay()).is_err();
        Some(data)
    }

    fn okay(&self) -> Packet {
        self.ids.packet(Command::Okay, Bytes::new())
    }
}

/// Where the service writes.
#[derive(Debug)]
pub(crate) struct StreamSender {
    ids: Ids,
    queue: mpsc::Sender<Packet>,
    shared: Arc<Shared>,
    max_payload: usize,
    left: Option<u64>,
}

impl StreamSender {
    /// The largest payload of one write.
    pub(crate) fn max_payload(&self) -> usize {
        self.max_payload
    }

    /// Waits until a write could be sent, that is, until the last one was taken.
    pub(crate) async fn ready(&self) -> Result<(), Closed> {
        self.shared
            .credit
            .acquire()
            .await
            .map(drop)
            .map_err(|_| Closed)
    }

    /// Writes all of it, in as many packets as it takes.
    pub(crate) async fn send(&mut self, mut bytes: Bytes) -> Result<(), Closed> {
        while !bytes.is_empty() {
            let chunk = bytes.split_to(bytes.len().min(self.max_payload));
            self.send_chunk(chunk).await?;
        }
        Ok(())
    }

    /// Tells the peer that its request for a stream is granted.
    pub(crate) async fn accept(&self) -> Result<(), Closed> {
        self.queue
            .send(self.ids.packet(Command::Okay, Bytes::new()))
            .await
            .map_err(|_| Closed)
    }

    /// Ends when the peer has closed the stream.
    pub(crate) fn closed(&self) -> impl Future<Output = ()> + Send + use<> {
        self.shared.closed.clone().cancelled_owned()
    }

    /// Whether the peer has closed the stream.
    pub(crate) fn is_closed(&self) -> bool {
        self.shared.closed.is_cancelled()
    }

    async fn send_chunk(&mut self, mut chunk: Bytes) -> Result<(), Closed> {
        let truncated = match self.left {
            Some(left) if left <= chunk.len() as u64 => {
                // No more than the chunk's own length.
                chunk.truncate(usize::try_from(left).unwrap_or(usize::MAX));
                true
            }
            Some(_) | None => false,
        };
        let length = chunk.len() as u64;
        if length > 0 {
            // Both places are held before anything changes, so that a dropped future has no effect.
            let credit = self.shared.credit.acquire().await.map_err(|_| Closed)?;
            let place = self.queue.reserve().await.map_err(|_| Closed)?;
            self.shared.outstanding.store(true, Ordering::Release);
            credit.forget();
            place.send(self.ids.packet(Command::Write, chunk));
        }
        self.left = self.left.map(|left| left.saturating_sub(length));
        if truncated { Err(Closed) } else { Ok(()) }
    }
}
