//! The JVM, whichever it is at the moment: started when it is needed, ended when it fails.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicU16, AtomicU64, Ordering};
use std::time::Duration;

use tokio::sync::Mutex;
use tokio::time::Instant;

use crate::connection::{Answer, Connection};
use crate::event::HostEvent;
use crate::options::HostOptions;
use crate::process::Process;
use crate::wire::Request;

/// Why the JVM did not do what was asked.
#[derive(Debug, thiserror::Error)]
pub enum HostError {
    /// There is no JVM.
    #[error("cannot start the toolkit")]
    NotStarted(#[source] io::Error),
    /// It died or did not answer, and was ended.
    #[error("lost the toolkit: {0}")]
    Lost(String),
    /// It said something that makes no sense.
    #[error("the toolkit said something strange")]
    Strange(#[source] serde_json::Error),
    /// It would or could not.
    #[error("the toolkit refused: {0}")]
    Refused(String),
}

/// The JVM and what it takes to start another one.
#[derive(Debug)]
pub(crate) struct Host {
    options: HostOptions,
    token: String,
    live: Mutex<Option<Arc<Live>>>,
    starts: AtomicU64,
    record_port: AtomicU16,
    operator_port: AtomicU16,
}

/// One JVM that runs.
#[derive(Debug)]
struct Live {
    connection: Connection,
    process: Mutex<Option<Process>>,
}

impl Host {
    pub(crate) fn new(options: HostOptions) -> io::Result<Self> {
        Ok(Self {
            options,
            token: token()?,
            live: Mutex::default(),
            starts: AtomicU64::new(0),
            record_port: AtomicU16::new(0),
            operator_port: AtomicU16::new(0),
        })
    }

    pub(crate) fn token(&self) -> &str {
        &self.token
    }

    pub(crate) fn options(&self) -> &HostOptions {
        &self.options
    }

    /// How many times a JVM was started.
    pub(crate) fn starts(&self) -> u64 {
        self.starts.load(Ordering::Relaxed)
    }

    /// Where the JVM that runs tells what happened in the app; 0 before the first one.
    pub(crate) fn record_port(&self) -> u16 {
        self.record_port.load(Ordering::Relaxed)
    }

    /// Where the JVM that runs starts the Operator; 0 before the first one.
    pub(crate) fn operator_port(&self) -> u16 {
        self.operator_port.load(Ordering::Relaxed)
    }

    /// Starts the JVM unless it runs.
    pub(crate) async fn start(&self) -> Result<(), HostError> {
        self.live().await.map(drop)
    }

    /// Asks for something. A JVM that is lost meanwhile is ended; the next request starts another.
    pub(crate) async fn ask(
        &self,
        request: &Request<'_>,
        within: Duration,
    ) -> Result<(String, Vec<u8>), HostError> {
        let live = self.live().await?;
        match live.connection.ask(request, within).await {
            Ok(Answer::Done { body, bytes }) => Ok((body, bytes)),
            Ok(Answer::Refused(why)) => Err(HostError::Refused(why)),
            Err(lost) => {
                self.end(&live, request.name(), lost.to_string()).await;
                Err(HostError::Lost(lost.to_string()))
            }
        }
    }

    /// Ends the JVM that runs, if any, for a reason that is told.
    pub(crate) async fn give_up(&self, request: &'static str, reason: &str) {
        let live = self.live.lock().await.clone();
        if let Some(live) = live {
            self.end(&live, request, reason.to_owned()).await;
        }
    }

    async fn live(&self) -> Result<Arc<Live>, HostError> {
        let mut place = self.live.lock().await;
        if let Some(live) = &*place {
            return Ok(Arc::clone(live));
        }
        let begun = Instant::now();
        match self.launch().await {
            Ok((live, pid)) => {
                let live = Arc::new(live);
                *place = Some(Arc::clone(&live));
                let starts = self.starts.fetch_add(1, Ordering::Relaxed) + 1;
                (self.options.listener)(HostEvent::Started {
                    pid,
                    starts,
                    took: begun.elapsed(),
                });
                Ok(live)
            }
            Err(error) => {
                (self.options.listener)(HostEvent::NotStarted {
                    reason: error.to_string(),
                });
                Err(HostError::NotStarted(error))
            }
        }
    }

    async fn launch(&self) -> io::Result<(Live, u32)> {
        let process = Process::start(&self.options, &self.token).await?;
        let ready = process.ready();
        let connection = Connection::open(ready.port, &self.token).await?;
        self.record_port.store(ready.record, Ordering::Relaxed);
        self.operator_port.store(ready.operator, Ordering::Relaxed);
        let live = Live {
            connection,
            process: Mutex::new(Some(process)),
        };
        Ok((live, ready.pid))
    }

    /// Several may notice at once; the first one ends it.
    async fn end(&self, lost: &Arc<Live>, request: &'static str, reason: String) {
        let mut place = self.live.lock().await;
        if !place.as_ref().is_some_and(|live| Arc::ptr_eq(live, lost)) {
            return;
        }
        *place = None;
        (self.options.listener)(HostEvent::Ended { request, reason });
        if let Some(process) = lost.process.lock().await.take() {
            process.end().await;
        }
    }
}

fn token() -> io::Result<String> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes).map_err(io::Error::other)?;
    Ok(format!("{:032x}", u128::from_be_bytes(bytes)))
}
