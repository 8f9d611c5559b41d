//! Waiting for the next save of a file.
//!
//! On Linux the system reports saves: that a file was closed after writing, or that another was moved to its name, which
//! is how many editors save. Elsewhere, and where the system reports nothing more to this user, the file is looked at.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use tokio::time::{sleep, timeout};

/// How long nothing more may happen before a save counts as one: editors write, close and move in several goes.
const QUIET: Duration = Duration::from_millis(60);
/// How long a save may take with all its goes.
const AT_MOST: Duration = Duration::from_secs(2);
/// How often the file is looked at where the system reports nothing.
const PAUSE: Duration = Duration::from_millis(200);

/// Saves of one file.
#[derive(Debug)]
pub(super) struct Saves {
    file: PathBuf,
    /// Where the file really is: another place if its name is a link.
    target: Option<PathBuf>,
    source: Source,
}

impl Saves {
    /// Saves from now on. Needs a runtime.
    pub(super) fn of(file: &Path) -> io::Result<Self> {
        let target = fs::canonicalize(file).ok();
        Ok(Self {
            source: Source::of(file, target.as_deref())?,
            file: file.to_owned(),
            target,
        })
    }

    /// Follows the file where its name leads to another place by now. Needs a runtime.
    pub(super) fn follow(&mut self) -> io::Result<()> {
        if fs::canonicalize(&self.file).ok() != self.target {
            *self = Self::of(&self.file)?;
        }
        Ok(())
    }

    /// Returns after the next save.
    pub(super) async fn next(&mut self) -> io::Result<()> {
        self.source.saved().await?;
        let whole = async {
            while let Ok(more) = timeout(QUIET, self.source.saved()).await {
                more?;
            }
            Ok(())
        };
        // One that never rests is looked at all the same.
        timeout(AT_MOST, whole).await.unwrap_or(Ok(()))
    }
}

#[derive(Debug)]
enum Source {
    #[cfg(target_os = "linux")]
    Reported(reported::Reports),
    Looked(Looks),
}

impl Source {
    fn of(file: &Path, target: Option<&Path>) -> io::Result<Self> {
        #[cfg(target_os = "linux")]
        if let Some(reports) = reported::Reports::of(&[Some(file), target])? {
            return Ok(Self::Reported(reports));
        }
        // Looking at a name looks at what it leads to.
        let _ = target;
        Ok(Self::Looked(Looks::of(file)))
    }

    async fn saved(&mut self) -> io::Result<()> {
        match self {
            #[cfg(target_os = "linux")]
            Self::Reported(reports) => reports.saved().await,
            Self::Looked(looks) => {
                looks.saved().await;
                Ok(())
            }
        }
    }
}

/// A file that is looked at again and again.
#[derive(Debug)]
struct Looks {
    file: PathBuf,
    seen: Option<(SystemTime, u64)>,
}

impl Looks {
    fn of(file: &Path) -> Self {
        Self {
            seen: look(file),
            file: file.to_owned(),
        }
    }

    async fn saved(&mut self) {
        loop {
            sleep(PAUSE).await;
            let now = look(&self.file);
            let is_new = now.is_some() && now != self.seen;
            // One that is gone was not saved.
            self.seen = now;
            if is_new {
                self.rested().await;
                return;
            }
        }
    }
}

impl Looks {
    /// Waits until two looks see the same, so that no half of a file is read.
    async fn rested(&mut self) {
        loop {
            sleep(PAUSE).await;
            let now = look(&self.file);
            if std::mem::replace(&mut self.seen, now) == now {
                return;
            }
        }
    }
}

fn look(file: &Path) -> Option<(SystemTime, u64)> {
    let found = fs::metadata(file).ok()?;
    Some((found.modified().ok()?, found.len()))
}

#[cfg(target_os = "linux")]
mod reported {
    use std::ffi::{OsStr, OsString};
    use std::io;
    use std::mem::MaybeUninit;
    use std::os::fd::OwnedFd;
    use std::os::unix::ffi::OsStrExt as _;
    use std::path::Path;

    use rustix::fs::inotify::{CreateFlags, ReadFlags, Reader, WatchFlags, add_watch, init};
    use rustix::io::Errno;
    use tokio::io::unix::AsyncFd;

    /// What the system reports of the folders that a file may be saved in.
    #[derive(Debug)]
    pub(super) struct Reports {
        told: AsyncFd<OwnedFd>,
        /// The watch of each folder, and the name in it.
        places: Vec<(i32, OsString)>,
    }

    impl Reports {
        /// Nothing where the system reports to nobody any more: each user has so many watches.
        pub(super) fn of(files: &[Option<&Path>]) -> io::Result<Option<Self>> {
            let Ok(told) = init(CreateFlags::CLOEXEC | CreateFlags::NONBLOCK) else {
                return Ok(None);
            };
            // That a file is made is not reported: nothing is in it then.
            let kinds = WatchFlags::CLOSE_WRITE
                | WatchFlags::MOVED_TO
                | WatchFlags::DELETE_SELF
                | WatchFlags::MOVE_SELF
                | WatchFlags::ONLYDIR;
            let mut places = Vec::new();
            for file in files.iter().flatten() {
                let Some(name) = file.file_name() else {
                    continue;
                };
                let folder = match file.parent() {
                    Some(folder) if !folder.as_os_str().is_empty() => folder,
                    _ => Path::new("."),
                };
                match add_watch(&told, folder, kinds) {
                    Ok(watch) => places.push((watch, name.to_owned())),
                    Err(Errno::NOSPC) => return Ok(None),
                    Err(error) => return Err(error.into()),
                }
            }
            #[expect(
                deprecated,
                reason = "what makes it unsound is a type whose descriptor may change, and this one's cannot"
            )]
            let told = AsyncFd::new(told)?;
            Ok(Some(Self { told, places }))
        }

        pub(super) async fn saved(&self) -> io::Result<()> {
            loop {
                let mut ready = self.told.readable().await?;
                let is_saved = self.read()?;
                ready.clear_ready();
                if is_saved {
                    return Ok(());
                }
            }
        }

        /// Reads all that was reported; whether a save was among it.
        fn read(&self) -> io::Result<bool> {
            let mut room = [MaybeUninit::uninit(); 4096];
            let mut reader = Reader::new(self.told.get_ref(), &mut room);
            let mut is_saved = false;
            loop {
                let event = match reader.next() {
                    Ok(event) => event,
                    Err(Errno::AGAIN) => return Ok(is_saved),
                    Err(Errno::INTR) => continue,
                    Err(error) => return Err(error.into()),
                };
                let kinds = event.events();
                // So much happened that some of it was not reported.
                is_saved |= kinds.contains(ReadFlags::QUEUE_OVERFLOW);
                if kinds
                    .intersects(ReadFlags::DELETE_SELF | ReadFlags::MOVE_SELF | ReadFlags::UNMOUNT)
                {
                    return Err(io::Error::other("its folder is gone"));
                }
                let name = event
                    .file_name()
                    .map(|name| OsStr::from_bytes(name.to_bytes()));
                is_saved |= self
                    .places
                    .iter()
                    .any(|(watch, own)| *watch == event.wd() && name == Some(own));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whether a save is seen within a time that no machine needs.
    async fn is_seen(source: &mut Source) -> bool {
        timeout(Duration::from_secs(20), source.saved())
            .await
            .is_ok()
    }

    /// Whether one is seen in a time that is long for a machine that is not busy.
    async fn is_seen_soon(source: &mut Source) -> bool {
        timeout(Duration::from_millis(700), source.saved())
            .await
            .is_ok()
    }

    #[tokio::test]
    async fn each_way_of_saving_is_seen_and_nothing_else_is() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("a.recipe.md");
        fs::write(&file, "1").unwrap();
        for is_looked in [false, true] {
            let mut source = if is_looked {
                Source::Looked(Looks::of(&file))
            } else {
                Source::of(&file, None).unwrap()
            };
            fs::write(folder.path().join("other"), "2").unwrap();
            assert!(!is_seen_soon(&mut source).await, "{source:?}");
            fs::write(&file, "23").unwrap();
            assert!(is_seen(&mut source).await, "{source:?}");
            fs::write(folder.path().join("new"), "345").unwrap();
            fs::rename(folder.path().join("new"), &file).unwrap();
            assert!(is_seen(&mut source).await, "{source:?}");
            fs::remove_file(&file).unwrap();
            assert!(!is_seen_soon(&mut source).await, "{source:?}");
            fs::write(&file, "4567").unwrap();
            assert!(is_seen(&mut source).await, "{source:?}");
        }
    }

    #[tokio::test]
    async fn several_goes_are_one_save() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("a.recipe.md");
        fs::write(&file, "1").unwrap();
        let mut saves = Saves::of(&file).unwrap();
        for content in ["2", "34", "567"] {
            fs::write(&file, content).unwrap();
        }
        saves.next().await.unwrap();
        let more = timeout(Duration::from_millis(700), saves.next()).await;
        assert!(more.is_err());
    }

    #[cfg(unix)]
    #[tokio::test]
    async fn what_a_link_leads_to_is_followed() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        for name in ["one", "two", "here"] {
            fs::create_dir(at(name)).unwrap();
        }
        fs::write(at("one/a"), "1").unwrap();
        fs::write(at("two/b"), "1").unwrap();
        let link = at("here/a.recipe.md");
        std::os::unix::fs::symlink(at("one/a"), &link).unwrap();
        let mut saves = Saves::of(&link).unwrap();
        fs::write(at("one/a"), "22").unwrap();
        saves.next().await.unwrap();
        std::os::unix::fs::symlink(at("two/b"), at("here/new")).unwrap();
        fs::rename(at("here/new"), &link).unwrap();
        saves.next().await.unwrap();
        saves.follow().unwrap();
        fs::write(at("two/b"), "333").unwrap();
        saves.next().await.unwrap();
    }

    #[cfg(target_os = "linux")]
    #[tokio::test]
    async fn a_folder_that_goes_is_said() {
        let folder = tempfile::tempdir().unwrap();
        let inner = folder.path().join("inner");
        fs::create_dir(&inner).unwrap();
        let mut saves = Saves::of(&inner.join("a.recipe.md")).unwrap();
        fs::remove_dir(&inner).unwrap();
        assert!(saves.next().await.is_err());
    }
}
