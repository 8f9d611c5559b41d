//! The fuzz target's property on its committed corpus, and its dictionary against the table.

use std::fs;
use std::path::{Path, PathBuf};

use clawperator_contract::agent::{AgentAction, FieldKind, FieldRow};

#[path = "../../../../fuzz/properties/agent_action.rs"]
pub(super) mod property;

#[test]
fn every_seed_of_the_corpus_keeps_the_property() {
    let mut seeds = 0;
    for entry in fs::read_dir(fuzz().join("corpus/agent_action")).unwrap() {
        property::check(&fs::read(entry.unwrap().path()).unwrap());
        seeds += 1;
    }
    assert!(seeds >= 40, "{seeds} seeds; fuzz/seed-corpus.py makes them");
}

#[test]
fn the_dictionary_has_every_action_and_field() {
    let dictionary = fs::read_to_string(fuzz().join("dictionary/agent_action.dict")).unwrap();
    let mut words = vec!["name", "arguments", "thought", "action", "raw"];
    for row in AgentAction::TABLE {
        words.extend([row.name, row.tool]);
        collect(row.fields, &mut words);
    }
    let missing: Vec<&str> = words
        .into_iter()
        .filter(|word| {
            !dictionary
                .lines()
                .any(|line| line == format!(r#""\"{word}\"""#))
        })
        .collect();
    assert!(
        missing.is_empty(),
        "missing in fuzz/dictionary/agent_action.dict: {missing:?}"
    );
}

fn collect(fields: &[FieldRow], words: &mut Vec<&'static str>) {
    for field in fields {
        words.push(field.name);
        match field.kind {
            FieldKind::Word(list) => words.extend(list),
            FieldKind::Object(row) | FieldKind::List(_, row) => collect(row.fields, words),
            _ => {}
        }
    }
}

fn fuzz() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz")
}
