//! The files of a suite.

use std::fs;
use std::path::{Path, PathBuf};

/// One case as it is on disk.
#[derive(Clone, Debug)]
pub struct CaseFile {
    /// Its path below the folder of all cases, without its ending.
    pub name: String,
    pub path: PathBuf,
    pub text: String,
}

/// Every case below a folder, in order of path. A file with another ending is a mistake, since no test would read it.
#[must_use]
pub fn files(folder: &Path, ending: &str) -> Vec<CaseFile> {
    let mut paths = Vec::new();
    collect(folder, &mut paths);
    paths.sort();
    paths
        .into_iter()
        .map(|path| {
            assert!(
                path.extension().is_some_and(|found| found == ending),
                "{}: a case ends in .{ending}",
                path.display()
            );
            let name = path.strip_prefix(folder).unwrap().with_extension("");
            CaseFile {
                name: name.to_string_lossy().into_owned(),
                text: fs::read_to_string(&path).unwrap(),
                path,
            }
        })
        .collect()
}

fn collect(folder: &Path, paths: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            collect(&path, paths);
        } else {
            paths.push(path);
        }
    }
}
