//! A session of the file service: questions one after the other on one stream.

use bytes::BytesMut;
use tokio::io::{AsyncWrite, AsyncWriteExt};

use crate::connection::Connection;
use crate::deadline::Deadline;
use crate::device::DeviceHandle;
use crate::error::{AdbError, Result};
use crate::wire::{self, Expect, FileStat, ListEntry, SyncFrame, WireError};

/// A session of the file service.
///
/// A call that is dropped closes the session's stream, since half an answer may be on it, and so does one that fails:
/// the phone ends the session when it refuses a transfer. Later calls then answer [`AdbError::ConnectionLost`], and a
/// new session has to be opened.
#[derive(Debug)]
pub struct SyncSession {
    channel: Option<Channel>,
    versions: Versions,
}

/// The stream, and what was read of it ahead. It is taken out of the session for the time of a call.
#[derive(Debug)]
pub(super) struct Channel {
    pub(super) connection: Connection,
    pub(super) buffer: BytesMut,
}

/// Which of the phone's questions are the newer ones.
#[derive(Debug, Clone, Copy)]
struct Versions {
    stat: Version,
    list: Version,
    transfer: Version,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Version {
    V1,
    V2,
}

impl DeviceHandle {
    /// Opens a session of the file service.
    pub async fn sync(&self, deadline: Deadline) -> Result<SyncSession> {
        let features = self.features(deadline).await?;
        let version = |feature| {
            if features.has(feature) {
                Version::V2
            } else {
                Version::V1
            }
        };
        let versions = Versions {
            stat: version("stat_v2"),
            list: version("ls_v2"),
            transfer: version("sendrecv_v2"),
        };
        let connection = self.open_service("sync", b"sync:", deadline).await?;
        Ok(SyncSession {
            channel: Some(Channel {
                connection,
                buffer: BytesMut::new(),
            }),
            versions,
        })
    }
}

impl SyncSession {
    /// What is at a path, a link being followed; nothing when there is nothing.
    ///
    /// Phones without `stat_v2` cannot follow a link: use [`SyncSession::link_stat`] there.
    pub async fn stat(
        &mut self,
        path: impl AsRef<[u8]>,
        deadline: Deadline,
    ) -> Result<Option<FileStat>> {
        match self.versions.stat {
            Version::V1 => Err(AdbError::FeatureMissing { feature: "stat_v2" }),
            Version::V2 => {
                self.ask_stat(*b"STA2", Expect::StatV2, path.as_ref(), deadline)
                    .await
            }
        }
    }

    /// What is at a path, a link not being followed; nothing when there is nothing.
    pub async fn link_stat(
        &mut self,
        path: impl AsRef<[u8]>,
        deadline: Deadline,
    ) -> Result<Option<FileStat>> {
        let (id, expect) = match self.versions.stat {
            Version::V1 => (*b"STAT", Expect::StatV1),
            Version::V2 => (*b"LST2", Expect::StatV2),
        };
        self.ask_stat(id, expect, path.as_ref(), deadline).await
    }

    /// The entries of a folder, `.` and `..` left out. The phone answers an empty list for a folder that it cannot read.
    pub async fn list(
        &mut self,
        path: impl AsRef<[u8]>,
        deadline: Deadline,
    ) -> Result<Vec<ListEntry>> {
        let (id, expect) = match self.versions.list {
            Version::V1 => (*b"LIST", Expect::EntryV1),
            Version::V2 => (*b"LIS2", Expect::EntryV2),
        };
        let path = path.as_ref();
        let request = wire::encode_path_request(id, path).map_err(refused(path))?;
        let mut channel = self.take()?;
        let entries = deadline
            .run(OPERATION, async {
                channel.connection.write_all(OPERATION, &request).await?;
                let mut entries = Vec::new();
                loop {
                    match channel.next(expect).await? {
                        SyncFrame::Entry(entry) if matches!(&*entry.name, b"." | b"..") => {}
                        SyncFrame::Entry(_) if entries.len() == ENTRIES_LIMIT => {
                            return Err(AdbError::OutputTooLarge {
                                operation: OPERATION,
                                limit: ENTRIES_LIMIT,
                            });
                        }
                        SyncFrame::Entry(entry) => entries.push(entry),
                        SyncFrame::Done => return Ok(entries),
                        other => return Err(unexpected(path, other)),
                    }
                }
            })
            .await?;
        self.channel = Some(channel);
        Ok(entries)
    }

    /// Fetches a file; answers its size. `progress` is told how many bytes have been written, after each piece.
    pub async fn pull(
        &mut self,
        path: impl AsRef<[u8]>,
        target: impl AsyncWrite + Unpin,
        progress: impl FnMut(u64),
        deadline: Deadline,
    ) -> Result<u64> {
        self.receive(path.as_ref(), None, target, progress, deadline)
            .await
    }

    /// Fetches a file that has at most so many bytes; of a longer one no more is kept, whatever its size was said to be.
    pub async fn pull_at_most(
        &mut self,
        path: impl AsRef<[u8]>,
        limit: usize,
        deadline: Deadline,
    ) -> Result<Vec<u8>> {
        let mut bytes = Vec::new();
        self.receive(path.as_ref(), Some(limit), &mut bytes, |_| {}, deadline)
            .await?;
        Ok(bytes)
    }

    async fn receive(
        &mut self,
        path: &[u8],
        limit: Option<usize>,
        mut target: impl AsyncWrite + Unpin,
        mut progress: impl FnMut(u64),
        deadline: Deadline,
    ) -> Result<u64> {
        let request = match self.versions.transfer {
            Version::V1 => wire::encode_path_request(*b"RECV", path),
            Version::V2 => wire::encode_receive_v2(path),
        }
        .map_err(refused(path))?;
        let mut channel = self.take()?;
        let received = deadline
            .run(OPERATION, async {
                channel.connection.write_all(OPERATION, &request).await?;
                let mut received = 0_u64;
                loop {
                    match channel.next(Expect::Data).await? {
                        SyncFrame::Data(piece) => {
                            received += u64::try_from(piece.len()).unwrap_or(u64::MAX);
                            let fits =
                                |limit| usize::try_from(received).is_ok_and(|it| it <= limit);
                            if let Some(limit) = limit.filter(|limit| !fits(*limit)) {
                                return Err(AdbError::OutputTooLarge {
                                    operation: OPERATION,
                                    limit,
                                });
                            }
                            target
                                .write_all(&piece)
                                .await
                                .map_err(AdbError::local(OPERATION))?;
                            progress(received);
                        }
                        SyncFrame::Done => {
                            target.flush().await.map_err(AdbError::local(OPERATION))?;
                            return Ok(received);
                        }
                        other => return Err(unexpected(path, other)),
                    }
                }
            })
            .await?;
        self.channel = Some(channel);
        Ok(received)
    }

    /// Ends the session and waits until the phone has seen it. Dropping the session ends it too.
    pub async fn close(mut self, deadline: Deadline) -> Result<()> {
        let channel = self.take()?;
        deadline
            .run(OPERATION, async {
                channel
                    .connection
                    .write_all(OPERATION, b"QUIT\0\0\0\0")
                    .await?;
                match channel
                    .connection
                    .read_to_end(OPERATION, wire::CHUNK_LIMIT)
                    .await
                {
                    Ok(_) | Err(AdbError::ConnectionLost { .. }) => Ok(()),
                    Err(error) => Err(error),
                }
            })
            .await
    }

    pub(super) fn transfer_version(&self) -> Version {
        self.versions.transfer
    }

    pub(super) fn take(&mut self) -> Result<Channel> {
        self.channel.take().ok_or(AdbError::ConnectionLost {
            operation: OPERATION,
        })
    }

    pub(super) fn put_back(&mut self, channel: Channel) {
        self.channel = Some(channel);
    }

    async fn ask_stat(
        &mut self,
        id: [u8; 4],
        expect: Expect,
        path: &[u8],
        deadline: Deadline,
    ) -> Result<Option<FileStat>> {
        let request = wire::encode_path_request(id, path).map_err(refused(path))?;
        let mut channel = self.take()?;
        let frame = deadline
            .run(OPERATION, async {
                channel.connection.write_all(OPERATION, &request).await?;
                channel.next(expect).await
            })
            .await?;
        match frame {
            SyncFrame::Stat(stat) => {
                self.channel = Some(channel);
                Ok(Some(stat))
            }
            SyncFrame::NoStat(error) => {
                self.channel = Some(channel);
                match error {
                    0 | NO_ENTRY | NOT_A_FOLDER => Ok(None),
                    other => Err(AdbError::SyncFailed {
                        path: shown(path),
                        message: error_text(other),
                    }),
                }
            }
            other => Err(unexpected(path, other)),
        }
    }
}

impl Channel {
    /// The next answer to the question that was asked.
    pub(super) async fn next(&mut self, expect: Expect) -> Result<SyncFrame> {
        loop {
            let frame = wire::decode_sync(&mut self.buffer, expect);
            if let Some(frame) = frame.map_err(AdbError::protocol(OPERATION))? {
                return Ok(frame);
            }
            if self.connection.fill(OPERATION, &mut self.buffer).await? == 0 {
                return Err(AdbError::ConnectionLost {
                    operation: OPERATION,
                });
            }
        }
    }
}

pub(super) const OPERATION: &str = "sync";

/// More entries than any folder of a phone is known to have; a list without an end must not fill the memory.
const ENTRIES_LIMIT: usize = 100_000;

// The numbers are Linux's, whatever this machine is.
const NO_ENTRY: u32 = 2;
const NOT_A_FOLDER: u32 = 20;

fn error_text(error: u32) -> String {
    match error {
        1 => "operation not permitted".to_owned(),
        5 => "input/output error".to_owned(),
        13 => "permission denied".to_owned(),
        36 => "file name too long".to_owned(),
        40 => "too many levels of symbolic links".to_owned(),
        other => format!("error {other}"),
    }
}

/// What an answer that does not fit becomes: the phone's refusal, or a breach of the protocol.
pub(super) fn unexpected(path: &[u8], frame: SyncFrame) -> AdbError {
    match frame {
        SyncFrame::Fail(message) => AdbError::SyncFailed {
            path: shown(path),
            message,
        },
        _ => DeviceHandle::unexpected(OPERATION, "the answer is for another request"),
    }
}

pub(super) fn refused(path: &[u8]) -> impl Fn(WireError) -> AdbError {
    move |error| AdbError::SyncFailed {
        path: shown(path),
        message: error.to_string(),
    }
}

fn shown(path: &[u8]) -> String {
    String::from_utf8_lossy(path).into_owned()
}
