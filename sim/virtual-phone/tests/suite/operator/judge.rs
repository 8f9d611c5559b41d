//! Whether somebody who does not know the secret was told what it may be told, from the bytes alone.

use std::collections::BTreeSet;
use std::sync::Mutex;

use sha2::{Digest as _, Sha256};

use crate::support::operator::Launched;

const DRIVER_HELLO: usize = 74;
const OPERATOR_HELLO: usize = 122;
/// What both hellos begin with: the name, and the version.
const BEGINNING: &[u8; 10] = b"CLAWOP\0\0\0\x01";
/// How many bytes SHA-256 takes at a time.
const BLOCK: usize = 64;

/// Judges streams, and counts them.
pub(super) struct Judge {
    build: [u8; 32],
    launch: [u8; 16],
    secret: [u8; 32],
    seen: Mutex<Seen>,
}

#[derive(Default)]
struct Seen {
    streams: usize,
    greeted: usize,
    nonces: BTreeSet<Vec<u8>>,
}

impl Judge {
    pub(super) fn new(launched: &Launched) -> Self {
        Self {
            build: launched.build,
            launch: launched.launch.0,
            secret: launched.secret_bytes,
            seen: Mutex::default(),
        }
    }

    /// How many streams there were, and how many greetings were answered.
    pub(super) fn counts(&self) -> (usize, usize) {
        let seen = self.seen.lock().unwrap();
        (seen.streams, seen.greeted)
    }

    /// Of a stream whose user is neither the shell nor root.
    pub(super) fn stranger(&self, told: &[u8]) {
        self.seen.lock().unwrap().streams += 1;
        assert!(told.is_empty(), "a stranger is told {told:x?}");
    }

    /// Of a stream of adb's user. One that may have been closed early was told all of it or nothing.
    pub(super) fn outsider(&self, sent: &[u8], told: &[u8], may_be_cut: bool) {
        let mut seen = self.seen.lock().unwrap();
        seen.streams += 1;
        let is_hello = sent.len() >= DRIVER_HELLO && sent[..8] == BEGINNING[..8];
        if told.is_empty() {
            assert!(!is_hello || may_be_cut, "not answered: {sent:x?}");
            return;
        }
        assert!(is_hello, "{sent:x?} is answered with {told:x?}");
        assert_eq!(told.len(), OPERATOR_HELLO, "{told:x?}");
        assert_eq!(told[..10], BEGINNING[..]);
        assert_eq!(told[10..42], self.build);
        assert_eq!(told[42..58], self.launch);
        let nonce = &told[58..90];
        assert!(seen.nonces.insert(nonce.to_vec()), "{nonce:x?} comes again");
        let is_ours = sent[..10] == BEGINNING[..] && sent[10..42] == self.build;
        let proof = if is_ours {
            self.proof(&sent[42..DRIVER_HELLO], nonce)
        } else {
            [0; 32]
        };
        assert_eq!(told[90..], proof);
        seen.greeted += 1;
    }

    /// As the page of the protocol says it, and HMAC as RFC 2104 does.
    fn proof(&self, driver: &[u8], operator: &[u8]) -> [u8; 32] {
        let mut key = self.secret.to_vec();
        key.resize(BLOCK, 0);
        let pad = |with: u8| -> Vec<u8> { key.iter().map(|byte| byte ^ with).collect() };
        let message = [
            b"clawperator operator\0\0\x01".as_slice(),
            &self.build,
            &self.launch,
            driver,
            operator,
        ];
        let inner = Sha256::digest([pad(0x36), message.concat()].concat());
        Sha256::digest([pad(0x5c), inner.to_vec()].concat()).into()
    }
}
