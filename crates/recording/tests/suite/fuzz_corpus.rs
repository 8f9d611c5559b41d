//! The property of the fuzz target `recording` on its committed corpus.

use std::fs;
use std::path::Path;

#[path = "../../../../fuzz/properties/recording.rs"]
pub(super) mod property;

#[test]
fn the_corpus_holds() {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/corpus/recording");
    let mut inputs = 0;
    for entry in fs::read_dir(corpus).unwrap() {
        property::check(&fs::read(entry.unwrap().path()).unwrap());
        inputs += 1;
    }
    assert!(inputs > 20, "{inputs}");
}
