//! The file with the lines of one run, while it is written.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};

use bytes::Bytes;
use clawperator_contract::runs::{KeptFile, LeftOut, RunLine, RunRecord};
use clawperator_private_files as private;
use tokio::sync::Notify;

use crate::kept_file;

/// The name of the file in the folder of a run.
pub(crate) const FILE_NAME: &str = "run.jsonl";
/// What the folder of a run is called before it is one.
pub(crate) const BEGINNING: &str = ".new-";
/// The longest line: a payload of the largest size, with room for its escapes.
pub(crate) const MAX_LINE_BYTES: usize = 1024 * 1024;
/// The most that is read of a file. Whoever writes stops at half of it, and then writes only how the run ended.
pub(crate) const MAX_RUN_BYTES: u64 = 32 * 1024 * 1024;
const MAX_WRITTEN_BYTES: u64 = MAX_RUN_BYTES / 2;
/// The most bytes of lines that wait to be written.
const MAX_PENDING_BYTES: usize = 4 * 1024 * 1024;
/// The most bytes of files that one run keeps.
const MAX_FILES_BYTES: u64 = 256 * 1024 * 1024;

/// The lines of one run on their way to disk.
///
/// A line waits in `pending` until somebody writes what waits: the run itself with a line that must be on disk, or the
/// thread beside the runs where that takes a while. Whoever writes has the file first and takes what waits after that,
/// so lines keep their order.
#[derive(Debug)]
pub(crate) struct RunFile {
    folder: PathBuf,
    /// Locked for as long as this process writes, so that others can see that it does.
    file: Mutex<File>,
    pending: Mutex<Vec<u8>>,
    written_bytes: AtomicU64,
    files_bytes: AtomicU64,
    left_out: [AtomicU64; REASONS.len()],
    /// Says that lines wait.
    waiting: Notify,
    /// Where files are kept, once that is there.
    files: OnceLock<PathBuf>,
    /// The time of the last line.
    last_at_ms: AtomicU64,
    /// The tree that was kept last, and the file that it is in.
    last_tree: Mutex<Option<(Bytes, KeptFile)>>,
}

const REASONS: [LeftOut; 3] = [LeftOut::Behind, LeftOut::Full, LeftOut::Failed];

impl RunFile {
    /// A new file in a new folder, with its first line. The folder has another name until that line is written and the
    /// file is locked: nobody sees a run that could be taken for one that was left behind.
    pub(crate) fn create(folder: PathBuf, first: &RunLine, sync: bool) -> io::Result<Self> {
        let hidden = hidden(&folder)?;
        private::make_new_folder(&hidden)?;
        let made = Self::begin(folder, &hidden, first, sync);
        if made.is_err() {
            // Nothing was begun; what cannot be removed now is removed with the oldest runs.
            let _ = fs::remove_dir_all(&hidden);
        }
        made
    }

    fn begin(folder: PathBuf, hidden: &Path, first: &RunLine, sync: bool) -> io::Result<Self> {
        let file = private::create_to_append(&hidden.join(FILE_NAME))?;
        file.lock()?;
        let made = Self {
            folder,
            file: Mutex::new(file),
            pending: Mutex::default(),
            written_bytes: AtomicU64::new(0),
            files_bytes: AtomicU64::new(0),
            left_out: Default::default(),
            waiting: Notify::new(),
            files: OnceLock::new(),
            last_at_ms: AtomicU64::new(first.at_ms),
            last_tree: Mutex::default(),
        };
        made.write_now(first, sync)?;
        if made.folder.exists() {
            return Err(io::ErrorKind::AlreadyExists.into());
        }
        fs::rename(hidden, &made.folder)?;
        if sync {
            for folder in [Some(&*made.folder), made.folder.parent()]
                .into_iter()
                .flatten()
            {
                File::open(folder)?.sync_all()?;
            }
        }
        Ok(made)
    }

    /// Where the run is kept.
    pub(crate) fn folder(&self) -> &Path {
        &self.folder
    }

    /// Where its files are kept; the first call makes the folder.
    pub(crate) fn files(&self) -> io::Result<&Path> {
        if let Some(made) = self.files.get() {
            return Ok(made);
        }
        let folder = kept_file::folder_of(&self.folder);
        match private::make_new_folder(&folder) {
            Err(error) if error.kind() != io::ErrorKind::AlreadyExists => return Err(error),
            _ => private::check_folder(&folder)?,
        }
        Ok(self.files.get_or_init(|| folder))
    }

    /// Returns when lines wait to be written.
    pub(crate) async fn has_waiting(&self) {
        self.waiting.notified().await;
    }

    /// Lets a line wait to be written.
    pub(crate) fn push(&self, line: &RunLine) {
        if self.written_bytes.load(Ordering::Relaxed) > MAX_WRITTEN_BYTES {
            return self.leave_out(LeftOut::Full);
        }
        let mut pending = lock(&self.pending);
        if pending.len() > MAX_PENDING_BYTES {
            drop(pending);
            return self.leave_out(LeftOut::Behind);
        }
        let before = pending.len();
        append(&mut pending, line);
        if pending.len() - before > MAX_LINE_BYTES {
            // Nobody would read it.
            pending.truncate(before);
            drop(pending);
            return self.leave_out(LeftOut::Full);
        }
        drop(pending);
        self.last_at_ms.fetch_max(line.at_ms, Ordering::Relaxed);
        self.waiting.notify_one();
    }

    /// Writes what waits.
    pub(crate) fn flush(&self) -> io::Result<()> {
        let mut file = lock(&self.file);
        let waiting = std::mem::take(&mut *lock(&self.pending));
        self.write(&mut file, &waiting)
    }

    /// Writes what waits and this line, and returns when both are in the file; with `sync`, on the disk.
    pub(crate) fn write_now(&self, line: &RunLine, sync: bool) -> io::Result<()> {
        let mut file = lock(&self.file);
        let mut waiting = std::mem::take(&mut *lock(&self.pending));
        append(&mut waiting, line);
        self.write(&mut file, &waiting)?;
        if sync { file.sync_data() } else { Ok(()) }
    }

    /// Counts something that is not kept.
    pub(crate) fn leave_out(&self, why: LeftOut) {
        if let Some(place) = REASONS.iter().position(|reason| *reason == why)
            && let Some(count) = self.left_out.get(place)
        {
            count.fetch_add(1, Ordering::Relaxed);
        }
    }

    /// What was not kept since this was last asked.
    pub(crate) fn take_left_out(&self) -> Vec<RunRecord> {
        let counted = REASONS.into_iter().zip(&self.left_out);
        counted
            .map(|(why, count)| (why, count.swap(0, Ordering::Relaxed)))
            .filter(|(_, count)| *count > 0)
            .map(|(why, count)| RunRecord::LeftOut { why, count })
            .collect()
    }

    /// Whether a file of this size may be kept too.
    pub(crate) fn has_room_for(&self, bytes: usize) -> bool {
        let kept = self.files_bytes.load(Ordering::Relaxed);
        kept.saturating_add(bytes as u64) <= MAX_FILES_BYTES
    }

    /// Counts a file that is kept.
    pub(crate) fn kept(&self, bytes: u64) {
        self.files_bytes.fetch_add(bytes, Ordering::Relaxed);
    }

    /// The file of this tree, if it is the one that was kept last.
    pub(crate) fn last_tree(&self, tree: &Bytes) -> Option<KeptFile> {
        let last = lock(&self.last_tree);
        let (_, file) = last.as_ref().filter(|(last, _)| last == tree)?;
        Some(file.clone())
    }

    /// Notes the tree that was kept last.
    pub(crate) fn set_last_tree(&self, tree: Bytes, file: KeptFile) {
        *lock(&self.last_tree) = Some((tree, file));
    }

    fn write(&self, file: &mut File, lines: &[u8]) -> io::Result<()> {
        if lines.is_empty() {
            return Ok(());
        }
        // A part of a line may be in the file now: the next one begins after an end of line, and the part is skipped.
        file.write_all(lines).inspect_err(|_| {
            let mut pending = lock(&self.pending);
            pending.insert(0, b'\n');
        })?;
        self.written_bytes
            .fetch_add(lines.len() as u64, Ordering::Relaxed);
        Ok(())
    }
}

impl Drop for RunFile {
    /// Writes what could not be kept since the run ended.
    fn drop(&mut self) {
        for record in self.take_left_out() {
            let at_ms = self.last_at_ms.load(Ordering::Relaxed);
            self.push(&RunLine { at_ms, record });
        }
        // Where nothing can be written, nothing can be said.
        let _ = self.flush();
    }
}

/// The name of a folder that is not one of a run yet.
fn hidden(folder: &Path) -> io::Result<PathBuf> {
    let name = folder.file_name().ok_or(io::ErrorKind::InvalidInput)?;
    let mut hidden = OsString::from(BEGINNING);
    hidden.push(name);
    Ok(folder.with_file_name(hidden))
}

fn append(lines: &mut Vec<u8>, line: &RunLine) {
    let before = lines.len();
    // Every line is made of what JSON has.
    if serde_json::to_writer(&mut *lines, line).is_err() {
        lines.truncate(before);
        return;
    }
    lines.push(b'\n');
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A line that says nothing.
#[cfg(test)]
pub(crate) const fn line(at_ms: u64) -> RunLine {
    RunLine {
        at_ms,
        record: RunRecord::Other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_keep_their_order_whoever_writes_them() {
        let root = tempfile::tempdir().unwrap();
        let file = RunFile::create(root.path().join("run"), &line(0), false).unwrap();
        file.push(&line(1));
        file.push(&line(2));
        file.write_now(&line(3), true).unwrap();
        file.push(&line(4));
        file.flush().unwrap();
        file.push(&line(5));
        file.flush().unwrap();
        let text = std::fs::read_to_string(file.folder().join(FILE_NAME)).unwrap();
        let times: Vec<u64> = text
            .lines()
            .map(|line| serde_json::from_str::<RunLine>(line).unwrap().at_ms)
            .collect();
        assert_eq!(times, [0, 1, 2, 3, 4, 5]);
    }

    #[test]
    fn what_does_not_fit_is_counted() {
        let root = tempfile::tempdir().unwrap();
        let file = RunFile::create(root.path().join("run"), &line(0), false).unwrap();
        *lock(&file.pending) = vec![b'\n'; MAX_PENDING_BYTES + 1];
        file.push(&line(1));
        file.written_bytes
            .store(MAX_WRITTEN_BYTES + 1, Ordering::Relaxed);
        file.push(&line(1));
        file.push(&line(1));
        assert_eq!(
            file.take_left_out(),
            [(LeftOut::Behind, 1), (LeftOut::Full, 2)]
                .map(|(why, count)| RunRecord::LeftOut { why, count })
        );
        assert_eq!(file.take_left_out(), []);
        file.written_bytes.store(0, Ordering::Relaxed);
        lock(&file.pending).clear();
        file.push(&RunLine {
            at_ms: 1,
            record: RunRecord::Request {
                execution: "x".repeat(MAX_LINE_BYTES).into(),
            },
        });
        file.leave_out(LeftOut::Failed);
        // How the run ended is written all the same.
        file.write_now(&line(9), false).unwrap();
        assert!(!file.has_room_for(usize::MAX));
        let path = file.folder().join(FILE_NAME);
        drop(file);
        let text = std::fs::read_to_string(path).unwrap();
        let last: Vec<&str> = text.lines().rev().take(2).collect();
        assert!(
            last[0].contains("failed") && last[1].contains("full"),
            "{last:?}"
        );
    }

    #[test]
    fn a_run_is_seen_when_its_first_line_is_written() {
        let root = tempfile::tempdir().unwrap();
        let folder = root.path().join("run");
        let file = RunFile::create(folder.clone(), &line(0), true).unwrap();
        assert!(folder.join(FILE_NAME).is_file());
        let again = RunFile::create(folder, &line(0), false);
        assert_eq!(again.unwrap_err().kind(), io::ErrorKind::AlreadyExists);
        assert_eq!(std::fs::read_dir(root.path()).unwrap().count(), 1);
        drop(file);
    }
}
