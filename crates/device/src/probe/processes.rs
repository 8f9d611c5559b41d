//! Programs on the phone that read or drive the screen: `ps`.

use std::fmt;

use clawperator_adb::{Deadline, DeviceHandle};
use clawperator_contract::excerpt;

use super::answer::Answer;
use super::error::ProbeResult;
use crate::line::{Command, ShellLine, program};

/// A process that is known to read or drive the screen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Holder {
    /// What it belongs to, such as `Appium`.
    pub tool: &'static str,
    /// What it is known to do.
    pub role: Role,
    /// Its number.
    pub pid: u32,
    /// Its name as `ps` has it, with its words where those are known.
    pub process: String,
}

/// What a tool is known to do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    /// It connects a `UiAutomation`.
    UiAutomation,
    /// It drives the screen in another way.
    Other,
}

const WHAT: &str = "its processes";
const LIMIT: usize = 2 * 1024 * 1024;
const MOST_HOLDERS: usize = 32;
const LONGEST_PROCESS: usize = 160;

/// What the command lines of tools contain. The first that fits counts.
const TOOLS: [(&str, &str, Role); 17] = [
    ("io.appium.uiautomator2", "Appium", Role::UiAutomation),
    ("io.appium.", "Appium", Role::Other),
    ("com.github.uiautomator", "uiautomator2", Role::UiAutomation),
    ("com.wetest.uia2", "uiautomator2", Role::UiAutomation),
    ("atx-agent", "uiautomator2", Role::UiAutomation),
    ("dev.mobile.maestro", "Maestro", Role::UiAutomation),
    (
        "com.mobilenext.devicekit",
        "mobile-next",
        Role::UiAutomation,
    ),
    ("androidx.test", "AndroidX tests", Role::UiAutomation),
    ("fastbot", "Fastbot", Role::UiAutomation),
    ("com.droidrun.portal", "DroidRun", Role::Other),
    ("com.mobilerun.portal", "Mobilerun", Role::Other),
    ("com.genymobile.scrcpy", "scrcpy", Role::Other),
    ("scrcpy-server", "scrcpy", Role::Other),
    (
        "com.clawperator.operator",
        "Clawperator",
        Role::UiAutomation,
    ),
    (
        "com.android.commands.am.Am instrument",
        "instrumentation",
        Role::UiAutomation,
    ),
    ("am instrument", "instrumentation", Role::UiAutomation),
    ("uiautomator", "uiautomator", Role::UiAutomation),
];

impl fmt::Display for Holder {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            tool, pid, process, ..
        } = self;
        write!(formatter, "{tool} (process {pid}: {process})")
    }
}

/// Whoever may have `UiAutomation`, behind a colon, to be put behind a message; empty where nobody is known to. Processes
/// of our own are none of them.
pub async fn likely(device: &DeviceHandle, own: &[u32], deadline: Deadline) -> String {
    // Who it may be is a guess; that it cannot be made changes nothing.
    let holders = read(device, deadline).await.unwrap_or_default();
    words(&holders, own)
}

fn words(holders: &[Holder], own: &[u32]) -> String {
    let likely = holders
        .iter()
        .filter(|holder| holder.role == Role::UiAutomation && !own.contains(&holder.pid));
    let named: Vec<String> = likely.map(|holder| excerpt(&holder.to_string())).collect();
    if named.is_empty() {
        String::new()
    } else {
        format!(": likely {}", named.join(", "))
    }
}

/// Asks the phone for the tools that run on it.
pub async fn read(device: &DeviceHandle, deadline: Deadline) -> ProbeResult<Vec<Holder>> {
    let ps = || Command::new(program::PS).fixed("-A");
    // A tool that was started by `app_process` is known by its words, which not every phone's `ps` can print.
    let line = ShellLine::from(ps().fixed("-o").fixed("PID,ARGS").discard_errors()).or(ps());
    let answer = Answer::ask(device, &line, LIMIT, deadline)
        .await?
        .check(WHAT)?;
    parse(&answer.output).ok_or_else(|| answer.unreadable(WHAT))
}

/// Any process.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Listed {
    /// Its number.
    pub pid: u32,
    /// Its user, by name.
    pub user: String,
    /// Its name, with its words where those are known.
    pub process: String,
}

/// Asks the phone for all of its processes.
pub async fn list(device: &DeviceHandle, deadline: Deadline) -> ProbeResult<Vec<Listed>> {
    let ps = || Command::new(program::PS).fixed("-A");
    let line = ShellLine::from(ps().fixed("-o").fixed("PID,USER,ARGS").discard_errors()).or(ps());
    let answer = Answer::ask(device, &line, LIMIT, deadline)
        .await?
        .check(WHAT)?;
    parse_list(&answer.output).ok_or_else(|| answer.unreadable(WHAT))
}

/// Reads `ps -A` or `ps -A -o PID,USER,ARGS`.
#[must_use]
pub fn parse_list(text: &str) -> Option<Vec<Listed>> {
    let mut columns: Option<Columns> = None;
    let mut listed = Vec::new();
    for line in text.lines() {
        if let Some(heading) = Columns::parse(line) {
            columns = Some(heading);
            continue;
        }
        let row = columns.as_ref().and_then(|columns| {
            let (pid, process) = columns.row(line)?;
            let user = line.split_whitespace().nth(columns.user?)?;
            Some((pid, user, process))
        });
        if let Some((pid, user, process)) = row {
            listed.push(Listed {
                pid,
                user: user.to_owned(),
                process: process.chars().take(LONGEST_PROCESS).collect(),
            });
        }
    }
    columns.filter(|columns| columns.user.is_some())?;
    Some(listed)
}

/// Reads `ps -A` or `ps -A -o PID,ARGS`.
#[must_use]
pub fn parse(text: &str) -> Option<Vec<Holder>> {
    let mut columns: Option<Columns> = None;
    let mut holders = Vec::new();
    for line in text.lines() {
        if let Some(heading) = Columns::parse(line) {
            columns = Some(heading);
            continue;
        }
        let Some((pid, process)) = columns.as_ref().and_then(|columns| columns.row(line)) else {
            continue;
        };
        let known = TOOLS.iter().find(|(needle, ..)| process.contains(needle));
        if let Some((_, tool, role)) = known
            && holders.len() < MOST_HOLDERS
        {
            holders.push(Holder {
                tool,
                role: *role,
                pid,
                process: process.chars().take(LONGEST_PROCESS).collect(),
            });
        }
    }
    columns.map(|_| holders)
}

/// Where the heading says that things are.
#[derive(Debug)]
struct Columns {
    pid: usize,
    user: Option<usize>,
    count: usize,
    /// Whether the last column is a whole command line, with spaces in it.
    words: bool,
}

impl Columns {
    fn parse(line: &str) -> Option<Self> {
        let names: Vec<&str> = line.split_whitespace().collect();
        let last = *names.last()?;
        let pid = names.iter().position(|name| *name == "PID")?;
        matches!(last, "NAME" | "ARGS" | "CMD" | "CMDLINE").then(|| Self {
            pid,
            user: names.iter().position(|name| *name == "USER"),
            count: names.len(),
            words: last != "NAME",
        })
    }

    fn row<'a>(&self, line: &'a str) -> Option<(u32, &'a str)> {
        let pid = line.split_whitespace().nth(self.pid)?.parse().ok()?;
        // Android 7 has a column without a heading before the name, which is one word.
        let process = if self.words {
            let mut rest = line.trim_start();
            for _ in 1..self.count {
                let (_, after) = rest.split_once(char::is_whitespace)?;
                rest = after.trim_start();
            }
            rest.trim_end()
        } else {
            line.split_whitespace().next_back()?
        };
        Some((pid, process))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str) -> Vec<(u32, &'static str)> {
        let holders = parse(text).unwrap();
        holders
            .iter()
            .map(|holder| (holder.pid, holder.tool))
            .collect()
    }

    #[test]
    fn holders_in_every_form() {
        let names = "USER           PID  PPID     VSZ    RSS WCHAN            ADDR S NAME\nroot             1     0   10000   2000 SyS_epoll_wait      0 S init\nu0_a77        8123   900  900000  80000 SyS_epoll_wait      0 S io.appium.uiautomator2.server\nshell         8200  8190   10000   3000 0                   0 R ps\n";
        assert_eq!(found(names), [(8123, "Appium")]);
        let seven = "USER      PID   PPID  VSIZE  RSS   WCHAN              PC  NAME\nshell     812   1     900000 80000 SyS_epoll_ 0000000000 S com.github.uiautomator\n";
        assert_eq!(found(seven), [(812, "uiautomator2")]);
        let words = "  PID ARGS\n    1 init second_stage\n 4242 app_process / com.genymobile.scrcpy.Server 3.1 scid=1\n 4300 app_process /system/bin com.android.commands.uiautomator.Launcher dump /sdcard/x.xml\n";
        assert_eq!(found(words), [(4242, "scrcpy"), (4300, "uiautomator")]);
        assert_eq!(found("PID ARGS\n"), []);
        assert_eq!(parse("ps: bad -A\n"), None);
    }

    #[test]
    fn all_processes_in_every_form() {
        let of = |pid, user: &str, process: &str| Listed {
            pid,
            user: user.to_owned(),
            process: process.to_owned(),
        };
        let names = "USER           PID  PPID     VSZ    RSS WCHAN            ADDR S NAME\nroot             1     0   10000   2000 0      0 S init\nshell     4123   900  900000  80000 0      0 S com.example.x\n";
        let expected = [of(1, "root", "init"), of(4123, "shell", "com.example.x")];
        assert_eq!(parse_list(names).unwrap(), expected);
        let words = "  PID USER         ARGS\n    1 root         init second_stage\n 4242 shell        app_process / a.B serve 3\n";
        let expected = [
            of(1, "root", "init second_stage"),
            of(4242, "shell", "app_process / a.B serve 3"),
        ];
        assert_eq!(parse_list(words).unwrap(), expected);
        assert_eq!(parse_list("ps: bad -A\n"), None);
        assert_eq!(parse_list("  PID ARGS\n 1 init\n"), None);
    }

    #[test]
    fn whoever_may_hold_it_is_named_and_our_own_is_not() {
        let text = "  PID ARGS\n 4242 app_process / com.genymobile.scrcpy.Server 3.1\n 4300 io.appium.uiautomator2.server\n 4400 com.clawperator.operator\n 4500 androidx.test.orchestrator\n";
        let holders = parse(text).unwrap();
        assert_eq!(
            words(&holders, &[4400]),
            ": likely Appium (process 4300: io.appium.uiautomator2.server), AndroidX tests (process 4500: androidx.test.orchestrator)"
        );
        assert_eq!(words(&[], &[]), "");
    }

    #[test]
    fn hostile_rows_are_skipped() {
        let text = "  PID ARGS\nuiautomator\n\nx uiautomator\n 99999999999 uiautomator\n 7\n 8 uiautomator\n";
        assert_eq!(found(text), [(8, "uiautomator")]);
    }
}
