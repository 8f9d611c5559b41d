//! The messages of the file service as bytes.
//!
//! A request is four letters, a length in little endian and a path; `SND2` and `RCV2` are followed by a second
//! message with the same letters. Answers have the fixed layouts below.

use bytes::{Buf, BufMut, Bytes, BytesMut};

use super::Stat;

/// The longest path; longer ones are refused.
pub(super) const MAX_PATH: usize = 1024;
/// The most data in one message, both ways.
pub(super) const MAX_DATA: usize = 64 * 1024;
/// Letters and a length.
pub(super) const HEADER_LEN: usize = 8;

/// Four letters and a number, which most often is a length.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Header {
    pub(super) id: [u8; 4],
    pub(super) value: u32,
}

impl Header {
    /// Reads a header; `None` when there are too few bytes.
    pub(super) fn parse(bytes: &[u8]) -> Option<Self> {
        let (id, mut rest) = bytes.split_first_chunk::<4>()?;
        (rest.len() >= 4).then(|| Self {
            id: *id,
            value: rest.get_u32_le(),
        })
    }
}

/// What a transfer is to be like, by its flags.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Transfer {
    Plain,
    /// The data is read and thrown away.
    DryRun,
}

impl Transfer {
    const DRY_RUN: u32 = 0x8000_0000;

    /// Reads the flags of a `SND2`; compressed transfers are not announced and not known.
    pub(super) fn of_send(flags: u32) -> Result<Self, UnknownFlags> {
        match flags {
            0 => Ok(Self::Plain),
            Self::DRY_RUN => Ok(Self::DryRun),
            _ => Err(UnknownFlags(flags)),
        }
    }

    /// Reads the flags of a `RCV2`.
    pub(super) fn of_receive(flags: u32) -> Result<Self, UnknownFlags> {
        if flags == 0 {
            Ok(Self::Plain)
        } else {
            Err(UnknownFlags(flags))
        }
    }
}

/// Flags that this phone has not announced.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("unknown flags: {0}")]
pub(super) struct UnknownFlags(u32);

/// Splits `PATH,MODE`, as `SEND` has it. The mode is decimal, octal or hexadecimal, by its beginning.
pub(super) fn split_mode(path: &str) -> Result<(&str, u32), &'static str> {
    let (path, mode) = path.rsplit_once(',').ok_or("missing , in ID_SEND_V1")?;
    let mode = if let Some(digits) = mode.strip_prefix("0x") {
        u32::from_str_radix(digits, 16)
    } else if mode.len() > 1 && mode.starts_with('0') {
        u32::from_str_radix(mode, 8)
    } else {
        mode.parse()
    };
    Ok((path, mode.map_err(|_| "bad mode")?))
}

pub(super) fn put_okay(buffer: &mut BytesMut) {
    buffer.put_slice(b"OKAY");
    buffer.put_u32_le(0);
}

/// `FAIL`, and why.
pub(super) fn put_fail(text: &str, buffer: &mut BytesMut) {
    buffer.put_slice(b"FAIL");
    put_length(text.len(), buffer);
    buffer.put_slice(text.as_bytes());
}

pub(super) fn put_data(data: &[u8], buffer: &mut BytesMut) {
    buffer.put_slice(b"DATA");
    put_length(data.len(), buffer);
    buffer.put_slice(data);
}

/// `DONE` at the end of a file.
pub(super) fn put_done(buffer: &mut BytesMut) {
    buffer.put_slice(b"DONE");
    buffer.put_u32_le(0);
}

/// `STAT`: mode, size and time, all zero when there is nothing. A size above four gigabytes loses its upper half.
pub(super) fn put_stat_v1(stat: Option<Stat>, buffer: &mut BytesMut) {
    buffer.put_slice(b"STAT");
    put_short(stat, buffer);
}

/// `STA2` or `LST2`: an error, and everything that `stat` tells.
pub(super) fn put_stat_v2(id: [u8; 4], stat: Result<Stat, u32>, buffer: &mut BytesMut) {
    buffer.put_slice(&id);
    put_long(stat, buffer);
}

/// `DENT`: an entry of a folder.
pub(super) fn put_entry_v1(name: &str, stat: Stat, buffer: &mut BytesMut) {
    buffer.put_slice(b"DENT");
    put_short(Some(stat), buffer);
    put_length(name.len(), buffer);
    buffer.put_slice(name.as_bytes());
}

/// `DNT2`: an entry of a folder with everything that `stat` tells.
pub(super) fn put_entry_v2(name: &str, stat: Stat, buffer: &mut BytesMut) {
    buffer.put_slice(b"DNT2");
    put_long(Ok(stat), buffer);
    put_length(name.len(), buffer);
    buffer.put_slice(name.as_bytes());
}

/// `DONE` at the end of a folder, as long as an entry without a name.
pub(super) fn put_end_of_entries(entry_len: usize, buffer: &mut BytesMut) {
    buffer.put_slice(b"DONE");
    buffer.put_bytes(0, entry_len.saturating_sub(4));
}

/// Bytes of an entry before its name.
pub(super) const ENTRY_V1_LEN: usize = 20;
pub(super) const ENTRY_V2_LEN: usize = 76;

fn put_short(stat: Option<Stat>, buffer: &mut BytesMut) {
    let (mode, size, modified) =
        stat.map_or((0, 0, 0), |stat| (stat.mode, stat.size, stat.modified));
    let [a, b, c, d, ..] = size.to_le_bytes();
    buffer.put_u32_le(mode);
    buffer.put_slice(&[a, b, c, d]);
    buffer.put_u32_le(modified);
}

fn put_long(stat: Result<Stat, u32>, buffer: &mut BytesMut) {
    match stat {
        Err(error) => {
            buffer.put_u32_le(error);
            buffer.put_bytes(0, 64);
        }
        Ok(stat) => {
            buffer.put_u32_le(0);
            buffer.put_u64_le(DEVICE);
            buffer.put_u64_le(stat.inode);
            buffer.put_u32_le(stat.mode);
            buffer.put_u32_le(1);
            buffer.put_u32_le(SHELL_USER);
            buffer.put_u32_le(SHELL_USER);
            buffer.put_u64_le(stat.size);
            for _ in ["accessed", "modified", "changed"] {
                buffer.put_i64_le(i64::from(stat.modified));
            }
        }
    }
}

/// The phone's files are all on one device and belong to the shell, as far as a client is told.
const DEVICE: u64 = 1;
const SHELL_USER: u32 = 2000;

#[expect(
    clippy::expect_used,
    reason = "names, messages and chunks are bounded; a wrong length would shift the whole stream"
)]
fn put_length(length: usize, buffer: &mut BytesMut) {
    buffer.put_u32_le(u32::try_from(length).expect("a bounded length"));
}

/// Text in a request; paths here are UTF-8.
pub(super) fn path_text(bytes: &Bytes) -> Option<&str> {
    std::str::from_utf8(bytes)
        .ok()
        .filter(|path| !path.contains('\0'))
}

#[cfg(test)]
mod tests {
    use super::*;

    const STAT: Stat = Stat {
        mode: 0o100_644,
        size: 0x1_0000_0002,
        modified: 3,
        inode: 4,
    };

    #[test]
    fn answers_have_their_lengths() {
        let length = |put: &dyn Fn(&mut BytesMut)| {
            let mut buffer = BytesMut::new();
            put(&mut buffer);
            buffer.len()
        };
        assert_eq!(length(&|buffer| put_stat_v1(Some(STAT), buffer)), 16);
        assert_eq!(
            length(&|buffer| put_stat_v2(*b"STA2", Ok(STAT), buffer)),
            72
        );
        assert_eq!(length(&|buffer| put_stat_v2(*b"LST2", Err(2), buffer)), 72);
        assert_eq!(
            length(&|buffer| put_entry_v1("", STAT, buffer)),
            ENTRY_V1_LEN
        );
        assert_eq!(
            length(&|buffer| put_entry_v2("", STAT, buffer)),
            ENTRY_V2_LEN
        );
        assert_eq!(
            length(&|buffer| put_end_of_entries(ENTRY_V2_LEN, buffer)),
            ENTRY_V2_LEN
        );
    }

    #[test]
    fn a_large_size_loses_its_upper_half_in_the_old_form() {
        let mut buffer = BytesMut::new();
        put_stat_v1(Some(STAT), &mut buffer);
        assert_eq!(buffer.as_ref(), b"STAT\xa4\x81\0\0\x02\0\0\0\x03\0\0\0");
    }

    #[test]
    fn modes() {
        assert_eq!(split_mode("/a,b,33188"), Ok(("/a,b", 33188)));
        assert_eq!(split_mode("/a,0100644"), Ok(("/a", 0o100_644)));
        assert_eq!(split_mode("/a,0x1ff"), Ok(("/a", 0x1ff)));
        assert!(split_mode("/a").is_err());
        assert!(split_mode("/a,-1").is_err());
        assert_eq!(Transfer::of_send(0x8000_0000), Ok(Transfer::DryRun));
        assert_eq!(
            Transfer::of_send(1).unwrap_err().to_string(),
            "unknown flags: 1"
        );
        assert!(Transfer::of_receive(0x8000_0000).is_err());
    }
}
