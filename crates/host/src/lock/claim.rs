//! The claim on a phone: a socket whose name no file has.
//!
//! Such a name can be bound by one process of the machine at a time, whatever its user, and is free when that process is
//! gone. Nobody can remove it, and who has it the system itself says. A user of this machine who wants to keep others
//! from a phone can bind its name for ever; that user is named then, and cannot be prevented from it.

use std::io;
use std::os::linux::net::SocketAddrExt;
use std::os::unix::net::{SocketAddr, UnixListener};
use std::time::Duration;

use clawperator_contract::Holder;
use rustix::net::Shutdown;
use tokio::io::AsyncReadExt;
use tokio::net::UnixStream;
use tokio::time::timeout;

use super::shared::Shared;
use super::user;
use crate::blocking::blocking;
use clawperator_engine::LockError;

/// How long it takes at most until the system has closed a socket whose process is gone.
const PATIENCE: Duration = Duration::from_millis(50);
/// How often a name is tried that nobody answers for: a program that is just being started has the socket of one that
/// is gone, until it is running.
const TRIES: usize = 200;
const PAUSE: Duration = Duration::from_millis(5);
/// The most of what a holder says that is told.
const COMMAND_LIMIT: usize = 256;

/// The phone is this process's for as long as this lives. Nobody serves the socket: that it is there is all it says.
#[derive(Debug)]
pub(super) struct Claim {
    listener: UnixListener,
}

impl Claim {
    pub(super) async fn take(name: &str) -> Result<Self, LockError> {
        let socket = socket(name);
        let address = SocketAddr::from_abstract_name(&socket).map_err(LockError::Claim)?;
        let mut seen = None;
        for _ in 0..TRIES {
            match UnixListener::bind_addr(&address) {
                Ok(listener) => return Ok(Self { listener }),
                Err(error) if error.kind() == io::ErrorKind::AddrInUse => {}
                Err(error) => return Err(LockError::Claim(error)),
            }
            match ask(&socket).await {
                Asked::Held(holder) => {
                    let holder = holder.map(|peer| named(peer, Shared::marked_by(name)));
                    return Err(LockError::Held { holder });
                }
                Asked::Silent(holder) => seen = holder.or(seen),
                Asked::Gone => {}
            }
            // Another program is waited for, which goes by the system's clock and not by one that a test has stopped.
            blocking(|| std::thread::park_timeout(PAUSE)).await;
        }
        Err(LockError::Held { holder: seen })
    }
}

impl Drop for Claim {
    fn drop(&mut self) {
        // A program that another thread is just starting has the socket too, until it is running: whoever asks
        // meanwhile is to be refused.
        let _ = rustix::net::shutdown(&self.listener, Shutdown::Both);
    }
}

/// The socket that whoever has a phone has.
pub(super) fn socket(name: &str) -> String {
    format!("clawperator-phone-{name}")
}

/// What came of asking who has a name.
enum Asked {
    /// Somebody has it.
    Held(Option<Holder>),
    /// Somebody had it and is gone.
    Silent(Option<Holder>),
    /// Nobody is there any more.
    Gone,
}

async fn ask(name: &str) -> Asked {
    // Tokio takes a path that begins with a zero for a name without a file.
    let mut stream = match UnixStream::connect(format!("\0{name}")).await {
        Ok(stream) => stream,
        Err(error) if error.kind() == io::ErrorKind::ConnectionRefused => return Asked::Gone,
        // Too many wait to be answered.
        Err(_) => return Asked::Held(None),
    };
    // As the system says it, which no program can change.
    let peer = stream.peer_cred().ok().map(|peer| Holder {
        command_id: String::new(),
        process_id: peer
            .pid()
            .and_then(|id| u32::try_from(id).ok())
            // A process of another namespace has no number here; 0 is none.
            .unwrap_or_default(),
        user: Some(user::name(peer.uid())),
    });
    match timeout(PATIENCE, stream.read(&mut [0])).await {
        Ok(Ok(0) | Err(_)) => Asked::Silent(peer),
        // Nobody answers, so the connection is as open as the claim.
        Ok(Ok(_)) | Err(_) => Asked::Held(peer),
    }
}

/// Adds what only the holder itself can say, where the mark is its own: what it runs.
fn named(peer: Holder, mark: Option<Holder>) -> Holder {
    // A process of another container has no number here but the one it gives itself.
    let is_its_own = |mark: &Holder| peer.process_id == 0 || peer.process_id == mark.process_id;
    let Some(mark) = mark.filter(is_its_own) else {
        return peer;
    };
    Holder {
        command_id: mark.command_id.chars().take(COMMAND_LIMIT).collect(),
        process_id: mark.process_id,
        ..peer
    }
}

#[cfg(test)]
mod tests {
    use std::os::unix::net::UnixStream as Stream;

    use super::*;

    fn name() -> String {
        clawperator_private_files::unforeseeable()
    }

    fn holder(command_id: &str) -> Holder {
        Holder {
            command_id: command_id.to_owned(),
            process_id: 1,
            user: Some("somebody".to_owned()),
        }
    }

    async fn refused(name: &str) -> Holder {
        match Claim::take(name).await {
            Err(LockError::Held { holder }) => holder.unwrap(),
            other => panic!("{other:?}"),
        }
    }

    #[tokio::test]
    async fn a_second_one_is_told_who_has_it_by_the_system() {
        let name = name();
        let claim = Claim::take(&name).await.unwrap();
        let told = refused(&name).await;
        // What a holder says of its process and user is not believed.
        assert_eq!(told.process_id, std::process::id());
        assert_eq!(
            told.user,
            Some(user::name(clawperator_private_files::user()))
        );
        drop(claim);
        Claim::take(&name).await.unwrap();
    }

    #[tokio::test]
    async fn one_that_does_not_answer_is_named_all_the_same() {
        let name = name();
        let address = SocketAddr::from_abstract_name(format!("clawperator-phone-{name}")).unwrap();
        let squatter = UnixListener::bind_addr(&address).unwrap();
        let told = refused(&name).await;
        assert_eq!(told.command_id, "");
        assert_eq!(told.process_id, std::process::id());
        // Also when so many wait for it that nobody gets through.
        squatter.set_nonblocking(true).unwrap();
        let mut waiting = Vec::new();
        for _ in 0..4_200 {
            let socket = rustix::net::socket_with(
                rustix::net::AddressFamily::UNIX,
                rustix::net::SocketType::STREAM,
                rustix::net::SocketFlags::NONBLOCK,
                None,
            )
            .unwrap();
            let to = rustix::net::SocketAddrUnix::new_abstract_name(
                format!("clawperator-phone-{name}").as_bytes(),
            )
            .unwrap();
            if rustix::net::connect(&socket, &to).is_err() {
                break;
            }
            waiting.push(Stream::from(socket));
        }
        let taken = Claim::take(&name).await;
        assert!(matches!(taken, Err(LockError::Held { .. })), "{taken:?}");
    }

    #[test]
    fn what_a_holder_says_is_cut_and_believed_only_of_itself() {
        let peer = || Holder {
            process_id: 7,
            ..holder("")
        };
        let mark = |process_id| Holder {
            process_id,
            ..holder(&"x".repeat(3_000))
        };
        assert_eq!(named(peer(), Some(mark(8))), peer());
        assert_eq!(named(peer(), None), peer());
        let own = named(peer(), Some(mark(7)));
        assert_eq!((own.command_id.len(), own.process_id), (COMMAND_LIMIT, 7));
        let elsewhere = Holder {
            process_id: 0,
            ..peer()
        };
        assert_eq!(named(elsewhere, Some(mark(8))).process_id, 8);
    }
}
