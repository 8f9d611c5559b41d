//! From arguments to an exit status.

use std::ffi::OsString;
use std::io::{Read, Write};
use std::sync::Arc;

use clawperator_contract::{ErrorCode, ExitStatus, Failure};
use clawperator_host::{NamedFiles, Runs, Sources};

use crate::args::{LogLevel, OutputFormat};
use crate::argv::Noted;
use crate::commands;
use crate::context::{Answer, Context};
use crate::doors::Doors;
use crate::environment::Environment;
use crate::log::follower;
use crate::parse::{Parsed, Typed, parse};
use crate::printer::{Printer, Terminal};
use crate::settings::Settings;

/// One call of the program, with everything it may touch.
#[expect(
    missing_debug_implementations,
    reason = "streams have no useful debug form"
)]
pub struct Invocation<'a> {
    /// The arguments, without the program's name.
    pub arguments: Vec<OsString>,
    /// Where `-` is read from.
    pub stdin: &'a mut dyn Read,
    /// Where answers go.
    pub stdout: &'a mut dyn Write,
    /// Where diagnostics go, and failures in text.
    pub stderr: &'a mut dyn Write,
    /// What kind of streams these are.
    pub terminal: Terminal,
    /// What the environment says.
    pub environment: &'a Environment,
    /// The clock and random source.
    pub sources: Arc<dyn Sources>,
    /// The other surfaces of this program.
    pub doors: &'a dyn Doors,
}

/// Runs one call of the program. The status is that of the answer; an answer that cannot be written is a failure.
#[must_use]
pub fn run(invocation: Invocation<'_>) -> ExitStatus {
    let Invocation {
        arguments,
        stdin,
        stdout,
        stderr,
        terminal,
        environment,
        sources,
        doors,
    } = invocation;
    let mut printer = Printer::new(stdout, stderr, terminal);
    let mut unfinished = None;
    let answer = answer(
        arguments,
        stdin,
        &mut printer,
        environment,
        &sources,
        doors,
        &mut unfinished,
    );
    let (written, status) = match answer {
        Ok(Answer { text, status }) => {
            let written = text.map_or(Ok(()), |text| printer.answer(&text));
            (written, status)
        }
        Err(failure) => (printer.failure(&failure), failure.exit()),
    };
    // Nobody waits for what is kept of a run but the end of the process.
    if let Some(runs) = unfinished {
        runs.finish();
    }
    let Err(error) = written else { return status };
    let failure = Failure::new(
        ErrorCode::HostIoFailed,
        format!("the answer could not be written: {error}"),
    );
    // With both streams gone there is nobody left to tell but the caller of the process, who must not take it for
    // something that was not done.
    let failure =
        failure.with_hint("the command has run; check its effect before running it again");
    let _ = printer.failure_text(&failure);
    ExitStatus::Unknown
}

fn answer(
    arguments: Vec<OsString>,
    stdin: &mut dyn Read,
    printer: &mut Printer<'_>,
    environment: &Environment,
    sources: &Arc<dyn Sources>,
    doors: &dyn Doors,
    unfinished: &mut Option<Runs>,
) -> Result<Answer, Failure> {
    let Parsed { noted, typed } = parse(arguments);
    if let Some(format) = format_of(&noted) {
        printer.set_format(format);
    }
    printer.set_command(noted.command());
    let mut cli = match typed? {
        Typed::Command(cli) => cli,
        Typed::Help(help) => return Ok(help.into()),
    };
    if noted.json && noted.output == Some(OutputFormat::Text) {
        return Err(Failure::new(
            ErrorCode::Usage,
            "use --json OR --output text, not both",
        ));
    }
    if cli.global.version {
        return Ok(env!("CARGO_PKG_VERSION").to_owned().into());
    }
    let settings = Settings::load(&environment.settings_file())?;
    cli.global.complete(&settings);
    if let (None, Some(format)) = (format_of(&noted), settings.output) {
        printer.set_format(format);
    }
    printer.set_level(cli.global.log_level());
    let Some(chosen) = &cli.command else {
        return Err(
            Failure::new(ErrorCode::MissingArgument, "a command is required")
                .with_hint("run `clawperator --help` for the list of commands"),
        );
    };
    refuse_blank("--device", cli.global.device.as_deref())?;
    refuse_blank("--operator-package", cli.global.operator_package.as_deref())?;
    let follower = (cli.global.log_level() == LogLevel::Debug).then(|| {
        let (follower, lines) = follower(sources);
        printer.set_log(lines);
        follower
    });
    let mut context = Context {
        global: &cli.global,
        stdin,
        printer,
        environment,
        settings: &settings,
        sources,
        doors,
        files: NamedFiles::default(),
        unfinished,
    };
    let mut dispatch = || commands::dispatch(chosen, &mut context);
    match follower {
        Some(follower) => follower.follow(dispatch),
        None => dispatch(),
    }
}

/// The format that was asked for; `--json` alone is `--output json`, and `--output pretty` is JSON as well.
fn format_of(noted: &Noted) -> Option<OutputFormat> {
    match noted.output {
        Some(OutputFormat::Text) | None if noted.json => Some(OutputFormat::Json),
        output => output,
    }
}

fn refuse_blank(flag: &str, value: Option<&str>) -> Result<(), Failure> {
    match value {
        Some(value) if value.trim().is_empty() => Err(Failure::new(
            ErrorCode::Usage,
            format!("{flag} value must not be blank"),
        )),
        _ => Ok(()),
    }
}
