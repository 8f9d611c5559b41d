//! The programs of the Android framework: `am`, `pm`, `input`, `uiautomator`, `dumpsys` and their kind, by release.
//!
//! [`install()`] puts them into a phone's [`Programs`](clawperator_phone_shell::Programs). They act on a
//! [`Screen`](clawperator_phone_screen::Screen) and tell of it, and keep what a screen does not know (properties,
//! settings, log, battery, keyboards, …) in a [`PhoneState`]. What each of them prints, on which stream and with which
//! exit code, follows the [`Release`] of the phone. [`ProgramFaults`] makes them fail as phones in a fleet do.
//!
//! Nothing here knows adb, parses a shell line or draws a view. Time comes from the clock of the calling process.

mod addresses;
mod am;
mod app_process;
mod automation;
mod boot;
mod call;
mod cmd;
mod component;
mod config;
mod content;
mod device_config;
mod display_command;
mod dumpsys;
mod faults;
mod hash;
mod ime;
mod input;
mod install;
mod intent;
mod java;
mod locale;
mod log;
mod logcat;
mod machine;
mod monkey;
mod namespace;
mod network;
mod numbers;
mod operator;
mod operator_faults;
mod overlay;
mod phone;
mod pm;
mod power;
mod properties;
mod ps;
mod release;
mod run_as;
mod screencap;
mod screenrecord;
mod service;
mod settings;
mod statusbar;
mod svc;
mod text;
mod uiautomator;
mod uimode;
mod wm;

pub use clawperator_phone_operator::{Incoming, Launched, Listener, Runtime, Stream};

pub use crate::config::{Hardware, PhoneConfig};
pub use crate::faults::{DumpFault, Gate, ProgramFaults, Switch, Times};
pub use crate::install::install;
pub use crate::log::{LogBuffer, LogEntry, Logs, Priority};
pub use crate::machine::{ListenRefused, Machine, PlainMachine, PowerRequest};
pub use crate::namespace::Namespace;
pub use crate::operator_faults::{KillMoment, OperatorFault};
pub use crate::phone::{Battery, BatteryPower, InputMethod, InstalledPackage, PhoneState};
pub use crate::release::{ParseReleaseError, Release};
