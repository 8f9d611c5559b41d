//! The processes that were started from a phone's shells and have not ended.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::watch;
use tokio::time::timeout;

use crate::process::SignalRefused;

/// The number of the first shell.
const FIRST_PID: u32 = 4001;
/// How many processes may be in sessions of their own.
const MAX_DETACHED: usize = 64;
/// As much of a name as the kernel keeps.
const SHORT_NAME: usize = 15;
/// The parent of whoever lost its own.
const INIT: u32 = 1;
/// How long whoever sends a signal waits for the end of the process: longer than any machine leaves a task alone.
const ENDS_WITHIN: Duration = Duration::from_secs(10);
/// The signal that no process survives.
const KILL: u8 = 9;
/// Signals that a process does not notice unless it listens: child, continue, the stops, urgent, window.
const UNNOTICED: [u8; 8] = [0, 17, 18, 20, 21, 22, 23, 28];

/// The processes of a phone's shells. Clones are the same table.
#[derive(Debug, Clone)]
pub struct RunningProcesses(Arc<Shared>);

#[derive(Debug)]
struct Shared {
    next_pid: AtomicU32,
    table: Mutex<BTreeMap<u32, Entry>>,
}

#[derive(Debug)]
struct Entry {
    told: RunningProcess,
    detached: bool,
    signal: watch::Sender<u8>,
}

/// What is told of a process.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RunningProcess {
    pub pid: u32,
    pub parent: u32,
    pub user: u32,
    /// The program's name without folders, or what the process calls itself.
    pub name: String,
    /// As much of it as the kernel keeps.
    pub short_name: String,
    /// All words, with a space between each two.
    pub arguments: String,
}

/// A process while it runs; it is over when all clones are gone.
#[derive(Debug, Clone)]
pub struct RunningHandle(Arc<Registered>);

#[derive(Debug)]
struct Registered {
    processes: RunningProcesses,
    pid: u32,
    signal: watch::Receiver<u8>,
}

/// Too many processes are in sessions of their own.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("Try again")]
pub(crate) struct TooMany;

impl Default for RunningProcesses {
    fn default() -> Self {
        Self(Arc::new(Shared {
            next_pid: AtomicU32::new(FIRST_PID),
            table: Mutex::default(),
        }))
    }
}

impl RunningProcesses {
    /// Those that run now, by number.
    #[must_use]
    pub fn list(&self) -> Vec<RunningProcess> {
        let table = self.table();
        table.values().map(|entry| entry.told.clone()).collect()
    }

    /// Sends a signal on behalf of a user; 0 only asks whether it could be sent. A process that it ends is gone when this
    /// returns, with its sockets: what comes next on the phone never meets it.
    pub async fn signal(&self, pid: u32, signal: u8, by: u32) -> Result<(), SignalRefused> {
        let lives = {
            let table = self.table();
            let entry = table.get(&pid).ok_or(SignalRefused::NoSuchProcess)?;
            if by != 0 && by != entry.told.user {
                return Err(SignalRefused::NotPermitted);
            }
            entry.send(signal);
            entry.signal.clone()
        };
        if ends(signal) {
            over(&[lives]).await;
        }
        Ok(())
    }

    /// Ends every process, but for one; they are gone when this returns.
    pub async fn end_all(&self, but: Option<u32>) {
        let ended: Vec<_> = {
            let table = self.table();
            let chosen = table.values().filter(|entry| Some(entry.told.pid) != but);
            chosen
                .map(|entry| {
                    entry.send(KILL);
                    entry.signal.clone()
                })
                .collect()
        };
        over(&ended).await;
    }

    /// Kills every process, as a phone that goes down does.
    pub(crate) fn kill_all(&self) {
        for entry in self.table().values() {
            entry.send(KILL);
        }
    }

    pub(crate) fn new_pid(&self) -> u32 {
        self.0.next_pid.fetch_add(1, Ordering::Relaxed)
    }

    /// A program begins.
    pub(crate) fn begin(
        &self,
        pid: u32,
        parent: u32,
        user: u32,
        words: &[String],
    ) -> RunningHandle {
        let mut told = RunningProcess {
            pid,
            parent,
            user,
            name: String::new(),
            short_name: String::new(),
            arguments: String::new(),
        };
        told.run(words);
        let (signal, receiver) = watch::channel(0);
        let entry = Entry {
            told,
            detached: false,
            signal,
        };
        self.table().insert(pid, entry);
        RunningHandle(Arc::new(Registered {
            processes: self.clone(),
            pid,
            signal: receiver,
        }))
    }

    fn table(&self) -> MutexGuard<'_, BTreeMap<u32, Entry>> {
        // An entry is put in and taken out in one step, so a poisoned lock has nothing to hide.
        self.0.table.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl RunningHandle {
    /// The process calls itself by another name, which replaces its words too.
    pub fn rename(&self, name: &str) {
        self.change(|entry| {
            entry.told.run(&[name.to_owned()]);
            // Of a long name the kernel is given the end, which tells more.
            let from = name.len().saturating_sub(SHORT_NAME);
            let from = name.ceil_char_boundary(from);
            name.get(from..)
                .unwrap_or(name)
                .clone_into(&mut entry.told.short_name);
        });
    }

    /// Waits for a signal that ends it, and answers which.
    pub async fn killed(&self) -> u8 {
        let mut signal = self.0.signal.clone();
        match signal.wait_for(|signal| *signal != 0).await {
            Ok(signal) => *signal,
            // The entry lives as long as `self`, so the wait cannot fail.
            Err(_) => KILL,
        }
    }

    /// The process goes into a session of its own, and becomes another program.
    pub(crate) fn detach(&self, words: &[String]) -> Result<(), TooMany> {
        let mut table = self.0.processes.table();
        if table.values().filter(|entry| entry.detached).count() >= MAX_DETACHED {
            return Err(TooMany);
        }
        if let Some(entry) = table.get_mut(&self.0.pid) {
            entry.detached = true;
            entry.told.parent = INIT;
            entry.told.run(words);
        }
        Ok(())
    }

    fn change(&self, change: impl FnOnce(&mut Entry)) {
        if let Some(entry) = self.0.processes.table().get_mut(&self.0.pid) {
            change(entry);
        }
    }
}

impl RunningProcess {
    /// It runs the program that these words call.
    fn run(&mut self, words: &[String]) {
        // A program may be started without even its name.
        let first = words.first().map(String::as_str).unwrap_or_default();
        first
            .rsplit('/')
            .next()
            .unwrap_or(first)
            .clone_into(&mut self.name);
        let end = self.name.floor_char_boundary(SHORT_NAME);
        self.name
            .get(..end)
            .unwrap_or(&self.name)
            .clone_into(&mut self.short_name);
        self.arguments = words.join(" ");
    }
}

impl Entry {
    fn send(&self, signal: u8) {
        if ends(signal) {
            self.signal.send_replace(signal);
        }
    }
}

/// Waits for the end of processes; those that take long end all the same.
async fn over(ended: &[watch::Sender<u8>]) {
    let gone = async {
        for lives in ended {
            lives.closed().await;
        }
    };
    let _ = timeout(ENDS_WITHIN, gone).await;
}

/// Whether a process notices a signal, which ends it.
fn ends(signal: u8) -> bool {
    !UNNOTICED.contains(&signal)
}

impl Drop for Registered {
    fn drop(&mut self) {
        self.processes.table().remove(&self.pid);
    }
}
