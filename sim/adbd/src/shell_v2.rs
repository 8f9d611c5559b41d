//! The packets of shell v2: one byte that says what it is, four of length in little endian, data.

use bytes::{Buf, BufMut, Bytes, BytesMut};

use crate::terminal::WindowSize;

const HEADER_LEN: usize = 5;
/// Longer than any text of a window size.
const MAX_WINDOW_SIZE: usize = 64;

/// What a packet to the client is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Id {
    Stdout,
    Stderr,
    Exit,
}

impl Id {
    fn code(self) -> u8 {
        match self {
            Self::Stdout => 1,
            Self::Stderr => 2,
            Self::Exit => 3,
        }
    }
}

/// Appends a packet. What a command writes at once is far below the largest length.
#[expect(
    clippy::expect_used,
    reason = "a wrong length would shift every packet after it"
)]
pub(crate) fn encode(id: Id, data: &[u8], buffer: &mut BytesMut) {
    buffer.put_u8(id.code());
    buffer.put_u32_le(u32::try_from(data.len()).expect("less than 4 GB at once"));
    buffer.put_slice(data);
}

/// What the client sent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Event {
    /// A piece of input. A long packet comes in several.
    Stdin(Bytes),
    /// There is no more input.
    CloseStdin,
    /// The terminal has a new size.
    Resize(WindowSize),
}

/// Takes packets apart as their bytes arrive. It keeps a header or a window size at most, whatever is announced.
#[derive(Debug, Default)]
pub(crate) struct Decoder {
    partial: BytesMut,
    packet: Option<(u8, usize)>,
}

impl Decoder {
    /// The next event in `input`; `None` when it is used up.
    pub(crate) fn next(&mut self, input: &mut Bytes) -> Option<Event> {
        loop {
            let Some((id, left)) = self.packet else {
                self.fill(input, HEADER_LEN);
                if self.partial.len() < HEADER_LEN {
                    return None;
                }
                let id = self.partial.get_u8();
                let length = self.partial.get_u32_le() as usize;
                self.partial = BytesMut::new();
                self.packet = Some((id, length));
                continue;
            };
            let event = match id {
                0 => {
                    let piece = input.split_to(left.min(input.len()));
                    self.packet = Some((id, left - piece.len()));
                    (!piece.is_empty()).then_some(Event::Stdin(piece))
                }
                5 if left <= MAX_WINDOW_SIZE => {
                    let whole = self.partial.len() + left;
                    let before = self.partial.len();
                    self.fill(input, whole);
                    self.packet = Some((id, left - (self.partial.len() - before)));
                    None
                }
                _ => {
                    let skipped = left.min(input.len());
                    input.advance(skipped);
                    self.packet = Some((id, left - skipped));
                    None
                }
            };
            let done = matches!(self.packet, Some((_, 0)));
            if done {
                self.packet = None;
            }
            if event.is_some() {
                return event;
            }
            if !done {
                return None;
            }
            let text = std::mem::take(&mut self.partial);
            match id {
                4 => return Some(Event::CloseStdin),
                5 => {
                    if let Some(size) = WindowSize::parse(&text) {
                        return Some(Event::Resize(size));
                    }
                }
                _ => {}
            }
        }
    }

    fn fill(&mut self, input: &mut Bytes, whole: usize) {
        let wanted = whole.saturating_sub(self.partial.len()).min(input.len());
        self.partial.extend_from_slice(&input.split_to(wanted));
    }
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

    fn events(chunks: &[&[u8]]) -> Vec<Event> {
        let mut decoder = Decoder::default();
        let mut events = Vec::new();
        for chunk in chunks {
            let mut input = Bytes::copy_from_slice(chunk);
            while let Some(event) = decoder.next(&mut input) {
                events.push(event);
            }
            assert!(input.is_empty());
            assert!(decoder.partial.len() <= MAX_WINDOW_SIZE);
        }
        events
    }

    #[test]
    fn packets_are_told_apart_wherever_they_are_cut() {
        let bytes = [
            packet(0, b"hello"),
            packet(9, b"unknown"),
            packet(5, b"24x80,640x480\0"),
            packet(5, b"nonsense"),
            packet(5, &[b'1'; 200]),
            packet(0, b""),
            packet(4, b""),
        ]
        .concat();
        let size = WindowSize {
            rows: 24,
            columns: 80,
            x_pixels: 640,
            y_pixels: 480,
        };
        let expected = vec![
            Event::Stdin(Bytes::from_static(b"hello")),
            Event::Resize(size),
            Event::CloseStdin,
        ];
        assert_eq!(events(&[&bytes]), expected);
        for at in 0..bytes.len() {
            let mut joined: Vec<Event> = Vec::new();
            for event in events(&[&bytes[..at], &bytes[at..]]) {
                match (joined.last_mut(), event) {
                    (Some(Event::Stdin(before)), Event::Stdin(more)) => {
                        *before = [&before[..], &more[..]].concat().into();
                    }
                    (_, event) => joined.push(event),
                }
            }
            assert_eq!(joined, expected, "cut at {at}");
        }
    }

    #[test]
    fn an_encoded_packet_is_the_documented_bytes() {
        let mut buffer = BytesMut::new();
        encode(Id::Stderr, b"ab", &mut buffer);
        encode(Id::Exit, &[7], &mut buffer);
        assert_eq!(buffer.as_ref(), b"\x02\x02\0\0\0ab\x03\x01\0\0\0\x07");
    }

    proptest! {
        #[test]
        fn any_bytes_are_taken(chunks in prop::collection::vec(prop::collection::vec(any::<u8>(), 0..40), 0..8)) {
            let chunks: Vec<&[u8]> = chunks.iter().map(Vec::as_slice).collect();
            events(&chunks);
        }
    }
}
