//! What holds of the decoder of the transport's packets for any bytes.
//!
//! The fuzz target runs this on bytes that libFuzzer makes up; `sim/adbd/tests/suite/fuzz_corpus.rs` runs it on the
//! committed corpus with every `cargo test`.

use bytes::{Bytes, BytesMut};
use clawperator_adbd::MAX_PAYLOAD_256_KIB;
use clawperator_adbd::packet::{
    Checksum, Command, Decoded, HEADER_LEN, MAX_PAYLOAD_BEFORE_CONNECT, Malformed, Packet, Rules,
    VERSION_SKIP_CHECKSUM, decode, encode_header,
};

use super::pieces::arrivals;

const RULES: [Rules; 2] = [
    Rules {
        max_payload: MAX_PAYLOAD_BEFORE_CONNECT,
        checksum: Checksum::Used,
    },
    Rules {
        max_payload: MAX_PAYLOAD_256_KIB,
        checksum: Checksum::Skipped,
    },
];

/// Panics when the decoder makes of `bytes` what it may not.
pub(crate) fn check(bytes: &[u8]) {
    for rules in RULES {
        check_under(bytes, rules);
        // Two words of a header follow from the others, and bytes made up at random never have them.
        check_under(&mended(bytes), rules);
    }
}

fn check_under(bytes: &[u8], rules: Rules) {
    let whole = packets(&[bytes], rules);
    for pieces in arrivals(bytes) {
        let count = pieces.len();
        assert_eq!(packets(&pieces, rules), whole, "in {count} pieces");
    }

    let (packets, end) = whole;
    let mut rest = bytes;
    for packet in &packets {
        let mut written = BytesMut::new();
        encode_header(packet, rules.checksum, &mut written);
        written.extend_from_slice(&packet.payload);
        let taken;
        (taken, rest) = rest.split_at(written.len());
        if !sum_is_looked_at(packet, rules) {
            // What stands where the sum would be is not kept.
            written[SUM].copy_from_slice(&taken[SUM]);
        }
        assert_eq!(written, taken, "{packet:?}");

        let expected = vec![packet.clone()];
        assert_eq!(self::packets(&[taken], rules), (expected, Ok(Bytes::new())));
    }
    match end {
        Ok(left) => assert_eq!(left, rest),
        Err(error) => check_refusal(error, rest, rules),
    }
}

const SUM: std::ops::Range<usize> = 16..20;

/// The packets, and how the stream ended: refused, or with this left in the buffer.
fn packets(pieces: &[&[u8]], rules: Rules) -> (Vec<Packet>, Result<Bytes, Malformed>) {
    let mut buffer = BytesMut::new();
    let mut packets = Vec::new();
    let mut needed = HEADER_LEN;
    for piece in pieces {
        buffer.extend_from_slice(piece);
        loop {
            let before = buffer.len();
            match decode(&mut buffer, rules) {
                Ok(Decoded::Packet(packet)) => {
                    assert!(before >= needed, "came before it could");
                    assert_eq!(before - buffer.len(), HEADER_LEN + packet.payload.len());
                    packets.push(packet);
                    needed = HEADER_LEN;
                }
                Ok(Decoded::Needs(length)) => {
                    assert_eq!(buffer.len(), before, "touched without a packet");
                    assert!(length > before, "needs what it has");
                    assert!(length >= needed, "needs less than it said");
                    assert!(length - HEADER_LEN <= size(rules.max_payload));
                    needed = length;
                    break;
                }
                Err(error) => return (packets, Err(error)),
            }
        }
    }
    (packets, Ok(buffer.freeze()))
}

fn check_refusal(error: Malformed, rest: &[u8], rules: Rules) {
    assert!(!error.to_string().is_empty());
    match error {
        Malformed::Magic { command, magic } => {
            assert_ne!(magic, !command);
            assert_eq!((word(rest, 0), word(rest, 20)), (command, magic));
        }
        Malformed::Oversize { length, max } => {
            assert!(length > max);
            assert_eq!((word(rest, 12), rules.max_payload), (length, max));
        }
        Malformed::Checksum {
            announced,
            computed,
        } => {
            assert_ne!(announced, computed);
            assert_eq!(rules.checksum, Checksum::Used);
            assert_eq!(word(rest, 16), announced);
        }
    }
}

fn sum_is_looked_at(packet: &Packet, rules: Rules) -> bool {
    let says_skip = packet.command == Command::Connect && packet.arg0 >= VERSION_SKIP_CHECKSUM;
    rules.checksum == Checksum::Used && !says_skip
}

/// The same bytes with the magic word of each header put right, and its sum when the payload is there.
fn mended(bytes: &[u8]) -> Vec<u8> {
    let mut mended = bytes.to_vec();
    let mut rest = &mut mended[..];
    while let Some((header, after)) = rest.split_first_chunk_mut::<HEADER_LEN>() {
        let magic = !word(header, 0);
        header[20..].copy_from_slice(&magic.to_le_bytes());
        let Some((payload, after)) = after.split_at_mut_checked(size(word(header, 12))) else {
            break;
        };
        let sum: u32 = payload.iter().map(|byte| u32::from(*byte)).sum();
        header[SUM].copy_from_slice(&sum.to_le_bytes());
        rest = after;
    }
    mended
}

fn word(bytes: &[u8], at: usize) -> u32 {
    let word = bytes.get(at..).and_then(<[u8]>::first_chunk);
    u32::from_le_bytes(*word.expect("a whole header was there"))
}

fn size(length: u32) -> usize {
    usize::try_from(length).expect("a length fits")
}
