//! Our client next to the adb program, on one phone and one server: `ratios ADB SERIAL PORT`, called by `bench/adb.sh`.

use std::error::Error;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use clawperator_adb::{
    Deadline, DeviceHandle, Endpoint, OutputLimits, PushFile, Server, ServerOptions, StartServer,
};
use tokio::time::Instant;

type Outcome<T> = Result<T, Box<dyn Error>>;

const ROUNDS: usize = 100;
const PUSHES: usize = 15;
const PUSHED: usize = 5_000_000;
const PATIENCE: Duration = Duration::from_mins(1);

#[tokio::main(flavor = "current_thread")]
async fn main() -> Outcome<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [adb, serial, port] = arguments.as_slice() else {
        return Err("usage: ratios ADB SERIAL PORT".into());
    };
    let server = Server::new(
        Endpoint::local(port.parse()?),
        ServerOptions {
            stream_limit: 100,
            start: StartServer::Never,
        },
    );
    let handle = server.device(serial)?;
    let mut out = std::io::stdout().lock();

    let (mut ours, mut theirs) = (Vec::new(), Vec::new());
    shell(&handle).await?;
    for _ in 0..ROUNDS {
        ours.push(timed(shell(&handle)).await?);
        theirs.push(program(adb, port, serial, &["shell", "true"])?);
    }
    report(&mut out, "shell", &mut ours, &mut theirs)?;

    let folder = tempfile::tempdir()?;
    let file = folder.path().join("five-megabytes");
    std::fs::write(&file, noise())?;
    let (mut ours, mut theirs) = (Vec::new(), Vec::new());
    let path = file.to_str().ok_or("a path that is no text")?;
    for _ in 0..PUSHES {
        ours.push(timed(push(&handle, &file)).await?);
        theirs.push(program(
            adb,
            port,
            serial,
            &["push", path, "/data/local/tmp/theirs"],
        )?);
    }
    report(&mut out, "push of 5 MB", &mut ours, &mut theirs)
}

async fn timed(work: impl Future<Output = Outcome<()>>) -> Outcome<Duration> {
    let started = Instant::now();
    work.await?;
    Ok(started.elapsed())
}

async fn shell(handle: &DeviceHandle) -> Outcome<()> {
    let limits = OutputLimits {
        stdout: 100,
        stderr: 100,
    };
    handle
        .shell_output(b"true", limits, Deadline::after(PATIENCE))
        .await?;
    Ok(())
}

async fn push(handle: &DeviceHandle, file: &Path) -> Outcome<()> {
    let deadline = Deadline::after(PATIENCE);
    let mut sync = handle.sync(deadline).await?;
    let content = std::fs::read(file)?;
    let place = PushFile {
        path: b"/data/local/tmp/ours",
        permissions: 0o644,
        modified: 0,
    };
    sync.push(place, &*content, |_| {}, deadline).await?;
    Ok(())
}

fn program(adb: &str, port: &str, serial: &str, words: &[&str]) -> Outcome<Duration> {
    let started = Instant::now();
    let status = Command::new(adb)
        .args(["-P", port, "-s", serial])
        .args(words)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()?;
    let took = started.elapsed();
    if status.success() {
        Ok(took)
    } else {
        Err(format!("adb {words:?} failed").into())
    }
}

fn report(
    out: &mut impl Write,
    what: &str,
    ours: &mut [Duration],
    theirs: &mut [Duration],
) -> Outcome<()> {
    ours.sort_unstable();
    theirs.sort_unstable();
    let at = |times: &[Duration], percent: usize| {
        let place = (times.len() * percent / 100).min(times.len().saturating_sub(1));
        times.get(place).copied().unwrap_or_default()
    };
    for (name, times) in [("clawperator-adb", &*ours), ("adb", &*theirs)] {
        let (median, late) = (at(times, 50), at(times, 90));
        writeln!(
            out,
            "{what}: {name:<16} median {median:.2?}, p90 {late:.2?}"
        )?;
    }
    let ratio = at(ours, 50).as_secs_f64() / at(theirs, 50).as_secs_f64();
    writeln!(out, "{what}: ratio of medians {ratio:.3}")?;
    Ok(())
}

/// Bytes that no compression makes shorter, the same in every run.
fn noise() -> Vec<u8> {
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    let mut bytes = Vec::with_capacity(PUSHED);
    while bytes.len() < PUSHED {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        bytes.extend_from_slice(&state.to_le_bytes());
    }
    bytes.truncate(PUSHED);
    bytes
}
