//! Executions one after another on many phones, in one process, without a server before the engine:
//! `cargo run --release -p clawperator-host --example load -- STATE PORT CALLERS SECONDS < EXECUTION`.
//!
//! The phones are connected already to the adb server at this port of this machine. Each caller takes the phone whose
//! turn it is, has the payload validated and run, and takes the next. Prints one line of JSON: how many executions ended
//! well, how many did not, and the times of half and of all but a hundredth of them. `bench/load.py` calls it, and holds
//! the same over HTTP against it.

use std::error::Error;
use std::io::{Read, Write};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use clawperator_contract::runs::Surface;
use clawperator_contract::{RunOptions, validate};
use clawperator_host::{
    AdbConfig, Endpoint, Executor as _, Host, HostConfig, OperatorConfig, Profile, Retention,
    RunRequest, StoreConfig, SystemSources, Unheard, never, profile,
};
use tokio::task::JoinSet;
use tokio::time::Instant;

/// How long one question to the adb server may take.
const PATIENCE: Duration = Duration::from_mins(1);

/// What all callers share.
#[derive(Debug)]
struct Load {
    host: Host,
    serials: Vec<String>,
    /// How many turns there were.
    turns: AtomicUsize,
    profile: Arc<Profile>,
    payload: Vec<u8>,
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let usage = "usage: load STATE PORT CALLERS SECONDS < EXECUTION";
    let mut next = || arguments.next().ok_or(usage);
    let state = PathBuf::from(next()?);
    let port: u16 = next()?.parse()?;
    let callers: usize = next()?.parse()?;
    let lasts = Duration::from_secs_f64(next()?.parse()?);
    let mut payload = Vec::new();
    std::io::stdin().read_to_end(&mut payload)?;

    let config = HostConfig {
        adb: vec![AdbConfig {
            endpoint: Endpoint::local(port),
            program: None,
            default_phone: None,
        }],
        store: StoreConfig {
            state: state.clone(),
            temporary: state,
            retention: Retention::default(),
        },
        operator: OperatorConfig::default(),
    };
    let host = Host::open(config, Arc::new(SystemSources::start()))?;
    let listed = host.phones(PATIENCE).await?.devices.into_iter();
    let load = Arc::new(Load {
        host,
        serials: listed.map(|device| device.serial).collect(),
        turns: AtomicUsize::new(0),
        profile: Arc::new(profile("server")?),
        payload,
    });

    let until = Instant::now() + lasts;
    let mut lines = JoinSet::new();
    for _ in 0..callers {
        let load = Arc::clone(&load);
        lines.spawn(async move {
            let mut times = Vec::new();
            let mut failures = 0_usize;
            while Instant::now() < until {
                let begun = Instant::now();
                match load.once().await {
                    Ok(()) => times.push(begun.elapsed()),
                    Err(error) => {
                        failures += 1;
                        let _ = writeln!(std::io::stderr(), "{error}");
                    }
                }
            }
            (times, failures)
        });
    }
    let mut times = Vec::new();
    let mut failures = 0;
    while let Some(ended) = lines.join_next().await {
        let (more, failed) = ended?;
        times.extend(more);
        failures += failed;
    }
    times.sort_unstable();
    let at = |hundredths: usize| {
        let place = times.len() * hundredths / 100;
        times
            .get(place)
            .map_or(0.0, |time| time.as_secs_f64() * 1_000.0)
    };
    writeln!(
        std::io::stdout(),
        r#"{{"executions":{},"failures":{failures},"p50":{:.3},"p99":{:.3}}}"#,
        times.len(),
        at(50),
        at(99),
    )?;
    Ok(())
}

impl Load {
    /// One execution on the phone whose turn it is.
    async fn once(&self) -> Result<(), Box<dyn Error + Send + Sync>> {
        let turn = self.turns.fetch_add(1, Ordering::Relaxed);
        let serial = self
            .serials
            .get(turn % self.serials.len())
            .ok_or("no phone")?;
        let validated = validate(&self.payload)?;
        let phone = self.host.phone(Some(serial), PATIENCE).await?;
        let request = RunRequest::new(Arc::clone(&self.profile), Surface::Library);
        let executor = phone.executor(request);
        let options = RunOptions::default();
        let result = executor
            .execute(&validated.execution, options, &Unheard, never())
            .await?;
        match result.envelope.error {
            None => Ok(()),
            Some(error) => Err(error.into()),
        }
    }
}
