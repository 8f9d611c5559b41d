//! The checks that the doctor makes.

use std::fmt;

use schemars::JsonSchema;
use serde::{Serialize, Serializer};

/// Whether a phone can be used while a check fails.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Weight {
    /// It cannot.
    Critical,
    /// It can.
    Minor,
}

/// Defines the checks with their names and weights together, in the order in which they run.
macro_rules! check_ids {
    ($($(#[doc = $meaning:literal])+ $variant:ident $name:literal $weight:ident;)+) => {
        /// A check, in the order in which they run.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, JsonSchema)]
        pub enum CheckId {
            $($(#[doc = $meaning])+ #[schemars(rename = $name)] $variant,)+
        }

        impl CheckId {
            /// All of them, in order.
            pub const ALL: &'static [Self] = &[$(Self::$variant,)+];

            /// The name in a report.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$variant => $name,)+
                }
            }

            const fn weight(self) -> Weight {
                match self {
                    $(Self::$variant => Weight::$weight,)+
                }
            }
        }
    };
}

check_ids! {
    /// There is an adb program and it runs.
    AdbProgram "host.adb.program" Critical;
    /// An adb server answers.
    AdbServer "host.adb.server" Critical;
    /// Program and server fit each other.
    AdbVersions "host.adb.versions" Minor;
    /// The phone is connected and chosen.
    Discovery "device.discovery" Critical;
    /// The phone lets this computer in and answers.
    Authorisation "device.authorisation" Critical;
    /// The phone's shell runs what it is given.
    Shell "device.shell" Critical;
    /// Android has started and is new enough.
    Release "device.release" Critical;
    /// The screen is on.
    ScreenOn "device.screen.on" Critical;
    /// The screen is unlocked.
    ScreenUnlocked "device.screen.unlocked" Critical;
    /// The size of the screen is known.
    ScreenSize "device.screen.size" Minor;
    /// The tree of the screen can be read.
    UiDump "device.ui-dump" Critical;
    /// Input may be sent.
    Input "device.input" Critical;
    /// Nobody else reads the screen.
    UiAutomation "device.ui-automation" Minor;
}

impl CheckId {
    /// Whether nothing can be done on the phone while it fails.
    #[must_use]
    pub const fn critical(self) -> bool {
        matches!(self.weight(), Weight::Critical)
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
