//! Which apps have an icon: `cmd package query-activities`.

use std::time::Duration;

use clawperator_adb::{Deadline, DeviceHandle};
use clawperator_contract::ErrorCode;

use super::answer::unavailable;
use super::apps::{LAUNCHER, LIMIT, MAIN, candidates};
use crate::driver::Unavailable;
use crate::line::{Command, ShellLine, program};
use crate::probe::Answer;

/// The packages of all apps that have an icon.
pub(super) async fn with_icon(
    handle: &DeviceHandle,
    within: Duration,
) -> Result<Vec<String>, Unavailable> {
    let asked = Command::new(program::CMD)
        .fixed("package")
        .fixed("query-activities")
        .fixed("--brief")
        .fixed("-a")
        .fixed(MAIN)
        .fixed("-c")
        .fixed(LAUNCHER);
    let line = ShellLine::from(asked);
    let answer = Answer::ask(handle, &line, LIMIT, Deadline::after(within))
        .await
        .and_then(|answer| answer.check("which apps have an icon"))
        .map_err(|error| unavailable(&error))?;
    packages(&answer)
}

/// The packages of what `cmd package query-activities --brief` listed, each once. Half a list might lack the second app of a
/// name, so that as many are there as the phone counted.
fn packages(answer: &Answer) -> Result<Vec<String>, Unavailable> {
    let found = candidates(answer)?;
    let mut lines = answer.output.lines().map(str::trim);
    let counted = lines.find_map(|line| {
        let count = line.strip_suffix(" activities found:")?;
        count.parse::<usize>().ok()
    });
    if !found.is_empty() && counted != Some(found.len()) {
        return Err(Unavailable {
            code: ErrorCode::ActionFailed,
            message: "the phone's list of apps is incomplete".to_owned(),
        });
    }
    let mut packages: Vec<String> = found.into_iter().filter_map(|one| one.package).collect();
    packages.sort();
    packages.dedup();
    Ok(packages)
}

#[cfg(test)]
mod tests {
    use clawperator_adb::ExitStatus;

    use super::*;

    fn answer(output: &str) -> Answer {
        Answer {
            output: output.to_owned(),
            errors: String::new(),
            status: ExitStatus::Code(0),
        }
    }

    #[test]
    fn apps_are_listed_whole_and_once() {
        let scores = "    priority=0 preferredOrder=0 match=0x108000\n";
        let two = |count: usize| {
            format!(
                "{count} activities found:\n  Activity #0:\n{scores}    com.b/.Main\n  Activity #1:\n{scores}    com.b/.Other\n  \
                 Activity #2:\n{scores}    com.a/.Main\n"
            )
        };
        let listed = packages(&answer(&two(3))).unwrap();
        assert_eq!(listed, ["com.a", "com.b"]);
        assert!(packages(&answer(&two(4))).is_err());
        assert!(packages(&answer("com.a/.Main\n")).is_err());
        let none = packages(&answer("No activities found\n")).unwrap();
        assert!(none.is_empty());
        assert!(packages(&answer("")).is_err());
    }
}
