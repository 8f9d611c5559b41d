//! The forms of a screen: compact text, tree, diff, and the refs that they carry.

#[path = "../../corpus/mod.rs"]
mod corpus;

mod case;
mod diffs;
mod document;
mod figures;
mod line;
mod properties;
mod refs;
mod scenes;
mod screens;
mod secrets;
mod selects;
