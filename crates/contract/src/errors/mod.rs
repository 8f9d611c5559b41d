//! The one table of error codes: what each means, how a process exits with it, what HTTP answers, what to do next.
//!
//! Documents, `clawperator errors` and every surface read this table.

mod table;

use std::fmt;

use serde::{Serialize, Serializer};

pub use self::table::ErrorCode;

/// How a process ends. One error code maps to one of these.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ExitStatus {
    /// Everything asked for was done.
    Ok,
    /// An action was tried and failed.
    ActionFailed,
    /// The command line or the payload was refused.
    Usage,
    /// adb, the device or this machine is not ready.
    Environment,
    /// A node, container or value is not on the screen.
    NotFound,
    /// Something did not happen in time.
    Timeout,
    /// Several nodes match where one was expected, or a skill was only partly done.
    Ambiguous,
    /// Policy or a person said no.
    Refused,
    /// Something may or may not have happened on the phone.
    Unknown,
    /// The user interrupted the run.
    Interrupted,
}

impl ExitStatus {
    /// Every way to end, in numeric order.
    pub const ALL: [Self; 10] = [
        Self::Ok,
        Self::ActionFailed,
        Self::Usage,
        Self::Environment,
        Self::NotFound,
        Self::Timeout,
        Self::Ambiguous,
        Self::Refused,
        Self::Unknown,
        Self::Interrupted,
    ];

    /// The number the process exits with.
    #[must_use]
    pub const fn code(self) -> u8 {
        match self {
            Self::Ok => 0,
            Self::ActionFailed => 1,
            Self::Usage => 2,
            Self::Environment => 3,
            Self::NotFound => 4,
            Self::Timeout => 5,
            Self::Ambiguous => 6,
            Self::Refused => 7,
            Self::Unknown => 8,
            Self::Interrupted => 130,
        }
    }

    /// What the number means, for the reference documents.
    #[must_use]
    pub const fn meaning(self) -> &'static str {
        match self {
            Self::Ok => "everything requested was done",
            Self::ActionFailed => "an action was tried and failed",
            Self::Usage => "the command line or the payload was refused",
            Self::Environment => "adb, the device or this machine is not ready",
            Self::NotFound => {
                "a node, container or value is not on the screen, or a name is unknown"
            }
            Self::Timeout => "something did not happen in time",
            Self::Ambiguous => {
                "several nodes match where one was expected, or a skill was only partly done"
            }
            Self::Refused => "policy or a person refused",
            Self::Unknown => "something may or may not have happened on the phone",
            Self::Interrupted => "the user interrupted the run",
        }
    }
}

/// Where a code comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Origin {
    /// The contract this project implements.
    Contract,
    /// An extension.
    Addition,
}

/// What a code is about, and so where it appears.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ErrorGroup {
    /// The command line.
    CommandLine,
    /// The payload, before anything is dispatched.
    Payload,
    /// adb and this machine.
    Host,
    /// The phone.
    Device,
    /// The run as a whole.
    Execution,
    /// Skills and their recipes.
    Skill,
    /// One step: `stepResults[].data.error`.
    Step,
}

impl ErrorGroup {
    /// Every group, in the order of the table.
    pub const ALL: [Self; 7] = [
        Self::CommandLine,
        Self::Payload,
        Self::Host,
        Self::Device,
        Self::Execution,
        Self::Skill,
        Self::Step,
    ];

    /// A heading for the reference documents.
    #[must_use]
    pub const fn title(self) -> &'static str {
        match self {
            Self::CommandLine => "Command line",
            Self::Payload => "Payload",
            Self::Host => "adb and this machine",
            Self::Device => "Phone",
            Self::Execution => "Execution",
            Self::Skill => "Skills and recipes",
            Self::Step => "Step (`stepResults[].data.error`)",
        }
    }
}

/// One row of the table.
#[derive(Debug, Clone, Copy)]
pub struct ErrorSpec {
    /// The code itself.
    pub code: ErrorCode,
    /// What it is about.
    pub group: ErrorGroup,
    /// Where it comes from.
    pub origin: Origin,
    /// How a process ends with it.
    pub exit: ExitStatus,
    /// What an HTTP surface answers when this ends a request; steps are reported inside a 200.
    pub http: u16,
    /// What it means.
    pub meaning: &'static str,
    /// What to do next.
    pub recovery: &'static str,
}

impl ErrorCode {
    /// The code of that name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::TABLE
            .iter()
            .map(|spec| spec.code)
            .find(|code| code.name() == name)
    }

    /// How a process ends with this code.
    #[must_use]
    pub const fn exit(self) -> ExitStatus {
        self.spec().exit
    }
}

impl fmt::Display for ErrorCode {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.name())
    }
}

impl Serialize for ErrorCode {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}
