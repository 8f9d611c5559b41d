//! The checks and what they need.

use std::fmt;

use serde::{Serialize, Serializer};

/// A check, in the order in which they run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum CheckId {
    /// There is an adb program and it runs.
    AdbProgram,
    /// An adb server answers.
    AdbServer,
    /// Program and server fit each other.
    AdbVersions,
    /// The phone is connected and chosen.
    Discovery,
    /// The phone lets this computer in and answers.
    Authorisation,
    /// The phone's shell runs what it is given.
    Shell,
    /// Android has started and is new enough.
    Release,
    /// The screen is on.
    ScreenOn,
    /// The screen is unlocked.
    ScreenUnlocked,
    /// The size of the screen is known.
    ScreenSize,
    /// The tree of the screen can be read.
    UiDump,
    /// Input may be sent.
    Input,
    /// Nobody else reads the screen.
    UiAutomation,
}

impl CheckId {
    /// All of them, in order.
    pub const ALL: [Self; 13] = [
        Self::AdbProgram,
        Self::AdbServer,
        Self::AdbVersions,
        Self::Discovery,
        Self::Authorisation,
        Self::Shell,
        Self::Release,
        Self::ScreenOn,
        Self::ScreenUnlocked,
        Self::ScreenSize,
        Self::UiDump,
        Self::Input,
        Self::UiAutomation,
    ];

    /// The name in a report.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::AdbProgram => "host.adb.program",
            Self::AdbServer => "host.adb.server",
            Self::AdbVersions => "host.adb.versions",
            Self::Discovery => "device.discovery",
            Self::Authorisation => "device.authorisation",
            Self::Shell => "device.shell",
            Self::Release => "device.release",
            Self::ScreenOn => "device.screen.on",
            Self::ScreenUnlocked => "device.screen.unlocked",
            Self::ScreenSize => "device.screen.size",
            Self::UiDump => "device.ui-dump",
            Self::Input => "device.input",
            Self::UiAutomation => "device.ui-automation",
        }
    }

    /// Whether nothing can be done on the phone while it fails.
    #[must_use]
    pub const fn critical(self) -> bool {
        !matches!(
            self,
            Self::AdbVersions | Self::ScreenSize | Self::UiAutomation
        )
    }

    /// The check that must have passed, or warned, before this one makes sense.
    #[must_use]
    pub const fn prerequisite(self) -> Option<Self> {
        Some(match self {
            Self::AdbProgram => return None,
            Self::AdbServer => Self::AdbProgram,
            Self::AdbVersions | Self::Discovery => Self::AdbServer,
            Self::Authorisation => Self::Discovery,
            Self::Shell => Self::Authorisation,
            Self::Release => Self::Shell,
            Self::ScreenOn
            | Self::ScreenUnlocked
            | Self::ScreenSize
            | Self::Input
            | Self::UiAutomation => Self::Release,
            // A dark screen has no windows to read, which says nothing of the dump.
            Self::UiDump => Self::ScreenOn,
        })
    }
}

impl fmt::Display for CheckId {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.name())
    }
}

impl Serialize for CheckId {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_check_needs_comes_before_it() {
        for id in CheckId::ALL {
            assert!(id.prerequisite().is_none_or(|needed| needed < id), "{id}");
        }
        assert!(CheckId::ALL.is_sorted());
    }
}
