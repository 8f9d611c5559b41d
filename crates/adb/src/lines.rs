//! The lines of a command that goes on writing, such as `logcat`.

use bytes::{Bytes, BytesMut};

use crate::deadline::Deadline;
use crate::device::DeviceHandle;
use crate::error::Result;
use crate::shell::{ExitStatus, Shell, ShellCommand, ShellEvent, ShellProtocol};

/// One line, without its end.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    /// The bytes, which need not be text.
    pub bytes: Bytes,
    /// Whether the line was longer than the limit; the rest of it is dropped.
    pub cut: bool,
}

/// What came of waiting for a line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LineEvent {
    /// A line of the output.
    Line(Line),
    /// The command ended; what it wrote as errors, as far as it was kept, and how it ended.
    End {
        /// The last of its errors.
        stderr: Bytes,
        /// How it ended.
        status: ExitStatus,
    },
}

/// The lines of a command that runs. Dropping it ends the command.
#[derive(Debug)]
pub struct LineStream {
    shell: Shell,
    splitter: LineSplitter,
    stderr: BytesMut,
    end: Option<ExitStatus>,
}

impl DeviceHandle {
    /// Follows a command's output line by line; `line_limit` is the longest line that is kept whole.
    ///
    /// The caller builds the line, such as `logcat -v threadtime -b main`.
    pub async fn logcat(
        &self,
        line: &[u8],
        line_limit: usize,
        deadline: Deadline,
    ) -> Result<LineStream> {
        let shell = if self.features(deadline).await?.has("shell_v2") {
            self.shell_by(ShellProtocol::V2, ShellCommand::Line(line), deadline)
                .await?
        } else {
            // The first shell protocol has a terminal in between, which changes the ends of lines.
            let connection = self.open_exec("logcat", line, deadline).await?;
            Shell::new(connection, ShellProtocol::V1)
        };
        Ok(LineStream {
            shell,
            splitter: LineSplitter::new(line_limit),
            stderr: BytesMut::new(),
            end: None,
        })
    }
}

impl LineStream {
    /// The next line. A call that is dropped loses nothing.
    pub async fn next(&mut self, deadline: Deadline) -> Result<LineEvent> {
        loop {
            if let Some(line) = self.splitter.next() {
                return Ok(LineEvent::Line(line));
            }
            if let Some(status) = self.end {
                if let Some(line) = self.splitter.last() {
                    return Ok(LineEvent::Line(line));
                }
                return Ok(LineEvent::End {
                    stderr: self.stderr.clone().freeze(),
                    status,
                });
            }
            match self.shell.next(deadline).await? {
                ShellEvent::Stdout(data) => self.splitter.push(data),
                ShellEvent::Stderr(data) => {
                    let excess = (self.stderr.len() + data.len()).saturating_sub(STDERR_KEPT);
                    let from_old = excess.min(self.stderr.len());
                    drop(self.stderr.split_to(from_old));
                    let data = data.get(excess - from_old..).unwrap_or_default();
                    self.stderr.extend_from_slice(data);
                }
                ShellEvent::Exit(status) => self.end = Some(status),
            }
        }
    }
}

/// Cuts output into lines; holds one piece of output and at most one line that is not ended.
#[derive(Debug)]
struct LineSplitter {
    limit: usize,
    incoming: Bytes,
    line: BytesMut,
    cut: bool,
}

impl LineSplitter {
    fn new(limit: usize) -> Self {
        Self {
            limit,
            incoming: Bytes::new(),
            line: BytesMut::new(),
            cut: false,
        }
    }

    /// Takes the next piece; the one before is used up.
    fn push(&mut self, piece: Bytes) {
        self.incoming = piece;
    }

    fn next(&mut self) -> Option<Line> {
        let end = self.incoming.iter().position(|byte| *byte == b'\n');
        let ended = end.is_some();
        let mut part = self
            .incoming
            .split_to(end.map_or(self.incoming.len(), |end| end + 1));
        if ended {
            part.truncate(part.len() - 1);
        }
        let room = self.limit.saturating_sub(self.line.len());
        self.cut |= part.len() > room;
        part.truncate(room);
        self.line.extend_from_slice(&part);
        ended.then(|| self.take())
    }

    fn last(&mut self) -> Option<Line> {
        (!self.line.is_empty() || self.cut).then(|| self.take())
    }

    fn take(&mut self) -> Line {
        Line {
            bytes: self.line.split().freeze(),
            cut: std::mem::take(&mut self.cut),
        }
    }
}

const STDERR_KEPT: usize = 16 * 1024;

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn lines(pieces: &[&[u8]], limit: usize) -> Vec<(Vec<u8>, bool)> {
        let mut splitter = LineSplitter::new(limit);
        let mut found = Vec::new();
        for piece in pieces {
            splitter.push(Bytes::copy_from_slice(piece));
            while let Some(line) = splitter.next() {
                found.push((line.bytes.to_vec(), line.cut));
            }
        }
        found.extend(splitter.last().map(|line| (line.bytes.to_vec(), line.cut)));
        found
    }

    #[test]
    fn long_lines_are_cut() {
        assert_eq!(
            lines(&[b"abc", b"def\nxy\r\n\n", b"abcd\nlast"], 4),
            [
                (b"abcd".to_vec(), true),
                (b"xy\r".to_vec(), false),
                (b"".to_vec(), false),
                (b"abcd".to_vec(), false),
                (b"last".to_vec(), false),
            ]
        );
    }

    proptest! {
        #[test]
        fn lines_survive_any_cut(text in "[a\\xff\n]{0,60}", cut in 1_usize..9) {
            let pieces: Vec<&[u8]> = text.as_bytes().chunks(cut).collect();
            let mut expected: Vec<Vec<u8>> = text.split('\n').map(|line| line.as_bytes().to_vec()).collect();
            if expected.last().is_some_and(Vec::is_empty) {
                expected.pop();
            }
            let found: Vec<Vec<u8>> = lines(&pieces, 1000).into_iter().map(|(line, _)| line).collect();
            prop_assert_eq!(found, expected);
        }
    }
}
