//! The line of those that wait for a phone: whoever came first gets it first.
//!
//! The line has places, and each is a socket whose name no file has, as the [claim](super::claim) on the phone is one. Who
//! comes takes the last place and goes forward, always into the place right ahead and only once that is free. So nobody
//! overtakes anybody, and the place of a process that is gone is free at once: the system closes its socket, and whoever
//! waits behind it is told by the end of a connection. Nothing is asked again and again.

use std::io;
use std::os::linux::net::SocketAddrExt;
use std::os::unix::net::{SocketAddr, UnixListener};
use std::time::Duration;

use rustix::net::Shutdown;
use tokio::io::AsyncReadExt;
use tokio::net::UnixStream;

use clawperator_contract::Holder;

use super::user;
use crate::blocking::blocking;

/// How many can stand in the line; whoever comes then waits in front of its end, in no order.
const PLACES: usize = 64;
/// How long until something is tried again that nobody tells of: a socket that is closed, but not yet by a program that is
/// just being started, and a phone that a process has whose sockets cannot be seen here, such as one in a container.
const PAUSE: Duration = Duration::from_millis(50);

/// A place in the line, until this is dropped.
#[derive(Debug)]
pub(super) struct Place {
    listener: UnixListener,
}

impl Place {
    /// Stands in the line for a phone until nobody is ahead. Says on the way how many are.
    pub(super) async fn first_in_line(
        name: &str,
        ahead: &(dyn Fn(usize) + Send + Sync),
    ) -> io::Result<Self> {
        let mut place = Self::take(name, PLACES - 1, ahead).await?;
        for number in (0..PLACES - 1).rev() {
            let next = Self::take(name, number, ahead).await?;
            // Only now may somebody come after.
            place = next;
        }
        Ok(place)
    }

    async fn take(
        name: &str,
        number: usize,
        ahead: &(dyn Fn(usize) + Send + Sync),
    ) -> io::Result<Self> {
        let socket = socket(name, number);
        let address = SocketAddr::from_abstract_name(&socket)?;
        loop {
            match UnixListener::bind_addr(&address) {
                Ok(listener) => return Ok(Self { listener }),
                Err(error) if error.kind() == io::ErrorKind::AddrInUse => {}
                Err(error) => return Err(error),
            }
            ahead(number + 1);
            until_closed(&socket).await;
        }
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        // A program that another thread is just starting has the socket too, until it is running.
        let _ = rustix::net::shutdown(&self.listener, Shutdown::Both);
    }
}

/// Whoever is first in the line for a phone, as the system says it; nothing where nobody waits.
pub(super) async fn first(name: &str) -> Option<Holder> {
    let stream = connected(&socket(name, 0)).await.ok()?;
    let peer = stream.peer_cred().ok()?;
    Some(Holder {
        command_id: String::new(),
        process_id: peer.pid().and_then(|id| u32::try_from(id).ok())?,
        user: Some(user::name(peer.uid())),
    })
}

/// Returns once whoever has this socket has closed it, or nobody has it.
pub(super) async fn until_closed(socket: &str) {
    if let Ok(mut stream) = connected(socket).await {
        // Nobody ever writes to it: it ends when the socket does.
        let _ = stream.read(&mut [0]).await;
    } else {
        blocking(|| std::thread::park_timeout(PAUSE)).await;
    }
}

async fn connected(socket: &str) -> io::Result<UnixStream> {
    // Tokio takes a path that begins with a zero for a name without a file.
    UnixStream::connect(format!("\0{socket}")).await
}

fn socket(name: &str, number: usize) -> String {
    format!("clawperator-line-{name}-{number}")
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::sync::{Arc, Mutex};

    use tokio::sync::mpsc;

    use super::*;

    fn name() -> String {
        clawperator_private_files::unforeseeable()
    }

    #[tokio::test]
    async fn whoever_came_first_is_first() {
        const WAITERS: usize = 20;
        let name = name();
        let head = Place::first_in_line(&name, &|_| {}).await.unwrap();
        let order = Arc::new(Mutex::new(Vec::new()));
        let mut tasks = Vec::new();
        for waiter in 0..WAITERS {
            let (stands, mut standing) = mpsc::unbounded_channel();
            let (name, order) = (name.clone(), Arc::clone(&order));
            tasks.push(tokio::spawn(async move {
                let told = |ahead| stands.send(ahead).unwrap();
                let place = Place::first_in_line(&name, &told).await.unwrap();
                order.lock().unwrap().push(waiter);
                drop(place);
            }));
            // The next one comes only when this one stands behind all others.
            while standing.recv().await != Some(waiter + 1) {}
        }
        assert_eq!(first(&name).await.unwrap().process_id, std::process::id());
        drop(head);
        for task in tasks {
            task.await.unwrap();
        }
        let order = order.lock().unwrap().clone();
        assert_eq!(order, (0..WAITERS).collect::<Vec<_>>());
        assert!(first(&name).await.is_none());
    }

    #[tokio::test]
    async fn one_that_leaves_holds_nobody_up() {
        let name = name();
        let head = Place::first_in_line(&name, &|_| {}).await.unwrap();
        let ahead = Arc::new(AtomicUsize::new(0));
        let waits = |ahead: Arc<AtomicUsize>| {
            let name = name.clone();
            tokio::spawn(async move {
                let told = |number| ahead.store(number, Ordering::SeqCst);
                drop(Place::first_in_line(&name, &told).await.unwrap());
            })
        };
        let leaver = waits(Arc::clone(&ahead));
        while ahead.load(Ordering::SeqCst) != 1 {
            tokio::task::yield_now().await;
        }
        let ahead = Arc::new(AtomicUsize::new(0));
        let last = waits(Arc::clone(&ahead));
        while ahead.load(Ordering::SeqCst) != 2 {
            tokio::task::yield_now().await;
        }
        leaver.abort();
        while ahead.load(Ordering::SeqCst) != 1 {
            tokio::task::yield_now().await;
        }
        drop(head);
        last.await.unwrap();
    }
}
