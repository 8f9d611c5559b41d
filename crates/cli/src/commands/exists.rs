//! `exists`: a question that scripts ask, answered by the exit code.

use clawperator_contract::{DataKey, Envelope, ErrorCode, ExitStatus, Failure};

use super::run_execution::{SnapshotChoice, run_execution_to};
use crate::args::ExistsArgs;
use crate::context::{Answer, Context};
use crate::verbs;

pub(super) fn exists(args: &ExistsArgs, context: &mut Context<'_, '_>) -> Result<Answer, Failure> {
    let payload = verbs::exists(args, context.global)?.payload(&**context.sources)?;
    let started = context.sources.now();
    let validated = clawperator_contract::validate(&payload)?;
    let snapshot = SnapshotChoice::default();
    run_execution_to(validated, started, &args.run, snapshot, ending, context)
}

/// Yes, no, or that the screen did not tell.
fn ending(envelope: &Envelope) -> ExitStatus {
    let code = envelope
        .step_results
        .first()
        .and_then(|step| step.get(DataKey::Error));
    let is = |known: ErrorCode| code == Some(known.name());
    if is(ErrorCode::AssertionFailed) {
        ExitStatus::NotFound
    } else if is(ErrorCode::UiTreeUnavailable)
        || is(ErrorCode::DeviceNotInteractive)
        || is(ErrorCode::StaleRef)
    {
        ExitStatus::Unknown
    } else {
        envelope.exit()
    }
}
