//! The property of the fuzz target on its committed corpus.

use std::fs;
use std::path::Path;

#[path = "../../../../fuzz/properties/policy_profile.rs"]
mod policy_profile;

#[test]
fn every_seed_keeps_the_property_of_profiles() {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/corpus/policy_profile");
    let mut seeds = 0;
    for entry in fs::read_dir(corpus).unwrap() {
        policy_profile::check(&fs::read(entry.unwrap().path()).unwrap());
        seeds += 1;
    }
    assert!(seeds >= 10, "{seeds} seeds; fuzz/seed-corpus.py makes them");
}
