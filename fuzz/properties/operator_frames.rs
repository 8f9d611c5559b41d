//! What holds of the decoders of the Operator's protocol for any bytes: what is read writes the same bytes again.
//!
//! The fuzz target runs this on bytes that libFuzzer makes up; `crates/operator-protocol/tests/suite/fuzz_corpus.rs`
//! runs it on the committed corpus with every `cargo test`.

use clawperator_operator_protocol::{
    Answer, DriverHello, FRAME_HEAD, FrameHead, From, OperatorHello, Request,
};

/// Panics when a decoder makes of `bytes` what it may not.
pub(crate) fn check(bytes: &[u8]) {
    if let Ok(hello) = DriverHello::decode(bytes) {
        assert_eq!(hello.encode(), bytes);
    }
    if let Ok(hello) = OperatorHello::decode(bytes) {
        assert_eq!(hello.encode(), bytes);
    }
    for from in [From::Driver, From::Operator] {
        frames(bytes, from);
    }
}

/// Reads frames one after another, as a stream has them.
fn frames(mut bytes: &[u8], from: From) {
    while let Some((head, rest)) = bytes.split_first_chunk::<FRAME_HEAD>() {
        let Ok(read) = FrameHead::decode(*head, from) else {
            return;
        };
        assert_eq!(read.encode(), head);
        let length = usize::try_from(read.length).unwrap_or(usize::MAX);
        let Some((body, rest)) = rest.split_at_checked(length) else {
            return;
        };
        let again = match from {
            From::Driver => Request::decode(read.kind, body).map(|it| (it.kind(), it.encode())),
            From::Operator => Answer::decode(read.kind, body).map(|it| (it.kind(), it.encode())),
        };
        if let Ok((kind, again)) = again {
            assert_eq!((kind, &*again), (read.kind, body));
        }
        bytes = rest;
    }
}
