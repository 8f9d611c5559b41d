//! The phone's files as adb's file service sees them.

use std::io;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use async_trait::async_trait;
use bytes::Bytes;
use clawperator_adbd::sync::{FileWriter, Files, Stat};
use clawperator_phone_shell::FileSystem;
use clawperator_phone_shell::files::{Metadata, OpenFile, Opening};

/// The mode of folders that a push makes.
const FOLDER_MODE: u32 = 0o775;

/// The file system behind `sync:`, seen by the shell's user.
#[derive(Debug, Clone)]
pub(crate) struct PushedFiles(pub(crate) FileSystem);

#[async_trait]
impl Files for PushedFiles {
    async fn stat(&self, path: &str, follow: bool) -> io::Result<Stat> {
        let metadata = if follow {
            self.0.metadata(path)
        } else {
            self.0.link_metadata(path)
        };
        metadata.map(|metadata| stat(&metadata))
    }

    async fn list(&self, path: &str) -> io::Result<Vec<(String, Stat)>> {
        let entries = self.0.read_dir(path)?;
        let named = entries.into_iter().map(|entry| {
            let name = String::from_utf8_lossy(&entry.name).into_owned();
            (name, stat(&entry.metadata))
        });
        Ok(named.collect())
    }

    async fn read(&self, path: &str) -> io::Result<Bytes> {
        self.0.read(path)
    }

    async fn create(&self, path: &str, mode: u32) -> io::Result<Box<dyn FileWriter>> {
        match self.0.metadata(path) {
            Ok(metadata) if metadata.is_dir() => return Err(io::ErrorKind::IsADirectory.into()),
            Ok(_) | Err(_) => {}
        }
        let folder = parent(path);
        if self.0.metadata(folder).is_err() {
            self.0.create_dir_all(folder, FOLDER_MODE)?;
        }
        let unfinished = Unfinished::new(self.0.clone(), folder);
        let file = self.0.open(&unfinished.path, Opening::Fresh, mode)?;
        Ok(Box::new(Writer {
            path: path.to_owned(),
            mode,
            file,
            unfinished,
        }))
    }

    async fn symlink(&self, path: &str, target: &str) -> io::Result<()> {
        match self.0.remove_file(path) {
            Ok(()) => {}
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Err(error) => return Err(error),
        }
        self.0.symlink(target.as_bytes(), path)
    }
}

/// A file that is being pushed. It has its own name from the start of its last write on.
struct Writer {
    path: String,
    mode: u32,
    file: OpenFile,
    unfinished: Unfinished,
}

#[async_trait]
impl FileWriter for Writer {
    async fn write(&mut self, chunk: Bytes) -> io::Result<()> {
        self.file.write(&chunk)
    }

    async fn finish(self: Box<Self>, modified: u32) -> io::Result<()> {
        let Self {
            path,
            mode,
            unfinished,
            ..
        } = *self;
        let files = unfinished.files.clone();
        files.rename(&unfinished.path, &path)?;
        // The shared storage lets nobody choose a mode, and neither is worth losing a file for.
        let _ = files.set_mode(&path, mode);
        let modified = UNIX_EPOCH + Duration::from_secs(u64::from(modified));
        let _ = files.set_modified(&path, modified);
        Ok(())
    }
}

/// The name of a file while it is written; what still has that name at the end is removed.
struct Unfinished {
    files: FileSystem,
    path: String,
}

impl Unfinished {
    fn new(files: FileSystem, folder: &str) -> Self {
        static NEXT: AtomicU64 = AtomicU64::new(1);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let folder = folder.trim_end_matches('/');
        Self {
            files,
            path: format!("{folder}/.pushed-{number}"),
        }
    }
}

impl Drop for Unfinished {
    fn drop(&mut self) {
        // A file that was finished has another name by now.
        let _ = self.files.remove_file(&self.path);
    }
}

fn parent(path: &str) -> &str {
    match path.trim_end_matches('/').rsplit_once('/') {
        Some(("", _)) | None => "/",
        Some((parent, _)) => parent,
    }
}

fn stat(metadata: &Metadata) -> Stat {
    Stat {
        mode: metadata.st_mode(),
        size: metadata.size,
        modified: seconds(metadata.modified),
        inode: metadata.inode,
    }
}

fn seconds(time: SystemTime) -> u32 {
    // The wire has 32 bits from 1970 on: what lies outside is told as the nearest it can say.
    let since = time.duration_since(UNIX_EPOCH).unwrap_or_default();
    u32::try_from(since.as_secs()).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use clawperator_phone_shell::files::Identity;
    use clawperator_phone_shell::{Programs, TokioShellClock};

    use super::*;

    static LARGE: [u8; 1 << 20] = [7; 1 << 20];

    fn pushed(limit: u64) -> PushedFiles {
        let clock = Arc::new(TokioShellClock::starting_at(UNIX_EPOCH));
        let files = FileSystem::android(limit, clock, 14, &Programs::new()).unwrap();
        PushedFiles(files.as_user(Identity::shell()))
    }

    async fn push(files: &PushedFiles, path: &str, chunks: &[&'static [u8]]) -> io::Result<()> {
        let mut writer = files.create(path, 0o100_644).await?;
        for chunk in chunks {
            writer.write(Bytes::from_static(chunk)).await?;
        }
        writer.finish(77).await
    }

    #[tokio::test]
    async fn a_file_appears_when_it_is_whole() {
        let files = pushed(1 << 20);
        let path = "/data/local/tmp/a/b/file";
        let mut writer = files.create(path, 0o100_600).await.unwrap();
        writer.write(Bytes::from_static(b"half")).await.unwrap();
        assert!(files.read(path).await.is_err());
        drop(writer);
        assert!(files.list("/data/local/tmp/a/b").await.unwrap().is_empty());
        push(&files, path, &[b"one ", b"two"]).await.unwrap();
        assert_eq!(files.read(path).await.unwrap(), "one two");
        let stat = files.stat(path, true).await.unwrap();
        assert_eq!((stat.mode, stat.size, stat.modified), (0o100_644, 7, 77));
        push(&files, path, &[b"three"]).await.unwrap();
        assert_eq!(files.read(path).await.unwrap(), "three");
        assert_eq!(files.list("/data/local/tmp/a/b").await.unwrap().len(), 1);
    }

    #[tokio::test]
    async fn a_push_can_be_refused_for_many_reasons() {
        let files = pushed(1 << 20);
        for (path, kind) in [
            ("/system/bin/x", io::ErrorKind::ReadOnlyFilesystem),
            ("/sdcard", io::ErrorKind::IsADirectory),
            ("/data/app/x", io::ErrorKind::PermissionDenied),
        ] {
            let error = push(&files, path, &[b"x"]).await.unwrap_err();
            assert_eq!(error.kind(), kind, "{path}");
        }
        files.0.set_free(Some(1_000));
        push(&files, "/sdcard/small", &[&[7; 500]]).await.unwrap();
        let error = push(&files, "/sdcard/large", &[&[7; 500]])
            .await
            .unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::StorageFull);
        assert!(files.stat("/sdcard/large", true).await.is_err());
        files.0.set_free(None);
        push(&files, "/sdcard/large", &[&[7; 500]]).await.unwrap();
        let error = push(&files, "/sdcard/huge", &[&LARGE]).await.unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::StorageFull);
        assert!(files.stat("/sdcard/huge", true).await.is_err());
    }

    #[tokio::test]
    async fn links_are_made_and_replaced() {
        let files = pushed(1 << 20);
        for target in ["/data", "/sdcard"] {
            files.symlink("/data/local/tmp/link", target).await.unwrap();
        }
        let link = files.stat("/data/local/tmp/link", false).await.unwrap();
        assert_eq!(link.mode & 0o170_000, 0o120_000);
        assert!(files.list("/data/local/tmp/link").await.is_ok());
    }
}
