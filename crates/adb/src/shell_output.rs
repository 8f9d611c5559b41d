//! Commands that run to their end, their output collected.

use std::time::Duration;

use bytes::{Bytes, BytesMut};
use tokio::time::Instant;

use crate::deadline::Deadline;
use crate::device::DeviceHandle;
use crate::error::{AdbError, Result};
use crate::shell::{
    ExitStatus, Shell, ShellCommand, ShellEvent, ShellProtocol, ShellReader, ShellWriter,
};

/// What a command may write.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OutputLimits {
    /// Bytes of output.
    pub stdout: usize,
    /// Bytes of errors.
    pub stderr: usize,
}

/// What a command wrote and how it ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ShellOutput {
    /// Its output; the errors are in it too where the protocol is [`ShellProtocol::V1`].
    pub stdout: Bytes,
    /// Its errors.
    pub stderr: Bytes,
    /// How it ended.
    pub status: ExitStatus,
    /// Which protocol it was, and so what the three above are worth.
    pub protocol: ShellProtocol,
}

impl DeviceHandle {
    /// Runs a line to its end, with no input, and answers all that it wrote.
    ///
    /// Output over a limit is [`AdbError::OutputTooLarge`], at which the command is ended.
    pub async fn shell_output(
        &self,
        line: &[u8],
        limits: OutputLimits,
        deadline: Deadline,
    ) -> Result<ShellOutput> {
        self.shell(ShellCommand::Line(line), deadline)
            .await?
            .finish(limits, deadline)
            .await
    }
}

/// A command that reads must not wait for input that nobody will send. Most do not read and have ended by then, and
/// each is spared a packet and its answer.
const LIKELY_WITHOUT_INPUT: Duration = Duration::from_millis(30);

/// A command that runs to its end without input, and what it wrote so far.
#[derive(Debug)]
pub struct Collector {
    reader: ShellReader,
    writer: ShellWriter,
    limits: OutputLimits,
    /// When the command is told that there is no input; nothing once it was told, or cannot be.
    ends_input: Option<Instant>,
    protocol: ShellProtocol,
    /// Its output that was not taken yet.
    pub stdout: BytesMut,
    /// Its errors that were not taken yet.
    pub stderr: BytesMut,
}

impl Shell {
    /// Sends no input, waits for the end of the command and answers all that it wrote.
    ///
    /// Output over a limit is [`AdbError::OutputTooLarge`], at which the command is ended.
    pub async fn finish(self, limits: OutputLimits, deadline: Deadline) -> Result<ShellOutput> {
        let mut collector = self.collect(limits);
        let status = collector.finish(deadline).await?;
        Ok(collector.output(status))
    }

    /// The same for a caller who looks at what was written before the end. Dropping it ends the command.
    #[must_use]
    pub fn collect(self, limits: OutputLimits) -> Collector {
        let protocol = self.protocol();
        let (reader, writer) = self.split();
        let ends_input = Instant::now() + LIKELY_WITHOUT_INPUT;
        Collector {
            reader,
            writer,
            limits,
            ends_input: (protocol == ShellProtocol::V2).then_some(ends_input),
            protocol,
            stdout: BytesMut::new(),
            stderr: BytesMut::new(),
        }
    }
}

impl Collector {
    /// Waits until more was written; answers how the command ended once it has. A call that is dropped loses nothing.
    pub async fn more(&mut self, deadline: Deadline) -> Result<Option<ExitStatus>> {
        loop {
            let ends_input = self.ends_input;
            let event = tokio::select! {
                biased;
                event = self.reader.next(deadline) => event?,
                () = sleep_until(ends_input) => {
                    self.ends_input = None;
                    // One that has ended already may have closed its stream; what it had to say is still to be read.
                    match self.writer.close_stdin(deadline).await {
                        Ok(()) | Err(AdbError::ConnectionLost { .. }) => continue,
                        Err(error) => return Err(error),
                    }
                }
            };
            match event {
                ShellEvent::Stdout(data) => append(&mut self.stdout, &data, self.limits.stdout)?,
                ShellEvent::Stderr(data) => append(&mut self.stderr, &data, self.limits.stderr)?,
                ShellEvent::Exit(status) => return Ok(Some(status)),
            }
            return Ok(None);
        }
    }

    /// Waits for the end of the command.
    pub async fn finish(&mut self, deadline: Deadline) -> Result<ExitStatus> {
        loop {
            if let Some(status) = self.more(deadline).await? {
                return Ok(status);
            }
        }
    }

    /// All that was written and not taken yet.
    #[must_use]
    pub fn output(&mut self, status: ExitStatus) -> ShellOutput {
        ShellOutput {
            stdout: self.stdout.split().freeze(),
            stderr: self.stderr.split().freeze(),
            status,
            protocol: self.protocol,
        }
    }
}

async fn sleep_until(moment: Option<Instant>) {
    match moment {
        Some(moment) => tokio::time::sleep_until(moment).await,
        None => std::future::pending().await,
    }
}

fn append(collected: &mut BytesMut, data: &[u8], limit: usize) -> Result<()> {
    if data.len() > limit.saturating_sub(collected.len()) {
        return Err(AdbError::OutputTooLarge {
            operation: "shell",
            limit,
        });
    }
    collected.extend_from_slice(data);
    Ok(())
}
