//! Any bytes at all as a diff of git.

#![no_main]

#[path = "../properties/guard_diff.rs"]
mod property;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| property::check(bytes));
