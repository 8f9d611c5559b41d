//! Any bytes at all through the decoder of the transport's packets.

#![no_main]

#[path = "../properties/pieces.rs"]
mod pieces;
#[path = "../properties/adbd_packets.rs"]
mod property;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| property::check(bytes));
