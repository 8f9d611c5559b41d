//! A scriptable phone that speaks adb's device side.
//!
//! [`VirtualPhone`] puts a phone together: adb's device side, the shell with its programs, a screen whose apps are
//! scenes (or another [`PhoneScreen`]), and one clock. Real adb servers and the tools above them drive it as they
//! drive a phone. [`Faults`] makes it fail as phones in a fleet do. [`VirtualPhone::journal`] tells what truly
//! happened on it, and [`VirtualPhone::requests`] what it was asked for.
//!
//! [`PhoneHost`] holds many phones in one process, [`control`] is a socket by which another process works the
//! switches, and [`run_command`] is all of it as a command line tool needs it.
//!
//! Nothing here reads the environment, prints, or looks at the time of day: whoever starts a phone hands that in.

pub mod control;

mod body;
mod builder;
mod clock;
mod command;
mod counters;
mod device;
mod fault;
mod files;
mod host;
mod identity;
mod journal;
mod late_shell;
mod latency;
mod listening;
mod machine;
mod phone;
mod requests;
mod scenes;
mod sockets;
mod stage;
mod state;

pub use clawperator_adbd::Auth;
pub use clawperator_contract::phones::{StartedPhone, StartedPhones};
pub use clawperator_phone_programs::Release;
pub use clawperator_phone_programs::{Launched, Runtime, Stream};
pub use clawperator_phone_screen::scene::{LIMITS as SCENE_LIMITS, SceneError, scene_schema};
pub use clawperator_phone_screen::{Lock, Scenes};

pub use crate::builder::PhoneBuilder;
pub use crate::clock::ClockMode;
pub use crate::command::{
    CommandError, CommandOptions, Connect, MAX_PHONES_OF_A_SERVER, run_command,
};
pub use crate::counters::Traffic;
pub use crate::fault::{CutDirection, Fault, FaultError, FaultKind, Faults, KillMoment};
pub use crate::host::{HostError, PhoneHost};
pub use crate::journal::{
    Journal, JournalEntry, JournalEvent, JournalFinger, JournalInput, JournalLanding,
    JournalMotion, JournalView,
};
pub use crate::latency::Latency;
pub use crate::listening::Listening;
pub use crate::phone::{PhoneError, VirtualPhone};
pub use crate::requests::{FileRequest, RequestEntry, Requests, ServiceRequest};
pub use crate::scenes::{LoadError, load_only_scenes, load_scenes};
pub use crate::sockets::{ListenError, SocketListener, Sockets};
pub use crate::stage::PhoneScreen;
pub use crate::state::{PhoneStatus, StatusWindow};

/// Runs the programs of the documents.
#[cfg(doctest)]
mod documents {
    #[doc = include_str!("../../../docs/virtual-phone.md")]
    struct VirtualPhone;
    #[doc = include_str!("../../../docs/faults.md")]
    struct Faults;
}
