//! `device_shell`.
//!
//! What a program writes may come from anybody and may be a password: it is told to whoever asked for it and to nobody
//! else, and nothing here reads it.

use std::time::Duration;

use clawperator_contract::actions::DeviceShellParams;
use clawperator_contract::limits::MAX_SHELL_OUTPUT;
use clawperator_contract::{Action, DataKey, ErrorCode};
use clawperator_device::driver::{Acted, ProgramEnd, ProgramRun};

use crate::intent::Intent;
use crate::run::{Done, Run};
use crate::step::{Attempt, Data, StepError};

pub(crate) async fn perform(
    run: &mut Run<'_>,
    action: &Action,
    params: &DeviceShellParams,
) -> Result<Done, StepError> {
    let limit = Duration::from_millis(params.timeout().unsigned_abs());
    let program = ProgramRun {
        words: params.words.expose(),
        limit,
    };
    let permit = run.permit(action, Intent::Run(program)).await;
    let permit = permit.map_err(Attempt::into_error)?;
    let end = match run.act(permit).await {
        Ok(Acted::Ran(end)) => end,
        Ok(_) => {
            return Err(StepError::new(
                ErrorCode::OutcomeUnknown,
                "it was sent; the driver does not say what came of it",
            ));
        }
        Err(error) => return Err(Attempt::from(error).into_error()),
    };
    let data = told(&end);
    match end.status {
        Some(0) => Ok(data.into()),
        Some(status) => {
            let why = match status {
                126 => ": the phone did not run it, or it ended so itself",
                127 => ": the phone has no such program, or it ended so itself",
                _ => "",
            };
            let message = format!("the program ended with {status}{why}");
            Err(StepError::new(ErrorCode::ActionFailed, message).with(data))
        }
        None => {
            let message = format!(
                "the program did not end within {} ms; what it has done is unknown, and it may still run",
                limit.as_millis()
            );
            Err(StepError::new(ErrorCode::OutcomeUnknown, message).with(data))
        }
    }
}

fn told(end: &ProgramEnd) -> Data {
    let mut data = Data::new()
        .with(DataKey::Stdout, end.output.expose())
        .with(DataKey::Stderr, end.errors.expose());
    if let Some(status) = end.status {
        data.set(DataKey::ExitCode, status);
    }
    let cut = [
        ("stdout", end.output.is_cut()),
        ("stderr", end.errors.is_cut()),
    ];
    let cut: Vec<&str> = cut
        .into_iter()
        .filter_map(|(name, is_cut)| is_cut.then_some(name))
        .collect();
    if !cut.is_empty() {
        data.set(DataKey::Truncated, cut.join(" "));
        data.warn(format_args!(
            "the program wrote more than {MAX_SHELL_OUTPUT} bytes to {}; the rest was dropped",
            cut.join(" and ")
        ));
    }
    data
}
