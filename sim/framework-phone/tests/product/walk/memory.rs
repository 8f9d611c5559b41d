//! How much memory the phone's JVM holds.

use std::fs;

/// The most that it may hold, in MB.
pub(super) const LIMIT: u64 = 1_500;

/// The resident memory of the JVM that this process started, in MB; nothing while there is none.
pub(super) fn resident() -> Option<u64> {
    let own = std::process::id().to_string();
    let is_ours = |status: &String| {
        field(status, "Name:") == Some("java") && field(status, "PPid:") == Some(&own)
    };
    let statuses = fs::read_dir("/proc").ok()?.filter_map(|entry| {
        let path = entry.ok()?.path().join("status");
        fs::read_to_string(path).ok()
    });
    let status = statuses.into_iter().find(is_ours)?;
    let kilobytes: u64 = field(&status, "VmRSS:")?.parse().ok()?;
    Some(kilobytes / 1024)
}

fn field<'a>(status: &'a str, name: &str) -> Option<&'a str> {
    let line = status.lines().find(|line| line.starts_with(name))?;
    line.split_whitespace().nth(1)
}
