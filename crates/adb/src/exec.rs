//! Commands without a protocol of their own: bytes in or bytes out, no exit code.

use bytes::{Bytes, BytesMut};
use tokio::io::{AsyncRead, AsyncReadExt};

use crate::connection::{Connection, DeviceStream};
use crate::deadline::Deadline;
use crate::device::DeviceHandle;
use crate::error::{AdbError, Result};

impl DeviceHandle {
    /// Runs a line and answers the stream of its input and output. Its exit code cannot be known.
    pub async fn exec(&self, line: &[u8], deadline: Deadline) -> Result<DeviceStream> {
        let connection = self.open_exec(EXEC, line, deadline).await?;
        Ok(DeviceStream::new(connection))
    }

    /// Runs a line to its end and answers its output byte for byte, as for a picture.
    pub async fn exec_out(&self, line: &[u8], limit: usize, deadline: Deadline) -> Result<Bytes> {
        let connection = self.open_exec(EXEC_OUT, line, deadline).await?;
        deadline
            .run(EXEC_OUT, connection.read_to_end(EXEC_OUT, limit))
            .await
    }

    /// Runs a line with input, and answers once the server has taken all of it.
    ///
    /// The end of the input closes the stream, so the command's output and its exit code cannot be known: the protocol
    /// has no half-closed streams. Use a shell where the outcome matters.
    pub async fn exec_in(
        &self,
        line: &[u8],
        input: impl AsyncRead + Unpin,
        deadline: Deadline,
    ) -> Result<u64> {
        let mut connection = self.open_exec(EXEC_IN, line, deadline).await?;
        deadline
            .run(EXEC_IN, async {
                let sent = send_input(EXEC_IN, &connection, input).await?;
                connection.shutdown(EXEC_IN).await?;
                let mut ignored = BytesMut::new();
                while connection.fill(EXEC_IN, &mut ignored).await? != 0 {
                    ignored.clear();
                }
                Ok(sent)
            })
            .await
    }

    pub(crate) async fn open_exec(
        &self,
        operation: &'static str,
        line: &[u8],
        deadline: Deadline,
    ) -> Result<Connection> {
        if line.is_empty() {
            return Err(AdbError::InvalidRequest {
                operation,
                message: "the line is empty".to_owned(),
            });
        }
        let mut service = b"exec:".to_vec();
        service.extend_from_slice(line);
        self.open_service(operation, &service, deadline).await
    }
}

/// Sends everything that a reader has.
pub(crate) async fn send_input(
    operation: &'static str,
    connection: &Connection,
    mut input: impl AsyncRead + Unpin,
) -> Result<u64> {
    let mut sent = 0;
    let mut piece = BytesMut::with_capacity(PIECE);
    loop {
        piece.clear();
        let read = input
            .read_buf(&mut piece)
            .await
            .map_err(AdbError::local(operation))?;
        if read == 0 {
            return Ok(sent);
        }
        connection.write_all(operation, &piece).await?;
        sent += u64::try_from(read).unwrap_or(u64::MAX);
    }
}

const EXEC: &str = "exec";
const EXEC_OUT: &str = "exec-out";
const EXEC_IN: &str = "exec-in";
const PIECE: usize = 64 * 1024;
