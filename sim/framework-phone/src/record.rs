//! What truly happened in the app, which only tests ask for.

use std::io;
use std::time::Duration;

use serde::Deserialize;
use serde_json::Value;

use crate::automation::Automation;
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
    /// Its number; the first one has 1, and none is skipped.
    pub number: u64,
    /// When, on the phone's clock.
    pub uptime_ms: u64,
    /// What, such as `click`.
    pub what: String,
    pub view: String,
    /// The state afterwards, where there is one.
    pub detail: String,
}

/// When a finger last came down, and what was on the screen right before.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct LastTouch {
    /// When the screen was last read before that, on the phone's clock.
    pub looked_ms: i64,
    /// When the finger came down.
    pub touched_ms: i64,
    /// The screen at that moment, as `uiautomator dump --windows` would have it; where it was asked for.
    #[serde(default)]
    pub tree: Option<String>,
    /// The screen when it went up, where that was later.
    #[serde(default)]
    pub released: Option<String>,
}

/// What is on the screen as the app has it, and as accessibility tells of it at the same moment.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct AppScreen {
    /// Every view as the view itself has it, and every node of Compose as Compose has it.
    pub views: Vec<Value>,
    /// What `uiautomator dump --windows` would say; absent where nothing has the focus.
    #[serde(default)]
    pub tree: Option<String>,
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
struct StateReply {
    uptime_ms: u64,
    crashes: u64,
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
        let state = self.state().await?;
        Ok(Duration::from_millis(state.uptime_ms))
    }

    /// How often the app threw what nobody caught.
    pub async fn crashes(&self) -> Result<u64, RecordError> {
        Ok(self.state().await?.crashes)
    }

    /// What is on the screen, by the app itself.
    pub async fn views(&self) -> Result<AppScreen, RecordError> {
        let body = self.ask(&Request::Views).await?;
        Ok(serde_json::from_str(&body)?)
    }

    /// The platform's own `UiAutomation`, which runs on the phone.
    #[must_use]
    pub fn automation(&self) -> Automation<'_> {
        Automation::new(self)
    }

    /// Lets the phone keep what is on the screen whenever a finger comes down.
    pub async fn watch_touches(&self) -> Result<(), RecordError> {
        self.ask(&Request::WatchTouches).await.map(drop)
    }

    /// The last touch since touches are watched, if there was one.
    pub async fn last_touch(&self, tree: bool) -> Result<Option<LastTouch>, RecordError> {
        let body = self.ask(&Request::LastTouch { tree }).await?;
        let is_none = body.trim() == "{}";
        Ok(if is_none {
            None
        } else {
            Some(serde_json::from_str(&body)?)
        })
    }

    async fn state(&self) -> Result<StateReply, RecordError> {
        let body = self.ask(&Request::Record { after: LAST_NUMBER }).await?;
        Ok(serde_json::from_str(&body)?)
    }

    pub(crate) async fn ask(&self, request: &Request<'_>) -> Result<String, RecordError> {
        match self.0.ask(request, WITHIN).await {
            Ok(Answer::Done { body, .. }) => Ok(body),
            Ok(Answer::Refused(why)) => Err(RecordError::NoAnswer(why)),
            Err(lost) => Err(RecordError::NoAnswer(lost.to_string())),
        }
    }
}
