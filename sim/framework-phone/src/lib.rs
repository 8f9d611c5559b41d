//! A phone whose screen is the real Android toolkit.
//!
//! The toolkit runs in a JVM (`sim/framework-phone/jvm/host`), which speaks one line of JSON a request over a socket of this
//! machine. [`JvmScreen`] is that process as a [`Screen`](clawperator_phone_screen::Screen), so that the virtual
//! phone's adb side, shell and programs drive it like any other. [`RecordClient`] asks for what truly happened in the
//! app, on a channel of its own.
//!
//! Nobody waits for the JVM without a deadline. One that is dead, or does not answer in time, is ended and started
//! anew; that is counted, and told to whoever [listens](HostEvent). Nothing here prints or reads the environment.

mod automation;
mod connection;
mod event;
mod host;
mod operator;
mod options;
mod process;
mod reading;
mod record;
mod screen;
mod wire;

pub use crate::automation::{
    Automation, AutomationCount, AutomationEvent, AutomationTree, AutomationWalk, Picture,
};
pub use crate::event::HostEvent;
pub use crate::host::HostError;
pub use crate::options::HostOptions;
pub use crate::record::{AppScreen, LastTouch, RecordClient, RecordEntry, RecordError};
pub use crate::screen::JvmScreen;
pub use crate::wire::PlantedFault;
