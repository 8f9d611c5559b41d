//! `read_text`.

use clawperator_contract::RetryPreset;

use super::facts::{Given, LOOK, Shows, Slip, StepType, Target, UI_READINESS};
use crate::finding::RecipeCode;
use crate::model::param::{ALL, ParamKind, ParamSpec, ParamValue, WINDOW};

const VALIDATOR: ParamSpec = ParamSpec::new(
    "validator",
    "validator",
    ParamKind::Word(&["temperature", "version", "regex"]),
);
const VALIDATOR_PATTERN: ParamSpec =
    ParamSpec::new("validator_pattern", "validatorPattern", ParamKind::Pattern);

pub(super) const TYPE: StepType = StepType {
    target: Target::Required,
    container: true,
    retries: UI_READINESS,
    patience: Some(RetryPreset::UiReadiness),
    params: &[ALL, VALIDATOR, VALIDATOR_PATTERN, WINDOW],
    shows: Shows::Text,
    check,
    ..LOOK
};

/// A pattern and the validator that uses it come together.
fn check(given: &Given<'_>) -> Option<Slip> {
    let regex = given.value("validator") == Some(&ParamValue::Word("regex"));
    match (regex, given.has("validator_pattern")) {
        (true, false) => Some(Slip {
            param: None,
            code: RecipeCode::MissingField,
            message: "validator `regex` has no `validator_pattern`",
            fix: "add `validator_pattern`",
        }),
        (false, true) => Some(Slip {
            param: Some("validator_pattern"),
            code: RecipeCode::NotHere,
            message: "`validator_pattern` has no effect without `validator: regex`",
            fix: "add `validator: regex`, or remove the pattern",
        }),
        (true, true) | (false, false) => None,
    }
}
