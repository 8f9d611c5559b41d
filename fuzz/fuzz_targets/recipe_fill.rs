//! Any values at all filled into a recipe and an older template.

#![no_main]

#[path = "../properties/recipe_fill.rs"]
mod property;
#[path = "../properties/recipe_answers.rs"]
mod recipe_answers;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| property::check(bytes));
