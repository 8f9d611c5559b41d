//! Packets of the shell protocol, version 2.
//!
//! ```text
//! id (1 byte)  length (4 bytes, little endian)  data
//! ```

use bytes::{Buf, BufMut, Bytes, BytesMut};

use super::WireError;

/// What a packet is, as its first byte says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ShellPacketId {
    /// Bytes for the command to read.
    Stdin,
    /// The command will read no more.
    CloseStdin,
    /// The terminal has another size.
    WindowSize,
}

/// A packet from the phone, or a piece of one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ShellPacket {
    /// The command wrote this.
    Stdout(Bytes),
    /// The command wrote this as an error.
    Stderr(Bytes),
    /// The command ended with this status.
    Exit(u8),
}

/// The size of a terminal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WindowSize {
    /// Lines of text.
    pub rows: u16,
    /// Characters in a line.
    pub columns: u16,
    /// Width in pixels, 0 when unknown.
    pub width: u16,
    /// Height in pixels, 0 when unknown.
    pub height: u16,
}

impl WindowSize {
    /// The packet's text.
    #[must_use]
    pub fn encode(self) -> String {
        let Self {
            rows,
            columns,
            width,
            height,
        } = self;
        format!("{rows}x{columns},{width}x{height}")
    }
}

/// Writes one packet. The data must be shorter than 4 GiB, which callers see to by sending small pieces.
pub fn encode_shell_packet(id: ShellPacketId, data: &[u8], out: &mut BytesMut) {
    let Ok(length) = u32::try_from(data.len()) else {
        return;
    };
    out.reserve(HEADER + data.len());
    out.put_u8(match id {
        ShellPacketId::Stdin => 0,
        ShellPacketId::CloseStdin => 4,
        ShellPacketId::WindowSize => 5,
    });
    out.put_u32_le(length);
    out.put_slice(data);
}

/// Reads packets out of a buffer.
///
/// Output is handed on as it comes, so a packet that announces four gigabytes needs no more memory than a small one.
#[derive(Debug, Default)]
pub struct ShellDecoder {
    open: Option<(Output, u32)>,
}

impl ShellDecoder {
    /// Takes the next packet, or piece of output, out of the buffer; nothing when more bytes are needed.
    pub fn decode(&mut self, buffer: &mut BytesMut) -> Result<Option<ShellPacket>, WireError> {
        loop {
            if let Some((output, remaining)) = self.open {
                if remaining == 0 {
                    self.open = None;
                    continue;
                }
                if buffer.is_empty() {
                    return Ok(None);
                }
                let available = u32::try_from(buffer.len()).unwrap_or(u32::MAX);
                let taken = remaining.min(available);
                self.open = Some((output, remaining - taken));
                let data = buffer
                    .split_to(usize::try_from(taken).unwrap_or(buffer.len()))
                    .freeze();
                return Ok(Some(match output {
                    Output::Stdout => ShellPacket::Stdout(data),
                    Output::Stderr => ShellPacket::Stderr(data),
                }));
            }
            let Some(&[id, a, b, c, d]) = buffer.first_chunk::<HEADER>() else {
                return Ok(None);
            };
            let length = u32::from_le_bytes([a, b, c, d]);
            let output = match id {
                1 => Output::Stdout,
                2 => Output::Stderr,
                3 if length != 1 => return Err(WireError::ExitPacket(length)),
                3 => {
                    let Some(&code) = buffer.get(HEADER) else {
                        return Ok(None);
                    };
                    buffer.advance(HEADER + 1);
                    return Ok(Some(ShellPacket::Exit(code)));
                }
                other => return Err(WireError::ShellPacket(other)),
            };
            buffer.advance(HEADER);
            self.open = Some((output, length));
        }
    }
}

const HEADER: usize = 5;

#[derive(Debug, Clone, Copy)]
enum Output {
    Stdout,
    Stderr,
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn packet(id: u8, data: &[u8]) -> Vec<u8> {
        let mut bytes = vec![id];
        bytes.extend_from_slice(&u32::try_from(data.len()).unwrap().to_le_bytes());
        bytes.extend_from_slice(data);
        bytes
    }

    #[test]
    fn output_is_handed_on_before_its_packet_is_whole() {
        let mut decoder = ShellDecoder::default();
        let mut buffer = BytesMut::from(&[1, 0xff, 0xff, 0xff, 0xff, b'a', b'b'][..]);
        assert_eq!(
            decoder.decode(&mut buffer),
            Ok(Some(ShellPacket::Stdout(Bytes::from_static(b"ab"))))
        );
        assert_eq!(decoder.decode(&mut buffer), Ok(None));
    }

    #[test]
    fn what_a_phone_may_not_send_is_refused() {
        for id in [0, 4, 5, 6, 255] {
            let mut buffer = BytesMut::from(&packet(id, b"x")[..]);
            assert_eq!(
                ShellDecoder::default().decode(&mut buffer),
                Err(WireError::ShellPacket(id))
            );
        }
        for data in [&b""[..], b"ab"] {
            let mut buffer = BytesMut::from(&packet(3, data)[..]);
            assert!(ShellDecoder::default().decode(&mut buffer).is_err());
        }
    }

    #[test]
    fn what_is_sent() {
        let mut out = BytesMut::new();
        encode_shell_packet(ShellPacketId::Stdin, b"hi", &mut out);
        encode_shell_packet(ShellPacketId::CloseStdin, b"", &mut out);
        let size = WindowSize {
            rows: 24,
            columns: 80,
            width: 0,
            height: 0,
        };
        encode_shell_packet(
            ShellPacketId::WindowSize,
            size.encode().as_bytes(),
            &mut out,
        );
        assert_eq!(
            &out[..],
            b"\0\x02\0\0\0hi\x04\0\0\0\0\x05\x09\0\0\x0024x80,0x0"
        );
    }

    proptest! {
        #[test]
        fn output_survives_any_cut(pieces in proptest::collection::vec((any::<bool>(), proptest::collection::vec(any::<u8>(), 0..40)), 0..12), code in any::<u8>(), cut in 1_usize..17) {
            let mut bytes = Vec::new();
            let (mut stdout, mut stderr) = (Vec::new(), Vec::new());
            for (error, data) in &pieces {
                bytes.extend(packet(if *error { 2 } else { 1 }, data));
                if *error { stderr.extend_from_slice(data) } else { stdout.extend_from_slice(data) }
            }
            bytes.extend(packet(3, &[code]));
            let (mut out, mut err, mut exit) = (Vec::new(), Vec::new(), None);
            let (mut decoder, mut buffer) = (ShellDecoder::default(), BytesMut::new());
            for piece in bytes.chunks(cut) {
                buffer.extend_from_slice(piece);
                while let Some(packet) = decoder.decode(&mut buffer).unwrap() {
                    match packet {
                        ShellPacket::Stdout(data) => out.extend_from_slice(&data),
                        ShellPacket::Stderr(data) => err.extend_from_slice(&data),
                        ShellPacket::Exit(code) => exit = Some(code),
                    }
                }
            }
            prop_assert_eq!((out, err, exit), (stdout, stderr, Some(code)));
        }

        #[test]
        fn nothing_panics(bytes in proptest::collection::vec(prop_oneof![0_u8..6, any::<u8>()], 0..200)) {
            let (mut decoder, mut buffer) = (ShellDecoder::default(), BytesMut::from(&bytes[..]));
            while let Ok(Some(_)) = decoder.decode(&mut buffer) {}
        }
    }
}
