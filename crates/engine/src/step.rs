//! What one step comes to.

use std::collections::BTreeMap;
use std::fmt;

use clawperator_contract::{Action, ErrorCode, StepResult};
use clawperator_device::hand::{ActError, ObserveError, Unavailable};

/// The strings of a step's result.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Data(BTreeMap<String, String>);

impl Data {
    pub(crate) fn new() -> Self {
        Self::default()
    }

    /// Adds a value.
    pub(crate) fn with(mut self, key: &str, value: impl fmt::Display) -> Self {
        self.set(key, value);
        self
    }

    /// Sets a value.
    pub(crate) fn set(&mut self, key: &str, value: impl fmt::Display) {
        self.0.insert(key.to_owned(), value.to_string());
    }

    /// Takes over the values of another.
    pub(crate) fn extend(&mut self, other: Self) {
        self.0.extend(other.0);
    }

    pub(crate) fn into_map(self) -> BTreeMap<String, String> {
        self.0
    }
}

/// Why a step failed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct StepError {
    pub(crate) code: ErrorCode,
    pub(crate) message: String,
    pub(crate) data: Data,
}

impl StepError {
    pub(crate) fn new(code: ErrorCode, message: impl Into<String>) -> Self {
        Self {
            code,
            message: message.into(),
            data: Data::new(),
        }
    }

    /// The same with data beside the code and the message.
    pub(crate) fn with(mut self, data: Data) -> Self {
        self.data.extend(data);
        self
    }
}

/// Why an attempt came to nothing, and whether another makes sense.
#[derive(Debug)]
pub(crate) enum Attempt {
    /// The screen may be different in a moment.
    Again(StepError),
    /// It is of no use, or might do something twice.
    Stop(StepError),
}

impl Attempt {
    /// The same with data beside the code and the message.
    pub(crate) fn with(self, data: Data) -> Self {
        self.map(|error| error.with(data))
    }

    /// The same with another error.
    pub(crate) fn map(self, change: impl FnOnce(StepError) -> StepError) -> Self {
        match self {
            Self::Again(error) => Self::Again(change(error)),
            Self::Stop(error) => Self::Stop(change(error)),
        }
    }

    pub(crate) const fn error(&self) -> &StepError {
        match self {
            Self::Again(error) | Self::Stop(error) => error,
        }
    }

    pub(crate) fn into_error(self) -> StepError {
        match self {
            Self::Again(error) | Self::Stop(error) => error,
        }
    }
}

impl From<ObserveError> for Attempt {
    fn from(error: ObserveError) -> Self {
        let last = error.is_final();
        let error = unreadable(&error);
        if last {
            Self::Stop(error)
        } else {
            Self::Again(error)
        }
    }
}

impl From<ActError> for Attempt {
    /// Only what provably did not happen may be tried again.
    fn from(error: ActError) -> Self {
        match error {
            ActError::NotSent { code, message } => {
                let last = is_lasting(code)
                    || Unavailable {
                        code,
                        message: String::new(),
                    }
                    .is_final();
                let error = StepError::new(code, message);
                if last {
                    Self::Stop(error)
                } else {
                    Self::Again(error)
                }
            }
            ActError::Refused { code, message } => {
                let error = StepError::new(code, message);
                if is_lasting(code) {
                    Self::Stop(error)
                } else {
                    Self::Again(error)
                }
            }
            ActError::Partly { message } => Self::Stop(StepError::new(
                ErrorCode::ActionFailed,
                format!("part of it was done, then it stopped: {message}"),
            )),
            ActError::Unknown { message } => Self::Stop(StepError::new(
                ErrorCode::OutcomeUnknown,
                format!("it was sent, and then the phone's answer was lost: {message}"),
            )),
        }
    }
}

/// Whether a refusal would be the same in a moment: an app that is not installed, text that no key types.
fn is_lasting(code: ErrorCode) -> bool {
    matches!(
        code,
        ErrorCode::AppNotFound | ErrorCode::UriNotHandled | ErrorCode::TextUnsupported
    )
}

/// The error of a step that could not read the screen.
pub(crate) fn unreadable(error: &ObserveError) -> StepError {
    let code = match error {
        ObserveError::Unavailable(unavailable) => unavailable.code,
        _ => ErrorCode::UiTreeUnavailable,
    };
    StepError::new(code, error.to_string())
}

/// The result of a step that did what was asked.
pub(crate) fn succeeded(action: &Action, data: Data) -> StepResult {
    result(action, true, data)
}

/// The result of a step that did not.
pub(crate) fn failed(action: &Action, error: StepError) -> StepResult {
    let mut data = error.data;
    data.set("error", error.code);
    data.set("message", error.message);
    result(action, false, data)
}

/// The result of a step that was not tried because an earlier one failed.
pub(crate) fn not_run(action: &Action, failed: &str) -> StepResult {
    let mut message = format!("not run: step '{failed}' failed before it");
    let mut data = Data::new();
    if let Some(verified) = action.verifies() {
        if verified != failed {
            message.push_str(&format!("; nothing shows whether step '{verified}' worked"));
        }
        data.set("verifies", verified);
    }
    let error = StepError::new(ErrorCode::StepNotRun, message);
    self::failed(action, error.with(data))
}

fn result(action: &Action, success: bool, data: Data) -> StepResult {
    StepResult {
        id: action.id.as_str().to_owned(),
        action_type: action.action_type().name().to_owned(),
        success,
        data: data.into_map(),
    }
}
