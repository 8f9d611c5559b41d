//! `/events`: what happens in the runs of this server, as it happens.
//!
//! Events have ids, and a reader that comes back with the last one it got is told what came after it, or that there is a
//! gap: the window of events is bounded. A reader that is so slow that it falls out of the window is told so and cut.

use std::collections::VecDeque;
use std::convert::Infallible;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use axum::Extension;
use axum::body::Body;
use axum::extract::rejection::QueryRejection;
use axum::extract::{Query, State};
use axum::response::Response;
use bytes::Bytes;
use clawperator_contract::{ErrorCode, Failure};
use clawperator_host::jobs::{FedEvent, FeedName};
use futures_util::stream;
use http::header::CONTENT_TYPE;
use http::{HeaderMap, HeaderValue};
use schemars::JsonSchema;
use serde::Deserialize;
use tokio::sync::watch;
use tokio::time::Instant;

use super::runs::parsed;
use crate::answer::Refused;
use crate::app::App;
use crate::tokens::{Caller, Scope};

/// How often a reader hears that the stream is alive.
const HEARTBEAT: Duration = Duration::from_secs(15);
/// The most events that are taken from the window at once.
const AT_ONCE: usize = 64;
/// How long events are gathered before they are sent: a step has several within a millisecond, and each that is sent
/// alone wakes every reader.
const GATHERED: Duration = Duration::from_millis(10);

/// The first thing that a reader hears.
const CONNECTED: &str = "event: heartbeat\ndata: {\"code\":\"CONNECTED\",\"message\":\"Clawperator SSE stream active\"}\n\n";
const ALIVE: &str = "event: heartbeat\ndata: {\"code\":\"ALIVE\"}\n\n";
const GAP: &str = "event: clawperator:gap\ndata: {\"code\":\"EVENTS_MISSED\",\"message\":\"events before the next one are no longer kept; see GET /runs\"}\n\n";

/// Which events are sent.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct EventsQuery {
    /// Only events on this phone.
    #[serde(default)]
    device_id: Option<String>,
    /// Only events of this run.
    #[serde(default)]
    run: Option<String>,
}

pub(super) async fn events(
    State(app): State<Arc<App>>,
    Extension(caller): Extension<Caller>,
    headers: HeaderMap,
    query: Result<Query<EventsQuery>, QueryRejection>,
) -> Result<Response, Refused> {
    let query = parsed(query)?;
    let counted = Counted::new(Arc::clone(&app))?;
    let feed = app.jobs.feed();
    let changes = feed.watch();
    let newest = feed.newest();
    let mut waiting = VecDeque::from([Bytes::from_static(CONNECTED.as_bytes())]);
    let place = match last_seen(&headers, &app.boot) {
        None => newest,
        Some(LastSeen::Here(place)) => place,
        Some(LastSeen::Elsewhere) => {
            waiting.push_back(Bytes::from_static(GAP.as_bytes()));
            newest
        }
    };
    let reader = Reader {
        counted,
        caller,
        query,
        changes,
        place,
        waiting,
        next_beat: Instant::now() + HEARTBEAT,
        is_cut: false,
    };
    let body = Body::from_stream(stream::unfold(reader, |mut reader| async {
        let next = reader.next().await?;
        Some((Ok::<Bytes, Infallible>(next), reader))
    }));
    let mut response = Response::new(body);
    let kind = HeaderValue::from_static("text/event-stream");
    response.headers_mut().insert(CONTENT_TYPE, kind);
    Ok(response)
}

/// One reader, counted while it is there.
#[derive(Debug)]
pub(super) struct Counted(Arc<App>);

impl Counted {
    pub(super) fn new(app: Arc<App>) -> Result<Self, Failure> {
        let readers = &app.metrics.readers;
        let counted = readers.fetch_update(Ordering::AcqRel, Ordering::Acquire, |readers| {
            (readers < app.most_readers).then_some(readers + 1)
        });
        match counted {
            Ok(_) => Ok(Self(app)),
            Err(_) => Err(Failure::new(
                ErrorCode::TooManyRequests,
                format!("{} readers follow the events already", app.most_readers),
            )),
        }
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        self.0.metrics.readers.fetch_sub(1, Ordering::AcqRel);
    }
}

#[derive(Debug)]
struct Reader {
    counted: Counted,
    caller: Caller,
    query: EventsQuery,
    changes: watch::Receiver<u64>,
    place: u64,
    waiting: VecDeque<Bytes>,
    /// When it hears that the stream is alive, whatever happens meanwhile.
    next_beat: Instant,
    is_cut: bool,
}

impl Reader {
    /// What is sent next; nothing once the reader is cut.
    async fn next(&mut self) -> Option<Bytes> {
        loop {
            if let Some(next) = self.waiting.pop_front() {
                return Some(next);
            }
            if self.is_cut {
                return None;
            }
            if self.next_beat <= Instant::now() {
                return self.heartbeat();
            }
            self.changes.mark_unchanged();
            self.take();
            if !self.waiting.is_empty() {
                continue;
            }
            let stop = self.counted.0.stop.clone();
            let heard = tokio::time::timeout_at(self.next_beat, self.changes.changed());
            tokio::select! {
                biased;
                heard = heard => match heard {
                    Ok(Ok(())) => tokio::time::sleep(GATHERED).await,
                    Ok(Err(_)) => return None,
                    // It is time for a sign of life.
                    Err(_) => {}
                },
                // What happened last is taken above, so nothing is left to say.
                () = stop.cancelled() => return None,
            }
        }
    }

    /// Says that the stream is alive, if the token still is.
    fn heartbeat(&mut self) -> Option<Bytes> {
        self.next_beat = Instant::now() + HEARTBEAT;
        let alive = Bytes::from_static(ALIVE.as_bytes());
        self.may_read().then_some(alive)
    }

    /// Whether the reader may still read, by what the file of tokens says now.
    fn may_read(&mut self) -> bool {
        let again = self.counted.0.again(&self.caller);
        match again.filter(|caller| caller.require(Scope::Read).is_ok()) {
            Some(caller) => {
                self.caller = caller;
                true
            }
            None => false,
        }
    }

    /// Takes what has happened since the last time.
    fn take(&mut self) {
        let app = Arc::clone(&self.counted.0);
        loop {
            let read = app.jobs.feed().after(self.place, AT_ONCE);
            if read.missed {
                // Whoever is that far behind starts again, knowing that something is missing.
                self.waiting.push_back(Bytes::from_static(GAP.as_bytes()));
                self.is_cut = true;
                return;
            }
            let Some(last) = read.events.last() else {
                return;
            };
            self.place = last.sequence;
            if !self.may_read() {
                self.is_cut = true;
                return;
            }
            let mut written = Vec::new();
            for event in read.events.iter().filter(|event| self.is_meant(event)) {
                write(&mut written, &app.boot, event, self.caller.name());
            }
            if !written.is_empty() {
                self.waiting.push_back(written.into());
                return;
            }
        }
    }

    fn is_meant(&self, event: &FedEvent) -> bool {
        let is_named =
            |wanted: &Option<String>, is: &str| wanted.as_deref().is_none_or(|it| it == is);
        self.caller.may_use(&event.device_id)
            && is_named(&self.query.device_id, &event.device_id)
            && is_named(&self.query.run, &event.run)
    }
}

/// Writes an event as a stream has it. Its data is JSON in one line.
fn write(to: &mut Vec<u8>, boot: &str, event: &FedEvent, caller: &str) {
    let name = match event.name {
        FeedName::Event => "clawperator:event",
        FeedName::Result => "clawperator:result",
    };
    let head = format!("id: {boot}-{}\nevent: {name}\ndata: ", event.sequence);
    for part in [head.as_bytes(), event.data_for(caller), b"\n\n"] {
        to.extend_from_slice(part);
    }
}

/// Where a reader left off.
#[derive(Debug, PartialEq, Eq)]
enum LastSeen {
    /// At this place.
    Here(u64),
    /// At an event of an earlier process, or at none.
    Elsewhere,
}

fn last_seen(headers: &HeaderMap, boot: &str) -> Option<LastSeen> {
    let id = headers.get("last-event-id")?;
    let place = id
        .to_str()
        .ok()
        .and_then(|id| id.strip_prefix(boot)?.strip_prefix('-')?.parse().ok());
    Some(place.map_or(LastSeen::Elsewhere, LastSeen::Here))
}
