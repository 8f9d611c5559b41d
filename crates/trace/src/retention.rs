//! How long runs are kept.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use clawperator_private_files as private;

use crate::bundle::is_written;
use crate::run_file::FILE_NAME;
use crate::run_id::RunId;

/// How long runs are kept, and how much of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Retention {
    /// Runs that were last written before this are removed.
    pub age: Duration,
    /// Where all runs together are larger, the oldest are removed.
    pub bytes: u64,
}

/// When runs were last removed, by the time of this file.
const STAMP: &str = ".swept";
/// How often that is done at most.
const EVERY: Duration = Duration::from_hours(1);
/// What the folder of a run is called while it is being removed.
const REMOVED: &str = ".removed-";

impl Default for Retention {
    fn default() -> Self {
        Self {
            age: Duration::from_hours(7 * 24),
            bytes: 1024 * 1024 * 1024,
        }
    }
}

impl Retention {
    /// Whether it is time to remove runs: it was not done within the last hour.
    pub(crate) fn is_due(folder: &Path, now: SystemTime) -> bool {
        let stamp = fs::symlink_metadata(folder.join(STAMP));
        let swept = stamp.and_then(|found| found.modified());
        let since = swept.ok().and_then(|swept| now.duration_since(swept).ok());
        since.is_none_or(|since| since >= EVERY)
    }

    /// Removes what is too old or too much.
    pub(crate) fn sweep_at(self, folder: &Path, now: SystemTime) -> io::Result<()> {
        private::replace(&folder.join(STAMP), b"")?;
        self.sweep(folder, now).map(drop)
    }

    /// Removes what is too old or too much; which runs.
    fn sweep(self, folder: &Path, now: SystemTime) -> io::Result<Vec<RunId>> {
        let mut removed = Vec::new();
        let mut kept: u64 = 0;
        for run in newest_first(folder)? {
            let (written, bytes) = size_of(&folder.join(run.as_str()))?;
            let is_old = now
                .duration_since(written)
                .is_ok_and(|since| since > self.age);
            kept = kept.saturating_add(bytes);
            if (is_old || kept > self.bytes) && remove(folder, &run)? {
                kept = kept.saturating_sub(bytes);
                removed.push(run);
            }
        }
        clear(folder)?;
        Ok(removed)
    }
}

/// All names of runs; what is not one is skipped, and a folder that is missing has none.
pub(crate) fn newest_first(folder: &Path) -> io::Result<Vec<RunId>> {
    let entries = match fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => return Err(error),
    };
    let mut runs = Vec::new();
    for entry in entries {
        runs.extend(
            entry?
                .file_name()
                .to_str()
                .and_then(|name| name.parse().ok()),
        );
    }
    runs.sort_unstable_by(|one: &RunId, other| other.cmp(one));
    Ok(runs)
}

/// Removes a run, unless a process still writes it; whether it is gone. It is out of sight at once, so that nobody reads
/// half of it.
pub(crate) fn remove(folder: &Path, run: &RunId) -> io::Result<bool> {
    let path = folder.join(run.as_str());
    let file = private::open_to_read(&path.join(FILE_NAME), private::Readable::Corrected);
    if let Ok(Some(file)) = file
        && is_written(&file)?
    {
        return Ok(false);
    }
    let hidden = folder.join(format!("{REMOVED}{run}"));
    match fs::rename(&path, &hidden) {
        Ok(()) => {}
        // Somebody else removes it.
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(false),
        Err(error) => return Err(error),
    }
    fs::remove_dir_all(hidden)?;
    Ok(true)
}

/// Removes what a process left behind that was ended while it removed runs.
fn clear(folder: &Path) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        if entry.file_name().to_string_lossy().starts_with(REMOVED) {
            // Another process may be at it.
            let _ = fs::remove_dir_all(entry.path());
        }
    }
    Ok(())
}

/// When a run was last written, and how large it is.
fn size_of(run: &Path) -> io::Result<(SystemTime, u64)> {
    let mut written = SystemTime::UNIX_EPOCH;
    let mut bytes: u64 = 0;
    let mut folders: Vec<PathBuf> = vec![run.to_owned()];
    while let Some(folder) = folders.pop() {
        let Ok(entries) = fs::read_dir(&folder) else {
            continue;
        };
        for entry in entries {
            let entry = entry?;
            // Links are counted as links: a run has none.
            let Ok(found) = entry.metadata() else {
                continue;
            };
            if found.is_dir() {
                folders.push(entry.path());
            } else {
                bytes = bytes.saturating_add(found.len());
                written = written.max(found.modified()?);
            }
        }
    }
    Ok((written, bytes))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run_file::RunFile;

    /// The time of the file system, which is what runs are judged by.
    fn now(folder: &Path) -> SystemTime {
        let probe = folder.join("now");
        fs::write(&probe, "").unwrap();
        let now = fs::metadata(&probe).unwrap().modified().unwrap();
        fs::remove_file(probe).unwrap();
        now
    }

    fn run(folder: &Path, name: &str, bytes: usize) -> RunFile {
        let file = RunFile::create(folder.join(name)).unwrap();
        fs::write(file.folder().join("x"), vec![0; bytes]).unwrap();
        file
    }

    #[test]
    fn the_oldest_go_first_and_none_that_is_being_written() {
        let root = tempfile::tempdir().unwrap();
        let folder = root.path();
        let names = ["1", "2", "3", "4"].map(|day| format!("2026111{day}-054512123-4f2a9c1b"));
        let mut files: Vec<_> = names.iter().map(|name| run(folder, name, 100)).collect();
        let being_written = files.remove(0);
        drop(files);
        fs::create_dir(folder.join(format!("{REMOVED}old"))).unwrap();
        let retention = Retention {
            bytes: 250,
            ..Retention::default()
        };
        let removed = retention.sweep(folder, now(folder)).unwrap();
        let removed: Vec<_> = removed.iter().map(RunId::as_str).collect();
        assert_eq!(removed, [&names[1]]);
        let later = now(folder) + retention.age * 2;
        retention.sweep(folder, later).unwrap();
        let left = newest_first(folder).unwrap();
        assert_eq!(left.len(), 1);
        assert_eq!(left[0].as_str(), names[0]);
        drop(being_written);
        retention.sweep(folder, later).unwrap();
        assert_eq!(fs::read_dir(folder).unwrap().count(), 0);
    }

    #[test]
    fn it_is_done_once_an_hour() {
        let root = tempfile::tempdir().unwrap();
        let folder = root.path();
        let none = Retention {
            bytes: 0,
            ..Retention::default()
        };
        drop(run(folder, "20261117-054512123-4f2a9c1b", 9));
        assert!(Retention::is_due(folder, now(folder)));
        none.sweep_at(folder, now(folder)).unwrap();
        assert_eq!(newest_first(folder).unwrap(), []);
        let now = now(folder);
        assert!(!Retention::is_due(folder, now));
        assert!(Retention::is_due(folder, now + EVERY * 2));
    }
}
