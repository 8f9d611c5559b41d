//! The only writer to standard output and standard error.

use std::fmt::Write as _;
use std::io::{self, Write};

use clawperator_contract::{Failure, is_invisible};
use serde::Serialize;

use crate::args::{LogLevel, OutputFormat};
use crate::failure_text::{Written, describe};
use crate::log::LogLines;
use crate::next_words::Speak as _;
use crate::text::{Paint, shortened, visible};

/// A line of progress is no wider than a small terminal, since one that wraps cannot be written over.
const PROGRESS_WIDTH: usize = 79;
/// Goes back to the beginning of the line and empties it.
const CLEAR_LINE: &str = "\r\x1b[K";

/// What the process knows about its streams.
#[derive(Debug, Clone, Copy, Default)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "three streams and a choice, independent of each other"
)]
pub struct Terminal {
    /// Whether standard input is a terminal.
    pub stdin: bool,
    /// Whether standard output is a terminal.
    pub stdout: bool,
    /// Whether standard error is a terminal.
    pub stderr: bool,
    /// Whether terminals may be coloured and lines written over: `NO_COLOR` is unset and `TERM` is not `dumb`.
    pub colour: bool,
}

pub(crate) struct Printer<'a> {
    stdout: &'a mut dyn Write,
    stderr: &'a mut dyn Write,
    terminal: Terminal,
    format: OutputFormat,
    level: LogLevel,
    /// The command that was typed, for the hint of a failure that has none.
    command: Option<String>,
    /// How an execution that is refused was written.
    written: Written,
    /// Whether a line of progress stands on the terminal.
    in_progress: bool,
    /// What is logged meanwhile; nothing without `--verbose`.
    log: Option<LogLines>,
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
            command: None,
            written: Written::Payload,
            in_progress: false,
            log: None,
        }
    }

    /// Says which command was typed.
    pub(crate) fn set_command(&mut self, command: Option<String>) {
        self.command = command;
    }

    /// Says that a refused execution was written as flags.
    pub(crate) fn set_of_flags(&mut self) {
        self.written = Written::Flags;
    }

    pub(crate) fn set_format(&mut self, format: OutputFormat) {
        self.format = format;
    }

    pub(crate) fn set_level(&mut self, level: LogLevel) {
        self.level = level;
    }

    /// Says where lines of the log come from.
    pub(crate) fn set_log(&mut self, log: LogLines) {
        self.log = Some(log);
    }

    /// Whether answers are for people.
    pub(crate) fn is_text(&self) -> bool {
        self.format == OutputFormat::Text
    }

    /// Whether answers are for people and go to a terminal, where nobody else reads them.
    pub(crate) fn is_on_terminal(&self) -> bool {
        self.is_text() && self.terminal.stdout
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
            OutputFormat::Text => text(self.paint()),
        }
    }

    /// The colours of answers.
    pub(crate) const fn paint(&self) -> Paint {
        Paint {
            enabled: self.terminal.stdout && self.terminal.colour,
        }
    }

    /// Writes an answer, ending in one line break.
    pub(crate) fn answer(&mut self, answer: &str) -> io::Result<()> {
        self.write_log();
        write_line(self.stdout, answer)
    }

    /// Writes a failure: a document on standard output, or text on standard error.
    pub(crate) fn failure(&mut self, failure: &Failure) -> io::Result<()> {
        self.write_log();
        let spoken = spoken(failure);
        match self.format {
            OutputFormat::Json => write_line(self.stdout, &to_json(&spoken, Indent::None)),
            OutputFormat::Pretty => write_line(self.stdout, &to_json(&spoken, Indent::TwoSpaces)),
            OutputFormat::Text => self.failure_text(failure),
        }
    }

    /// Writes a failure as text, for one that standard output cannot take.
    pub(crate) fn failure_text(&mut self, failure: &Failure) -> io::Result<()> {
        let paint = Paint {
            enabled: self.terminal.stderr && self.terminal.colour,
        };
        let failure = spoken(failure);
        let text = describe(&failure, self.command.as_deref(), self.written, paint);
        write_line(self.stderr, &text)
    }

    /// Whether a person is at a terminal, and can be asked.
    pub(crate) const fn has_person(&self) -> bool {
        self.terminal.stdin && self.terminal.stderr
    }

    /// Asks a person on a terminal; whether there is one.
    pub(crate) fn prompt(&mut self, question: &str) -> io::Result<bool> {
        let is_there = self.has_person();
        if is_there {
            self.write_log();
            write!(self.stderr, "{question}")?;
            self.stderr.flush()?;
        }
        Ok(is_there)
    }

    /// Shows a person what is being waited for and for how long: in one line that is written over, or once where a
    /// terminal takes only lines.
    pub(crate) fn progress(&mut self, doing: &str, seconds: u32) {
        if !self.terminal.stderr || LogLevel::Warn < self.level {
            return;
        }
        let doing = clawperator_contract::visible(doing);
        if self.terminal.colour {
            let time = format!(" ({seconds} s)");
            let room = PROGRESS_WIDTH.saturating_sub("... ".len() + time.len());
            let doing = shortened(&doing, room);
            let _ = write!(self.stderr, "{CLEAR_LINE}... {doing}{time}");
            let _ = self.stderr.flush();
            self.in_progress = true;
        } else if seconds == 1 {
            let _ = writeln!(self.stderr, "... {doing}");
        }
    }

    /// Takes that line away, so that what comes next begins at the left.
    pub(crate) fn end_progress(&mut self) {
        if std::mem::take(&mut self.in_progress) {
            let _ = write!(self.stderr, "{CLEAR_LINE}");
            let _ = self.stderr.flush();
        }
    }

    /// The next line of the log, once there is one.
    pub(crate) async fn next_logged(&mut self) -> String {
        match &mut self.log {
            Some(log) => log.next().await,
            None => std::future::pending().await,
        }
    }

    /// Writes a line of the log. A stream that cannot take it changes no outcome.
    pub(crate) fn log(&mut self, line: &str) {
        self.end_progress();
        // One line in the log is one line on the screen, whatever an app calls its nodes.
        let _ = writeln!(self.stderr, "{}", clawperator_contract::visible(line));
    }

    /// Writes what was logged so far.
    pub(crate) fn write_log(&mut self) {
        while let Some(line) = self.log.as_mut().and_then(LogLines::ready) {
            self.log(&line);
        }
    }

    /// Writes a diagnostic, if its level is wanted. A stream that cannot take it changes no outcome.
    pub(crate) fn diagnose(&mut self, level: LogLevel, message: &str) {
        if level >= self.level {
            self.write_log();
            let _ = writeln!(self.stderr, "{}: {}", level.name(), visible(message));
        }
    }
}

/// The failure in the words of the command line.
fn spoken(failure: &Failure) -> Failure {
    let mut failure = failure.clone();
    failure.speak();
    failure
}

#[derive(Clone, Copy)]
enum Indent {
    None,
    TwoSpaces,
}

#[expect(
    clippy::expect_used,
    reason = "an empty line would be printed in the place of an answer"
)]
fn to_json(answer: &impl Serialize, indent: Indent) -> String {
    let json = match indent {
        Indent::None => serde_json::to_string(answer),
        Indent::TwoSpaces => serde_json::to_string_pretty(answer),
    };
    escaped_in_json(&json.expect("answers are strings, numbers and lists under string keys"))
}

/// The same JSON with what cannot be seen in its strings escaped. Outside of strings JSON holds no such characters but
/// line breaks.
pub(crate) fn escaped_in_json(json: &str) -> String {
    escaped(json, |character, text| {
        for unit in character.encode_utf16(&mut [0; 2]) {
            // Writing to a String cannot fail.
            let _ = write!(text, "\\u{unit:04x}");
        }
    })
}

/// The same XML with what cannot be seen as character references.
pub(crate) fn escaped_in_xml(xml: &str) -> String {
    escaped(xml, |character, text| {
        let _ = write!(text, "&#x{:x};", u32::from(character));
    })
}

fn escaped(text: &str, escape: impl Fn(char, &mut String)) -> String {
    let is_layout = |character: char| matches!(character, '\n' | '\r' | '\t');
    // Most of an answer is plain ASCII, which is copied as it is.
    let is_plain = |byte: &u8| matches!(byte, b' '..=b'~' | b'\n' | b'\r' | b'\t');
    let mut safe = String::with_capacity(text.len());
    let mut rest = text;
    loop {
        let plain = rest.bytes().take_while(is_plain).count();
        let (before, after) = rest.split_at_checked(plain).unwrap_or((rest, ""));
        safe.push_str(before);
        let mut characters = after.chars();
        let Some(character) = characters.next() else {
            return safe;
        };
        if is_invisible(character) && !is_layout(character) {
            escape(character, &mut safe);
        } else {
            safe.push(character);
        }
        rest = characters.as_str();
    }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn json_and_xml_hold_nothing_that_cannot_be_seen() {
        let text =
            "a\u{202e}\u{2066}\u{2069}\u{2028}\u{2029}\u{85}\u{9b}\u{200b}\u{feff}z\u{1f600}";
        let json = to_json(&[text], Indent::None);
        assert!(json.is_ascii() || !json.chars().any(is_invisible), "{json}");
        assert_eq!(serde_json::from_str::<[String; 1]>(&json).unwrap(), [text]);
        let pretty = to_json(&[text], Indent::TwoSpaces);
        assert_eq!(
            serde_json::from_str::<[String; 1]>(&pretty).unwrap(),
            [text]
        );
        assert_eq!(
            escaped_in_xml("<n a=\"\u{202e}\u{9b}\">\n"),
            "<n a=\"&#x202e;&#x9b;\">\n"
        );
    }
}
