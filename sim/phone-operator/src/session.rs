//! One stream behind its greeting: requests in, answers out.

use std::io;
use std::sync::Arc;

use clawperator_operator_protocol::{
    Answer, Clipped, FRAME_HEAD, FrameHead, From, Held, Hold, Look, Picture, Refusal, Request, Told,
};
use futures_util::StreamExt as _;
use futures_util::stream::FuturesUnordered;
use tokio::io::{AsyncRead, AsyncReadExt};
use tokio::sync::{mpsc, watch};

use crate::acts::{Waiting, acts};
use crate::cancel::{Cancelled, Open, Ticket};
use crate::look::{look, look_behind};
use crate::operator::Shared;
use crate::outcomes::acted;
use crate::phone::{Moment, Stream, Trouble};
use crate::write::{Outgoing, write};

/// How many answers wait to be written before no more requests are read.
const ANSWERS: usize = 64;
/// More than can be open.
const QUEUE: usize = 64;

/// Serves a stream to its end. What it asked for and was not done is cancelled then.
pub(crate) async fn run(shared: &Arc<Shared>, number: u64, stream: Box<dyn Stream>) {
    let (reader, writer) = tokio::io::split(stream);
    let open = Open::default();
    let (answers, outgoing) = mpsc::channel(ANSWERS);
    let (queue, waiting) = mpsc::channel(QUEUE);
    let (slow, slowly) = mpsc::channel(QUEUE);
    let (watching, watched) = watch::channel(None);
    let session = Session {
        shared,
        number,
        open: &open,
        answers: answers.clone(),
        queue,
        slow,
        watching,
    };
    tokio::select! {
        // Whatever ends first ends the stream; nobody could be told why.
        _ = session.read(reader) => {}
        _ = write(shared, writer, outgoing, watched) => {}
        () = acts(shared, number, &open, waiting, answers.clone()) => {}
        () = take_time(shared, &open, slowly, answers) => {}
    }
}

/// A request that may take its time, and does not touch the phone.
enum Slow {
    Look(u32, Look, Arc<Ticket>),
    Picture(u32, Picture, Arc<Ticket>),
}

struct Session<'a> {
    shared: &'a Arc<Shared>,
    number: u64,
    open: &'a Open,
    answers: mpsc::Sender<Outgoing>,
    queue: mpsc::Sender<Waiting>,
    slow: mpsc::Sender<Slow>,
    watching: watch::Sender<Option<u64>>,
}

impl Session<'_> {
    /// Reads requests until something comes that no driver sends.
    async fn read(&self, mut reader: impl AsyncRead + Unpin + Send) -> io::Result<()> {
        let mut last = 0;
        loop {
            let mut head = [0; FRAME_HEAD];
            reader.read_exact(&mut head).await?;
            let head = FrameHead::decode(head, From::Driver).map_err(io::Error::other)?;
            if head.id <= last {
                return Err(io::ErrorKind::InvalidData.into());
            }
            last = head.id;
            let length = usize::try_from(head.length).map_err(io::Error::other)?;
            let mut body = vec![0; length];
            reader.read_exact(&mut body).await?;
            let request = Request::decode(head.kind, &body).map_err(io::Error::other)?;
            if self.shared.phone.trouble(Moment::Request) == Some(Trouble::Silence) {
                // The stream is as good as cut, and nobody is told.
                return std::future::pending().await;
            }
            self.request(head.id, request).await;
        }
    }

    async fn request(&self, id: u32, request: Request) {
        let now = self.shared.phone.now();
        self.shared.holding().heard(self.number, now);
        match request {
            Request::State => {
                let state = self.shared.phone.state().await;
                self.answer(id, Answer::Stated(state)).await;
            }
            Request::Look(wanted) if wanted.rest_ms == 0 && wanted.after == 0 => {
                self.answer(id, look(self.shared, wanted)).await;
            }
            Request::Look(wanted) => {
                if let Some(ticket) = self.opened(id, None).await {
                    // There is room for more than can be open.
                    let _ = self.slow.send(Slow::Look(id, wanted, ticket)).await;
                }
            }
            Request::Picture(wanted) => {
                if let Some(ticket) = self.opened(id, None).await {
                    let _ = self.slow.send(Slow::Picture(id, wanted, ticket)).await;
                }
            }
            Request::Act {
                act,
                time_ms,
                holder,
                what,
            } => {
                let known = self.known(act, holder);
                if let Some(answer) = known {
                    return self.answer(id, answer).await;
                }
                if let Some(ticket) = self.opened(id, Some(act)).await {
                    // It waits as one that is known; if it is dropped, it was not begun.
                    let now = self.shared.phone.now();
                    let entered = self.shared.outcomes().enter(act, now);
                    if let Err(before) = entered {
                        self.open.close(id);
                        return self.answer(id, Answer::Acted(before)).await;
                    }
                    let waiting = Waiting::new(self.shared, ticket, id, act, time_ms, what);
                    let _ = self.queue.send(waiting).await;
                }
            }
            Request::Outcome(act) => {
                let known = self.shared.outcomes().of(act, now);
                self.answer(id, Answer::Acted(known)).await;
            }
            Request::Listen(wanted) => {
                let answer = match self.shared.phone.heard(wanted) {
                    Ok(heard) => Answer::Heard(heard),
                    Err(refusal) => Answer::Error(refusal),
                };
                self.answer(id, answer).await;
            }
            Request::About => {
                let held = self.shared.holding().told(self.number, now);
                let told = Told {
                    user: self.shared.phone.user(),
                    automation: self.shared.phone.is_connected(),
                    lease_ms: held.lease_ms,
                    holder: held.name,
                };
                self.answer(id, Answer::Told(told)).await;
            }
            Request::Clip => {
                let text = self.shared.phone.clip();
                let clipped = Clipped {
                    text,
                    has_other: false,
                };
                self.answer(id, Answer::Clipped(clipped)).await;
            }
            Request::Record(_)
            | Request::StopRecording(_)
            | Request::Recordings
            | Request::Fetch(_) => {
                let answer = self.shared.phone.recording(&request);
                self.answer(id, answer).await;
            }
            Request::Cancel(other) => self.cancel(id, other).await,
            Request::Watch(number) => self.watch(id, number).await,
            Request::Hold(wanted) => {
                let held = self.hold(wanted);
                self.answer(id, Answer::Held(held)).await;
            }
            Request::Leave => {
                let held = self.leave();
                self.answer(id, Answer::Held(held)).await;
            }
            Request::End => self.end(id).await,
        }
    }

    fn hold(&self, hold: Hold) -> Held {
        let now = self.shared.phone.now();
        let mut holding = self.shared.holding();
        holding.hold(self.number, hold.name, hold.take, now);
        holding.told(self.number, now)
    }

    fn leave(&self) -> Held {
        let now = self.shared.phone.now();
        let mut holding = self.shared.holding();
        holding.leave(self.number);
        if !holding.is_held_by_another(self.number, now) {
            self.shared.phone.let_go();
        }
        holding.told(self.number, now)
    }

    /// The answer to an act that is not done now: because it was before, or because this stream does not hold the phone.
    fn known(&self, act: u64, holder: Option<String>) -> Option<Answer> {
        let now = self.shared.phone.now();
        if let Some(before) = self.shared.outcomes().before(act, now) {
            return Some(Answer::Acted(before));
        }
        let mut holding = self.shared.holding();
        if let Some(name) = holder {
            holding.hold(self.number, name, false, now);
        }
        let is_ours = holding.is_held_by(self.number, now);
        (!is_ours).then(|| refusal("NOT_HELD", "this stream does not hold the phone"))
    }

    async fn cancel(&self, id: u32, other: u32) {
        let in_time = match self.open.cancel(other) {
            Cancelled::BeforeItBegan(act) => {
                self.open.close(other);
                let answer = match act {
                    Some(act) => {
                        let did = Waiting::not_begun();
                        self.shared.finish(act, did.clone());
                        Answer::Acted(acted(act, did))
                    }
                    None => cancelled(),
                };
                self.answer(other, answer).await;
                true
            }
            Cancelled::UnderWay { is_act } => !is_act,
            Cancelled::TooLate => false,
        };
        self.answer(id, Answer::Cancelled(in_time)).await;
    }

    async fn watch(&self, id: u32, number: u64) {
        let events = self.shared.phone.events();
        let seen = match number {
            0 => events,
            number => {
                let known = self.shared.trees().events_of(number);
                // Of a tree that is not known any more, the screen may show something else already.
                known.unwrap_or(events.wrapping_sub(1))
            }
        };
        self.answer(id, Answer::Watched).await;
        self.watching.send_replace(Some(seen));
    }

    async fn end(&self, id: u32) {
        let now = self.shared.phone.now();
        let held = {
            let mut holding = self.shared.holding();
            if holding.is_held_by_another(self.number, now) {
                None
            } else {
                Some(holding.told(self.number, now))
            }
        };
        if let Some(held) = held {
            let outgoing = Outgoing {
                id,
                answer: Answer::Held(held),
                ends: true,
            };
            let _ = self.answers.send(outgoing).await;
        } else {
            let answer = refusal("NOT_HELD", "another stream holds the phone");
            self.answer(id, answer).await;
        }
    }

    /// Room for a request that is not answered at once.
    async fn opened(&self, id: u32, act: Option<u64>) -> Option<Arc<Ticket>> {
        let ticket = self.open.add(id, act);
        if ticket.is_none() {
            let answer = refusal("BUSY", "32 requests of this stream are open");
            self.answer(id, answer).await;
        }
        ticket
    }

    async fn answer(&self, id: u32, answer: Answer) {
        let outgoing = Outgoing {
            id,
            answer,
            ends: false,
        };
        // The writer ends only with the session.
        let _ = self.answers.send(outgoing).await;
    }
}

/// Does what takes its time, all at once.
async fn take_time(
    shared: &Arc<Shared>,
    open: &Open,
    mut requests: mpsc::Receiver<Slow>,
    answers: mpsc::Sender<Outgoing>,
) {
    let mut under_way = FuturesUnordered::new();
    loop {
        tokio::select! {
            request = requests.recv() => match request {
                Some(request) => under_way.push(slow(shared, request)),
                None => return,
            },
            Some(done) = under_way.next(), if !under_way.is_empty() => {
                let Some((id, answer)) = done else { continue };
                open.close(id);
                let outgoing = Outgoing { id, answer, ends: false };
                if answers.send(outgoing).await.is_err() {
                    return;
                }
            }
        }
    }
}

/// One that was cancelled before it began has been answered.
async fn slow(shared: &Arc<Shared>, request: Slow) -> Option<(u32, Answer)> {
    let (Slow::Look(id, _, ticket) | Slow::Picture(id, _, ticket)) = &request;
    let (id, ticket) = (*id, Arc::clone(ticket));
    if !ticket.begin() {
        return None;
    }
    let work = async {
        match request {
            Slow::Look(_, wanted, _) => look_behind(shared, wanted).await,
            Slow::Picture(_, wanted, _) => match shared.phone.picture(wanted).await {
                Ok(pictured) => Answer::Pictured(pictured),
                Err(refusal) => Answer::Error(refusal),
            },
        }
    };
    tokio::select! {
        answer = work => Some((id, answer)),
        () = ticket.cancelled() => Some((id, cancelled())),
    }
}

fn cancelled() -> Answer {
    refusal("CANCELLED", "it was cancelled")
}

fn refusal(code: &str, message: &str) -> Answer {
    Answer::Error(Refusal {
        code: code.to_owned(),
        message: message.to_owned(),
    })
}
