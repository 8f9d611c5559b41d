//! One row of the table, and what every code can be asked.

use std::fmt;

use serde::{Serialize, Serializer};

use super::exit_status::ExitStatus;
use super::group::{ErrorGroup, Origin};
use super::table::ErrorCode;
use crate::next::{Advice, Next};

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
    /// What to do next, in words of no surface.
    pub recovery: &'static str,
    /// How that is done, likeliest first.
    pub next: &'static [Next],
}

impl ErrorSpec {
    /// What to do next.
    #[must_use]
    pub fn advice(&self) -> Advice {
        Advice {
            hint: self.recovery.into(),
            next: self.next.to_vec(),
        }
    }
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
