//! The properties of the fuzz targets for the client's decoders on their committed corpora.

use std::fs;
use std::path::Path;

#[path = "../../../../fuzz/properties/adb_frames.rs"]
mod frames;
#[path = "../../../../fuzz/properties/pieces.rs"]
mod pieces;
#[path = "../../../../fuzz/properties/adb_sync.rs"]
mod sync;

#[test]
fn every_seed_keeps_the_properties_of_frames() {
    replay("adb_frames", frames::check);
}

#[test]
fn every_seed_keeps_the_properties_of_the_file_service() {
    replay("adb_sync", sync::check);
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
    assert!(seeds > 0, "fuzz/seed-corpus.py makes seeds");
}
