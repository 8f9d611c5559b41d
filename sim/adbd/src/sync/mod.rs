//! The file service: what it asks of the phone's file system.

mod errors;
mod protocol;
mod reader;
mod service;

use std::io;

use async_trait::async_trait;
use bytes::Bytes;

pub(crate) use self::service::serve;

/// The phone's files.
#[async_trait]
pub trait Files: Send + Sync {
    /// What is at a path; a link is followed when `follow` says so.
    async fn stat(&self, path: &str, follow: bool) -> io::Result<Stat>;

    /// The entries of a folder, `.` and `..` left out.
    async fn list(&self, path: &str) -> io::Result<Vec<(String, Stat)>>;

    /// A file's content.
    async fn read(&self, path: &str) -> io::Result<Bytes>;

    /// Begins to write a file, making the folders above it; what is written becomes visible when it is finished.
    async fn create(&self, path: &str, mode: u32) -> io::Result<Box<dyn FileWriter>>;

    /// Makes a symbolic link, replacing what was there. By default there are none.
    async fn symlink(&self, path: &str, target: &str) -> io::Result<()> {
        let _ = (path, target);
        Err(io::ErrorKind::Unsupported.into())
    }
}

/// A file that is being written.
#[async_trait]
pub trait FileWriter: Send {
    /// Appends a chunk.
    async fn write(&mut self, chunk: Bytes) -> io::Result<()>;

    /// Finishes the file with its modification time, in seconds since 1970.
    async fn finish(self: Box<Self>, modified: u32) -> io::Result<()>;
}

/// What is known of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Stat {
    /// Type and permission bits as in `st_mode`.
    pub mode: u32,
    /// Size in bytes.
    pub size: u64,
    /// Modification time, in seconds since 1970.
    pub modified: u32,
    /// A number that tells files apart.
    pub inode: u64,
}
