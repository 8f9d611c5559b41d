//! One phone: its tasks, windows, touches and timers.
//!
//! Nothing runs by itself. Every call first lets happen what was due since the last one ([`Phone::settle`]), in the
//! order in which it was due; a phone that nobody asks costs nothing but its state.

mod accessible;
mod apps;
mod click;
mod core;
mod dialogs;
mod effects;
mod fields;
mod input_history;
mod keys;
mod launch;
mod lock;
mod pinch;
mod place;
mod questions;
mod record;
mod scroll;
mod stale_tree;
mod state;
mod surface;
mod system;
mod tasks;
mod timers;
mod touch;
mod tree;
mod windows;

pub(crate) use self::core::Phone;
pub(crate) use self::fields::Keyboard;
pub(crate) use self::place::{Place, Spot};
pub(crate) use self::timers::NOT_RESPONDING;
pub(crate) use self::tree::{Reach, Seen};
pub(crate) use self::windows::{Manner, Window};
