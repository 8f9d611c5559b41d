//! The bytes of every message, in files that the Java side reads too.
//!
//! `UPDATE_VECTORS=1 cargo test -p clawperator-operator-protocol` writes them anew; a change of one is another version.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::{env, fs};

use clawperator_operator_protocol::{
    Answer, Build, Closeness, DriverHello, FRAME_HEAD, FrameHead, From, Kind, Launch, Nonce,
    OperatorHello, Request, Secret, Terms, VERSION,
};

use super::samples::{answers, requests, rows};

/// The vectors of frames, or of the greeting.
fn folder(of: &str) -> PathBuf {
    let vectors = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../operator/vectors");
    vectors.join(of)
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

/// One whole greeting, with the secret that both sides know, by the names of its files.
fn greeting() -> BTreeMap<String, Vec<u8>> {
    let secret: [u8; 32] = std::array::from_fn(|place| u8::try_from(place).unwrap() ^ 0xa5);
    let terms = Terms {
        build: Build([0x11; 32]),
        launch: Launch([0x22; 16]),
        driver: Nonce([0x33; 32]),
        operator: Nonce([0x44; 32]),
    };
    let known = Secret::new(secret);
    let hello = DriverHello {
        version: VERSION,
        build: terms.build,
        nonce: terms.driver,
    };
    let answer = OperatorHello {
        version: VERSION,
        build: terms.build,
        launch: terms.launch,
        nonce: terms.operator,
        proof: terms.proof_of_operator(&known),
    };
    let proof = terms.proof_of_driver(&known).to_bytes();
    [
        ("1-secret", secret.to_vec()),
        ("2-driver-hello", hello.encode()),
        ("3-operator-hello", answer.encode()),
        ("4-driver-proof", proof.to_vec()),
    ]
    .map(|(name, bytes)| (name.to_owned(), bytes))
    .into()
}

/// What lies at points of the tree of `operator-tree-rows`, by point and closeness.
fn faces() -> BTreeMap<String, Vec<u8>> {
    let points = [
        (0, 0),
        (650, 50),
        (850, 50),
        (650, 150),
        (899, 199),
        (900, 200),
        (500, 350),
        (1_000, 0),
    ];
    let tree = rows();
    let mut faces = BTreeMap::new();
    for (x, y) in points {
        for closeness in Closeness::ALL {
            let face = tree.face_at((x, y), *closeness).0.to_vec();
            let closeness = match closeness {
                Closeness::Glance => "glance",
                Closeness::Close => "close",
            };
            faces.insert(format!("{x}-{y}-{closeness}"), face);
        }
    }
    faces
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
    compare("frames", &frames());
    compare("greeting", &greeting());
    compare("faces", &faces());
}

/// A folder has these vectors and no others.
fn compare(of: &str, vectors: &BTreeMap<String, Vec<u8>>) {
    let folder = folder(of);
    if is_to_be_written() {
        fs::create_dir_all(&folder).unwrap();
        for (name, bytes) in vectors {
            fs::write(folder.join(format!("{name}.hex")), written(bytes)).unwrap();
        }
    }
    let mut found = 0;
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_stem().unwrap().to_str().unwrap();
        assert_eq!(Some(&read(&path)), vectors.get(name), "{name}");
        found += 1;
    }
    assert_eq!(found, vectors.len());
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
    let bytes = read(&folder("frames").join(format!("{name}.hex")));
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
