//! The control socket itself: lines in, lines out.

use std::io;
use std::net::SocketAddr;
use std::sync::Arc;

use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;
use tokio::task::JoinHandle;
use tokio_util::sync::{CancellationToken, DropGuard};
use tokio_util::task::TaskTracker;

use super::perform::{error, perform};
use super::protocol::{ErrorCode, Request, Response};
use crate::host::PhoneHost;

/// The longest line that is read, its end included.
pub const MAX_LINE: usize = 128 * 1024;
/// How many may be connected at once; further ones are hung up on.
pub const MAX_CONNECTIONS: usize = 16;
/// How long to wait before accepting again when the system cannot.
const RETRY: std::time::Duration = std::time::Duration::from_millis(100);

/// A control socket that is served. Dropping it ends it; [`ControlServer::stop`] waits for that.
#[derive(Debug)]
pub struct ControlServer {
    address: SocketAddr,
    task: JoinHandle<()>,
    shutdown: DropGuard,
}

impl ControlServer {
    /// Serves the phones of a host on a loopback address; port 0 lets the system choose one. Whoever can connect can
    /// do everything, so other addresses are refused.
    pub async fn start(host: PhoneHost, address: SocketAddr) -> io::Result<Self> {
        if !address.ip().is_loopback() {
            return Err(io::Error::new(
                io::ErrorKind::InvalidInput,
                "the control socket is for this machine only: use a loopback address",
            ));
        }
        let listener = TcpListener::bind(address).await?;
        let address = listener.local_addr()?;
        let token = CancellationToken::new();
        let task = tokio::spawn(accept(listener, host, token.clone()));
        Ok(Self {
            address,
            task,
            shutdown: token.drop_guard(),
        })
    }

    /// Where it listens.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Ends it and waits until nobody is connected any more.
    pub async fn stop(self) {
        drop(self.shutdown);
        // The task does not panic, and there would be nobody to tell.
        let _ = self.task.await;
    }
}

async fn accept(listener: TcpListener, host: PhoneHost, shutdown: CancellationToken) {
    let places = Arc::new(Semaphore::new(MAX_CONNECTIONS));
    let tasks = TaskTracker::new();
    loop {
        let accepted = tokio::select! {
            () = shutdown.cancelled() => break,
            accepted = listener.accept() => accepted,
        };
        let Ok((socket, _)) = accepted else {
            // Out of descriptors, most likely; one comes back when somebody leaves.
            tokio::time::sleep(RETRY).await;
            continue;
        };
        let Ok(place) = Arc::clone(&places).try_acquire_owned() else {
            continue;
        };
        let (host, shutdown) = (host.clone(), shutdown.clone());
        tasks.spawn(async move {
            tokio::select! {
                () = shutdown.cancelled() => {}
                // A connection that broke has nobody to be told.
                _ = converse(socket, &host) => {}
            }
            drop(place);
        });
    }
    tasks.close();
    tasks.wait().await;
}

async fn converse(socket: TcpStream, host: &PhoneHost) -> io::Result<()> {
    let (reader, mut writer) = socket.into_split();
    let mut reader = BufReader::new(reader);
    let mut line = Vec::new();
    loop {
        line.clear();
        let read = (&mut reader)
            .take(MAX_LINE as u64)
            .read_until(b'\n', &mut line)
            .await?;
        if read == 0 {
            return Ok(());
        }
        let (response, goes_on) = answer(host, &line).await;
        let mut bytes = serde_json::to_vec(&response)?;
        bytes.push(b'\n');
        writer.write_all(&bytes).await?;
        if !goes_on {
            return writer.shutdown().await;
        }
    }
}

/// The answer to a line, and whether the connection goes on.
async fn answer(host: &PhoneHost, line: &[u8]) -> (Response, bool) {
    if line.len() >= MAX_LINE && !line.ends_with(b"\n") {
        let message = format!("a line has at most {MAX_LINE} bytes");
        return (error(ErrorCode::LineTooLong, message), false);
    }
    match Request::read(line) {
        Ok(request) => (perform(host, request).await, true),
        Err(reason) => (error(ErrorCode::BadRequest, reason), false),
    }
}
