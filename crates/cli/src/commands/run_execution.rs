//! What becomes of an execution that passed validation: it is shown, planned or run.

use clawperator_contract::wrappers::{DryRunAnswer, ValidatedAnswer};
use clawperator_contract::{
    DataKey, Envelope, ExitStatus, Failure, RunOptions, SnapshotForm, Validated,
};
use clawperator_host::Moment;

use super::plan_text;
use super::run_on_several::run_on_several;
use crate::args::{LogLevel, RunArgs};
use crate::context::{Answer, Context};
use crate::next_words::Speak as _;
use crate::phone::{self, Ran};
use crate::text::count;

/// How a snapshot is shown.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct SnapshotChoice {
    pub(super) form: SnapshotForm,
    /// The most characters of the compact form.
    pub(super) budget: Option<u32>,
}

/// Prints the canonical form or the plan, or runs the execution and prints what it came to.
pub(super) fn run_execution(
    validated: Validated,
    started: Moment,
    run: &RunArgs,
    snapshot: SnapshotChoice,
    context: &mut Context<'_, '_>,
) -> Result<Answer, Failure> {
    run_execution_to(validated, started, run, snapshot, Envelope::exit, context)
}

/// The same for a command whose exit code says something of its own.
pub(super) fn run_execution_to(
    validated: Validated,
    started: Moment,
    run: &RunArgs,
    snapshot: SnapshotChoice,
    ending: fn(&Envelope) -> ExitStatus,
    context: &mut Context<'_, '_>,
) -> Result<Answer, Failure> {
    let took = context.sources.now().since(started);
    let printer = &mut *context.printer;
    printer.diagnose(
        LogLevel::Debug,
        &format!("validated in {:.3} ms", took.as_secs_f64() * 1000.0),
    );
    let actions = count(validated.execution.actions().len(), "action");
    let warnings = count(validated.warnings.len(), "warning");
    printer.diagnose(
        LogLevel::Info,
        &format!("the execution is valid: {actions}, {warnings}"),
    );
    if let Some(device) = context
        .global
        .device
        .as_ref()
        .filter(|_| run.dry_run || run.validate_only)
    {
        printer.diagnose(
            LogLevel::Debug,
            &format!("device {device} was not contacted"),
        );
    }
    if run.dry_run {
        return plan(validated, run, ending, context);
    }
    if run.validate_only {
        let answer = ValidatedAnswer::from(validated);
        let text = printer.render(&answer, |paint| plan_text::validated(&answer, paint));
        return Ok(text.into());
    }
    for warning in &validated.warnings {
        printer.diagnose(
            LogLevel::Warn,
            &format!("{}: {}", warning.path, warning.message),
        );
    }
    if run.from.is_none()
        && let Some(phones) = context.global.several()?
    {
        return run_on_several(&phones, &validated, run, snapshot, ending, context);
    }
    let mut ran = execute(&validated, run, snapshot, context)?;
    ran.result.warnings = validated.warnings;
    if context.printer.is_text() {
        warn_of_value(&ran, context);
    }
    Ok(Answer {
        status: ending(&ran.result.envelope),
        ..answer(&ran, context)
    })
}

/// Runs an execution on the phone, or reads the saved screen that stands in its place.
pub(super) fn execute(
    validated: &Validated,
    run: &RunArgs,
    snapshot: SnapshotChoice,
    context: &mut Context<'_, '_>,
) -> Result<Ran, Failure> {
    let options = options(run, snapshot, context)?;
    let profile = context.profile(run.profile.as_deref())?;
    let mut ran = match &run.from {
        None => phone::run(&validated.execution, options, profile, context),
        Some(dump) => phone::read_saved(dump, &validated.execution, options, profile, context),
    }?;
    ran.result.envelope.speak();
    Ok(ran)
}

/// How the execution is to run.
pub(super) fn options(
    run: &RunArgs,
    snapshot: SnapshotChoice,
    context: &Context<'_, '_>,
) -> Result<RunOptions, Failure> {
    Ok(RunOptions {
        settle: run.settle,
        snapshot: snapshot.form,
        budget: snapshot.budget,
        park: run.park.waits(context.printer.has_person()),
        trace: context.trace(run.trace)?,
    })
}

/// Where text shows a value alone, what may surprise about it goes to standard error.
pub(super) fn warn_of_value(ran: &Ran, context: &mut Context<'_, '_>) {
    if let [only] = ran.result.envelope.step_results.as_slice()
        && phone::is_value_alone(only)
        && let Some(warn) = only.get(DataKey::Warn)
    {
        let candidates = only.get(DataKey::Candidates);
        let among = candidates.map_or_else(String::new, |list| format!(": {list}"));
        context
            .printer
            .diagnose(LogLevel::Warn, &format!("{warn}{among}"));
    }
}

/// What a run came to, in the chosen format.
pub(super) fn answer(ran: &Ran, context: &Context<'_, '_>) -> Answer {
    let text = context
        .printer
        .render(&ran.result, |paint| phone::describe(ran, paint));
    Answer {
        text: Some(text),
        status: ran.result.envelope.exit(),
    }
}

/// The plan; with a saved screen, what each step would find and touch there.
fn plan(
    validated: Validated,
    run: &RunArgs,
    ending: fn(&Envelope) -> ExitStatus,
    context: &mut Context<'_, '_>,
) -> Result<Answer, Failure> {
    let preview = match &run.from {
        None => None,
        Some(dump) => {
            let options = RunOptions::default();
            let profile = context.profile(run.profile.as_deref())?;
            Some(phone::preview_on_saved(
                dump,
                &validated.execution,
                options,
                profile,
                context,
            )?)
        }
    };
    let status = preview
        .as_ref()
        .map_or(ExitStatus::Ok, |ran| ending(&ran.result.envelope));
    let mut answer = DryRunAnswer::from(validated);
    answer.preview = preview
        .map(|ran| ran.result.envelope.step_results)
        // Without a saved screen there is nothing to preview.
        .unwrap_or_default();
    answer.preview.speak();
    let text = context
        .printer
        .render(&answer, |paint| plan_text::plan(&answer, paint));
    Ok(Answer {
        text: Some(text),
        status,
    })
}
