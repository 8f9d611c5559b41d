//! What a verb cannot do without.

use clawperator_contract::{ErrorCode, Failure};
use clawperator_host::verbs::Target;

use crate::selector_flags::{MatcherFlags, TargetFlags};

/// The target of a verb that cannot do without one.
pub(super) fn required_target(
    verb: &str,
    flags: &TargetFlags<'_>,
    examples: [&str; 2],
) -> Result<Target, Failure> {
    flags.target()?.ok_or_else(|| {
        let message = format!("{verb} requires a selector.");
        missing_selector(&message, flags.matcher_flags(), examples)
    })
}

pub(super) fn missing_selector(
    message: &str,
    flags: &MatcherFlags<'_>,
    examples: [&str; 2],
) -> Failure {
    let [first, second] = examples;
    let names = flags.names().join(", ");
    let hint = format!(
        "use one or more of {names}, --name, --in-row, or --ref\nfor example `{first}`\nor `{second}`"
    );
    Failure::new(ErrorCode::MissingSelector, message).with_hint(hint)
}

pub(super) fn missing_argument(message: &str, example: &str) -> Failure {
    Failure::new(ErrorCode::MissingArgument, message).with_hint(format!("for example `{example}`"))
}
