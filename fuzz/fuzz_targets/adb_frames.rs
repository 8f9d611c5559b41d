//! Any bytes at all through the decoders of what an adb server sends.

#![no_main]

#[path = "../properties/pieces.rs"]
mod pieces;
#[path = "../properties/adb_frames.rs"]
mod property;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| property::check(bytes));
