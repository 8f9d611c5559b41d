//! A proven stream: requests go out, answers come back in whatever order.
//!
//! Two tasks own the halves of the stream, so that a caller who stops waiting never leaves half a frame behind.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use bytes::BytesMut;
use clawperator_adb::{Deadline, DeviceStream};
use clawperator_operator_protocol::{
    Answer, Changed, FRAME_HEAD, FrameHead, From as Side, Launch, Request,
};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _, ReadHalf, WriteHalf};
use tokio::sync::{mpsc, oneshot, watch};
use tokio::task::AbortHandle;
use tracing::debug;

use crate::trouble::Trouble;

/// Frames that wait to be written; the Operator takes no more requests at once.
const WAITING: usize = 32;
/// How long the proof waits for a request that it could go out with.
const PROOF_WAITS: Duration = Duration::from_millis(50);

/// A stream on which both sides have proven who they are. It is closed when this is dropped.
#[derive(Debug)]
pub(crate) struct Stream {
    launch: Launch,
    next_id: AtomicU32,
    frames: mpsc::Sender<Vec<u8>>,
    shared: Arc<Shared>,
    tasks: [AbortHandle; 2],
}

/// A request that was sent.
#[derive(Debug)]
pub(crate) struct Sent {
    pub(crate) id: u32,
    answer: oneshot::Receiver<Answer>,
}

#[derive(Debug)]
struct Shared {
    waiting: Mutex<Waiting>,
    changed: watch::Sender<Option<Changed>>,
    is_lost: AtomicBool,
}

#[derive(Debug, Default)]
struct Waiting {
    answers: HashMap<u32, oneshot::Sender<Answer>>,
    /// Why nothing more comes.
    lost: Option<String>,
}

impl Stream {
    /// Takes a stream over. The driver's proof goes out together with the first request, if that comes soon.
    pub(crate) fn new(stream: DeviceStream, launch: Launch, proof: &[u8]) -> Self {
        let (incoming, outgoing) = tokio::io::split(stream);
        let shared = Arc::new(Shared {
            waiting: Mutex::default(),
            changed: watch::Sender::new(None),
            is_lost: AtomicBool::new(false),
        });
        let (frames, queue) = mpsc::channel(WAITING);
        let reader = tokio::spawn(read(incoming, Arc::clone(&shared)));
        let writer = tokio::spawn(write(outgoing, proof.to_vec(), queue, Arc::clone(&shared)));
        Self {
            launch,
            next_id: AtomicU32::new(1),
            frames,
            shared,
            tasks: [reader.abort_handle(), writer.abort_handle()],
        }
    }

    pub(crate) const fn launch(&self) -> Launch {
        self.launch
    }

    /// Whether nothing more comes from it.
    pub(crate) fn is_lost(&self) -> bool {
        self.shared.is_lost.load(Ordering::Acquire)
    }

    /// Sends a request. An error proves that not a byte of it went out.
    pub(crate) async fn send(
        &self,
        request: &Request,
        deadline: Deadline,
    ) -> Result<Sent, Trouble> {
        let place = within(deadline, self.frames.reserve())
            .await?
            .map_err(|_| self.lost())?;
        let (sender, answer) = oneshot::channel();
        // Ids grow in the order of the frames, so nobody comes between the number and its place in the queue.
        let mut waiting = self.shared.waiting();
        if waiting.lost.is_some() {
            drop(waiting);
            return Err(self.lost());
        }
        let id = self.next_id.fetch_add(1, Ordering::Relaxed);
        waiting.answers.insert(id, sender);
        place.send(request.frame(id));
        drop(waiting);
        Ok(Sent { id, answer })
    }

    /// Waits for the answer of a request.
    pub(crate) async fn answer(
        &self,
        sent: &mut Sent,
        deadline: Deadline,
    ) -> Result<Answer, Trouble> {
        match within(deadline, &mut sent.answer).await? {
            Ok(answer) => Ok(answer),
            Err(_) => Err(self.lost()),
        }
    }

    /// Sends a request and waits for its answer; a refusal is an error.
    pub(crate) async fn ask(
        &self,
        request: &Request,
        deadline: Deadline,
    ) -> Result<Answer, Trouble> {
        let mut sent = self.send(request, deadline).await?;
        match self.answer(&mut sent, deadline).await? {
            Answer::Error(refusal) => Err(Trouble::Refused {
                code: refusal.code,
                message: refusal.message,
            }),
            answer => Ok(answer),
        }
    }

    /// What the Operator tells of changes by itself.
    pub(crate) fn changes(&self) -> watch::Receiver<Option<Changed>> {
        self.shared.changed.subscribe()
    }

    /// Ends it, with everything that was asked on it and has not begun or can be cut short.
    pub(crate) fn close(&self) {
        self.shared.lose("it was closed".to_owned());
        for task in &self.tasks {
            task.abort();
        }
    }

    fn lost(&self) -> Trouble {
        let why = self.shared.waiting().lost.clone();
        Trouble::Lost(why.unwrap_or_else(|| "it was closed".to_owned()))
    }
}

impl Drop for Stream {
    fn drop(&mut self) {
        self.close();
    }
}

impl Shared {
    fn waiting(&self) -> MutexGuard<'_, Waiting> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Ends every wait.
    fn lose(&self, why: String) {
        let was_lost = self.is_lost.swap(true, Ordering::AcqRel);
        if !was_lost {
            debug!(why, "the stream to the Operator ended");
        }
        let mut waiting = self.waiting();
        waiting.lost.get_or_insert(why);
        waiting.answers.clear();
    }
}

/// Something that has until a deadline.
pub(crate) async fn within<T>(
    deadline: Deadline,
    work: impl Future<Output = T>,
) -> Result<T, Trouble> {
    match deadline.remaining() {
        Some(left) => tokio::time::timeout(left, work)
            .await
            .map_err(|_| Trouble::TimedOut),
        None => Ok(work.await),
    }
}

async fn write(
    mut stream: WriteHalf<DeviceStream>,
    proof: Vec<u8>,
    mut queue: mpsc::Receiver<Vec<u8>>,
    shared: Arc<Shared>,
) {
    let mut bytes = proof;
    let mut first = tokio::time::timeout(PROOF_WAITS, queue.recv()).await;
    loop {
        match first {
            Ok(Some(frame)) => bytes.extend_from_slice(&frame),
            Ok(None) => return,
            // Nothing is asked yet, and the Operator does not wait long for the proof.
            Err(_) => {}
        }
        // What waits goes out together.
        while let Ok(frame) = queue.try_recv() {
            bytes.extend_from_slice(&frame);
        }
        if let Err(error) = stream.write_all(&bytes).await {
            return shared.lose(error.to_string());
        }
        bytes.clear();
        first = Ok(queue.recv().await);
    }
}

async fn read(mut stream: ReadHalf<DeviceStream>, shared: Arc<Shared>) {
    let mut buffer = BytesMut::new();
    let why = loop {
        if let Err(why) = dispatch(&mut buffer, &shared) {
            break why;
        }
        match stream.read_buf(&mut buffer).await {
            Ok(0) => break "the Operator closed it".to_owned(),
            Ok(_) => {}
            Err(error) => break error.to_string(),
        }
    };
    shared.lose(why);
}

/// Hands out the whole frames that have come.
fn dispatch(buffer: &mut BytesMut, shared: &Shared) -> Result<(), String> {
    while let Some(head) = buffer.first_chunk::<FRAME_HEAD>() {
        let head = FrameHead::decode(*head, Side::Operator).map_err(|error| error.to_string())?;
        let length = usize::try_from(head.length).unwrap_or(usize::MAX);
        if buffer.len() - FRAME_HEAD < length {
            // Room for what was announced, which is within the limit of its kind.
            buffer.reserve((FRAME_HEAD + length - buffer.len()).min(LARGEST_ROOM));
            break;
        }
        let frame = buffer.split_to(FRAME_HEAD + length);
        let (_, body) = frame.split_at(FRAME_HEAD);
        let answer = Answer::decode(head.kind, body).map_err(|error| error.to_string())?;
        if let Answer::Changed(changed) = answer {
            shared.changed.send_replace(Some(changed));
        } else if let Some(waiting) = shared.waiting().answers.remove(&head.id) {
            // Whoever asked may have stopped waiting.
            let _ = waiting.send(answer);
        }
    }
    Ok(())
}

/// Room is made bit by bit, however much is announced.
const LARGEST_ROOM: usize = 1024 * 1024;
