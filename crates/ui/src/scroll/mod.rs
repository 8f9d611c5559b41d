//! Scrolling: what scrolls, how a finger moves, and whether anything moved.

mod container;
mod position;
mod swipe;

pub use self::container::Axis;
pub use self::position::ScrollPosition;
pub use self::swipe::{NoSwipe, SWIPE_DURATION_MS, Swipe};
