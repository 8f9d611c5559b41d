//! The types of steps: a file each, and a row in the table.

mod assert_node;
mod click;
mod close_app;
mod enter_text;
mod facts;
mod open_app;
mod open_uri;
mod press_key;
mod read_key_value_pair;
mod read_text;
mod scroll;
mod scroll_and_click;
mod scroll_until;
mod sleep;
mod snapshot_ui;
mod swipe;
mod table;
mod wait_for_idle;
mod wait_for_navigation;
mod wait_for_node;

pub(crate) use self::facts::{Effect, Given, Shows, Target};
pub use self::table::StepAction;
