//! The files of a skill: read once, hashed, and copied from what was hashed.

use std::collections::BTreeMap;
use std::fs;
use std::io::{self, Read as _};
use std::path::Path;

use clawperator_contract::{ErrorCode, Failure, excerpt};
use clawperator_private_files as private;
use sha2::{Digest, Sha256};

/// The most files of a skill with a script, the most folders above one, and the most bytes of all.
const MOST_FILES: usize = 256;
const MOST_LEVELS: usize = 8;
const MOST_BYTES: u64 = 4 * 1024 * 1024;

/// The files of a skill by their paths within it, with `/` between folders.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct Files(BTreeMap<String, Vec<u8>>);

impl std::fmt::Debug for Files {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_set().entries(self.0.keys()).finish()
    }
}

impl Files {
    /// Reads every file of a folder. Links are refused: what they point at is not the skill's.
    pub(super) fn read(folder: &Path) -> Result<Self, Failure> {
        let mut files = Self(BTreeMap::new());
        let mut left = MOST_BYTES;
        files
            .read_folder(folder, "", 0, &mut left)
            .map_err(|error| {
                let message = format!("the skill's files cannot be used: {error}");
                Failure::new(ErrorCode::SkillScriptRefused, message).with_hint(
                    "a skill with a script may only have regular files, at most 256 and 4 MiB",
                )
            })?;
        Ok(files)
    }

    /// Whether there is a file of that path.
    pub(super) fn has(&self, path: &str) -> bool {
        self.0.contains_key(path)
    }

    /// The SHA-256 of the files, as [`Skill`](clawperator_skills::Skill) tells it in hexadecimal.
    pub(super) fn sha256(&self) -> [u8; 32] {
        let mut hash = Sha256::new();
        for (path, content) in &self.0 {
            hash.update(format!("{} {} {path}\n", path.len(), content.len()));
            hash.update(content);
        }
        hash.finalize().into()
    }

    /// Writes the files into a new folder that nobody else can read.
    pub(super) fn copy_to(&self, folder: &Path) -> Result<(), Failure> {
        self.write(folder).map_err(|error| {
            let message = format!("`{}` could not be written: {error}", folder.display());
            Failure::new(ErrorCode::HostIoFailed, message)
        })
    }

    fn read_folder(
        &mut self,
        folder: &Path,
        prefix: &str,
        level: usize,
        left: &mut u64,
    ) -> io::Result<()> {
        if level > MOST_LEVELS {
            return Err(io::Error::other("its folders are nested too deep"));
        }
        for entry in fs::read_dir(folder)? {
            let entry = entry?;
            let name = entry.file_name();
            let name = name
                .to_str()
                .ok_or_else(|| io::Error::other("a file name is not UTF-8"))?;
            let path = format!("{prefix}{name}");
            let kind = entry.file_type()?;
            if kind.is_dir() {
                self.read_folder(&entry.path(), &format!("{path}/"), level + 1, left)?;
            } else if kind.is_file() {
                let mut content = Vec::new();
                let file = fs::File::open(entry.path())?;
                file.take(left.saturating_add(1))
                    .read_to_end(&mut content)?;
                *left = left
                    .checked_sub(u64::try_from(content.len()).unwrap_or(u64::MAX))
                    .ok_or_else(|| io::Error::other("they are too large"))?;
                self.0.insert(path, content);
            } else {
                let message = format!("`{}` is not a regular file", excerpt(&path));
                return Err(io::Error::other(message));
            }
            if self.0.len() > MOST_FILES {
                return Err(io::Error::other("there are too many"));
            }
        }
        Ok(())
    }

    fn write(&self, folder: &Path) -> io::Result<()> {
        private::make_folder(folder)?;
        for (path, content) in &self.0 {
            let path = folder.join(path);
            if let Some(parent) = path.parent() {
                private::make_folder(parent)?;
            }
            private::write_new(&path, content)?;
        }
        Ok(())
    }
}
