//! `snapshot`: the screen as text, in the form that was asked for.

use clawperator_contract::{ErrorCode, Failure, SnapshotForm};
use clawperator_host::verbs::{Draft, Snapshot};

use super::run_execution::{SnapshotChoice, answer, execute, run_execution, warn_of_value};
use crate::args::{FormChoice, SnapshotArgs};
use crate::context::{Answer, Context};
use crate::phone;
use crate::verbs::execution_timeout;

pub(super) fn snapshot(
    args: &SnapshotArgs,
    context: &mut Context<'_, '_>,
) -> Result<Answer, Failure> {
    // Whoever names neither a form nor JSON is an agent or a person, and reads the least that says everything.
    let named = args
        .named_form()
        .or_else(|| (!context.global.names_json()).then_some(FormChoice::Compact));
    let form = match named {
        Some(FormChoice::Compact) => SnapshotForm::Compact,
        Some(FormChoice::Tree) => SnapshotForm::Tree,
        Some(FormChoice::Diff) => SnapshotForm::Diff,
        Some(FormChoice::Xml) | None => SnapshotForm::Xml,
    };
    if args.budget.is_some() && form != SnapshotForm::Compact {
        let message = "--budget is for the compact form";
        return Err(Failure::new(ErrorCode::Usage, message).with_hint("add --compact"));
    }
    let choice = SnapshotChoice {
        form,
        budget: args.budget,
    };
    let timeout = execution_timeout(context.global)?;
    let payload = Draft::from(Snapshot { timeout }).payload(&**context.sources)?;
    let started = context.sources.now();
    let validated = clawperator_contract::validate(&payload)?;
    if args.run.dry_run || args.run.validate_only {
        return run_execution(validated, started, &args.run, choice, context);
    }
    let ran = execute(&validated, &args.run, choice, context)?;
    let alone = named.filter(|_| !context.global.names_json());
    if alone.is_some() || context.printer.is_text() {
        warn_of_value(&ran, context);
    }
    let text = alone.and_then(|_| {
        let step = ran.result.envelope.step_results.first()?;
        phone::value(step)
    });
    Ok(match text {
        Some(text) => text.into(),
        None => answer(&ran, context),
    })
}
