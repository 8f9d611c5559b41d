//! The rules that cases name.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

/// The rules in a JSON file, or in every file of a folder. Each has an id of its own and a text.
#[must_use]
pub fn rules(place: &Path) -> Vec<Value> {
    let files: Vec<PathBuf> = if place.is_dir() {
        let entries = fs::read_dir(place).unwrap();
        entries.map(|entry| entry.unwrap().path()).collect()
    } else {
        vec![place.to_owned()]
    };
    let mut rules: Vec<Value> = Vec::new();
    let mut ids = BTreeSet::new();
    for file in files {
        let text = fs::read_to_string(&file).unwrap();
        let list: Vec<Value> = serde_json::from_str(&text)
            .unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        for rule in &list {
            let word = |key: &str| rule.get(key).and_then(Value::as_str).unwrap_or_default();
            assert!(!word("id").is_empty(), "{rule}: has no id");
            assert!(!word("text").is_empty(), "{rule}: has no text");
            assert!(ids.insert(word("id").to_owned()), "{rule}: appears twice");
        }
        rules.extend(list);
    }
    rules
}
