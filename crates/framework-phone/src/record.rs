//! What truly happened in the app, which only tests ask for.

use std::io;
use std::time::Duration;

use serde::Deserialize;
use serde_json::Value;

use crate::connection::{Answer, Connection};
use crate::wire::Request;

/// The app answers at once, unless it hangs.
const WITHIN: Duration = Duration::from_secs(20);

/// No entry comes after this one: the largest number that both sides know.
const LAST_NUMBER: u64 = i64::MAX as u64;

/// A connection to the app's own record. It ends with the JVM that it was made for.
#[derive(Debug)]
pub struct RecordClient(Connection);

/// Something that happened, written by the code that it happened to.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct RecordEntry {
    /// Its number; the first one has 1, and none is left out.
    pub number: u64,
    /// When, on the phone's clock.
    pub uptime_ms: u64,
    /// What, such as `click`.
    pub what: String,
    /// To which view.
    pub view: String,
    /// The state afterwards, where there is one.
    pub detail: String,
}

/// Why there is no record.
#[derive(Debug, thiserror::Error)]
pub enum RecordError {
    /// There is no connection.
    #[error("cannot connect to the app's record")]
    Connect(#[source] io::Error),
    /// There is no answer.
    #[error("the app's record does not answer: {0}")]
    NoAnswer(String),
    /// The answer makes no sense.
    #[error("the app's record is not as it should be")]
    Strange(#[from] serde_json::Error),
}

#[derive(Deserialize)]
struct RecordReply {
    entries: Vec<RecordEntry>,
}

#[derive(Deserialize)]
struct UptimeReply {
    uptime_ms: u64,
}

#[derive(Deserialize)]
struct ViewsReply {
    views: Vec<Value>,
}

impl RecordClient {
    pub(crate) async fn connect(port: u16, token: &str) -> Result<Self, RecordError> {
        let connection = Connection::open(port, token).await;
        connection.map(Self).map_err(RecordError::Connect)
    }

    /// What happened after the entry with this number, oldest first.
    pub async fn after(&self, number: u64) -> Result<Vec<RecordEntry>, RecordError> {
        let body = self.ask(&Request::Record { after: number }).await?;
        let reply: RecordReply = serde_json::from_str(&body)?;
        Ok(reply.entries)
    }

    /// How long the phone has run, on its own clock, which a busy machine slows down.
    pub async fn uptime(&self) -> Result<Duration, RecordError> {
        let body = self.ask(&Request::Record { after: LAST_NUMBER }).await?;
        let reply: UptimeReply = serde_json::from_str(&body)?;
        Ok(Duration::from_millis(reply.uptime_ms))
    }

    /// Every view as the view itself has it.
    pub async fn views(&self) -> Result<Vec<Value>, RecordError> {
        let body = self.ask(&Request::Views).await?;
        let reply: ViewsReply = serde_json::from_str(&body)?;
        Ok(reply.views)
    }

    async fn ask(&self, request: &Request<'_>) -> Result<String, RecordError> {
        match self.0.ask(request, WITHIN).await {
            Ok(Answer::Done { body, .. }) => Ok(body),
            Ok(Answer::Refused(why)) => Err(RecordError::NoAnswer(why)),
            Err(lost) => Err(RecordError::NoAnswer(lost.to_string())),
        }
    }
}
