//! Packets on a socket: reading, writing, and the faults that strike in between.

use std::io;
use std::sync::atomic::{AtomicBool, Ordering};

use bytes::{BufMut, Bytes, BytesMut};
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::sync::mpsc;

use crate::counters::Counters;
use crate::faults::{Spent, TrafficDirection, TransportFaults};
use crate::packet::{Checksum, Decoded, Malformed, Packet, Rules, decode, encode_header};

/// What an idle connection keeps for reading.
const IDLE_BUFFER: usize = 1024;
/// Payloads up to this size are copied together into one write.
const SMALL_PAYLOAD: usize = 4096;
/// The most that is copied together.
const BATCH: usize = 32 * 1024;
/// The most that is written before faults are looked at again.
const WRITE_CHUNK: usize = 64 * 1024;

/// Why there are no more packets.
#[derive(Debug, thiserror::Error)]
pub(crate) enum WireError {
    #[error("the peer hung up")]
    Eof,
    #[error("the connection was cut on purpose")]
    Cut,
    #[error(transparent)]
    Malformed(#[from] Malformed),
    #[error(transparent)]
    Io(#[from] io::Error),
}

/// Reads packets. Dropping [`PacketReader::next`] loses nothing.
#[derive(Debug)]
pub(crate) struct PacketReader<R> {
    socket: R,
    buffer: BytesMut,
    pub(crate) rules: Rules,
}

impl<R: AsyncRead + Unpin> PacketReader<R> {
    pub(crate) fn new(socket: R, rules: Rules) -> Self {
        Self {
            socket,
            buffer: BytesMut::new(),
            rules,
        }
    }

    pub(crate) async fn next(
        &mut self,
        faults: &TransportFaults,
        counters: &Counters,
    ) -> Result<Packet, WireError> {
        loop {
            faults.until_flowing(TrafficDirection::In).await;
            let needs = match decode(&mut self.buffer, self.rules)? {
                Decoded::Packet(packet) => {
                    if self.buffer.is_empty() {
                        // The packet keeps the buffer alive; the next one starts small, so that idling costs little.
                        self.buffer = BytesMut::new();
                    }
                    return Ok(packet);
                }
                Decoded::Needs(needs) => needs,
            };
            self.buffer
                .reserve(needs.max(IDLE_BUFFER).saturating_sub(self.buffer.len()));
            let read = self.socket.read_buf(&mut self.buffer).await?;
            if read == 0 {
                return Err(WireError::Eof);
            }
            counters.add_in(read);
            if let Spent::CutAfter(_) = faults.spend(TrafficDirection::In, read) {
                return Err(WireError::Cut);
            }
        }
    }
}

/// What the writer is told from outside while it runs.
#[derive(Debug, Default)]
pub(crate) struct WriterRules {
    skip_checksum: AtomicBool,
}

impl WriterRules {
    pub(crate) fn set(&self, checksum: Checksum) {
        self.skip_checksum
            .store(checksum == Checksum::Skipped, Ordering::Release);
    }

    fn checksum(&self, packet: &Packet) -> Checksum {
        use crate::packet::Command;
        // A peer learns the version from our `CNXN` at the earliest.
        let before_version = matches!(packet.command, Command::Connect | Command::Auth);
        if self.skip_checksum.load(Ordering::Acquire) && !before_version {
            Checksum::Skipped
        } else {
            Checksum::Used
        }
    }
}

/// Writes what is queued, in order, until the socket fails or a fault cuts it.
pub(crate) async fn write_packets<W: AsyncWrite + Unpin>(
    mut socket: W,
    mut queue: mpsc::Receiver<Packet>,
    rules: &WriterRules,
    faults: &TransportFaults,
    counters: &Counters,
) -> WireError {
    let mut batch = Vec::new();
    loop {
        let Some(packet) = queue.recv().await else {
            return WireError::Eof;
        };
        let mut large = append(&packet, rules, &mut batch);
        while large.is_none()
            && batch.len() < BATCH
            && let Ok(packet) = queue.try_recv()
        {
            large = append(&packet, rules, &mut batch);
        }
        // Most batches end without a large payload.
        for bytes in [batch.as_slice(), large.as_deref().unwrap_or_default()] {
            if let Err(error) = write_all(&mut socket, bytes, faults, counters).await {
                return error;
            }
        }
        if let Err(error) = socket.flush().await {
            return error.into();
        }
        if batch.capacity() > IDLE_BUFFER {
            batch = Vec::new();
        }
        batch.clear();
    }
}

/// Puts a packet into the batch; a large payload is handed back, to be written after it without a copy.
fn append(packet: &Packet, rules: &WriterRules, batch: &mut Vec<u8>) -> Option<Bytes> {
    encode_header(packet, rules.checksum(packet), batch);
    if packet.payload.len() > SMALL_PAYLOAD {
        return Some(packet.payload.clone());
    }
    batch.put_slice(&packet.payload);
    None
}

async fn write_all<W: AsyncWrite + Unpin>(
    socket: &mut W,
    bytes: &[u8],
    faults: &TransportFaults,
    counters: &Counters,
) -> Result<(), WireError> {
    for chunk in bytes.chunks(WRITE_CHUNK) {
        faults.until_flowing(TrafficDirection::Out).await;
        let spent = faults.spend(TrafficDirection::Out, chunk.len());
        let passes = match spent {
            Spent::All => chunk,
            Spent::CutAfter(left) => chunk.get(..left).unwrap_or(chunk),
        };
        socket.write_all(passes).await?;
        counters.add_out(passes.len());
        if spent != Spent::All {
            // What was written should arrive before the end does.
            socket.shutdown().await?;
            return Err(WireError::Cut);
        }
    }
    Ok(())
}
