//! A phone that can be connected to.

use std::io;
use std::net::SocketAddr;
use std::sync::Arc;

use tokio::net::{TcpListener, TcpStream, ToSocketAddrs};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use crate::connection::serve;
use crate::device::AdbPhone;
use crate::options::Options;

/// A socket that a phone listens on. Several hosts may be connected at once, as with a phone's own adbd.
#[derive(Debug)]
pub struct Listener {
    socket: TcpListener,
    options: Options,
}

impl Listener {
    /// Listens on an address; port 0 lets the system choose one.
    pub async fn bind(address: impl ToSocketAddrs, options: Options) -> io::Result<Self> {
        Ok(Self {
            socket: TcpListener::bind(address).await?,
            options,
        })
    }

    /// Where it listens.
    pub fn local_addr(&self) -> io::Result<SocketAddr> {
        self.socket.local_addr()
    }

    /// Serves a phone until `shutdown`, and returns when every connection has ended.
    ///
    /// An error is one of the socket itself. Dropping the future stops listening; connections that are open go on
    /// until `shutdown`.
    pub async fn run(
        self,
        device: Arc<dyn AdbPhone>,
        shutdown: CancellationToken,
    ) -> io::Result<()> {
        let tasks = TaskTracker::new();
        let result = tokio::select! {
            () = shutdown.cancelled() => Ok(()),
            error = self.accept(device, &shutdown, &tasks) => Err(error),
        };
        tasks.close();
        if result.is_ok() {
            tasks.wait().await;
        }
        result
    }

    async fn accept(
        &self,
        device: Arc<dyn AdbPhone>,
        shutdown: &CancellationToken,
        tasks: &TaskTracker,
    ) -> io::Error {
        loop {
            let socket = match self.socket.accept().await {
                Ok((socket, _)) => socket,
                // The one who connected has gone again; that says nothing about the next.
                Err(error) if is_of_one_connection(&error) => continue,
                // Out of descriptors, most likely: waiting for a connection to end gives one back.
                Err(_) if !tasks.is_empty() => {
                    self.options.delay.wait(RETRY).await;
                    continue;
                }
                Err(error) => return error,
            };
            if self.options.faults.connections_refused()
                || tasks.len() >= self.options.max_connections
            {
                continue;
            }
            self.serve(socket, &device, shutdown, tasks);
        }
    }

    fn serve(
        &self,
        socket: TcpStream,
        device: &Arc<dyn AdbPhone>,
        shutdown: &CancellationToken,
        tasks: &TaskTracker,
    ) {
        // Small packets go back and forth; a socket that cannot be told so is only slower.
        let _ = socket.set_nodelay(true);
        let (device, options, shutdown) =
            (Arc::clone(device), self.options.clone(), shutdown.clone());
        tasks.spawn(async move {
            // Why a connection ended matters to the one who watches it, and that is the host.
            serve(socket, device, options, shutdown).await;
        });
    }
}

/// How long to wait before accepting again when the system cannot.
const RETRY: std::time::Duration = std::time::Duration::from_millis(100);

fn is_of_one_connection(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        io::ErrorKind::ConnectionAborted
            | io::ErrorKind::ConnectionReset
            | io::ErrorKind::Interrupted
    )
}
