//! Who may connect: tokens, signatures and keys.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use crate::packet::TOKEN_LEN;
use crate::public_key::PublicKey;

/// Signatures that may fail on one connection before it is ended.
pub(crate) const MAX_FAILURES: u32 = 256;

/// The kind of an `AUTH` packet, in its first argument.
pub(crate) mod kind {
    pub(crate) const TOKEN: u32 = 1;
    pub(crate) const SIGNATURE: u32 = 2;
    pub(crate) const PUBLIC_KEY: u32 = 3;
}

/// Who may connect.
#[derive(Debug, Clone)]
pub enum Auth {
    /// Everybody, without being asked.
    Open,
    /// Nobody: every signature fails and no key is ever accepted.
    Unauthorized,
    /// Whoever proves to own a known key. A key that is not known is accepted after a while, as when a person presses
    /// "Allow" on the phone, and known from then on.
    Ask {
        /// The keys that were accepted before.
        known: Arc<KnownKeys>,
        /// How long the person takes.
        accept_after: Duration,
    },
}

/// Keys that a phone has accepted. The oldest is forgotten when there are more than [`KnownKeys::MAX`].
#[derive(Debug, Default)]
pub struct KnownKeys(Mutex<VecDeque<PublicKey>>);

impl KnownKeys {
    /// The most keys that are kept.
    pub const MAX: usize = 32;

    /// How many keys are known.
    #[must_use]
    pub fn len(&self) -> usize {
        self.keys().len()
    }

    /// Whether no key is known.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.keys().is_empty()
    }

    /// Forgets every key.
    pub fn clear(&self) {
        self.keys().clear();
    }

    pub(crate) fn add(&self, key: PublicKey) {
        let mut keys = self.keys();
        if keys.contains(&key) {
            return;
        }
        if keys.len() >= Self::MAX {
            keys.pop_front();
        }
        keys.push_back(key);
    }

    /// Whether one of the keys made this signature.
    pub(crate) fn verify(&self, token: &[u8; TOKEN_LEN], signature: &[u8]) -> bool {
        let keys: Vec<PublicKey> = self.keys().iter().cloned().collect();
        keys.iter().any(|key| key.verify(token, signature))
    }

    fn keys(&self) -> std::sync::MutexGuard<'_, VecDeque<PublicKey>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
