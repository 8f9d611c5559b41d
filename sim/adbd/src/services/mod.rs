//! What runs on a stream. Each service takes an open stream to its end; the connection closes it then.

mod command;
mod control;
mod debuggable;
mod reverse;
mod socket;

use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use tokio::sync::mpsc;

use crate::device::AdbPhone;
use crate::options::Options;
use crate::reverse::{ConnectionId, Dial};
use crate::service::{HangUp, Service};
use crate::stream::{Closed, Stream};

pub(crate) use self::socket::splice;

/// How long a service may still work for a peer that has gone or does not answer.
pub(crate) const LINGER: Duration = Duration::from_secs(5);

/// What every service of a connection can reach.
pub(crate) struct Context {
    pub(crate) device: Arc<dyn AdbPhone>,
    pub(crate) options: Options,
    pub(crate) connection: ConnectionId,
    pub(crate) dialer: mpsc::Sender<Dial>,
}

/// How a stream ended, seen from the phone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Outcome {
    /// It was never open.
    Refused,
    /// The service is done, or the peer closed it.
    Ended,
    /// The service is done, and the phone restarts: every connection ends.
    Restart,
}

/// Opens the service and runs it.
pub(crate) async fn run(
    context: &Context,
    service: Service,
    delay: Duration,
    stream: Stream,
) -> Outcome {
    if !delay.is_zero() {
        tokio::select! {
            () = stream.sender.closed() => return Outcome::Ended,
            () = context.options.delay.wait(delay) => {}
        }
    }
    let closed = stream.sender.closed();
    match service {
        Service::Socket(address) => {
            let socket = tokio::select! {
                () = closed => return Outcome::Ended,
                socket = socket::connect(context, &address) => socket,
            };
            let Some(socket) = socket else {
                return Outcome::Refused;
            };
            if stream.sender.accept().await.is_ok() {
                splice(socket, stream, &*context.options.delay).await;
            }
            Outcome::Ended
        }
        Service::Abb { .. } if !context.device.has_abb() => Outcome::Refused,
        service => {
            let hang_up = service.hang_up();
            let left_alone = async {
                closed.await;
                if hang_up == HangUp::EndsInput {
                    // By the machine's clock: where the phone's stands still, the command would be given no time.
                    tokio::time::sleep(LINGER).await;
                }
            };
            tokio::select! {
                // The peer's leaving ends a service, because nobody could see its result. What reads from the peer
                // may do so to the end first.
                () = left_alone => Outcome::Ended,
                outcome = accepted(context, service, stream) => outcome.unwrap_or(Outcome::Ended),
            }
        }
    }
}

async fn accepted(
    context: &Context,
    service: Service,
    mut stream: Stream,
) -> Result<Outcome, Closed> {
    stream.sender.accept().await?;
    let hang_up = service.hang_up();
    match service {
        Service::Shell(shell) => command::shell(context, shell, stream).await?,
        Service::Abb { words, protocol } => {
            command::abb(context, words, protocol, hang_up, stream).await?;
        }
        Service::Sync => {
            let files = context.device.files();
            crate::sync::serve(&*files, &*context.options.witness, stream).await?;
        }
        Service::Reverse(request) => {
            let answer = reverse::answer(context, request);
            stream.sender.send(Bytes::from(answer)).await?;
        }
        Service::Control(request) => return control::run(context, request, stream).await,
        Service::DebuggableTracked => debuggable::track(stream).await?,
        // No process can be debugged, so the list ends at once. A socket has no use for this way.
        Service::DebuggableOnce | Service::Socket(_) => {}
    }
    Ok(Outcome::Ended)
}
