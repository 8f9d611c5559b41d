//! The fuzz target's property on its committed corpus, and its dictionary against the contract.

use std::fs;
use std::path::{Path, PathBuf};

use clawperator_contract::{ActionType, aliases};

#[path = "../../../../fuzz/properties/answers.rs"]
mod answers;
#[path = "../../../../fuzz/properties/validate.rs"]
mod property;

#[test]
fn every_seed_of_the_corpus_keeps_the_property() {
    let mut seeds = 0;
    for entry in fs::read_dir(fuzz().join("corpus/validate")).unwrap() {
        property::check(&fs::read(entry.unwrap().path()).unwrap());
        seeds += 1;
    }
    assert!(seeds >= 60, "{seeds} seeds; fuzz/seed-corpus.py makes them");
}

#[test]
fn every_answer_of_the_corpus_keeps_its_property() {
    let mut seeds = 0;
    for entry in fs::read_dir(fuzz().join("corpus/answers")).unwrap() {
        answers::check(&fs::read(entry.unwrap().path()).unwrap());
        seeds += 1;
    }
    assert!(seeds >= 20, "{seeds} seeds; fuzz/seed-corpus.py makes them");
}

#[test]
fn the_dictionary_has_every_key_and_action_type() {
    let dictionary = fs::read_to_string(fuzz().join("dictionary/validate.dict")).unwrap();
    let keys = aliases::ALL_TABLES.iter().flat_map(|table| table.keys);
    let types = ActionType::ALL
        .iter()
        .map(|action_type| (action_type.name(), action_type.aliases()));
    let missing: Vec<&str> = keys
        .map(|key| (key.name, key.aliases))
        .chain(types)
        .flat_map(|(name, aliases)| aliases.iter().copied().chain([name]))
        .filter(|word| {
            !dictionary
                .lines()
                .any(|line| line == format!(r#""\"{word}\"""#))
        })
        .collect();
    assert!(
        missing.is_empty(),
        "missing in fuzz/dictionary/validate.dict: {missing:?}"
    );
}

fn fuzz() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz")
}
