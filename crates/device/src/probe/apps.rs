//! Which apps are installed: `pm list packages`, three times in one line, and `pm path`.

use std::collections::BTreeSet;

use clawperator_adb::{Deadline, DeviceHandle, ExitStatus, PackageName};

use super::answer::Answer;
use super::error::ProbeResult;
use crate::line::{Command, ShellLine, Word, program};

/// One line of the phone's list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InstalledApp {
    pub package: String,
    /// `versionCode`; absent where the phone does not say it.
    pub version_code: Option<u64>,
    /// Whether it came with the system.
    pub system: bool,
    /// Whether it is enabled; the icon of one that is not does nothing.
    pub enabled: bool,
}

const WHAT: &str = "which apps are installed";
const LIMIT: usize = 2 * 1024 * 1024;
/// More apps than any phone has.
const MOST_APPS: usize = 20_000;
/// Stands alone on a line behind each list: a list that has it is whole.
const END: &str = "clawperator-end-of-list";
/// The apps are those of this user, whose data and permissions are changed too.
const USER: &str = "0";

/// Asks the phone for its apps, in the order of their names.
pub async fn read(device: &DeviceHandle, deadline: Deadline) -> ProbeResult<Vec<InstalledApp>> {
    let list = |option: &'static str| {
        let list = Command::new(program::PM).fixed("list").fixed("packages");
        let list = list.fixed("--user").fixed(USER).fixed(option);
        ShellLine::from(list).and(Command::new(program::ECHO).fixed(END))
    };
    let line = list("--show-versioncode").and(list("-s")).and(list("-d"));
    let answer = Answer::ask(device, &line, LIMIT, deadline).await?;
    let answer = answer.check(WHAT)?;
    parse(&answer.output).ok_or_else(|| answer.unreadable(WHAT))
}

/// Reads three lists: of all apps, of those of the system, and of those that are disabled.
///
/// Each ends with a line of its own, without which it may have been cut off; then nothing is read.
#[must_use]
pub fn parse(text: &str) -> Option<Vec<InstalledApp>> {
    let mut lists: Vec<Vec<&str>> = vec![Vec::new()];
    for line in text.lines().map(str::trim_end) {
        if line == END {
            lists.push(Vec::new());
        } else if let Some(entry) = line.strip_prefix("package:") {
            lists.last_mut()?.push(entry);
        }
    }
    // What is behind the last end is no list.
    let [all, system, disabled, behind] = lists.as_slice() else {
        return None;
    };
    if !behind.is_empty() || all.len() > MOST_APPS {
        return None;
    }
    let names = |list: &[&'_ str]| -> BTreeSet<String> {
        let entries = list.iter().filter_map(|entry| name_and_version(entry));
        entries.map(|(name, _)| name).collect()
    };
    let (system, disabled) = (names(system), names(disabled));
    let entries = all.iter().filter_map(|entry| name_and_version(entry));
    let mut apps: Vec<InstalledApp> = entries
        .map(|(package, version_code)| InstalledApp {
            system: system.contains(&package),
            enabled: !disabled.contains(&package),
            package,
            version_code,
        })
        .collect();
    apps.sort_by(|one, other| one.package.cmp(&other.package));
    apps.dedup_by(|one, other| one.package == other.package);
    Some(apps)
}

/// Reads `com.example.app versionCode:12`; nothing of a word that no package has for its name.
fn name_and_version(entry: &str) -> Option<(String, Option<u64>)> {
    let mut words = entry.split_ascii_whitespace();
    let name = PackageName::parse(words.next()?)?;
    let code = words.find_map(|word| word.strip_prefix("versionCode:"));
    Some((name.to_string(), code.and_then(|code| code.parse().ok())))
}

/// Asks whether an app is installed. What no package can be called is not.
pub async fn is_installed(
    device: &DeviceHandle,
    package: &str,
    deadline: Deadline,
) -> ProbeResult<bool> {
    let Some(name) = PackageName::parse(package) else {
        return Ok(false);
    };
    let path = Command::new(program::PM).fixed("path");
    let line = ShellLine::from(path.word(Word::new(name.to_string())?));
    let answer = Answer::ask(device, &line, LIMIT, deadline)
        .await?
        .check(WHAT)?;
    has_path(&answer).ok_or_else(|| answer.unreadable(WHAT))
}

/// Reads what `pm path` said: where the app is, or nothing at all and status 1.
fn has_path(answer: &Answer) -> Option<bool> {
    let said = |line: &str| !line.trim().is_empty() && !line.starts_with("WARNING: linker: ");
    let is_path = |line: &str| line.starts_with("package:/");
    match answer.status {
        ExitStatus::Code(0) if answer.output.lines().any(is_path) => Some(true),
        ExitStatus::Code(1) if !answer.lines().any(said) => Some(false),
        _ => None,
    }
}

/// The app whose name is nearest to one that no app has, or whose last part it is.
#[must_use]
pub fn nearest<'a>(package: &str, apps: &'a [InstalledApp]) -> Option<&'a str> {
    let names = || apps.iter().map(|app| app.package.as_str());
    let by_name = clawperator_contract::did_you_mean(package, names());
    by_name.or_else(|| {
        let word = package.rsplit('.').next().unwrap_or(package);
        let mut ending = names().filter(|name| {
            let last = name.rsplit('.').next().unwrap_or(name);
            last.eq_ignore_ascii_case(word)
        });
        // Several are no nearer than none.
        ending.next().filter(|_| ending.next().is_none())
    })
}

#[cfg(test)]
#[path = "apps_tests.rs"]
mod tests;
