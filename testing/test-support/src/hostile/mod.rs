//! Pages that try to make a press go wrong, and what is known of them apart from any tree.
//!
//! A [`Page`] is made by chance: overlays, wrappers, nested things that take touches, labels beside what they name,
//! sliders, web views, scrims, deep nesting. Whoever made it knows which view is which and what must not be pressed.
//! That knowledge and the phone's own record judge what a press did; no tree is asked.

mod judge;
mod make;
mod page;
mod ways;

pub use self::judge::{Deed, Finding, Meant, judge};
pub use self::make::{Manner, make};
pub use self::page::{Page, View};
pub use self::ways::{Way, ways};
