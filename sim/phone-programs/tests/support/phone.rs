//! A phone whose programs can be run word by word, on a clock that nobody waits for.

use std::sync::{Arc, Mutex};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use async_trait::async_trait;
use bytes::Bytes;
use clawperator_phone_programs::{
    Machine, PhoneConfig, PhoneState, PlainMachine, PowerRequest, Release, install,
};
use clawperator_phone_screen::{InjectRefused, Screen};
use clawperator_phone_shell::files::Identity;
use clawperator_phone_shell::{
    FileSystem, Input, Output, Programs, Shell, ShellClock, ShellConfig, pipe,
};

use super::screen::RecordingScreen;

/// 1 October 2026, 05:57:04 and 17 milliseconds.
pub(crate) const NOW: Duration = Duration::from_millis(1_790_834_224_017);

/// A clock on which waiting takes no time and is written down.
#[derive(Debug)]
pub(crate) struct JumpingClock(Mutex<SystemTime>);

#[async_trait]
impl ShellClock for JumpingClock {
    fn now(&self) -> SystemTime {
        *self.0.lock().unwrap()
    }

    async fn sleep(&self, duration: Duration) {
        *self.0.lock().unwrap() += duration;
    }
}

/// A machine that writes down what it was asked for.
#[derive(Debug)]
struct RecordingMachine(Arc<RecordingScreen>);

#[async_trait]
impl Machine for RecordingMachine {
    async fn clear_data(&self, package: &str) {
        self.0.did.lock().unwrap().push(format!("clear {package}"));
    }

    async fn key_combination(
        &self,
        screen: &dyn Screen,
        codes: &[u32],
    ) -> Result<(), InjectRefused> {
        PlainMachine.key_combination(screen, codes).await
    }

    async fn power(&self, request: PowerRequest, _by: u32) {
        self.0
            .did
            .lock()
            .unwrap()
            .push(format!("power {request:?}"));
    }
}

pub(crate) struct TestPhone {
    pub(crate) screen: Arc<RecordingScreen>,
    pub(crate) state: Arc<PhoneState>,
    pub(crate) files: FileSystem,
    pub(crate) clock: Arc<dyn ShellClock>,
    pub(crate) names: Vec<String>,
    shell: Arc<Shell>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Answer {
    pub(crate) stdout: Vec<u8>,
    pub(crate) stderr: Vec<u8>,
    pub(crate) exit: u8,
}

impl Answer {
    pub(crate) fn out(&self) -> String {
        String::from_utf8(self.stdout.clone()).unwrap()
    }

    pub(crate) fn err(&self) -> String {
        String::from_utf8(self.stderr.clone()).unwrap()
    }
}

impl TestPhone {
    pub(crate) fn new(release: Release) -> Self {
        Self::with(&PhoneConfig::phone(release, "TEST0001", UNIX_EPOCH + NOW))
    }

    pub(crate) fn with(config: &PhoneConfig) -> Self {
        let recorder = Arc::new(RecordingScreen::new());
        let screen: Arc<dyn Screen> = Arc::<RecordingScreen>::clone(&recorder);
        let machine: Arc<dyn Machine> = Arc::new(RecordingMachine(Arc::clone(&recorder)));
        let phone = Self::on(&screen, &machine, Arc::new(PhoneState::new(config)));
        Self {
            screen: recorder,
            ..phone
        }
    }

    /// A phone with another screen; what is done to that is not recorded.
    pub(crate) fn on(
        screen: &Arc<dyn Screen>,
        machine: &Arc<dyn Machine>,
        state: Arc<PhoneState>,
    ) -> Self {
        let mut programs = Programs::new();
        install(&mut programs, &state, screen, machine);
        let names = programs.names().map(ToOwned::to_owned).collect();
        let clock: Arc<dyn ShellClock> = Arc::new(JumpingClock(Mutex::new(UNIX_EPOCH + NOW)));
        let major = state.release().major();
        let files = FileSystem::android(8 << 20, Arc::clone(&clock), major, &programs).unwrap();
        let files = files.as_user(Identity {
            user: 2_000,
            groups: vec![2_000, 1_015],
        });
        let config =
            ShellConfig::android(Arc::new(programs), files.clone(), Arc::clone(&clock), major);
        let shell = Arc::new(Shell::new(config));
        Self {
            screen: Arc::new(RecordingScreen::new()),
            state,
            files,
            clock,
            names,
            shell,
        }
    }

    /// Runs a line whose words are apart by blanks.
    pub(crate) async fn line(&self, line: &str) -> Answer {
        let words: Vec<String> = line.split(' ').map(ToOwned::to_owned).collect();
        self.run(&words, Input::nothing()).await
    }

    pub(crate) async fn run(&self, words: &[String], stdin: Input) -> Answer {
        self.run_line(&quoted(words), stdin).await
    }

    /// Runs a line as the shell reads it.
    pub(crate) async fn shell_line(&self, line: &str) -> Answer {
        self.run_line(line, Input::nothing()).await
    }

    async fn run_line(&self, line: &str, stdin: Input) -> Answer {
        let (stdout, out) = pipe();
        let (stderr, err) = pipe();
        let run = self.shell.run(line.as_bytes(), stdin, stdout, stderr);
        let (exit, stdout, stderr) = tokio::join!(run, collect(out), collect(err));
        Answer {
            stdout,
            stderr,
            exit,
        }
    }

    /// Runs a line on a terminal; the answer is what it shows.
    pub(crate) async fn on_terminal(&self, line: &str) -> Vec<u8> {
        let (stdout, out) = pipe();
        let run = self
            .shell
            .run_on_terminal(line.as_bytes(), Input::nothing(), stdout);
        tokio::join!(run, collect(out)).1
    }

    /// Starts a program and leaves its output to be read.
    pub(crate) fn follow(&self, line: &str) -> (tokio::task::JoinHandle<()>, Input) {
        let (stdout, out) = pipe();
        let (shell, line) = (Arc::clone(&self.shell), line.to_owned());
        let task = tokio::spawn(async move {
            shell
                .run(line.as_bytes(), Input::nothing(), stdout, Output::nowhere())
                .await;
        });
        (task, out)
    }

    pub(crate) fn did(&self) -> Vec<String> {
        std::mem::take(&mut *self.screen.did.lock().unwrap())
    }
}

/// The words as a line that the shell takes apart into the same words.
fn quoted(words: &[String]) -> String {
    let quote = |word: &String| format!("'{}'", word.replace('\'', r"'\''"));
    words.iter().map(quote).collect::<Vec<_>>().join(" ")
}

async fn collect(mut input: Input) -> Vec<u8> {
    let mut bytes = Vec::new();
    while let Some(chunk) = input.read().await {
        bytes.extend_from_slice(&chunk);
    }
    bytes
}

pub(crate) fn input(bytes: &[u8]) -> Input {
    Input::from(Bytes::copy_from_slice(bytes))
}
