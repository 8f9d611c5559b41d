//! Sending a file.

use bytes::BytesMut;
use tokio::io::{AsyncRead, AsyncReadExt};

use super::session::{Channel, OPERATION, SyncSession, Version, refused, unexpected};
use crate::connection::Connection;
use crate::deadline::Deadline;
use crate::device::DeviceHandle;
use crate::error::{AdbError, Result};
use crate::wire::{self, CHUNK_LIMIT, Expect, SyncFrame};

/// Where a file goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PushFile<'a> {
    /// The path on the phone; folders above it are made.
    pub path: &'a [u8],
    /// Permission bits, such as `0o644`. The phone gives its group and everybody else the owner's bits too.
    pub permissions: u32,
    /// Modification time in seconds since 1970.
    pub modified: u32,
}

impl SyncSession {
    /// Sends a file; answers its size. `progress` is told how many bytes have been sent, after each piece.
    ///
    /// The phone's refusal ends the sending at once, however much is left.
    pub async fn push(
        &mut self,
        file: PushFile<'_>,
        source: impl AsyncRead + Unpin,
        progress: impl FnMut(u64),
        deadline: Deadline,
    ) -> Result<u64> {
        let mode = REGULAR_FILE | (file.permissions & 0o7777);
        let request = match self.transfer_version() {
            Version::V1 => wire::encode_send_v1(file.path, mode),
            Version::V2 => wire::encode_send_v2(file.path, mode),
        }
        .map_err(refused(file.path))?;
        let mut channel = self.take()?;
        let sent = deadline
            .run(
                OPERATION,
                exchange(&mut channel, &request, file, source, progress),
            )
            .await?;
        self.put_back(channel);
        Ok(sent)
    }
}

const REGULAR_FILE: u32 = 0o100_000;

const HEADER: usize = 8;

async fn exchange(
    channel: &mut Channel,
    request: &[u8],
    file: PushFile<'_>,
    source: impl AsyncRead + Unpin,
    progress: impl FnMut(u64),
) -> Result<u64> {
    let Channel { connection, buffer } = channel;
    let connection = &*connection;
    let verdict = async {
        loop {
            let frame = wire::decode_sync(buffer, Expect::Verdict);
            match frame.map_err(AdbError::protocol(OPERATION))? {
                Some(SyncFrame::Okay) => return Ok(()),
                Some(other) => return Err(unexpected(file.path, other)),
                None => {}
            }
            if connection.fill(OPERATION, buffer).await? == 0 {
                return Err(AdbError::ConnectionLost {
                    operation: OPERATION,
                });
            }
        }
    };
    let sending = async {
        connection.write_all(OPERATION, request).await?;
        let sent = send_pieces(connection, source, progress).await?;
        connection
            .write_all(OPERATION, &wire::encode_done(file.modified))
            .await?;
        Ok(sent)
    };
    tokio::pin!(verdict, sending);
    let sent = tokio::select! {
        biased;
        early = &mut verdict => {
            early?;
            return Err(DeviceHandle::unexpected(OPERATION, "the file was accepted before it was complete"));
        }
        sent = &mut sending => sent,
    };
    match sent {
        Ok(sent) => verdict.await.map(|()| sent),
        // A phone that refuses may close the stream; why is still there to be read.
        Err(AdbError::ConnectionLost { operation }) => match verdict.await {
            Err(error) => Err(error),
            Ok(()) => Err(AdbError::ConnectionLost { operation }),
        },
        Err(error) => Err(error),
    }
}

/// Sends the source piece by piece; the next piece is read while one is being sent.
async fn send_pieces(
    connection: &Connection,
    mut source: impl AsyncRead + Unpin,
    mut progress: impl FnMut(u64),
) -> Result<u64> {
    let mut sent = 0_u64;
    let mut ready = BytesMut::with_capacity(HEADER + CHUNK_LIMIT);
    let mut next = BytesMut::with_capacity(HEADER + CHUNK_LIMIT);
    read_piece(&mut source, &mut ready).await?;
    while ready.len() > HEADER {
        tokio::try_join!(
            connection.write_all(OPERATION, &ready),
            read_piece(&mut source, &mut next),
        )?;
        sent += u64::try_from(ready.len() - HEADER).unwrap_or(u64::MAX);
        progress(sent);
        std::mem::swap(&mut ready, &mut next);
    }
    Ok(sent)
}

/// Reads one piece behind its header: a whole one, unless the source ends. An empty one is the end.
async fn read_piece(source: &mut (impl AsyncRead + Unpin), piece: &mut BytesMut) -> Result<()> {
    piece.clear();
    piece.extend_from_slice(&[0; HEADER]);
    let mut limited = source.take(CHUNK_LIMIT_U64);
    while limited.limit() > 0 {
        let read = limited.read_buf(piece).await;
        if read.map_err(AdbError::local(OPERATION))? == 0 {
            break;
        }
    }
    #[expect(
        clippy::expect_used,
        reason = "with a wrong length the phone would write another file"
    )]
    let length = u32::try_from(piece.len() - HEADER).expect("a piece is at most 64 KB");
    if let Some(header) = piece.first_chunk_mut::<HEADER>() {
        *header = wire::encode_data_header(length);
    }
    Ok(())
}

const CHUNK_LIMIT_U64: u64 = 64 * 1024;
const _: () = assert!(CHUNK_LIMIT == 64 * 1024);
