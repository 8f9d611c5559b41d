//! Waiting until something changes in a file or folder.

use std::io;
use std::path::Path;
use std::time::Duration;

/// How long a change is waited for before somebody looks all the same: a system may lose one.
const AT_MOST: Duration = Duration::from_secs(1);
/// The same right after a change: a file is closed a moment before its lock is gone.
const AFTER_A_CHANGE: Duration = Duration::from_millis(20);

/// Waits for changes.
#[derive(Debug)]
pub(crate) struct Changes {
    source: system::Source,
    has_changed: bool,
}

impl Changes {
    /// Changes of this file, or of what is in this folder, from now on.
    pub(crate) fn of(path: &Path) -> io::Result<Self> {
        Ok(Self {
            source: system::Source::of(path)?,
            has_changed: false,
        })
    }

    /// Returns after the next change, and from time to time without one.
    pub(crate) async fn next(&mut self) -> io::Result<()> {
        let patience = if self.has_changed {
            AFTER_A_CHANGE
        } else {
            AT_MOST
        };
        let changed = tokio::time::timeout(patience, self.source.changed()).await;
        self.has_changed = changed.is_ok();
        changed.unwrap_or(Ok(()))
    }
}

#[cfg(target_os = "linux")]
mod system {
    use std::io;
    use std::os::fd::OwnedFd;
    use std::path::Path;
    use std::time::Duration;

    use rustix::fs::inotify::{CreateFlags, WatchFlags, add_watch, init};
    use rustix::io::Errno;
    use tokio::io::unix::AsyncFd;

    /// How often somebody looks where the system tells nothing.
    const PAUSE: Duration = Duration::from_millis(100);

    /// What the system tells of a path; nothing where it has told too many others already.
    #[derive(Debug)]
    pub(super) struct Source(Option<AsyncFd<OwnedFd>>);

    impl Source {
        pub(super) fn of(path: &Path) -> io::Result<Self> {
            let Ok(told) = init(CreateFlags::CLOEXEC | CreateFlags::NONBLOCK) else {
                return Ok(Self(None));
            };
            let kinds = WatchFlags::MODIFY
                | WatchFlags::CLOSE_WRITE
                | WatchFlags::CREATE
                | WatchFlags::MOVED_TO;
            if add_watch(&told, path, kinds).is_err() {
                return Ok(Self(None));
            }
            #[expect(
                deprecated,
                reason = "what makes it unsound is a type whose descriptor may change, and this one's cannot"
            )]
            let told = AsyncFd::new(told)?;
            Ok(Self(Some(told)))
        }

        pub(super) async fn changed(&self) -> io::Result<()> {
            let Some(told_of) = &self.0 else {
                tokio::time::sleep(PAUSE).await;
                return Ok(());
            };
            let mut ready = told_of.readable().await?;
            // What happened is seen in the file itself; here it is only thrown away.
            let mut told = [0; 4096];
            loop {
                match rustix::io::read(told_of.get_ref(), &mut told) {
                    Ok(0) | Err(Errno::AGAIN) => break,
                    Ok(1..) | Err(Errno::INTR) => {}
                    Err(error) => return Err(error.into()),
                }
            }
            ready.clear_ready();
            Ok(())
        }
    }
}

#[cfg(not(target_os = "linux"))]
mod system {
    use std::io;
    use std::path::Path;
    use std::time::Duration;

    /// Nothing is told here, so somebody looks often.
    #[derive(Debug)]
    pub(super) struct Source;

    impl Source {
        pub(super) fn of(_: &Path) -> io::Result<Self> {
            Ok(Self)
        }

        pub(super) async fn changed(&self) -> io::Result<()> {
            tokio::time::sleep(Duration::from_millis(100)).await;
            Ok(())
        }
    }
}
