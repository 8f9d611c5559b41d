//! What one step comes to.

use std::collections::BTreeMap;
use std::fmt;

use clawperator_contract::{Action, Advice, DataKey, ErrorCode, Execution, Next, StepResult};
use clawperator_device::driver::{ActError, ObserveError, Unavailable};

use crate::attempts::Looked;
use crate::millis::whole_millis;

/// The strings of a step's result.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Data(BTreeMap<DataKey, String>);

impl Data {
    pub(crate) fn new() -> Self {
        Self::default()
    }

    /// Adds a value.
    pub(crate) fn with(mut self, key: DataKey, value: impl fmt::Display) -> Self {
        self.set(key, value);
        self
    }

    pub(crate) fn set(&mut self, key: DataKey, value: impl fmt::Display) {
        self.0.insert(key, value.to_string());
    }

    /// Adds a warning to those that there are.
    pub(crate) fn warn(&mut self, warning: impl fmt::Display) {
        let warning = match self.0.get(&DataKey::Warn) {
            Some(before) => format!("{before}; {warning}"),
            None => warning.to_string(),
        };
        self.set(DataKey::Warn, warning);
    }

    /// Adds what to do next.
    pub(crate) fn advise(mut self, advice: &Advice) -> Self {
        self.set(DataKey::Hint, &advice.hint);
        if !advice.next.is_empty() {
            self.set(DataKey::Next, advice.next_names());
        }
        self
    }

    /// The keys that have a value.
    pub(crate) fn keys(&self) -> impl Iterator<Item = DataKey> {
        self.0.keys().copied()
    }

    /// Takes over the values of another.
    pub(crate) fn extend(&mut self, other: Self) {
        self.0.extend(other.0);
    }

    /// Leaves a value out.
    pub(crate) fn remove(&mut self, key: DataKey) {
        self.0.remove(&key);
    }

    /// Adds everything to a result, in the place of what it has.
    pub(crate) fn add_to(self, result: &mut StepResult) {
        let named = self.0.into_iter();
        result
            .data
            .extend(named.map(|(key, value)| (key.name().to_owned(), value)));
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

    /// The same with how often was looked, and for how long.
    pub(crate) fn told(mut self, looked: Looked) -> Self {
        self.message = format!("{} (after {looked})", self.message);
        self.with(looked.data())
    }

    /// The same, where it was the execution's time that ended it.
    pub(crate) fn cut_off(mut self, execution: &Execution) -> Self {
        self.message = format!(
            "{}; the execution's timeout of {} ms was reached",
            self.message,
            execution.timeout_ms().get()
        );
        self
    }
}

impl Looked {
    /// The same as data of a step.
    pub(crate) fn data(self) -> Data {
        Data::new()
            .with(DataKey::Looks, self.looks)
            .with(DataKey::LookedMs, whole_millis(self.took))
    }
}

/// Why an attempt came to nothing, and whether another makes sense.
#[derive(Debug)]
pub(crate) enum Attempt {
    /// The screen may be different in a moment.
    Again(StepError),
    /// The screen may be different in a moment, but nobody waits for that without being asked to.
    IfAsked(StepError),
    /// A person approved what was asked. The screen may be another one by now, so it is looked at and asked about again;
    /// the error is that of a step that does not.
    Approved(StepError),
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
            Self::IfAsked(error) => Self::IfAsked(change(error)),
            Self::Approved(error) => Self::Approved(change(error)),
            Self::Stop(error) => Self::Stop(change(error)),
        }
    }

    pub(crate) const fn error(&self) -> &StepError {
        match self {
            Self::Again(error)
            | Self::IfAsked(error)
            | Self::Approved(error)
            | Self::Stop(error) => error,
        }
    }

    pub(crate) fn into_error(self) -> StepError {
        match self {
            Self::Again(error)
            | Self::IfAsked(error)
            | Self::Approved(error)
            | Self::Stop(error) => error,
        }
    }
}

impl Attempt {
    /// The same for a wait, which reads a screen again that moves all the time: it may come to rest.
    pub(crate) fn of_wait(error: ObserveError) -> Self {
        match error {
            ObserveError::NeverIdle => {
                Self::Again(unreadable(&error).with(Data::new().advise(&press_in_picture())))
            }
            _ => Self::from(error),
        }
    }
}

impl From<ObserveError> for Attempt {
    fn from(error: ObserveError) -> Self {
        // The phone takes ten seconds to say this, so it is said at once and not after several times ten.
        let last = error.is_final() || error == ObserveError::NeverIdle;
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
            ActError::Declined { failure, message } => {
                let error = StepError::new(ErrorCode::ActionFailed, message);
                Self::Stop(if failure.is_empty() {
                    error
                } else {
                    error.with(Data::new().with(DataKey::FailureCode, failure))
                })
            }
            ActError::Partly { message } => Self::Stop(StepError::new(
                ErrorCode::ActionFailed,
                format!("part of it was done, then it stopped: {message}"),
            )),
            ActError::Unknown { message } => Self::Stop(StepError::new(
                ErrorCode::OutcomeUnknown,
                format!("it was sent; whether it was done is unknown: {message}"),
            )),
        }
    }
}

/// Whether a refusal would be the same in a moment: an app that is not installed, text that no key types.
fn is_lasting(code: ErrorCode) -> bool {
    matches!(
        code,
        ErrorCode::AppNotFound
            | ErrorCode::CoordinateOffScreen
            | ErrorCode::UriNotHandled
            | ErrorCode::TextUnsupported
            | ErrorCode::HostIoFailed
    )
}

/// The error of a step that could not read the screen.
pub(crate) fn unreadable(error: &ObserveError) -> StepError {
    let code = match error {
        ObserveError::Unavailable(unavailable) => unavailable.code,
        _ => ErrorCode::UiTreeUnavailable,
    };
    let step = StepError::new(code, error.to_string());
    match error {
        ObserveError::NeverIdle => step.with(Data::new().advise(&moves_all_the_time())),
        _ => step,
    }
}

/// The error of a step that cannot say when to look again. No other number takes the place of a random one: programs that
/// wait for the same thing would all look at once.
pub(crate) fn no_randomness(why: &str) -> StepError {
    StepError::new(
        ErrorCode::InternalError,
        format!("the system returned no random number: {why}"),
    )
}

/// The ways out where a screen never comes to rest.
fn moves_all_the_time() -> Advice {
    let hint =
        "take a screenshot and press a coordinate in it, or wait until the screen stops moving";
    Advice::new(hint)
        .by(Next::Screenshot)
        .by(Next::ClickAt)
        .by(Next::WaitForScreen)
}

/// The same for a wait, which has just waited for that.
fn press_in_picture() -> Advice {
    Advice::new("take a screenshot and press a coordinate in it")
        .by(Next::Screenshot)
        .by(Next::ClickAt)
}

/// The result of a step that did what was asked.
pub(crate) fn succeeded(action: &Action, data: Data) -> StepResult {
    result(action, true, data)
}

/// The result of a step that did not.
pub(crate) fn failed(action: &Action, error: StepError) -> StepResult {
    let mut data = error.data;
    data.set(DataKey::Error, error.code);
    data.set(DataKey::Message, error.message);
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
        data.set(DataKey::Verifies, verified);
    }
    let error = StepError::new(ErrorCode::StepNotRun, message);
    self::failed(action, error.with(data))
}

fn result(action: &Action, success: bool, data: Data) -> StepResult {
    let mut result = StepResult {
        id: action.id.as_str().to_owned(),
        action_type: action.action_type().name().to_owned(),
        success,
        data: BTreeMap::new(),
    };
    data.add_to(&mut result);
    result
}
