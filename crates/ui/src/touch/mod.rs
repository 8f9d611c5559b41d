//! Where to touch: which node takes the gesture, and at which point.

mod point;
mod target;

pub use self::point::TouchPoint;
pub use self::target::{Gesture, MAX_PROMOTION, TouchTarget};
