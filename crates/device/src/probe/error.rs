//! Why a question has no answer.

use clawperator_adb::AdbError;
use clawperator_contract::ErrorCode;

use crate::line::{LineError, WordError};

/// The outcome of a question.
pub type ProbeResult<T> = Result<T, ProbeError>;

/// Why a question has no answer.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ProbeError {
    /// The phone could not be asked.
    #[error(transparent)]
    Adb(#[from] AdbError),
    /// The line could not be built.
    #[error(transparent)]
    Line(#[from] LineError),
    /// Two answers could not be told apart: what stands between them must be a surprise.
    #[error("the system returned no random number: {0}")]
    NoRandomness(String),
    /// A service of the framework is not there: Android is starting, or has crashed.
    #[error("Android's `{service}` service is not running")]
    ServiceMissing { service: String },
    /// A service of the framework did not answer the phone itself in time.
    #[error("Android's `{service}` service does not answer")]
    ServiceStuck { service: String },
    /// The phone has no such program.
    #[error("the phone has no `{program}`")]
    ProgramMissing { program: String },
    /// The phone refused.
    #[error("the phone refused to report {what}: {said}")]
    Denied {
        /// What was asked for.
        what: &'static str,
        /// The beginning of what it said.
        said: String,
    },
    /// The answer has no form that is known.
    #[error("the phone's answer does not show {what}: {said}")]
    Unreadable {
        /// What was asked for.
        what: &'static str,
        /// The beginning of what it said.
        said: String,
    },
}

impl ProbeError {
    /// The code that the execution contract has for this error.
    #[must_use]
    pub fn code(&self) -> ErrorCode {
        match self {
            Self::Adb(error) => error.code(),
            Self::Line(_) | Self::NoRandomness(_) => ErrorCode::InternalError,
            Self::ServiceMissing { .. } | Self::ServiceStuck { .. } => {
                ErrorCode::ServiceUnavailable
            }
            Self::ProgramMissing { .. } | Self::Denied { .. } | Self::Unreadable { .. } => {
                ErrorCode::DeviceShellUnavailable
            }
        }
    }
}

impl From<WordError> for ProbeError {
    fn from(error: WordError) -> Self {
        Self::Line(error.into())
    }
}
