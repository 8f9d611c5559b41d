//! Starting a server: `adb start-server`, the only program that this crate runs of its own accord.

use std::io;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::Duration;

use tokio::io::{AsyncReadExt, Take};
use tokio::process::{ChildStderr, Command};
use tokio::sync::Mutex;
use tokio::time;

use crate::connection::Connection;
use crate::endpoint::Endpoint;
use crate::error::{AdbError, Result};
use crate::group::Group;
use crate::socket::Socket;
use crate::version;

/// What to do when nothing listens at the endpoint.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum StartServer {
    /// Run `adb start-server` with this program; `None` says that there is no adb on this machine.
    WhenRefused(Option<PathBuf>),
    /// Leave it be.
    Never,
}

/// Sees to it that callers who find no server at the same time start one together and not one each.
#[derive(Debug, Default)]
pub(crate) struct Starter {
    attempts: Mutex<Attempts>,
}

/// How many attempts were made before the caller looked for the server.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Seen(u64);

#[derive(Debug, Default)]
struct Attempts {
    made: u64,
    failure: Option<String>,
}

impl Starter {
    pub(crate) async fn seen(&self) -> Seen {
        Seen(self.attempts.lock().await.made)
    }

    /// Starts a server, unless somebody else has tried since the caller looked: then that outcome is this one's too.
    pub(crate) async fn start(
        &self,
        policy: &StartServer,
        endpoint: &Endpoint,
        seen: Seen,
        refused: io::Error,
    ) -> Result<()> {
        let program = match policy {
            StartServer::WhenRefused(program) if endpoint.is_local() => program.as_deref(),
            StartServer::WhenRefused(_) | StartServer::Never => {
                return Err(AdbError::ServerUnreachable {
                    endpoint: endpoint.to_string(),
                    source: refused,
                });
            }
        };
        let Some(program) = program else {
            return Err(not_found(endpoint, None));
        };
        let mut attempts = self.attempts.lock().await;
        if attempts.made == seen.0 {
            let outcome = start(program, endpoint).await;
            if matches!(outcome, Err(AdbError::AdbNotFound { .. })) {
                return outcome;
            }
            attempts.made += 1;
            attempts.failure = match outcome {
                Ok(()) => None,
                Err(error) => Some(match error {
                    AdbError::ServerStartFailed { message, .. } => message,
                    other => other.to_string(),
                }),
            };
        }
        match &attempts.failure {
            None => Ok(()),
            Some(message) => Err(AdbError::ServerStartFailed {
                endpoint: endpoint.to_string(),
                message: message.clone(),
            }),
        }
    }
}

/// A server is started when it answers: that its program ended well says only that somebody listened.
async fn start(program: &Path, endpoint: &Endpoint) -> Result<()> {
    run(program, endpoint).await?;
    until_it_answers(endpoint, ANSWER_WITHIN).await
}

async fn run(program: &Path, endpoint: &Endpoint) -> Result<()> {
    let failed = failed_at(endpoint);
    let mut command = Command::new(program);
    command
        .arg("-L")
        .arg(endpoint.to_string())
        .arg("start-server")
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::piped());
    let mut group = Group::start(&mut command).map_err(|error| match error.kind() {
        io::ErrorKind::NotFound | io::ErrorKind::PermissionDenied => {
            not_found(endpoint, Some(program))
        }
        _ => failed(error.to_string()),
    })?;
    let child = &mut group.child;
    let mut words = Vec::new();
    let mut stderr = child.stderr.take().map(|stderr| stderr.take(WORDS_LIMIT));
    let status = tokio::select! {
        biased;
        _ = read_words(stderr.as_mut(), &mut words) => child.wait().await,
        // The server that is left behind may hold the pipe open for ever, so the program's end ends the reading.
        status = child.wait() => status,
    };
    let status = status.map_err(|error| failed(error.to_string()))?;
    if status.success() {
        group.leave();
        return Ok(());
    }
    // A program that failed left nobody behind; should it have, its last words are not worth a longer wait.
    let _ = tokio::time::timeout(LAST_WORDS, read_words(stderr.as_mut(), &mut words)).await;
    let words = String::from_utf8_lossy(&words);
    Err(failed(format!("{status}: {}", words.trim())))
}

/// Asks for the version again and again while the server hangs up on the question. Any other answer is one.
async fn until_it_answers(endpoint: &Endpoint, within: Duration) -> Result<()> {
    let failed = failed_at(endpoint);
    let asking = async {
        loop {
            let socket = Socket::connect(endpoint).await.map_err(|error| {
                failed(format!(
                    "the program succeeded, but no server answers: {error}"
                ))
            })?;
            match version::ask(&Connection::ahead_of_another(socket, version::OPERATION)).await {
                Err(AdbError::ConnectionLost { .. }) => time::sleep(PAUSE).await,
                other => return other.map(drop),
            }
        }
    };
    let silent = |_| {
        failed(format!(
            "the program succeeded, but the server did not answer within {within:?}"
        ))
    };
    time::timeout(within, asking).await.map_err(silent)?
}

/// Reads until the end or until the limit, and goes on reading beyond it so that the program is not held up.
async fn read_words(stderr: Option<&mut Take<ChildStderr>>, words: &mut Vec<u8>) -> io::Result<()> {
    let Some(stderr) = stderr else {
        return Ok(());
    };
    stderr.read_to_end(words).await?;
    tokio::io::copy(stderr.get_mut(), &mut tokio::io::sink()).await?;
    Ok(())
}

fn failed_at(endpoint: &Endpoint) -> impl Fn(String) -> AdbError {
    move |message| AdbError::ServerStartFailed {
        endpoint: endpoint.to_string(),
        message,
    }
}

fn not_found(endpoint: &Endpoint, program: Option<&Path>) -> AdbError {
    AdbError::AdbNotFound {
        endpoint: endpoint.to_string(),
        program: program.map(Path::to_owned),
    }
}

const WORDS_LIMIT: u64 = 8 * 1024;
const LAST_WORDS: Duration = Duration::from_millis(200);
const ANSWER_WITHIN: Duration = Duration::from_secs(10);
const PAUSE: Duration = Duration::from_millis(20);

#[cfg(test)]
#[path = "start_tests.rs"]
mod tests;
