//! One process with everything it starts: bounded in time and output, and ended as a group.

use std::ffi::OsString;
use std::io;
use std::path::Path;
use std::process::Stdio;
use std::time::Duration;

use clawperator_contract::{ErrorCode, Failure};
use clawperator_engine::Cancel;
use clawperator_sources::Sources;
use rustix::process::{Pid, Signal, kill_process_group};
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWriteExt};
use tokio::process::{Child, Command};
use tokio::task::JoinSet;
use tokio::time::timeout;

use super::copies::Supervisor;
use super::result_line::{Lines, ResultLine};
use super::supervisor;

/// How long what is left in the pipes may take once the group is gone.
const LAST_WORDS: Duration = Duration::from_secs(2);
/// How much is read at a time. Nothing is kept of it but a result line.
const PIECE: usize = 16 * 1024;

/// A process to be run.
#[derive(Debug)]
pub(super) struct Job<'a> {
    pub(super) program: &'a Path,
    pub(super) arguments: Vec<OsString>,
    pub(super) environment: &'a [(OsString, OsString)],
    pub(super) folder: &'a Path,
    pub(super) input: Vec<u8>,
    pub(super) sources: &'a dyn Sources,
    pub(super) timeout: Duration,
    /// What is started between this process and that one, if anything is.
    pub(super) supervisor: Option<&'a Supervisor>,
}

/// How it ended.
#[derive(Debug, Default)]
pub(super) struct Ended {
    /// What it exited with; `None` when it was killed.
    pub(super) exit_code: Option<i32>,
    pub(super) cut_off: Option<CutOff>,
    pub(super) output_bytes: u64,
    pub(super) result_line: Option<ResultLine>,
}

/// Why it was killed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum CutOff {
    /// Its time was up.
    Late,
    /// Nobody wants it any more.
    Cancelled,
}

/// Runs a process. When this ends, nothing of its group is left, and nothing at all where a supervisor is between. When
/// it is dropped, that happens at once or, with a supervisor, in a moment.
pub(super) async fn run(job: Job<'_>, cancel: Cancel<'_>) -> Result<Ended, Failure> {
    let mut command = match job.supervisor {
        None => Command::new(job.program),
        Some(supervisor) => {
            let mut command = Command::new(&supervisor.program);
            command
                .arg(supervisor::ARGUMENT)
                .arg(job.folder)
                .arg(job.program);
            command
        }
    };
    command
        .args(&job.arguments)
        .env_clear()
        .envs(job.environment.iter().map(|(name, value)| (name, value)))
        .current_dir(job.folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let ends = if job.supervisor.is_some() {
        Ends::ByItself
    } else {
        Ends::ByKilling
    };
    let mut group = Group::start(command, ends)?;
    let child = &mut group.child;
    let (stdin, stdout, stderr) = (child.stdin.take(), child.stdout.take(), child.stderr.take());
    let written = match job.supervisor {
        Some(supervisor) => supervisor::framed(&supervisor.token, &job.input),
        None => job.input,
    };
    let mut writing = JoinSet::new();
    writing.spawn(async move {
        let Some(mut stdin) = stdin else { return };
        // A script that does not want its input closes it.
        let _ = stdin.write_all(&written).await;
        if ends == Ends::ByItself {
            // For as long as the script is wanted: that this is closed is what ends it.
            std::future::pending::<()>().await;
        }
    });
    let telling = tokio::spawn(read(stdout));
    let complaining = tokio::spawn(read(stderr));
    let over = job.sources.now().plus(job.timeout);
    let waited = tokio::select! {
        biased;
        status = group.child.wait() => Ok(status),
        () = cancel => Err(CutOff::Cancelled),
        () = job.sources.sleep_until(over) => Err(CutOff::Late),
    };
    writing.shutdown().await;
    if waited.is_err() && ends == Ends::ByItself {
        // It kills all that the script has started, which takes a moment.
        let _ = timeout(LAST_WORDS, group.child.wait()).await;
    }
    group.kill();
    let mut ended = Ended::default();
    match waited {
        Ok(status) => ended.exit_code = status.ok().and_then(|status| status.code()),
        Err(cut_off) => ended.cut_off = Some(cut_off),
    }
    // A process that could not be killed may hold a pipe open; nobody waits for it.
    let (stop_telling, stop_complaining) = (telling.abort_handle(), complaining.abort_handle());
    if let Ok(Ok(heard)) = timeout(LAST_WORDS, telling).await {
        ended.output_bytes = heard.bytes;
        ended.result_line = heard.lines.into_result_line();
    }
    if let Ok(Ok(heard)) = timeout(LAST_WORDS, complaining).await {
        ended.output_bytes = ended.output_bytes.saturating_add(heard.bytes);
    }
    stop_telling.abort();
    stop_complaining.abort();
    Ok(ended)
}

/// The first line that a program prints; `None` when it prints none in time.
pub(super) async fn first_line(
    program: &Path,
    argument: &str,
    patience: Duration,
) -> Option<String> {
    let mut command = Command::new(program);
    command
        .arg(argument)
        .env_clear()
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::null());
    let mut group = Group::start(command, Ends::ByKilling).ok()?;
    let mut stdout = group.child.stdout.take()?;
    let mut piece = [0; 128];
    let read = timeout(patience, stdout.read(&mut piece))
        .await
        .ok()?
        .ok()?;
    group.kill();
    let text = std::str::from_utf8(piece.get(..read)?).ok()?;
    text.lines().next().map(str::to_owned)
}

/// A process that leads a group of its own.
#[derive(Debug)]
struct Group {
    child: Child,
    leader: Option<Pid>,
    ends: Ends,
}

/// How a process ends that nobody wants any more.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Ends {
    /// It is killed with its group.
    ByKilling,
    /// When its standard input is closed; it has to kill others first.
    ByItself,
}

impl Group {
    fn start(mut command: Command, ends: Ends) -> Result<Self, Failure> {
        let child = command
            .process_group(0)
            .kill_on_drop(ends == Ends::ByKilling)
            .spawn()
            .map_err(|error| not_started(&error))?;
        let leader = child
            .id()
            .and_then(|id| i32::try_from(id).ok())
            .and_then(Pid::from_raw);
        Ok(Self {
            child,
            leader,
            ends,
        })
    }

    /// Ends everything in the group, once. A group that has ended already is left alone.
    fn kill(&mut self) {
        if let Some(leader) = self.leader.take() {
            let _ = kill_process_group(leader, Signal::KILL);
        }
    }
}

impl Drop for Group {
    fn drop(&mut self) {
        if self.ends == Ends::ByKilling {
            self.kill();
        }
    }
}

/// What was heard of a stream.
#[derive(Debug, Default)]
struct Heard {
    bytes: u64,
    lines: Lines,
}

async fn read(stream: Option<impl AsyncRead + Unpin>) -> Heard {
    let mut heard = Heard::default();
    let Some(mut stream) = stream else {
        return heard;
    };
    let mut piece = vec![0; PIECE];
    // A pipe that breaks has nothing more to say.
    while let Ok(count @ 1..) = stream.read(&mut piece).await {
        heard.bytes = heard
            .bytes
            // A piece is a few kilobytes, which fit.
            .saturating_add(u64::try_from(count).unwrap_or_default());
        // No more is read than the piece has room for.
        heard.lines.add(piece.get(..count).unwrap_or_default());
    }
    heard
}

fn not_started(error: &io::Error) -> Failure {
    let message = format!("the script could not be started: {error}");
    Failure::new(ErrorCode::SkillExecutionFailed, message)
        .with_hint("check that its interpreter can be run")
}
