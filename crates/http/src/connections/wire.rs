//! The wire of one connection: it reports what passes, and notices a client that goes away.

use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, AsyncWriteExt, ReadBuf};
use tokio::net::TcpStream;
use tokio::net::tcp::OwnedReadHalf;
use tokio::time::timeout;

use super::channel::Channel;
use super::progress::Progress;

/// How long a client may take to read the last answer before the connection is closed.
const LINGER_TIME: Duration = Duration::from_secs(1);
/// How much of what a client still sends is thrown away meanwhile.
const LINGER_BYTES: usize = 256 * 1024;

/// A channel that reports to the progress of its connection.
#[derive(Debug)]
pub(super) struct Wire {
    channel: Channel,
    progress: Arc<Progress>,
}

impl Wire {
    pub(super) const fn new(channel: Channel, progress: Arc<Progress>) -> Self {
        Self { channel, progress }
    }

    /// For [`gone`], beside whoever reads.
    pub(super) fn reads(&self) -> Arc<OwnedReadHalf> {
        Arc::clone(self.channel.reads())
    }

    /// Sends the last words, if any, and closes so that the client can read them.
    pub(super) async fn close(self, last_words: Option<&[u8]>) {
        let reads = self.reads();
        linger((*reads).as_ref(), self.channel, last_words).await;
    }
}

/// Sends an answer to a connection that is not served, and closes it.
pub(super) async fn turn_away(stream: TcpStream, last_words: &[u8]) {
    let (reads, writes) = stream.into_split();
    linger(reads.as_ref(), writes, Some(last_words)).await;
}

/// Ends once the client has closed the connection, also if bytes that nobody reads are before the end.
///
/// The server itself sees the end only where it reads, and it does not read while a handler leaves a body alone or
/// another request is buffered. Where the system cannot tell, this waits forever: then
/// the limits of time remain.
pub(super) async fn gone(reads: &OwnedReadHalf) {
    #[cfg(any(target_os = "linux", target_os = "android"))]
    {
        // Urgent data or the end, and ordinary data is neither.
        use tokio::io::{Interest, Ready};
        let state = reads.ready(Interest::PRIORITY).await;
        if state.is_ok_and(Ready::is_read_closed) {
            return;
        }
    }
    #[cfg(not(any(target_os = "linux", target_os = "android")))]
    let _ = reads;
    std::future::pending::<()>().await;
}

/// Closing a socket that has unread bytes resets the connection, and the client may lose the answer. So the end is
/// announced first, and what comes is thrown away until the client has ended too; for a while.
async fn linger(reads: &TcpStream, mut writes: impl AsyncWrite + Unpin, last_words: Option<&[u8]>) {
    let lingers = async {
        if let Some(last_words) = last_words {
            writes.write_all(last_words).await?;
        }
        writes.shutdown().await?;
        let mut left = LINGER_BYTES;
        let mut waste = [0; 4 * 1024];
        while left > 0 {
            reads.readable().await?;
            match reads.try_read(&mut waste) {
                Ok(0) => break,
                Ok(read) => left = left.saturating_sub(read),
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
                Err(error) => return Err(error),
            }
        }
        Ok(())
    };
    // Whoever does not listen any more misses nothing.
    let _: Result<io::Result<()>, _> = timeout(LINGER_TIME, lingers).await;
}

impl AsyncRead for Wire {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let before = buffer.filled().len();
        ready!(Pin::new(&mut self.channel).poll_read(context, buffer))?;
        if buffer.filled().len() > before {
            self.progress.heard();
        }
        Poll::Ready(Ok(()))
    }
}

impl Wire {
    fn written(&self, written: Poll<io::Result<usize>>) -> Poll<io::Result<usize>> {
        self.progress.wrote(written.is_pending());
        written
    }
}

impl AsyncWrite for Wire {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.channel).poll_write(context, bytes);
        self.written(written)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        pieces: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.channel).poll_write_vectored(context, pieces);
        self.written(written)
    }

    fn is_write_vectored(&self) -> bool {
        self.channel.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let flushed = Pin::new(&mut self.channel).poll_flush(context);
        // What is encrypted and not sent yet is not with the system.
        if self.channel.is_buffered() {
            self.progress.wrote(flushed.is_pending());
        }
        flushed
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.channel).poll_shutdown(context)
    }
}
