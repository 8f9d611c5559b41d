//! Which version of an app is installed: `dumpsys package NAME`.

use clawperator_adb::{Deadline, DeviceHandle};

use super::answer::Answer;
use super::error::ProbeResult;
use super::scan;
use crate::line::{Command, ShellLine, Word, program};

/// An installed version.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AppVersion {
    /// `versionName`; absent when the phone does not say.
    pub name: Option<String>,
    /// `versionCode`.
    pub code: i64,
}

const WHAT: &str = "which version of an app it has";
const LIMIT: usize = 4 * 1024 * 1024;

/// Asks the phone; `None` when it has no such app.
pub async fn read(
    device: &DeviceHandle,
    package: &str,
    deadline: Deadline,
) -> ProbeResult<Option<AppVersion>> {
    let Ok(word) = Word::new(package) else {
        // No app has such a name.
        return Ok(None);
    };
    let line = ShellLine::from(Command::new(program::DUMPSYS).fixed("package").word(word));
    let answer = Answer::ask(device, &line, LIMIT, deadline)
        .await?
        .check(WHAT)?;
    match parse(&answer.output, package) {
        Some(version) => Ok(Some(version)),
        None if says_unknown(&answer.output, package) => Ok(None),
        None => Err(answer.unreadable(WHAT)),
    }
}

/// Reads `dumpsys package NAME`. An app that came with the system and was updated is listed twice; the first is the one
/// that runs.
#[must_use]
pub fn parse(text: &str, package: &str) -> Option<AppVersion> {
    let head = format!("Package [{package}]");
    let mut lines = text
        .lines()
        .skip_while(|line| !line.trim_start().starts_with(&head))
        .skip(1)
        .take_while(|line| !line.trim_start().starts_with("Package ["));
    let code = lines.find_map(|line| scan::value(line, "versionCode"))?;
    let name = lines.find_map(|line| line.trim_start().strip_prefix("versionName="));
    Some(AppVersion {
        name: name
            .filter(|name| !name.is_empty() && *name != "null")
            .map(|name| name.trim_end().to_owned()),
        code: code.parse().ok()?,
    })
}

/// Whether the phone listed packages and this one is not among them.
fn says_unknown(text: &str, package: &str) -> bool {
    text.contains(&format!("Unable to find package: {package}"))
}
