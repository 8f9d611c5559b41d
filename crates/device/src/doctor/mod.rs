//! What is wrong with host or phone, in order, with the next command.
//!
//! [`examine()`] runs the checks below one after another and never stops at an error: a check whose prerequisite did not
//! pass is *skipped* and says which one that was. Each has a deadline of its own. Nothing is changed, unless
//! [`ExamineOptions::fix`] says so: then the adb server is started where it is not running, the screen is woken where it
//! is off, and a lock that needs no secret is opened. No secret is tried and nothing is installed.
//!
//! The doctor itself sends nothing that an app could notice: what wakes or unlocks a phone, and the key that shows
//! whether keys may be sent, goes through [`DoctorHands`], which takes the phone's lock and asks the profile. The dump of
//! the screen, which would break another run's, waits for the lock too. A phone that another run has, or a key that the
//! profile does not allow, is a warning that says what was not checked.
//!
//! | check | needs | critical | warns when |
//! |---|---|---|---|
//! | `host.adb.program` | | yes | there is none, yet a server runs |
//! | `host.adb.server` | program | yes | |
//! | `host.adb.versions` | server | no | program and server speak different protocols |
//! | `device.discovery` | server | yes | |
//! | `device.authorisation` | discovery | yes | |
//! | `device.shell` | authorisation | yes | the phone has no `shell_v2` |
//! | `device.release` | shell | yes | Android is older than 7 |
//! | `device.screen.on` | release | yes | a screen saver runs |
//! | `device.screen.unlocked` | release | yes | an app is in front of the lock screen |
//! | `device.screen.size` | release | no | |
//! | `device.ui-dump` | screen on | yes | the screen never comes to rest, or another run has the phone |
//! | `device.input` | release | yes | another run has the phone, or the profile does not allow keys |
//! | `device.ui-automation` | release | no | one is connected |
//!
//! A phone is usable while no critical check fails ([`Report::critical_ok`]); [`Report::ok`] is stricter and asks that
//! no check at all fails. Warnings spoil neither.
//!
//! [`Report::critical_ok`]: clawperator_contract::doctor::Report::critical_ok
//! [`Report::ok`]: clawperator_contract::doctor::Report::ok

mod examine;
mod host;
mod options;
mod phone;
mod prerequisite;
mod selection;
mod verdict;

pub use self::examine::examine;
pub use self::options::{
    DoctorHands, DoctorHold, ExamineOptions, Limits, OwnProgram, Progress, Silent, Treatment,
};
