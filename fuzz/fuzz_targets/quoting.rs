//! Any words at all quoted for a phone's shell and read by one.

#![no_main]

#[path = "../properties/quoting.rs"]
mod property;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| property::check(bytes));
