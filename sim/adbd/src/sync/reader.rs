//! A stream's writes as a sequence of bytes.

use bytes::{Buf, Bytes, BytesMut};

use crate::stream::{Closed, StreamReceiver};

/// Reads bytes without regard to how they were packed. It holds one write at most.
#[derive(Debug)]
pub(super) struct SyncReader {
    receiver: StreamReceiver,
    rest: Bytes,
}

impl SyncReader {
    pub(super) fn new(receiver: StreamReceiver) -> Self {
        Self {
            receiver,
            rest: Bytes::new(),
        }
    }

    /// This many bytes; the caller has bounded the number.
    pub(super) async fn exactly(&mut self, length: usize) -> Result<Bytes, Closed> {
        if length <= self.rest.len() {
            return Ok(self.rest.split_to(length));
        }
        let mut bytes = BytesMut::with_capacity(length);
        while bytes.len() < length {
            let piece = self.some(length - bytes.len()).await?;
            bytes.extend_from_slice(&piece);
        }
        Ok(bytes.freeze())
    }

    /// At least one byte and at most `limit`, which is not zero, whatever is there first.
    pub(super) async fn some(&mut self, limit: usize) -> Result<Bytes, Closed> {
        while self.rest.is_empty() {
            self.rest = self.receiver.next().await.ok_or(Closed)?;
        }
        Ok(self.rest.split_to(limit.min(self.rest.len())))
    }

    pub(super) async fn number(&mut self) -> Result<u32, Closed> {
        Ok(self.exactly(4).await?.get_u32_le())
    }
}
