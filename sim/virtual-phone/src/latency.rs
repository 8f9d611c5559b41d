//! How long the way to the phone takes.

use std::time::Duration;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What the way between host and phone is like: how long the phone takes before it grants a stream, by service.
///
/// A bare `adb shell true` takes about 6 ms over loopback and 28 ms over USB, which is where the figures come from.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Latency {
    /// Nothing is added.
    #[default]
    None,
    /// A cable.
    Usb,
    /// A radio with a wall between.
    Wifi,
}

/// The services that have a latency of their own, by how their names begin.
pub(crate) const SERVICES: [&str; 8] = [
    "shell",
    "exec:",
    "abb",
    "sync:",
    "localabstract:",
    "localfilesystem:",
    "tcp:",
    "reverse:",
];

/// Services that run commands.
pub(crate) const COMMANDS: [&str; 3] = ["shell", "exec:", "abb"];

impl Latency {
    /// How long it takes to open a stream to a service, named by the beginning of its name.
    pub(crate) fn of(self, service: &str) -> Duration {
        let runs_a_process = COMMANDS.contains(&service);
        let milliseconds = match (self, runs_a_process) {
            (Self::None, _) => 0,
            (Self::Usb, true) => 22,
            (Self::Usb, false) => 3,
            (Self::Wifi, true) => 60,
            (Self::Wifi, false) => 25,
        };
        Duration::from_millis(milliseconds)
    }
}
