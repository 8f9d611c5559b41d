//! How operations can be refused.

use clawperator_contract::{ErrorCode, ErrorGroup};

/// What an operation can be refused for.
#[derive(Debug, Clone, Copy)]
pub(super) enum Meets {
    /// A parameter that it does not take.
    Query,
    /// What it was sent.
    Body,
    /// The execution in its body.
    Payload,
    /// adb and the choice of a phone.
    Phones,
    /// Whatever ends an execution without an envelope.
    Run,
    /// A name under which nothing is kept.
    RunName,
    /// A ticket under which nothing waits.
    Ticket,
    /// What was decided before, or by whom.
    Decision,
    /// The path of a picture.
    File,
    /// A live picture.
    Live,
    /// A link that does not work.
    Link,
    /// Too many readers.
    Share,
    /// The skills, or one of them.
    Skills,
    /// What stops a skill before its first step.
    SkillRun,
}

impl Meets {
    pub(super) fn codes(self) -> Vec<ErrorCode> {
        let group = |group: ErrorGroup| {
            let specs = ErrorCode::TABLE.iter();
            specs
                .filter(move |spec| spec.group == group && spec.http >= 400)
                .map(|spec| spec.code)
        };
        match self {
            Self::Query => vec![ErrorCode::InvalidQuery],
            Self::Body => vec![
                ErrorCode::InvalidBody,
                ErrorCode::InvalidDeviceId,
                ErrorCode::PayloadTooLarge,
                ErrorCode::RequestTimeout,
                ErrorCode::UnsupportedMediaType,
                ErrorCode::InvalidIdempotencyKey,
            ],
            Self::Payload => vec![
                ErrorCode::MissingExecution,
                ErrorCode::ExecutionValidationFailed,
                ErrorCode::InvalidPath,
            ],
            Self::Phones => group(ErrorGroup::Host)
                .chain(group(ErrorGroup::Device))
                .collect(),
            Self::Run => group(ErrorGroup::Execution)
                .chain([
                    ErrorCode::TooManyRequests,
                    ErrorCode::IdempotencyKeyReused,
                    ErrorCode::ServerStopping,
                    ErrorCode::ProfileInvalid,
                    ErrorCode::UnknownName,
                    ErrorCode::RunNotFound,
                ])
                .collect(),
            Self::RunName => vec![
                ErrorCode::InvalidPath,
                ErrorCode::RunNotFound,
                ErrorCode::HostIoFailed,
            ],
            Self::Ticket => vec![
                ErrorCode::InvalidPath,
                ErrorCode::ApprovalNotFound,
                ErrorCode::HostIoFailed,
            ],
            Self::Decision => vec![ErrorCode::AskerCannotDecide, ErrorCode::ApprovalDecided],
            Self::File => vec![
                ErrorCode::InvalidPath,
                ErrorCode::FileNotFound,
                ErrorCode::HostIoFailed,
            ],
            Self::Live => vec![
                ErrorCode::InvalidPath,
                ErrorCode::InvalidDeviceId,
                ErrorCode::PolicyDenied,
                ErrorCode::ProfileInvalid,
                ErrorCode::UnknownName,
            ],
            Self::Link => vec![ErrorCode::AuthenticationRequired, ErrorCode::HostIoFailed],
            Self::Skills => vec![
                ErrorCode::InvalidPath,
                ErrorCode::SkillsRegistryMissing,
                ErrorCode::RegistryReadFailed,
                ErrorCode::SkillNotFound,
                ErrorCode::SkillValidationFailed,
            ],
            Self::SkillRun => vec![
                ErrorCode::SkillArtifactStale,
                ErrorCode::ArtifactNotFound,
                ErrorCode::MissingArgument,
                ErrorCode::RecipeInvalid,
                ErrorCode::RecipeInputMissing,
                ErrorCode::RecipeInputInvalid,
                ErrorCode::CompileVarsParseFailed,
                ErrorCode::ExecutionValidationFailed,
                ErrorCode::SkillScriptNotFound,
                ErrorCode::SkillScriptRefused,
                ErrorCode::SkillInterpreterUnavailable,
                ErrorCode::SkillExecutionFailed,
            ],
            Self::Share => vec![ErrorCode::TooManyRequests],
        }
    }
}
