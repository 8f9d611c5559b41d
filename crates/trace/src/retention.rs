//! How long runs are kept.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use clawperator_private_files as private;

use crate::bundle::is_written;
use crate::run_file::{BEGINNING, FILE_NAME};
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

    /// Removes what is too old or too much, unless another process does. That it is done is noted at the end, so that one
    /// that was cut off is taken up by the next process.
    pub(crate) fn sweep_at(self, folder: &Path, now: SystemTime) -> io::Result<()> {
        let stamp = private::open_in_place(&folder.join(STAMP))?;
        if stamp.try_lock().is_err() {
            return Ok(());
        }
        self.sweep(folder, now)?;
        stamp.set_modified(now)
    }

    /// Removes what is too old or too much; which runs. What cannot be removed stays, and the rest is gone through.
    fn sweep(self, folder: &Path, now: SystemTime) -> io::Result<Vec<RunId>> {
        let mut removed = Vec::new();
        let mut kept: u64 = 0;
        for run in newest_first(folder)? {
            let (written, bytes) = size_of(&folder.join(run.as_str()));
            let is_old = now
                .duration_since(written)
                .is_ok_and(|since| since > self.age);
            kept = kept.saturating_add(bytes);
            if (is_old || kept > self.bytes) && matches!(remove(folder, &run), Ok(Removed::Gone)) {
                kept = kept.saturating_sub(bytes);
                removed.push(run);
            }
        }
        clear(folder, now)?;
        Ok(removed)
    }
}

/// What became of a run that was to be removed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Removed {
    /// Nothing of it is left.
    Gone,
    /// A process still writes it, so it stays.
    Written,
    /// It was not there.
    Absent,
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

/// Removes a run, unless a process still writes it. It is out of sight at once, so that nobody reads half of it.
pub(crate) fn remove(folder: &Path, run: &RunId) -> io::Result<Removed> {
    let path = folder.join(run.as_str());
    let file = private::open_to_read(&path.join(FILE_NAME), private::Readable::Corrected);
    if let Ok(Some(file)) = file
        && is_written(&file)?
    {
        return Ok(Removed::Written);
    }
    let hidden = folder.join(format!("{REMOVED}{run}"));
    match fs::rename(&path, &hidden) {
        Ok(()) => {}
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Removed::Absent),
        Err(error) => return Err(error),
    }
    fs::remove_dir_all(hidden)?;
    Ok(Removed::Gone)
}

/// Removes what a process left behind that was ended while it removed a run, or before a run had its first line.
fn clear(folder: &Path, now: SystemTime) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let name = entry.file_name();
        let name = name.to_string_lossy();
        // One that has just begun is somebody's.
        let is_old = || {
            let (written, _) = size_of(&entry.path());
            now.duration_since(written).is_ok_and(|since| since > EVERY)
        };
        if name.starts_with(REMOVED) || name.starts_with(BEGINNING) && is_old() {
            // Another process may be at it.
            let _ = fs::remove_dir_all(entry.path());
        }
    }
    Ok(())
}

/// When a run was last written, and how large it is. A folder counts too: one that is empty was made some time.
fn size_of(run: &Path) -> (SystemTime, u64) {
    let mut written = SystemTime::UNIX_EPOCH;
    let mut bytes: u64 = 0;
    let mut folders: Vec<PathBuf> = vec![run.to_owned()];
    while let Some(folder) = folders.pop() {
        let modified = fs::symlink_metadata(&folder).and_then(|found| found.modified());
        written = written.max(modified.unwrap_or(written));
        let Ok(entries) = fs::read_dir(&folder) else {
            continue;
        };
        for entry in entries.flatten() {
            // Links are counted as links: a run has none.
            let Ok(found) = entry.metadata() else {
                continue;
            };
            if found.is_dir() {
                folders.push(entry.path());
            } else {
                bytes = bytes.saturating_add(found.len());
                written = written.max(found.modified().unwrap_or(written));
            }
        }
    }
    (written, bytes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run_file::{RunFile, line};

    /// The time of the file system, which is what runs are judged by.
    fn now(folder: &Path) -> SystemTime {
        let probe = folder.join("now");
        fs::write(&probe, "").unwrap();
        let now = fs::metadata(&probe).unwrap().modified().unwrap();
        fs::remove_file(probe).unwrap();
        now
    }

    fn run(folder: &Path, name: &str, bytes: usize) -> RunFile {
        let file = RunFile::create(folder.join(name), &line(0), false).unwrap();
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
        fs::create_dir(folder.join(format!("{BEGINNING}one"))).unwrap();
        let retention = Retention {
            bytes: 300,
            ..Retention::default()
        };
        let removed = retention.sweep(folder, now(folder)).unwrap();
        let removed: Vec<_> = removed.iter().map(RunId::as_str).collect();
        assert_eq!(removed, [&names[1]]);
        assert!(
            folder.join(format!("{BEGINNING}one")).exists(),
            "it may be beginning"
        );
        let later = now(folder) + retention.age * 2;
        retention.sweep(folder, later).unwrap();
        assert!(!folder.join(format!("{BEGINNING}one")).exists());
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
