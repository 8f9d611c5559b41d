//! `wait_for_idle`.

use clawperator_contract::limits::MAX_QUIET_MS;

use super::facts::{Given, LOOK, Slip, StepType};
use crate::compile::Cost;
use crate::finding::RecipeCode;
use crate::limits::MAX_MS;
use crate::model::RecipeFormat;
use crate::model::param::{ParamKind, ParamSpec, ParamValue};

const QUIET_MS: ParamSpec =
    ParamSpec::new("quiet_ms", "quietMs", ParamKind::Fixed(0, MAX_QUIET_MS));
const TIMEOUT_MS: ParamSpec =
    ParamSpec::new("timeout_ms", "timeoutMs", ParamKind::Fixed(1, MAX_MS));
/// What holds where nobody says, in milliseconds.
const DEFAULT_QUIET_MS: i64 = 500;
const DEFAULT_TIMEOUT_MS: i64 = 10_000;

pub(super) const TYPE: StepType = StepType {
    since: RecipeFormat::Two,
    params: &[QUIET_MS, TIMEOUT_MS],
    check,
    cost: |number| match number("timeout_ms") {
        Some(timeout) => Cost::waiting(timeout),
        None => Cost::upto(DEFAULT_TIMEOUT_MS),
    },
    ..LOOK
};

fn check(given: &Given<'_>) -> Option<Slip> {
    let number = |name: &str| match given.value(name) {
        Some(ParamValue::Integer(number)) => Some(*number),
        _ => None,
    };
    let quiet = number("quiet_ms").unwrap_or(DEFAULT_QUIET_MS);
    let timeout = number("timeout_ms").unwrap_or(DEFAULT_TIMEOUT_MS);
    (quiet >= timeout).then_some(Slip {
        param: None,
        code: RecipeCode::OutOfRange,
        message: "`quiet_ms` must be less than `timeout_ms`; they are 500 and 10000 by default",
        fix: "wait longer, or for less quiet",
    })
}
