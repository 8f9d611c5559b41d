//! Any bytes at all as a registry of skills.

#![no_main]

#[path = "../properties/skills_registry.rs"]
mod property;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| property::check(bytes));
