//! Where to touch: which node takes the gesture, and at which point.
//!
//! One question is behind it all: what takes a touch at this point ([`Tree::takers_at`](crate::Tree::takers_at)). A
//! target is touched only where the answer is the target.

mod at;
mod opaque;
mod order;
mod point;
mod taker;
mod target;

pub use self::opaque::Opaque;
pub use self::point::NoPoint;
pub use self::taker::Taker;
pub use self::target::{Gesture, MAX_PROMOTION, TouchTarget};

pub(crate) use self::order::Standing;
pub(crate) use self::taker::{Obstacle, obstacles};
