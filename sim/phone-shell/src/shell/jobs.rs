//! Commands in the background.

use std::sync::{Mutex, PoisonError};

use tokio::sync::watch;
use tokio::task::AbortHandle;

/// How many commands one environment, and one shell, may have in the background.
pub(crate) const MAX_JOBS: usize = 64;

/// A task that ends when this is dropped.
#[derive(Debug)]
pub(crate) struct AbortOnDrop(pub(crate) AbortHandle);

impl Drop for AbortOnDrop {
    fn drop(&mut self) {
        self.0.abort();
    }
}

/// A command in the background.
#[derive(Debug)]
pub(crate) struct Job {
    pub(crate) pid: u32,
    pub(crate) status: watch::Receiver<Option<u8>>,
    pub(crate) task: AbortOnDrop,
    /// The signal that has ended it.
    pub(crate) killed: Option<u8>,
}

impl Job {
    /// Waits for its end.
    pub(crate) async fn wait(&mut self) -> u8 {
        if let Some(signal) = self.killed {
            return 128_u8.wrapping_add(signal);
        }
        match self.status.wait_for(Option::is_some).await {
            // It was waited until there is one.
            Ok(status) => status.unwrap_or(1),
            // The task ended without a word: it was aborted.
            Err(_) => 137,
        }
    }

    pub(crate) fn is_done(&self) -> bool {
        self.killed.is_some() || self.task.0.is_finished()
    }
}

/// The commands that one environment has put into the background.
#[derive(Debug, Default)]
pub(crate) struct Jobs(pub(crate) Vec<Job>);

impl Jobs {
    pub(crate) fn get(&mut self, pid: u32) -> Option<&mut Job> {
        self.0.iter_mut().find(|job| job.pid == pid)
    }
}

/// Commands that outlive the line that started them; they end with the shell.
#[derive(Debug, Default)]
pub(crate) struct Detached(Mutex<Vec<AbortOnDrop>>);

impl Detached {
    /// Keeps a task until the shell ends.
    pub(crate) fn keep(&self, task: AbortOnDrop) {
        let mut tasks = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        tasks.retain(|task| !task.0.is_finished());
        tasks.push(task);
    }

    pub(crate) fn adopt(&self, jobs: Jobs) {
        let mut tasks = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        tasks.retain(|task| !task.0.is_finished());
        let running = jobs
            .0
            .into_iter()
            .filter(|job| !job.is_done())
            .map(|job| job.task);
        tasks.extend(running);
        // The oldest give way, as on a phone that runs out of memory.
        let excess = tasks.len().saturating_sub(MAX_JOBS);
        tasks.drain(..excess);
    }
}
