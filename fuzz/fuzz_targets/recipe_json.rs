//! Any bytes at all as a JSON recipe or an older template.

#![no_main]

#[path = "../properties/recipe_json.rs"]
mod property;
#[path = "../properties/recipe_answers.rs"]
mod recipe_answers;
#[path = "../properties/recipe_files.rs"]
mod recipe_files;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| property::check(bytes));
