//! `snapshot`: the screen as text, in the form that was asked for.

use clawperator_contract::{Failure, SnapshotForm};

use super::run_execution::{answer, execute, run_execution, warn_of_value};
use crate::args::{FormChoice, SnapshotArgs};
use crate::context::{Answer, Context};
use crate::phone;
use crate::verbs;

pub(super) fn snapshot(
    args: &SnapshotArgs,
    context: &mut Context<'_, '_>,
) -> Result<Answer, Failure> {
    let named = args.named_form();
    let form = match named {
        Some(FormChoice::Compact) => SnapshotForm::Compact,
        Some(FormChoice::Tree) => SnapshotForm::Tree,
        Some(FormChoice::Diff) => SnapshotForm::Diff,
        // A person is shown what an agent would be.
        None if context.printer.is_text() => SnapshotForm::Compact,
        Some(FormChoice::Xml) | None => SnapshotForm::Xml,
    };
    let payload = verbs::snapshot(context.global)?.payload(&**context.sources)?;
    let started = context.sources.now();
    let validated = clawperator_contract::validate(&payload)?;
    if args.run.dry_run || args.run.validate_only {
        return run_execution(validated, started, &args.run, form, context);
    }
    let ran = execute(&validated, &args.run, form, context)?;
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
