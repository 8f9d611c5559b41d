//! Layout: where each view of a page stands, before anything is scrolled.
//!
//! Views are measured from the root down with what their parents offer, as the platform does it, and then placed.
//! Rows of a list are measured whether they are in sight or not: what exists in the tree is decided when it is read.

mod measure;
mod pass;
mod place;
mod result;

pub(crate) use self::result::{Frame, Layout};
