//! Which permissions an app has: `dumpsys package NAME`.
//!
//! ```text
//! Packages:
//!   Package [com.example.app] (1a2b3c):
//!     …
//!     requested permissions:
//!       android.permission.CAMERA
//!     install permissions:
//!       android.permission.INTERNET: granted=true
//!     User 0: ceDataInode=…
//!       runtime permissions:
//!         android.permission.CAMERA: granted=false, flags=[ USER_SET]
//! ```
//!
//! Texts of the app stand in it as they are, its version for example, and may have any lines in them. So every line that
//! begins a part must be there once; an answer that has one twice tells nothing.

use std::collections::{BTreeMap, BTreeSet};

use clawperator_adb::{Deadline, DeviceHandle, PackageName};

use super::answer::Answer;
use super::error::ProbeResult;
use crate::line::{Command, ShellLine, Word, program};

/// The permissions of an app, for the phone's first user.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct AppPermissions {
    requested: BTreeSet<String>,
    /// Those that it has for as long as it is installed.
    installed: BTreeSet<String>,
    runtime: BTreeMap<String, bool>,
}

/// What becomes of a permission of an app.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Standing {
    /// It is granted, or not, and that can be changed.
    Runtime { granted: bool },
    /// The app has it for as long as it is installed.
    Installed,
    /// The app does not ask for it.
    NotRequested,
}

const WHAT: &str = "which permissions the app has";
const LIMIT: usize = 4 * 1024 * 1024;

/// Asks the phone; nothing where it has no such app.
pub async fn read(
    device: &DeviceHandle,
    package: &str,
    deadline: Deadline,
) -> ProbeResult<Option<AppPermissions>> {
    let Some(name) = PackageName::parse(package) else {
        return Ok(None);
    };
    let dump = Command::new(program::DUMPSYS).fixed("package");
    let line = ShellLine::from(dump.word(Word::new(name.to_string())?));
    let answer = Answer::ask(device, &line, LIMIT, deadline)
        .await?
        .check(WHAT)?;
    let unknown = format!("Unable to find package: {package}");
    let mut lines = answer.output.lines();
    if lines.any(|line| line.trim() == unknown) && !answer.output.contains("\nPackages:") {
        return Ok(None);
    }
    let parsed = parse(&answer.output, package);
    parsed.map(Some).ok_or_else(|| answer.unreadable(WHAT))
}

/// Reads `dumpsys package NAME`; nothing where it does not say it, or may say two things.
#[must_use]
pub fn parse(text: &str, package: &str) -> Option<AppPermissions> {
    let lines: Vec<&str> = text.lines().map(str::trim_end).collect();
    let packages = part(&lines, |line| line == "Packages:")?;
    let head = format!("  Package [{package}] (");
    let record = part(packages, |line| line.starts_with("  Package ["))?;
    if packages
        .iter()
        .filter(|line| line.starts_with(&head))
        .count()
        != 1
    {
        return None;
    }
    // What several apps share is told elsewhere.
    let is_shared = |line: &&str| line.starts_with("    sharedUser=");
    if record.iter().any(is_shared) {
        return None;
    }
    // What another user has is not this one's.
    let is_absent =
        |line: &&str| line.starts_with("    User 0: ") && line.contains(" installed=false ");
    if record.iter().any(is_absent) {
        return None;
    }
    let user = part(record, |line| line.starts_with("    User 0: "))?;
    let mut permissions = AppPermissions::default();
    for line in optional(record, "    requested permissions:")? {
        let line = line.trim();
        let name = line.split_once(':').map_or(line, |(name, _)| name);
        permissions.requested.insert(name.to_owned());
    }
    for line in optional(record, "    install permissions:")? {
        if let Some((name, _)) = line.trim().split_once(": granted=true") {
            permissions.installed.insert(name.to_owned());
        }
    }
    for line in optional(user, "      runtime permissions:")? {
        let Some((name, state)) = line.trim().split_once(": granted=") else {
            continue;
        };
        let granted = match state.split(',').next() {
            Some("true") => true,
            Some("false") => false,
            _ => return None,
        };
        let before = permissions.runtime.insert(name.to_owned(), granted);
        if before.is_some_and(|before| before != granted) {
            return None;
        }
    }
    Some(permissions)
}

/// The lines below the one line that begins a part, up to one that stands no deeper; nothing where none begins it, or
/// more than one.
fn part<'a, 'l>(lines: &'l [&'a str], begins: impl Fn(&str) -> bool) -> Option<&'l [&'a str]> {
    let mut heads = lines.iter().enumerate().filter(|(_, line)| begins(line));
    let (at, head) = heads.next()?;
    if heads.next().is_some() {
        return None;
    }
    let depth = indentation(head);
    let below = lines.get(at + 1..)?;
    let is_outside = |line: &&str| !line.is_empty() && indentation(line) <= depth;
    let end = below.iter().position(is_outside).unwrap_or(below.len());
    below.get(..end)
}

/// The same, empty where no line begins it.
fn optional<'a, 'l>(lines: &'l [&'a str], head: &str) -> Option<&'l [&'a str]> {
    if lines.contains(&head) {
        part(lines, |line| line == head)
    } else {
        Some(&[])
    }
}

fn indentation(line: &str) -> usize {
    line.len() - line.trim_start_matches(' ').len()
}

impl AppPermissions {
    /// What becomes of a permission. One that was never granted need not be listed.
    #[must_use]
    pub fn standing(&self, permission: &str) -> Standing {
        match self.runtime.get(permission) {
            Some(granted) => Standing::Runtime { granted: *granted },
            None if self.installed.contains(permission) => Standing::Installed,
            None if self.requested.contains(permission) => Standing::Runtime { granted: false },
            None => Standing::NotRequested,
        }
    }

    /// The permissions that the app asks for.
    pub fn requested(&self) -> impl Iterator<Item = &str> {
        self.requested.iter().map(String::as_str)
    }
}

#[cfg(test)]
#[path = "permissions_tests.rs"]
mod tests;
