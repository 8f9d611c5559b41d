//! Any bytes at all through the reader of screens, and all that is asked and told of one.

#![no_main]

#[path = "../properties/screen.rs"]
mod property;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| property::check(bytes));
