//! `wait_for_navigation`.

use clawperator_contract::limits::{MAX_MATCHER_VALUE_LENGTH, MAX_NAVIGATION_TIMEOUT_MS};

use super::facts::{Given, LOOK, Slip, StepType, Target};
use crate::compile::Cost;
use crate::finding::RecipeCode;
use crate::model::RecipeFormat;
use crate::model::param::{ParamKind, ParamSpec, WINDOW};

const EXPECTED_PACKAGE: ParamSpec = ParamSpec::new(
    "expected_package",
    "expectedPackage",
    ParamKind::Text(MAX_MATCHER_VALUE_LENGTH),
);
const TIMEOUT_MS: ParamSpec = ParamSpec::new(
    "timeout_ms",
    "timeoutMs",
    ParamKind::Integer(1, MAX_NAVIGATION_TIMEOUT_MS),
)
.required();

pub(super) const TYPE: StepType = StepType {
    since: RecipeFormat::Two,
    target: Target::Optional,
    params: &[EXPECTED_PACKAGE, TIMEOUT_MS, WINDOW],
    check,
    cost: |number| number("timeout_ms").map_or(Cost::STEP, Cost::waiting),
    ..LOOK
};

fn check(given: &Given<'_>) -> Option<Slip> {
    (!given.has_target && !given.has("expected_package")).then_some(Slip {
        param: None,
        code: RecipeCode::MissingField,
        message: "wait_for_navigation has no `selector` and no `expected_package`",
        fix: "say what has to come to the front",
    })
}
