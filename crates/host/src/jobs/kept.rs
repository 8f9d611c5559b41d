//! The executions that this process knows: those under way, and the newest that have ended.

use std::collections::{HashMap, VecDeque};
use std::sync::Arc;

use clawperator_contract::{Failure, FailureDetails};

use super::job::{Job, JobAnswer};

/// The most answers that are kept in memory; older ones are in the record of their runs.
const MOST_ANSWERS: usize = 256;
/// The most bytes of answers that are kept in memory.
const MOST_BYTES: usize = 32 * 1024 * 1024;

/// All of them, by the names of their runs.
#[derive(Debug, Default)]
pub(super) struct KnownJobs {
    open: HashMap<String, Arc<Job>>,
    ended: HashMap<String, Arc<Job>>,
    /// Those that have ended, oldest first, with about how many bytes their answers have.
    oldest: VecDeque<(String, usize)>,
    bytes: usize,
}

impl KnownJobs {
    pub(super) fn add(&mut self, job: &Arc<Job>) {
        self.open.insert(job.run.to_string(), Arc::clone(job));
    }

    pub(super) fn find(&self, run: &str) -> Option<Arc<Job>> {
        let known = self.open.get(run).or_else(|| self.ended.get(run));
        known.map(Arc::clone)
    }

    pub(super) fn open(&self) -> impl Iterator<Item = &Arc<Job>> {
        self.open.values()
    }

    /// Keeps an answer, in the place of older ones.
    pub(super) fn ended(&mut self, run: &str, answer: &Result<JobAnswer, Failure>) {
        let Some(job) = self.open.remove(run) else {
            return;
        };
        self.ended.insert(run.to_owned(), job);
        let bytes = about_bytes(answer);
        self.bytes += bytes;
        self.oldest.push_back((run.to_owned(), bytes));
        while self.oldest.len() > MOST_ANSWERS || self.bytes > MOST_BYTES {
            let Some((run, bytes)) = self.oldest.pop_front() else {
                break;
            };
            self.bytes = self.bytes.saturating_sub(bytes);
            self.ended.remove(&run);
        }
    }
}

fn about_bytes(answer: &Result<JobAnswer, Failure>) -> usize {
    let steps = match answer {
        Ok(JobAnswer::Execution(result)) => &result.envelope.step_results,
        Ok(JobAnswer::Skill(result)) => {
            return serde_json::to_vec(result).map_or(0, |bytes| bytes.len());
        }
        Err(failure) => match &failure.details {
            Some(FailureDetails::Interrupted(details)) => &details.step_results,
            _ => return 0,
        },
    };
    let data = steps.iter().flat_map(|step| &step.data);
    data.map(|(key, value)| key.len() + value.len()).sum()
}
