//! What became of a step, from what is known of it and of its run.

use clawperator_contract::{DataKey, Dispatched, ExitStatus, FailureCode, InFlight, StepResult};

use super::limits::MAX_MESSAGE;
use super::markup::shorten;
use super::moments::StepMoments;
use super::story::State;

/// What became of the run that a step is of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum RunState {
    /// More may happen.
    Open,
    /// Its process was gone before it ended.
    CutOff {
        /// Whether something may have reached the phone.
        dispatched: bool,
    },
    /// Everything was done.
    Done,
    /// It ended otherwise.
    Ended {
        /// Whether lines are missing.
        has_gaps: bool,
    },
}

/// What became of a step, and why.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Outcome {
    pub(super) state: State,
    pub(super) code: Option<String>,
    pub(super) message: Option<String>,
    pub(super) hint: Option<String>,
}

/// Everything that is known of a step.
#[derive(Debug, Clone, Copy)]
pub(super) struct Known<'a> {
    pub(super) run: RunState,
    pub(super) moments: Option<&'a StepMoments<'a>>,
    /// Its result in the answer, which has the last word.
    pub(super) result: Option<&'a StepResult>,
    /// What the answer says of it, where the run was interrupted in it.
    pub(super) in_flight: Option<&'a InFlight>,
    /// The code of the run's failure.
    pub(super) run_code: Option<&'a FailureCode>,
}

impl Outcome {
    pub(super) fn of(known: &Known<'_>) -> Self {
        if let Some(result) = known.result {
            return Self::of_result(result);
        }
        let finished = known.moments.and_then(|moments| moments.finished.as_ref());
        match (finished, known.in_flight, known.moments) {
            (Some(finished), ..) if finished.success => Self::plain(State::Ok),
            (Some(finished), ..) => Self::failed(finished.code),
            (None, Some(in_flight), _) => Self::interrupted(in_flight.dispatched, known.run_code),
            (None, None, Some(moments)) => Self::not_finished(moments, known),
            (None, None, None) => Self::not_begun(known.run),
        }
    }

    fn of_result(result: &StepResult) -> Self {
        if result.success {
            return Self::plain(State::Ok);
        }
        let code = result.get(DataKey::Error).and_then(FailureCode::from_name);
        let mut outcome = Self::failed(code.as_ref());
        if let Some(message) = result.get(DataKey::Message) {
            outcome.message = Some(shorten(message, MAX_MESSAGE));
        }
        if let Some(hint) = result.get(DataKey::Hint) {
            outcome.hint = Some(shorten(hint, MAX_MESSAGE));
        }
        outcome
    }

    /// What the table says of a code replaces a message that was not kept.
    fn failed(code: Option<&FailureCode>) -> Self {
        let spec = code.and_then(FailureCode::spec);
        let is_unknown = code.is_some_and(|code| code.exit() == ExitStatus::Unknown);
        Self {
            state: if is_unknown {
                State::Unknown
            } else {
                State::Failed
            },
            code: code.map(|code| code.name().to_owned()),
            message: spec.map(|spec| spec.meaning.to_owned()),
            hint: spec.map(|spec| spec.recovery.to_owned()),
        }
    }

    fn interrupted(dispatched: Dispatched, code: Option<&FailureCode>) -> Self {
        let (state, message) = match dispatched {
            Dispatched::No => (State::Failed, "interrupted before anything of it was sent"),
            Dispatched::Yes => (
                State::Unknown,
                "interrupted after the phone had taken what was sent; what came of it is unknown",
            ),
            Dispatched::Unknown => (
                State::Unknown,
                "interrupted after something was sent; whether it arrived is unknown",
            ),
        };
        Self {
            state,
            code: code.map(|code| code.name().to_owned()),
            message: Some(message.to_owned()),
            hint: None,
        }
    }

    /// A step of which something is known, but not its end.
    fn not_finished(moments: &StepMoments<'_>, known: &Known<'_>) -> Self {
        match known.run {
            RunState::Open => Self::plain(State::UnderWay),
            RunState::Done => Self::plain(State::Ok),
            // What was sent last may not have been written down.
            RunState::CutOff { dispatched: true } => Self::unknown(
                "the process was gone before it ended; what it sent may have reached the phone",
            ),
            RunState::CutOff { dispatched: false } => Self {
                state: State::Failed,
                message: Some("the process was gone before anything was sent".to_owned()),
                ..Self::failed(known.run_code)
            },
            RunState::Ended { .. } if !moments.acts.is_empty() => {
                Self::interrupted(Dispatched::Unknown, known.run_code)
            }
            RunState::Ended { has_gaps: true } => Self::unknown("its end was not written down"),
            RunState::Ended { has_gaps: false } => {
                Self::interrupted(Dispatched::No, known.run_code)
            }
        }
    }

    /// A step of which nothing is known.
    fn not_begun(run: RunState) -> Self {
        match run {
            RunState::Done => Self::plain(State::Ok),
            RunState::CutOff { dispatched: true } => Self::unknown(
                "nothing of it was written down before the process was gone; it may have begun",
            ),
            RunState::Ended { has_gaps: true } => Self::unknown("nothing of it was written down"),
            RunState::Open | RunState::CutOff { .. } | RunState::Ended { .. } => {
                Self::plain(State::NotRun)
            }
        }
    }

    const fn plain(state: State) -> Self {
        Self {
            state,
            code: None,
            message: None,
            hint: None,
        }
    }

    fn unknown(message: &str) -> Self {
        Self {
            message: Some(message.to_owned()),
            ..Self::plain(State::Unknown)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn nothing(run: RunState) -> State {
        let known = Known {
            run,
            moments: None,
            result: None,
            in_flight: None,
            run_code: None,
        };
        Outcome::of(&known).state
    }

    #[test]
    fn what_may_have_been_done_is_never_said_not_to_have_run() {
        assert_eq!(nothing(RunState::Open), State::NotRun);
        assert_eq!(nothing(RunState::Done), State::Ok);
        assert_eq!(
            nothing(RunState::CutOff { dispatched: true }),
            State::Unknown
        );
        assert_eq!(
            nothing(RunState::CutOff { dispatched: false }),
            State::NotRun
        );
        assert_eq!(nothing(RunState::Ended { has_gaps: true }), State::Unknown);
        assert_eq!(nothing(RunState::Ended { has_gaps: false }), State::NotRun);
    }

    #[test]
    fn a_code_that_says_unknown_is_not_a_failure() {
        let code = FailureCode::from_name("OUTCOME_UNKNOWN");
        assert_eq!(Outcome::failed(code.as_ref()).state, State::Unknown);
        let code = FailureCode::from_name("NODE_NOT_FOUND");
        assert_eq!(Outcome::failed(code.as_ref()).state, State::Failed);
        assert_eq!(Outcome::failed(None).state, State::Failed);
    }
}
