//! The only writer to standard output and standard error.

use std::fmt::Write as _;
use std::io::{self, Write};

use clawperator_contract::{ActionType, Dispatched, Failure, FailureDetails, Issue};
use serde::Serialize;

use crate::args::{LogLevel, OutputFormat};
use crate::text::{Paint, count, visible};

/// A failure in text shows this many issues; JSON shows all.
const MAX_TEXT_ISSUES: usize = 20;

/// What the process knows about its output streams.
#[derive(Debug, Clone, Copy, Default)]
pub struct Terminal {
    /// Whether standard output is a terminal.
    pub stdout: bool,
    /// Whether standard error is a terminal.
    pub stderr: bool,
    /// Whether terminals may be coloured: `NO_COLOR` is unset and `TERM` is not `dumb`.
    pub colour: bool,
}

pub(crate) struct Printer<'a> {
    stdout: &'a mut dyn Write,
    stderr: &'a mut dyn Write,
    terminal: Terminal,
    format: OutputFormat,
    level: LogLevel,
}

impl<'a> Printer<'a> {
    /// A printer that prints text on a terminal and compact JSON elsewhere.
    pub(crate) fn new(
        stdout: &'a mut dyn Write,
        stderr: &'a mut dyn Write,
        terminal: Terminal,
    ) -> Self {
        let format = if terminal.stdout {
            OutputFormat::Text
        } else {
            OutputFormat::Json
        };
        Self {
            stdout,
            stderr,
            terminal,
            format,
            level: LogLevel::Warn,
        }
    }

    pub(crate) fn set_format(&mut self, format: OutputFormat) {
        self.format = format;
    }

    pub(crate) fn set_level(&mut self, level: LogLevel) {
        self.level = level;
    }

    /// Whether answers are for people.
    pub(crate) fn is_text(&self) -> bool {
        self.format == OutputFormat::Text
    }

    /// An answer in the chosen format; `text` is asked only when text is wanted.
    pub(crate) fn render(
        &self,
        answer: &impl Serialize,
        text: impl FnOnce(Paint) -> String,
    ) -> String {
        match self.format {
            OutputFormat::Json => to_json(answer, Indent::None),
            OutputFormat::Pretty => to_json(answer, Indent::TwoSpaces),
            OutputFormat::Text => text(Paint {
                enabled: self.terminal.stdout && self.terminal.colour,
            }),
        }
    }

    /// Writes an answer, ending in one line break.
    pub(crate) fn answer(&mut self, answer: &str) -> io::Result<()> {
        write_line(self.stdout, answer)
    }

    /// Writes a failure: a document on standard output, or text on standard error.
    pub(crate) fn failure(&mut self, failure: &Failure) -> io::Result<()> {
        match self.format {
            OutputFormat::Json => write_line(self.stdout, &to_json(failure, Indent::None)),
            OutputFormat::Pretty => write_line(self.stdout, &to_json(failure, Indent::TwoSpaces)),
            OutputFormat::Text => self.failure_text(failure),
        }
    }

    /// Writes a failure as text, for one that standard output cannot take.
    pub(crate) fn failure_text(&mut self, failure: &Failure) -> io::Result<()> {
        let paint = Paint {
            enabled: self.terminal.stderr && self.terminal.colour,
        };
        write_line(self.stderr, &describe(failure, paint))
    }

    /// Writes what is being waited for, to a person only.
    pub(crate) fn progress(&mut self, doing: &str) {
        if self.terminal.stderr && LogLevel::Warn >= self.level {
            let _ = writeln!(self.stderr, "... {}", visible(doing));
        }
    }

    /// Writes a diagnostic, if its level is wanted. A stream that cannot take it changes no outcome.
    pub(crate) fn diagnose(&mut self, level: LogLevel, message: &str) {
        if level >= self.level {
            let _ = writeln!(self.stderr, "{}: {}", level.name(), visible(message));
        }
    }
}

#[derive(Clone, Copy)]
enum Indent {
    None,
    TwoSpaces,
}

fn to_json(answer: &impl Serialize, indent: Indent) -> String {
    let json = match indent {
        Indent::None => serde_json::to_string(answer),
        Indent::TwoSpaces => serde_json::to_string_pretty(answer),
    };
    // Answers are made of strings, numbers and lists under string keys, which always serialise.
    json.unwrap_or_default()
}

/// Writes at once, so that a reader never sees half an answer.
fn write_line(stream: &mut dyn Write, text: &str) -> io::Result<()> {
    let mut line = String::with_capacity(text.len() + 1);
    line.push_str(text.trim_end_matches('\n'));
    line.push('\n');
    let written = stream
        .write_all(line.as_bytes())
        .and_then(|()| stream.flush());
    match written {
        // Whoever closed the pipe has read all they wanted.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        written => written,
    }
}

fn describe(failure: &Failure, paint: Paint) -> String {
    let mut text = format!(
        "{}: {}",
        paint.red(&format!("error[{}]", failure.code)),
        visible(&failure.message)
    );
    let mut hint = failure.hint.as_deref();
    if let Some(FailureDetails::Validation(details)) = &failure.details {
        match details.issues.as_slice() {
            [] => {}
            [only] => {
                let _ = write!(text, "{}", place(only));
                hint = hint.or(only.hint.as_deref());
            }
            issues => {
                let _ = write!(
                    text,
                    " (first of {})",
                    count(details.issue_count, "problem")
                );
                for issue in issues.iter().take(MAX_TEXT_ISSUES) {
                    let _ = write!(text, "{}: {}", place(issue), visible(&issue.message));
                    if let Some(hint) = &issue.hint {
                        let _ = write!(text, "\n      {}", visible(hint));
                    }
                }
                let hidden = details.issue_count.saturating_sub(MAX_TEXT_ISSUES);
                if hidden > 0 {
                    let _ = write!(text, "\n  and {hidden} more; --json lists them");
                }
            }
        }
    }
    if let Some(FailureDetails::Devices(details)) = &failure.details {
        for device in &details.devices {
            let _ = write!(
                text,
                "\n  {}  {}",
                visible(&device.serial),
                visible(&device.state)
            );
            if let Some(model) = &device.model {
                let _ = write!(text, "  {}", visible(model));
            }
        }
    }
    if let Some(FailureDetails::Interrupted(details)) = &failure.details {
        for step in &details.step_results {
            let mark = if step.success { "ok" } else { "failed" };
            let _ = write!(
                text,
                "\n  {mark}  {} ({})",
                visible(&step.action_type),
                visible(&step.id)
            );
        }
        if let Some(step) = &details.in_flight {
            let sent = match step.dispatched {
                Dispatched::Yes => "it had reached the phone",
                Dispatched::No => "nothing of it was sent",
                Dispatched::Unknown => "it may or may not have reached the phone",
            };
            let _ = write!(
                text,
                "\n  in flight  {} ({}): {sent}",
                visible(&step.action_type),
                visible(&step.id)
            );
        }
    }
    let hint = hint.map_or_else(|| next_step(failure), str::to_owned);
    let _ = write!(
        text,
        "\n{}: {}",
        paint.cyan("hint"),
        visible(&hint).replace('\n', "\n  ")
    );
    text
}

/// What to do about a failure that does not say so itself.
fn next_step(failure: &Failure) -> String {
    let Some(FailureDetails::Validation(details)) = &failure.details else {
        return failure.code.spec().recovery.to_owned();
    };
    match details
        .action_type
        .as_deref()
        .and_then(ActionType::from_name)
    {
        Some(action_type) => format!(
            "`clawperator actions {}` explains the action",
            action_type.name()
        ),
        None => "`clawperator schema execution` has the whole form of a payload".to_owned(),
    }
}

/// `  at actions.0.params.timeoutMs (wait-1, wait_for_navigation)`
fn place(issue: &Issue) -> String {
    let written = issue.input_path.as_ref().unwrap_or(&issue.path);
    let path = if written.is_empty() {
        "the document"
    } else {
        written
    };
    let action: Vec<&str> = [&issue.action_id, &issue.action_type]
        .into_iter()
        .flatten()
        .map(String::as_str)
        .collect();
    if action.is_empty() {
        format!("\n  at {}", visible(path))
    } else {
        format!("\n  at {} ({})", visible(path), visible(&action.join(", ")))
    }
}

#[cfg(test)]
mod tests {
    use clawperator_contract::ErrorCode;
    use clawperator_contract::phones::{DeviceDetails, ListedDevice};

    use super::*;

    #[test]
    fn a_failure_to_choose_a_phone_lists_the_phones() {
        let listed = |serial: &str, model: Option<&str>| ListedDevice {
            serial: serial.to_owned(),
            state: "device".to_owned(),
            model: model.map(str::to_owned),
            product: None,
            code: None,
            hint: None,
        };
        let details = DeviceDetails {
            devices: vec![listed("emulator-5554", Some("Pixel_7")), listed("b", None)],
            ..DeviceDetails::default()
        };
        let failure = Failure {
            details: Some(FailureDetails::Devices(Box::new(details))),
            ..Failure::new(ErrorCode::MultipleDevicesDeviceIdRequired, "several")
                .with_hint("choose one")
        };
        let expected = [
            "error[MULTIPLE_DEVICES_DEVICE_ID_REQUIRED]: several",
            "  emulator-5554  device  Pixel_7",
            "  b  device",
            "hint: choose one",
        ];
        assert_eq!(
            describe(&failure, Paint { enabled: false }),
            expected.join("\n")
        );
    }
}
