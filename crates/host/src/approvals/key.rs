//! The key of this installation: made once, kept in a file that only its owner can read.
//!
//! What an approval is bound to covers typed text. Without a key, whoever can read the files of approvals could try
//! short texts against them.

use std::fmt;
use std::io;
use std::path::Path;

use clawperator_private_files as private;
use clawperator_sources::Sources;
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

const KEY_BYTES: usize = 32;

/// What a digest is for, so that one made for a use is of none in another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Use {
    /// What an approval is bound to.
    Question,
    /// Everything that the file of an approval says.
    File,
}

impl Use {
    const fn domain(self) -> &'static [u8] {
        match self {
            Self::Question => b"clawperator-approval-v2\0",
            Self::File => b"clawperator-approval-file-v2\0",
        }
    }
}

/// The key. It cannot be printed.
pub(super) struct Key([u8; KEY_BYTES]);

impl Key {
    /// The key in a file, which is made if it is not there.
    pub(super) fn of(path: &Path, sources: &dyn Sources) -> io::Result<Self> {
        let random = || {
            let mut bytes = [0; KEY_BYTES];
            sources.fill(&mut bytes)?;
            Ok(bytes)
        };
        private::key(path, random).map(Self)
    }

    /// The digest as it is kept.
    pub(super) fn bind(&self, what_for: Use, bytes: &[u8]) -> io::Result<[u8; 32]> {
        let mut mac = Hmac::<Sha256>::new_from_slice(&self.0).map_err(io::Error::other)?;
        mac.update(what_for.domain());
        mac.update(bytes);
        Ok(mac.finalize().into_bytes().into())
    }
}

impl fmt::Debug for Key {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("Key")
    }
}
