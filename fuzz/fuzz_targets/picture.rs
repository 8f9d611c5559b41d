//! Any bytes at all as a picture, which is scaled, hashed, marked and written again.

#![no_main]

#[path = "../properties/picture.rs"]
mod property;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| property::check(bytes));
