//! The subscriber: spans and events become indented lines with their times.
//!
//! A span in which nothing is logged is one line, written when it ends. Any other has a line where it begins and one
//! where it ends, and what happens in it stands between them, indented.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use clawperator_host::Sources;
use tokio::sync::mpsc::UnboundedSender;
use tracing::level_filters::LevelFilter;
use tracing::span::{Attributes, Id, Record};
use tracing::{Event, Level, Metadata, Subscriber};

use super::fields::Fields;

/// Whose spans and events are shown: this workspace keeps typed texts out of its own, and of no others.
const OURS: &str = "clawperator_";

/// Makes lines of what is logged.
pub(super) struct Log {
    sources: Arc<dyn Sources>,
    lines: UnboundedSender<String>,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    last: u64,
    spans: BTreeMap<u64, Open>,
    /// The spans that are being worked in, the innermost last.
    entered: Vec<u64>,
}

/// A span that has not ended.
#[derive(Debug)]
struct Open {
    name: &'static str,
    /// What was recorded and not shown yet.
    fields: Fields,
    began: Duration,
    depth: usize,
    parent: Option<u64>,
    handles: usize,
    /// Whether the line is written with which it begins.
    is_shown: bool,
}

impl Log {
    pub(super) fn new(sources: Arc<dyn Sources>, lines: UnboundedSender<String>) -> Self {
        Self {
            sources,
            lines,
            state: Mutex::default(),
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Shows where the spans began that are around something, as far as they are not shown.
    fn show(&self, state: &mut State, innermost: Option<u64>) {
        let mut hidden = Vec::new();
        let mut next = innermost;
        while let Some(id) = next {
            let open = state.spans.get(&id).filter(|open| !open.is_shown);
            next = open.and_then(|open| open.parent);
            hidden.extend(open.map(|_| id));
        }
        for id in hidden.into_iter().rev() {
            if let Some(open) = state.spans.get_mut(&id) {
                open.is_shown = true;
                self.line(open.began, open.depth, open.name, &open.fields.take());
            }
        }
    }

    fn line(&self, at: Duration, depth: usize, head: &str, fields: &[String]) {
        let between = if fields.is_empty() { "" } else { ": " };
        let line = format!(
            "{:>6} ms  {}{head}{between}{}",
            at.as_millis(),
            "  ".repeat(depth),
            fields.join(", "),
        );
        // Whoever read the lines is gone, and with it the wish for a log.
        let _ = self.lines.send(line);
    }
}

impl Subscriber for Log {
    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        *metadata.level() <= Level::DEBUG && metadata.target().starts_with(OURS)
    }

    fn max_level_hint(&self) -> Option<LevelFilter> {
        Some(LevelFilter::DEBUG)
    }

    fn new_span(&self, span: &Attributes<'_>) -> Id {
        let mut fields = Fields::default();
        span.record(&mut fields);
        let began = self.sources.now().since_start();
        let mut state = self.state();
        let parent = if span.is_contextual() {
            state.entered.last().copied()
        } else {
            span.parent().map(Id::into_u64)
        };
        let parent = parent.filter(|parent| state.spans.contains_key(parent));
        let depth = state.depth_in(parent);
        // Ids count from 1: 0 is none.
        state.last += 1;
        let id = state.last;
        state.spans.insert(
            id,
            Open {
                name: span.metadata().name(),
                fields,
                began,
                depth,
                parent,
                handles: 1,
                is_shown: false,
            },
        );
        Id::from_u64(id)
    }

    fn record(&self, span: &Id, values: &Record<'_>) {
        if let Some(open) = self.state().spans.get_mut(&span.into_u64()) {
            values.record(&mut open.fields);
        }
    }

    fn record_follows_from(&self, _: &Id, _: &Id) {}

    fn event(&self, event: &Event<'_>) {
        let mut fields = Fields::default();
        event.record(&mut fields);
        let now = self.sources.now().since_start();
        let mut state = self.state();
        let within = state.entered.last().copied();
        self.show(&mut state, within);
        let depth = state.depth_in(within);
        let shown = fields.take();
        self.line(now, depth, &fields.message, &shown);
    }

    fn enter(&self, span: &Id) {
        self.state().entered.push(span.into_u64());
    }

    fn exit(&self, span: &Id) {
        let mut state = self.state();
        let id = span.into_u64();
        if let Some(place) = state.entered.iter().rposition(|entered| *entered == id) {
            state.entered.remove(place);
        }
    }

    fn clone_span(&self, span: &Id) -> Id {
        if let Some(open) = self.state().spans.get_mut(&span.into_u64()) {
            open.handles += 1;
        }
        span.clone()
    }

    fn try_close(&self, span: Id) -> bool {
        let id = span.into_u64();
        let mut state = self.state();
        let Some(open) = state.spans.get_mut(&id) else {
            return false;
        };
        open.handles = open.handles.saturating_sub(1);
        if open.handles > 0 {
            return false;
        }
        let Some(mut open) = state.spans.remove(&id) else {
            return false;
        };
        let now = self.sources.now().since_start();
        self.show(&mut state, open.parent);
        let mut fields = open.fields.take();
        let took = now.saturating_sub(open.began);
        fields.push(format!("took {} ms", took.as_millis()));
        self.line(now, open.depth, open.name, &fields);
        true
    }
}

impl State {
    /// How far to indent what happens in a span.
    fn depth_in(&self, span: Option<u64>) -> usize {
        let open = span.and_then(|span| self.spans.get(&span));
        open.map_or(0, |open| open.depth + 1)
    }
}

impl fmt::Debug for Log {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("Log")
    }
}

#[cfg(test)]
mod tests {
    use std::io;
    use std::pin::Pin;

    use clawperator_host::Moment;
    use tracing::field::Empty;
    use tracing::{debug, debug_span, info, trace};

    use super::*;
    use crate::log::follower;

    /// A clock that a millisecond passes on whenever it is read.
    #[derive(Debug, Default)]
    struct Counting(std::sync::atomic::AtomicU64);

    impl Sources for Counting {
        fn epoch_milliseconds(&self) -> u64 {
            0
        }

        fn now(&self) -> Moment {
            let passed = self.0.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
            Moment::at(Duration::from_millis(passed))
        }

        fn sleep_until<'this, 'sleep>(
            &'this self,
            _: Moment,
        ) -> Pin<Box<dyn Future<Output = ()> + Send + 'sleep>>
        where
            'this: 'sleep,
        {
            Box::pin(std::future::ready(()))
        }

        fn fill(&self, _: &mut [u8]) -> io::Result<()> {
            Ok(())
        }
    }

    fn logged(work: impl FnOnce()) -> Vec<String> {
        let sources: Arc<dyn Sources> = Arc::new(Counting::default());
        let (follower, mut lines) = follower(&sources);
        follower.follow(work);
        std::iter::from_fn(|| lines.ready()).collect()
    }

    #[test]
    fn what_happens_in_a_span_stands_below_it() {
        let lines = logged(|| {
            let outer = debug_span!("outer", size_kb = 3, failed = Empty);
            outer.in_scope(|| {
                debug!(wait_ms = 5, because = "it moves", "looks again");
                let inner = debug_span!("inner", command_id = "a");
                inner.record("command_id", "b");
                drop(inner);
            });
            outer.record("failed", "NO");
            drop(outer);
            info!("after");
        });
        assert_eq!(
            lines,
            [
                "     0 ms  outer: size 3 kB",
                "     1 ms    looks again: wait 5 ms, because it moves",
                "     3 ms    inner: command id a, command id b, took 1 ms",
                "     4 ms  outer: failed NO, took 4 ms",
                "     5 ms  after",
            ]
        );
    }

    #[test]
    fn a_span_ends_with_its_last_handle_and_outlives_the_one_around_it() {
        let lines = logged(|| {
            let outer = debug_span!("outer");
            let inner = outer.in_scope(|| debug_span!("inner"));
            let other = inner.clone();
            drop(inner);
            drop(outer);
            drop(other);
        });
        assert_eq!(
            lines,
            [
                "     2 ms  outer: took 2 ms",
                "     3 ms    inner: took 2 ms"
            ]
        );
    }

    #[test]
    fn others_and_details_are_left_out_and_long_values_cut() {
        let lines = logged(|| {
            debug!(target: "hyper", "a password, for all we know");
            trace!("too fine");
            debug!(id = "é".repeat(500), "long");
        });
        let [line] = lines.as_slice() else {
            panic!("{lines:?}")
        };
        assert_eq!(line.chars().filter(|letter| *letter == 'é').count(), 199);
    }

    #[test]
    fn nothing_is_followed_outside() {
        let lines = logged(|| ());
        debug!("nobody listens");
        assert!(lines.is_empty());
        assert!(!tracing::enabled!(Level::DEBUG));
    }
}
