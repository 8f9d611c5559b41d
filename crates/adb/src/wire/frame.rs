//! Requests, status words and answers with a length in hexadecimal digits.
//!
//! ```text
//! request   LLLL service            L: four hexadecimal digits
//! answer    OKAY ...  |  FAIL LLLL message
//! text      LLLL bytes              five digits and more once the text is over 65,535 bytes
//! ```

use bytes::{Buf, Bytes, BytesMut};

use super::WireError;

/// The longest request: four hexadecimal digits say no more.
pub const REQUEST_LIMIT: usize = 0xffff;

/// The longest answer that is read to the end of the stream.
pub const ANSWER_LIMIT: usize = 4 * 1024 * 1024;

/// The server's verdict on a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AnswerStatus {
    Okay,
    /// `FAIL`; a message follows.
    Fail,
}

/// Puts the length in front of a request.
pub fn encode_request(service: &[u8]) -> Result<Vec<u8>, WireError> {
    if service.len() > REQUEST_LIMIT {
        return Err(WireError::TooLong {
            what: "a request",
            length: service.len(),
            limit: REQUEST_LIMIT,
        });
    }
    let mut request = format!("{:04x}", service.len()).into_bytes();
    request.extend_from_slice(service);
    Ok(request)
}

/// Reads a status word.
pub fn parse_status(word: [u8; 4]) -> Result<AnswerStatus, WireError> {
    match &word {
        b"OKAY" => Ok(AnswerStatus::Okay),
        b"FAIL" => Ok(AnswerStatus::Fail),
        _ => Err(WireError::Status(word)),
    }
}

/// Reads a length of four hexadecimal digits.
pub fn parse_length(digits: [u8; 4]) -> Result<usize, WireError> {
    hexadecimal(&digits).ok_or(WireError::Length(digits))
}

/// Takes the text out of an answer that was read to the end of its stream.
///
/// The server prints the length with at least four digits, so a text over 65,535 bytes has more of them, the first of
/// which is not zero. How many there are is settled by the end of the stream: only one reading makes the length fit
/// what came.
pub fn parse_answer(answer: &[u8]) -> Result<&[u8], WireError> {
    for digits in 4..=8 {
        if let Some((length, text)) = answer.split_at_checked(digits)
            && hexadecimal(length) == Some(text.len())
            && (digits == 4 || !length.starts_with(b"0"))
        {
            return Ok(text);
        }
    }
    match answer.first_chunk::<4>() {
        Some(digits) if hexadecimal(digits).is_none() => Err(WireError::Length(*digits)),
        Some(_) | None => Err(WireError::LengthMismatch {
            present: answer.len(),
        }),
    }
}

/// Takes the next whole snapshot of `host:track-devices` out of a buffer, or nothing when it is not all there yet.
pub fn decode_snapshot(buffer: &mut BytesMut) -> Result<Option<Bytes>, WireError> {
    let Some(digits) = buffer.first_chunk::<4>() else {
        return Ok(None);
    };
    let length = parse_length(*digits)?;
    if buffer.len() < 4 + length {
        return Ok(None);
    }
    buffer.advance(4);
    let snapshot = buffer.split_to(length).freeze();
    // A list over 65,535 bytes has a fifth digit, which in a stream without an end cannot be told from the text.
    // Every list ends with a line end; a wrong reading does not, and is refused instead of being shown as phones.
    match snapshot.last() {
        None | Some(b'\n') => Ok(Some(snapshot)),
        Some(_) => Err(WireError::LengthMismatch {
            present: snapshot.len(),
        }),
    }
}

fn hexadecimal(digits: &[u8]) -> Option<usize> {
    digits.iter().try_fold(0_usize, |value, digit| {
        let digit = char::from(*digit).to_digit(16)?;
        Some((value << 4) | usize::try_from(digit).ok()?)
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_status_is_one_of_two_words() {
        assert_eq!(parse_status(*b"OKAY"), Ok(AnswerStatus::Okay));
        assert_eq!(parse_status(*b"FAIL"), Ok(AnswerStatus::Fail));
        assert_eq!(parse_status(*b"HTTP"), Err(WireError::Status(*b"HTTP")));
    }

    #[test]
    fn a_sign_or_a_space_is_no_digit() {
        for digits in [b"+001", b" 001", b"0x01", b"000g"] {
            assert_eq!(parse_length(*digits), Err(WireError::Length(*digits)));
        }
        assert_eq!(parse_length(*b"00fF"), Ok(255));
    }

    #[test]
    fn the_length_of_an_answer_has_as_many_digits_as_it_needs() {
        for length in [0, 1, 0xffff, 0x10000, 0x15555, 0x10_0000] {
            let text = vec![b'a'; length];
            let mut answer = format!("{length:04x}").into_bytes();
            answer.extend_from_slice(&text);
            assert_eq!(parse_answer(&answer), Ok(&text[..]), "{length}");
            answer.pop();
            assert!(parse_answer(&answer).is_err(), "{length} cut short");
        }
    }

    #[test]
    fn a_length_is_not_padded_to_more_than_four_digits() {
        for answer in [&b"00000"[..], b"00005hello", b"0000000a0123456789"] {
            assert_eq!(
                parse_answer(answer),
                Err(WireError::LengthMismatch {
                    present: answer.len()
                })
            );
        }
    }

    #[test]
    fn snapshots_come_one_after_the_other() {
        let mut buffer = BytesMut::from(&b"0009a\tdevice\n0000000"[..]);
        buffer.truncate(buffer.len() - 1);
        assert_eq!(
            decode_snapshot(&mut buffer),
            Ok(Some(Bytes::from_static(b"a\tdevice\n")))
        );
        assert_eq!(decode_snapshot(&mut buffer), Ok(Some(Bytes::new())));
        assert_eq!(decode_snapshot(&mut buffer), Ok(None));
    }

    #[test]
    fn a_snapshot_with_a_fifth_digit_is_refused() {
        let mut list = "emulator-5554\tdevice\n".repeat(0x11000 / 21);
        list.push_str("a\tdevice\n");
        let mut buffer = BytesMut::from(format!("{:04x}{list}", list.len()).as_bytes());
        assert!(decode_snapshot(&mut buffer).is_err());
    }

    proptest! {
        #[test]
        fn requests_come_back(service in proptest::collection::vec(any::<u8>(), 0..300)) {
            let request = encode_request(&service).unwrap();
            prop_assert_eq!(parse_answer(&request), Ok(&service[..]));
        }

        #[test]
        fn nothing_panics(bytes in proptest::collection::vec(any::<u8>(), 0..64)) {
            let _ = parse_answer(&bytes);
            let _ = decode_snapshot(&mut BytesMut::from(&bytes[..]));
        }

        #[test]
        fn snapshots_may_arrive_in_pieces(lists in proptest::collection::vec("([a-f]{1,9}\tdevice\n){0,4}", 1..5), cut in 1_usize..9) {
            let bytes: Vec<u8> = lists.iter().flat_map(|list| format!("{:04x}{list}", list.len()).into_bytes()).collect();
            let mut buffer = BytesMut::new();
            let mut found = Vec::new();
            for piece in bytes.chunks(cut) {
                buffer.extend_from_slice(piece);
                while let Some(snapshot) = decode_snapshot(&mut buffer).unwrap() {
                    found.push(String::from_utf8(snapshot.to_vec()).unwrap());
                }
            }
            prop_assert_eq!(found, lists);
        }
    }
}
