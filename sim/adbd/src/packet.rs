//! The transport's packets as bytes. Pure and bounded: nothing here waits or keeps state.
//!
//! ```text
//!  0        4       8       12       16      20       24
//!  ┌────────┬───────┬───────┬────────┬───────┬────────┬─────────┐
//!  │command │ arg0  │ arg1  │ length │ check │ magic  │ payload │   all little endian
//!  └────────┴───────┴───────┴────────┴───────┴────────┴─────────┘
//! ```
//!
//! `magic` is the command with every bit turned over. `check` is the sum of the payload's bytes; peers that agreed
//! on [`VERSION_SKIP_CHECKSUM`] leave it unused.

use bytes::{Buf, BufMut, Bytes, BytesMut};

/// Bytes before the payload.
pub const HEADER_LEN: usize = 24;
/// The oldest protocol version; every payload carries a checksum.
pub const VERSION_MIN: u32 = 0x0100_0000;
/// The version from which on the checksum is not looked at.
pub const VERSION_SKIP_CHECKSUM: u32 = 0x0100_0001;
/// The largest payload before both sides have said what they take.
pub const MAX_PAYLOAD_BEFORE_CONNECT: u32 = 4096;

/// Bytes of the token in an `AUTH` packet. It is signed as if it were a SHA-1 digest, so it has the length of one.
pub(crate) const TOKEN_LEN: usize = 20;

/// What a packet is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Command {
    /// `CNXN`: version, largest payload, banner.
    Connect,
    /// `AUTH`: a token, a signature or a public key.
    Auth,
    /// `OPEN`: asks for a stream to a service.
    Open,
    /// `OKAY`: the stream is open, or the last write was taken.
    Okay,
    /// `WRTE`: data for a stream.
    Write,
    /// `CLSE`: the stream is closed.
    Close,
    /// `STLS`: asks to go on in TLS.
    StartTls,
    /// A command that this side does not know.
    Other(u32),
}

impl Command {
    /// The command as it stands on the wire.
    #[must_use]
    pub fn code(self) -> u32 {
        match self {
            Self::Connect => u32::from_le_bytes(*b"CNXN"),
            Self::Auth => u32::from_le_bytes(*b"AUTH"),
            Self::Open => u32::from_le_bytes(*b"OPEN"),
            Self::Okay => u32::from_le_bytes(*b"OKAY"),
            Self::Write => u32::from_le_bytes(*b"WRTE"),
            Self::Close => u32::from_le_bytes(*b"CLSE"),
            Self::StartTls => u32::from_le_bytes(*b"STLS"),
            Self::Other(code) => code,
        }
    }

    fn from_code(code: u32) -> Self {
        match &code.to_le_bytes() {
            b"CNXN" => Self::Connect,
            b"AUTH" => Self::Auth,
            b"OPEN" => Self::Open,
            b"OKAY" => Self::Okay,
            b"WRTE" => Self::Write,
            b"CLSE" => Self::Close,
            b"STLS" => Self::StartTls,
            _ => Self::Other(code),
        }
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Packet {
    pub command: Command,
    /// The first argument; of a stream's packet, the sender's id.
    pub arg0: u32,
    /// The second argument; of a stream's packet, the receiver's id.
    pub arg1: u32,
    /// The payload, often empty.
    pub payload: Bytes,
}

/// Whether checksums count on this connection.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Checksum {
    /// They are written and compared.
    Used,
    /// They are written as zero and not looked at.
    Skipped,
}

/// What a decoder accepts at this point of the connection.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rules {
    /// The largest payload.
    pub max_payload: u32,
    /// Whether the checksum is compared.
    pub checksum: Checksum,
}

/// What a buffer held.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Decoded {
    /// A whole packet, which was taken out of the buffer.
    Packet(Packet),
    /// Too little: the buffer must hold this many bytes in all. It was not touched.
    Needs(usize),
}

/// Bytes that are no packet. The connection cannot go on after one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Malformed {
    /// The magic word does not match the command.
    #[error("magic {magic:#010x} does not belong to command {command:#010x}")]
    Magic {
        /// The command word.
        command: u32,
        /// The magic word.
        magic: u32,
    },
    /// The payload is larger than agreed.
    #[error("payload of {length} bytes is larger than {max}")]
    Oversize {
        /// The length that was announced.
        length: u32,
        /// The largest that is accepted.
        max: u32,
    },
    /// The sum of the payload's bytes is another one.
    #[error("checksum {announced:#010x} announced, {computed:#010x} computed")]
    Checksum {
        /// As the header has it.
        announced: u32,
        /// As the payload has it.
        computed: u32,
    },
}

/// Takes the next packet out of a buffer, or says how much the buffer must hold for that.
pub fn decode(buffer: &mut BytesMut, rules: Rules) -> Result<Decoded, Malformed> {
    let Some(mut header) = buffer.get(..HEADER_LEN) else {
        return Ok(Decoded::Needs(HEADER_LEN));
    };
    let code = header.get_u32_le();
    let arg0 = header.get_u32_le();
    let arg1 = header.get_u32_le();
    let length = header.get_u32_le();
    let announced = header.get_u32_le();
    let magic = header.get_u32_le();
    if magic != !code {
        return Err(Malformed::Magic {
            command: code,
            magic,
        });
    }
    if length > rules.max_payload {
        return Err(Malformed::Oversize {
            length,
            max: rules.max_payload,
        });
    }
    let whole = HEADER_LEN.saturating_add(length as usize);
    if buffer.len() < whole {
        return Ok(Decoded::Needs(whole));
    }
    let mut bytes = buffer.split_to(whole);
    bytes.advance(HEADER_LEN);
    let payload = bytes.freeze();
    // A server that connects again remembers what was agreed the last time, and leaves the sum out at once.
    let command = Command::from_code(code);
    let says_skip = command == Command::Connect && arg0 >= VERSION_SKIP_CHECKSUM;
    if rules.checksum == Checksum::Used && !says_skip {
        let computed = checksum(&payload);
        if computed != announced {
            return Err(Malformed::Checksum {
                announced,
                computed,
            });
        }
    }
    Ok(Decoded::Packet(Packet {
        command,
        arg0,
        arg1,
        payload,
    }))
}

/// Appends a packet's header to a buffer. The payload follows it on the wire.
///
/// # Panics
/// For a payload of 4 GB or more, which no length of the protocol can say.
#[expect(
    clippy::expect_used,
    reason = "a stream cuts what it sends to the agreed length; a wrong one would shift every packet after it"
)]
pub fn encode_header(packet: &Packet, rule: Checksum, buffer: &mut impl BufMut) {
    let code = packet.command.code();
    let sum = match rule {
        Checksum::Used => checksum(&packet.payload),
        Checksum::Skipped => 0,
    };
    buffer.put_u32_le(code);
    buffer.put_u32_le(packet.arg0);
    buffer.put_u32_le(packet.arg1);
    buffer.put_u32_le(u32::try_from(packet.payload.len()).expect("a payload of the agreed length"));
    buffer.put_u32_le(sum);
    buffer.put_u32_le(!code);
}

fn checksum(payload: &[u8]) -> u32 {
    payload
        .iter()
        .fold(0, |sum: u32, byte| sum.wrapping_add(u32::from(*byte)))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const RULES: Rules = Rules {
        max_payload: 4096,
        checksum: Checksum::Used,
    };

    fn bytes_of(packet: &Packet, rule: Checksum) -> BytesMut {
        let mut buffer = BytesMut::new();
        encode_header(packet, rule, &mut buffer);
        buffer.extend_from_slice(&packet.payload);
        buffer
    }

    #[test]
    fn a_header_is_the_documented_bytes() {
        let packet = Packet {
            command: Command::Open,
            arg0: 1,
            arg1: 0,
            payload: Bytes::from_static(b"sync:\0"),
        };
        assert_eq!(
            bytes_of(&packet, Checksum::Used).as_ref(),
            b"OPEN\x01\0\0\0\0\0\0\0\x06\0\0\0\xf7\x01\0\0\xb0\xaf\xba\xb1sync:\0"
        );
    }

    #[test]
    fn bad_packets_are_refused() {
        let packet = Packet {
            command: Command::Write,
            arg0: 1,
            arg1: 2,
            payload: Bytes::from(vec![7; 4097]),
        };
        let mut oversize = bytes_of(&packet, Checksum::Used);
        assert_eq!(
            decode(&mut oversize, RULES),
            Err(Malformed::Oversize {
                length: 4097,
                max: 4096
            })
        );

        let packet = Packet {
            payload: Bytes::from_static(b"ab"),
            ..packet
        };
        let mut magic = bytes_of(&packet, Checksum::Used);
        magic[23] ^= 1;
        assert!(matches!(
            decode(&mut magic, RULES),
            Err(Malformed::Magic { .. })
        ));

        let mut sum = bytes_of(&packet, Checksum::Used);
        sum[24] ^= 1;
        assert!(matches!(
            decode(&mut sum.clone(), RULES),
            Err(Malformed::Checksum { .. })
        ));
        let lax = Rules {
            checksum: Checksum::Skipped,
            ..RULES
        };
        assert!(matches!(decode(&mut sum, lax), Ok(Decoded::Packet(_))));
    }

    proptest! {
        #[test]
        fn what_is_encoded_is_decoded(
            code: u32, arg0: u32, arg1: u32, payload in prop::collection::vec(any::<u8>(), 0..4096), tail: u8,
            used: bool, split in 0usize..5000,
        ) {
            let rule = if used { Checksum::Used } else { Checksum::Skipped };
            let packet = Packet { command: Command::from_code(code), arg0, arg1, payload: payload.into() };
            let mut bytes = bytes_of(&packet, rule);
            bytes.put_u8(tail);
            let rules = Rules { checksum: rule, ..RULES };
            let mut part = BytesMut::from(&bytes[..split.min(bytes.len() - 2)]);
            let before = part.clone();
            prop_assert!(matches!(decode(&mut part, rules), Ok(Decoded::Needs(n)) if n > before.len() && n < bytes.len()));
            prop_assert_eq!(part, before);
            prop_assert_eq!(decode(&mut bytes, rules), Ok(Decoded::Packet(packet)));
            prop_assert_eq!(bytes.as_ref(), &[tail]);
        }

        #[test]
        fn any_bytes_are_decoded_or_refused(bytes in prop::collection::vec(any::<u8>(), 0..200), good_magic: bool) {
            let mut buffer = BytesMut::from(bytes.as_slice());
            if good_magic && buffer.len() >= HEADER_LEN {
                let magic: Vec<u8> = buffer[..4].iter().map(|byte| !byte).collect();
                buffer[20..24].copy_from_slice(&magic);
            }
            if let Ok(Decoded::Needs(whole)) = decode(&mut buffer, RULES) {
                prop_assert!(whole > bytes.len() && whole <= HEADER_LEN + 4096);
            }
        }
    }
}
