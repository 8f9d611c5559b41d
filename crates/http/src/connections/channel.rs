//! The bytes of one connection, in the clear or encrypted.

use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};

use rustls::ServerConfig;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::net::tcp::{OwnedReadHalf, OwnedWriteHalf};
use tokio_rustls::TlsAcceptor;
use tokio_rustls::server::TlsStream;

/// The first byte of whoever speaks TLS.
const HANDSHAKE: u8 = 0x16;

/// What a connection is read from and written to.
#[derive(Debug)]
pub(super) enum Channel {
    Plain(Socket),
    Encrypted(Box<TlsStream<Socket>>),
}

/// Why an encrypted connection did not come about.
#[derive(Debug)]
pub(super) enum NotEncrypted {
    /// The client speaks something else; nothing of it was read.
    Plain(TcpStream),
    /// The client went away, or the two have no way to encrypt in common.
    Failed,
}

/// A socket that can be watched beside whoever reads it.
#[derive(Debug)]
pub(super) struct Socket {
    reads: Arc<OwnedReadHalf>,
    writes: OwnedWriteHalf,
}

impl Channel {
    pub(super) fn plain(stream: TcpStream) -> Self {
        Self::Plain(Socket::new(stream))
    }

    /// Agrees with the client on how to encrypt.
    pub(super) async fn encrypted(
        stream: TcpStream,
        config: &Arc<ServerConfig>,
    ) -> Result<Self, NotEncrypted> {
        let mut first = [0];
        match stream.peek(&mut first).await {
            Ok(1) if first == [HANDSHAKE] => {}
            Ok(1) => return Err(NotEncrypted::Plain(stream)),
            Ok(_) | Err(_) => return Err(NotEncrypted::Failed),
        }
        let acceptor = TlsAcceptor::from(Arc::clone(config));
        match acceptor.accept(Socket::new(stream)).await {
            Ok(stream) => Ok(Self::Encrypted(Box::new(stream))),
            Err(_) => Err(NotEncrypted::Failed),
        }
    }

    /// The socket below, to watch.
    pub(super) fn reads(&self) -> &Arc<OwnedReadHalf> {
        match self {
            Self::Plain(socket) => &socket.reads,
            Self::Encrypted(stream) => &stream.get_ref().0.reads,
        }
    }

    /// Whether bytes that were taken may still be here.
    pub(super) const fn is_buffered(&self) -> bool {
        matches!(self, Self::Encrypted(_))
    }
}

impl Socket {
    fn new(stream: TcpStream) -> Self {
        let (reads, writes) = stream.into_split();
        Self {
            reads: Arc::new(reads),
            writes,
        }
    }
}

impl AsyncRead for Socket {
    fn poll_read(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let stream: &TcpStream = self.reads.as_ref().as_ref();
        loop {
            ready!(stream.poll_read_ready(context))?;
            match stream.try_read_buf(buffer) {
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
                read => return Poll::Ready(read.map(drop)),
            }
        }
    }
}

impl AsyncWrite for Socket {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.writes).poll_write(context, bytes)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        pieces: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.writes).poll_write_vectored(context, pieces)
    }

    fn is_write_vectored(&self) -> bool {
        self.writes.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.writes).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.writes).poll_shutdown(context)
    }
}

/// Does the same with either kind.
macro_rules! either {
    ($channel:expr, $stream:ident => $work:expr) => {
        match $channel.get_mut() {
            Channel::Plain($stream) => $work,
            Channel::Encrypted($stream) => $work,
        }
    };
}

impl AsyncRead for Channel {
    fn poll_read(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        either!(self, stream => Pin::new(stream).poll_read(context, buffer))
    }
}

impl AsyncWrite for Channel {
    fn poll_write(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        either!(self, stream => Pin::new(stream).poll_write(context, bytes))
    }

    fn poll_write_vectored(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        pieces: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        either!(self, stream => Pin::new(stream).poll_write_vectored(context, pieces))
    }

    fn is_write_vectored(&self) -> bool {
        match self {
            Self::Plain(socket) => socket.is_write_vectored(),
            Self::Encrypted(stream) => stream.is_write_vectored(),
        }
    }

    fn poll_flush(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        either!(self, stream => Pin::new(stream).poll_flush(context))
    }

    fn poll_shutdown(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        either!(self, stream => Pin::new(stream).poll_shutdown(context))
    }
}
