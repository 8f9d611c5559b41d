//! The files of a run, named after their content.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use clawperator_contract::hex;
use clawperator_contract::runs::KeptFile;
use clawperator_private_files as private;
use sha2::{Digest as _, Sha256};

/// The most bytes of one file.
pub(crate) const MAX_FILE_BYTES: u64 = 64 * 1024 * 1024;

/// What a file holds, which is its ending.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Tree,
    Picture,
    Answer,
}

impl Kind {
    const fn ending(self) -> &'static str {
        match self {
            Self::Tree => "xml",
            Self::Picture => "png",
            Self::Answer => "json",
        }
    }
}

/// Where the files of a run are.
pub(crate) fn folder_of(run: &Path) -> PathBuf {
    run.join("files")
}

/// Puts a file into the folder, unless it is there. The second is whether it was put there now. One whose process was gone
/// in the middle does not hold what its name says, and is not read.
pub(crate) fn keep(folder: &Path, kind: Kind, bytes: &[u8]) -> io::Result<(KeptFile, bool)> {
    let digest: [u8; 32] = Sha256::digest(bytes).into();
    let name = format!("{}.{}", hex(&digest), kind.ending());
    let path = folder.join(&name);
    let is_new = match private::write_new(&path, bytes) {
        Ok(()) => true,
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => false,
        Err(error) => {
            // A part of it would be taken for the whole.
            let _ = fs::remove_file(path);
            return Err(error);
        }
    };
    let file = KeptFile {
        name,
        bytes: bytes.len() as u64,
    };
    Ok((file, is_new))
}

/// What is in a file; nothing where it is not there any more. The name comes from a file that anybody may have written,
/// so it is checked before it becomes a part of a path, and so is what is read.
pub(crate) fn read(folder: &Path, file: &KeptFile) -> io::Result<Option<Vec<u8>>> {
    // A name without an ending is none, as the next lines find.
    let (digest, ending) = file.name.split_once('.').unwrap_or_default();
    let is_digest = digest.len() == 64
        && digest
            .bytes()
            .all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'));
    let kinds = [Kind::Tree, Kind::Picture, Kind::Answer];
    if !is_digest || !kinds.iter().any(|kind| kind.ending() == ending) {
        let why = "the name of a file is not one that a run gives";
        return Err(io::Error::new(io::ErrorKind::InvalidData, why));
    }
    let path = folder.join(&file.name);
    let bytes = private::read(&path, MAX_FILE_BYTES, private::Readable::Corrected)?;
    if let Some(bytes) = &bytes {
        let found: [u8; 32] = Sha256::digest(bytes).into();
        if hex(&found) != digest {
            let why = "a file does not hold what its name says";
            return Err(io::Error::new(io::ErrorKind::InvalidData, why));
        }
    }
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_kept_once_and_read_only_by_its_own_name() {
        let root = tempfile::tempdir().unwrap();
        let folder = folder_of(root.path());
        private::make_folder(&folder).unwrap();
        let (file, is_new) = keep(&folder, Kind::Tree, b"<a/>").unwrap();
        assert!(is_new);
        assert_eq!(
            keep(&folder, Kind::Tree, b"<a/>").unwrap(),
            (file.clone(), false)
        );
        assert_eq!(read(&folder, &file).unwrap().unwrap(), b"<a/>");
        for name in [
            "../run.jsonl",
            "x.xml",
            "",
            &file.name.replace("xml", "exe"),
        ] {
            let named = KeptFile {
                name: name.to_owned(),
                ..file.clone()
            };
            assert!(read(&folder, &named).is_err(), "{name}");
        }
        std::fs::write(folder.join(&file.name), "<b/>").unwrap();
        assert!(read(&folder, &file).is_err());
        std::fs::remove_file(folder.join(&file.name)).unwrap();
        assert_eq!(read(&folder, &file).unwrap(), None);
    }
}
