//! A phone's shell to test with.

use std::sync::Arc;
use std::time::{Duration, SystemTime};

use bytes::Bytes;
use clawperator_phone_shell::files::Identity;
use clawperator_phone_shell::{
    FileSystem, Input, ProcessEntry, Processes, Program, Programs, Sh, Shell, ShellConfig,
    SignalRefused, TokioShellClock, pipe, toybox,
};

/// 2026-10-01 07:57:42 UTC.
pub(super) fn start() -> SystemTime {
    SystemTime::UNIX_EPOCH + Duration::from_secs(1_790_841_462)
}

/// Two processes, one of which belongs to someone else.
#[derive(Debug)]
struct Table;

impl Processes for Table {
    fn list(&self) -> Vec<ProcessEntry> {
        let entry = |pid, name: &str| ProcessEntry {
            pid,
            name: name.to_owned(),
        };
        vec![entry(1, "/system/bin/init"), entry(2345, "com.example.app")]
    }

    fn signal(&self, pid: u32, _signal: u8) -> Result<(), SignalRefused> {
        match pid {
            1 => Err(SignalRefused::NotPermitted),
            2345 => Ok(()),
            _ => Err(SignalRefused::NoSuchProcess),
        }
    }
}

pub(super) struct Phone {
    pub(super) shell: Shell,
    pub(super) files: FileSystem,
}

/// A phone of a release, with a program of the test's own besides.
pub(super) fn phone_with(release: u32, limit: u64, extra: Vec<(&str, Arc<dyn Program>)>) -> Phone {
    let clock = Arc::new(TokioShellClock::starting_at(start()));
    let mut programs = Programs::new();
    toybox::register(&mut programs);
    programs.register("sh", Sh);
    for (name, program) in extra {
        programs.register_shared(name, program);
    }
    let root = FileSystem::android(limit, clock.clone(), release, &programs).unwrap();
    let files = root.as_user(Identity::shell());
    let mut config = ShellConfig::android(Arc::new(programs), files.clone(), clock, release);
    config.processes = Arc::new(Table);
    Phone {
        shell: Shell::new(config),
        files,
    }
}

pub(super) fn phone(release: u32) -> Phone {
    phone_with(release, 64 * 1024 * 1024, Vec::new())
}

/// What a line wrote and how it ended.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Answer {
    pub(super) stdout: String,
    pub(super) stderr: String,
    pub(super) status: u8,
}

impl Phone {
    pub(super) async fn run(&self, line: &str) -> Answer {
        self.run_with(line.as_bytes(), b"").await
    }

    pub(super) async fn run_with(&self, line: &[u8], stdin: &'static [u8]) -> Answer {
        let (stdout, out) = pipe();
        let (stderr, err) = pipe();
        let run = self
            .shell
            .run(line, Input::from(Bytes::from_static(stdin)), stdout, stderr);
        let (status, stdout, stderr) = tokio::join!(run, collect(out), collect(err));
        Answer {
            stdout,
            stderr,
            status,
        }
    }
}

pub(super) async fn collect(mut input: Input) -> String {
    let mut all = Vec::new();
    while let Some(chunk) = input.read().await {
        all.extend_from_slice(&chunk);
    }
    String::from_utf8_lossy(&all).into_owned()
}
