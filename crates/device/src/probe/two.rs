//! Two questions in one line: one request, and the first answer is had before the second has come.

use clawperator_adb::{
    Collector, Deadline, DeviceHandle, ExitStatus, OutputLimits, ShellCommand, ShellOutput,
};

use super::answer::Answer;
use super::error::{ProbeError, ProbeResult};
use crate::line::{Command, ShellLine, Word, program};

/// The second answer, which is on its way. Dropping it ends the request.
#[derive(Debug)]
pub(crate) struct Second {
    collector: Collector,
}

/// The answers to a line of two questions.
#[derive(Debug)]
pub(crate) struct Two {
    /// What was said to the first. How it ended is not told.
    pub(crate) first: ShellOutput,
    /// Nothing where the line ended before.
    pub(crate) second: Option<Second>,
}

/// Asks both. The second must send its errors to its output, or they would pass for those of the first.
pub(crate) async fn ask(
    device: &DeviceHandle,
    first: ShellLine,
    second: impl Into<ShellLine>,
    limits: OutputLimits,
    deadline: Deadline,
) -> ProbeResult<Two> {
    let mark = mark()?;
    let echo = || Command::new(program::ECHO);
    // The first answer may not end with a line.
    let line = first
        .then(echo())
        .then(echo().word(mark.clone()))
        .then(second)
        .encode()?;
    let shell = device.shell(ShellCommand::Line(&line), deadline).await?;
    let mut collector = shell.collect(limits);
    let mut seen = 0;
    loop {
        if let Some(at) = find(&collector.stdout, mark.as_bytes(), seen) {
            let mut first = collector.stdout.split_to(at);
            drop(collector.stdout.split_to(mark.as_bytes().len()));
            let blank = if first.ends_with(b"\r\n") { 2 } else { 1 };
            first.truncate(first.len().saturating_sub(blank));
            let second = std::mem::replace(&mut collector.stdout, first);
            let first = collector.output(ExitStatus::Unknown);
            collector.stdout = second;
            return Ok(Two {
                first,
                second: Some(Second { collector }),
            });
        }
        seen = collector.stdout.len();
        if let Some(status) = collector.more(deadline).await? {
            return Ok(Two {
                first: collector.output(status),
                second: None,
            });
        }
    }
}

impl Second {
    /// The answer, and the errors of the first question that came late.
    pub(crate) async fn finish(mut self, deadline: Deadline) -> ProbeResult<Answer> {
        let status = self.collector.finish(deadline).await?;
        Ok(self.collector.output(status).into())
    }
}

/// What stands between the answers. It cannot be known before, so that nothing that a phone shows passes for it.
fn mark() -> ProbeResult<Word> {
    let number = getrandom::u64().map_err(|error| ProbeError::NoRandomness(error.to_string()))?;
    Ok(Word::new(format!("clawperator-{number:016x}"))?)
}

/// Where the mark begins, in an output of which so many bytes were looked at before.
fn find(output: &[u8], mark: &[u8], seen: usize) -> Option<usize> {
    let from = seen.saturating_sub(mark.len());
    let new = output.get(from..)?;
    let at = new.windows(mark.len()).position(|part| part == mark)?;
    Some(from + at)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mark_is_found_wherever_the_output_was_cut() {
        let output = b"ab\nmark\nrest";
        for seen in 0..=6 {
            assert_eq!(find(output, b"mark", seen), Some(3), "{seen}");
        }
        assert_eq!(find(b"ab\nmar", b"mark", 0), None);
        assert_eq!(find(b"", b"mark", 0), None);
    }

    #[test]
    fn no_mark_is_like_another() {
        assert_ne!(mark().unwrap(), mark().unwrap());
    }
}
