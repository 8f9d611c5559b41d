//! What an agent asks for, as executions, and the screen that it is shown.
//!
//! The words of an agent are [`clawperator_contract::agent`]; here they get their meaning. [`plan()`] turns one action into
//! the actions of an execution, or says that nothing here can do it: never into something similar. [`elements()`] and
//! [`Shrunk`] make the snapshot that a model decides on from a tree and a picture.
//!
//! Everything here is pure: bytes and values in, bytes and values out. The phone is reached by whoever calls.

mod draw;
mod elements;
mod plan;
mod space;

pub use self::draw::{Drawn, NoPicture, Shrunk, is_black};
pub use self::elements::{Element, elements};
pub use self::plan::{PLANS, PlanRow, Planned, hold_within, plan};
pub use self::space::PointSpace;
