//! Questions that change nothing on the phone.
//!
//! Each module has the type of an answer, a `parse` that reads it from what a program printed, and a function that asks
//! a [`DeviceHandle`](clawperator_adb::DeviceHandle). The readers take the forms of Android 7 to 16 and ignore what
//! they do not know; what they cannot find is absent from the answer or a [`ProbeError::Unreadable`], never a guess.
//! Output is bounded, and every question has a deadline.
//!
//! One of them touches the phone in passing: [`ui_dump`] writes a file below `/data/local/tmp` and removes it.
//! [`injection`] asks nothing: it reads what became of a key that was sent as an act.

pub mod accessibility;
pub mod ahead;
pub mod app_version;
pub mod apps;
pub mod condition;
pub mod display;
pub mod focus;
pub mod identity;
pub mod injection;
pub mod keyboard;
pub mod keyguard;
pub mod permissions;
pub mod power;
pub mod processes;
pub mod properties;
pub mod screen_size;
pub mod space;
pub mod ui_dump;
pub mod vendor;

mod answer;
mod error;
mod scan;
pub(crate) mod two;

pub use self::answer::Answer;
pub use self::error::{ProbeError, ProbeResult};
