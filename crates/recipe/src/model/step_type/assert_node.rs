//! `assert_node`.

use clawperator_contract::limits::MAX_ORDINAL;

use super::facts::{Given, LOOK, Slip, StepType, Target, UI_READINESS};
use crate::finding::RecipeCode;
use crate::model::RecipeFormat;
use crate::model::param::{ParamKind, ParamSpec, ParamValue, WINDOW};

const STATE: ParamSpec = ParamSpec::new(
    "state",
    "state",
    ParamKind::Word(&["present", "gone", "count"]),
);
const COUNT: ParamSpec = ParamSpec::new("count", "count", ParamKind::Integer(0, MAX_ORDINAL));

pub(super) const TYPE: StepType = StepType {
    since: RecipeFormat::Two,
    target: Target::Required,
    container: true,
    // By default it looks once.
    retries: UI_READINESS,
    params: &[STATE, COUNT, WINDOW],
    check,
    ..LOOK
};

fn check(given: &Given<'_>) -> Option<Slip> {
    let counts = given.value("state") == Some(&ParamValue::Word("count"));
    match (counts, given.has("count")) {
        (true, false) => Some(Slip {
            param: Some("state"),
            code: RecipeCode::MissingField,
            message: "`state: count` has no `count`",
            fix: "add `count` to `params`",
        }),
        (false, true) => Some(Slip {
            param: Some("count"),
            code: RecipeCode::NotHere,
            message: "`count` has no effect without `state: count`",
            fix: "add `state: count`, or remove it",
        }),
        _ => None,
    }
}
