//! The properties of the fuzz targets on their committed corpora.

use std::fs;
use std::path::Path;

use proptest::prelude::*;

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

proptest! {
    #![proptest_config(ProptestConfig { cases: 2_000, ..ProptestConfig::default() })]

    #[test]
    fn a_spoiled_seed_keeps_the_property_of_registries(
        seed in any::<prop::sample::Index>(),
        at in any::<prop::sample::Index>(),
        junk in prop::sample::select(vec!["", "\"", ",", "}", "..", "/", "\\", "\0", "\u{7}", "1e9", "{", "é"]),
    ) {
        let seeds = seeds("skills_registry");
        let mut bytes = seed.get(&seeds).clone();
        let at = at.index(bytes.len() + 1);
        bytes.splice(at..(at + 1).min(bytes.len()), junk.bytes());
        skills_registry::check(&bytes);
    }
}

fn replay(target: &str, check: fn(&[u8])) {
    let seeds = seeds(target);
    for seed in &seeds {
        check(seed);
    }
    let count = seeds.len();
    assert!(count >= 20, "{count} seeds; fuzz/seed-corpus.py makes them");
}

fn seeds(target: &str) -> Vec<Vec<u8>> {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../fuzz/corpus")
        .join(target);
    let files = fs::read_dir(corpus).unwrap();
    files
        .map(|entry| fs::read(entry.unwrap().path()).unwrap())
        .collect()
}
