//! What the answer of a program that acts proves: the forms, as data.
//!
//! A program that ends with status 0 has done what it was asked, whatever else the phone wrote: linkers, hooks and the
//! shell's start files write into the same streams. Two kinds of answers are known to mean that nothing happened, and
//! only those in the very form that a release prints: some releases refuse with status 0, and some failures come before
//! the first event. Whatever is neither is unknown, and what is unknown is never sent again.
//!
//! A line of several events (a swipe, a long press, a text) may fail at any of them, so of its failures only those
//! count that come before the program has begun.

use clawperator_adb::ExitStatus;
use clawperator_contract::ErrorCode;

use crate::probe::Answer;

/// A line that acts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Deed {
    /// `input tap`
    Tap,
    /// `input swipe` that goes nowhere.
    Hold,
    /// `input swipe`
    Swipe,
    /// `input draganddrop`
    DragAndDrop,
    /// `input motionevent DOWN`
    MotionDown,
    /// `input keyevent` with one key.
    Key,
    /// `input keyevent` with several keys.
    Keys,
    /// `input text`
    Text,
    /// `am start`
    Start,
    /// `am force-stop`
    Stop,
    /// `pm clear`
    Clear,
    /// `pm uninstall`
    Uninstall,
    /// `pm grant`
    Grant,
    /// `pm revoke`
    Revoke,
}

/// What an answer proves.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Proof {
    /// It was done.
    Done,
    /// Nothing happened.
    Nothing(Why),
    /// It may or may not have been done, in part or as a whole.
    Unknown,
}

/// Why nothing happened.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Why {
    /// The program does not take these words, or the phone has no such program.
    NotUnderstood,
    /// The phone does not let adb send input.
    InputForbidden,
    /// The program's service is not running.
    ServiceMissing,
    /// There is no such activity.
    Absent,
    /// The phone does not start it.
    NotStarted,
    /// The caller may not do this.
    NotAllowed,
}

impl Why {
    /// The code of a refusal; `general` where the reason has none of its own.
    pub(super) const fn code(self, absent: ErrorCode, general: ErrorCode) -> ErrorCode {
        match self {
            Self::ServiceMissing => ErrorCode::ServiceUnavailable,
            Self::Absent => absent,
            Self::NotUnderstood | Self::InputForbidden | Self::NotStarted | Self::NotAllowed => {
                general
            }
        }
    }
}

/// How many events one line is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Events {
    /// The first that fails is the only one.
    One,
    /// One that fails says nothing of those before it.
    Several,
}

/// The status that a form comes with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Status {
    Zero,
    NotZero,
    /// Releases differ.
    Any,
}

/// One line of a form. A form is there when each of its lines is.
#[derive(Debug, Clone, Copy)]
enum Says {
    /// The whole line.
    Is(&'static str),
    /// The line's beginning.
    Begins(&'static str),
    /// The line's beginning and its end.
    Frames(&'static str, &'static str),
    /// The beginning, and then the command that was sent, to the end of the line.
    Names(&'static str),
}

/// An answer that proves that nothing happened.
#[derive(Debug)]
struct Form {
    /// Which lines it is known of.
    of: &'static [Deed],
    status: Status,
    says: &'static [Says],
    /// For which lines it proves that nothing happened.
    proves: Events,
    why: Why,
}

const INPUT: &[Deed] = &[
    Deed::Tap,
    Deed::Hold,
    Deed::Swipe,
    Deed::DragAndDrop,
    Deed::MotionDown,
    Deed::Key,
    Deed::Keys,
    Deed::Text,
];
const AM: &[Deed] = &[Deed::Start, Deed::Stop];
const START: &[Deed] = &[Deed::Start];
const STOP: &[Deed] = &[Deed::Stop];
const PM: &[Deed] = &[Deed::Clear, Deed::Uninstall, Deed::Grant, Deed::Revoke];
const PERMISSION: &[Deed] = &[Deed::Grant, Deed::Revoke];
const ALL: &[Deed] = &[
    Deed::Tap,
    Deed::Hold,
    Deed::Swipe,
    Deed::DragAndDrop,
    Deed::MotionDown,
    Deed::Key,
    Deed::Keys,
    Deed::Text,
    Deed::Start,
    Deed::Stop,
    Deed::Clear,
    Deed::Uninstall,
    Deed::Grant,
    Deed::Revoke,
];

/// Before the program has read its words, nothing of it has happened, however many events it would have been.
const BEFORE_ALL: Events = Events::Several;
/// At the first event, which is the only one.
const AT_THE_FIRST: Events = Events::One;

const fn form(
    of: &'static [Deed],
    status: Status,
    says: &'static [Says],
    proves: Events,
    why: Why,
) -> Form {
    Form {
        of,
        status,
        says,
        proves,
        why,
    }
}

/// Every form that is known, with the releases that print it.
#[rustfmt::skip]
const FORMS: &[Form] = {
    use Says::{Begins, Frames, Is, Names};
    use Status::{Any, NotZero, Zero};
    use Why::{Absent, InputForbidden, NotAllowed, NotStarted, NotUnderstood, ServiceMissing};
    &[
        // The shell has no such program: 7 to 9, 10 and later.
        form(ALL, NotZero, &[Names("/system/bin/sh: ")], BEFORE_ALL, NotUnderstood),
        // `cmd`, which stands behind `am` since 8 and behind `input` since 12.
        form(INPUT, NotZero, &[Is("cmd: Can't find service: input")], BEFORE_ALL, ServiceMissing),
        form(AM, NotZero, &[Is("cmd: Can't find service: activity")], BEFORE_ALL, ServiceMissing),
        form(PM, NotZero, &[Is("cmd: Can't find service: package")], BEFORE_ALL, ServiceMissing),
        form(ALL, Zero, &[Is("No shell command implementation.")], BEFORE_ALL, ServiceMissing),
        // `input` of 7 to 9 says what is wrong and then how it is used, with status 0.
        form(INPUT, Any, &[Names("Error: Invalid arguments for command: "), Begins("Usage: input [")], BEFORE_ALL, NotUnderstood),
        form(INPUT, Any, &[Names("Error: Unknown command: "), Begins("Usage: input [")], BEFORE_ALL, NotUnderstood),
        // `input` of 10 and 11 says how it is used and then what is wrong, with status 0.
        form(INPUT, Any, &[Begins("Usage: input ["), Names("Error: Error: Invalid arguments for command: ")], BEFORE_ALL, NotUnderstood),
        form(INPUT, Any, &[Begins("Usage: input ["), Names("Error: Error: Unknown command: ")], BEFORE_ALL, NotUnderstood),
        form(INPUT, Any, &[Begins("Usage: input ["), Frames("Error: Argument expected after \"", "\"")], BEFORE_ALL, NotUnderstood),
        // `input` of 12 and later, the first of them with status 0.
        form(INPUT, Any, &[Names("Unknown command: ")], BEFORE_ALL, NotUnderstood),
        form(INPUT, NotZero, &[Frames("Exception occurred while executing", ":"), Names("java.lang.IllegalArgumentException: Error: Invalid arguments for command: ")], BEFORE_ALL, NotUnderstood),
        form(INPUT, NotZero, &[Frames("Exception occurred while executing", ":"), Frames("java.lang.IllegalArgumentException: Argument expected after \"", "\"")], BEFORE_ALL, NotUnderstood),
        // The phone's own switch against input over adb, at the first event: 10 and 11, 12, 13 and later.
        form(INPUT, NotZero, &[Begins("java.lang.SecurityException: Injecting to another application requires INJECT_EVENTS permission")], AT_THE_FIRST, InputForbidden),
        form(INPUT, NotZero, &[Frames("java.lang.SecurityException: Injecting input events requires ", "INJECT_EVENTS permission.")], AT_THE_FIRST, InputForbidden),
        // `am start`, with status 1 since 8 and with 0 before.
        form(START, Any, &[Frames("Error: Activity class {", "} does not exist.")], AT_THE_FIRST, Absent),
        form(START, Any, &[Begins("Error: Activity not started, unable to resolve Intent {")], AT_THE_FIRST, Absent),
        form(START, Any, &[Is("Error: Activity not started, you do not have permission to access it.")], AT_THE_FIRST, NotStarted),
        form(START, Any, &[Begins("Error: Activity not started, voice control not allowed for: ")], AT_THE_FIRST, NotStarted),
        form(START, Any, &[Is("Error: Not allowed to start background user activity that shouldn't be displayed for all users.")], AT_THE_FIRST, NotStarted),
        form(START, Any, &[Is("Error: Activity not started, you requested to both forward and receive its result")], AT_THE_FIRST, NotStarted),
        form(START, Any, &[Begins("Error: Activity not started, unknown error code ")], AT_THE_FIRST, NotStarted),
        form(START, Any, &[Is("Warning: Activity not started because intent should be handled by the caller")], AT_THE_FIRST, NotStarted),
        form(START, NotZero, &[Begins("java.lang.SecurityException: Permission Denial: starting Intent {")], AT_THE_FIRST, NotAllowed),
        form(START, NotZero, &[Begins("java.lang.IllegalArgumentException: Bad component name: ")], BEFORE_ALL, NotUnderstood),
        // `am force-stop`: 10 and before, 11 and later.
        form(STOP, NotZero, &[Begins("Security exception: Permission Denial: forceStopPackage()")], AT_THE_FIRST, NotAllowed),
        form(STOP, NotZero, &[Begins("java.lang.SecurityException: Permission Denial: forceStopPackage()")], AT_THE_FIRST, NotAllowed),
        // `pm grant` and `pm revoke`, with a colon to 14 and without one since 15; later releases only log some of them.
        form(PERMISSION, NotZero, &[Begins("java.lang.IllegalArgumentException: Unknown permission")], AT_THE_FIRST, Absent),
        form(PERMISSION, NotZero, &[Begins("java.lang.IllegalArgumentException: Unknown package: ")], AT_THE_FIRST, Absent),
        form(PERMISSION, NotZero, &[Begins("java.lang.SecurityException: Package ")], AT_THE_FIRST, NotAllowed),
        form(PERMISSION, NotZero, &[Begins("java.lang.SecurityException: Permission ")], AT_THE_FIRST, NotAllowed),
        form(PERMISSION, NotZero, &[Begins("java.lang.SecurityException: Cannot ")], AT_THE_FIRST, NotAllowed),
        form(PERMISSION, NotZero, &[Frames("java.lang.SecurityException: ", "_RUNTIME_PERMISSIONS.")], AT_THE_FIRST, NotAllowed),
    ]
};

impl Deed {
    const fn events(self) -> Events {
        match self {
            Self::Tap
            | Self::MotionDown
            | Self::Key
            | Self::Start
            | Self::Stop
            | Self::Clear
            | Self::Uninstall
            | Self::Grant
            | Self::Revoke => Events::One,
            Self::Hold | Self::Swipe | Self::DragAndDrop | Self::Keys | Self::Text => {
                Events::Several
            }
        }
    }

    /// The word after the program's name.
    const fn command(self) -> &'static str {
        match self {
            Self::Tap => "tap",
            Self::Hold | Self::Swipe => "swipe",
            Self::DragAndDrop => "draganddrop",
            Self::MotionDown => "motionevent",
            Self::Key | Self::Keys => "keyevent",
            Self::Text => "text",
            Self::Start => "start",
            Self::Stop => "force-stop",
            Self::Clear => "clear",
            Self::Uninstall => "uninstall",
            Self::Grant => "grant",
            Self::Revoke => "revoke",
        }
    }

    const fn program(self) -> &'static str {
        match self {
            Self::Start | Self::Stop => "am",
            Self::Clear | Self::Uninstall | Self::Grant | Self::Revoke => "pm",
            _ => "input",
        }
    }

    /// What this answer proves of the line.
    pub(super) fn judge(self, answer: &Answer) -> Proof {
        let zero = answer.status == ExitStatus::Code(0);
        let fits = |form: &&Form| {
            let status = match form.status {
                Status::Zero => zero,
                Status::NotZero => !zero,
                Status::Any => true,
            };
            let early = form.proves == BEFORE_ALL || self.events() == Events::One;
            status && early && form.of.contains(&self) && self.is_said(form.says, answer)
        };
        match FORMS.iter().find(fits) {
            Some(form) => Proof::Nothing(form.why),
            None if zero => Proof::Done,
            None => Proof::Unknown,
        }
    }

    /// Whether the lines stand in the answer, one after the other with whatever else between them.
    fn is_said(self, says: &[Says], answer: &Answer) -> bool {
        let mut lines = own_words(answer).map(str::trim);
        says.iter()
            .all(|says| lines.any(|line| self.fits(*says, line)))
    }

    fn fits(self, says: Says, line: &str) -> bool {
        match says {
            Says::Is(words) => line == words,
            Says::Begins(begin) => line.starts_with(begin),
            Says::Frames(begin, end) => line
                .strip_prefix(begin)
                .is_some_and(|rest| rest.ends_with(end)),
            Says::Names("/system/bin/sh: ") => {
                let rest = line.strip_prefix("/system/bin/sh: ");
                let rest = rest.and_then(|rest| rest.strip_prefix(self.program()));
                matches!(rest, Some(": not found" | ": inaccessible or not found"))
            }
            Says::Names(begin) => line.strip_prefix(begin) == Some(self.command()),
        }
    }
}

/// The lines of an answer but for the one that repeats what was asked for: a URI may have any words in it.
pub(super) fn own_words(answer: &Answer) -> impl Iterator<Item = &str> {
    let lines = answer.lines();
    lines.filter(|line| !line.starts_with("Starting: "))
}

#[cfg(test)]
#[path = "verdict_tests.rs"]
mod tests;
