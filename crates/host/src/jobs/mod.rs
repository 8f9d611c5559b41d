//! Executions that run beside whoever asked for them.
//!
//! A server takes an execution, answers with its id and lets go: it waits in the line of its phone, runs, may be parked
//! until a person decides, and ends. Whoever knows the id can look, wait or cancel. The same request under the same key
//! is one run, also across restarts.

mod feed;
mod job;
mod kept;
mod keys;
mod lanes;
mod registry;
mod skills;
#[cfg(test)]
mod taking_tests;
mod work;

pub use self::feed::{FedEvent, Feed, FeedName, FeedRead};
pub use self::job::{Attendance, Job, JobAnswer, JobState};
pub use self::keys::{Claim, IdempotencyKey};
pub use self::registry::{JobLimits, JobRequest, Jobs, Stopped, Submitted, Wait};
pub use self::skills::SkillJobRequest;
