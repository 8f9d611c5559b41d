use proptest::prelude::*;

use super::*;

fn sized_frame(id: [u8; 4], data: &[u8]) -> Vec<u8> {
    let mut bytes = header(id, u32::try_from(data.len()).unwrap()).to_vec();
    bytes.extend_from_slice(data);
    bytes
}

fn stat_fields(error: u32, size: u64) -> Vec<u8> {
    let mut fields = BytesMut::new();
    fields.put_u32_le(error);
    fields.put_u64_le(1);
    fields.put_u64_le(2);
    for number in [0o100_644, 3, 2000, 1000] {
        fields.put_u32_le(number);
    }
    fields.put_u64_le(size);
    for number in [10, 11, 12] {
        fields.put_i64_le(number);
    }
    fields.to_vec()
}

fn decode_all(bytes: &[u8], expect: Expect, cut: usize) -> Result<Vec<SyncFrame>, WireError> {
    let mut buffer = BytesMut::new();
    let mut frames = Vec::new();
    for piece in bytes.chunks(cut) {
        buffer.extend_from_slice(piece);
        while let Some(frame) = decode_sync(&mut buffer, expect)? {
            frames.push(frame);
        }
    }
    Ok(frames)
}

#[test]
fn questions() {
    assert_eq!(
        &encode_path_request(*b"STAT", b"/a").unwrap()[..],
        b"STAT\x02\0\0\0/a"
    );
    assert_eq!(
        &encode_send_v1(b"/a", 0o100_644).unwrap()[..],
        b"SEND\x08\0\0\0/a,33188"
    );
    assert_eq!(
        &encode_send_v2(b"/a", 0o644).unwrap()[..],
        b"SND2\x02\0\0\0/aSND2\xa4\x01\0\0\0\0\0\0"
    );
    assert_eq!(
        &encode_receive_v2(b"/a").unwrap()[..],
        b"RCV2\x02\0\0\0/aRCV2\0\0\0\0"
    );
    assert!(encode_path_request(*b"STAT", &[b'a'; PATH_LIMIT]).is_ok());
    assert!(encode_path_request(*b"STAT", &[b'a'; PATH_LIMIT + 1]).is_err());
    assert!(encode_send_v1(&[b'a'; PATH_LIMIT], 0).is_err());
}

#[test]
fn stat_of_both_versions() {
    let mut v1 = b"STAT".to_vec();
    v1.extend_from_slice(&[0xa4, 0x81, 0, 0, 5, 0, 0, 0, 7, 0, 0, 0]);
    assert_eq!(
        decode_all(&v1, Expect::StatV1, 3),
        Ok(vec![SyncFrame::Stat(FileStat {
            mode: 0o100_644,
            size: 5,
            modified: 7,
            details: None
        })])
    );
    let absent = [&b"STAT"[..], &[0; 12]].concat();
    assert_eq!(
        decode_all(&absent, Expect::StatV1, 16),
        Ok(vec![SyncFrame::NoStat(0)])
    );

    let v2 = [&b"LST2"[..], &stat_fields(0, 1 << 33)].concat();
    let frames = decode_all(&v2, Expect::StatV2, 7).unwrap();
    let [SyncFrame::Stat(stat)] = &frames[..] else {
        panic!("{frames:?}");
    };
    assert_eq!(
        (stat.mode, stat.size, stat.modified),
        (0o100_644, 1 << 33, 11)
    );
    let details = stat.details.clone().unwrap();
    assert_eq!((details.device, details.inode, details.links), (1, 2, 3));
    assert_eq!((details.user, details.group), (2000, 1000));
    assert_eq!((details.accessed, details.changed), (10, 12));
    let refused = [&b"STA2"[..], &stat_fields(13, 0)].concat();
    assert_eq!(
        decode_all(&refused, Expect::StatV2, 72),
        Ok(vec![SyncFrame::NoStat(13)])
    );
}

#[test]
fn lists_of_both_versions() {
    let mut v1 = b"DENT".to_vec();
    v1.extend_from_slice(&[0xa4, 0x81, 0, 0, 5, 0, 0, 0, 7, 0, 0, 0, 2, 0, 0, 0]);
    v1.extend_from_slice(b"ab");
    v1.extend_from_slice(&[&b"DONE"[..], &[0; 16]].concat());
    let frames = decode_all(&v1, Expect::EntryV1, 5).unwrap();
    assert!(
        matches!(&frames[..], [SyncFrame::Entry(entry), SyncFrame::Done] if &entry.name[..] == b"ab")
    );

    let v2 = [
        &b"DNT2"[..],
        &stat_fields(0, 9),
        &[3, 0, 0, 0],
        b"abc",
        b"DNT2",
        &stat_fields(13, 0),
        &[1, 0, 0, 0],
        b"x",
        b"DONE",
        &[0; 72],
    ]
    .concat();
    let frames = decode_all(&v2, Expect::EntryV2, 11).unwrap();
    assert!(matches!(
        &frames[..],
        [SyncFrame::Entry(first), SyncFrame::Entry(second), SyncFrame::Done]
            if first.stat.as_ref().is_some_and(|stat| stat.size == 9) && second.stat.is_none()
    ));
}

#[test]
fn an_answer_to_another_question_is_refused() {
    let data = sized_frame(*b"DATA", b"x");
    for expect in [
        Expect::StatV1,
        Expect::StatV2,
        Expect::EntryV1,
        Expect::EntryV2,
        Expect::Verdict,
    ] {
        assert_eq!(
            decode_all(&data, expect, 64),
            Err(WireError::SyncAnswer(*b"DATA"))
        );
    }
}

#[test]
fn lengths_are_bounded() {
    for (id, expect) in [(b"DATA", Expect::Data), (b"FAIL", Expect::Verdict)] {
        let bytes = header(*id, u32::try_from(CHUNK_LIMIT + 1).unwrap());
        assert!(matches!(
            decode_all(&bytes, expect, 8),
            Err(WireError::TooLong {
                limit: CHUNK_LIMIT,
                ..
            })
        ));
    }
    let entry = [&b"DENT"[..], &[0; 12], &[0xff; 4]].concat();
    assert!(matches!(
        decode_all(&entry, Expect::EntryV1, 20),
        Err(WireError::TooLong {
            limit: NAME_LIMIT,
            ..
        })
    ));
}

proptest! {
    #[test]
    fn files_survive_any_cut(pieces in proptest::collection::vec(proptest::collection::vec(any::<u8>(), 0..60), 0..8), cut in 1_usize..33) {
        let mut bytes: Vec<u8> = pieces.iter().flat_map(|piece| sized_frame(*b"DATA", piece)).collect();
        bytes.extend_from_slice(&encode_done(0));
        let mut expected: Vec<SyncFrame> = pieces.iter().map(|piece| SyncFrame::Data(Bytes::copy_from_slice(piece))).collect();
        expected.push(SyncFrame::Done);
        prop_assert_eq!(decode_all(&bytes, Expect::Data, cut), Ok(expected));
    }

    #[test]
    fn nothing_panics(
        id in prop_oneof![Just(*b"FAIL"), Just(*b"STAT"), Just(*b"LST2"), Just(*b"DENT"), Just(*b"DNT2"), Just(*b"DONE"), Just(*b"DATA"), Just(*b"OKAY"), any::<[u8; 4]>()],
        rest in proptest::collection::vec(any::<u8>(), 0..160),
    ) {
        for expect in [Expect::StatV1, Expect::StatV2, Expect::EntryV1, Expect::EntryV2, Expect::Data, Expect::Verdict] {
            let _ = decode_all(&[&id[..], &rest].concat(), expect, 13);
        }
    }
}
