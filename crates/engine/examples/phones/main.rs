//! Many phones driven at once from one process:
//! `cargo run --release -p clawperator-engine --example phones -- PORT SECONDS SERIAL...`.
//!
//! The phones are connected already to the adb server at `PORT` of this machine. Each runs a mixed payload of ten
//! actions in a loop. Prints what was done, what the engine took beside its calls to the phone, and the memory of this
//! process. `bench/phones.sh` calls it.

mod crowd;
mod timed;

use std::error::Error;
use std::io::Write;
use std::time::Duration;

use clawperator_adb::{DEFAULT_STREAM_LIMIT, Endpoint, Server, ServerOptions, StartServer};

use self::crowd::drive;

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let mut next = || {
        arguments
            .next()
            .ok_or("usage: phones PORT SECONDS SERIAL...")
    };
    let port = next()?.parse()?;
    let lasts = Duration::from_secs(next()?.parse()?);
    let serials: Vec<String> = arguments.collect();
    let server = Server::new(
        Endpoint::local(port),
        ServerOptions {
            stream_limit: DEFAULT_STREAM_LIMIT,
            start: StartServer::Never,
        },
    );
    let locks = tempfile::tempdir()?;
    let before = resident_kib()?;
    let figures = drive(&server, &serials, lasts, locks.path()).await?;
    let (after, most) = (resident_kib()?, status_kib("VmHWM:")?);
    let mut out = std::io::stdout().lock();
    writeln!(out, "{figures}")?;
    let phones = u64::try_from(serials.len().max(1))?;
    writeln!(
        out,
        "memory: {before} KiB before, {after} KiB after, {most} KiB at most; {} KiB a phone at most",
        most.saturating_sub(before) / phones
    )?;
    match figures.failures.first() {
        None => Ok(()),
        Some(failure) => Err(format!("not without an error, the first is: {failure}").into()),
    }
}

fn resident_kib() -> Result<u64, Box<dyn Error>> {
    status_kib("VmRSS:")
}

/// What Linux tells of this process.
fn status_kib(key: &str) -> Result<u64, Box<dyn Error>> {
    let status = std::fs::read_to_string("/proc/self/status")?;
    let line = status.lines().find_map(|line| line.strip_prefix(key));
    let value = line.ok_or("no such line in /proc/self/status")?;
    Ok(value.trim().trim_end_matches(" kB").trim().parse()?)
}
