//! The properties of the fuzz targets on their committed corpora.

use std::fs;
use std::path::Path;

#[path = "../../../../fuzz/properties/guard_diff.rs"]
mod guard_diff;
#[path = "../../../../fuzz/properties/skills_registry.rs"]
mod skills_registry;

#[test]
fn every_seed_keeps_the_property_of_registries() {
    replay("skills_registry", skills_registry::check);
}

#[test]
fn every_seed_keeps_the_property_of_diffs() {
    replay("guard_diff", guard_diff::check);
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
