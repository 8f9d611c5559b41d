//! The phone's log: bounded buffers that readers can follow.

use std::collections::VecDeque;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::SystemTime;

use tokio::sync::watch;

/// Most entries of all buffers together.
const MAX_ENTRIES: usize = 4_096;
/// Most bytes of tags and messages of all buffers together.
const MAX_BYTES: usize = 1 << 20;
/// Longest message; the platform cuts there too.
const MAX_MESSAGE: usize = 4_068;

/// The phone's log. What is oldest goes first when it is full.
#[derive(Debug)]
pub struct Logs {
    state: Mutex<State>,
    /// The number of the last entry.
    written: watch::Sender<u64>,
}

#[derive(Debug, Default)]
struct State {
    entries: VecDeque<(u64, LogEntry)>,
    bytes: usize,
    last: u64,
}

/// One line of the log, or several with newlines in between.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LogEntry {
    /// When.
    pub time: SystemTime,
    pub buffer: LogBuffer,
    /// By which process.
    pub pid: u32,
    /// By which of its threads.
    pub tid: u32,
    /// By which user.
    pub uid: u32,
    /// How much it matters.
    pub priority: Priority,
    /// By which part of the program.
    pub tag: String,
    /// What it says.
    pub message: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum LogBuffer {
    /// Apps.
    Main,
    /// The framework.
    System,
    Crash,
    /// Events in numbers.
    Events,
    Radio,
    Kernel,
}

impl LogBuffer {
    /// Every buffer.
    pub const ALL: [Self; 6] = [
        Self::Main,
        Self::System,
        Self::Crash,
        Self::Events,
        Self::Radio,
        Self::Kernel,
    ];

    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Main => "main",
            Self::System => "system",
            Self::Crash => "crash",
            Self::Events => "events",
            Self::Radio => "radio",
            Self::Kernel => "kernel",
        }
    }
}

/// How much an entry matters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Priority {
    /// Everything.
    Verbose,
    /// For whoever looks for a fault.
    Debug,
    /// What happened.
    Info,
    /// What should not have happened.
    Warn,
    /// What failed.
    Error,
    /// What ended a program.
    Fatal,
}

impl Priority {
    /// Every priority, least first.
    pub const ALL: [Self; 6] = [
        Self::Verbose,
        Self::Debug,
        Self::Info,
        Self::Warn,
        Self::Error,
        Self::Fatal,
    ];

    #[must_use]
    pub fn letter(self) -> char {
        match self {
            Self::Verbose => 'V',
            Self::Debug => 'D',
            Self::Info => 'I',
            Self::Warn => 'W',
            Self::Error => 'E',
            Self::Fatal => 'F',
        }
    }
}

impl Logs {
    pub(crate) fn new() -> Self {
        Self {
            state: Mutex::default(),
            written: watch::Sender::new(0),
        }
    }

    /// Adds an entry; a message that is too long is cut.
    pub fn push(&self, mut entry: LogEntry) {
        let end = entry.message.floor_char_boundary(MAX_MESSAGE);
        entry.message.truncate(end);
        let mut state = self.state();
        state.last += 1;
        let last = state.last;
        state.bytes += size(&entry);
        state.entries.push_back((last, entry));
        while state.entries.len() > MAX_ENTRIES || state.bytes > MAX_BYTES {
            let Some((_, oldest)) = state.entries.pop_front() else {
                break;
            };
            state.bytes = state.bytes.saturating_sub(size(&oldest));
        }
        drop(state);
        self.written.send_replace(last);
    }

    /// Entries with a greater number than `after`, oldest first, and the number of the last of all.
    pub(crate) fn after(&self, after: u64) -> (Vec<LogEntry>, u64) {
        let state = self.state();
        let fresh = state
            .entries
            .iter()
            .filter(|(number, _)| *number > after)
            .map(|(_, entry)| entry.clone());
        (fresh.collect(), state.last)
    }

    /// Comes back when there is an entry with a greater number than `after`.
    pub(crate) async fn wait(&self, after: u64) {
        let mut written = self.written.subscribe();
        // The sender lives as long as `self`, so the wait cannot fail.
        let _ = written.wait_for(|last| *last > after).await;
    }

    /// Forgets what is in these buffers.
    pub(crate) fn clear(&self, buffers: &[LogBuffer]) {
        let mut state = self.state();
        state
            .entries
            .retain(|(_, entry)| !buffers.contains(&entry.buffer));
        state.bytes = state.entries.iter().map(|(_, entry)| size(entry)).sum();
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn size(entry: &LogEntry) -> usize {
    entry.tag.len() + entry.message.len()
}
