//! What a program is started with, and the processes that it may ask about.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use crate::clock::ShellClock;
use crate::files::FileSystem;
use crate::io::{Closed, Input, Output};
use crate::program::{Exit, Invocation, Programs};
use crate::running::{RunningHandle, RunningProcesses};
use crate::shell::MAX_RUN_DEPTH;
use crate::text;

/// What a program is started with besides its words and streams.
#[derive(Debug, Clone)]
pub struct Process {
    /// The current folder, absolute.
    pub directory: Vec<u8>,
    /// The environment, as bytes.
    pub environment: BTreeMap<Vec<u8>, Vec<u8>>,
    /// The mode bits that new files do not get.
    pub umask: u32,
    /// The file system, as the user of this process sees it.
    pub files: FileSystem,
    /// The phone's clock.
    pub clock: Arc<dyn ShellClock>,
    /// The other programs, for those that start one.
    pub programs: Arc<Programs>,
    /// The phone's processes.
    pub processes: Arc<dyn Processes>,
    /// Those that were started from its shells.
    pub running: RunningProcesses,
    /// This process among them; a program that was started without a shell is not there.
    pub itself: Option<RunningHandle>,
    /// Android's major release.
    pub release: u32,
    /// The process's own number.
    pub pid: u32,
    /// Where `/dev/tty` leads, when the shell has a terminal.
    pub terminal: Option<Output>,
    /// Whether it is in a session of its own, so that it goes on when its stream is closed.
    pub(crate) detached: bool,
    /// How many programs have started each other to get here.
    pub(crate) depth: usize,
}

impl Process {
    /// A path as the file system takes it: absolute, from the current folder.
    #[must_use]
    pub fn path(&self, path: &[u8]) -> Vec<u8> {
        crate::files::join(&self.directory, path)
    }

    /// A variable of the environment.
    #[must_use]
    pub fn variable(&self, name: &str) -> Option<&[u8]> {
        self.environment.get(name.as_bytes()).map(Vec::as_slice)
    }

    /// The name of the program that a word stands for, by the rules of `PATH`.
    #[must_use]
    pub fn find(&self, word: &[u8]) -> Option<String> {
        if word.contains(&b'/') {
            return self.program_at(&self.path(word));
        }
        let path = self.variable("PATH").unwrap_or(b"/system/bin");
        path.split(|byte| *byte == b':').find_map(|folder| {
            let folder = self.path(folder);
            self.program_at(&crate::files::join(&folder, word))
        })
    }

    /// Runs another program as this process would, with the same folder and environment.
    ///
    /// The answer is `None` when there is no such program.
    pub async fn run(
        &self,
        words: &[Vec<u8>],
        stdin: Input,
        stdout: Output,
        stderr: Output,
    ) -> Option<Result<Exit, Closed>> {
        let name = self.find(words.first()?)?;
        let program = self.programs.get(&name)?;
        let words: Vec<String> = words.iter().map(|word| text::to_string(word)).collect();
        let process = Self {
            depth: self.depth + 1,
            pid: self.pid,
            ..self.clone()
        };
        if process.depth > MAX_RUN_DEPTH {
            // Only a name to complain with.
            let name = words.first().cloned().unwrap_or_default();
            return Some(
                stderr
                    .write(format!("{name}: Resource temporarily unavailable\n"))
                    .await
                    .map(|()| 126),
            );
        }
        Some(
            program
                .run(Invocation {
                    words: &words,
                    stdin,
                    stdout,
                    stderr,
                    process: &process,
                })
                .await,
        )
    }

    /// A file in a folder of programs runs the program of its name; links to other names are followed.
    fn program_at(&self, path: &[u8]) -> Option<String> {
        let metadata = self.files.metadata(path).ok()?;
        if metadata.kind != crate::files::FileKind::Program || metadata.mode & 0o111 == 0 {
            return None;
        }
        let name = path.rsplit(|byte| *byte == b'/').next()?;
        let name = std::str::from_utf8(name).ok()?;
        self.programs.get(name).map(|_| name.to_owned())
    }
}

/// One process of the phone.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProcessEntry {
    /// Its number.
    pub pid: u32,
    /// Its name, as `pidof` and `ps` know it.
    pub name: String,
}

/// Why a signal was not delivered.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum SignalRefused {
    /// There is no such process.
    #[error("No such process")]
    NoSuchProcess,
    /// The process belongs to another user.
    #[error("Operation not permitted")]
    NotPermitted,
}

/// The phone's processes besides the shell's own.
pub trait Processes: fmt::Debug + Send + Sync {
    /// Those that run now.
    fn list(&self) -> Vec<ProcessEntry>;

    /// Sends a signal; 0 only asks whether it could be sent.
    fn signal(&self, pid: u32, signal: u8) -> Result<(), SignalRefused>;
}

/// A phone on which nothing else runs.
#[derive(Debug, Clone, Copy, Default)]
pub struct NoProcesses;

impl Processes for NoProcesses {
    fn list(&self) -> Vec<ProcessEntry> {
        Vec::new()
    }

    fn signal(&self, _pid: u32, _signal: u8) -> Result<(), SignalRefused> {
        Err(SignalRefused::NoSuchProcess)
    }
}
