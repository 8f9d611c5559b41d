//! One shell environment: what a subshell copies.

use std::collections::BTreeMap;
use std::pin::Pin;
use std::sync::Arc;
use std::time::SystemTime;

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use super::hang_up::Traps;
use super::jobs::Jobs;
use super::lines::Lines;
use super::variables::Variables;
use crate::clock::ShellClock;
use crate::files::FileSystem;
use crate::io::{Input, Output};
use crate::process::{Process, Processes};
use crate::program::Programs;
use crate::running::RunningProcesses;
use crate::syntax::Command;

/// How deep functions, substitutions and constructs may run inside each other.
pub(crate) const MAX_RUN_DEPTH: usize = 128;

/// How often other tasks get a chance while commands run.
const YIELD_EVERY: u32 = 32;

/// What all environments of one shell share.
#[derive(Debug)]
pub(crate) struct Core {
    pub(crate) programs: Arc<Programs>,
    pub(crate) files: FileSystem,
    pub(crate) clock: Arc<dyn ShellClock>,
    pub(crate) processes: Arc<dyn Processes>,
    pub(crate) release: u32,
    /// `$0`, which begins each message.
    pub(crate) name: String,
    pub(crate) running: RunningProcesses,
    /// One for each stage of a pipeline that may run.
    pub(crate) stages: Arc<Semaphore>,
}

impl Core {
    /// Leave to run a pipeline of so many stages, for as long as it is kept; none when too many run.
    pub(crate) fn fork(&self, stages: usize) -> Option<OwnedSemaphorePermit> {
        let stages = u32::try_from(stages).ok()?;
        Arc::clone(&self.stages).try_acquire_many_owned(stages).ok()
    }

    pub(crate) fn new_pid(&self) -> u32 {
        self.running.new_pid()
    }
}

/// How many stages of pipelines may run at once in one shell: a function that pipes into itself doubles with each call.
pub(crate) const MAX_STAGES: usize = 1024;

/// What a step of the interpreter comes to when it does not simply go on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Interrupt {
    /// The environment ends.
    Exit(u8),
    /// An error ends the environment, or brings an interactive shell back to its prompt.
    Abort(u8),
    /// A function or a sourced file ends.
    Return(u8),
    /// That many loops end.
    Break(u32),
    /// That many loops go on, the inner ones ending.
    Continue(u32),
}

impl From<crate::io::Closed> for Interrupt {
    /// Who writes to nobody is killed by a signal.
    fn from(_: crate::io::Closed) -> Self {
        Self::Exit(BROKEN_PIPE)
    }
}

/// The status of a command that a broken pipe has killed.
pub(crate) const BROKEN_PIPE: u8 = 141;

/// A step that calls other steps.
pub(crate) type Step<'a, T> = Pin<Box<dyn Future<Output = Result<T, Interrupt>> + Send + 'a>>;

/// Makes a step on the heap, in a frame that is gone when the step runs.
///
/// Steps call each other to great depth. Where they are made in place, each level of the stack holds room for every
/// step that it could make; made here, it holds a pointer.
#[inline(never)]
pub(crate) fn on_heap<F: Future>(make: impl FnOnce() -> F) -> Pin<Box<F>> {
    Box::pin(make())
}

/// What a descriptor leads to.
#[derive(Debug, Clone)]
pub(crate) enum Descriptor {
    Read(Input),
    Write(Output),
}

/// `set -e` and its kind.
#[derive(Debug, Clone, Copy, Default)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is an option of its own"
)]
pub(crate) struct Options {
    pub(crate) all_export: bool,
    pub(crate) exit_on_error: bool,
    pub(crate) no_glob: bool,
    pub(crate) no_clobber: bool,
    pub(crate) no_unset: bool,
    pub(crate) pipe_fail: bool,
    pub(crate) trace: bool,
    pub(crate) verbose: bool,
}

/// One shell environment.
#[derive(Debug)]
pub(crate) struct Session {
    pub(crate) core: Arc<Core>,
    pub(crate) variables: Variables,
    pub(crate) functions: Arc<BTreeMap<Vec<u8>, Arc<Command>>>,
    pub(crate) positional: Arc<Vec<Vec<u8>>>,
    pub(crate) directory: Vec<u8>,
    pub(crate) umask: u32,
    pub(crate) options: Options,
    pub(crate) descriptors: BTreeMap<u8, Descriptor>,
    pub(crate) status: u8,
    /// The status of the last command substitution, for commands that have no words.
    pub(crate) substituted: Option<u8>,
    pub(crate) shell_pid: u32,
    pub(crate) pid: u32,
    pub(crate) background: Option<u32>,
    pub(crate) jobs: Jobs,
    pub(crate) terminal: Option<Output>,
    pub(crate) traps: Traps,
    /// Set while lines are read from the input.
    pub(crate) lines: Option<Lines>,
    pub(crate) depth: usize,
    pub(crate) loops: u32,
    pub(crate) calls: u32,
    /// Failures are looked at by someone, so `set -e` takes no notice.
    pub(crate) guarded: u32,
    pub(crate) ticks: u32,
    /// This environment ends with the command that it runs, so streams that are redirected away are let go.
    pub(crate) last_command: bool,
    /// The next simple command takes the place of this environment, with its number and its streams.
    pub(crate) becomes_command: bool,
    /// It is in a session of its own, so that it goes on when its stream is closed.
    pub(crate) detached: bool,
    pub(crate) random: u32,
    /// When the shell began, for `$SECONDS`.
    pub(crate) started: SystemTime,
}

impl Session {
    /// A copy that cannot change this one.
    pub(crate) fn subshell(&self) -> Self {
        Self {
            core: Arc::clone(&self.core),
            variables: self.variables.clone(),
            functions: Arc::clone(&self.functions),
            positional: Arc::clone(&self.positional),
            directory: self.directory.clone(),
            umask: self.umask,
            options: self.options,
            descriptors: self.descriptors.clone(),
            status: self.status,
            substituted: None,
            shell_pid: self.shell_pid,
            pid: self.core.new_pid(),
            background: self.background,
            jobs: Jobs::default(),
            terminal: self.terminal.clone(),
            traps: Traps::default(),
            lines: None,
            depth: self.depth,
            loops: 0,
            calls: self.calls,
            guarded: self.guarded,
            ticks: 0,
            last_command: false,
            becomes_command: false,
            detached: self.detached,
            random: self.random,
            started: self.started,
        }
    }

    /// What a program started from here gets.
    pub(crate) fn process(&self) -> Process {
        Process {
            directory: self.directory.clone(),
            environment: self.variables.environment(),
            umask: self.umask,
            files: self.core.files.clone(),
            clock: Arc::clone(&self.core.clock),
            programs: Arc::clone(&self.core.programs),
            processes: Arc::clone(&self.core.processes),
            running: self.core.running.clone(),
            itself: None,
            detached: self.detached,
            release: self.core.release,
            pid: self.core.new_pid(),
            terminal: self.terminal.clone(),
            depth: self.depth,
        }
    }

    pub(crate) fn output(&self, descriptor: u8) -> Output {
        match self.descriptors.get(&descriptor) {
            Some(Descriptor::Write(output)) => output.clone(),
            Some(Descriptor::Read(_)) | None => Output::nowhere(),
        }
    }

    pub(crate) fn input(&self, descriptor: u8) -> Input {
        match self.descriptors.get(&descriptor) {
            Some(Descriptor::Read(input)) => input.clone(),
            Some(Descriptor::Write(_)) | None => Input::nothing(),
        }
    }

    /// Writes a message of the shell itself to standard error.
    pub(crate) async fn complain(&self, message: impl AsRef<[u8]> + Send) {
        let mut line = self.core.name.clone().into_bytes();
        if let Some(lines) = self.lines {
            line.extend_from_slice(format!(": <stdin>[{}]", lines.number).as_bytes());
        }
        line.extend_from_slice(b": ");
        line.extend_from_slice(message.as_ref());
        line.push(b'\n');
        // Nobody is left to be told when standard error is closed.
        let _ = self.output(2).write(line).await;
    }

    /// Writes a message and ends the environment.
    pub(crate) async fn fail(&self, message: impl AsRef<[u8]> + Send) -> Interrupt {
        self.complain(message).await;
        Interrupt::Abort(1)
    }

    /// Lets other tasks run now and then, so that a loop can be cancelled.
    pub(crate) async fn tick(&mut self) {
        self.ticks = self.ticks.wrapping_add(1);
        if self.ticks.is_multiple_of(YIELD_EVERY) {
            tokio::task::yield_now().await;
        }
    }

    /// Counts a level of nesting, which [`Session::leave`] takes back however the level ends. Too many of them end the
    /// environment: a function goes on after an error, and would call itself again.
    pub(crate) async fn enter(&mut self) -> Result<(), Interrupt> {
        if self.depth >= MAX_RUN_DEPTH {
            self.complain("maximum nesting exceeded").await;
            return Err(Interrupt::Exit(1));
        }
        self.depth += 1;
        Ok(())
    }

    pub(crate) fn leave(&mut self) {
        self.depth = self.depth.saturating_sub(1);
    }
}
