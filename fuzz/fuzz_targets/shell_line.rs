//! Any bytes at all through the parser of the phone's shell.

#![no_main]

#[path = "../properties/shell_line.rs"]
mod property;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| property::check(bytes));
