//! What becomes of an execution that passed validation.

use std::time::Duration;

use clawperator_contract::wrappers::{DryRunAnswer, ValidatedAnswer};
use clawperator_contract::{ErrorCode, Failure, Validated};

use super::plan_text;
use crate::args::{LogLevel, RunArgs};
use crate::run::Context;
use crate::text::count;

/// Prints the plan or the canonical form; a build without a driver refuses to go further.
pub(super) fn finish(
    validated: Validated,
    started: Duration,
    run: RunArgs,
    context: &mut Context<'_, '_>,
) -> Result<String, Failure> {
    let took = context.ids.monotonic().saturating_sub(started);
    let printer = &mut *context.printer;
    printer.diagnose(
        LogLevel::Debug,
        &format!("validated in {:.3} ms", took.as_secs_f64() * 1000.0),
    );
    let actions = count(validated.execution.actions.len(), "action");
    let warnings = count(validated.warnings.len(), "warning");
    printer.diagnose(
        LogLevel::Info,
        &format!("the execution is valid: {actions}, {warnings}"),
    );
    if let Some(device) = &context.global.device {
        printer.diagnose(
            LogLevel::Debug,
            &format!("device {device} was not contacted"),
        );
    }
    if run.dry_run {
        let answer = DryRunAnswer::from(validated);
        return Ok(printer.render(&answer, |paint| plan_text::plan(&answer, paint)));
    }
    if run.validate_only {
        let answer = ValidatedAnswer::from(validated);
        return Ok(printer.render(&answer, |paint| plan_text::validated(&answer, paint)));
    }
    Err(Failure::new(
        ErrorCode::CapabilityUnsupported,
        "this build validates and plans executions; it has no driver for a phone yet",
    )
    .with_hint("add --dry-run to see the plan, or --validate-only to see the canonical execution"))
}
