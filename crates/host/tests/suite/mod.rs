//! The host as surfaces use it.

mod other_computer;
mod output;
mod output_paths;
mod rig;
mod surface;
mod swapped;
mod verbs;
