//! `operator`: the program that stays on the phone.

use std::fmt::Write as _;
use std::time::Duration;

use clawperator_contract::operator::{OperatorDone, OperatorReport, OperatorState};
use clawperator_contract::{ErrorCode, Failure, FailureCode};

use super::limit::limit;
use crate::args::{OperatorArgs, OperatorCommand};
use crate::context::{Answer, Context};
use crate::progress::waiting_for;
use crate::runtime::block_on_droppable;
use crate::text::{Paint, columns, seconds, visible};

/// How long to wait for the phone, which may have to start a Java program.
const PATIENCE: Duration = Duration::from_secs(10);
/// The width of the first column.
const WIDEST: usize = 20;
/// The user that adb is.
const SHELL: u32 = 2_000;

pub(super) fn operator(
    args: &OperatorArgs,
    context: &mut Context<'_, '_>,
) -> Result<Answer, Failure> {
    let host = context.host()?;
    let within = limit(context.global)?.unwrap_or(PATIENCE);
    let serial = context.global.one_device()?.map(str::to_owned);
    let work = async {
        let phone = host.phone(serial.as_deref(), within).await?;
        match &args.command {
            OperatorCommand::Status => phone.operator(within).await,
            OperatorCommand::Start => phone.start_operator(within).await,
            OperatorCommand::Stop(stop) => {
                let stopped = phone.stop_operator(stop.force, within).await;
                stopped.map_err(|failure| with_force(failure, stop.force))
            }
            OperatorCommand::Uninstall(uninstall) => {
                let removed = phone.uninstall_operator(uninstall.force, within).await;
                removed.map_err(|failure| with_force(failure, uninstall.force))
            }
        }
    };
    let doing = "waiting for the phone".to_owned();
    let report = block_on_droppable(waiting_for(context.printer, doing, work))?;
    let text = context
        .printer
        .render(&report, |paint| text(&report, paint));
    Ok(text.into())
}

/// What to do where somebody uses it.
fn with_force(failure: Failure, forced: bool) -> Failure {
    let FailureCode::Known(code) = failure.code else {
        return failure;
    };
    let hint = match code {
        ErrorCode::ExecutionConflictInFlight => {
            "wait for it to end, or add `--force`: what runs there then has an unknown outcome"
        }
        ErrorCode::DeviceTimeout | ErrorCode::ServiceUnavailable => {
            "try again, or add `--force`, which ends it whether or not somebody uses it"
        }
        _ => return failure,
    };
    if forced {
        failure
    } else {
        failure.with_hint(hint)
    }
}

fn text(report: &OperatorReport, paint: Paint) -> String {
    let mut text = paint.bold(&format!("{}: {}", visible(&report.device_id), what(report)));
    text.push('\n');
    let mut rows = Vec::new();
    let mut row = |name: &str, value: String| rows.push((name.to_owned(), value));
    if let Some(pushed) = report.pushed {
        let pushed = if pushed {
            "was brought to the phone"
        } else {
            "was on the phone already"
        };
        row("program", pushed.to_owned());
    }
    if let Some(launch) = &report.launch {
        row("launch", visible(launch));
    }
    if let Some(user) = report.user {
        row(
            "runs as",
            match user {
                SHELL => "shell".to_owned(),
                0 => "root, which the clipboard refuses".to_owned(),
                user => format!("user {user}"),
            },
        );
    }
    if report.state == OperatorState::Running {
        let holder = report.holder.as_deref().map_or("nobody", |holder| holder);
        row("used by", visible(holder));
    }
    if let Some(connected) = report.ui_automation {
        let connected = if connected { "connected" } else { "let go" };
        row("UiAutomation", connected.to_owned());
    }
    if let Some(trouble) = &report.trouble {
        row("trouble", visible(trouble));
    }
    for process in &report.processes {
        let name = visible(&process.name);
        row(
            "process",
            format!(
                "{} {name}, of {}",
                process.process_id,
                visible(&process.user)
            ),
        );
    }
    for file in &report.files {
        row(
            "file",
            format!("{} ({} bytes)", visible(&file.path), file.bytes),
        );
    }
    if let Some(words) = &report.last_words {
        // The first lines say what happened, those after them where in the program.
        let first: Vec<&str> = words.lines().take(2).map(str::trim).collect();
        row("last end", visible(&first.join(": ")));
    }
    let _ = write!(text, "{}", columns(&rows, WIDEST));
    text.trim_end().to_owned()
}

fn what(report: &OperatorReport) -> String {
    let took = seconds(report.elapsed_ms);
    match (report.done, report.state) {
        (OperatorDone::Started, _) => format!("the Operator was started in {took}"),
        (OperatorDone::Ended, _) => format!("the Operator has ended, in {took}"),
        (OperatorDone::Killed, _) => {
            format!("the Operator did not answer, and its process was killed, in {took}")
        }
        (OperatorDone::Nothing, OperatorState::Running) => "the Operator runs".to_owned(),
        (OperatorDone::Nothing, OperatorState::OtherVersion) => {
            "the Operator of another version runs".to_owned()
        }
        (OperatorDone::Nothing, OperatorState::Unknown) => {
            "the Operator cannot be spoken with".to_owned()
        }
        (OperatorDone::Nothing, OperatorState::Stopped) => "no Operator runs".to_owned(),
    }
}
