//! Many phones over a server's lifetime, in one process:
//! `cargo run --release -p clawperator-host --example lifetime -- STATE SECONDS PORT...`.
//!
//! The phones are connected already to the adb servers at these ports of this machine. Again and again each phone is
//! asked for anew, gets an executor, runs an execution and is dropped, as a server does that lives for months. Prints
//! the memory and the descriptors of this process each minute, and at the end whether a lock is left.
//! `bench/lifetime.sh` calls it.

use std::error::Error;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use clawperator_contract::runs::Surface;
use clawperator_contract::{Execution, RunOptions, validate};
use clawperator_host::{
    AdbConfig, Endpoint, Executor as _, Host, HostConfig, Profile, Retention, RunRequest,
    StoreConfig, SystemSources, Unheard, never, profile,
};
use tokio::task::JoinSet;
use tokio::time::Instant;

/// How long one question to a server may take; a thousand phones share two processors.
const PATIENCE: Duration = Duration::from_mins(1);
/// How many phones run at a time.
const AT_ONCE: usize = 64;
const PAYLOAD: &str = r#"{ "commandId": "lifetime", "taskId": "lifetime", "source": "bench",
    "expectedFormat": "android-ui-automator", "timeoutMs": 120000, "actions": [
    { "id": "look", "type": "snapshot_ui" },
    { "id": "tap", "type": "click", "params": { "coordinate": { "x": 5, "y": 5 } } } ] }"#;

#[derive(Debug, Default)]
struct Figures {
    executions: AtomicUsize,
    failures: AtomicUsize,
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let mut next = || {
        arguments
            .next()
            .ok_or("usage: lifetime STATE SECONDS PORT...")
    };
    let state = PathBuf::from(next()?);
    let lasts = Duration::from_secs(next()?.parse()?);
    let ports: Vec<u16> = arguments
        .map(|port| port.parse())
        .collect::<Result<_, _>>()?;
    let host = Host::open(config(&state, &ports), Arc::new(SystemSources::start()))?;
    let serials: Vec<String> = host
        .phones(PATIENCE)
        .await?
        .devices
        .into_iter()
        .map(|device| device.serial)
        .collect();
    let profile = Arc::new(profile("agent")?);
    let execution = Arc::new(validate(PAYLOAD.as_bytes())?.execution);
    let figures = Arc::new(Figures::default());
    let started = Instant::now();
    let mut lines = JoinSet::new();
    for line in 0..AT_ONCE {
        let mine: Vec<String> = serials
            .iter()
            .skip(line)
            .step_by(AT_ONCE)
            .cloned()
            .collect();
        let (host, profile) = (host.clone(), Arc::clone(&profile));
        let (execution, figures) = (Arc::clone(&execution), Arc::clone(&figures));
        lines.spawn(async move {
            while started.elapsed() < lasts {
                for serial in &mine {
                    let ran = once(&host, serial, &profile, &execution).await;
                    figures.executions.fetch_add(1, Ordering::Relaxed);
                    if let Err(error) = ran {
                        figures.failures.fetch_add(1, Ordering::Relaxed);
                        let _ = writeln!(std::io::stderr(), "{serial}: {error}");
                    }
                    if started.elapsed() >= lasts {
                        break;
                    }
                }
            }
        });
    }
    let mut minute = tokio::time::interval(Duration::from_mins(1));
    loop {
        tokio::select! {
            _ = minute.tick() => report(started, serials.len(), &figures)?,
            ended = lines.join_next() => match ended {
                Some(ended) => ended?,
                None => break,
            },
        }
    }
    report(started, serials.len(), &figures)?;
    let left = locks_left(&state)?;
    writeln!(std::io::stdout(), "locks left: {left}")?;
    match (left, figures.failures.load(Ordering::Relaxed)) {
        (0, 0) => Ok(()),
        (left, failures) => Err(format!("{failures} failures, {left} locks left").into()),
    }
}

fn config(state: &Path, ports: &[u16]) -> HostConfig {
    let adb = ports.iter().map(|port| AdbConfig {
        endpoint: Endpoint::local(*port),
        program: None,
        default_serial: None,
    });
    HostConfig {
        adb: adb.collect(),
        store: StoreConfig {
            state: state.to_owned(),
            temporary: state.to_owned(),
            retention: Retention::default(),
        },
    }
}

/// One phone, from its serial to an answer, and nothing of it kept.
async fn once(
    host: &Host,
    serial: &str,
    profile: &Arc<Profile>,
    execution: &Execution,
) -> Result<(), Box<dyn Error + Send + Sync>> {
    let phone = host.phone(Some(serial), PATIENCE).await?;
    let executor = phone.executor(RunRequest::new(Arc::clone(profile), Surface::Library));
    let options = RunOptions::default();
    let result = executor
        .execute(execution, options, &Unheard, never())
        .await?;
    match result.envelope.error {
        None => Ok(()),
        Some(error) => Err(error.into()),
    }
}

fn report(started: Instant, phones: usize, figures: &Figures) -> Result<(), Box<dyn Error>> {
    let status = std::fs::read_to_string("/proc/self/status")?;
    let resident = status
        .lines()
        .find_map(|line| line.strip_prefix("VmRSS:"))
        .ok_or("no such line in /proc/self/status")?;
    let descriptors = std::fs::read_dir("/proc/self/fd")?.count();
    writeln!(
        std::io::stdout(),
        "{:>4} s: {phones} phones, {} executions, {} failures,{resident}, {descriptors} descriptors",
        started.elapsed().as_secs(),
        figures.executions.load(Ordering::Relaxed),
        figures.failures.load(Ordering::Relaxed),
    )?;
    Ok(())
}

/// Lock files with a holder in them, and claims of this program on phones.
fn locks_left(state: &Path) -> Result<usize, Box<dyn Error>> {
    let mut left = 0;
    for entry in std::fs::read_dir(state.join("locks"))? {
        left += usize::from(entry?.metadata()?.len() > 0);
    }
    let sockets = std::fs::read_to_string("/proc/net/unix")?;
    Ok(left + sockets.matches("@clawperator-phone-").count())
}
