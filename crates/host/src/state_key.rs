//! The keys of this installation: each made once, kept in a file that only its owner can read.
//!
//! What is kept under one covers typed text. Without a key, whoever can read the files could try short texts against
//! them.

use std::fmt;
use std::io;
use std::path::Path;

use clawperator_private_files as private;
use clawperator_sources::Sources;
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

/// How many random bytes a key has.
const KEY_BYTES: usize = 32;

/// A key. It cannot be printed.
pub(crate) struct StateKey([u8; KEY_BYTES]);

impl StateKey {
    /// The key in a file, which is made if it is not there.
    pub(crate) fn of(path: &Path, sources: &dyn Sources) -> io::Result<Self> {
        let random = || {
            let mut bytes = [0; KEY_BYTES];
            sources.fill(&mut bytes)?;
            Ok(bytes)
        };
        private::key(path, random).map(Self)
    }

    /// The digest of something for one use: one that is made for a use is of none in another.
    pub(crate) fn bind(&self, domain: &[u8], bytes: &[u8]) -> io::Result<[u8; 32]> {
        let mut mac = Hmac::<Sha256>::new_from_slice(&self.0).map_err(io::Error::other)?;
        mac.update(domain);
        mac.update(bytes);
        Ok(mac.finalize().into_bytes().into())
    }

    /// For whoever hashes in another way.
    pub(crate) const fn into_bytes(self) -> [u8; KEY_BYTES] {
        self.0
    }
}

impl fmt::Debug for StateKey {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("StateKey")
    }
}
