//! Commands on the phone, with their streams.

use std::sync::Arc;

use bytes::{Buf, Bytes, BytesMut};

use crate::bound_line::{Beginning, Begins, Binding};
use crate::connection::Connection;
use crate::deadline::Deadline;
use crate::device::DeviceHandle;
use crate::error::{AdbError, Result};
use crate::wire::{ShellDecoder, ShellPacket, ShellPacketId, WindowSize, encode_shell_packet};

/// What to run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ShellCommand<'a> {
    /// A line for the phone's shell, its words quoted already, with its streams kept apart.
    Line(&'a [u8]),
    /// A line in a terminal of this type, such as `xterm-256color`: output and errors come mixed, as on a screen.
    Terminal {
        /// The line; nothing runs the shell itself.
        line: Option<&'a [u8]>,
        /// The terminal's type.
        kind: &'a str,
    },
}

/// Something that a command did.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ShellEvent {
    /// It wrote this.
    Stdout(Bytes),
    /// It wrote this as an error.
    Stderr(Bytes),
    /// It ended. Nothing comes after this.
    Exit(ExitStatus),
}

/// How a command ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ExitStatus {
    Code(u8),
    /// Nobody can say: the phone's adbd has no `shell_v2`, so a command that ended looks like one that was cut off.
    Unknown,
}

/// Which protocol a command's streams go by.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ShellProtocol {
    /// Output and errors apart, exit code, end of input.
    V2,
    /// One stream; errors are in the output, the exit code is unknown.
    V1,
}

/// A command that runs. Dropping it closes the stream, at which the phone ends the command.
#[derive(Debug)]
pub struct Shell {
    reader: ShellReader,
    writer: ShellWriter,
}

/// The half of a [`Shell`] that reads.
#[derive(Debug)]
pub struct ShellReader {
    connection: Arc<Connection>,
    protocol: ShellProtocol,
    decoder: ShellDecoder,
    buffer: BytesMut,
    beginning: Beginning,
    ended: Option<ExitStatus>,
}

/// The half of a [`Shell`] that writes. Dropping it alone ends nothing.
#[derive(Debug)]
pub struct ShellWriter {
    connection: Arc<Connection>,
    protocol: ShellProtocol,
    /// What a dropped call left: packets are sent whole, or the stream could not be read any more.
    unsent: BytesMut,
}

impl DeviceHandle {
    /// Starts a command, by the newest protocol that the phone has.
    pub async fn shell(&self, command: ShellCommand<'_>, deadline: Deadline) -> Result<Shell> {
        let protocol = if self.features(deadline).await?.has("shell_v2") {
            ShellProtocol::V2
        } else {
            ShellProtocol::V1
        };
        self.shell_by(protocol, command, deadline).await
    }

    /// Starts a command by a given protocol.
    pub async fn shell_by(
        &self,
        protocol: ShellProtocol,
        command: ShellCommand<'_>,
        deadline: Deadline,
    ) -> Result<Shell> {
        let reached = self.reach(deadline).await?;
        reached.shell(protocol, command, deadline).await
    }
}

impl Shell {
    pub(crate) fn new(
        connection: Connection,
        protocol: ShellProtocol,
        binding: Option<Binding>,
    ) -> Self {
        let connection = Arc::new(connection);
        Self {
            reader: ShellReader {
                connection: connection.clone(),
                protocol,
                decoder: ShellDecoder::default(),
                buffer: BytesMut::new(),
                beginning: Beginning::of(binding),
                ended: None,
            },
            writer: ShellWriter {
                connection,
                protocol,
                unsent: BytesMut::new(),
            },
        }
    }

    /// Which protocol it goes by.
    #[must_use]
    pub fn protocol(&self) -> ShellProtocol {
        self.reader.protocol
    }

    /// As [`ShellReader::next`].
    pub async fn next(&mut self, deadline: Deadline) -> Result<ShellEvent> {
        self.reader.next(deadline).await
    }

    /// As [`ShellWriter::write`].
    pub async fn write(&mut self, bytes: &[u8], deadline: Deadline) -> Result<()> {
        self.writer.write(bytes, deadline).await
    }

    /// As [`ShellWriter::close_stdin`].
    pub async fn close_stdin(&mut self, deadline: Deadline) -> Result<()> {
        self.writer.close_stdin(deadline).await
    }

    /// As [`ShellWriter::resize`].
    pub async fn resize(&mut self, size: WindowSize, deadline: Deadline) -> Result<()> {
        self.writer.resize(size, deadline).await
    }

    /// Takes the halves apart, so that one task may read while another writes. The stream is closed once both are
    /// dropped.
    #[must_use]
    pub fn split(self) -> (ShellReader, ShellWriter) {
        (self.reader, self.writer)
    }
}

impl ShellReader {
    /// What the command does next. A call that is dropped loses nothing.
    ///
    /// After the end the same end is answered again. A stream that ends without an exit code is
    /// [`AdbError::ConnectionLost`]: whether the command ran to its end is then unknown.
    pub async fn next(&mut self, deadline: Deadline) -> Result<ShellEvent> {
        if let Some(status) = self.ended {
            return Ok(ShellEvent::Exit(status));
        }
        deadline.run(OPERATION, self.next_event()).await
    }

    async fn next_event(&mut self) -> Result<ShellEvent> {
        loop {
            match self.decode()? {
                Some(ShellEvent::Stdout(data)) => match self.beginning.read(data) {
                    Begins::With(data) => return Ok(ShellEvent::Stdout(data)),
                    Begins::Unknown => continue,
                    Begins::Elsewhere(serial) => return Err(AdbError::DeviceReplaced { serial }),
                },
                Some(event) => return Ok(event),
                None => {}
            }
            let read = self.connection.fill(OPERATION, &mut self.buffer).await?;
            if read == 0 {
                return match self.protocol {
                    ShellProtocol::V1 => Ok(self.end(ExitStatus::Unknown)),
                    ShellProtocol::V2 => Err(AdbError::ConnectionLost {
                        operation: OPERATION,
                    }),
                };
            }
        }
    }

    fn decode(&mut self) -> Result<Option<ShellEvent>> {
        match self.protocol {
            ShellProtocol::V1 if self.buffer.is_empty() => Ok(None),
            ShellProtocol::V1 => Ok(Some(ShellEvent::Stdout(self.buffer.split().freeze()))),
            ShellProtocol::V2 => {
                let packet = self.decoder.decode(&mut self.buffer);
                Ok(match packet.map_err(AdbError::protocol(OPERATION))? {
                    None => None,
                    Some(ShellPacket::Stdout(data)) => Some(ShellEvent::Stdout(data)),
                    Some(ShellPacket::Stderr(data)) => Some(ShellEvent::Stderr(data)),
                    Some(ShellPacket::Exit(code)) => Some(self.end(ExitStatus::Code(code))),
                })
            }
        }
    }

    /// The end, or what the command said before it that was held back; the end is answered again.
    fn end(&mut self, status: ExitStatus) -> ShellEvent {
        self.ended = Some(status);
        match self.beginning.rest() {
            Some(data) => ShellEvent::Stdout(data),
            None => ShellEvent::Exit(status),
        }
    }
}

impl ShellWriter {
    /// Writes to the command's input. It waits while the command does not read.
    ///
    /// When the call is dropped, the piece that was being sent is completed by the next call, so that the stream stays
    /// readable; what of the bytes was sent by then cannot be told.
    pub async fn write(&mut self, bytes: &[u8], deadline: Deadline) -> Result<()> {
        deadline
            .run(OPERATION, async {
                for piece in bytes.chunks(PIECE) {
                    self.flush().await?;
                    match self.protocol {
                        ShellProtocol::V1 => self.unsent.extend_from_slice(piece),
                        ShellProtocol::V2 => {
                            encode_shell_packet(ShellPacketId::Stdin, piece, &mut self.unsent);
                        }
                    }
                }
                self.flush().await
            })
            .await
    }

    /// Ends the command's input. Only `shell_v2` can.
    pub async fn close_stdin(&mut self, deadline: Deadline) -> Result<()> {
        self.send(ShellPacketId::CloseStdin, b"", deadline).await
    }

    /// Tells a command in a terminal how large the terminal is. Only `shell_v2` can.
    pub async fn resize(&mut self, size: WindowSize, deadline: Deadline) -> Result<()> {
        let text = size.encode();
        self.send(ShellPacketId::WindowSize, text.as_bytes(), deadline)
            .await
    }

    async fn send(&mut self, id: ShellPacketId, data: &[u8], deadline: Deadline) -> Result<()> {
        if self.protocol == ShellProtocol::V1 {
            return Err(AdbError::FeatureMissing {
                feature: "shell_v2",
            });
        }
        deadline
            .run(OPERATION, async {
                self.flush().await?;
                encode_shell_packet(id, data, &mut self.unsent);
                self.flush().await
            })
            .await
    }

    async fn flush(&mut self) -> Result<()> {
        while !self.unsent.is_empty() {
            let written = self
                .connection
                .write_some(&self.unsent)
                .await
                .map_err(AdbError::socket(OPERATION))?;
            self.unsent.advance(written);
        }
        Ok(())
    }
}

pub(crate) const OPERATION: &str = "shell";

/// How much input goes into one packet.
const PIECE: usize = 32 * 1024;

pub(crate) fn service(protocol: ShellProtocol, command: ShellCommand<'_>) -> Result<Vec<u8>> {
    let (head, line) = match (protocol, command) {
        (ShellProtocol::V2, ShellCommand::Line(line)) => ("shell,v2,raw:".to_owned(), Some(line)),
        (ShellProtocol::V2, ShellCommand::Terminal { line, kind }) => {
            // The type stands between commas and before a colon.
            let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-_+.".contains(&byte);
            if !kind.bytes().all(plain) {
                return Err(AdbError::InvalidRequest {
                    operation: OPERATION,
                    message: "the terminal type may contain only letters, digits and `-_+.`"
                        .to_owned(),
                });
            }
            (format!("shell,v2,TERM={kind},pty:"), line)
        }
        (ShellProtocol::V1, ShellCommand::Line(line)) => ("shell:".to_owned(), Some(line)),
        (ShellProtocol::V1, ShellCommand::Terminal { line, .. }) => ("shell:".to_owned(), line),
    };
    // An empty line would not be an empty command: it asks for an interactive shell.
    if line.is_some_and(<[u8]>::is_empty) {
        return Err(AdbError::InvalidRequest {
            operation: OPERATION,
            message: "the line is empty".to_owned(),
        });
    }
    let mut service = head.into_bytes();
    // A shell without a line waits for input.
    service.extend_from_slice(line.unwrap_or_default());
    Ok(service)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_services_of_both_protocols() {
        let line = ShellCommand::Line(b"echo 'a b'");
        let terminal = ShellCommand::Terminal {
            line: None,
            kind: "xterm-256color",
        };
        for (protocol, command, expected) in [
            (ShellProtocol::V2, line, "shell,v2,raw:echo 'a b'"),
            (ShellProtocol::V1, line, "shell:echo 'a b'"),
            (
                ShellProtocol::V2,
                terminal,
                "shell,v2,TERM=xterm-256color,pty:",
            ),
            (ShellProtocol::V1, terminal, "shell:"),
        ] {
            assert_eq!(service(protocol, command).unwrap(), expected.as_bytes());
        }
        let sly = ShellCommand::Terminal {
            line: None,
            kind: "x,raw:reboot",
        };
        assert!(service(ShellProtocol::V2, sly).is_err());
        assert!(service(ShellProtocol::V2, ShellCommand::Line(b"")).is_err());
    }
}
