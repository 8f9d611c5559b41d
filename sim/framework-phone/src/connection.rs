//! One connection to the JVM: requests go out as lines, answers come back in any order.

use std::collections::HashMap;
use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use serde::Serialize;
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::TcpStream;
use tokio::net::tcp::{OwnedReadHalf, OwnedWriteHalf};
use tokio::sync::{mpsc, oneshot};
use tokio::task::JoinHandle;

use crate::wire::{AnswerLine, Followed, Request};

/// The longest line of an answer.
const MAX_LINE: u64 = 16 * 1024 * 1024;
/// The most bytes behind a line: a picture of 4096 by 4096.
const MAX_BYTES: usize = 64 * 1024 * 1024;
/// How many requests may wait to be written.
const QUEUE: usize = 64;

/// What a request came to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Answer {
    /// What the JVM says, as JSON, and the bytes behind it.
    Done { body: String, bytes: Vec<u8> },
    /// The JVM would or could not.
    Refused(String),
}

/// Why there is no answer.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(crate) enum Lost {
    #[error("the connection is gone")]
    Gone,
    #[error("no answer within {0:?}")]
    Late(Duration),
}

/// A connection. What waits on it hears when it is gone.
#[derive(Debug)]
pub(crate) struct Connection {
    next: AtomicU64,
    lines: mpsc::Sender<Vec<u8>>,
    waiting: Arc<Waiting>,
    tasks: [JoinHandle<()>; 2],
}

/// Who waits for which answer; nothing any more once the connection is gone.
#[derive(Debug, Default)]
struct Waiting(Mutex<Option<HashMap<u64, oneshot::Sender<Answer>>>>);

#[derive(Serialize)]
struct Numbered<'a> {
    id: u64,
    #[serde(flatten)]
    request: &'a Request<'a>,
}

impl Connection {
    /// Connects and says the token.
    pub(crate) async fn open(port: u16, token: &str) -> io::Result<Self> {
        let address = SocketAddr::from((Ipv4Addr::LOCALHOST, port));
        let stream = TcpStream::connect(address).await?;
        stream.set_nodelay(true)?;
        let (reader, writer) = stream.into_split();
        let (lines, queue) = mpsc::channel(QUEUE);
        let waiting = Arc::new(Waiting(Mutex::new(Some(HashMap::new()))));
        let first = format!("{token}\n").into_bytes();
        let sends = write(writer, first, queue);
        let reads = {
            let waiting = Arc::clone(&waiting);
            async move {
                // Whatever ended it, the connection cannot be used any more.
                let _ = read(reader, &waiting).await;
                waiting.close();
            }
        };
        Ok(Self {
            next: AtomicU64::new(1),
            lines,
            waiting,
            tasks: [tokio::spawn(sends), tokio::spawn(reads)],
        })
    }

    /// Asks for something.
    pub(crate) async fn ask(
        &self,
        request: &Request<'_>,
        within: Duration,
    ) -> Result<Answer, Lost> {
        match tokio::time::timeout(within, self.exchange(request)).await {
            Ok(answer) => answer,
            Err(_) => Err(Lost::Late(within)),
        }
    }

    async fn exchange(&self, request: &Request<'_>) -> Result<Answer, Lost> {
        let id = self.next.fetch_add(1, Ordering::Relaxed);
        let mut line = serde_json::to_vec(&Numbered { id, request }).map_err(|_| Lost::Gone)?;
        line.push(b'\n');
        let (sender, answer) = oneshot::channel();
        self.waiting.insert(id, sender)?;
        let _forget = Forget {
            waiting: &self.waiting,
            id,
        };
        // A line is handed over as a whole, so that whoever stops waiting leaves no half of one behind.
        self.lines.send(line).await.map_err(|_| Lost::Gone)?;
        answer.await.map_err(|_| Lost::Gone)
    }
}

impl Drop for Connection {
    fn drop(&mut self) {
        for task in &self.tasks {
            task.abort();
        }
    }
}

/// Whoever stops waiting is forgotten.
struct Forget<'a> {
    waiting: &'a Waiting,
    id: u64,
}

impl Drop for Forget<'_> {
    fn drop(&mut self) {
        self.waiting.take(self.id);
    }
}

impl Waiting {
    fn insert(&self, id: u64, sender: oneshot::Sender<Answer>) -> Result<(), Lost> {
        let mut table = self.table();
        table.as_mut().ok_or(Lost::Gone)?.insert(id, sender);
        Ok(())
    }

    fn take(&self, id: u64) -> Option<oneshot::Sender<Answer>> {
        self.table().as_mut()?.remove(&id)
    }

    fn close(&self) {
        self.table().take();
    }

    fn table(&self) -> MutexGuard<'_, Option<HashMap<u64, oneshot::Sender<Answer>>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

async fn write(mut writer: OwnedWriteHalf, first: Vec<u8>, mut queue: mpsc::Receiver<Vec<u8>>) {
    let mut line = Some(first);
    while let Some(bytes) = line {
        if writer.write_all(&bytes).await.is_err() {
            return;
        }
        line = queue.recv().await;
    }
}

async fn read(reader: OwnedReadHalf, waiting: &Waiting) -> io::Result<()> {
    let mut reader = BufReader::new(reader);
    loop {
        let mut line = Vec::new();
        (&mut reader)
            .take(MAX_LINE)
            .read_until(b'\n', &mut line)
            .await?;
        if line.last() != Some(&b'\n') {
            // The end of the stream, or a line without end.
            return Ok(());
        }
        let answer: AnswerLine<'_> = serde_json::from_slice(&line)?;
        let id = answer.id;
        let answer = match (answer.ok, answer.refused) {
            (Some(body), None) => {
                let followed: Followed = serde_json::from_str(body.get())?;
                if followed.bytes > MAX_BYTES {
                    return Err(io::ErrorKind::InvalidData.into());
                }
                let mut bytes = vec![0; followed.bytes];
                reader.read_exact(&mut bytes).await?;
                Answer::Done {
                    body: body.get().to_owned(),
                    bytes,
                }
            }
            (None, Some(why)) => Answer::Refused(why),
            (Some(_), Some(_)) | (None, None) => return Err(io::ErrorKind::InvalidData.into()),
        };
        if let Some(sender) = waiting.take(id) {
            // Who has left meanwhile needs no answer.
            let _ = sender.send(answer);
        }
    }
}
