//! Any bytes at all as a recording.

#![no_main]

#[path = "../properties/recording.rs"]
mod property;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| property::check(bytes));
