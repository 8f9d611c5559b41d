//! Which run a key of a caller belongs to, on disk: the same request under the same key is one run, also after a restart
//! and in another process.
//!
//! A key is a file whose name and content are made with a secret of this installation: a request may hold a password,
//! and its plain hash would let short ones be tried.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use clawperator_contract::{ErrorCode, Failure, hex};
use clawperator_private_files::{self as private, Readable};
use clawperator_sources::Sources;
use serde::{Deserialize, Serialize};

use crate::state_key::StateKey;

const FOLDER: &str = "keys";
const SECRET: &str = "keys.key";
/// The longest file of a key.
const MOST_BYTES: u64 = 4 * 1024;
/// The longest key.
const MOST_CHARACTERS: usize = 128;

/// A caller's own key for one request: 1 to 128 visible ASCII characters.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IdempotencyKey(String);

impl IdempotencyKey {
    /// The key, if it has the form of one.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let has_form = (1..=MOST_CHARACTERS).contains(&text.len())
            && text.bytes().all(|byte| byte.is_ascii_graphic());
        has_form.then(|| Self(text.to_owned()))
    }

    /// As the caller wrote it.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// The keys of all callers.
#[derive(Debug)]
pub(super) struct Keys {
    state: PathBuf,
}

/// A request under a key.
#[derive(Debug, Clone)]
pub struct Claim {
    key: IdempotencyKey,
    path: PathBuf,
    request: String,
}

/// What a file of a key says.
#[derive(Debug, Serialize, Deserialize)]
struct Known {
    run: String,
    request: String,
}

impl Keys {
    pub(super) const fn new(state: PathBuf) -> Self {
        Self { state }
    }

    /// A request, all of whose bytes count, of a caller.
    pub(super) fn claim(
        &self,
        caller: Option<&str>,
        key: &IdempotencyKey,
        request: &[u8],
        sources: &dyn Sources,
    ) -> Result<Claim, Failure> {
        self.bind(caller, key, request, sources)
            .map_err(|error| unusable(&self.state, &error))
    }

    fn bind(
        &self,
        caller: Option<&str>,
        key: &IdempotencyKey,
        request: &[u8],
        sources: &dyn Sources,
    ) -> io::Result<Claim> {
        private::make_folder(&self.state)?;
        let folder = self.state.join(FOLDER);
        private::make_folder(&folder)?;
        let secret = StateKey::of(&self.state.join(SECRET), sources)?;
        // A caller without a name is not one with an empty name.
        let named: &[u8] = if caller.is_some() { b"1" } else { b"0" };
        let caller = caller.unwrap_or("").as_bytes();
        let name = counted(&[named, caller, key.as_str().as_bytes()]);
        let name = secret.bind(b"clawperator-key-v1\0", &name)?;
        let request = secret.bind(b"clawperator-request-v1\0", &counted(&[request]))?;
        Ok(Claim {
            key: key.clone(),
            path: folder.join(hex(&name)),
            request: hex(&request),
        })
    }

    /// Forgets keys that are older than this and whose runs are no longer kept.
    pub(super) fn sweep(&self, older_than: Duration, now_ms: u64, is_kept: impl Fn(&str) -> bool) {
        let Ok(files) = fs::read_dir(self.state.join(FOLDER)) else {
            return;
        };
        let oldest = Duration::from_millis(now_ms).saturating_sub(older_than);
        for file in files.flatten() {
            let written = file.metadata().and_then(|data| data.modified()).ok();
            let age = written.and_then(|at| at.duration_since(std::time::UNIX_EPOCH).ok());
            let is_old = age.is_some_and(|age| age < oldest);
            let run = || read(&file.path()).ok().flatten().map(|known| known.run);
            if is_old && !run().is_some_and(|run| is_kept(&run)) {
                // One that stays is tried again at the next start.
                let _ = fs::remove_file(file.path());
            }
        }
    }
}

impl Claim {
    /// As the caller wrote it.
    pub(super) fn key(&self) -> &str {
        self.key.as_str()
    }

    /// The run that has the key already; refused where that was another request.
    pub(super) fn known(&self) -> Result<Option<String>, Failure> {
        match read(&self.path) {
            Ok(None) => Ok(None),
            Ok(Some(known)) if known.request == self.request => Ok(Some(known.run)),
            Ok(Some(_)) => Err(reused()),
            Err(error) => Err(unusable(&self.path, &error)),
        }
    }

    /// Gives the key to a run, unless another has it: then that one's name is returned.
    pub(super) fn give(&self, run: &str) -> Result<Option<String>, Failure> {
        let known = Known {
            run: run.to_owned(),
            request: self.request.clone(),
        };
        let given = serde_json::to_vec(&known)
            .map_err(io::Error::from)
            .and_then(|bytes| private::create_once(&self.path, &bytes));
        match given {
            Ok(true) => Ok(None),
            Ok(false) => self.known(),
            Err(error) => Err(unusable(&self.path, &error)),
        }
    }

    /// Takes the key from a run of which nothing was sent: the same request, or another, may have it.
    pub(super) fn withdraw(&self, run: &str) {
        let is_its =
            read(&self.path).is_ok_and(|known| known.is_some_and(|known| known.run == run));
        if is_its {
            // One that stays answers as before.
            let _ = private::remove(&self.path);
        }
    }
}

/// Each part after its length, so that no two lists of parts are the same bytes.
fn counted(parts: &[&[u8]]) -> Vec<u8> {
    let mut bytes = Vec::new();
    for part in parts {
        let length = u64::try_from(part.len()).unwrap_or(u64::MAX);
        bytes.extend(length.to_le_bytes());
        bytes.extend(*part);
    }
    bytes
}

fn read(path: &Path) -> io::Result<Option<Known>> {
    let Some(bytes) = private::read(path, MOST_BYTES, Readable::Refused)? else {
        return Ok(None);
    };
    let known = serde_json::from_slice(&bytes);
    known.map(Some).map_err(io::Error::from)
}

fn reused() -> Failure {
    let code = ErrorCode::IdempotencyKeyReused;
    Failure::new(code, code.spec().meaning)
}

fn unusable(path: &Path, error: &io::Error) -> Failure {
    let message = format!(
        "the key of a request cannot be kept in `{}`: {error}; nothing was sent",
        path.display()
    );
    Failure::new(ErrorCode::HostIoFailed, message)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::SystemSources;

    #[test]
    fn the_same_request_under_the_same_key_is_one_run() {
        let folder = tempfile::tempdir().unwrap();
        let sources = SystemSources::start();
        let state = folder.path().join("state");
        let key = IdempotencyKey::parse("k1").unwrap();
        let claim = |caller, request: &str| {
            // Each time as after a restart.
            Keys::new(state.clone())
                .claim(caller, &key, request.as_bytes(), &sources)
                .unwrap()
        };
        let first = claim(Some("a"), "body");
        assert_eq!(first.known().unwrap(), None);
        assert_eq!(first.give("one").unwrap(), None);
        let one = Some("one".to_owned());
        assert_eq!(claim(Some("a"), "body").known().unwrap(), one);
        // Of two at once the second is told of the first.
        assert_eq!(claim(Some("a"), "body").give("two").unwrap(), one);
        let code = |failure: Failure| failure.code.name().to_owned();
        let other = claim(Some("a"), "other");
        assert_eq!(code(other.known().unwrap_err()), "IDEMPOTENCY_KEY_REUSED");
        assert_eq!(
            code(other.give("three").unwrap_err()),
            "IDEMPOTENCY_KEY_REUSED"
        );
        // Only the run that has it gives it back.
        first.withdraw("two");
        assert_eq!(first.known().unwrap(), one);
        first.withdraw("one");
        assert_eq!(other.give("four").unwrap(), None);
        other.withdraw("four");
        assert_eq!(first.give("one").unwrap(), None);
        for caller in [Some("b"), Some(""), None] {
            assert_eq!(claim(caller, "body").known().unwrap(), None, "{caller:?}");
        }
        let files = fs::read_dir(state.join(FOLDER)).unwrap();
        for file in files.flatten() {
            let text = fs::read_to_string(file.path()).unwrap();
            assert!(!text.contains("body") && !file.file_name().to_string_lossy().contains("k1"));
        }
    }

    #[test]
    fn a_key_has_a_form() {
        for text in ["", "a b", "ä", "a\n", &"x".repeat(129)] {
            assert_eq!(IdempotencyKey::parse(text), None, "{text}");
        }
        assert!(IdempotencyKey::parse(&"x".repeat(128)).is_some());
    }

    #[test]
    fn old_keys_are_forgotten() {
        let folder = tempfile::tempdir().unwrap();
        let sources = SystemSources::start();
        let keys = Keys::new(folder.path().join("state"));
        let key = IdempotencyKey::parse("k").unwrap();
        let claim = keys.claim(None, &key, b"x", &sources).unwrap();
        claim.give("one").unwrap();
        let now = sources.epoch_milliseconds();
        let day = Duration::from_hours(24);
        keys.sweep(day, now, |_| false);
        assert!(claim.known().unwrap().is_some());
        let later = now + 2 * 86_400_000;
        keys.sweep(day, later, |run| run == "one");
        assert!(claim.known().unwrap().is_some());
        keys.sweep(day, later, |_| false);
        assert_eq!(claim.known().unwrap(), None);
    }
}
