//! Hashes of what lies on disk.

use clawperator_contract::hex;
use sha2::{Digest, Sha256};

/// The SHA-256 of some bytes, in hexadecimal.
#[must_use]
pub fn sha256_hex(bytes: &[u8]) -> String {
    hex(&Sha256::digest(bytes))
}

/// The hash of a skill's files: every path, length and content, in the order of the paths.
#[derive(Debug, Default)]
pub(crate) struct FilesDigest(Sha256);

impl FilesDigest {
    /// Adds the next file. Lengths stand in front of what varies, so no two skills are told the same way.
    pub(crate) fn add(&mut self, path: &str, bytes: &[u8]) {
        self.0
            .update(format!("{} {} {path}\n", path.len(), bytes.len()));
        self.0.update(bytes);
    }

    pub(crate) fn finish(self) -> String {
        hex(&self.0.finalize())
    }
}
