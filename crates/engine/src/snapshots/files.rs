//! Snapshots in files of a directory that only this user may read.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use super::{Kept, SnapshotError, Snapshots};
use crate::file_name::file_stem;

/// How many snapshots of a phone are kept.
const KEPT: usize = 3;

/// Keeps snapshots as `phone-SERIAL/GENERATION.xml`.
#[derive(Debug, Clone)]
pub struct FileSnapshots {
    directory: PathBuf,
}

impl FileSnapshots {
    /// Keeps them below this directory, which is made when it is first needed.
    #[must_use]
    pub const fn new(directory: PathBuf) -> Self {
        Self { directory }
    }

    fn of_phone(&self, serial: &str) -> PathBuf {
        self.directory.join(file_stem(serial))
    }

    /// The generations that are kept, oldest first.
    fn generations(folder: &Path) -> io::Result<Vec<i64>> {
        let entries = match fs::read_dir(folder) {
            Ok(entries) => entries,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
            Err(error) => return Err(error),
        };
        let mut generations = Vec::new();
        for entry in entries {
            let name = entry?.file_name();
            let number = name.to_str().and_then(|name| name.strip_suffix(".xml"));
            generations.extend(number.and_then(|number| number.parse::<i64>().ok()));
        }
        generations.sort_unstable();
        Ok(generations)
    }

    fn read(folder: &Path, generation: i64) -> io::Result<Option<Kept>> {
        match fs::read(folder.join(format!("{generation}.xml"))) {
            Ok(dump) => Ok(Some(Kept { generation, dump })),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error),
        }
    }

    fn write(folder: &Path, dump: &[u8]) -> io::Result<i64> {
        private_directory(folder)?;
        let generations = Self::generations(folder)?;
        let generation = generations.last().map_or(1, |last| last + 1);
        // Under its name only when it is whole, so that a run that is killed leaves no half of one.
        let unfinished = folder.join("unfinished");
        private_file(&unfinished)?.write_all(dump)?;
        fs::rename(&unfinished, folder.join(format!("{generation}.xml")))?;
        let surplus = (generations.len() + 1).saturating_sub(KEPT);
        for old in generations.iter().take(surplus) {
            fs::remove_file(folder.join(format!("{old}.xml")))?;
        }
        Ok(generation)
    }
}

impl Snapshots for FileSnapshots {
    fn keep(&self, serial: &str, dump: &[u8]) -> Result<i64, SnapshotError> {
        let folder = self.of_phone(serial);
        Self::write(&folder, dump).map_err(|error| failed(&folder, &error))
    }

    fn find(&self, serial: &str, generation: i64) -> Result<Option<Kept>, SnapshotError> {
        let folder = self.of_phone(serial);
        Self::read(&folder, generation).map_err(|error| failed(&folder, &error))
    }

    fn newest(&self, serial: &str) -> Result<Option<Kept>, SnapshotError> {
        let folder = self.of_phone(serial);
        let newest = || match Self::generations(&folder)?.last() {
            Some(last) => Self::read(&folder, *last),
            None => Ok(None),
        };
        newest().map_err(|error| failed(&folder, &error))
    }
}

fn failed(folder: &Path, error: &io::Error) -> SnapshotError {
    SnapshotError {
        message: format!(
            "the snapshots in `{}` cannot be used: {error}",
            folder.display()
        ),
    }
}

/// A screen shows what its user sees, so nobody else may read it.
fn private_directory(path: &Path) -> io::Result<()> {
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(path)
}

fn private_file(path: &Path) -> io::Result<fs::File> {
    let mut options = fs::OpenOptions::new();
    options.write(true).create(true).truncate(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_three_are_kept_and_numbers_only_grow() {
        let directory = tempfile::tempdir().unwrap();
        let snapshots = FileSnapshots::new(directory.path().join("state"));
        assert_eq!(snapshots.newest("a:1"), Ok(None));
        for expected in 1..=5 {
            let dump = format!("<hierarchy n='{expected}'/>");
            assert_eq!(snapshots.keep("a:1", dump.as_bytes()), Ok(expected));
        }
        assert_eq!(snapshots.find("a:1", 2), Ok(None));
        let kept = snapshots.find("a:1", 3).unwrap().unwrap();
        assert_eq!(kept.dump, b"<hierarchy n='3'/>");
        assert_eq!(snapshots.newest("a:1").unwrap().unwrap().generation, 5);
        assert_eq!(snapshots.keep("b", b"x"), Ok(1));
    }
}
