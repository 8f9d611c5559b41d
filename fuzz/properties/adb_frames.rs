//! What holds of the decoders of an adb server's answers for any bytes.
//!
//! The fuzz target runs this on bytes that libFuzzer makes up; `crates/adb/tests/suite/fuzz_corpus.rs` runs it on the
//! committed corpus with every `cargo test`.

use bytes::{Bytes, BytesMut};
use clawperator_adb::wire::{
    AnswerStatus, DeviceEntry, DeviceState, ListForm, REQUEST_LIMIT, ShellDecoder, ShellPacket,
    ShellPacketId, WireError, decode_snapshot, encode_request, encode_shell_packet, parse_answer,
    parse_devices, parse_length, parse_status,
};

use super::pieces::arrivals;

/// Panics when a decoder makes of `bytes` what it may not.
pub(crate) fn check(bytes: &[u8]) {
    if let Some(word) = bytes.first_chunk::<4>() {
        check_status(*word);
        check_length(*word);
    }
    check_answer(bytes);
    check_snapshots(bytes);
    check_shell(bytes);
    check_devices(bytes, ListForm::Short);
    check_devices(bytes, ListForm::Long);
}

fn check_status(word: [u8; 4]) {
    let expected = match &word {
        b"OKAY" => Ok(AnswerStatus::Okay),
        b"FAIL" => Ok(AnswerStatus::Fail),
        _ => Err(WireError::Status(word)),
    };
    assert_eq!(shown(parse_status(word)), expected);
}

fn check_length(digits: [u8; 4]) {
    match shown(parse_length(digits)) {
        Ok(length) => assert!(is_length(&digits, length), "{length} from {digits:?}"),
        Err(error) => {
            assert_eq!(error, WireError::Length(digits));
            assert!(!digits.iter().all(u8::is_ascii_hexdigit));
        }
    }
}

fn check_answer(answer: &[u8]) {
    if let Ok(text) = shown(parse_answer(answer)) {
        let digits = answer.strip_suffix(text).expect("the text ends the answer");
        assert!(is_length(digits, text.len()), "{digits:?} was taken");
    }
    let Ok(mut request) = encode_request(answer) else {
        assert!(answer.len() > REQUEST_LIMIT);
        return;
    };
    assert_eq!(parse_answer(&request), Ok(answer));
    request.push(b'0');
    assert!(parse_answer(&request).is_err(), "a byte too many was taken");
    request.truncate(request.len() - 2);
    assert!(parse_answer(&request).is_err(), "a byte too few was taken");
}

/// What a decoder of a stream has made of it.
#[derive(Debug, PartialEq, Eq)]
struct Decoded<T> {
    found: Vec<T>,
    error: Option<WireError>,
    /// What is left in the buffer; nothing is said of it after an error.
    rest: Bytes,
}

fn check_snapshots(bytes: &[u8]) {
    let whole = snapshots(&[bytes]);
    for pieces in arrivals(bytes) {
        assert_eq!(snapshots(&pieces), whole, "in {} pieces", pieces.len());
    }

    let mut rest = bytes;
    for snapshot in &whole.found {
        let (digits, after) = rest.split_at(4);
        assert!(is_length(digits, snapshot.len()));
        assert!(snapshot.is_empty() || snapshot.ends_with(b"\n"));
        rest = after.strip_prefix(&snapshot[..]).expect("what was sent");
    }
    if whole.error.is_none() {
        assert_eq!(rest, whole.rest);
        assert!(rest.len() < 4 + REQUEST_LIMIT, "waits for too much");
    }
}

fn snapshots(pieces: &[&[u8]]) -> Decoded<Bytes> {
    let mut found = Vec::new();
    let (error, rest) = drain(pieces, |buffer| {
        shown(decode_snapshot(buffer)).map(|snapshot| snapshot.map(|it| found.push(it)))
    });
    Decoded { found, error, rest }
}

fn check_shell(bytes: &[u8]) {
    let whole = shell(&[bytes]);
    for pieces in arrivals(bytes) {
        assert_eq!(shell(&pieces), whole, "in {} pieces", pieces.len());
    }
    let total: usize = whole.found.iter().map(|(_, data)| data.len()).sum();
    assert!(total <= bytes.len(), "more came out than went in");
    assert!(whole.error.is_some() || whole.rest.len() <= HEADER);

    // The packets of both directions are built alike, and only their numbers differ.
    let mut sent = BytesMut::new();
    encode_shell_packet(ShellPacketId::Stdin, bytes, &mut sent);
    sent[0] = 2;
    sent.extend_from_slice(&[3, 1, 0, 0, 0, 7]);
    let mut expected = vec![(Kind::Exit, vec![7])];
    if !bytes.is_empty() {
        expected.insert(0, (Kind::Stderr, bytes.to_vec()));
    }
    let back = Decoded {
        found: expected,
        error: None,
        rest: Bytes::new(),
    };
    assert_eq!(shell(&[&sent]), back);
}

const HEADER: usize = 5;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Stdout,
    Stderr,
    Exit,
}

/// Output in one piece for as long as it comes from the same place: where it is cut on the way means nothing.
fn shell(pieces: &[&[u8]]) -> Decoded<(Kind, Vec<u8>)> {
    let mut decoder = ShellDecoder::default();
    let mut found: Vec<(Kind, Vec<u8>)> = Vec::new();
    let (error, rest) = drain(pieces, |buffer| {
        let Some(packet) = shown(decoder.decode(buffer))? else {
            return Ok(None);
        };
        let (kind, data) = match packet {
            ShellPacket::Stdout(data) => (Kind::Stdout, data),
            ShellPacket::Stderr(data) => (Kind::Stderr, data),
            ShellPacket::Exit(code) => (Kind::Exit, Bytes::copy_from_slice(&[code])),
        };
        assert!(!data.is_empty(), "an empty piece of output");
        match found.last_mut() {
            Some((last, output)) if *last == kind && kind != Kind::Exit => {
                output.extend_from_slice(&data);
            }
            _ => found.push((kind, data.to_vec())),
        }
        Ok(Some(()))
    });
    Decoded { found, error, rest }
}

/// Feeds a decoder piece by piece until it refuses; answers the refusal, or what is left in the buffer.
fn drain(
    pieces: &[&[u8]],
    mut decode: impl FnMut(&mut BytesMut) -> Result<Option<()>, WireError>,
) -> (Option<WireError>, Bytes) {
    let mut buffer = BytesMut::new();
    for piece in pieces {
        buffer.extend_from_slice(piece);
        loop {
            match decode(&mut buffer) {
                Ok(Some(())) => {}
                Ok(None) => break,
                Err(error) => return (Some(error), Bytes::new()),
            }
        }
    }
    (None, buffer.freeze())
}

fn check_devices(list: &[u8], form: ListForm) {
    let answer = shown(parse_devices(list, form));
    let lines: Result<Vec<Vec<DeviceEntry>>, WireError> = list
        .split(|byte| *byte == b'\n')
        .map(|line| parse_devices(line, form))
        .collect();
    assert_eq!(answer, lines.map(|lines| lines.concat()));

    for entry in answer.unwrap_or_default() {
        assert!(!entry.serial.is_empty());
        assert_eq!(DeviceState::parse(&entry.state.to_string()), entry.state);
        if let Some(line) = printed(&entry, form) {
            assert_eq!(
                parse_devices(line.as_bytes(), form),
                Ok(vec![entry]),
                "{line:?} reads otherwise"
            );
        }
    }
}

/// An entry as a server prints it; nothing for words about permissions that no server says.
fn printed(entry: &DeviceEntry, form: ListForm) -> Option<String> {
    let DeviceEntry { serial, state, .. } = entry;
    if form == ListForm::Short {
        return Some(format!("{serial}\t{state}\n"));
    }
    let attribute = |name: &str, value: &Option<String>| {
        let value = value.as_ref();
        value.map_or_else(String::new, |value| format!(" {name}{value}"))
    };
    let rest = format!(
        "{state}{}{}{}{}{}",
        attribute("", &entry.path),
        attribute("product:", &entry.product),
        attribute("model:", &entry.model),
        attribute("device:", &entry.device),
        attribute(
            "transport_id:",
            &entry.transport_id.map(|id| id.to_string())
        ),
    );
    let where_to_read =
        matches!(state, DeviceState::NoPermissions(words) if words.contains("; see ["));
    (where_to_read || !rest.starts_with("no permissions")).then(|| format!("{serial:<22} {rest}\n"))
}

/// Whether these digits are how a length is printed, in either case.
fn is_length(digits: &[u8], length: usize) -> bool {
    digits.eq_ignore_ascii_case(format!("{length:04x}").as_bytes())
}

/// Passes a result on; a refusal must be a short line of plain text whatever the bytes were.
fn shown<T>(result: Result<T, WireError>) -> Result<T, WireError> {
    if let Err(error) = &result {
        let text = error.to_string();
        assert!(
            text.len() < 120 && text.bytes().all(|byte| matches!(byte, b' '..=b'~')),
            "{text:?}"
        );
    }
    result
}
