//! The property of the fuzz target `adbd_packets` on its committed corpus.

use std::fs;
use std::path::Path;

#[path = "../../../../fuzz/properties/pieces.rs"]
mod pieces;
#[path = "../../../../fuzz/properties/adbd_packets.rs"]
mod property;

#[test]
fn every_seed_keeps_the_property() {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/corpus/adbd_packets");
    let mut seeds = 0;
    for entry in fs::read_dir(corpus).unwrap() {
        property::check(&fs::read(entry.unwrap().path()).unwrap());
        seeds += 1;
    }
    assert!(seeds > 0, "fuzz/seed-corpus.py makes seeds");
}
