//! A host made by hand: it sends the packets it is told to and shows what comes back.

use std::sync::Arc;

use bytes::{Bytes, BytesMut};
use clawperator_adbd::packet::{
    Checksum, Command, Decoded, Packet, Rules, VERSION_MIN, VERSION_SKIP_CHECKSUM, decode,
    encode_header,
};
use clawperator_adbd::{AdbPhone, Duplex, serve};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio_util::sync::CancellationToken;

use super::PATIENCE;
use super::phone::Phone;

pub(crate) struct Peer {
    socket: Box<dyn Duplex>,
    buffer: BytesMut,
    checksum: Checksum,
}

impl Peer {
    /// Connects by TCP and says nothing yet.
    pub(crate) async fn dial(phone: &Phone) -> Self {
        let socket = tokio::net::TcpStream::connect(phone.address).await.unwrap();
        Self::on(Box::new(socket))
    }

    /// Connects without a socket of the system, and is online.
    pub(crate) async fn in_process(phone: &Phone) -> Self {
        let (near, far) = tokio::io::duplex(1024);
        let device = Arc::clone(&phone.toy) as Arc<dyn AdbPhone>;
        tokio::spawn(serve(
            far,
            device,
            phone.options.clone(),
            CancellationToken::new(),
        ));
        let mut peer = Self::on(Box::new(near));
        peer.connect().await;
        peer
    }

    fn on(socket: Box<dyn Duplex>) -> Self {
        Self {
            socket,
            buffer: BytesMut::new(),
            checksum: Checksum::Used,
        }
    }

    /// Says who it is, and waits for the answer.
    pub(crate) async fn connect(&mut self) -> Packet {
        self.connect_as(VERSION_SKIP_CHECKSUM, 1 << 20).await
    }

    pub(crate) async fn connect_as(&mut self, version: u32, max_payload: u32) -> Packet {
        self.send(
            Command::Connect,
            version,
            max_payload,
            b"host::features=shell_v2",
        )
        .await;
        let answer = self.next().await.unwrap();
        assert_eq!(answer.command, Command::Connect);
        if version > VERSION_MIN {
            self.checksum = Checksum::Skipped;
        }
        answer
    }

    pub(crate) async fn send(&mut self, command: Command, arg0: u32, arg1: u32, payload: &[u8]) {
        let packet = Packet {
            command,
            arg0,
            arg1,
            payload: Bytes::copy_from_slice(payload),
        };
        let mut bytes = BytesMut::new();
        encode_header(&packet, self.checksum, &mut bytes);
        bytes.extend_from_slice(payload);
        self.raw(&bytes).await;
    }

    pub(crate) async fn raw(&mut self, bytes: &[u8]) {
        self.socket.write_all(bytes).await.unwrap();
    }

    /// Opens a stream that must be granted; answers the phone's name for it.
    pub(crate) async fn open(&mut self, id: u32, service: &str) -> u32 {
        self.send(Command::Open, id, 0, format!("{service}\0").as_bytes())
            .await;
        let packet = self.next().await.unwrap();
        assert_eq!((packet.command, packet.arg1), (Command::Okay, id));
        packet.arg0
    }

    /// The next packet, or `None` when the phone hung up.
    pub(crate) async fn next(&mut self) -> Option<Packet> {
        let rules = Rules {
            max_payload: 1 << 20,
            checksum: self.checksum,
        };
        loop {
            match decode(&mut self.buffer, rules).unwrap() {
                Decoded::Packet(packet) => {
                    if self.buffer.is_empty() {
                        self.buffer = BytesMut::new();
                    }
                    return Some(packet);
                }
                Decoded::Needs(_) => {
                    let read = self.socket.read_buf(&mut self.buffer);
                    let read = tokio::time::timeout(PATIENCE, read).await.expect("in time");
                    if read.unwrap_or(0) == 0 {
                        return None;
                    }
                }
            }
        }
    }

    /// The next packet's command, names and text.
    pub(crate) async fn expect(&mut self, command: Command, arg0: u32, arg1: u32, payload: &[u8]) {
        let packet = self.next().await.expect("a packet");
        let expected = Packet {
            command,
            arg0,
            arg1,
            payload: Bytes::copy_from_slice(payload),
        };
        assert_eq!(packet, expected);
    }
}
