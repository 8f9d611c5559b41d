//! A mark that every user of this machine can see: a run that was killed may have left a gesture under way.
//!
//! It is a file in a folder that is the same for everybody, so anybody can write or remove it. It decides about a short
//! wait and nothing else, except on systems without claims of their own, where its lock is the claim.

use std::fs::{self, DirBuilder, File, OpenOptions, Permissions};
use std::io;
use std::os::unix::fs::{DirBuilderExt, MetadataExt, OpenOptionsExt, PermissionsExt};
use std::path::Path;

use clawperator_contract::Holder;

use clawperator_private_files as private;

/// Not from the environment: every process must come to the same place.
const FOLDER: &str = "/tmp/clawperator-phones";
/// Everybody may make files there, and nobody may remove another's.
const FOLDER_MODE: u32 = 0o1777;
const FILE_MODE: u32 = 0o666;

/// The file of one phone.
#[derive(Debug)]
pub(super) struct Shared {
    file: File,
}

impl Shared {
    /// The file of the phone of this name.
    pub(super) fn open(name: &str) -> io::Result<Self> {
        Self::open_in(Path::new(FOLDER), name)
    }

    /// Whoever is named in the file of the phone of this name. Anybody may have written it.
    pub(super) fn marked_by(name: &str) -> Option<Holder> {
        let mut file = OpenOptions::new()
            .read(true)
            .custom_flags(private::not_through_links())
            .open(Path::new(FOLDER).join(name))
            .ok()?;
        super::holder_mark::read_holder(&mut file)
    }

    fn open_in(folder: &Path, name: &str) -> io::Result<Self> {
        match DirBuilder::new().mode(FOLDER_MODE).create(folder) {
            // The mode that was asked for is less what this user takes from every new folder.
            Ok(()) => fs::set_permissions(folder, Permissions::from_mode(FOLDER_MODE))?,
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            Err(error) => return Err(error),
        }
        if !fs::symlink_metadata(folder)?.is_dir() {
            return Err(io::Error::other("it is not a folder"));
        }
        let path = folder.join(name);
        let open = || {
            OpenOptions::new()
                .read(true)
                .write(true)
                .custom_flags(private::not_through_links())
                .open(&path)
        };
        let file = match open() {
            Err(error) if error.kind() == io::ErrorKind::NotFound => match make(&path) {
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => open()?,
                made => made?,
            },
            opened => opened?,
        };
        let found = file.metadata()?;
        // A second name of the file may be a document of this user's that somebody has linked here.
        if found.is_file() && found.nlink() <= 1 {
            Ok(Self { file })
        } else {
            Err(io::Error::other(
                "it is not a regular file with a single link",
            ))
        }
    }

    /// Whether somebody held the phone who did not say that it was over.
    pub(super) fn is_marked(&self) -> bool {
        self.file.metadata().is_ok_and(|found| found.len() > 0)
    }

    /// Says who holds the phone.
    pub(super) fn mark(&mut self, holder: &Holder) -> io::Result<()> {
        super::holder_mark::write_holder(&mut self.file, holder)
    }

    /// Says that it is over. The empty file stays for the next run: making one again takes longer than the rest of this.
    pub(super) fn clear(self) {
        // What cannot be cleared costs the next one a short wait.
        let _ = self.file.set_len(0);
    }
}

/// The system's lock on the file, where that is all there is.
#[cfg(any(not(target_os = "linux"), test))]
impl Shared {
    pub(super) fn try_lock(&self) -> Result<(), fs::TryLockError> {
        self.file.try_lock()
    }

    #[cfg(not(target_os = "linux"))]
    pub(super) fn holder(&mut self) -> Option<Holder> {
        super::holder_mark::read_holder(&mut self.file)
    }
}

fn make(path: &Path) -> io::Result<File> {
    let file = OpenOptions::new()
        .read(true)
        .write(true)
        .create_new(true)
        .mode(FILE_MODE)
        .open(path)?;
    file.set_permissions(Permissions::from_mode(FILE_MODE))?;
    Ok(file)
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::symlink;

    use super::*;

    fn holder() -> Holder {
        Holder {
            command_id: "c".to_owned(),
            process_id: 1,
            user: None,
        }
    }

    #[test]
    fn a_mark_stays_until_it_is_cleared() {
        let root = tempfile::tempdir().unwrap();
        let folder = root.path().join("phones");
        let open = || Shared::open_in(&folder, "a").unwrap();
        let mut first = open();
        assert!(!first.is_marked());
        first.mark(&holder()).unwrap();
        drop(first);
        assert!(open().is_marked());
        open().clear();
        assert!(!open().is_marked());
        let mode = |path: &Path| fs::metadata(path).unwrap().mode() & 0o7777;
        assert_eq!(mode(&folder), FOLDER_MODE);
        assert_eq!(mode(&folder.join("a")), FILE_MODE);
    }

    #[test]
    fn nothing_that_somebody_has_put_there_is_written() {
        let root = tempfile::tempdir().unwrap();
        let victim = root.path().join("victim");
        fs::write(&victim, "kept").unwrap();
        let folder = root.path().join("phones");
        Shared::open_in(&folder, "a").unwrap().clear();
        symlink(&victim, folder.join("link")).unwrap();
        assert!(Shared::open_in(&folder, "link").is_err());
        fs::hard_link(&victim, folder.join("hard")).unwrap();
        assert!(Shared::open_in(&folder, "hard").is_err());
        symlink(&folder, root.path().join("other")).unwrap();
        assert!(Shared::open_in(&root.path().join("other"), "a").is_err());
        assert_eq!(fs::read(&victim).unwrap(), b"kept");
    }

    #[test]
    fn its_lock_has_one_holder() {
        let root = tempfile::tempdir().unwrap();
        let open = || Shared::open_in(root.path(), "a").unwrap();
        let first = open();
        first.try_lock().unwrap();
        assert!(open().try_lock().is_err());
        drop(first);
        open().try_lock().unwrap();
    }
}
