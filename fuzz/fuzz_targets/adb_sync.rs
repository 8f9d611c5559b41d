//! Any bytes at all through the decoder of the file service's answers.

#![no_main]

#[path = "../properties/pieces.rs"]
mod pieces;
#[path = "../properties/adb_sync.rs"]
mod property;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| property::check(bytes));
