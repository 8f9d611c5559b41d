//! What an execution may do to a phone.
//!
//! A [`Profile`] is a TOML file: which capabilities are allowed, denied or to be confirmed, and where. [`judge()`] is a
//! pure function of a profile and of the [`Facts`]; [`table`] says what each action does. [`PolicyGuard`] is how the
//! engine asks: before the first step, and before each touch or text. [`ApprovalStore`] is what it
//! asks of whoever keeps questions and approvals.
//! Nothing here touches a phone or dispatches anything.

mod approval_store;
mod digest;
mod drawn;
mod effect;
mod facts;
mod first;
mod glob;
mod guard;
mod imprint;
mod judge;
mod meets;
mod opaque;
mod prices;
mod profile;
mod question;
mod reason;
mod stroke;
mod swipe_press;
pub mod table;

pub use crate::approval_store::{ApprovalError, ApprovalStore, Request};
pub use crate::digest::digest;
pub use crate::effect::Effect;
pub use crate::facts::declared;
pub use crate::first::{ActionVerdict, FirstVerdict, first_verdict};
pub use crate::glob::Glob;
pub use crate::guard::{PolicyGuard, QuietGuard};
pub use crate::judge::{Facts, Judgement, Known, Question, judge};
pub use crate::profile::{
    Combination, Coordinates, MAX_PROFILE_BYTES, Problem, Profile, ProfileError, Purchase, Rule,
    STARTER, Script, Shipped,
};
