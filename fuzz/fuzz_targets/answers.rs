//! Any bytes at all as an answer that is read back.

#![no_main]

#[path = "../properties/answers.rs"]
mod property;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| property::check(bytes));
