//! A program that somebody else chose.
//!
//! Its words are quoted like all others, so that no shell reads them. Nothing of what it writes is believed: it comes
//! behind a line of ours, which also shows that the program began.

use clawperator_adb::{
    AdbError, Deadline, DeviceHandle, ExitStatus, OutputLimits, ShellCommand, ShellProtocol,
};
use clawperator_contract::ErrorCode;
use clawperator_contract::limits::MAX_SHELL_OUTPUT;
use std::time::Duration;

use super::answer::{lost, not_sent};
use crate::driver::{ActError, ProgramEnd, ProgramRun, Written};
use crate::line::{Command, ShellLine, Word, program};

/// What stands before everything that the program writes: a program that writes what only this crate's lines write is
/// not taken for one of them.
const BEGINS: &str = "clawperator-program-begins";

/// One packet of output; each is taken away before the next.
const PACKET: OutputLimits = OutputLimits {
    stdout: 16 * 1024 * 1024,
    stderr: 16 * 1024 * 1024,
};

/// Runs it once, and waits for its end as long as it may take.
pub(super) async fn run(
    handle: &DeviceHandle,
    run: ProgramRun<'_>,
    within: Duration,
) -> Result<ProgramEnd, ActError> {
    let deadline = Deadline::after(within);
    let line = line(run.words)?;
    let features = handle.features(deadline).await;
    if !features.map_err(|error| not_sent(&error))?.has("shell_v2") {
        return Err(ActError::NotSent {
            code: ErrorCode::CapabilityUnsupported,
            message: "this phone's adb does not say how a program ended (it has no `shell_v2`); nothing was sent"
                .to_owned(),
        });
    }
    let reached = handle.reach(deadline).await;
    let reached = reached.map_err(|error| not_sent(&error))?;
    let started = reached.shell(ShellProtocol::V2, ShellCommand::Line(&line), deadline);
    let mut shell = started.await.map_err(|error| lost(&error))?.collect(PACKET);
    let over = Deadline::after(run.limit.min(deadline.remaining().unwrap_or(run.limit)));
    let mut told = Told::default();
    let status = loop {
        let next = shell.more(over).await;
        told.hear(&shell.stdout.split());
        told.errors.add(&shell.stderr.split(), MAX_SHELL_OUTPUT);
        match next {
            Ok(None) => {}
            Ok(Some(ExitStatus::Code(status))) => break Some(status),
            Ok(Some(ExitStatus::Unknown)) | Err(AdbError::Timeout { .. }) => break None,
            Err(error) => return Err(lost(&error)),
        }
    };
    told.end(status)
}

/// The line that runs it.
fn line(words: &[String]) -> Result<Vec<u8>, ActError> {
    let refused = |message: String| ActError::NotSent {
        code: ErrorCode::ActionFailed,
        message,
    };
    let words: Result<Vec<Word>, _> = words.iter().map(Word::new).collect();
    let mut words = words
        .map_err(|error| refused(error.to_string()))?
        .into_iter();
    let program = words
        .next()
        .ok_or_else(|| refused("there is no program to run".to_owned()))?;
    let command = words.fold(Command::asked(program), Command::word);
    let begins = Command::new(program::ECHO).fixed(BEGINS);
    let line = ShellLine::from(begins).then(command);
    line.encode().map_err(|error| refused(error.to_string()))
}

/// What was heard so far.
#[derive(Debug, Default)]
struct Told {
    /// What stands before the program's own words; nothing once they have begun.
    before: Option<Vec<u8>>,
    has_begun: bool,
    output: Written,
    errors: Written,
}

impl Told {
    /// The most that is kept of what comes before the first line of ours.
    const MOST_BEFORE: usize = 4_096;

    fn hear(&mut self, data: &[u8]) {
        if self.has_begun {
            self.output.add(data, MAX_SHELL_OUTPUT);
            return;
        }
        let before = self.before.get_or_insert_default();
        before.extend_from_slice(data);
        let begins = format!("{BEGINS}\n").into_bytes();
        let place = before
            .windows(begins.len())
            .position(|part| part == begins.as_slice());
        if let Some(place) = place {
            self.has_begun = true;
            // Where the line ends what was heard, the program has written nothing yet.
            let own = before.get(place + begins.len()..).unwrap_or_default();
            self.output.add(own, MAX_SHELL_OUTPUT);
            self.before = None;
        } else if before.len() > Self::MOST_BEFORE {
            // Its end may be the beginning of the line.
            let gone = before.len() - begins.len();
            before.drain(..gone);
        }
    }

    fn end(self, status: Option<u8>) -> Result<ProgramEnd, ActError> {
        if !self.has_begun {
            return Err(ActError::Unknown {
                message: "the phone did not say that the program began".to_owned(),
            });
        }
        Ok(ProgramEnd {
            output: self.output,
            errors: self.errors,
            status,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(words: &[&str]) -> Vec<String> {
        words.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn each_word_is_quoted() {
        let line = line(&words(&["echo", "$(reboot)", "; reboot", "it's", "", "*"])).unwrap();
        assert_eq!(
            String::from_utf8(line).unwrap(),
            r"echo 'clawperator-program-begins'; 'echo' '$(reboot)' '; reboot' 'it'\''s' '' '*'"
        );
        for not_sent in [words(&[]), words(&["a\0b"]), vec!["x".repeat(70_000)]] {
            assert!(matches!(
                self::line(&not_sent),
                Err(ActError::NotSent { .. })
            ));
        }
    }

    fn heard(parts: &[&str]) -> Result<ProgramEnd, ActError> {
        let mut told = Told::default();
        for part in parts {
            told.hear(part.as_bytes());
        }
        told.end(Some(0))
    }

    #[test]
    fn the_program_has_what_comes_behind_the_first_line_of_ours() {
        let begins = "clawperator-program-begins\n";
        for (parts, output) in [
            (vec![begins, "a\n"], "a\n"),
            (vec!["clawperator-prog", "ram-begins\na", "b"], "ab"),
            (vec!["WARNING: linker\n", begins], ""),
            (vec![begins, begins, "x"], "clawperator-program-begins\nx"),
            (
                vec![begins, "clawperator-another-phone\n"],
                "clawperator-another-phone\n",
            ),
        ] {
            let end = heard(&parts).unwrap();
            assert_eq!(end.output.expose(), output, "{parts:?}");
        }
        let noise = "x".repeat(Told::MOST_BEFORE * 2);
        let end = heard(&[&noise, "clawperator-program", "-begins\nout"]).unwrap();
        assert_eq!(end.output.expose(), "out");
        for unknown in [vec![], vec!["a\n"], vec!["clawperator-program-begins"]] {
            let outcome = heard(&unknown);
            assert!(matches!(outcome, Err(ActError::Unknown { .. })));
        }
    }
}
