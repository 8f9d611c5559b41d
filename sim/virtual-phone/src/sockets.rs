//! The sockets that something on the phone listens on.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use async_trait::async_trait;
use clawperator_phone_programs::{Incoming, Listener};
use tokio::io::DuplexStream;
use tokio::sync::mpsc;

/// The most sockets that are listened on at once.
const MAX_SOCKETS: usize = 256;
/// How many may wait to be accepted; further ones are refused.
const BACKLOG: usize = 32;
/// Bytes that wait in each direction of a connection, as many as in a phone's kernel.
const BUFFER: usize = 208 * 1024;
/// The longest name.
const MAX_NAME: usize = 128;
/// The user that adb is on a phone.
const SHELL: u32 = 2_000;

/// The phone's sockets by address: `localabstract:NAME`, `localfilesystem:PATH`, `tcp:PORT`. Clones are the same table.
#[derive(Debug, Clone, Default)]
pub struct Sockets(Arc<Mutex<BTreeMap<String, mpsc::Sender<Waiting>>>>);

/// Who connects, and the far end of the connection.
type Waiting = (u32, DuplexStream);

/// Why nobody can listen there.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ListenError {
    /// Somebody listens there already.
    #[error("`{0}` is in use")]
    InUse(String),
    /// There are too many sockets.
    #[error("the phone has {MAX_SOCKETS} sockets already")]
    TooMany,
    /// The address is none.
    #[error(
        "`{0}` is not a socket of a phone\nhint: write `localabstract:NAME`, `localfilesystem:PATH` or `tcp:PORT`"
    )]
    BadAddress(String),
}

/// A socket that is listened on. It is closed when this is dropped.
#[derive(Debug)]
pub struct SocketListener {
    address: String,
    sockets: Sockets,
    sender: mpsc::Sender<Waiting>,
    waiting: mpsc::Receiver<Waiting>,
}

impl Sockets {
    pub fn listen(&self, address: &str) -> Result<SocketListener, ListenError> {
        if !is_address(address) {
            let shown = address.chars().take(MAX_NAME).collect();
            return Err(ListenError::BadAddress(shown));
        }
        let mut table = self.table();
        if table.contains_key(address) {
            return Err(ListenError::InUse(address.to_owned()));
        }
        if table.len() >= MAX_SOCKETS {
            return Err(ListenError::TooMany);
        }
        let (sender, waiting) = mpsc::channel(BACKLOG);
        table.insert(address.to_owned(), sender.clone());
        Ok(SocketListener {
            address: address.to_owned(),
            sockets: self.clone(),
            sender,
            waiting,
        })
    }

    /// Connects to an address as adb does; `None` when nobody listens there or too many wait already.
    #[must_use]
    pub fn connect(&self, address: &str) -> Option<DuplexStream> {
        self.connect_as(address, SHELL)
    }

    /// The same as another user of the phone: apps have 10,000 and up.
    #[must_use]
    pub fn connect_as(&self, address: &str, user: u32) -> Option<DuplexStream> {
        let listener = self.table().get(address)?.clone();
        let (near, far) = tokio::io::duplex(BUFFER);
        listener.try_send((user, far)).ok()?;
        Some(near)
    }

    /// The addresses that are listened on, in order.
    #[must_use]
    pub fn addresses(&self) -> Vec<String> {
        self.table().keys().cloned().collect()
    }

    fn table(&self) -> MutexGuard<'_, BTreeMap<String, mpsc::Sender<Waiting>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl SocketListener {
    /// The next connection, whoever it is of. Dropping the future loses none.
    pub async fn accept(&mut self) -> DuplexStream {
        self.accept_from().await.1
    }

    async fn accept_from(&mut self) -> Waiting {
        loop {
            // The listener holds a sender itself, so the channel cannot end.
            if let Some(waiting) = self.waiting.recv().await {
                return waiting;
            }
        }
    }

    /// Where it listens.
    #[must_use]
    pub fn address(&self) -> &str {
        &self.address
    }
}

#[async_trait]
impl Listener for SocketListener {
    async fn accept(&mut self) -> Incoming {
        let (user, stream) = self.accept_from().await;
        Incoming {
            user,
            stream: Box::new(stream),
        }
    }
}

impl Drop for SocketListener {
    fn drop(&mut self) {
        let mut table = self.sockets.table();
        if table
            .get(&self.address)
            .is_some_and(|sender| sender.same_channel(&self.sender))
        {
            table.remove(&self.address);
        }
    }
}

fn is_address(address: &str) -> bool {
    let named = |name: &str| !name.is_empty() && name.len() <= MAX_NAME && !name.contains('\0');
    match address.split_once(':') {
        Some(("localabstract" | "localfilesystem" | "localreserved", name)) => named(name),
        Some(("tcp", port)) => port.parse::<u16>().is_ok_and(|port| port != 0),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use tokio::io::{AsyncReadExt, AsyncWriteExt};

    use super::*;

    #[tokio::test]
    async fn who_listens_is_reached() {
        let sockets = Sockets::default();
        assert!(sockets.connect("tcp:80").is_none());
        let mut listener = sockets.listen("tcp:80").unwrap();
        let mut near = sockets.connect("tcp:80").unwrap();
        near.write_all(b"hello").await.unwrap();
        drop(near);
        let mut text = String::new();
        let mut far = listener.accept().await;
        far.read_to_string(&mut text).await.unwrap();
        assert_eq!(text, "hello");
        assert_eq!(sockets.addresses(), ["tcp:80"]);
        drop(listener);
        assert!(sockets.connect("tcp:80").is_none());
    }

    #[tokio::test]
    async fn there_is_an_end_to_sockets_and_to_those_who_wait() {
        let sockets = Sockets::default();
        let kept = sockets.listen("localabstract:kept").unwrap();
        let waiting: Vec<_> = (0..BACKLOG)
            .map(|_| sockets.connect("localabstract:kept").unwrap())
            .collect();
        assert!(sockets.connect("localabstract:kept").is_none());
        drop((waiting, kept));
        let listeners: Vec<_> = (1..=MAX_SOCKETS)
            .map(|port| sockets.listen(&format!("tcp:{port}")).unwrap())
            .collect();
        assert_eq!(
            sockets.listen("tcp:1").unwrap_err(),
            ListenError::InUse("tcp:1".into())
        );
        assert_eq!(
            sockets.listen("tcp:5000").unwrap_err(),
            ListenError::TooMany
        );
        drop(listeners);
        assert!(sockets.addresses().is_empty());
        for address in ["tcp:0", "tcp:x", "localabstract:", "x:y", "tcp", ""] {
            assert!(
                matches!(sockets.listen(address), Err(ListenError::BadAddress(_))),
                "{address}"
            );
        }
    }
}
