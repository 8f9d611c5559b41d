//! The properties of the fuzz targets on their committed corpora.

use std::fs;
use std::path::Path;

#[path = "../../../../fuzz/properties/recipe_answers.rs"]
mod recipe_answers;
#[path = "../../../../fuzz/properties/recipe_files.rs"]
mod recipe_files;
#[path = "../../../../fuzz/properties/recipe_fill.rs"]
mod recipe_fill;
#[path = "../../../../fuzz/properties/recipe_json.rs"]
mod recipe_json;
#[path = "../../../../fuzz/properties/recipe_markdown.rs"]
mod recipe_markdown;

#[test]
fn every_seed_keeps_the_property_of_markdown() {
    replay("recipe_markdown", recipe_markdown::check);
}

#[test]
fn every_seed_keeps_the_property_of_json() {
    replay("recipe_json", recipe_json::check);
}

#[test]
fn every_seed_keeps_the_property_of_filling_in() {
    replay("recipe_fill", recipe_fill::check);
}

fn replay(target: &str, check: fn(&[u8])) {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../fuzz/corpus")
        .join(target);
    let mut seeds = 0;
    for entry in fs::read_dir(corpus).unwrap() {
        check(&fs::read(entry.unwrap().path()).unwrap());
        seeds += 1;
    }
    assert!(seeds >= 20, "{seeds} seeds; fuzz/seed-corpus.py makes them");
}
