//! Any bytes at all as a policy profile.

#![no_main]

#[path = "../properties/policy_profile.rs"]
mod property;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| property::check(bytes));
