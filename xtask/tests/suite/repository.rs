//! The files of the repository, and how a broken rule is reported.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A text file of the repository.
pub(crate) struct File {
    /// Its path from the root, with `/`.
    pub(crate) path: String,
    pub(crate) text: String,
}

impl File {
    pub(crate) fn has_ending(&self, ending: &str) -> bool {
        Path::new(&self.path)
            .extension()
            .is_some_and(|found| found == ending)
    }

    /// Whether it is test code: integration tests, benches, examples and everything for the fuzzer.
    pub(crate) fn is_test(&self) -> bool {
        let folders = ["tests", "benches", "examples", "fuzz"];
        self.path.split('/').any(|part| folders.contains(&part))
    }

    /// Its lines with their numbers, from 1.
    pub(crate) fn lines(&self) -> impl Iterator<Item = (usize, &str)> {
        self.text
            .lines()
            .enumerate()
            .map(|(index, line)| (index + 1, line))
    }
}

pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .parent()
        .unwrap()
        .to_path_buf()
}

/// Every text file that git tracks or would track. The fuzz corpus is left out: its files are any bytes at all.
pub(crate) fn files() -> Vec<File> {
    let listing = Command::new("git")
        .args([
            "ls-files",
            "--cached",
            "--others",
            "--exclude-standard",
            "-z",
        ])
        .current_dir(root())
        .output()
        .unwrap();
    assert!(
        listing.status.success(),
        "git ls-files: {}",
        String::from_utf8_lossy(&listing.stderr)
    );
    let listing = String::from_utf8(listing.stdout).unwrap();
    let files: Vec<File> = listing
        .split('\0')
        .filter(|path| !path.is_empty() && !path.starts_with("fuzz/corpus/"))
        // A file that was deleted and not yet committed is listed too, and a file that is not text has no lines.
        .filter_map(|path| Some((path, fs::read(root().join(path)).ok()?)))
        .filter_map(|(path, bytes)| {
            Some(File {
                path: path.to_owned(),
                text: String::from_utf8(bytes).ok()?,
            })
        })
        .collect();
    assert!(
        files.iter().any(|file| file.path == "Cargo.toml"),
        "git lists no files of the repository"
    );
    files
}

/// Fails with every violation and what to do about them.
pub(crate) fn forbid(violations: &[String], advice: &str) {
    assert!(violations.is_empty(), "{}\n{advice}", violations.join("\n"));
}
