//! Starts many phones in one process and prints what an idle one takes: `cargo run --release --example scale -- 1000`.
//!
//! It needs a descriptor a phone: `ulimit -n` may have to be raised.

use std::error::Error;
use std::io::Write;
use std::net::{IpAddr, Ipv4Addr};

use clawperator_virtual_phone::{PhoneHost, Release, Scenes, VirtualPhone};

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let count: usize = match std::env::args().nth(1) {
        Some(count) => count.parse()?,
        None => 1_000,
    };
    let mut out = std::io::stdout().lock();
    let scenes = Scenes::shipped()?;
    let before = resident_kib()?;
    writeln!(out, "scenes and runtime: {before} KiB")?;
    let host = PhoneHost::new();
    let builder = VirtualPhone::builder(Release::Android14).scenes(scenes);
    let started = tokio::time::Instant::now();
    let here = IpAddr::V4(Ipv4Addr::LOCALHOST);
    host.start_many(builder, count, here, 0).await?;
    let took = started.elapsed();
    let idle = resident_kib()?;
    writeln!(out, "{count} phones listen after {took:.2?}")?;
    print_share(&mut out, "idle", idle.saturating_sub(before), count)?;

    for (_, phone) in host.phones() {
        phone.status().await;
        phone.files().read_dir("/sdcard")?;
    }
    let asked = resident_kib()?;
    print_share(
        &mut out,
        "windows and files asked for",
        asked.saturating_sub(before),
        count,
    )?;
    host.stop_all().await;
    Ok(())
}

fn print_share(out: &mut impl Write, what: &str, kib: u64, count: usize) -> std::io::Result<()> {
    let each = kib / u64::try_from(count.max(1)).unwrap_or(u64::MAX);
    writeln!(out, "{what}: {kib} KiB together, {each} KiB a phone")
}

/// What the process holds in memory, as Linux tells it.
fn resident_kib() -> Result<u64, Box<dyn Error>> {
    let status = std::fs::read_to_string("/proc/self/status")?;
    let line = status
        .lines()
        .find_map(|line| line.strip_prefix("VmRSS:"))
        .ok_or("no VmRSS in /proc/self/status")?;
    Ok(line.trim().trim_end_matches(" kB").trim().parse()?)
}
