//! The folder of the copies that scripts run from.
//!
//! Each copy has a lock beside it, which its process holds. A copy without one was left by a process that is dead, and
//! the next script that runs removes it.
//!
//! The lock contains a token that only its process and its user's other programs can read. By it a supervisor knows that
//! it was asked by the process that made the copy.

use std::fs::{self, File};
use std::io::{self, Read as _, Write as _};
use std::path::{Path, PathBuf};

use clawperator_contract::{ErrorCode, Failure};
use clawperator_private_files::{self as private, Readable};

/// Held for as long as copies are looked through and a new one is begun.
const LOCK: &str = "lock";
const ENDING: &str = "lock";

/// How many bytes a token has.
pub(super) const TOKEN_BYTES: usize = 32;

/// The place of one copy. It is removed at the end.
#[derive(Debug)]
pub struct Copy {
    /// The folder, which is not there yet.
    pub folder: PathBuf,
    lock: PathBuf,
    token: String,
    _held: File,
}

/// This program, to be started once more between itself and a script: see [`supervise`](super::supervise).
#[derive(Debug, Clone)]
pub struct Supervisor {
    pub(super) program: PathBuf,
    /// What proves to it that the copy's own process has started it.
    pub(super) token: String,
}

impl Copy {
    /// Makes a place of that name, and removes what dead processes have left.
    pub fn begin(copies: &Path, name: &str) -> Result<Self, Failure> {
        begin(copies, name).map_err(|error| {
            let message = format!("`{}` cannot be used: {error}", copies.display());
            Failure::new(ErrorCode::HostIoFailed, message)
        })
    }

    /// The supervisor for the script of this copy; `program` is this program.
    #[must_use]
    pub fn supervisor(&self, program: PathBuf) -> Supervisor {
        Supervisor {
            program,
            token: self.token.clone(),
        }
    }
}

/// Checks that a folder is a copy whose process is alive and gave out that token. Nothing is changed before that is
/// known.
pub(super) fn check_held(folder: &Path, token: &[u8]) -> io::Result<()> {
    let refused = || io::Error::from(io::ErrorKind::PermissionDenied);
    if !folder.is_absolute() || token.len() != TOKEN_BYTES {
        return Err(refused());
    }
    let lock = folder.with_extension(ENDING);
    let mut file = private::open_to_read(&lock, Readable::Refused)?.ok_or_else(refused)?;
    let mut written = [0; TOKEN_BYTES];
    file.read_exact(&mut written)?;
    let is_held = matches!(file.try_lock(), Err(fs::TryLockError::WouldBlock));
    if written != token || !is_held {
        return Err(refused());
    }
    private::check_folder(folder)
}

impl Drop for Copy {
    fn drop(&mut self) {
        // What cannot be removed is removed by the next one, or hurts nobody.
        let _ = fs::remove_dir_all(&self.folder);
        let _ = fs::remove_file(&self.lock);
    }
}

fn begin(copies: &Path, name: &str) -> io::Result<Copy> {
    private::make_folder(copies)?;
    let all = private::open_in_place(&copies.join(LOCK))?;
    all.lock()?;
    for entry in fs::read_dir(copies)? {
        let path = entry?.path();
        if path != copies.join(LOCK) {
            remove_if_left(&path.with_extension(""))?;
        }
    }
    let folder = copies.join(name);
    let lock = folder.with_extension(ENDING);
    let mut held = private::open_in_place(&lock)?;
    held.lock()?;
    let token = private::unforeseeable();
    held.set_len(0)?;
    held.write_all(token.as_bytes())?;
    Ok(Copy {
        folder,
        lock,
        token,
        _held: held,
    })
}

fn remove_if_left(folder: &Path) -> io::Result<()> {
    let lock = folder.with_extension(ENDING);
    let held = private::open_in_place(&lock)?;
    if held.try_lock().is_ok() {
        // One that cannot be removed now is tried again.
        let _ = fs::remove_dir_all(folder);
        let _ = fs::remove_file(&lock);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_dead_process_left_is_removed_and_what_a_living_one_has_stays() {
        let root = tempfile::tempdir().unwrap();
        let copies = root.path().join("scripts");
        let living = Copy::begin(&copies, "script-1").unwrap();
        private::make_folder(&living.folder).unwrap();
        let dead = copies.join("script-2");
        private::make_folder(&dead.join("scripts")).unwrap();
        fs::write(dead.join("scripts/run.sh"), "").unwrap();
        fs::write(copies.join("script-2.lock"), "").unwrap();
        private::make_folder(&copies.join("script-3")).unwrap();
        fs::write(copies.join("script-5.lock"), "").unwrap();
        let next = Copy::begin(&copies, "script-4").unwrap();
        assert!(living.folder.exists());
        assert!(!dead.exists() && !copies.join("script-3").exists());
        drop((living, next));
        let left: Vec<_> = fs::read_dir(&copies).unwrap().flatten().collect();
        assert_eq!(left.len(), 1, "{left:?}");
    }
    #[test]
    fn only_the_copy_of_a_living_process_is_known_and_only_by_its_token() {
        let root = tempfile::tempdir().unwrap();
        let copies = root.path().join("scripts");
        let copy = Copy::begin(&copies, "script-1").unwrap();
        private::make_folder(&copy.folder).unwrap();
        let token = copy.token.clone().into_bytes();
        check_held(&copy.folder, &token).unwrap();
        let other = private::unforeseeable().into_bytes();
        for wrong in [&other[..], b"", &token[1..]] {
            assert!(check_held(&copy.folder, wrong).is_err());
        }
        // The same token beside another folder, and beside a link to one, but nobody holds the lock.
        let documents = root.path().join("documents");
        private::make_folder(&documents).unwrap();
        assert!(check_held(&documents, &token).is_err());
        private::write_new(&root.path().join("documents.lock"), &token).unwrap();
        assert!(check_held(&documents, &token).is_err());
        let link = copies.join("script-2");
        std::os::unix::fs::symlink(&documents, &link).unwrap();
        std::os::unix::fs::symlink(&copy.lock, copies.join("script-2.lock")).unwrap();
        assert!(check_held(&link, &token).is_err());
        // A link in the place of the copy.
        fs::remove_dir(&copy.folder).unwrap();
        std::os::unix::fs::symlink(&documents, &copy.folder).unwrap();
        assert!(check_held(&copy.folder, &token).is_err());
    }
}
