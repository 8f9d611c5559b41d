//! Any bytes at all as the words of a model.

#![no_main]

#[path = "../properties/agent_action.rs"]
mod property;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| property::check(bytes));
