//! One connection: the handshake, and packets handed to the streams they belong to.

use std::pin::Pin;
use std::sync::Arc;

use bytes::Bytes;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::sync::mpsc;
use tokio_util::sync::CancellationToken;

use crate::auth::{Auth, MAX_FAILURES, kind};
use crate::device::{AdbPhone, Banner};
use crate::features::is_served;
use crate::options::Options;
use crate::packet::{
    Checksum, Command, MAX_PAYLOAD_BEFORE_CONNECT, Malformed, Packet, Rules, TOKEN_LEN,
    VERSION_MIN, VERSION_SKIP_CHECKSUM,
};
use crate::public_key::PublicKey;
use crate::reverse::{ConnectionId, Dial, ReverseTable};
use crate::services::{Context, LINGER, Outcome};
use crate::streams::{StreamEnd, Streams};
use crate::wire::{PacketReader, WireError, WriterRules, write_packets};

/// Packets that wait for the writer before whoever has more of them waits.
const QUEUE: usize = 32;
/// Connections to reversed sockets that wait to be opened.
const DIALS: usize = 16;

/// Why a connection ended.
#[derive(Debug, thiserror::Error)]
pub enum Ended {
    /// The peer hung up.
    #[error("the peer hung up")]
    PeerClosed,
    /// The caller asked for it.
    #[error("the phone was shut down")]
    Shutdown,
    /// A fault cut it.
    #[error("the connection was cut on purpose")]
    Cut,
    /// The phone rebooted, or adbd started anew.
    #[error("the phone restarted")]
    Restarted,
    /// The peer sent bytes that are no packet.
    #[error("malformed packet: {0}")]
    Malformed(#[from] Malformed),
    /// The peer asked for TLS, which was never offered.
    #[error("the peer asked for TLS")]
    TlsRefused,
    /// Too many signatures failed.
    #[error("too many signatures failed")]
    AuthFailed,
    /// There was no randomness for a token.
    #[error("no randomness for a token")]
    NoRandomness,
    /// The socket failed.
    #[error(transparent)]
    Io(#[from] std::io::Error),
}

impl From<WireError> for Ended {
    fn from(error: WireError) -> Self {
        match error {
            WireError::Eof => Self::PeerClosed,
            WireError::Cut => Self::Cut,
            WireError::Malformed(malformed) => Self::Malformed(malformed),
            WireError::Io(error) => Self::Io(error),
        }
    }
}

/// Serves one connection until it ends, and answers why.
///
/// The connection is one task, the caller's, and one more for each open stream. Dropping the future hangs up and kills
/// every service that was running.
///
/// Limits against hostile peers: a payload has at most the size both sides announced, and 4 KiB before that; a stream
/// holds 32 writes that its service has not taken, and is closed when the peer sends another; streams above
/// [`Options::max_streams`] and streams with a name in use are refused; a write to a stream that does not exist is
/// answered with `CLSE`; 256 failed signatures end the connection.
pub async fn serve<S>(
    socket: S,
    device: Arc<dyn AdbPhone>,
    options: Options,
    shutdown: CancellationToken,
) -> Ended
where
    S: AsyncRead + AsyncWrite + Send + Unpin + 'static,
{
    let counted = options.counters.connection();
    let cut = options.faults.next_cut();
    let faults = Arc::clone(&options.faults);
    let counters = Arc::clone(&options.counters);
    let (read, write) = tokio::io::split(socket);
    let (queue, queued) = mpsc::channel(QUEUE);
    let writer_rules = WriterRules::default();
    let writer = write_packets(write, queued, &writer_rules, &faults, &counters);
    tokio::pin!(writer);

    let (dialer, dials) = mpsc::channel(DIALS);
    let connection = options.reverse.connection();
    let _lease = Lease {
        table: Arc::clone(&options.reverse),
        connection,
    };
    let linger = Arc::clone(&options.delay);
    let context = Arc::new(Context {
        device,
        options,
        connection,
        dialer,
    });
    let mut connection = Connection {
        streams: Streams::new(Arc::clone(&context), queue.clone()),
        context,
        queue,
        writer_rules: &writer_rules,
        dials,
        state: State::Waiting,
        version: VERSION_MIN,
        max_payload: MAX_PAYLOAD_BEFORE_CONNECT,
        failures: 0,
    };
    let ended = tokio::select! {
        biased;
        () = shutdown.cancelled() => Ended::Shutdown,
        () = cut => Ended::Cut,
        error = &mut writer => error.into(),
        ended = connection.run(read) => ended,
    };
    connection.streams.close_all().await;
    if matches!(ended, Ended::Restarted) {
        // With nobody left to queue packets the writer ends once it has written them.
        drop(connection);
        tokio::select! {
            _ = writer => {}
            () = linger.wait(LINGER) => {}
        }
        drop(counted);
        faults.cut();
    }
    ended
}

/// Takes a connection's reversed sockets away when it ends.
struct Lease {
    table: Arc<ReverseTable>,
    connection: ConnectionId,
}

impl Drop for Lease {
    fn drop(&mut self) {
        self.table.release(self.connection);
    }
}

struct Connection<'a> {
    streams: Streams,
    context: Arc<Context>,
    queue: mpsc::Sender<Packet>,
    writer_rules: &'a WriterRules,
    dials: mpsc::Receiver<Dial>,
    state: State,
    version: u32,
    max_payload: u32,
    failures: u32,
}

enum State {
    /// The peer has not said who it is.
    Waiting,
    /// It was given a token.
    Challenged([u8; TOKEN_LEN]),
    /// It showed a key, and a person is looking at it.
    Asking(Box<PublicKey>, Pin<Box<dyn Future<Output = ()> + Send>>),
    /// Streams may be opened.
    Online,
}

/// What the connection has to deal with next.
enum Event {
    Packet(Packet),
    StreamEnded(StreamEnd),
    Dial(Dial),
    Accepted,
}

impl Connection<'_> {
    async fn run(&mut self, read: impl AsyncRead + Unpin) -> Ended {
        let before = Rules {
            max_payload: MAX_PAYLOAD_BEFORE_CONNECT,
            checksum: Checksum::Used,
        };
        let mut reader = PacketReader::new(read, before);
        self.context.options.faults.until_online().await;
        loop {
            let options = &self.context.options;
            let online = matches!(self.state, State::Online);
            let event = tokio::select! {
                packet = reader.next(&options.faults, &options.counters) => match packet {
                    Ok(packet) => Event::Packet(packet),
                    Err(error) => return error.into(),
                },
                end = self.streams.next_end() => Event::StreamEnded(end),
                Some(dial) = self.dials.recv(), if online => Event::Dial(dial),
                () = accepted(&mut self.state) => Event::Accepted,
            };
            let done = match event {
                Event::Packet(packet) => self.packet(packet).await,
                Event::StreamEnded(end) => {
                    self.streams.finish(end).await;
                    match end.outcome {
                        Outcome::Restart => Err(Ended::Restarted),
                        Outcome::Refused | Outcome::Ended => Ok(()),
                    }
                }
                Event::Dial(dial) => {
                    self.streams.dial(dial).await;
                    Ok(())
                }
                Event::Accepted => self.accept_key().await,
            };
            if let Err(ended) = done {
                return ended;
            }
            reader.rules = Rules {
                max_payload: match self.state {
                    State::Online => self.max_payload,
                    State::Waiting | State::Challenged(_) | State::Asking(..) => {
                        MAX_PAYLOAD_BEFORE_CONNECT
                    }
                },
                checksum: checksum_of(self.version),
            };
        }
    }

    async fn packet(&mut self, packet: Packet) -> Result<(), Ended> {
        match (packet.command, &self.state) {
            (Command::Connect, _) => self.connect(&packet).await?,
            (Command::Auth, State::Challenged(token)) => {
                let token = *token;
                self.authenticate(token, &packet).await?;
            }
            (Command::StartTls, _) => return Err(Ended::TlsRefused),
            (Command::Open, State::Online) => self.streams.open(&packet).await,
            (Command::Okay, State::Online) => self.streams.okay(&packet),
            (Command::Write, State::Online) => self.streams.write(packet).await,
            (Command::Close, State::Online) => self.streams.close(&packet).await,
            // Before it is online, and of what it does not know, adbd takes no notice.
            (
                Command::Auth
                | Command::Open
                | Command::Okay
                | Command::Write
                | Command::Close
                | Command::Other(_),
                _,
            ) => {}
        }
        Ok(())
    }

    /// The peer says who it is. Said again, everything starts anew.
    async fn connect(&mut self, packet: &Packet) -> Result<(), Ended> {
        let options = &self.context.options;
        self.version = packet.arg0.clamp(VERSION_MIN, VERSION_SKIP_CHECKSUM);
        self.max_payload = packet
            .arg1
            .min(options.max_payload)
            .max(MAX_PAYLOAD_BEFORE_CONNECT);
        if matches!(self.state, State::Online) {
            self.streams.close_all().await;
            options.reverse.release(self.context.connection);
        }
        match &self.auth() {
            Auth::Open => self.go_online().await,
            Auth::Unauthorized | Auth::Ask { .. } => self.challenge().await?,
        }
        Ok(())
    }

    async fn challenge(&mut self) -> Result<(), Ended> {
        let mut token = [0; TOKEN_LEN];
        getrandom::fill(&mut token).map_err(|_| Ended::NoRandomness)?;
        self.state = State::Challenged(token);
        let payload = Bytes::copy_from_slice(&token);
        self.send(Packet {
            command: Command::Auth,
            arg0: kind::TOKEN,
            arg1: 0,
            payload,
        })
        .await;
        Ok(())
    }

    async fn authenticate(&mut self, token: [u8; TOKEN_LEN], packet: &Packet) -> Result<(), Ended> {
        match (packet.arg0, self.auth()) {
            (kind::SIGNATURE, Auth::Ask { known, .. }) if known.verify(&token, &packet.payload) => {
                self.go_online().await;
            }
            (kind::SIGNATURE, _) => {
                self.failures += 1;
                if self.failures >= MAX_FAILURES {
                    return Err(Ended::AuthFailed);
                }
                self.challenge().await?;
            }
            (kind::PUBLIC_KEY, Auth::Ask { accept_after, .. }) => {
                if let Some(key) = PublicKey::parse(&packet.payload) {
                    let delay = Arc::clone(&self.context.options.delay);
                    self.state = State::Asking(
                        Box::new(key),
                        Box::pin(async move { delay.wait(accept_after).await }),
                    );
                }
            }
            // A key that nobody will accept gets no answer; nor does what is no part of the protocol.
            _ => {}
        }
        Ok(())
    }

    async fn accept_key(&mut self) -> Result<(), Ended> {
        let State::Asking(key, _) = std::mem::replace(&mut self.state, State::Waiting) else {
            return Ok(());
        };
        match self.auth() {
            Auth::Open => self.go_online().await,
            Auth::Ask { known, .. } => {
                known.add(*key);
                self.go_online().await;
            }
            // Somebody changed their mind while the person was looking.
            Auth::Unauthorized => self.challenge().await?,
        }
        Ok(())
    }

    async fn go_online(&mut self) {
        let device = &self.context.device;
        let banner = banner_text(&device.banner(), device.has_abb());
        let max_payload = self.context.options.max_payload;
        let connect = Packet {
            command: Command::Connect,
            arg0: VERSION_SKIP_CHECKSUM,
            arg1: max_payload,
            payload: Bytes::from(banner),
        };
        self.send(connect).await;
        self.writer_rules.set(checksum_of(self.version));
        self.streams.set_max_payload(self.max_payload);
        self.state = State::Online;
    }

    fn auth(&self) -> Auth {
        let options = &self.context.options;
        if options.faults.is_unauthorized() {
            Auth::Unauthorized
        } else {
            options.auth.clone()
        }
    }

    /// Queues a packet. The queue ends only with the connection, so there is nothing to report.
    async fn send(&mut self, packet: Packet) {
        let _ = self.queue.send(packet).await;
    }
}

/// Ends when the person has accepted the key; never in any other state.
async fn accepted(state: &mut State) {
    match state {
        State::Asking(_, decision) => decision.await,
        State::Waiting | State::Challenged(_) | State::Online => std::future::pending().await,
    }
}

fn checksum_of(version: u32) -> Checksum {
    if version >= VERSION_SKIP_CHECKSUM {
        Checksum::Skipped
    } else {
        Checksum::Used
    }
}

/// What the phone says of itself, in one packet of the smallest size.
fn banner_text(banner: &Banner, has_abb: bool) -> String {
    let features: Vec<&str> = banner
        .features
        .iter()
        .map(String::as_str)
        .filter(|feature| is_served(feature, has_abb))
        .collect();
    let value = |text: &str| -> String {
        // The separators of the banner have no escape.
        text.chars()
            .take(200)
            .map(|char| {
                if char == ';' || char.is_control() {
                    '_'
                } else {
                    char
                }
            })
            .collect()
    };
    format!(
        "device::ro.product.name={};ro.product.model={};ro.product.device={};features={}",
        value(&banner.product),
        value(&banner.model),
        value(&banner.device),
        features.join(",")
    )
}
