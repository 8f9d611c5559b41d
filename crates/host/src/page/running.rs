//! Which servers run on a state folder.

use std::fs::{self, File};
use std::io::{self, Read as _, Write as _};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, UNIX_EPOCH};

use clawperator_private_files as private;
use clawperator_sources::Sources;
use private::Readable;

/// The longest file of a server.
const MOST_BYTES: u64 = 1024;
/// How old a file is that nobody holds before it is removed.
const OLD: Duration = Duration::from_hours(1);

/// The servers that run on a state folder. Each holds a file with its address locked while it lives.
#[derive(Debug, Clone)]
pub struct RunningServers {
    folder: PathBuf,
    sources: Arc<dyn Sources>,
}

/// A server that others can find until this is dropped.
#[derive(Debug)]
pub struct MarkedServer {
    path: PathBuf,
    /// Locked; the system ends that with the process.
    _file: File,
}

impl RunningServers {
    pub(crate) const fn new(folder: PathBuf, sources: Arc<dyn Sources>) -> Self {
        Self { folder, sources }
    }

    /// Lets others find a server by its address.
    pub fn mark(&self, address: SocketAddr, url: &str) -> io::Result<MarkedServer> {
        private::make_folder(&self.folder)?;
        self.sweep()?;
        let path = self.folder.join(address.to_string());
        let mut file = private::open_in_place(&path)?;
        // Whoever looks at it this moment lets go at once.
        file.lock()?;
        file.set_len(0)?;
        file.write_all(url.as_bytes())?;
        Ok(MarkedServer { path, _file: file })
    }

    /// The addresses of servers that run, as their pages are reached: all, or those that listen on a port. A page may
    /// have another port, such as that of a name which leads here.
    pub fn urls(&self, port: Option<u16>) -> io::Result<Vec<String>> {
        let entries = match fs::read_dir(&self.folder) {
            Ok(entries) => entries,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
            Err(error) => return Err(error),
        };
        let mut urls = Vec::new();
        for entry in entries {
            let entry = entry?;
            let name = entry.file_name();
            let address = name
                .to_str()
                .and_then(|name| name.parse::<SocketAddr>().ok());
            let is_meant = |port| address.is_some_and(|address| address.port() == port);
            if port.is_none_or(is_meant) {
                urls.extend(running(&entry.path())?);
            }
        }
        urls.sort();
        Ok(urls)
    }

    /// Removes what killed servers left.
    fn sweep(&self) -> io::Result<()> {
        let now = UNIX_EPOCH + Duration::from_millis(self.sources.epoch_milliseconds());
        for entry in fs::read_dir(&self.folder)? {
            let entry = entry?;
            let changed = entry.metadata().and_then(|found| found.modified());
            // What seems to come from the future is new.
            let age = changed.map(|at| now.duration_since(at).unwrap_or_default());
            if age.is_ok_and(|age| age > OLD) && running(&entry.path())?.is_none() {
                // Another server may have been faster.
                let _ = fs::remove_file(entry.path());
            }
        }
        Ok(())
    }
}

impl Drop for MarkedServer {
    fn drop(&mut self) {
        // What stays is held by nobody, and so says nothing.
        let _ = fs::remove_file(&self.path);
    }
}

/// What a server wrote, if it still runs.
fn running(path: &Path) -> io::Result<Option<String>> {
    let Some(file) = private::open_to_read(path, Readable::Corrected)? else {
        return Ok(None);
    };
    if !private::is_locked(&file)? {
        return Ok(None);
    }
    let mut url = String::new();
    file.take(MOST_BYTES).read_to_string(&mut url)?;
    Ok(Some(url).filter(|url| !url.is_empty()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_server_is_found_while_it_lives() {
        let folder = tempfile::tempdir().unwrap();
        let servers = RunningServers::new(
            folder.path().join("servers"),
            Arc::new(clawperator_sources::SystemSources::start()),
        );
        assert_eq!(servers.urls(None).unwrap(), [""; 0]);
        let address = "127.0.0.1:4411".parse().unwrap();
        let marked = servers.mark(address, "https://farm.example").unwrap();
        for port in [None, Some(4411)] {
            assert_eq!(servers.urls(port).unwrap(), ["https://farm.example"]);
        }
        assert_eq!(servers.urls(Some(443)).unwrap(), [""; 0]);
        drop(marked);
        assert_eq!(servers.urls(None).unwrap(), [""; 0]);
        // What a killed one left.
        fs::write(folder.path().join("servers/127.0.0.1:1"), "http://x").unwrap();
        assert_eq!(servers.urls(None).unwrap(), [""; 0]);
    }
}
