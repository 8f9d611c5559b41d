//! What makes a node the same node on a later screen.
//!
//! Nothing that a touch or a scroll changes counts: no state, no place, nothing that was typed. What counts is what the
//! node says of itself, the plain labels beside it, and the page it is on.

mod at_point;
mod changed;
mod labels;
mod near;
mod numbers;
mod own;
mod page;
mod refind;
mod screen;
mod shown;

pub use self::at_point::{MetAgain, met_again};
pub(crate) use self::refind::same;
pub use self::refind::{Refound, refind};
pub(crate) use self::screen::Screen;
pub(crate) use self::shown::Proof;
pub use self::shown::Shown;
