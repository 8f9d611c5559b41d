//! Any bytes at all as a Markdown recipe.

#![no_main]

#[path = "../properties/recipe_markdown.rs"]
mod property;
#[path = "../properties/recipe_answers.rs"]
mod recipe_answers;
#[path = "../properties/recipe_files.rs"]
mod recipe_files;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| property::check(bytes));
