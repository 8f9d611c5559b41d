//! What is on a phone's screen, from a dump of it.
//!
//! [`Tree::parse`] turns the bytes of a dump into a [`Tree`] or says why it cannot. A [`Node`] tells what the dump
//! says of it and what follows from that: its role, what can be seen of it, its name and row.
//!
//! Nothing here performs I/O or reads a clock, and nothing trusts a dump: sizes are bounded, depth costs no stack, and
//! a dump that shows nothing is refused rather than taken for an empty screen.

pub mod limits;
pub mod role;

mod bounds;
mod content;
mod describe;
mod dump;
mod facts;
mod family;
mod find;
mod flags;
mod glyph;
mod hierarchy_xml;
mod identity;
mod label;
mod listed;
mod name;
mod node;
mod pair;
mod refs;
mod render;
mod row;
mod scroll;
mod secret;
mod signature;
mod tiles;
mod touch;
mod tree;
mod validator;
mod visible;
mod window;

pub use crate::bounds::{Bounds, Point};
pub use crate::dump::{
    DumpError, KEYBOARD_ATTRIBUTE, Note, Parsed, Surroundings, without_passwords,
};
pub use crate::find::{Candidate, Explanation, Found, MAX_CANDIDATES, Matches, Query, Swapped};
pub use crate::flags::Flags;
pub use crate::identity::{MetAgain, Refound, Shown, met_again, refind};
pub use crate::label::normalise_label;
pub use crate::node::Node;
pub use crate::pair::Paired;
pub use crate::refs::{Numbering, Refs, number_of};
pub use crate::render::{
    Header, LEAST_CHARACTERS, compact, compact_within, diff, quoted, tree_json,
};
pub use crate::role::Role;
pub use crate::row::{MAX_ROW_LABELS, MAX_ROW_LEVELS, Row};
pub use crate::scroll::{Axis, NoSwipe, SWIPE_DURATION_MS, ScrollPosition, Swipe};
pub use crate::signature::Signature;
pub use crate::touch::{
    Gesture, MAX_PROMOTION, NoPinch, NoPoint, Opaque, Pinch, Spread, Taker, TouchTarget,
};
pub use crate::tree::{NodeId, Nodes, Tree};
pub use crate::validator::{MAX_VALIDATED_CHARACTERS, TextValidator};
pub use crate::window::{WindowInfo, WindowKind};
