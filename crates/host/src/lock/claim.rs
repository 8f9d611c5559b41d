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
use tokio::task::AbortHandle;
use tokio::time::{sleep, timeout};

use super::holder_mark::HOLDER_LIMIT;
use super::user;
use clawperator_engine::LockError;

/// How long a holder may take to say what it runs.
const PATIENCE: Duration = Duration::from_millis(250);
/// How often a name is tried that nobody answers for: a program that is just being started has the socket of one that
/// is gone, until it is running.
const TRIES: usize = 200;
const PAUSE: Duration = Duration::from_millis(5);
/// The most of what a holder says that is told.
const COMMAND_LIMIT: usize = 256;

/// The phone is this process's for as long as this lives.
#[derive(Debug)]
pub(super) struct Claim {
    listener: UnixListener,
    /// Says who has the phone to whoever asks.
    answering: AbortHandle,
}

impl Claim {
    pub(super) async fn take(name: &str, holder: &Holder) -> Result<Self, LockError> {
        let name = format!("clawperator-phone-{name}");
        let address = SocketAddr::from_abstract_name(&name).map_err(LockError::Claim)?;
        let mut seen = None;
        for _ in 0..TRIES {
            match UnixListener::bind_addr(&address) {
                Ok(listener) => return Self::answer(listener, holder).map_err(LockError::Claim),
                Err(error) if error.kind() == io::ErrorKind::AddrInUse => {}
                Err(error) => return Err(LockError::Claim(error)),
            }
            match ask(&name).await {
                Asked::Held(holder) => return Err(LockError::Held { holder }),
                Asked::Silent(holder) => seen = holder.or(seen),
                Asked::Gone => {}
            }
            sleep(PAUSE).await;
        }
        Err(LockError::Held { holder: seen })
    }

    fn answer(listener: UnixListener, holder: &Holder) -> io::Result<Self> {
        let text = serde_json::to_vec(holder)?;
        listener.set_nonblocking(true)?;
        let accepting = tokio::net::UnixListener::from_std(listener.try_clone()?)?;
        // A task and not a thread: a machine may hold a thousand phones.
        let answering = tokio::spawn(async move {
            // It ends with an error, when the claim is given up.
            while let Ok((asking, _)) = accepting.accept().await {
                // It is short enough for the socket to take it at once; who does not want it is gone.
                let _ = asking.try_write(&text);
            }
        });
        Ok(Self {
            listener,
            answering: answering.abort_handle(),
        })
    }
}

impl Drop for Claim {
    fn drop(&mut self) {
        // The name is free when both handles are closed. Until the task has closed its own, whoever asks is refused by
        // the system at once and tries again.
        let _ = rustix::net::shutdown(&self.listener, Shutdown::Both);
        self.answering.abort();
    }
}

/// What came of asking who has a name.
enum Asked {
    /// Somebody has it.
    Held(Option<Holder>),
    /// Somebody had it and said nothing before the end.
    Silent(Option<Holder>),
    /// Nobody is there any more.
    Gone,
}

async fn ask(name: &str) -> Asked {
    // Tokio takes a path that begins with a zero for a name without a file.
    let stream = match UnixStream::connect(format!("\0{name}")).await {
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
            .unwrap_or_default(),
        user: Some(user::name(peer.uid())),
    });
    let mut text = Vec::new();
    let mut stream = stream.take(HOLDER_LIMIT);
    match timeout(PATIENCE, stream.read_to_end(&mut text)).await {
        Ok(Ok(0) | Err(_)) => Asked::Silent(peer),
        Ok(Ok(_)) => Asked::Held(peer.map(|peer| named(peer, &text))),
        Err(_) => Asked::Held(peer),
    }
}

/// Adds what only the holder itself can say: what it runs.
fn named(peer: Holder, text: &[u8]) -> Holder {
    let said: Option<Holder> = serde_json::from_slice(text).ok();
    let Some(said) = said else {
        return peer;
    };
    Holder {
        command_id: said.command_id.chars().take(COMMAND_LIMIT).collect(),
        // A process of another container has no number here but the one it gives itself.
        process_id: if peer.process_id == 0 {
            said.process_id
        } else {
            peer.process_id
        },
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
        match Claim::take(name, &holder("second")).await {
            Err(LockError::Held { holder }) => holder.unwrap(),
            other => panic!("{other:?}"),
        }
    }

    #[tokio::test]
    async fn a_second_one_is_told_who_has_it_by_the_system() {
        let name = name();
        let claim = Claim::take(&name, &holder("first")).await.unwrap();
        let told = refused(&name).await;
        assert_eq!(told.command_id, "first");
        // What a holder says of its process and user is not believed.
        assert_eq!(told.process_id, std::process::id());
        assert_eq!(
            told.user,
            Some(user::name(clawperator_private_files::user()))
        );
        drop(claim);
        Claim::take(&name, &holder("third")).await.unwrap();
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
        let taken = Claim::take(&name, &holder("second")).await;
        assert!(matches!(taken, Err(LockError::Held { .. })), "{taken:?}");
    }

    #[tokio::test]
    async fn what_a_holder_says_is_cut_and_need_not_be_sense() {
        let name = name();
        let claim = Claim::take(&name, &holder(&"x".repeat(3_000))).await;
        let claim = claim.unwrap();
        assert_eq!(refused(&name).await.command_id.len(), COMMAND_LIMIT);
        drop(claim);
        assert_eq!(named(holder(""), b"nonsense"), holder(""));
    }
}
