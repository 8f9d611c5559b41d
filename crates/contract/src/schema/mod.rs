//! JSON Schemas of the contract, generated from its types.
//!
//! The types say what an execution is in canonical form. What is accepted on input is the same with aliases read as
//! the names they stand for, so its schema is derived from the canonical one: see `input.rs`.
//!
//! Keywords of ours start with `x-clawperator-`: `addition` marks what the original contract does not have,
//! `clamped-to` gives the range that a number runs in when it is written outside of it.

mod generate;
mod input;
mod name;
mod tidy;

pub(crate) use self::generate::params_of;
pub use self::name::SchemaName;
