//! Keys in files.

use std::io;
use std::path::Path;

use crate::{Readable, create_once, read};

/// The key in a file, which is made of `entropy` if it is not there. Of several processes that make one, the first wins
/// and all use it.
pub fn key<const BYTES: usize>(
    path: &Path,
    entropy: impl FnOnce() -> io::Result<[u8; BYTES]>,
) -> io::Result<[u8; BYTES]> {
    if let Some(key) = read_key(path)? {
        return Ok(key);
    }
    create_once(path, &entropy()?)?;
    read_key(path)?.ok_or_else(|| io::ErrorKind::NotFound.into())
}

fn read_key<const BYTES: usize>(path: &Path) -> io::Result<Option<[u8; BYTES]>> {
    let most = u64::try_from(BYTES).unwrap_or(u64::MAX);
    let bytes = read(path, most, Readable::Refused)?;
    let key = bytes.map(<[u8; BYTES]>::try_from).transpose();
    key.map_err(|_| {
        let why = "it does not contain a key; remove it";
        io::Error::new(io::ErrorKind::InvalidData, why)
    })
}

#[cfg(test)]
mod tests {
    use std::fs::{self, Permissions};
    use std::os::unix::fs::PermissionsExt;

    use super::*;

    #[test]
    fn a_key_is_made_once_and_only_a_whole_secret_one_is_used() {
        let root = tempfile::tempdir().unwrap();
        let path = root.path().join("key");
        assert_eq!(key(&path, || Ok([1; 4])).unwrap(), [1; 4]);
        assert_eq!(key(&path, || Ok([2; 4])).unwrap(), [1; 4]);
        let error = key(&path, || Ok([2; 5])).unwrap_err();
        assert!(error.to_string().contains("does not contain a key"));
        fs::set_permissions(&path, Permissions::from_mode(0o644)).unwrap();
        assert!(key(&path, || Ok([2; 4])).is_err());
        assert_eq!(fs::read(&path).unwrap(), [1; 4]);
    }
}
