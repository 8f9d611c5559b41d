//! What belongs to every fuzz target.

use std::fs;

use super::repository::{files, forbid, root};

/// Every `cargo test` runs the whole corpus.
const MOST_SEEDS: usize = 400;
const MOST_BYTES: u64 = 300_000;

#[test]
fn every_fuzz_target_is_built_described_and_replayed() {
    let files = files();
    let manifest = files.iter().find(|file| file.path == "fuzz/Cargo.toml");
    let manifest = &manifest.unwrap().text;
    let mut violations = Vec::new();
    for target in targets() {
        if !manifest.contains(&format!("path = \"fuzz_targets/{target}.rs\"")) {
            violations.push(format!("{target}: not in fuzz/Cargo.toml"));
        }
        for path in [
            format!("fuzz/properties/{target}.rs"),
            format!("fuzz/dictionary/{target}.dict"),
        ] {
            if !files.iter().any(|file| file.path == path) {
                violations.push(format!("{target}: no {path}"));
            }
        }
        let replays = files
            .iter()
            .filter(|file| file.has_ending("rs") && file.path.contains("/tests/"))
            .any(|file| {
                file.text
                    .contains(&format!("fuzz/properties/{target}.rs\"]"))
            });
        if !replays {
            violations.push(format!("{target}: no test replays its corpus"));
        }
    }
    forbid(
        &violations,
        "A target shares its property with a test that runs it on the committed corpus.",
    );
}

#[test]
fn every_corpus_is_small_and_named_by_content() {
    let mut violations = Vec::new();
    for target in targets() {
        let (mut seeds, mut bytes) = (0, 0);
        for entry in fs::read_dir(root().join("fuzz/corpus").join(&target)).unwrap() {
            let entry = entry.unwrap();
            let name = entry.file_name().into_string().unwrap();
            if name.len() != 16 || !name.bytes().all(|byte| byte.is_ascii_hexdigit()) {
                violations.push(format!("{target}: {name} is not named by its content"));
            }
            seeds += 1;
            bytes += entry.metadata().unwrap().len();
        }
        if seeds == 0 || seeds > MOST_SEEDS || bytes > MOST_BYTES {
            violations.push(format!("{target}: {seeds} seeds of {bytes} bytes"));
        }
    }
    forbid(
        &violations,
        &format!(
            "`fuzz/keep` keeps a corpus small: at most {MOST_SEEDS} seeds and {MOST_BYTES} bytes."
        ),
    );
}

fn targets() -> Vec<String> {
    let targets: Vec<String> = files()
        .iter()
        .filter_map(|file| {
            let name = file.path.strip_prefix("fuzz/fuzz_targets/")?;
            name.strip_suffix(".rs").map(str::to_owned)
        })
        .collect();
    assert!(!targets.is_empty(), "there are no fuzz targets");
    targets
}
