//! The shell of a phone, from which lines are run.

use std::collections::BTreeMap;
use std::sync::Arc;

use tokio::sync::Semaphore;

use super::config::ShellConfig;
use super::hang_up::{Line, Traps};
use super::jobs::{Detached, Jobs};
use super::lines::Typist;
use super::session::{Core, Descriptor, MAX_STAGES, Options, Session};
use super::variables::Variables;
use crate::io::{Input, Output};
use crate::program::Exit;

/// A phone's shell.
///
/// Each line runs in an environment of its own, as each `adb shell` does. Dropping the future of a run kills what it
/// started in the foreground and background; commands that are in the background when a run ends by itself go on,
/// hold their outputs open, and end when the reader of those goes, or with the shell. What `setsid` started ends with
/// the shell alone. A run that is dropped does what its line has set a `trap` for, as at `SIGHUP`.
#[derive(Debug)]
pub struct Shell {
    core: Arc<Core>,
    variables: Variables,
    directory: Vec<u8>,
    arguments: Arc<Vec<Vec<u8>>>,
    prompt: String,
    detached: Detached,
}

impl Shell {
    /// Builds a shell.
    #[must_use]
    pub fn new(config: ShellConfig) -> Self {
        let mut variables = Variables::default();
        for (name, value) in &config.environment {
            let variable = variables.attributes(name.as_bytes());
            variable.value = Some(value.clone().into_bytes());
            variable.exported = true;
        }
        let directory = config.directory.into_bytes();
        variables.attributes(b"PWD").value = Some(directory.clone());
        for (name, value) in [
            ("IFS", " \t\n"),
            ("PS1", "$ "),
            ("PS2", "> "),
            ("PS4", "+ "),
        ] {
            variables.attributes(name.as_bytes()).value = Some(value.as_bytes().to_vec());
        }
        let core = Core {
            programs: config.programs,
            files: config.files,
            clock: config.clock,
            processes: config.processes,
            release: config.release,
            name: config.name,
            running: config.running,
            stages: Arc::new(Semaphore::new(MAX_STAGES)),
        };
        let arguments = Arc::new(
            config
                .arguments
                .into_iter()
                .map(String::into_bytes)
                .collect(),
        );
        let (prompt, detached) = (config.prompt, Detached::default());
        Self {
            core: Arc::new(core),
            variables,
            directory,
            arguments,
            prompt,
            detached,
        }
    }

    /// Runs a line, or several, as `sh -c` does, and answers the status.
    ///
    /// It must be called in a tokio runtime: commands after which an `&` stands are tasks of that.
    pub async fn run(&self, line: &[u8], stdin: Input, stdout: Output, stderr: Output) -> Exit {
        let mut session = self.session(stdin, stdout, stderr, None);
        let running = Line::begin(&session, &self.detached);
        let result = session.evaluate_source(line).await;
        let status = Session::end(result);
        running.end(status).await;
        self.detached.adopt(std::mem::take(&mut session.jobs));
        status
    }

    /// Runs a line with a terminal: `/dev/tty` leads to the output, and a program may ask for it.
    pub async fn run_on_terminal(&self, line: &[u8], stdin: Input, stdout: Output) -> Exit {
        let mut session = self.session(stdin, stdout.clone(), stdout.clone(), Some(stdout));
        let result = session.evaluate_source(line).await;
        let status = Session::end(result);
        self.detached.adopt(std::mem::take(&mut session.jobs));
        status
    }

    /// Reads lines that a person types and runs them, with a prompt before each, until `exit` or the end of the input.
    pub async fn run_interactive(&self, stdin: Input, stdout: Output, stderr: Output) -> Exit {
        let mut session = self.session(stdin, stdout.clone(), stderr, Some(stdout));
        let status = session
            .read_lines(Typist::Person, self.prompt.as_bytes())
            .await;
        self.detached.adopt(std::mem::take(&mut session.jobs));
        status
    }

    /// Reads lines from a pipe and runs them until `exit`, the end of the input, or an error in the language. Nobody is
    /// prompted, and there is no terminal.
    pub async fn run_piped(&self, stdin: Input, stdout: Output, stderr: Output) -> Exit {
        let mut session = self.session(stdin, stdout, stderr, None);
        let status = session.read_lines(Typist::Pipe, b"").await;
        self.detached.adopt(std::mem::take(&mut session.jobs));
        status
    }

    fn session(
        &self,
        stdin: Input,
        stdout: Output,
        stderr: Output,
        terminal: Option<Output>,
    ) -> Session {
        let pid = self.core.new_pid();
        Session {
            core: Arc::clone(&self.core),
            variables: self.variables.clone(),
            functions: Arc::default(),
            positional: Arc::clone(&self.arguments),
            directory: self.directory.clone(),
            umask: 0o022,
            options: Options::default(),
            descriptors: BTreeMap::from([
                (0, Descriptor::Read(stdin)),
                (1, Descriptor::Write(stdout)),
                (2, Descriptor::Write(stderr)),
            ]),
            status: 0,
            substituted: None,
            shell_pid: pid,
            pid,
            background: None,
            jobs: Jobs::default(),
            terminal,
            traps: Traps::default(),
            lines: None,
            depth: 0,
            loops: 0,
            calls: 0,
            guarded: 0,
            ticks: 0,
            last_command: false,
            becomes_command: false,
            detached: false,
            random: pid,
            started: self.core.clock.now(),
        }
    }
}

impl Drop for Shell {
    fn drop(&mut self) {
        self.core.running.kill_all();
    }
}
