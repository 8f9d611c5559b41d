//! What a node is, for a person.
//!
//! A role follows from what every driver can tell: class, id, text, flags, bounds, parents, and a child that only
//! states its parent's role. [`RULES`] is the whole of it; `docs/reference/roles.md` is generated from it.

mod choice;
mod class;
mod kind;
mod rules;
mod subject;

pub use self::class::{CLASSES, Class, ClassRow};
pub use self::kind::Role;
pub(crate) use self::rules::fill;
pub use self::rules::{RULES, RoleRule};
