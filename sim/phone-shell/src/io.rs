//! Streams between commands: bounded, so that a writer waits for its reader.

use std::io;
use std::sync::Arc;

use bytes::{Bytes, BytesMut};
use tokio::sync::{Mutex, mpsc, watch};

use crate::files::OpenFile;

/// How many chunks a stream holds before its writer waits.
const CAPACITY: usize = 8;
/// The largest chunk that is sent at once.
const CHUNK: usize = 32 * 1024;

/// The reader has gone; a program stops writing, as one does on a broken pipe.
///
/// A file that cannot grow closes its stream too; [`Output::failure`] tells the two apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the reader has gone")]
pub struct Closed;

/// Where a command writes. Clones write to the same stream.
#[derive(Debug, Clone)]
pub struct Output(Sink);

#[derive(Debug, Clone)]
enum Sink {
    Stream(Arc<Held>),
    File(OpenFile),
    Nowhere,
}

/// A stream for as long as somebody may write to it.
#[derive(Debug)]
struct Held {
    sender: mpsc::Sender<Bytes>,
    /// Whether its end ends whoever writes to it, as the end of a shell's own stream does.
    hangs_up: bool,
    /// Those who wait for its end let go of it with the last writer.
    writers: watch::Sender<()>,
}

/// Where a command reads from. Clones read from the same stream: what one has read, no other sees.
#[derive(Debug, Clone)]
pub struct Input(Source);

#[derive(Debug, Clone)]
enum Source {
    Stream(Arc<Mutex<Stream>>),
    Zeros,
    Nothing,
}

#[derive(Debug)]
struct Stream {
    /// What has arrived and was not read.
    pending: Bytes,
    receiver: Option<mpsc::Receiver<Bytes>>,
}

/// A stream: what is written to the one end is read at the other.
#[must_use]
pub fn pipe() -> (Output, Input) {
    let (sender, receiver) = mpsc::channel(CAPACITY);
    (Output::stream(sender, false), Input::from(receiver))
}

impl Output {
    /// An output that drops what is written to it.
    #[must_use]
    pub fn nowhere() -> Self {
        Self(Sink::Nowhere)
    }

    /// An output into a file.
    #[must_use]
    pub fn file(file: OpenFile) -> Self {
        Self(Sink::File(file))
    }

    /// Writes all of it, waiting while the stream is full.
    pub async fn write(&self, bytes: impl Into<Bytes> + Send) -> Result<(), Closed> {
        let mut rest: Bytes = bytes.into();
        match &self.0 {
            Sink::Stream(held) => {
                while !rest.is_empty() {
                    let chunk = rest.split_to(rest.len().min(CHUNK));
                    held.sender.send(chunk).await.map_err(|_| Closed)?;
                }
                Ok(())
            }
            Sink::File(file) => {
                // A file never makes its writer wait, so a loop that fills one must let others run.
                tokio::task::coop::consume_budget().await;
                file.write(&rest).map_err(|_| Closed)
            }
            Sink::Nowhere => {
                tokio::task::coop::consume_budget().await;
                Ok(())
            }
        }
    }

    /// Waits until the reader of a shell's own stream has gone. It does not keep the stream open, and never comes where
    /// all writers go first, or for streams between commands.
    pub(crate) fn hung_up(&self) -> impl Future<Output = ()> + Send + use<> {
        let stream = match &self.0 {
            Sink::Stream(held) if held.hangs_up => {
                Some((held.sender.clone(), held.writers.subscribe()))
            }
            Sink::Stream(_) | Sink::File(_) | Sink::Nowhere => None,
        };
        async move {
            if let Some((sender, mut writers)) = stream {
                tokio::select! {
                    () = sender.closed() => return,
                    _ = writers.changed() => {}
                }
            }
            std::future::pending::<()>().await;
        }
    }

    fn stream(sender: mpsc::Sender<Bytes>, hangs_up: bool) -> Self {
        Self(Sink::Stream(Arc::new(Held {
            sender,
            hangs_up,
            writers: watch::Sender::default(),
        })))
    }

    /// The same output if it is a file, whose failures are told.
    pub(crate) fn if_file(&self) -> Option<Self> {
        matches!(self.0, Sink::File(_)).then(|| self.clone())
    }

    /// Why a file did not take what was written to it; `None` for everything else.
    #[must_use]
    pub fn failure(&self) -> Option<io::Error> {
        match &self.0 {
            Sink::File(file) => file.failure(),
            Sink::Stream(_) | Sink::Nowhere => None,
        }
    }
}

impl From<mpsc::Sender<Bytes>> for Output {
    /// An output into a bounded channel; closing the channel is the end of the reader.
    fn from(sender: mpsc::Sender<Bytes>) -> Self {
        Self::stream(sender, true)
    }
}

impl Input {
    /// An input that is at its end.
    #[must_use]
    pub fn nothing() -> Self {
        Self(Source::Nothing)
    }

    /// An input that never ends and is all zeros, as `/dev/zero` is.
    #[must_use]
    pub fn zeros() -> Self {
        Self(Source::Zeros)
    }

    /// The next chunk, or `None` at the end.
    pub async fn read(&mut self) -> Option<Bytes> {
        match &self.0 {
            Source::Stream(stream) => stream.lock().await.next().await,
            Source::Zeros => {
                tokio::task::coop::consume_budget().await;
                Some(Bytes::from_static(&[0; 4096]))
            }
            Source::Nothing => None,
        }
    }

    /// Reads up to and with the delimiter, and leaves what follows it for the next reader.
    ///
    /// At most `limit` bytes are read. The answer is empty at the end of the input.
    pub async fn read_until(&mut self, delimiter: u8, limit: usize) -> Bytes {
        let Source::Stream(stream) = &self.0 else {
            // The end of the input is an empty piece.
            return self.read().await.unwrap_or_default();
        };
        let mut stream = stream.lock().await;
        let mut line = BytesMut::new();
        while line.len() < limit {
            let Some(mut chunk) = stream.next().await else {
                break;
            };
            let found = chunk.iter().position(|byte| *byte == delimiter);
            let length = found
                .map_or(chunk.len(), |index| index + 1)
                .min(limit - line.len());
            line.extend_from_slice(&chunk.split_to(length));
            stream.pending = chunk;
            if found.is_some() {
                break;
            }
        }
        line.freeze()
    }
}

impl Stream {
    async fn next(&mut self) -> Option<Bytes> {
        if !self.pending.is_empty() {
            return Some(std::mem::take(&mut self.pending));
        }
        match &mut self.receiver {
            Some(receiver) => receiver.recv().await,
            None => None,
        }
    }
}

impl From<mpsc::Receiver<Bytes>> for Input {
    /// An input from a bounded channel; closing the channel is the end of the input.
    fn from(receiver: mpsc::Receiver<Bytes>) -> Self {
        Self(Source::Stream(Arc::new(Mutex::new(Stream {
            pending: Bytes::new(),
            receiver: Some(receiver),
        }))))
    }
}

impl From<Bytes> for Input {
    /// An input that holds these bytes and then ends.
    fn from(bytes: Bytes) -> Self {
        Self(Source::Stream(Arc::new(Mutex::new(Stream {
            pending: bytes,
            receiver: None,
        }))))
    }
}
