//! Files of this machine that a surface has named for a run.
//!
//! A payload says a name and no path. What a name stands for comes from whoever starts the run, such as a person who
//! types a command.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use bytes::Bytes;
use clawperator_contract::HostFile;
use clawperator_contract::limits::MAX_FILE_BYTES;
use clawperator_engine::{ArtifactError, Way};
use clawperator_private_files as private;

/// The largest file, as sizes of files are told.
pub(crate) const MOST: u64 = MAX_FILE_BYTES as u64;

/// Names, and the files that they stand for.
#[derive(Debug, Clone, Default)]
pub struct NamedFiles(Arc<BTreeMap<HostFile, PathBuf>>);

impl NamedFiles {
    /// Gives a file a name; false where the name is taken.
    pub fn name(&mut self, name: HostFile, path: PathBuf) -> bool {
        let files = Arc::make_mut(&mut self.0);
        let is_free = !files.contains_key(&name);
        if is_free {
            files.insert(name, path);
        }
        is_free
    }

    pub(crate) fn check(&self, name: &str, way: Way) -> Result<(), ArtifactError> {
        let path = self.path(name)?;
        let checked = match way {
            Way::Read => open(path).map(drop),
            Way::Written => free(path),
        };
        checked.map_err(|error| trouble(path, way, &error))
    }

    pub(crate) fn read(&self, name: &str) -> Result<Bytes, ArtifactError> {
        let path = self.path(name)?;
        let read = open(path).and_then(|file| {
            let mut bytes = Vec::new();
            file.take(MOST + 1).read_to_end(&mut bytes)?;
            fits(bytes.len() as u64)?;
            Ok(Bytes::from(bytes))
        });
        read.map_err(|error| trouble(path, Way::Read, &error))
    }

    pub(crate) fn save(&self, name: &str, bytes: &[u8]) -> Result<PathBuf, ArtifactError> {
        let path = self.path(name)?;
        let saved = match private::create_once(path, bytes) {
            Ok(true) => Ok(path.to_owned()),
            Ok(false) => Err(io::ErrorKind::AlreadyExists.into()),
            Err(error) => Err(error),
        };
        saved.map_err(|error| trouble(path, Way::Written, &error))
    }

    fn path(&self, name: &str) -> Result<&Path, ArtifactError> {
        let named = HostFile::parse(name).and_then(|name| self.0.get(&name));
        named.map(PathBuf::as_path).ok_or_else(|| ArtifactError {
            message: format!("no file was named `{name}` for this run"),
        })
    }
}

/// A plain file that is not too large.
fn open(path: &Path) -> io::Result<File> {
    let found = fs::metadata(path)?;
    if !found.is_file() {
        return Err(io::Error::other("it is not a regular file"));
    }
    fits(found.len())?;
    File::open(path)
}

fn fits(size: u64) -> io::Result<()> {
    if size > MOST {
        return Err(io::Error::other(format!("it has more than {MOST} bytes")));
    }
    Ok(())
}

/// Refuses a place where something is, or that is in no folder.
fn free(path: &Path) -> io::Result<()> {
    match fs::symlink_metadata(path) {
        Ok(_) => return Err(io::ErrorKind::AlreadyExists.into()),
        Err(error) if error.kind() == io::ErrorKind::NotFound => {}
        Err(error) => return Err(error),
    }
    let folder = path
        .parent()
        .filter(|folder| !folder.as_os_str().is_empty());
    fs::metadata(folder.unwrap_or(Path::new("."))).map(drop)
}

fn trouble(path: &Path, way: Way, error: &io::Error) -> ArtifactError {
    let what = match way {
        Way::Read => "read",
        Way::Written => "written",
    };
    let why = match error.kind() {
        io::ErrorKind::NotFound if way == Way::Read => "there is no such file".to_owned(),
        io::ErrorKind::NotFound => "its folder does not exist".to_owned(),
        io::ErrorKind::AlreadyExists => "it exists, and nothing is replaced".to_owned(),
        _ => error.to_string(),
    };
    let path = clawperator_contract::excerpt(&path.to_string_lossy());
    ArtifactError {
        message: format!("the file `{path}` cannot be {what}: {why}"),
    }
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::{MetadataExt, symlink};

    use super::*;

    fn named(files: &[(&str, PathBuf)]) -> NamedFiles {
        let mut named = NamedFiles::default();
        for (name, path) in files {
            assert!(named.name(HostFile::parse(name).unwrap(), path.clone()));
        }
        named
    }

    #[test]
    fn a_name_that_nobody_gave_stands_for_nothing() {
        let files = named(&[("a", "/etc/passwd".into())]);
        for name in ["b", "", "../a", "/etc/passwd", "A"] {
            for way in [Way::Read, Way::Written] {
                let refused = files.check(name, way).unwrap_err();
                assert!(refused.message.contains("no file was named"), "{refused}");
            }
            assert!(files.read(name).is_err());
            assert!(files.save(name, b"x").is_err());
        }
        let mut files = files;
        assert!(!files.name(HostFile::parse("a").unwrap(), "/other".into()));
    }

    #[test]
    fn what_is_read_is_a_plain_file_and_not_too_large() {
        let root = tempfile::tempdir().unwrap();
        let at = |name: &str| root.path().join(name);
        fs::write(at("plain"), "all of it").unwrap();
        File::create(at("large"))
            .unwrap()
            .set_len(MOST + 1)
            .unwrap();
        let files = named(&[
            ("plain", at("plain")),
            ("large", at("large")),
            ("folder", root.path().to_owned()),
            ("device", "/dev/zero".into()),
            ("absent", at("absent")),
        ]);
        files.check("plain", Way::Read).unwrap();
        assert_eq!(files.read("plain").unwrap(), "all of it");
        for (name, why) in [
            ("large", "more than"),
            ("folder", "not a regular file"),
            ("device", "not a regular file"),
            ("absent", "no such file"),
        ] {
            let refused = files.check(name, Way::Read).unwrap_err();
            assert!(refused.message.contains(why), "{refused}");
            assert_eq!(files.read(name).unwrap_err(), refused);
        }
    }

    #[test]
    fn nothing_is_written_over() {
        let root = tempfile::tempdir().unwrap();
        let at = |name: &str| root.path().join(name);
        fs::write(at("there"), "kept").unwrap();
        symlink("nowhere", at("link")).unwrap();
        let files = named(&[
            ("there", at("there")),
            ("link", at("link")),
            ("lost", at("no/folder")),
            ("new", at("new")),
        ]);
        for (name, why) in [
            ("there", "nothing is replaced"),
            ("link", "nothing is replaced"),
            ("lost", "folder does not exist"),
        ] {
            let refused = files.check(name, Way::Written).unwrap_err();
            assert!(refused.message.contains(why), "{refused}");
            assert_eq!(files.save(name, b"x").unwrap_err(), refused);
        }
        assert_eq!(fs::read(at("there")).unwrap(), b"kept");
        assert!(!at("nowhere").exists());
        files.check("new", Way::Written).unwrap();
        assert_eq!(files.save("new", b"bytes").unwrap(), at("new"));
        assert_eq!(fs::read(at("new")).unwrap(), b"bytes");
        assert_eq!(fs::metadata(at("new")).unwrap().mode() & 0o777, 0o600);
        // Between the check and the writing somebody else may have been there.
        assert!(files.save("new", b"other").is_err());
        assert_eq!(fs::read_dir(root.path()).unwrap().count(), 3);
    }
}
