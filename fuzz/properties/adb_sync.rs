//! What holds of the decoder of the file service's answers for any bytes.
//!
//! The fuzz target runs this on bytes that libFuzzer makes up; `crates/adb/tests/suite/fuzz_corpus.rs` runs it on the
//! committed corpus with every `cargo test`.

use bytes::{BufMut, Bytes, BytesMut};
use clawperator_adb::wire::{
    CHUNK_LIMIT, Expect, FileDetails, FileStat, ListEntry, NAME_LIMIT, SyncFrame, WireError,
    decode_sync, encode_data_header, encode_done,
};

use super::pieces::arrivals;

const QUESTIONS: [Expect; 6] = [
    Expect::StatV1,
    Expect::StatV2,
    Expect::EntryV1,
    Expect::EntryV2,
    Expect::Data,
    Expect::Verdict,
];

/// Panics when the decoder makes of `bytes` what it may not.
pub(crate) fn check(bytes: &[u8]) {
    for expect in QUESTIONS {
        let whole = decode(&[bytes], expect);
        for pieces in arrivals(bytes) {
            let count = pieces.len();
            assert_eq!(decode(&pieces, expect), whole, "{expect:?}, {count} pieces");
        }
        check_frames(bytes, expect);
    }
    check_own_pieces(bytes);
}

/// The answers, and how the stream ended: refused, or with this left in the buffer.
type Decoded = (Vec<SyncFrame>, Result<Bytes, WireError>);

fn decode(pieces: &[&[u8]], expect: Expect) -> Decoded {
    let mut buffer = BytesMut::new();
    let mut frames = Vec::new();
    for piece in pieces {
        buffer.extend_from_slice(piece);
        loop {
            match decode_sync(&mut buffer, expect) {
                Ok(Some(frame)) => frames.push(frame),
                Ok(None) => break,
                Err(error) => return (frames, Err(error)),
            }
        }
    }
    (frames, Ok(buffer.freeze()))
}

/// Each answer says exactly what its bytes say, and a buffer that is not enough has no more than a piece of one.
fn check_frames(bytes: &[u8], expect: Expect) {
    let mut buffer = BytesMut::from(bytes);
    let mut rest = bytes;
    loop {
        match decode_sync(&mut buffer, expect) {
            Ok(Some(frame)) => {
                let taken;
                (taken, rest) = rest.split_at(rest.len() - buffer.len());
                check_frame(&frame, taken, expect);
            }
            Ok(None) => {
                assert_eq!(buffer, rest, "touched without an answer");
                let most = (8 + CHUNK_LIMIT).max(76 + NAME_LIMIT);
                assert!(rest.len() < most, "waits for too much");
                return;
            }
            Err(error) => return check_refusal(&error, rest),
        }
    }
}

fn check_frame(frame: &SyncFrame, taken: &[u8], expect: Expect) {
    let (id, fields) = taken.split_at(4);
    let mut written = BytesMut::from(id);
    match frame {
        SyncFrame::Stat(stat) if expect == Expect::StatV1 => {
            assert_eq!(id, b"STAT");
            put_stat_v1(stat, &mut written);
        }
        SyncFrame::Stat(stat) => {
            assert!(matches!(id, b"STA2" | b"LST2") && expect == Expect::StatV2);
            put_stat_v2(stat, &mut written);
        }
        SyncFrame::NoStat(0) => {
            assert_eq!((id, expect), (&b"STAT"[..], Expect::StatV1));
            written.put_bytes(0, 12);
        }
        SyncFrame::NoStat(error) => {
            assert!(matches!(id, b"STA2" | b"LST2") && expect == Expect::StatV2);
            written.put_u32_le(*error);
            written.put_slice(&fields[4..]);
            assert_eq!(taken.len(), 72);
        }
        SyncFrame::Entry(ListEntry { name, stat }) => {
            assert!(name.len() <= NAME_LIMIT);
            match (expect, stat) {
                (Expect::EntryV1, Some(stat)) => put_stat_v1(stat, &mut written),
                (Expect::EntryV2, Some(stat)) => put_stat_v2(stat, &mut written),
                (Expect::EntryV2, None) => {
                    assert_ne!(fields[..4], [0; 4], "left out without an error");
                    written.put_slice(&fields[..68]);
                }
                _ => panic!("an entry for {expect:?}"),
            }
            put_sized(name, &mut written);
        }
        SyncFrame::Data(piece) => {
            assert_eq!(expect, Expect::Data);
            assert!(piece.len() <= CHUNK_LIMIT);
            put_sized(piece, &mut written);
        }
        SyncFrame::Done => {
            assert_eq!(id, b"DONE");
            let length = match expect {
                Expect::EntryV1 => 20,
                Expect::EntryV2 => 76,
                Expect::Data => 8,
                Expect::StatV1 | Expect::StatV2 | Expect::Verdict => panic!("nothing to end"),
            };
            assert_eq!(taken.len(), length);
            written.put_slice(fields);
        }
        SyncFrame::Okay => {
            assert_eq!((id, expect), (&b"OKAY"[..], Expect::Verdict));
            assert_eq!(taken.len(), 8);
            written.put_slice(fields);
        }
        SyncFrame::Fail(message) => {
            assert_eq!(id, b"FAIL");
            assert_eq!(*message, String::from_utf8_lossy(&fields[4..]));
            put_sized(&fields[4..], &mut written);
        }
    }
    assert_eq!(written, taken, "{frame:?}");
}

fn check_refusal(error: &WireError, rest: &[u8]) {
    let text = error.to_string();
    assert!(
        text.len() < 120 && text.bytes().all(|byte| matches!(byte, b' '..=b'~')),
        "{text:?}"
    );
    match error {
        WireError::SyncAnswer(id) => assert_eq!(rest.first_chunk(), Some(id)),
        WireError::TooLong { length, limit, .. } => assert!(length > limit),
        other => panic!("{other:?} is not for this decoder"),
    }
}

/// What the client writes when it sends a file is read back as what a phone would send.
fn check_own_pieces(bytes: &[u8]) {
    let piece = &bytes[..bytes.len().min(CHUNK_LIMIT)];
    let length = u32::try_from(piece.len()).expect("a piece is small");
    let mut sent = encode_data_header(length).to_vec();
    sent.extend_from_slice(piece);
    sent.extend_from_slice(&encode_done(length));
    let expected = vec![
        SyncFrame::Data(Bytes::copy_from_slice(piece)),
        SyncFrame::Done,
    ];
    assert_eq!(decode(&[&sent], Expect::Data), (expected, Ok(Bytes::new())));
}

fn put_sized(data: &[u8], out: &mut BytesMut) {
    out.put_u32_le(u32::try_from(data.len()).expect("lengths are bounded"));
    out.put_slice(data);
}

fn put_stat_v1(stat: &FileStat, out: &mut BytesMut) {
    assert_eq!(stat.details, None);
    out.put_u32_le(stat.mode);
    out.put_u32_le(u32::try_from(stat.size).expect("the old protocol has 32 bits"));
    out.put_u32_le(u32::try_from(stat.modified).expect("the old protocol has 32 bits"));
}

fn put_stat_v2(stat: &FileStat, out: &mut BytesMut) {
    let Some(FileDetails {
        device,
        inode,
        links,
        user,
        group,
        accessed,
        changed,
    }) = stat.details
    else {
        panic!("the newer protocol tells everything");
    };
    out.put_u32_le(0);
    out.put_u64_le(device);
    out.put_u64_le(inode);
    for number in [stat.mode, links, user, group] {
        out.put_u32_le(number);
    }
    out.put_u64_le(stat.size);
    for time in [accessed, stat.modified, changed] {
        out.put_i64_le(time);
    }
}
