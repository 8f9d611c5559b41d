//! What a client of many phones takes: `fleet PORT,PORT,… SERIAL…`, called by `bench/scale.sh`.
//!
//! The phones are connected to the servers in turn, all are tracked, and then, for 10, 100 and all of them, each
//! answers a shell command at once, round after round. Processor time and memory are this process's own.

use std::error::Error;
use std::io::Write;
use std::time::Duration;

use clawperator_adb::{
    Deadline, DeviceHandle, Endpoint, OutputLimits, Server, ServerOptions, Servers, ShellCommand,
    StartServer,
};
use tokio::task::JoinSet;
use tokio::time::Instant;

type Outcome<T> = Result<T, Box<dyn Error + Send + Sync>>;

/// How many commands make up one row of figures.
const COMMANDS: usize = 6_000;
/// Streams of one server at once: with 250 phones each this keeps a server below 600 descriptors.
const STREAMS: usize = 300;
const PATIENCE: Duration = Duration::from_mins(2);

#[tokio::main(flavor = "multi_thread", worker_threads = 2)]
async fn main() -> Outcome<()> {
    let mut arguments = std::env::args().skip(1);
    let ports = arguments.next().ok_or("usage: fleet PORT,PORT,… SERIAL…")?;
    let serials: Vec<String> = arguments.collect();
    let servers: Vec<Server> = ports
        .split(',')
        .map(|port| {
            let options = ServerOptions {
                stream_limit: STREAMS,
                start: StartServer::Never,
            };
            Ok(Server::new(Endpoint::local(port.parse()?), options))
        })
        .collect::<Outcome<_>>()?;
    let deadline = || Deadline::after(PATIENCE);
    let mut connecting = JoinSet::new();
    for (serial, server) in serials.iter().cloned().zip(servers.iter().cycle().cloned()) {
        connecting.spawn(async move {
            server
                .connect_device(&serial, Deadline::after(PATIENCE))
                .await
                .map(|outcome| (serial, outcome))
        });
    }
    while let Some(connected) = connecting.join_next().await {
        connected??;
    }

    let base = resident_kib()?;
    let all = Servers::new(servers.clone());
    let mut tracker = all.track(deadline()).await;
    let mut counts = vec![0; servers.len()];
    while counts.iter().sum::<usize>() < serials.len() {
        let event = tracker.next(deadline()).await?;
        if let Some(count) = counts.get_mut(event.server) {
            *count = event.devices?.len();
        }
    }
    let mut out = std::io::stdout().lock();
    writeln!(
        out,
        "{} phones tracked on {} servers",
        serials.len(),
        servers.len()
    )?;
    writeln!(
        out,
        "client before: {base} KiB, tracking all: {} KiB",
        resident_kib()?
    )?;

    let mut handles = Vec::new();
    for serial in &serials {
        handles.push(all.device(serial, deadline()).await?);
    }
    // Memory that is freed is not given back to the system, so this is measured before anything else, the fewest first.
    for handle in &handles {
        handle.features(deadline()).await?;
    }
    for count in [10, 100, handles.len()] {
        let before = resident_kib()?;
        let mut held = Vec::new();
        for handle in handles.iter().take(count) {
            held.push(handle.shell(ShellCommand::Line(b"cat"), deadline()).await?);
        }
        let during = resident_kib()?;
        writeln!(
            out,
            "{count} held streams: {:.1} KiB each, client {during} KiB",
            number(usize::try_from(during.saturating_sub(before))?) / number(count)
        )?;
    }
    // Every handle learns its phone's features once; that is not what a command costs.
    rounds(&handles, 1).await?;
    let idle = resident_kib()?;
    writeln!(out, "client with {} handles: {idle} KiB", handles.len())?;
    writeln!(
        out,
        "phones   answered   lost   p50        p99        processor time a command"
    )?;
    for count in [10, 100, handles.len()] {
        let some = handles.get(..count).unwrap_or(&handles);
        let before = processor_time()?;
        let row = rounds(some, COMMANDS.div_ceil(count)).await?;
        let spent = processor_time()?.saturating_sub(before);
        let answered = row.times.len();
        writeln!(
            out,
            "{count:>6} {answered:>10} {:>6}   {:<10} {:<10} {:.1} µs",
            row.lost,
            format!("{:.2?}", percentile(&row.times, 50)),
            format!("{:.2?}", percentile(&row.times, 99)),
            spent.as_secs_f64() * 1e6 / number(answered),
        )?;
    }
    writeln!(out, "client after: {} KiB", resident_kib()?)?;
    Ok(())
}

struct Row {
    times: Vec<Duration>,
    lost: usize,
}

/// Every phone answers at once, this many times.
async fn rounds(handles: &[DeviceHandle], count: usize) -> Outcome<Row> {
    let mut row = Row {
        times: Vec::new(),
        lost: 0,
    };
    for _ in 0..count {
        let mut asking = JoinSet::new();
        for handle in handles {
            let handle = handle.clone();
            asking.spawn(async move {
                let limits = OutputLimits {
                    stdout: 100,
                    stderr: 100,
                };
                let started = Instant::now();
                let answer = handle
                    .shell_output(b"echo here", limits, Deadline::after(PATIENCE))
                    .await;
                let took = started.elapsed();
                answer
                    .is_ok_and(|answer| answer.stdout == "here\n")
                    .then_some(took)
            });
        }
        while let Some(took) = asking.join_next().await {
            match took? {
                Some(took) => row.times.push(took),
                None => row.lost += 1,
            }
        }
    }
    row.times.sort_unstable();
    Ok(row)
}

fn number(count: usize) -> f64 {
    f64::from(u32::try_from(count).unwrap_or(u32::MAX))
}

fn percentile(sorted: &[Duration], percent: usize) -> Duration {
    let place = sorted.len().saturating_sub(1) * percent / 100;
    sorted.get(place).copied().unwrap_or_default()
}

/// What the process holds in memory, as Linux tells it.
fn resident_kib() -> Outcome<u64> {
    let status = std::fs::read_to_string("/proc/self/status")?;
    let line = status
        .lines()
        .find_map(|line| line.strip_prefix("VmRSS:"))
        .ok_or("no VmRSS in /proc/self/status")?;
    Ok(line.trim().trim_end_matches(" kB").trim().parse()?)
}

/// The processor time that the process has used, in ticks of a hundredth of a second.
fn processor_time() -> Outcome<Duration> {
    let stat = std::fs::read_to_string("/proc/self/stat")?;
    let (_, after_name) = stat.rsplit_once(')').ok_or("no name in /proc/self/stat")?;
    let ticks = |index: usize| -> Outcome<u64> {
        let field = after_name.split_whitespace().nth(index);
        Ok(field.ok_or("a short /proc/self/stat")?.parse()?)
    };
    Ok(Duration::from_millis((ticks(11)? + ticks(12)?) * 10))
}
