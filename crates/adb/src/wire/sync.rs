//! Questions and answers of the file service.
//!
//! ```text
//! every question   ID  length  path                 numbers are little endian
//! STAT             mode size modified               STA2, LST2: error, then the whole of stat(2)
//! LIST             DENT.. DONE                      LIS2: DNT2.. DONE, with the whole of stat(2)
//! RECV             DATA.. DONE                      RCV2: the question goes on with  RCV2 flags
//! SEND path,mode   then DATA.. DONE modified        SND2: the question goes on with  SND2 mode flags
//! any              FAIL length message
//! ```

use bytes::{Buf, BufMut, Bytes, BytesMut};

use super::WireError;

/// The most bytes of a file in one piece.
pub const CHUNK_LIMIT: usize = 64 * 1024;

/// The longest path that the phone accepts.
pub const PATH_LIMIT: usize = 1024;

/// The longest name of an entry that is believed.
pub const NAME_LIMIT: usize = 4096;

/// What the last question allows for an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Expect {
    StatV1,
    /// `STA2` or `LST2`.
    StatV2,
    /// `DENT` or the end of the list.
    EntryV1,
    /// `DNT2` or the end of the list.
    EntryV2,
    /// `DATA` or the end of the file.
    Data,
    /// The verdict on a file that was sent.
    Verdict,
}

/// An answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SyncFrame {
    /// What is at the path.
    Stat(FileStat),
    /// Nothing can be said of the path, for this `errno`; 0 where the old protocol gives no reason.
    NoStat(u32),
    /// One entry of a folder.
    Entry(ListEntry),
    /// A piece of a file.
    Data(Bytes),
    /// The list or the file is complete.
    Done,
    /// The file that was sent is in its place.
    Okay,
    /// The phone could not do it, in its own words.
    Fail(String),
}

/// What is known of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileStat {
    /// Type and permission bits as in `st_mode`.
    pub mode: u32,
    /// Size in bytes; the old protocol has 32 bits for it, so a file over 4 GiB shows its remainder.
    pub size: u64,
    /// Modification time in seconds since 1970.
    pub modified: i64,
    /// The rest of it, where the phone speaks the newer protocol.
    pub details: Option<FileDetails>,
}

/// What only the newer protocol tells of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileDetails {
    pub device: u64,
    /// Its number on that device.
    pub inode: u64,
    /// How many names it has.
    pub links: u32,
    /// Its owner.
    pub user: u32,
    pub group: u32,
    /// Access time in seconds since 1970.
    pub accessed: i64,
    /// Time of the last change of these facts, in seconds since 1970.
    pub changed: i64,
}

/// An entry of a folder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListEntry {
    /// The name, in the bytes that the phone keeps.
    pub name: Bytes,
    /// What is known of it; nothing when the phone could not look at it.
    pub stat: Option<FileStat>,
}

/// Writes a question that consists of an id and a path.
pub fn encode_path_request(id: [u8; 4], path: &[u8]) -> Result<BytesMut, WireError> {
    let length = u32::try_from(path.len())
        .ok()
        .filter(|_| path.len() <= PATH_LIMIT);
    let Some(length) = length else {
        return Err(WireError::TooLong {
            what: "a path",
            length: path.len(),
            limit: PATH_LIMIT,
        });
    };
    let mut request = BytesMut::with_capacity(8 + path.len() + 12);
    request.put_slice(&id);
    request.put_u32_le(length);
    request.put_slice(path);
    Ok(request)
}

/// Asks for a file in the newer way, uncompressed.
pub fn encode_receive_v2(path: &[u8]) -> Result<BytesMut, WireError> {
    let mut request = encode_path_request(*b"RCV2", path)?;
    request.put_slice(b"RCV2");
    request.put_u32_le(0);
    Ok(request)
}

/// Announces a file in the old way, the mode in decimal behind the path.
pub fn encode_send_v1(path: &[u8], mode: u32) -> Result<BytesMut, WireError> {
    let mut target = path.to_vec();
    target.extend_from_slice(format!(",{mode}").as_bytes());
    encode_path_request(*b"SEND", &target)
}

/// Announces a file in the newer way, uncompressed.
pub fn encode_send_v2(path: &[u8], mode: u32) -> Result<BytesMut, WireError> {
    let mut request = encode_path_request(*b"SND2", path)?;
    request.put_slice(b"SND2");
    request.put_u32_le(mode);
    request.put_u32_le(0);
    Ok(request)
}

/// The header of a piece of a file.
#[must_use]
pub fn encode_data_header(length: u32) -> [u8; 8] {
    header(*b"DATA", length)
}

/// The end of a file, with its modification time.
#[must_use]
pub fn encode_done(modified: u32) -> [u8; 8] {
    header(*b"DONE", modified)
}

/// Takes the next answer out of a buffer, or nothing when it is not all there yet.
pub fn decode_sync(buffer: &mut BytesMut, expect: Expect) -> Result<Option<SyncFrame>, WireError> {
    let Some(&id) = buffer.first_chunk::<4>() else {
        return Ok(None);
    };
    match (&id, expect) {
        (b"FAIL", _) => {
            let message = sized(buffer, "a message", CHUNK_LIMIT)?;
            Ok(message.map(|text| SyncFrame::Fail(String::from_utf8_lossy(&text).into_owned())))
        }
        (b"STAT", Expect::StatV1) => {
            Ok(
                fixed(buffer, 16).map(|mut fields| match stat_v1(&mut fields) {
                    FileStat {
                        mode: 0,
                        size: 0,
                        modified: 0,
                        ..
                    } => SyncFrame::NoStat(0),
                    stat => SyncFrame::Stat(stat),
                }),
            )
        }
        (b"STA2" | b"LST2", Expect::StatV2) => Ok(fixed(buffer, 72).map(
            |mut fields| match stat_v2(&mut fields) {
                (0, stat) => SyncFrame::Stat(stat),
                (error, _) => SyncFrame::NoStat(error),
            },
        )),
        (b"DENT", Expect::EntryV1) => entry(buffer, 20, |fields| Some(stat_v1(fields))),
        (b"DNT2", Expect::EntryV2) => entry(buffer, 76, |fields| match stat_v2(fields) {
            (0, stat) => Some(stat),
            (_, _) => None,
        }),
        // The end of a list is as long as an entry without a name.
        (b"DONE", Expect::EntryV1) => Ok(fixed(buffer, 20).map(|_| SyncFrame::Done)),
        (b"DONE", Expect::EntryV2) => Ok(fixed(buffer, 76).map(|_| SyncFrame::Done)),
        (b"DONE", Expect::Data) => Ok(fixed(buffer, 8).map(|_| SyncFrame::Done)),
        (b"DATA", Expect::Data) => {
            Ok(sized(buffer, "a piece of a file", CHUNK_LIMIT)?.map(SyncFrame::Data))
        }
        (b"OKAY", Expect::Verdict) => Ok(fixed(buffer, 8).map(|_| SyncFrame::Okay)),
        (_, _) => Err(WireError::SyncAnswer(id)),
    }
}

fn header(id: [u8; 4], number: u32) -> [u8; 8] {
    let mut header = [0; 8];
    let (left, right) = header.split_at_mut(4);
    left.copy_from_slice(&id);
    right.copy_from_slice(&number.to_le_bytes());
    header
}

/// Takes an answer of a fixed length, its id dropped.
fn fixed(buffer: &mut BytesMut, length: usize) -> Option<BytesMut> {
    if buffer.len() < length {
        return None;
    }
    let mut fields = buffer.split_to(length);
    fields.advance(4);
    Some(fields)
}

/// Takes an answer that says its own length.
fn sized(
    buffer: &mut BytesMut,
    what: &'static str,
    limit: usize,
) -> Result<Option<Bytes>, WireError> {
    let Some(&[_, _, _, _, a, b, c, d]) = buffer.first_chunk::<8>() else {
        return Ok(None);
    };
    let length = bounded(u32::from_le_bytes([a, b, c, d]), what, limit)?;
    if buffer.len() < 8 + length {
        return Ok(None);
    }
    buffer.advance(8);
    Ok(Some(buffer.split_to(length).freeze()))
}

/// Takes an entry, whose last number is the length of the name that follows it.
fn entry(
    buffer: &mut BytesMut,
    length: usize,
    stat: impl FnOnce(&mut BytesMut) -> Option<FileStat>,
) -> Result<Option<SyncFrame>, WireError> {
    let Some(&[a, b, c, d]) = buffer.get(..length).and_then(<[u8]>::last_chunk::<4>) else {
        return Ok(None);
    };
    let name = bounded(u32::from_le_bytes([a, b, c, d]), "a name", NAME_LIMIT)?;
    if buffer.len() < length + name {
        return Ok(None);
    }
    let mut fields = buffer.split_to(length);
    fields.advance(4);
    Ok(Some(SyncFrame::Entry(ListEntry {
        stat: stat(&mut fields),
        name: buffer.split_to(name).freeze(),
    })))
}

fn bounded(length: u32, what: &'static str, limit: usize) -> Result<usize, WireError> {
    let length = usize::try_from(length).unwrap_or(usize::MAX);
    if length > limit {
        return Err(WireError::TooLong {
            what,
            length,
            limit,
        });
    }
    Ok(length)
}

fn stat_v1(fields: &mut BytesMut) -> FileStat {
    FileStat {
        mode: word(fields),
        size: u64::from(word(fields)),
        modified: i64::from(word(fields)),
        details: None,
    }
}

fn stat_v2(fields: &mut BytesMut) -> (u32, FileStat) {
    let error = word(fields);
    let device = long(fields);
    let inode = long(fields);
    let mode = word(fields);
    let links = word(fields);
    let user = word(fields);
    let group = word(fields);
    let size = long(fields);
    let accessed = long(fields).cast_signed();
    let modified = long(fields).cast_signed();
    let changed = long(fields).cast_signed();
    let details = FileDetails {
        device,
        inode,
        links,
        user,
        group,
        accessed,
        changed,
    };
    (
        error,
        FileStat {
            mode,
            size,
            modified,
            details: Some(details),
        },
    )
}

#[expect(
    clippy::expect_used,
    reason = "zero would be read as a size, a mode or no error"
)]
fn word(fields: &mut BytesMut) -> u32 {
    let word = fields.try_get_u32_le();
    word.expect("the callers have measured the fields")
}

#[expect(clippy::expect_used, reason = "zero would be read as a size or a time")]
fn long(fields: &mut BytesMut) -> u64 {
    let long = fields.try_get_u64_le();
    long.expect("the callers have measured the fields")
}

#[cfg(test)]
#[path = "sync_tests.rs"]
mod tests;
