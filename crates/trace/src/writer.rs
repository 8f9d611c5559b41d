//! The thread beside the runs, which writes what a run does not wait for.

use std::borrow::Cow;
use std::io;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, TrySendError, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use bytes::Bytes;
use clawperator_contract::runs::{KeptFile, LeftOut, RunLine, RunRecord};
use clawperator_ui::without_passwords;

use crate::kept_file::{self, Kind};
use crate::run_file::RunFile;

/// The most jobs that wait.
const MAX_JOBS: usize = 1024;
/// The most bytes of trees and pictures that wait, of all runs.
const MAX_WAITING_BYTES: usize = 128 * 1024 * 1024;

/// How often it is tried to hand in work where too much waits.
const PAUSE: Duration = Duration::from_millis(5);

/// Hands work to the thread, which begins with the first work. Cheap to clone; all clones are one.
#[derive(Debug, Clone, Default)]
pub(crate) struct Writer(Arc<Shared>);

#[derive(Debug, Default)]
struct Shared {
    jobs: Mutex<Option<SyncSender<Job>>>,
    waiting: Arc<AtomicUsize>,
}

/// What is in a file, and the record that names the file.
pub(crate) struct ToKeep {
    pub(crate) at_ms: u64,
    pub(crate) kind: Kind,
    pub(crate) content: Bytes,
    pub(crate) record: Box<dyn FnOnce(KeptFile) -> RunRecord + Send>,
}

enum Job {
    /// Lines wait in this file.
    Flush(Arc<RunFile>),
    Keep(Arc<RunFile>, ToKeep),
    /// Says when everything before it is done.
    Barrier(SyncSender<()>),
}

impl Writer {
    /// Lets the lines be written that wait.
    pub(crate) fn flush(&self, file: &Arc<RunFile>) {
        // Where too much waits, the lines stay where they are until the next time.
        let _ = self.send(Job::Flush(Arc::clone(file)));
    }

    /// Lets a file be kept. The run does not wait for it; what does not fit is counted.
    pub(crate) fn keep(&self, file: &Arc<RunFile>, kept: ToKeep) {
        let size = kept.content.len();
        let waiting = &self.0.waiting;
        if waiting.fetch_add(size, Ordering::Relaxed) + size > MAX_WAITING_BYTES {
            waiting.fetch_sub(size, Ordering::Relaxed);
            return file.leave_out(LeftOut::Behind);
        }
        if self.send(Job::Keep(Arc::clone(file), kept)).is_err() {
            waiting.fetch_sub(size, Ordering::Relaxed);
            file.leave_out(LeftOut::Behind);
        }
    }

    /// Returns when everything is written that was handed in before, or after this time.
    pub(crate) fn finish(&self, within: Duration) {
        let (done, finished) = sync_channel(1);
        let jobs = {
            let jobs = self.0.jobs.lock().unwrap_or_else(PoisonError::into_inner);
            jobs.clone()
        };
        let Some(jobs) = jobs else { return };
        let mut barrier = Job::Barrier(done);
        let mut waited = Duration::ZERO;
        while let Err(TrySendError::Full(job)) = jobs.try_send(barrier) {
            if waited >= within {
                return;
            }
            thread::park_timeout(PAUSE);
            waited += PAUSE;
            barrier = job;
        }
        let _ = finished.recv_timeout(within);
    }

    fn send(&self, job: Job) -> Result<(), ()> {
        let mut jobs = self.0.jobs.lock().unwrap_or_else(PoisonError::into_inner);
        let sender = match &*jobs {
            Some(sender) => sender,
            None => jobs.insert(begin(Arc::clone(&self.0.waiting)).map_err(drop)?),
        };
        sender.try_send(job).map_err(drop)
    }
}

/// Starts the thread; it ends when nobody is left who could hand it work.
fn begin(waiting: Arc<AtomicUsize>) -> io::Result<SyncSender<Job>> {
    let (sender, jobs) = sync_channel(MAX_JOBS);
    let thread = thread::Builder::new().name("trace".to_owned());
    thread.spawn(move || work(&jobs, &waiting))?;
    Ok(sender)
}

fn work(jobs: &Receiver<Job>, waiting: &AtomicUsize) {
    for job in jobs {
        match job {
            Job::Flush(file) => flush(&file),
            Job::Keep(file, kept) => {
                let size = kept.content.len();
                keep(&file, kept);
                waiting.fetch_sub(size, Ordering::Relaxed);
            }
            Job::Barrier(done) => {
                let _ = done.send(());
            }
        }
    }
}

fn flush(file: &RunFile) {
    if file.flush().is_err() {
        file.leave_out(LeftOut::Failed);
    }
}

fn keep(file: &RunFile, kept: ToKeep) {
    // A screen that stands still is looked at again and again.
    let known = match kept.kind {
        Kind::Tree => file.last_tree(&kept.content),
        Kind::Picture | Kind::Answer => None,
    };
    let named = match known {
        Some(named) => named,
        None => match keep_new(file, kept.kind, &kept.content) {
            Ok(named) => named,
            Err(why) => return file.leave_out(why),
        },
    };
    if kept.kind == Kind::Tree {
        file.set_last_tree(kept.content, named.clone());
    }
    file.push(&RunLine {
        at_ms: kept.at_ms,
        record: (kept.record)(named),
    });
    flush(file);
}

fn keep_new(file: &RunFile, kind: Kind, content: &[u8]) -> Result<KeptFile, LeftOut> {
    // Some phones show a password in their trees.
    let bytes = match kind {
        Kind::Tree => without_passwords(content),
        Kind::Picture | Kind::Answer => Cow::Borrowed(content),
    };
    if bytes.len() as u64 > kept_file::MAX_FILE_BYTES || !file.has_room_for(bytes.len()) {
        return Err(LeftOut::Full);
    }
    let files = file.files().map_err(|_| LeftOut::Failed)?;
    let kept = kept_file::keep(files, kind, &bytes);
    let (named, is_new) = kept.map_err(|_| LeftOut::Failed)?;
    if is_new {
        file.kept(named.bytes);
    }
    Ok(named)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run_file::line;

    #[test]
    fn a_tree_is_kept_once_and_without_passwords() {
        let root = tempfile::tempdir().unwrap();
        let file = Arc::new(RunFile::create(root.path().join("run"), &line(0), false).unwrap());
        let writer = Writer::default();
        let dump = r#"<hierarchy rotation="0"><node class="android.widget.EditText" package="p" text="hunter2"
            password="true" enabled="true" bounds="[0,0][400,100]" /></hierarchy>"#;
        for at_ms in [1, 2] {
            let kept = ToKeep {
                at_ms,
                kind: Kind::Tree,
                content: Bytes::from_static(dump.as_bytes()),
                record: Box::new(|file| RunRecord::Answer {
                    answer: None,
                    file: Some(file),
                }),
            };
            writer.keep(&file, kept);
        }
        writer.finish(Duration::from_mins(1));
        let kept: Vec<_> = std::fs::read_dir(file.files().unwrap())
            .unwrap()
            .map(|entry| std::fs::read_to_string(entry.unwrap().path()).unwrap())
            .collect();
        assert_eq!(kept.len(), 1);
        assert!(
            kept[0].contains("EditText") && !kept[0].contains("hunter2"),
            "{}",
            kept[0]
        );
        let lines = std::fs::read_to_string(file.folder().join("run.jsonl")).unwrap();
        assert_eq!(lines.lines().count(), 3);
        assert_eq!(writer.0.waiting.load(Ordering::Relaxed), 0);
    }
}
