//! Commands that run to their end, their output collected.

use std::pin::pin;
use std::time::Duration;

use bytes::{Bytes, BytesMut};

use crate::deadline::Deadline;
use crate::device::DeviceHandle;
use crate::error::{AdbError, Result};
use crate::shell::{ExitStatus, Shell, ShellCommand, ShellEvent, ShellProtocol};

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

impl Shell {
    /// Sends no input, waits for the end of the command and answers all that it wrote.
    ///
    /// Output over a limit is [`AdbError::OutputTooLarge`], at which the command is ended.
    pub async fn finish(self, limits: OutputLimits, deadline: Deadline) -> Result<ShellOutput> {
        let protocol = self.protocol();
        let (mut reader, mut writer) = self.split();
        let (mut stdout, mut stderr) = (BytesMut::new(), BytesMut::new());
        let mut waits_for_input = pin!(tokio::time::sleep(LIKELY_WITHOUT_INPUT));
        let mut is_open = protocol == ShellProtocol::V2;
        loop {
            let event = tokio::select! {
                biased;
                event = reader.next(deadline) => event?,
                () = &mut waits_for_input, if is_open => {
                    is_open = false;
                    // One that has ended already may have closed its stream; what it had to say is still to be read.
                    match writer.close_stdin(deadline).await {
                        Ok(()) | Err(AdbError::ConnectionLost { .. }) => continue,
                        Err(error) => return Err(error),
                    }
                }
            };
            match event {
                ShellEvent::Stdout(data) => append(&mut stdout, &data, limits.stdout)?,
                ShellEvent::Stderr(data) => append(&mut stderr, &data, limits.stderr)?,
                ShellEvent::Exit(status) => {
                    return Ok(ShellOutput {
                        stdout: stdout.freeze(),
                        stderr: stderr.freeze(),
                        status,
                        protocol,
                    });
                }
            }
        }
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
