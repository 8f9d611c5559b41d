//! A phone that listens.

use std::io;
use std::net::SocketAddr;
use std::sync::Arc;

use clawperator_adbd::{AdbPhone, Listener};
use tokio::net::ToSocketAddrs;
use tokio::task::JoinHandle;
use tokio_util::sync::{CancellationToken, DropGuard};

use crate::phone::VirtualPhone;

/// A phone that listens. Dropping it stops listening and cuts what is connected; [`Listening::stop`] waits for that.
#[derive(Debug)]
pub struct Listening {
    phone: VirtualPhone,
    address: SocketAddr,
    task: JoinHandle<io::Result<()>>,
    shutdown: DropGuard,
}

impl Listening {
    pub(crate) async fn start(
        phone: VirtualPhone,
        address: impl ToSocketAddrs,
    ) -> io::Result<Self> {
        let listener = Listener::bind(address, phone.0.adb.clone()).await?;
        let address = listener.local_addr()?;
        let token = CancellationToken::new();
        let device = Arc::clone(&phone.0) as Arc<dyn AdbPhone>;
        let task = tokio::spawn(listener.run(device, token.clone()));
        Ok(Self {
            phone,
            address,
            task,
            shutdown: token.drop_guard(),
        })
    }

    #[must_use]
    pub fn phone(&self) -> &VirtualPhone {
        &self.phone
    }

    /// Where it listens.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// What an adb server calls the phone once it is connected.
    #[must_use]
    pub fn serial(&self) -> String {
        self.address.to_string()
    }

    /// Stops listening, cuts what is connected and waits until nothing of it is left. An error is one of the socket.
    pub async fn stop(self) -> io::Result<()> {
        drop(self.shutdown);
        match self.task.await {
            Ok(result) => result,
            Err(error) => Err(io::Error::other(error)),
        }
    }
}
