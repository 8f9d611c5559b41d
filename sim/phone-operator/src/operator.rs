//! One launch of the Operator: what all its streams share.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use clawperator_operator_protocol::{Build, Launch, Secret};
use tokio::sync::watch;
use tokio::task::{AbortHandle, JoinSet};

use crate::greeting::greet;
use crate::hold::Holding;
use crate::outcomes::Outcomes;
use crate::phone::{Did, Listener, OperatorPhone, Stream, accept_driver};
use crate::session;
use crate::trees::Trees;

/// The most streams at once; further ones are closed.
const MOST_STREAMS: usize = 256;
/// The most of them that have proven nothing yet; the oldest makes room for another.
const MOST_GREETING: usize = 64;
/// How long a greeting may take. It is time of the wire, so the phone's clock has no part in it.
const GREETING: Duration = Duration::from_secs(2);

/// One launch of the Operator.
#[derive(Clone)]
#[expect(missing_debug_implementations, reason = "it has a secret")]
pub struct Operator(Arc<Shared>);

/// Why it stopped.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ended {
    /// A driver asked for it.
    Asked,
    /// A driver of another build came, and nobody used it.
    Replaced,
    /// The system that it began with is gone.
    SystemEnded,
    /// It was killed on purpose.
    Killed,
}

pub(crate) struct Shared {
    pub(crate) phone: Arc<dyn OperatorPhone>,
    pub(crate) build: Build,
    pub(crate) launch: Launch,
    pub(crate) secret: Secret,
    /// Acts are done one after another.
    pub(crate) hand: tokio::sync::Mutex<()>,
    holding: Mutex<Holding>,
    outcomes: Mutex<Outcomes>,
    trees: Mutex<Trees>,
    /// Tells when an act is over.
    over: watch::Sender<()>,
    ended: watch::Sender<Option<Ended>>,
    next_stream: AtomicU64,
    /// How many streams have proven themselves.
    proven: AtomicUsize,
}

impl Operator {
    /// A launch with this id and secret, on a phone.
    #[must_use]
    pub fn new(
        phone: Arc<dyn OperatorPhone>,
        build: Build,
        launch: Launch,
        secret: Secret,
    ) -> Self {
        Self(Arc::new(Shared {
            phone,
            build,
            launch,
            secret,
            hand: tokio::sync::Mutex::default(),
            holding: Mutex::default(),
            outcomes: Mutex::default(),
            trees: Mutex::default(),
            over: watch::Sender::default(),
            ended: watch::Sender::default(),
            next_stream: AtomicU64::new(1),
            proven: AtomicUsize::new(0),
        }))
    }

    /// Serves every stream until a driver asks it to stop. Dropping the future closes all streams.
    pub async fn serve(&self, listener: &mut dyn Listener) -> Ended {
        let mut streams = JoinSet::new();
        let mut greeting = Greeting::default();
        let mut ended = self.0.ended.subscribe();
        let mut system_ended = std::pin::pin!(self.0.phone.system_ended());
        loop {
            tokio::select! {
                stream = accept_driver(listener) => {
                    if streams.len() < MOST_STREAMS {
                        let is_decided = greeting.make_room();
                        let served = serve_stream(Arc::clone(&self.0), stream, Arc::clone(&is_decided));
                        greeting.0.push_back((streams.spawn(served), is_decided));
                    }
                }
                Some(_) = streams.join_next() => {}
                () = &mut system_ended => return Ended::SystemEnded,
                ended = ended.wait_for(Option::is_some) => {
                    // The sender is in `self`, and it was waited until there is a reason.
                    return ended.ok().and_then(|ended| *ended).unwrap_or(Ended::Asked);
                }
            }
        }
    }
}

/// The streams that have proven nothing yet, the oldest first. Whoever sets the flag of one first decides about it: the
/// stream that it stays, or whoever needs its place that it ends.
#[derive(Default)]
struct Greeting(VecDeque<(AbortHandle, Arc<AtomicBool>)>);

impl Greeting {
    /// Ends the oldest where there are as many as may be; answers the flag of another.
    fn make_room(&mut self) -> Arc<AtomicBool> {
        self.0.retain(|(task, is_decided)| {
            !task.is_finished() && !is_decided.load(Ordering::Acquire)
        });
        if self.0.len() >= MOST_GREETING
            && let Some((task, is_decided)) = self.0.pop_front()
            && !is_decided.swap(true, Ordering::AcqRel)
        {
            task.abort();
        }
        Arc::default()
    }
}

async fn serve_stream(
    shared: Arc<Shared>,
    mut stream: Box<dyn Stream>,
    is_decided: Arc<AtomicBool>,
) {
    let greeted = tokio::time::timeout(GREETING, greet(&shared, &mut *stream)).await;
    if matches!(greeted, Ok(Ok(true))) && !is_decided.swap(true, Ordering::AcqRel) {
        let number = shared.next_stream.fetch_add(1, Ordering::Relaxed);
        let _proven = Proven::new(&shared, number);
        session::run(&shared, number, stream).await;
    }
}

/// A stream that has proven itself, until it ends.
struct Proven<'a> {
    shared: &'a Shared,
    stream: u64,
}

impl<'a> Proven<'a> {
    fn new(shared: &'a Shared, stream: u64) -> Self {
        shared.proven.fetch_add(1, Ordering::AcqRel);
        Self { shared, stream }
    }
}

impl Drop for Proven<'_> {
    fn drop(&mut self) {
        self.shared.proven.fetch_sub(1, Ordering::AcqRel);
        self.shared.holding().leave(self.stream);
    }
}

impl Shared {
    pub(crate) fn holding(&self) -> MutexGuard<'_, Holding> {
        self.holding.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn outcomes(&self) -> MutexGuard<'_, Outcomes> {
        self.outcomes.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn trees(&self) -> MutexGuard<'_, Trees> {
        self.trees.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// An act came to an end.
    pub(crate) fn finish(&self, act: u64, did: Did) {
        let now = self.phone.now();
        self.outcomes().finish(act, did, now);
        self.over.send_replace(());
    }

    /// Waits until an act is over, if one of this number came.
    pub(crate) async fn wait_for(&self, act: u64) {
        let mut over = self.over.subscribe();
        while self.outcomes().is_under_way(act) {
            // The sender lives as long as `self`, so this cannot fail.
            let _ = over.changed().await;
        }
    }

    /// Ends it, unless a stream that has proven itself is open.
    pub(crate) fn end_if_unused(&self) {
        if self.proven.load(Ordering::Acquire) == 0 {
            self.end(Ended::Replaced);
        }
    }

    pub(crate) fn end(&self, why: Ended) {
        self.ended.send_replace(Some(why));
    }
}
