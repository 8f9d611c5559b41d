//! Links that log a person in, each once.
//!
//! Whoever makes a link and the server that is given it are two processes; the state folder is what both have. A file
//! there is named after the secret of a link under the key of this folder: whoever can list the names has no link, and
//! whoever removes the file has used the link, which only one can.

use std::fmt;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use clawperator_contract::hex;
use clawperator_private_files as private;
use clawperator_sources::Sources;
use private::Readable;

use crate::state_key::StateKey;

/// How long a link works.
pub const LINK_LASTS: Duration = Duration::from_mins(5);
/// How many random bytes a secret has.
const BYTES: usize = 24;
/// What the digest of a secret is for.
const USE: &[u8] = b"page link\0";
/// The most links that wait to be used.
const MOST: usize = 32;
/// The longest file of a link.
const MOST_BYTES: u64 = 64;

/// The links of a state folder.
#[derive(Debug, Clone)]
pub struct PageLinks {
    folder: PathBuf,
    sources: Arc<dyn Sources>,
}

/// What makes a link work. It cannot be printed by accident.
pub struct LinkSecret(String);

impl LinkSecret {
    /// The secret as a text, for the person who asked for it.
    #[must_use]
    pub fn expose(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for LinkSecret {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("LinkSecret")
    }
}

impl PageLinks {
    pub(crate) const fn new(folder: PathBuf, sources: Arc<dyn Sources>) -> Self {
        Self { folder, sources }
    }

    /// The secret of a new link; what is on disk is only its digest.
    pub fn make(&self) -> io::Result<LinkSecret> {
        private::make_folder(&self.links())?;
        self.sweep()?;
        let mut bytes = [0; BYTES];
        self.sources.fill(&mut bytes)?;
        let secret = LinkSecret(hex(&bytes));
        let lasts = u64::try_from(LINK_LASTS.as_millis()).unwrap_or(u64::MAX);
        let until = self.sources.epoch_milliseconds().saturating_add(lasts);
        private::write_new(&self.place(secret.expose())?, until.to_string().as_bytes())?;
        Ok(secret)
    }

    /// Uses a link up; whether it was one that still works.
    pub fn take(&self, secret: &str) -> io::Result<bool> {
        let has_form = secret.len() == BYTES * 2 && secret.bytes().all(|b| b.is_ascii_hexdigit());
        if !has_form || !self.links().exists() {
            return Ok(false);
        }
        let path = self.place(secret)?;
        let works = self.works(&path)?;
        // Whoever removes it has it.
        Ok(private::remove(&path)? && works)
    }

    /// Removes what has expired, and where too many wait, all of them.
    fn sweep(&self) -> io::Result<()> {
        let mut waiting = Vec::new();
        for entry in fs::read_dir(self.links())? {
            let path = entry?.path();
            if self.works(&path).unwrap_or(false) {
                waiting.push(path);
            } else {
                private::remove(&path)?;
            }
        }
        if waiting.len() >= MOST {
            for path in waiting {
                private::remove(&path)?;
            }
        }
        Ok(())
    }

    /// Whether a link has not expired. A clock that was set back makes none last longer.
    fn works(&self, path: &Path) -> io::Result<bool> {
        let bytes = private::read(path, MOST_BYTES, Readable::Refused)?;
        let until = bytes.and_then(|bytes| String::from_utf8(bytes).ok()?.parse::<u64>().ok());
        let left = until.and_then(|until| until.checked_sub(self.sources.epoch_milliseconds()));
        Ok(left.is_some_and(|left| left > 0 && u128::from(left) <= LINK_LASTS.as_millis()))
    }

    fn place(&self, secret: &str) -> io::Result<PathBuf> {
        let key = StateKey::of(&self.folder.join("key"), &*self.sources)?;
        let digest = key.bind(USE, secret.as_bytes())?;
        Ok(self.links().join(hex(&digest)))
    }

    fn links(&self) -> PathBuf {
        self.folder.join("links")
    }
}

#[cfg(test)]
mod tests {
    use clawperator_test_support::FakeSources;

    use super::*;

    const NOW: u64 = 1_700_000_000_000;

    fn links(folder: &Path, now: u64) -> PageLinks {
        let sources = Arc::new(FakeSources::start().at(now));
        PageLinks::new(folder.join("page"), sources)
    }

    #[test]
    fn a_link_works_once_and_for_five_minutes() {
        let folder = tempfile::tempdir().unwrap();
        let made = links(folder.path(), NOW).make().unwrap();
        let secret = made.expose();
        let later = |ms| links(folder.path(), NOW + ms);
        assert!(!later(1).take("").unwrap());
        assert!(!later(1).take(&"f".repeat(48)).unwrap());
        assert!(!later(1).take("../../../../../../etc/passwd").unwrap());
        assert!(later(299_999).take(secret).unwrap());
        assert!(!later(299_999).take(secret).unwrap(), "used up");
    }

    #[test]
    fn a_link_that_has_expired_is_used_up_too() {
        let folder = tempfile::tempdir().unwrap();
        for (moment, is_before) in [(NOW + 300_000, false), (NOW - 1, true)] {
            // The same random bytes each time: the folder of each is its own.
            let folder = folder.path().join(moment.to_string());
            let made = links(&folder, NOW).make().unwrap();
            let at = links(&folder, moment);
            assert!(!at.take(made.expose()).unwrap(), "{is_before}");
            assert!(!links(&folder, NOW).take(made.expose()).unwrap());
        }
    }

    #[test]
    fn the_secret_is_in_no_file() {
        let folder = tempfile::tempdir().unwrap();
        let made = links(folder.path(), NOW).make().unwrap();
        assert_eq!(format!("{made:?}"), "LinkSecret");
        let kept = folder.path().join("page/links");
        for entry in fs::read_dir(kept).unwrap() {
            let entry = entry.unwrap();
            assert_ne!(entry.file_name().to_str().unwrap(), made.expose());
            let text = fs::read_to_string(entry.path()).unwrap();
            assert_eq!(text, (NOW + 300_000).to_string());
        }
    }
}
