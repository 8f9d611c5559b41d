//! Any bytes at all through payload validation.

#![no_main]

#[path = "../properties/validate.rs"]
mod property;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| property::check(bytes));
