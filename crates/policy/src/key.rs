//! The key of this installation: made once, kept in a file that only its owner can read.
//!
//! What an approval is bound to covers typed text. Without a key, whoever can read the files of approvals could try
//! short texts against them.

use std::fmt;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::Path;

use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

use crate::private::write_unfinished;

/// Where the bytes of a new key come from: the surface hands in its source of randomness.
pub type Entropy = fn() -> io::Result<[u8; KEY_BYTES]>;

const KEY_BYTES: usize = 32;
/// Sets these digests apart from any other use of the key.
const DOMAIN: &[u8] = b"clawperator-approval-v1\0";

/// The key. It cannot be printed.
pub(crate) struct Key([u8; KEY_BYTES]);

impl Key {
    /// The key in a file, which is made if it is not there. Of several processes that make one, one does.
    pub(crate) fn of(path: &Path, entropy: Entropy) -> io::Result<Self> {
        if let Some(key) = read(path)? {
            return Ok(key);
        }
        make(path, &entropy()?)?;
        read(path)?.ok_or_else(|| io::Error::from(io::ErrorKind::NotFound))
    }

    /// The digest as it is kept.
    pub(crate) fn bind(&self, digest: &[u8; 32]) -> io::Result<[u8; 32]> {
        let mut mac = Hmac::<Sha256>::new_from_slice(&self.0).map_err(io::Error::other)?;
        mac.update(DOMAIN);
        mac.update(digest);
        Ok(mac.finalize().into_bytes().into())
    }
}

impl fmt::Debug for Key {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("Key")
    }
}

fn read(path: &Path) -> io::Result<Option<Key>> {
    let file = match File::open(path) {
        Ok(file) => file,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(error),
    };
    let mut bytes = Vec::with_capacity(KEY_BYTES + 1);
    file.take(KEY_BYTES as u64 + 1).read_to_end(&mut bytes)?;
    let key = <[u8; KEY_BYTES]>::try_from(bytes);
    let no_key = |_| io::Error::new(io::ErrorKind::InvalidData, "it holds no key; remove it");
    key.map(|key| Some(Key(key))).map_err(no_key)
}

/// Puts a whole key under its name, unless another is there.
fn make(path: &Path, key: &[u8; KEY_BYTES]) -> io::Result<()> {
    let unfinished = write_unfinished(path, key)?;
    // A link is made only where nothing has the name, and what it names is whole.
    let made = fs::hard_link(&unfinished, path);
    let removed = fs::remove_file(&unfinished);
    match made {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => removed,
        Err(error) => Err(error),
        Ok(()) => removed,
    }
}
