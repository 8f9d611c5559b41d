//! Whether the screen is locked: `dumpsys window policy`.

use clawperator_adb::{Deadline, DeviceHandle};

use super::answer::Answer;
use super::error::ProbeResult;
use super::scan;
use crate::line::{Command, ShellLine, program};

/// The lock screen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Keyguard {
    /// Whether it is up.
    pub showing: bool,
    /// Whether an app is in front of it, such as a call; absent when the phone does not say.
    pub occluded: Option<bool>,
    /// Whether a secret is needed to pass it; absent when the phone does not say.
    pub secure: Option<bool>,
}

const WHAT: &str = "whether its screen is locked";
const LIMIT: usize = 4 * 1024 * 1024;

/// Asks the phone. Where the window policy is silent, the list of activities is asked.
pub async fn read(device: &DeviceHandle, deadline: Deadline) -> ProbeResult<Keyguard> {
    let dumpsys =
        |service, part| ShellLine::from(Command::new(program::DUMPSYS).fixed(service).fixed(part));
    let policy = Answer::ask(device, &dumpsys("window", "policy"), LIMIT, deadline)
        .await?
        .check(WHAT)?;
    if let Some(keyguard) = parse(&policy.output) {
        return Ok(keyguard);
    }
    let activities = Answer::ask(device, &dumpsys("activity", "activities"), LIMIT, deadline)
        .await?
        .check(WHAT)?;
    parse(&activities.output).ok_or_else(|| policy.unreadable(WHAT))
}

/// Reads `dumpsys window policy`, `dumpsys window displays` or `dumpsys activity activities`.
#[must_use]
pub fn parse(text: &str) -> Option<Keyguard> {
    // The first that is found counts: the keyguard's own word before what others think of it.
    const SHOWING: [&str; 6] = [
        "mIsShowing",
        "mKeyguardShowing",
        "KeyguardShowing",
        "isKeyguardShowing",
        "mShowingLockscreen",
        "isStatusBarKeyguard",
    ];
    let mut delegate = Delegate::default();
    let mut inside = false;
    for line in text.lines() {
        // The delegate's names are plain words, which other parts may use for other things.
        inside |= line.trim_start().starts_with("KeyguardServiceDelegate");
        if inside {
            let set = |known: &mut Option<bool>, name| {
                *known = known.or_else(|| scan::boolean(line, name));
            };
            set(&mut delegate.showing, "showing");
            set(&mut delegate.occluded, "occluded");
            set(&mut delegate.secure, "secure");
        }
    }
    let elsewhere = |names: &[&str]| {
        let mut found = names
            .iter()
            .flat_map(|name| text.lines().map(move |line| scan::boolean(line, name)));
        found.find_map(|value| value)
    };
    Some(Keyguard {
        showing: delegate.showing.or_else(|| elsewhere(&SHOWING))?,
        occluded: delegate
            .occluded
            .or_else(|| elsewhere(&["mOccluded", "Occluded"])),
        secure: delegate.secure,
    })
}

#[derive(Debug, Default)]
struct Delegate {
    showing: Option<bool>,
    occluded: Option<bool>,
    secure: Option<bool>,
}
