//! What a phone that has just started has: its properties, settings and processes. Tables that the phone's state begins
//! with, below the programs that show them.

mod processes;
mod properties;
mod settings;

pub(crate) use self::processes::{PROCESSES, SYSTEM_SERVER, ZYGOTE};
pub(crate) use self::properties::properties;
pub(crate) use self::settings::settings;
