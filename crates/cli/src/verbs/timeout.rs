//! Milliseconds from the command line, and the execution timeouts that verbs derive from them.

use std::time::Duration;

use clawperator_contract::limits::{MAX_EXECUTION_TIMEOUT_MS, MIN_EXECUTION_TIMEOUT_MS};
use clawperator_contract::{ErrorCode, ExecutionTimeout, Failure, Issue, Rule};
use clawperator_host::DEFAULT_TIMEOUT;
use serde_json::Value;

use crate::args::GlobalArgs;

/// What an execution gets beyond the wait or sleep inside it, so that it does not end first.
const MARGIN_MS: f64 = 5_000.0;

/// A finite number of milliseconds.
#[derive(Debug, Clone, Copy, PartialEq, PartialOrd)]
pub(crate) struct Milliseconds(f64);

#[expect(clippy::cast_precision_loss, reason = "the bound is far below 2^53")]
const LONGEST: Milliseconds = Milliseconds(MAX_EXECUTION_TIMEOUT_MS as f64);

impl Milliseconds {
    /// What the builders give an execution unless something longer is asked for.
    pub(super) const DEFAULT: Self = Self(30_000.0);

    pub(super) const fn new(milliseconds: f64) -> Self {
        Self(milliseconds)
    }

    /// The time that was typed: `2s`, `1500ms` or milliseconds without a unit, if it is a number and finite.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        let (number, unit) = if let Some(number) = text.strip_suffix("ms") {
            (number, 1.0)
        } else if let Some(number) = text.strip_suffix('s') {
            (number, 1_000.0)
        } else {
            (text, 1.0)
        };
        let number: f64 = number.trim_end().parse().ok()?;
        Some(Self(number * unit)).filter(|time| time.0.is_finite())
    }

    /// The same as the system counts it; nothing where that has no such time.
    pub(crate) fn duration(self) -> Option<Duration> {
        Duration::try_from_secs_f64(self.0 / 1000.0).ok()
    }

    pub(super) fn get(self) -> f64 {
        self.0
    }

    /// The execution timeout for a wait or sleep this long: 5000 ms more, at least 30000 and at most 120000.
    pub(super) fn with_margin(self) -> Self {
        Self((self.0 + MARGIN_MS).clamp(Self::DEFAULT.0, LONGEST.0))
    }

    pub(super) fn or_longer(self, other: Self) -> Self {
        Self(self.0.max(other.0))
    }

    /// The number as JSON, whole ones without a fraction.
    pub(crate) fn to_json(self) -> Value {
        #[expect(
            clippy::cast_possible_truncation,
            reason = "checked to be a whole number below 2^53"
        )]
        if self.0.fract() == 0.0 && self.0.abs() < 9_007_199_254_740_992.0 {
            Value::from(self.0 as i64)
        } else {
            Value::from(self.0)
        }
    }
}

/// The execution timeout that `--timeout` asks for, checked as a payload's would be.
pub(crate) fn execution_timeout(typed: Option<&str>) -> Result<Option<ExecutionTimeout>, Failure> {
    let Some(typed) = typed else { return Ok(None) };
    let Some(timeout) = Milliseconds::parse(typed) else {
        return Err(bad_timeout(
            Rule::WrongType,
            "timeoutMs must be a finite number".to_owned(),
        ));
    };
    let timeout = ExecutionTimeout::new(timeout.0);
    if timeout.is_none() {
        let message = format!(
            "timeoutMs must be between {MIN_EXECUTION_TIMEOUT_MS} and {MAX_EXECUTION_TIMEOUT_MS}"
        );
        return Err(bad_timeout(Rule::OutOfRange, message));
    }
    Ok(timeout)
}

/// The execution timeout of a verb: what `--timeout` asks for, or the verb's own.
pub(super) fn timeout_or(own: Milliseconds, global: &GlobalArgs) -> Result<Milliseconds, Failure> {
    let typed = execution_timeout(global.timeout.as_deref())?;
    Ok(typed.map_or(own, |timeout| Milliseconds(timeout.get())))
}

/// How long a script may run: what `--timeout` asks for, or the default of scripts.
pub(crate) fn script_timeout(global: &GlobalArgs) -> Result<Duration, Failure> {
    let typed = execution_timeout(global.timeout.as_deref())?;
    let typed = typed.and_then(|timeout| Milliseconds(timeout.get()).duration());
    Ok(typed.unwrap_or(DEFAULT_TIMEOUT))
}

fn bad_timeout(rule: Rule, message: String) -> Failure {
    let mut issue = Issue::of_document(rule, message)
        .with_hint("--timeout sets it: 5s, 1500ms, or milliseconds");
    "timeoutMs".clone_into(&mut issue.path);
    Failure::refused(ErrorCode::ExecutionValidationFailed, vec![issue], 1)
}
