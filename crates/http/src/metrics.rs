//! How the server does, in the form that Prometheus reads.

use std::fmt::Write as _;
use std::sync::atomic::{AtomicU64, Ordering};

use http::StatusCode;

use crate::connections::ConnectionNumbers;

/// Counts since the server started.
#[derive(Debug, Default)]
pub(crate) struct Metrics {
    /// Answers by the first digit of their status.
    answers: [AtomicU64; 5],
    /// Readers of events that are there now.
    pub(crate) readers: AtomicU64,
}

impl Metrics {
    /// Counts an answer.
    pub(crate) fn answered(&self, status: StatusCode) {
        let class = usize::from(status.as_u16() / 100).saturating_sub(1);
        if let Some(count) = self.answers.get(class) {
            count.fetch_add(1, Ordering::Relaxed);
        }
    }

    /// All counts as text.
    pub(crate) fn text(
        &self,
        open: usize,
        newest_event: u64,
        connections: ConnectionNumbers,
    ) -> String {
        let mut text = String::from(
            "# HELP clawperator_http_answers_total Answers by class of status.\n\
             # TYPE clawperator_http_answers_total counter\n",
        );
        for (class, count) in (1..).zip(&self.answers) {
            let count = count.load(Ordering::Relaxed);
            // Writing to a String cannot fail.
            let _ = writeln!(
                text,
                "clawperator_http_answers_total{{class=\"{class}xx\"}} {count}"
            );
        }
        let readers = self.readers.load(Ordering::Relaxed);
        let open = u64::try_from(open).unwrap_or(u64::MAX);
        let told = connections;
        for (name, help, value) in [
            ("executions_open", "Executions that have not ended", open),
            (
                "events_total",
                "Events of runs of this server",
                newest_event,
            ),
            ("event_readers", "Open streams of events", readers),
            ("connections_open", "Open connections", told.open),
            (
                "connections_idle",
                "Open connections without a request",
                told.idle,
            ),
            (
                "connections_accepted_total",
                "Connections that got a place",
                told.accepted,
            ),
            (
                "connections_refused_total",
                "Connections that got no place",
                told.refused,
            ),
            (
                "connections_evicted_total",
                "Idle connections closed for others",
                told.evicted,
            ),
            (
                "connections_late_total",
                "Connections closed because the client was slow",
                told.late,
            ),
            (
                "accept_errors_total",
                "Times that the system gave no connection",
                told.failed,
            ),
        ] {
            let kind = if name.ends_with("_total") {
                "counter"
            } else {
                "gauge"
            };
            let _ = write!(
                text,
                "# HELP clawperator_{name} {help}.\n# TYPE clawperator_{name} {kind}\nclawperator_{name} {value}\n"
            );
        }
        text
    }
}
