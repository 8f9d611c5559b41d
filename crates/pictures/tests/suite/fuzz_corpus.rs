//! The property of the fuzz target `picture` on its committed corpus.

use std::fs;
use std::path::Path;

#[path = "../../../../fuzz/properties/picture.rs"]
mod property;

#[test]
fn every_seed_keeps_the_property() {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/corpus/picture");
    let mut seeds = 0;
    for entry in fs::read_dir(corpus).unwrap() {
        property::check(&fs::read(entry.unwrap().path()).unwrap());
        seeds += 1;
    }
    assert!(seeds >= 10, "{seeds} seeds; fuzz/seed-corpus.py makes them");
}
