//! Any bytes at all through the decoders of the Operator's protocol.

#![no_main]

#[path = "../properties/operator_frames.rs"]
mod property;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| property::check(bytes));
