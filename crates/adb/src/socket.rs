//! The socket below a connection: TCP, or a unix socket where the system has them.

use std::io;
use std::task::{Context, Poll};

use bytes::BytesMut;
use tokio::net::TcpStream;
#[cfg(unix)]
use tokio::net::UnixStream;

use crate::endpoint::{Endpoint, LOCALHOST};

/// A connected socket. It is used through shared references, so that one task may read while another writes.
#[derive(Debug)]
pub(crate) enum Socket {
    Tcp(TcpStream),
    #[cfg(unix)]
    Unix(UnixStream),
}

impl Socket {
    pub(crate) async fn connect(endpoint: &Endpoint) -> io::Result<Self> {
        match endpoint {
            Endpoint::Tcp { host, port } => {
                let stream = if host == LOCALHOST {
                    // Both addresses are known; asking the resolver would cost a thread for every connection.
                    match TcpStream::connect(("127.0.0.1", *port)).await {
                        Err(error) if error.kind() == io::ErrorKind::ConnectionRefused => {
                            TcpStream::connect(("::1", *port))
                                .await
                                .map_err(|_| error)?
                        }
                        other => other?,
                    }
                } else {
                    TcpStream::connect((host.as_str(), *port)).await?
                };
                stream.set_nodelay(true)?;
                Ok(Self::Tcp(stream))
            }
            #[cfg(unix)]
            Endpoint::Path(path) => UnixStream::connect(path).await.map(Self::Unix),
            #[cfg(any(target_os = "linux", target_os = "android"))]
            Endpoint::Abstract(name) => UnixStream::connect(format!("\0{name}"))
                .await
                .map(Self::Unix),
            #[cfg(not(unix))]
            Endpoint::Path(_) => Err(io::ErrorKind::Unsupported.into()),
            #[cfg(not(any(target_os = "linux", target_os = "android")))]
            Endpoint::Abstract(_) => Err(io::ErrorKind::Unsupported.into()),
        }
    }

    pub(crate) fn poll_read_ready(&self, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        match self {
            Self::Tcp(stream) => stream.poll_read_ready(cx),
            #[cfg(unix)]
            Self::Unix(stream) => stream.poll_read_ready(cx),
        }
    }

    pub(crate) fn poll_write_ready(&self, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        match self {
            Self::Tcp(stream) => stream.poll_write_ready(cx),
            #[cfg(unix)]
            Self::Unix(stream) => stream.poll_write_ready(cx),
        }
    }

    pub(crate) async fn readable(&self) -> io::Result<()> {
        match self {
            Self::Tcp(stream) => stream.readable().await,
            #[cfg(unix)]
            Self::Unix(stream) => stream.readable().await,
        }
    }

    pub(crate) async fn writable(&self) -> io::Result<()> {
        match self {
            Self::Tcp(stream) => stream.writable().await,
            #[cfg(unix)]
            Self::Unix(stream) => stream.writable().await,
        }
    }

    pub(crate) fn try_read(&self, buffer: &mut [u8]) -> io::Result<usize> {
        match self {
            Self::Tcp(stream) => stream.try_read(buffer),
            #[cfg(unix)]
            Self::Unix(stream) => stream.try_read(buffer),
        }
    }

    pub(crate) fn try_read_buf(&self, buffer: &mut BytesMut) -> io::Result<usize> {
        match self {
            Self::Tcp(stream) => stream.try_read_buf(buffer),
            #[cfg(unix)]
            Self::Unix(stream) => stream.try_read_buf(buffer),
        }
    }

    pub(crate) fn try_write(&self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Self::Tcp(stream) => stream.try_write(bytes),
            #[cfg(unix)]
            Self::Unix(stream) => stream.try_write(bytes),
        }
    }

    /// Ends the sending direction.
    pub(crate) fn poll_shutdown(&mut self, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        use tokio::io::AsyncWrite;
        match self {
            Self::Tcp(stream) => std::pin::Pin::new(stream).poll_shutdown(cx),
            #[cfg(unix)]
            Self::Unix(stream) => std::pin::Pin::new(stream).poll_shutdown(cx),
        }
    }
}
