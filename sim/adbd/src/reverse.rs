//! Sockets of the phone that lead back to the host: the phone's side of `adb reverse`.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use tokio::io::DuplexStream;
use tokio::sync::mpsc;

/// The most sockets a phone has at once.
const MAX_ENTRIES: usize = 256;
/// Where ports that nobody chose begin, as Linux chooses them.
const FIRST_FREE_PORT: u16 = 32768;
/// Bytes that wait in each direction of a socket.
const SOCKET_BUFFER: usize = 16 * 1024;

/// The reversed sockets of one phone. Each belongs to the connection it was asked for on, and goes with it.
#[derive(Debug, Default)]
pub struct ReverseTable {
    connections: AtomicU64,
    entries: Mutex<Vec<Entry>>,
}

#[derive(Debug)]
struct Entry {
    owner: ConnectionId,
    local: String,
    remote: String,
    dialer: mpsc::Sender<Dial>,
}

/// Names a connection of a phone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct ConnectionId(u64);

/// Somebody on the phone connected to a reversed socket.
#[derive(Debug)]
pub(crate) struct Dial {
    pub(crate) remote: String,
    pub(crate) socket: DuplexStream,
}

/// Why a socket was not reversed; the text is the one adbd answers.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(crate) enum ReverseError {
    #[error("cannot bind listener: {0}")]
    CannotBind(String),
    #[error("cannot rebind existing socket")]
    CannotRebind,
    #[error("listener '{0}' not found")]
    NotFound(String),
}

/// What happens when the socket is reversed already.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Existing {
    Replace,
    Refuse,
}

impl ReverseTable {
    /// Connects to a reversed socket such as `tcp:8081` or `localabstract:NAME`, as an app on the phone does.
    /// `None` when there is no such socket or too many wait for the host already.
    ///
    /// The connection is there at once; if the host refuses it, it ends without a byte.
    #[must_use]
    pub fn dial(&self, local: &str) -> Option<DuplexStream> {
        let entries = self.entries();
        let entry = entries.iter().find(|entry| entry.local == local)?;
        let (near, far) = tokio::io::duplex(SOCKET_BUFFER);
        entry
            .dialer
            .try_send(Dial {
                remote: entry.remote.clone(),
                socket: far,
            })
            .ok()?;
        Some(near)
    }

    /// The sockets that are reversed now, each with where it leads on the host.
    #[must_use]
    pub fn sockets(&self) -> Vec<(String, String)> {
        self.entries()
            .iter()
            .map(|entry| (entry.local.clone(), entry.remote.clone()))
            .collect()
    }

    pub(crate) fn connection(&self) -> ConnectionId {
        ConnectionId(self.connections.fetch_add(1, Ordering::Relaxed) + 1)
    }

    /// Reverses a socket; answers the port when the phone had to choose one.
    pub(crate) fn add(
        &self,
        owner: ConnectionId,
        local: &str,
        remote: &str,
        existing: Existing,
        dialer: mpsc::Sender<Dial>,
    ) -> Result<Option<u16>, ReverseError> {
        let port = check_local(local)?;
        let mut entries = self.entries();
        let (local, chosen) = if port == Some(0) {
            let free = (FIRST_FREE_PORT..=u16::MAX)
                .find(|port| {
                    entries
                        .iter()
                        .all(|entry| entry.local != format!("tcp:{port}"))
                })
                .ok_or_else(|| ReverseError::CannotBind("Address already in use".to_owned()))?;
            (format!("tcp:{free}"), Some(free))
        } else {
            (local.to_owned(), None)
        };
        let remote = remote.to_owned();
        let full = entries.len() >= MAX_ENTRIES;
        match entries.iter_mut().find(|entry| entry.local == local) {
            Some(_) if existing == Existing::Refuse => return Err(ReverseError::CannotRebind),
            Some(entry) => {
                *entry = Entry {
                    owner,
                    local,
                    remote,
                    dialer,
                }
            }
            None if full => {
                return Err(ReverseError::CannotBind("Too many open files".to_owned()));
            }
            None => entries.push(Entry {
                owner,
                local,
                remote,
                dialer,
            }),
        }
        Ok(chosen)
    }

    pub(crate) fn remove(&self, local: &str) -> Result<(), ReverseError> {
        let mut entries = self.entries();
        let place = entries
            .iter()
            .position(|entry| entry.local == local)
            .ok_or_else(|| ReverseError::NotFound(local.to_owned()))?;
        entries.remove(place);
        Ok(())
    }

    pub(crate) fn remove_all(&self) {
        self.entries().clear();
    }

    pub(crate) fn release(&self, owner: ConnectionId) {
        self.entries().retain(|entry| entry.owner != owner);
    }

    /// The list as adbd writes it: a name for the connection, the phone's socket, the host's.
    pub(crate) fn list(&self) -> String {
        let mut list = String::new();
        for entry in self.entries().iter() {
            for part in [
                "host-",
                &entry.owner.0.to_string(),
                " ",
                &entry.local,
                " ",
                &entry.remote,
                "\n",
            ] {
                list.push_str(part);
            }
        }
        list
    }

    fn entries(&self) -> MutexGuard<'_, Vec<Entry>> {
        self.entries.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Whether a phone can listen there; the port when it is one.
fn check_local(local: &str) -> Result<Option<u16>, ReverseError> {
    const NAMED: [&str; 4] = [
        "localabstract:",
        "localreserved:",
        "localfilesystem:",
        "local:",
    ];
    if let Some(port) = local.strip_prefix("tcp:") {
        let port = port
            .parse()
            .map_err(|_| ReverseError::CannotBind(format!("bad port number '{port}'")))?;
        return Ok(Some(port));
    }
    if NAMED.iter().any(|prefix| {
        local
            .strip_prefix(prefix)
            .is_some_and(|name| !name.is_empty())
    }) {
        return Ok(None);
    }
    Err(ReverseError::CannotBind(format!(
        "unknown socket specification: {local}"
    )))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sockets_are_bound_rebound_and_released() {
        let table = ReverseTable::default();
        let (dialer, mut dials) = mpsc::channel(1);
        let (first, second) = (table.connection(), table.connection());
        let add = |owner, local: &str, existing| {
            table.add(owner, local, "tcp:9", existing, dialer.clone())
        };
        assert_eq!(add(first, "tcp:0", Existing::Replace), Ok(Some(32768)));
        assert_eq!(add(first, "tcp:0", Existing::Replace), Ok(Some(32769)));
        assert_eq!(add(first, "tcp:80", Existing::Replace), Ok(None));
        assert_eq!(
            add(second, "tcp:80", Existing::Refuse),
            Err(ReverseError::CannotRebind)
        );
        assert_eq!(add(second, "tcp:80", Existing::Replace), Ok(None));
        assert_eq!(
            add(second, "localabstract:a b", Existing::Replace),
            Ok(None)
        );
        for bad in ["tcp:", "tcp:x", "tcp:65536", "localabstract:", "udp:1", ""] {
            assert!(
                matches!(
                    add(first, bad, Existing::Replace),
                    Err(ReverseError::CannotBind(_))
                ),
                "{bad}"
            );
        }
        assert_eq!(
            table.list(),
            "host-1 tcp:32768 tcp:9\nhost-1 tcp:32769 tcp:9\nhost-2 tcp:80 tcp:9\nhost-2 localabstract:a b tcp:9\n"
        );
        assert!(table.dial("tcp:81").is_none());
        assert!(table.dial("tcp:80").is_some());
        assert!(table.dial("tcp:80").is_none(), "the queue of one is full");
        assert_eq!(dials.try_recv().unwrap().remote, "tcp:9");
        assert_eq!(
            table.remove("tcp:81"),
            Err(ReverseError::NotFound("tcp:81".into()))
        );
        assert_eq!(table.remove("tcp:32768"), Ok(()));
        table.release(second);
        assert_eq!(
            table.sockets(),
            [("tcp:32769".to_owned(), "tcp:9".to_owned())]
        );
        table.remove_all();
        assert!(table.sockets().is_empty());
    }
}
