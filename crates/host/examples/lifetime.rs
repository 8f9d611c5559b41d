//! Many phones over a server's lifetime, in one process:
//! `cargo run --release -p clawperator-host --example lifetime -- STATE SECONDS shell|resident PORT...`.
//!
//! The phones are connected already to the adb servers at these ports of this machine. Again and again each phone is
//! asked for anew, gets an executor, runs an execution and is dropped, as a server does that lives for months. Prints
//! the memory and the descriptors of this process each minute, and at the end how long executions took, what an idle
//! minute costs, and whether a lock is left.
//! `bench/lifetime.sh` calls it.

use std::error::Error;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use clawperator_contract::runs::Surface;
use clawperator_contract::{Execution, RunOptions, validate};
use clawperator_host::{
    AdbConfig, DriverChoice, Endpoint, Executor as _, Host, HostConfig, OperatorConfig, Profile,
    Retention, RunRequest, StoreConfig, SystemSources, Unheard, never, profile,
};
use tokio::task::JoinSet;
use tokio::time::Instant;

/// How long one question to a server may take; a thousand phones share two processors.
const PATIENCE: Duration = Duration::from_mins(1);
/// How many phones run at a time.
const AT_ONCE: usize = 64;
/// How long nothing is done at the end.
const IDLE: Duration = Duration::from_mins(1);
const PAYLOAD: &str = r#"{ "commandId": "lifetime", "taskId": "lifetime", "source": "bench",
    "expectedFormat": "android-ui-automator", "timeoutMs": 120000, "actions": [
    { "id": "look", "type": "snapshot_ui" },
    { "id": "tap", "type": "click", "params": { "coordinate": { "x": 5, "y": 5 } } } ] }"#;

#[derive(Debug, Default)]
struct Figures {
    executions: AtomicUsize,
    failures: AtomicUsize,
    took: Mutex<Vec<Duration>>,
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let mut next = || {
        arguments
            .next()
            .ok_or("usage: lifetime STATE SECONDS shell|resident PORT...")
    };
    let state = PathBuf::from(next()?);
    let lasts = Duration::from_secs(next()?.parse()?);
    let driver = match next()?.as_str() {
        "shell" => DriverChoice::Shell,
        "resident" => DriverChoice::Resident,
        other => return Err(format!("no driver `{other}`").into()),
    };
    let ports: Vec<u16> = arguments
        .map(|port| port.parse())
        .collect::<Result<_, _>>()?;
    let host = Host::open(
        config(&state, driver, &ports),
        Arc::new(SystemSources::start()),
    )?;
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
                    let begun = Instant::now();
                    let ran = once(&host, serial, &profile, &execution).await;
                    let mut took = figures.took.lock().unwrap_or_else(PoisonError::into_inner);
                    took.push(begun.elapsed());
                    drop(took);
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
    report_times(&figures)?;
    let before = processor_time()?;
    tokio::time::sleep(IDLE).await;
    let idle = processor_time()? - before;
    writeln!(
        std::io::stdout(),
        "{} s with nothing to do: {idle} ticks of the processor",
        IDLE.as_secs()
    )?;
    let left = locks_left(&state)?;
    writeln!(std::io::stdout(), "locks left: {left}")?;
    match (left, figures.failures.load(Ordering::Relaxed)) {
        (0, 0) => Ok(()),
        (left, failures) => Err(format!("{failures} failures, {left} locks left").into()),
    }
}

fn config(state: &Path, driver: DriverChoice, ports: &[u16]) -> HostConfig {
    let adb = ports.iter().map(|port| AdbConfig {
        endpoint: Endpoint::local(*port),
        program: None,
        default_phone: None,
    });
    HostConfig {
        adb: adb.collect(),
        store: StoreConfig {
            state: state.to_owned(),
            temporary: state.to_owned(),
            retention: Retention::default(),
        },
        operator: OperatorConfig {
            driver,
            ..OperatorConfig::default()
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

fn report_times(figures: &Figures) -> Result<(), Box<dyn Error>> {
    let mut took = figures.took.lock().unwrap_or_else(PoisonError::into_inner);
    took.sort_unstable();
    let at = |hundredths: usize| {
        let time = took.get(took.len() * hundredths / 100);
        time.map_or(0.0, |time| time.as_secs_f64() * 1_000.0)
    };
    writeln!(
        std::io::stdout(),
        "executions: p50 {:.1} ms, p99 {:.1} ms",
        at(50),
        at(99)
    )?;
    Ok(())
}

/// What this process has had of the processors, in ticks of a hundredth of a second.
fn processor_time() -> Result<u64, Box<dyn Error>> {
    let status = std::fs::read_to_string("/proc/self/stat")?;
    let (_, after_name) = status
        .rsplit_once(") ")
        .ok_or("no name in /proc/self/stat")?;
    let mut fields = after_name.split(' ').skip(11);
    let mut next = || {
        fields
            .next()
            .ok_or("too short")?
            .parse::<u64>()
            .map_err(Box::<dyn Error>::from)
    };
    Ok(next()? + next()?)
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
