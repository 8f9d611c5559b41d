//! Where to touch: which node takes the gesture, and at which point.
//!
//! Two questions are behind it all: what takes touches, and which of two is on top. A target is touched only where
//! nothing else may take the touch; [`Tree::takers_at`](crate::Tree::takers_at) answers the same for any point.

mod at;
mod opaque;
mod order;
mod pinch;
mod point;
mod taker;
mod target;

pub use self::opaque::Opaque;
pub use self::pinch::{NoPinch, Pinch, Spread};
pub use self::point::NoPoint;
pub use self::taker::Taker;
pub use self::target::{Gesture, MAX_PROMOTION, TouchTarget};

pub(crate) use self::order::Standing;
pub(crate) use self::taker::{Obstacle, obstacles};
