//! Files and folders that only their owner can use, written whole or not at all.
//!
//! Everything that outlives a command goes through here: locks, kept screens, keys, approvals, copies of scripts,
//! pictures. A name may have been prepared by somebody else, so no symbolic link is followed, what is opened must be a
//! plain file of this user's, and a file gets its name only when all of it is there. A mode that lets others read is
//! corrected; a file that others could have written, or that is somebody else's, is refused with the reason. The one
//! exception is a file that is written in place ([`open_in_place`]): its mode is corrected and it is used, because what
//! others wrote into it decides nothing.
//!
//! Where the path of a file comes from a stranger, it is a [`RelativePath`] below a [`HeldFolder`].

mod held_folder;
mod key;
mod relative_path;
mod trusted;

use std::fs::{self, DirBuilder, File, Metadata, OpenOptions, Permissions, TryLockError};
use std::hash::{BuildHasher, RandomState};
use std::io::{self, Read, Write};
use std::os::unix::fs::{DirBuilderExt, MetadataExt, OpenOptionsExt, PermissionsExt};
use std::path::{Path, PathBuf};

use clawperator_contract::excerpt;
use rustix::fs::OFlags;

pub use crate::held_folder::{BelowError, HeldFolder};
pub use crate::key::key;
pub use crate::relative_path::{PathError, RelativePath};
pub use crate::trusted::open_trusted;

const FOLDER_MODE: u32 = 0o700;
const FILE_MODE: u32 = 0o600;
/// What group and others may do with a file.
const OTHERS: u32 = 0o077;
const OTHERS_WRITE: u32 = 0o022;
/// Everybody may make files in it, and nobody may remove another's.
const STICKY: u32 = 0o1000;

/// What the state folder holds.
const STATE_NAMES: [&str; 14] = [
    "approvals",
    "generations",
    "keys",
    "keys.key",
    "launches",
    "locks",
    "observed",
    "output",
    "page",
    "redaction.key",
    "runs",
    "scripts",
    "snapshots",
    "tokens.json",
];

/// What becomes of a file that others may read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Readable {
    /// It is made private again: what it holds was not meant for them, and nothing depends on their not knowing it.
    Corrected,
    /// It is refused: others may have read it, so it is not a secret any more.
    Refused,
}

/// Makes a folder of this user's, with those above it that are missing. One that is there is checked as in
/// [`check_folder`].
pub fn make_folder(path: &Path) -> io::Result<()> {
    DirBuilder::new()
        .recursive(true)
        .mode(FOLDER_MODE)
        .create(path)?;
    check_folder(path)
}

/// Makes a folder of this user's under a name that must be free.
pub fn make_new_folder(path: &Path) -> io::Result<()> {
    DirBuilder::new().mode(FOLDER_MODE).create(path)
}

/// Checks that a folder is this user's and no link; a mode that lets others in is corrected.
pub fn check_folder(path: &Path) -> io::Result<()> {
    opened_folder(path).map(drop)
}

/// Checks the folder that everything else is kept in, if it is there. Its name comes from the environment, so a link of
/// this user's own leads to it, and a folder that holds other things too is refused and not changed.
pub fn check_state_folder(path: &Path) -> io::Result<()> {
    let found = match fs::symlink_metadata(path) {
        Ok(found) => found,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        Err(error) => return Err(error),
    };
    let path = if found.is_symlink() {
        owned(&found)?;
        path.canonicalize()?
    } else {
        path.to_owned()
    };
    let is_open = fs::symlink_metadata(&path)?.mode() & OTHERS != 0;
    if is_open && path.is_dir() {
        for entry in fs::read_dir(&path)? {
            let name = entry?.file_name();
            if !STATE_NAMES.iter().any(|known| name == *known) {
                return refused(&format!(
                    "others can access it, and it contains `{}`, which does not belong there; use a separate folder",
                    excerpt(&name.to_string_lossy())
                ));
            }
        }
    }
    check_folder(&path)
}

/// All of a file, or nothing where there is none; one of more than `most` bytes is refused.
pub fn read(path: &Path, most: u64, readable: Readable) -> io::Result<Option<Vec<u8>>> {
    let Some(file) = open_to_read(path, readable)? else {
        return Ok(None);
    };
    let mut bytes = Vec::new();
    file.take(most.saturating_add(1)).read_to_end(&mut bytes)?;
    if u64::try_from(bytes.len()).unwrap_or(u64::MAX) > most {
        return refused("it is too large");
    }
    Ok(Some(bytes))
}

/// A file of this user's that nobody else could write, or nothing where there is none.
pub fn open_to_read(path: &Path, readable: Readable) -> io::Result<Option<File>> {
    let mut options = OpenOptions::new();
    options.read(true);
    let file = match open(&mut options, path) {
        Ok(file) => file,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(error),
    };
    check_file(&file, readable)?;
    Ok(Some(file))
}

/// Puts a file in its place, also where one is already.
pub fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    finish(path, bytes, |unfinished| fs::rename(unfinished, path))
}

/// Puts a file in its place unless something is there; whether it was put there.
pub fn create_once(path: &Path, bytes: &[u8]) -> io::Result<bool> {
    // A link is made only where nothing has the name, and what it names is whole.
    let made = finish(path, bytes, |unfinished| {
        fs::hard_link(unfinished, path)?;
        fs::remove_file(unfinished)
    });
    match made {
        Ok(()) => Ok(true),
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Ok(false),
        Err(error) => Err(error),
    }
}

/// Writes a file of a name that must be free.
pub fn write_new(path: &Path, bytes: &[u8]) -> io::Result<()> {
    OpenOptions::new()
        .write(true)
        .create_new(true)
        .mode(FILE_MODE)
        .open(path)?
        .write_all(bytes)
}

/// A new file of a name that must be free, to which can only be added.
pub fn create_to_append(path: &Path) -> io::Result<File> {
    OpenOptions::new()
        .append(true)
        .create_new(true)
        .mode(FILE_MODE)
        .open(path)
}

/// Whether somebody has a file locked. A process that marks itself by a lock is gone when the file is free, however it
/// ended.
pub fn is_locked(file: &File) -> io::Result<bool> {
    match file.try_lock_shared() {
        Ok(()) => {
            file.unlock()?;
            Ok(false)
        }
        Err(TryLockError::WouldBlock) => Ok(true),
        Err(TryLockError::Error(error)) => Err(error),
    }
}

/// Removes a file; whether it was this call that did.
pub fn remove(path: &Path) -> io::Result<bool> {
    match fs::remove_file(path) {
        Ok(()) => Ok(true),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
        Err(error) => Err(error),
    }
}

/// A file of this user's to read and to write in place, made if there is none. One that others could have written is
/// made private and used: whoever calls this must not trust what was in it.
pub fn open_in_place(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.read(true).write(true).create(true).mode(FILE_MODE);
    let file = open(&mut options, path)?;
    let found = file.metadata()?;
    owned(&found)?;
    // A second name of the file may be a document of this user's that somebody has linked here.
    if found.nlink() > 1 {
        return refused("it is a hard link to another file; remove it");
    }
    // What others wrote into a file that is written in place is written over; they must not do so again.
    if found.mode() & OTHERS != 0 {
        file.set_permissions(Permissions::from_mode(FILE_MODE))?;
    }
    Ok(file)
}

/// The flags by which a file is opened without following a link, and without waiting for the other end of a pipe.
#[must_use]
pub fn not_through_links() -> i32 {
    bits(OFlags::NOFOLLOW | OFlags::NONBLOCK)
}

/// A part of a name that nobody can foresee.
#[must_use]
pub fn unforeseeable() -> String {
    // Each is keyed with the system's randomness.
    let [one, other] = [RandomState::new(), RandomState::new()].map(|keys| keys.hash_one(0));
    format!("{one:016x}{other:016x}")
}

/// The user that this process acts as.
#[must_use]
pub fn user() -> u32 {
    rustix::process::geteuid().as_raw()
}

/// Writes beside the place and takes the step that gives it its name; nothing is left of one that fails.
fn finish(path: &Path, bytes: &[u8], name: impl FnOnce(&Path) -> io::Result<()>) -> io::Result<()> {
    let unfinished = beside(path);
    let finished = write_new(&unfinished, bytes).and_then(|()| name(&unfinished));
    if finished.is_err() {
        // Nobody wants a part of it; that it cannot be removed changes nothing.
        let _ = fs::remove_file(&unfinished);
    }
    finished
}

/// A hidden name in the same folder, so that the last step is one of the file system's own.
fn beside(path: &Path) -> PathBuf {
    path.with_file_name(unfinished_name())
}

fn unfinished_name() -> String {
    format!(".{}.unfinished", unforeseeable())
}

fn open(options: &mut OpenOptions, path: &Path) -> io::Result<File> {
    let file = options
        .custom_flags(not_through_links())
        .open(path)
        .map_err(|error| named(error, Kind::File))?;
    regular(&file.metadata()?)?;
    Ok(file)
}

fn regular(found: &Metadata) -> io::Result<()> {
    if found.is_file() {
        Ok(())
    } else {
        refused("it is not a regular file")
    }
}

/// Opens a folder and checks it as in [`check_folder`].
fn opened_folder(path: &Path) -> io::Result<File> {
    let flags = OFlags::DIRECTORY | OFlags::NOFOLLOW;
    let folder = OpenOptions::new()
        .read(true)
        .custom_flags(bits(flags))
        .open(path)
        .map_err(|error| named(error, Kind::Folder))?;
    let found = folder.metadata()?;
    owned(&found)?;
    if found.mode() & STICKY != 0 {
        return refused("it is shared by all users; use a separate folder");
    }
    if found.mode() & OTHERS != 0 {
        folder.set_permissions(Permissions::from_mode(FOLDER_MODE))?;
    }
    Ok(folder)
}

fn check_file(file: &File, readable: Readable) -> io::Result<()> {
    let found = file.metadata()?;
    owned(&found)?;
    if found.mode() & OTHERS_WRITE != 0 {
        return refused("others may have written it; remove it");
    }
    match readable {
        _ if found.mode() & OTHERS == 0 => Ok(()),
        Readable::Refused => refused("others may have read it; remove it"),
        Readable::Corrected => file.set_permissions(Permissions::from_mode(FILE_MODE)),
    }
}

fn owned(found: &Metadata) -> io::Result<()> {
    if found.uid() == user() {
        Ok(())
    } else {
        refused(&format!(
            "it belongs to user {} and not to this one",
            found.uid()
        ))
    }
}

#[derive(Debug, Clone, Copy)]
enum Kind {
    File,
    Folder,
}

/// The system's words for a link that was not followed say nothing of a link.
fn named(error: io::Error, kind: Kind) -> io::Error {
    let code = rustix::io::Errno::from_io_error(&error);
    match (kind, code) {
        (_, Some(rustix::io::Errno::LOOP)) => io::Error::other("it is a symbolic link"),
        (Kind::Folder, Some(rustix::io::Errno::NOTDIR)) => {
            io::Error::other("it is not a folder, or it is a symbolic link")
        }
        (Kind::File | Kind::Folder, _) => error,
    }
}

fn refused<T>(why: &str) -> io::Result<T> {
    Err(io::Error::new(io::ErrorKind::PermissionDenied, why))
}

fn bits(flags: OFlags) -> i32 {
    // The flags are the system's own numbers.
    flags.bits().cast_signed()
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::symlink;

    use super::*;

    fn mode(path: &Path) -> u32 {
        fs::metadata(path).unwrap().mode() & 0o7777
    }

    fn set_mode(path: &Path, mode: u32) {
        fs::set_permissions(path, Permissions::from_mode(mode)).unwrap();
    }

    #[test]
    fn a_folder_of_ours_is_made_private_and_a_strange_one_is_refused() {
        let root = tempfile::tempdir().unwrap();
        let folder = root.path().join("a/b");
        make_folder(&folder).unwrap();
        assert_eq!(
            (mode(&folder), mode(&root.path().join("a"))),
            (0o700, 0o700)
        );
        set_mode(&folder, 0o777);
        make_folder(&folder).unwrap();
        assert_eq!(mode(&folder), 0o700);
        set_mode(&folder, 0o1777);
        assert!(make_folder(&folder).is_err());
        assert_eq!(mode(&folder), 0o1777, "a shared folder is left as it is");
        let link = root.path().join("link");
        symlink(&folder, &link).unwrap();
        assert!(check_folder(&link).is_err());
        let file = root.path().join("file");
        fs::write(&file, "x").unwrap();
        assert!(make_folder(&file).is_err());
    }

    #[test]
    fn a_state_folder_is_corrected_only_where_it_holds_nothing_else() {
        let root = tempfile::tempdir().unwrap();
        let state = root.path().join("state");
        check_state_folder(&state).unwrap();
        assert!(!state.exists());
        make_folder(&state.join("locks")).unwrap();
        set_mode(&state, 0o755);
        let link = root.path().join("link");
        symlink(&state, &link).unwrap();
        check_state_folder(&link).unwrap();
        assert_eq!(mode(&state), 0o700);
        set_mode(&state, 0o755);
        fs::write(state.join("thesis.txt"), "").unwrap();
        let error = check_state_folder(&state).unwrap_err();
        assert!(error.to_string().contains("thesis.txt"), "{error}");
        assert_eq!(mode(&state), 0o755);
        set_mode(&state, 0o700);
        check_state_folder(&state).unwrap();
    }

    #[test]
    fn links_pipes_and_files_of_others_are_not_read() {
        let root = tempfile::tempdir().unwrap();
        let path = root.path().join("file");
        assert_eq!(read(&path, 9, Readable::Corrected).unwrap(), None);
        replace(&path, b"one").unwrap();
        assert_eq!(mode(&path), 0o600);
        let text = read(&path, 3, Readable::Refused).unwrap();
        assert_eq!(text.as_deref(), Some(&b"one"[..]));
        assert!(read(&path, 2, Readable::Corrected).is_err());
        set_mode(&path, 0o644);
        assert!(read(&path, 9, Readable::Refused).is_err());
        read(&path, 9, Readable::Corrected).unwrap();
        assert_eq!(mode(&path), 0o600);
        set_mode(&path, 0o620);
        assert!(read(&path, 9, Readable::Corrected).is_err());
        set_mode(&path, 0o600);
        let link = root.path().join("link");
        symlink(&path, &link).unwrap();
        let error = read(&link, 9, Readable::Corrected).unwrap_err();
        assert!(error.to_string().contains("symbolic link"), "{error}");
        assert!(open_in_place(&link).is_err());
        let pipe = root.path().join("pipe");
        let kind = rustix::fs::FileType::Fifo;
        let owner = rustix::fs::Mode::RUSR | rustix::fs::Mode::WUSR;
        rustix::fs::mknodat(rustix::fs::CWD, &pipe, kind, owner, 0).unwrap();
        assert!(read(&pipe, 9, Readable::Corrected).is_err());
        assert!(open_in_place(&pipe).is_err());
    }

    #[test]
    fn what_is_written_in_place_has_no_other_name() {
        let root = tempfile::tempdir().unwrap();
        let victim = root.path().join("victim");
        fs::write(&victim, "kept").unwrap();
        set_mode(&victim, 0o644);
        let link = root.path().join("lock");
        fs::hard_link(&victim, &link).unwrap();
        let error = open_in_place(&link).unwrap_err();
        assert!(error.to_string().contains("hard link"), "{error}");
        assert_eq!(mode(&victim), 0o644, "it is left as it is");
        fs::remove_file(&link).unwrap();
        open_in_place(&link).unwrap();
        open_in_place(&link).unwrap();
    }

    #[test]
    fn a_link_in_the_place_of_a_file_is_replaced_and_what_it_names_is_not() {
        let root = tempfile::tempdir().unwrap();
        let victim = root.path().join("victim");
        fs::write(&victim, "kept").unwrap();
        let link = root.path().join("link");
        symlink(&victim, &link).unwrap();
        replace(&link, b"new").unwrap();
        assert_eq!(fs::read(&victim).unwrap(), b"kept");
        assert_eq!(fs::read(&link).unwrap(), b"new");
    }

    #[test]
    fn the_first_of_several_stays_and_nothing_is_left_beside_it() {
        let root = tempfile::tempdir().unwrap();
        let path = root.path().join("key");
        assert!(create_once(&path, b"first").unwrap());
        assert!(!create_once(&path, b"second").unwrap());
        assert_eq!(fs::read(&path).unwrap(), b"first");
        assert_eq!(fs::read_dir(root.path()).unwrap().count(), 1);
        assert!(replace(&root.path().join("none/x"), b"x").is_err());
    }

    #[test]
    fn a_file_that_others_could_write_is_private_before_it_is_written_in_place() {
        let root = tempfile::tempdir().unwrap();
        let path = root.path().join("lock");
        fs::write(&path, "theirs").unwrap();
        set_mode(&path, 0o666);
        open_in_place(&path).unwrap();
        assert_eq!(mode(&path), 0o600);
    }
}
