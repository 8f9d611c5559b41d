//! The bytes of every message, in files that the Java side reads too.
//!
//! `UPDATE_VECTORS=1 cargo test -p clawperator-operator-protocol` writes them anew; a change of one is another version.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::{env, fs};

use clawperator_operator_protocol::{Answer, FRAME_HEAD, FrameHead, From, Kind, Request};

use super::samples::{answers, requests};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../operator/vectors")
}

/// A whole frame.
fn frame(kind: Kind, body: &[u8]) -> Vec<u8> {
    let head = FrameHead {
        length: u32::try_from(body.len()).unwrap(),
        kind,
        id: if kind == Kind::Changed {
            0
        } else {
            0x0a0b_0c0d
        },
    };
    [&head.encode(), body].concat()
}

/// The frames of all samples by the names of their files.
fn frames() -> BTreeMap<String, Vec<u8>> {
    let requests = requests().into_iter();
    let requests =
        requests.map(|(name, it)| (format!("driver-{name}"), frame(it.kind(), &it.encode())));
    let answers = answers().into_iter();
    let answers =
        answers.map(|(name, it)| (format!("operator-{name}"), frame(it.kind(), &it.encode())));
    requests.chain(answers).collect()
}

fn written(bytes: &[u8]) -> String {
    let mut text = String::new();
    for line in bytes.chunks(32) {
        for byte in line {
            text += &format!("{byte:02x}");
        }
        text.push('\n');
    }
    text
}

fn read(path: &Path) -> Vec<u8> {
    let text: String = fs::read_to_string(path)
        .unwrap()
        .split_whitespace()
        .collect();
    let digits = text.as_bytes().chunks(2);
    digits
        .map(|pair| u8::from_str_radix(str::from_utf8(pair).unwrap(), 16).unwrap())
        .collect()
}

#[expect(
    clippy::disallowed_methods,
    reason = "whoever changes the protocol says so"
)]
fn is_to_be_written() -> bool {
    env::var_os("UPDATE_VECTORS").is_some()
}

#[test]
fn every_message_has_the_bytes_of_its_vector() {
    let frames = frames();
    if is_to_be_written() {
        fs::create_dir_all(folder()).unwrap();
        for (name, bytes) in &frames {
            fs::write(folder().join(format!("{name}.hex")), written(bytes)).unwrap();
        }
    }
    let mut found = 0;
    for entry in fs::read_dir(folder()).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_stem().unwrap().to_str().unwrap();
        assert_eq!(Some(&read(&path)), frames.get(name), "{name}");
        found += 1;
    }
    assert_eq!(found, frames.len());
}

#[test]
fn every_vector_is_read_as_the_message_that_it_is() {
    for (name, request) in requests() {
        let (head, body) = head(&format!("driver-{name}"), From::Driver);
        assert_eq!(Request::decode(head.kind, &body), Ok(request), "{name}");
    }
    for (name, answer) in answers() {
        let (head, body) = head(&format!("operator-{name}"), From::Operator);
        assert_eq!(Answer::decode(head.kind, &body), Ok(answer), "{name}");
    }
}

fn head(name: &str, from: From) -> (FrameHead, Vec<u8>) {
    let bytes = read(&folder().join(format!("{name}.hex")));
    let (head, body) = bytes.split_first_chunk::<FRAME_HEAD>().unwrap();
    let head = FrameHead::decode(*head, from).unwrap();
    assert_eq!(usize::try_from(head.length).unwrap(), body.len());
    (head, body.to_vec())
}

/// Each kind has a vector, so that no message is written on one side alone.
#[test]
fn every_kind_has_a_vector() {
    let frames = frames();
    for kind in Kind::ALL {
        let has = frames.values().any(|frame| frame[4] == kind.number());
        assert!(has, "{kind:?}");
    }
}
