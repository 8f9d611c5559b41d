//! The verbs: what was typed becomes a request of [`clawperator_host::verbs`].
//!
//! A verb checks only what a payload cannot show: flags that exclude each other, arguments that are missing, values
//! that have a message of their own on the command line. Everything else is left to validation, which every payload
//! goes through.

mod apps;
mod clear_text;
mod click;
mod clipboard;
mod close;
mod device;
mod drag;
mod exists;
mod files;
mod hide_keyboard;
mod missing;
mod one_of;
mod open;
mod patience;
mod pinch;
mod press;
mod read;
mod read_value;
mod recording;
mod screenshot;
mod scroll;
mod scroll_until;
mod sleep;
mod swipe;
mod timeout;
mod touch_path;
mod type_text;
mod wait;
mod wait_for_idle;
mod wait_for_nav;
mod wake;

pub(crate) use self::apps::{clear_app, list_apps, set_permission, uninstall_app};
pub(crate) use self::clear_text::clear_text;
pub(crate) use self::click::{bad_coordinate, click};
pub(crate) use self::clipboard::{get_clipboard, set_clipboard};
pub(crate) use self::close::close;
pub(crate) use self::device::device_shell;
pub(crate) use self::drag::drag;
pub(crate) use self::exists::exists;
pub(crate) use self::files::{named_files, pull_file, push_file};
pub(crate) use self::hide_keyboard::hide_keyboard;
use self::missing::{missing_argument, missing_selector, required_target};
use self::one_of::one_of;
pub(crate) use self::open::open;
use self::patience::{patience, typed_patience};
pub(crate) use self::pinch::pinch;
pub(crate) use self::press::{back, press};
pub(crate) use self::read::read;
pub(crate) use self::read_value::read_value;
pub(crate) use self::recording::{start_recording, stop_recording};
pub(crate) use self::screenshot::screenshot;
pub(crate) use self::scroll::scroll;
pub(crate) use self::scroll_until::{scroll_and_click, scroll_until};
pub(crate) use self::sleep::sleep;
pub(crate) use self::swipe::swipe;
pub(crate) use self::timeout::{execution_timeout, milliseconds};
pub(crate) use self::touch_path::touch_path;
pub(crate) use self::type_text::type_text;
pub(crate) use self::wait::wait;
pub(crate) use self::wait_for_idle::wait_for_idle;
pub(crate) use self::wait_for_nav::wait_for_nav;
pub(crate) use self::wake::wake;
