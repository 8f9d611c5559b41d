//! One connection to the server: a request, its status, and then whatever the service speaks.

use std::future;
use std::io;
use std::pin::Pin;
use std::task::{Context, Poll, ready};

use bytes::{Bytes, BytesMut};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::sync::OwnedSemaphorePermit;

use crate::error::{AdbError, Result};
use crate::failure;
use crate::request_log::RequestLog;
use crate::socket::Socket;
use crate::wire::{self, AnswerStatus};

/// An open connection. Dropping it closes the socket and gives its place among the server's streams back.
#[derive(Debug)]
pub(crate) struct Connection {
    socket: Socket,
    log: RequestLog,
    _permit: Option<OwnedSemaphorePermit>,
}

impl Connection {
    pub(crate) fn new(socket: Socket, permit: OwnedSemaphorePermit, log: RequestLog) -> Self {
        Self {
            socket,
            log,
            _permit: Some(permit),
        }
    }

    /// A connection in the place of one that its caller has room for and has not opened yet.
    pub(crate) fn ahead_of_another(socket: Socket, operation: &'static str) -> Self {
        Self {
            socket,
            log: RequestLog::begin(operation),
            _permit: None,
        }
    }

    /// Sends a request and waits for `OKAY`. `service` is how errors call it: without what is run, read or written.
    pub(crate) async fn request(
        &self,
        operation: &'static str,
        serial: &str,
        request: &[u8],
    ) -> Result<()> {
        let bytes = wire::encode_request(request).map_err(|error| AdbError::InvalidRequest {
            operation,
            message: error.to_string(),
        })?;
        self.write_all(operation, &bytes).await?;
        self.expect_okay(operation, serial).await
    }

    /// Reads a status; a refusal becomes the error that its text stands for.
    pub(crate) async fn expect_okay(&self, operation: &'static str, serial: &str) -> Result<()> {
        let word = self.read_array::<4>(operation).await?;
        match wire::parse_status(word).map_err(AdbError::protocol(operation))? {
            AnswerStatus::Okay => Ok(()),
            AnswerStatus::Fail => {
                let text = self.read_text(operation).await?;
                let text = String::from_utf8_lossy(&text);
                Err(failure::interpret(operation, serial, &text))
            }
        }
    }

    /// Reads a text with its length in front.
    pub(crate) async fn read_text(&self, operation: &'static str) -> Result<Vec<u8>> {
        let digits = self.read_array::<4>(operation).await?;
        let length = wire::parse_length(digits).map_err(AdbError::protocol(operation))?;
        let mut text = vec![0; length];
        self.read_exact(operation, &mut text).await?;
        Ok(text)
    }

    /// Reads a text with its length in front, the length's digits settled by the end of the stream.
    pub(crate) async fn read_whole_text(&self, operation: &'static str) -> Result<Vec<u8>> {
        let answer = self.read_to_end(operation, wire::ANSWER_LIMIT).await?;
        if answer.len() < 4 {
            return Err(AdbError::ConnectionLost { operation });
        }
        wire::parse_answer(&answer)
            .map(<[u8]>::to_vec)
            .map_err(AdbError::protocol(operation))
    }

    /// Reads everything up to the end of the stream.
    pub(crate) async fn read_to_end(&self, operation: &'static str, limit: usize) -> Result<Bytes> {
        let mut answer = BytesMut::new();
        while self.fill(operation, &mut answer).await? != 0 {
            if answer.len() > limit {
                return Err(AdbError::OutputTooLarge { operation, limit });
            }
        }
        Ok(answer.freeze())
    }

    pub(crate) async fn write_all(&self, operation: &'static str, bytes: &[u8]) -> Result<()> {
        let mut rest = bytes;
        while !rest.is_empty() {
            let written = self
                .write_some(rest)
                .await
                .map_err(AdbError::socket(operation))?;
            // The system writes no more than it is given.
            rest = rest.get(written..).unwrap_or_default();
        }
        Ok(())
    }

    /// Writes what fits at once. Nothing is written when the future is dropped before it is ready.
    pub(crate) async fn write_some(&self, bytes: &[u8]) -> io::Result<usize> {
        loop {
            self.socket.writable().await?;
            match self.socket.try_write(bytes) {
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
                Ok(0) => return Err(io::ErrorKind::WriteZero.into()),
                other => return other,
            }
        }
    }

    /// Appends what has come to a buffer; 0 is the end of the stream. Nothing is lost when the future is dropped.
    ///
    /// Memory is taken only once something has come, so that an idle stream holds none.
    pub(crate) async fn fill(
        &self,
        operation: &'static str,
        buffer: &mut BytesMut,
    ) -> Result<usize> {
        loop {
            self.socket
                .readable()
                .await
                .map_err(AdbError::socket(operation))?;
            if let Some(read) = self.try_fill(operation, buffer)? {
                return Ok(read);
            }
        }
    }

    /// As [`Connection::fill`], for a caller that polls.
    pub(crate) fn poll_fill(
        &self,
        operation: &'static str,
        buffer: &mut BytesMut,
        cx: &mut Context<'_>,
    ) -> Poll<Result<usize>> {
        loop {
            ready!(self.socket.poll_read_ready(cx)).map_err(AdbError::socket(operation))?;
            if let Some(read) = self.try_fill(operation, buffer)? {
                return Poll::Ready(Ok(read));
            }
        }
    }

    /// Tells the server that nothing more will be sent, and so to close the stream.
    pub(crate) async fn shutdown(&mut self, operation: &'static str) -> Result<()> {
        future::poll_fn(|cx| self.socket.poll_shutdown(cx))
            .await
            .map_err(AdbError::socket(operation))
    }

    fn try_fill(&self, operation: &'static str, buffer: &mut BytesMut) -> Result<Option<usize>> {
        // A buffer that was filled to the brim belongs to a stream in full flow: it gets the larger room.
        buffer.reserve(if buffer.capacity() > SMALL_READ {
            LARGE_READ
        } else {
            SMALL_READ
        });
        match self.socket.try_read_buf(buffer) {
            Ok(read) => {
                self.log.received(read);
                if buffer.len() == buffer.capacity() {
                    buffer.reserve(LARGE_READ);
                }
                Ok(Some(read))
            }
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => Ok(None),
            Err(error) => Err(AdbError::socket(operation)(error)),
        }
    }

    pub(crate) async fn read_array<const N: usize>(
        &self,
        operation: &'static str,
    ) -> Result<[u8; N]> {
        let mut array = [0; N];
        self.read_exact(operation, &mut array).await?;
        Ok(array)
    }

    async fn read_exact(&self, operation: &'static str, mut buffer: &mut [u8]) -> Result<()> {
        while !buffer.is_empty() {
            self.socket
                .readable()
                .await
                .map_err(AdbError::socket(operation))?;
            match self.socket.try_read(buffer) {
                Ok(0) => return Err(AdbError::ConnectionLost { operation }),
                Ok(read) => {
                    self.log.received(read);
                    // The system reads no more than there is room for.
                    buffer = buffer.get_mut(read..).unwrap_or_default();
                }
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
                Err(error) => return Err(AdbError::socket(operation)(error)),
            }
        }
        Ok(())
    }
}

/// Both directions of a service of the phone, such as a socket of one of its programs.
///
/// Dropping it closes the stream. Shutting the sending direction down closes it too: the server has no half-closed
/// streams.
#[derive(Debug)]
pub struct DeviceStream {
    connection: Connection,
}

impl DeviceStream {
    pub(crate) fn new(connection: Connection) -> Self {
        Self { connection }
    }
}

impl AsyncRead for DeviceStream {
    fn poll_read(
        self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        loop {
            ready!(self.connection.socket.poll_read_ready(cx))?;
            match self
                .connection
                .socket
                .try_read(buffer.initialize_unfilled())
            {
                Ok(read) => {
                    self.connection.log.received(read);
                    buffer.advance(read);
                    return Poll::Ready(Ok(()));
                }
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
                Err(error) => return Poll::Ready(Err(error)),
            }
        }
    }
}

impl AsyncWrite for DeviceStream {
    fn poll_write(
        self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        loop {
            ready!(self.connection.socket.poll_write_ready(cx))?;
            match self.connection.socket.try_write(bytes) {
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
                other => return Poll::Ready(other),
            }
        }
    }

    fn poll_flush(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(Ok(()))
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.connection.socket.poll_shutdown(cx)
    }
}

const SMALL_READ: usize = 4 * 1024;
const LARGE_READ: usize = 64 * 1024;
