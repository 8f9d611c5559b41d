//! A folder that is held open, and files below it.
//!
//! Paths come from strangers, and what is below the folder may change at any time. So no path is given to the system as
//! a whole: every name is looked up in the folder before it, which is held open, and a name that is a link is refused
//! by the system itself. Whatever is renamed or linked meanwhile, nothing outside is read or written.

use std::fs::File;
use std::io::{self, Read, Write};
use std::os::fd::{AsFd, OwnedFd};
use std::path::Path;

use rustix::fs::{AtFlags, Mode, OFlags};
use rustix::io::Errno;

use crate::relative_path::RelativePath;
use crate::{make_folder, opened_folder, owned, unfinished_name};

/// A folder of this user's. It stays the same one whatever becomes of its name.
#[derive(Debug)]
pub struct HeldFolder {
    folder: OwnedFd,
    way: Way,
}

/// How a name is looked up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Way {
    /// The system is told that the name must lead to something below the folder and through no link.
    #[cfg(target_os = "linux")]
    Beneath,
    /// The system is told not to follow a link; a single name leads nowhere else.
    Plain,
}

/// Why something below a held folder is not read or written.
#[derive(Debug, thiserror::Error)]
pub enum BelowError {
    /// What is there is not what it must be.
    #[error("{0}")]
    Refused(&'static str),
    /// A file of another kind has the name.
    #[error("it exists and is another kind of file")]
    Taken,
    /// The system's own reason.
    #[error(transparent)]
    System(#[from] io::Error),
}

impl From<Errno> for BelowError {
    fn from(error: Errno) -> Self {
        Self::System(error.into())
    }
}

impl HeldFolder {
    /// Makes the folder where it is missing, as [`make_folder`] does, and holds it.
    pub fn open(path: &Path) -> io::Result<Self> {
        make_folder(path)?;
        let folder = OwnedFd::from(opened_folder(path)?);
        let way = Way::of_system(&folder)?;
        Ok(Self { folder, way })
    }

    /// All of a file, or nothing where there is none; one of more than `most` bytes is refused.
    pub fn read(&self, path: &RelativePath, most: u64) -> Result<Option<Vec<u8>>, BelowError> {
        let Some(bytes) = self.beginning(path, most.saturating_add(1))? else {
            return Ok(None);
        };
        if u64::try_from(bytes.len()).unwrap_or(u64::MAX) > most {
            return Err(BelowError::Refused("it is too large"));
        }
        Ok(Some(bytes))
    }

    /// The first bytes of a file, at most so many, or nothing where there is none.
    pub fn beginning(&self, path: &RelativePath, most: u64) -> Result<Option<Vec<u8>>, BelowError> {
        match self.folder_of(path, Missing::Left)? {
            Some(folder) => self.beginning_in(&folder, path.name(), most),
            None => Ok(None),
        }
    }

    /// Puts a whole file in its place and makes the folders that are missing. What is there already is replaced only if
    /// it is a file that begins with `replaced`; without that nothing is.
    pub fn put(
        &self,
        path: &RelativePath,
        bytes: &[u8],
        replaced: Option<&[u8]>,
    ) -> Result<(), BelowError> {
        let Some(folder) = self.folder_of(path, Missing::Made)? else {
            return Err(Errno::NOENT.into());
        };
        let unfinished = unfinished_name();
        let put = self
            .write_new(&folder, &unfinished, bytes)
            .and_then(|()| self.give_name(&folder, &unfinished, path.name(), replaced));
        // A link is its second name, and nobody wants a part of one that failed. That it cannot be removed changes
        // nothing; after a rename there is none.
        let _ = rustix::fs::unlinkat(&folder, unfinished.as_str(), AtFlags::empty());
        put
    }

    /// Gives a file that is whole its name.
    fn give_name(
        &self,
        folder: &OwnedFd,
        unfinished: &str,
        name: &str,
        replaced: Option<&[u8]>,
    ) -> Result<(), BelowError> {
        // A link is made only where nothing has the name.
        match rustix::fs::linkat(folder, unfinished, folder, name, AtFlags::empty()) {
            Err(Errno::EXIST) => (),
            made => return Ok(made?),
        }
        let Some(replaced) = replaced else {
            return Err(BelowError::Taken);
        };
        let most = u64::try_from(replaced.len()).unwrap_or(u64::MAX);
        match self.beginning_in(folder, name, most)? {
            Some(found) if found != replaced => Err(BelowError::Taken),
            Some(_) | None => Ok(rustix::fs::renameat(folder, unfinished, folder, name)?),
        }
    }

    fn write_new(&self, folder: &OwnedFd, name: &str, bytes: &[u8]) -> Result<(), BelowError> {
        let flags = OFlags::WRONLY | OFlags::CREATE | OFlags::EXCL;
        let file = self.open_name(folder, name, flags, Mode::RUSR | Mode::WUSR)?;
        Ok(File::from(file).write_all(bytes)?)
    }

    fn beginning_in(
        &self,
        folder: &OwnedFd,
        name: &str,
        most: u64,
    ) -> Result<Option<Vec<u8>>, BelowError> {
        // What took the name is not waited for.
        let flags = OFlags::RDONLY | OFlags::NONBLOCK | OFlags::NOCTTY;
        let file = match self.open_name(folder, name, flags, Mode::empty()) {
            Ok(file) => File::from(file),
            Err(Errno::NOENT) => return Ok(None),
            Err(error) => return Err(not_through(error)),
        };
        let found = file.metadata()?;
        if !found.is_file() {
            return Err(BelowError::Refused("it is not a regular file"));
        }
        owned(&found)?;
        let mut bytes = Vec::new();
        file.take(most).read_to_end(&mut bytes)?;
        Ok(Some(bytes))
    }

    /// The folder that a path's file is in; nothing where it is missing and is not made.
    fn folder_of(
        &self,
        path: &RelativePath,
        missing: Missing,
    ) -> Result<Option<OwnedFd>, BelowError> {
        let mut folder = self.folder.try_clone()?;
        for name in path.folders() {
            let below = match (self.open_folder(&folder, name), missing) {
                (Err(Errno::NOENT), Missing::Left) => return Ok(None),
                (Err(Errno::NOENT), Missing::Made) => {
                    make_in(&folder, name)?;
                    self.open_folder(&folder, name)
                }
                (opened, _) => opened,
            };
            let below = File::from(below.map_err(not_through)?);
            owned(&below.metadata()?)?;
            folder = below.into();
        }
        Ok(Some(folder))
    }

    fn open_folder(&self, folder: &OwnedFd, name: &str) -> Result<OwnedFd, Errno> {
        let flags = OFlags::RDONLY | OFlags::DIRECTORY;
        self.open_name(folder, name, flags, Mode::empty())
    }

    /// Opens what has a name in a folder, unless it is a link.
    fn open_name(
        &self,
        folder: &OwnedFd,
        name: &str,
        flags: OFlags,
        mode: Mode,
    ) -> Result<OwnedFd, Errno> {
        let flags = flags | OFlags::NOFOLLOW | OFlags::CLOEXEC;
        match self.way {
            #[cfg(target_os = "linux")]
            Way::Beneath => beneath(folder, name, flags, mode),
            Way::Plain => rustix::fs::openat(folder, name, flags, mode),
        }
    }
}

/// What becomes of folders that are missing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Missing {
    Left,
    Made,
}

impl Way {
    /// The strictest that this system has. An old kernel does not know the call, and an old sandbox forbids it.
    #[cfg(target_os = "linux")]
    fn of_system(folder: &OwnedFd) -> io::Result<Self> {
        let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC;
        match beneath(folder, ".", flags, Mode::empty()) {
            Ok(_) => Ok(Self::Beneath),
            Err(Errno::NOSYS | Errno::PERM) => Ok(Self::Plain),
            Err(error) => Err(error.into()),
        }
    }

    /// The strictest that this system has.
    #[cfg(not(target_os = "linux"))]
    fn of_system(_folder: &OwnedFd) -> io::Result<Self> {
        Ok(Self::Plain)
    }
}

#[cfg(target_os = "linux")]
fn beneath(folder: impl AsFd, name: &str, flags: OFlags, mode: Mode) -> Result<OwnedFd, Errno> {
    use rustix::fs::ResolveFlags;

    let resolve = ResolveFlags::BENEATH | ResolveFlags::NO_SYMLINKS | ResolveFlags::NO_MAGICLINKS;
    rustix::fs::openat2(folder, name, flags, mode, resolve)
}

/// Makes a folder, unless somebody else just has.
fn make_in(folder: impl AsFd, name: &str) -> Result<(), Errno> {
    match rustix::fs::mkdirat(folder, name, Mode::RWXU) {
        Err(Errno::EXIST) => Ok(()),
        made => made,
    }
}

/// The system's words for a link that was not followed say nothing of a link.
fn not_through(error: Errno) -> BelowError {
    match error {
        Errno::LOOP | Errno::XDEV => BelowError::Refused("it is a symbolic link"),
        Errno::NOTDIR => {
            BelowError::Refused("one of its folders is not a folder, or is a symbolic link")
        }
        // A socket, or a device without a driver.
        Errno::NXIO => BelowError::Refused("it is not a regular file"),
        error => error.into(),
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::os::unix::fs::{MetadataExt, symlink};
    use std::os::unix::net::UnixListener;
    use std::path::PathBuf;

    use super::*;

    const KIND: &[u8] = b"KIND";
    const OLD: &[u8] = b"KIND old";
    const NEW: &[u8] = b"KIND new";

    /// A held folder beside files that nobody may reach through it.
    struct Place {
        root: tempfile::TempDir,
        held: HeldFolder,
    }

    impl Place {
        fn new(way: Way) -> Self {
            let root = tempfile::tempdir().unwrap();
            fs::create_dir(root.path().join("outside")).unwrap();
            fs::write(root.path().join("outside/a"), OLD).unwrap();
            let held = HeldFolder::open(&root.path().join("held")).unwrap();
            let held = HeldFolder { way, ..held };
            Self { root, held }
        }

        fn at(&self, name: &str) -> PathBuf {
            self.root.path().join(name)
        }

        fn put(&self, path: &str) -> Result<(), BelowError> {
            self.held.put(&relative(path), NEW, Some(KIND))
        }

        fn read(&self, path: &str) -> Result<Option<Vec<u8>>, BelowError> {
            self.held.read(&relative(path), 100)
        }

        fn names(&self, folder: &str) -> Vec<String> {
            let entries = fs::read_dir(self.at(folder)).unwrap();
            let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
            let mut names: Vec<String> = names.collect();
            names.sort();
            names
        }
    }

    fn relative(path: &str) -> RelativePath {
        RelativePath::parse(path).unwrap()
    }

    /// Both, where this system has both.
    fn ways() -> Vec<Way> {
        let root = tempfile::tempdir().unwrap();
        let held = HeldFolder::open(root.path()).unwrap();
        let mut ways = vec![Way::Plain, held.way];
        ways.dedup();
        ways
    }

    #[test]
    fn a_file_is_put_below_in_folders_of_this_user() {
        for way in ways() {
            let place = Place::new(way);
            for path in ["a", "b/c/d"] {
                assert_eq!(place.read(path).unwrap(), None);
                place.put(path).unwrap();
                assert_eq!(place.read(path).unwrap().as_deref(), Some(NEW));
                let file = fs::metadata(place.at("held").join(path)).unwrap();
                assert_eq!((file.mode() & 0o777, file.nlink()), (0o600, 1));
            }
            for folder in ["held", "held/b", "held/b/c"] {
                let found = fs::metadata(place.at(folder)).unwrap();
                assert_eq!(found.mode() & 0o777, 0o700);
            }
            assert_eq!(place.names("held"), ["a", "b"]);
            assert_eq!(place.names("held/b/c"), ["d"]);
        }
    }

    #[test]
    fn only_a_file_of_the_kind_is_replaced() {
        for way in ways() {
            let place = Place::new(way);
            fs::write(place.at("held/old"), OLD).unwrap();
            place.put("old").unwrap();
            assert_eq!(fs::read(place.at("held/old")).unwrap(), NEW);
            for (name, text) in [("text", "other"), ("short", "KIN"), ("empty", "")] {
                let path = place.at("held").join(name);
                fs::write(&path, text).unwrap();
                assert!(matches!(place.put(name), Err(BelowError::Taken)), "{name}");
                assert_eq!(fs::read_to_string(&path).unwrap(), text);
            }
            assert_eq!(place.names("held"), ["empty", "old", "short", "text"]);
            // Where nothing is to be replaced, that counts for the kind too.
            let put = place.held.put(&relative("old"), OLD, None);
            assert!(matches!(put, Err(BelowError::Taken)));
            assert_eq!(fs::read(place.at("held/old")).unwrap(), NEW);
            place.held.put(&relative("new"), OLD, None).unwrap();
            assert_eq!(
                place.names("held"),
                ["empty", "new", "old", "short", "text"]
            );
        }
    }

    #[test]
    fn a_link_is_neither_followed_nor_replaced() {
        for way in ways() {
            let place = Place::new(way);
            symlink("../outside", place.at("held/folder")).unwrap();
            symlink(place.at("outside/a"), place.at("held/file")).unwrap();
            symlink("../outside/new", place.at("held/nowhere")).unwrap();
            symlink("/proc/self/cwd", place.at("held/magic")).unwrap();
            fs::create_dir(place.at("held/real")).unwrap();
            symlink("real", place.at("held/inside")).unwrap();
            let names = place.names("held");
            for path in [
                "folder/a",
                "folder/b",
                "folder/b/c",
                "file",
                "nowhere",
                "magic/x",
                "inside/x",
            ] {
                let put = place.put(path).unwrap_err();
                assert!(put.to_string().contains("symbolic link"), "{path}: {put}");
                let read = place.read(path).unwrap_err();
                assert!(read.to_string().contains("symbolic link"), "{path}: {read}");
            }
            assert_eq!(place.names("held"), names);
            assert_eq!(place.names("held/real"), Vec::<String>::new());
            assert_eq!(place.names("outside"), ["a"]);
            assert_eq!(fs::read(place.at("outside/a")).unwrap(), OLD);
        }
    }

    #[test]
    fn only_plain_files_are_read_and_nothing_is_waited_for() {
        for way in ways() {
            let place = Place::new(way);
            fs::create_dir(place.at("held/folder")).unwrap();
            fs::write(place.at("held/file"), OLD).unwrap();
            let _listener = UnixListener::bind(place.at("held/socket")).unwrap();
            let owner = Mode::RUSR | Mode::WUSR;
            let kind = rustix::fs::FileType::Fifo;
            rustix::fs::mknodat(&place.held.folder, "pipe", kind, owner, 0).unwrap();
            for path in ["folder", "socket", "pipe", "file/below"] {
                let put = place.put(path);
                assert!(
                    matches!(put, Err(BelowError::Refused(_))),
                    "{path}: {put:?}"
                );
                let read = place.read(path);
                assert!(
                    matches!(read, Err(BelowError::Refused(_))),
                    "{path}: {read:?}"
                );
            }
            assert_eq!(place.names("held"), ["file", "folder", "pipe", "socket"]);
            let size = OLD.len() as u64;
            let read = |most| place.held.read(&relative("file"), most);
            assert_eq!(read(size).unwrap().as_deref(), Some(OLD));
            assert!(matches!(read(size - 1), Err(BelowError::Refused(_))));
        }
    }

    #[test]
    fn the_folder_stays_the_same_when_its_name_is_given_to_a_link() {
        for way in ways() {
            let place = Place::new(way);
            fs::rename(place.at("held"), place.at("moved")).unwrap();
            symlink("outside", place.at("held")).unwrap();
            place.put("b/c").unwrap();
            assert_eq!(place.names("moved/b"), ["c"]);
            assert_eq!(place.names("outside"), ["a"]);
            assert!(HeldFolder::open(&place.at("held")).is_err());
        }
    }

    #[test]
    fn of_several_that_write_one_file_each_succeeds_and_one_is_seen() {
        for way in ways() {
            let place = Place::new(way);
            let texts: Vec<Vec<u8>> = (0..8u8).map(|n| [KIND, &[n; 4096]].concat()).collect();
            std::thread::scope(|scope| {
                for text in &texts {
                    let held = &place.held;
                    scope.spawn(move || held.put(&relative("x/y"), text, Some(KIND)).unwrap());
                }
            });
            let seen = fs::read(place.at("held/x/y")).unwrap();
            assert!(texts.contains(&seen));
            assert_eq!(place.names("held/x"), ["y"]);
        }
    }
}
