//! Where questions to a person are kept, and what was decided.

use std::fmt;
use std::io;
use std::path::PathBuf;
use std::time::Duration;

use async_trait::async_trait;
use clawperator_engine::Decision;

/// Keeps questions and approvals, and lets them expire by a clock of its own. What is approved works once, for the
/// question that was shown; and for no other run than the one that asked, if that run waits.
#[async_trait]
pub trait ApprovalStore: fmt::Debug + Send + Sync {
    /// Writes down what is to be approved; the answer is its id.
    async fn ask(&self, request: Request) -> Result<String, ApprovalError>;

    /// Uses up the approval of this digest. Of several that try, one gets a yes.
    async fn take(&self, digest: &[u8; 32]) -> Result<bool, ApprovalError>;

    /// Runs a command that tells a person that a run waits for them: a program and its arguments. Whatever becomes of it
    /// is nothing to the run. Whoever tells nobody has nothing to do.
    async fn notify(&self, _id: &str, _command: &[String]) {}

    /// Waits until the question of this id is decided, by whichever process. The run waits for so long at most, and this
    /// may be dropped at any time.
    async fn decision(&self, id: &str, limit: Duration) -> Result<Decision, ApprovalError>;

    /// Removes the question of this id: the run that waited for it does not any more, and cannot use an approval of it.
    async fn withdraw(&self, id: &str) -> Result<(), ApprovalError>;
}

/// What is to be approved.
#[derive(Debug, Clone)]
pub struct Request {
    /// What the approval is bound to.
    pub digest: [u8; 32],
    /// The phone.
    pub device: String,
    pub profile: String,
    /// The rule that made the verdict.
    pub rule: String,
    /// The verdict in words.
    pub reason: String,
    /// How many actions there are.
    pub actions: usize,
    /// How long an approval holds.
    pub minutes: u32,
    /// What would be done, and to which node; without its label where labels are withheld.
    pub act: String,
    /// The step whose act it is; nothing for the execution as a whole.
    pub step: Option<String>,
    /// The packages that it is about, as far as they are known.
    pub packages: Vec<String>,
    /// Whether the profile lets the screen be shown that it is about.
    pub may_show: bool,
}

/// Why nothing came of it.
#[derive(Debug, thiserror::Error)]
pub enum ApprovalError {
    /// There is none of that id, or it has expired or been used.
    #[error("no pending approval has that id")]
    Unknown,
    /// Too many questions wait.
    #[error("{most} questions are already pending; a person must approve or revoke some")]
    Full {
        /// The most that may.
        most: usize,
    },
    /// Too many questions of this asker wait.
    #[error(
        "{most} questions of the same asker are already pending; send it again when a person has approved or revoked \
         some, or when they have expired"
    )]
    TooMany {
        /// The most that may.
        most: usize,
    },
    /// A file cannot be used.
    #[error("`{}` cannot be used: {source}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
}
