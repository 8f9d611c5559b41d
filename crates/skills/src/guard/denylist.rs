//! The tokens that must not leave this machine.

use std::collections::BTreeSet;
use std::fmt;
use std::fs::{self, File};
use std::io::{self, Read, Write as _};
use std::path::Path;

use regex::bytes::{Regex, RegexBuilder};

/// The fewest characters of a token: shorter ones stand everywhere.
const LEAST_LENGTH: usize = 4;
/// The most characters of a token.
pub(super) const MOST_LENGTH: usize = 256;
/// The most tokens of a list.
const MOST_TOKENS: usize = 2_000;
/// The most bytes of the file.
const MOST_BYTES: u64 = 1024 * 1024;
/// What the tokens may take when they are made into one pattern.
const PATTERN_BYTES: usize = 64 * 1024 * 1024;

/// Tokens that must not be committed. It cannot be printed.
pub struct Denylist {
    pattern: Option<Regex>,
    count: usize,
}

/// What adding to a list came to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Added {
    /// Tokens that were not on the list.
    pub added: usize,
    /// Tokens on the list now.
    pub total: usize,
}

/// Why a list cannot be used. No variant holds a token.
#[derive(Debug)]
pub enum DenylistError {
    /// A token of this number, from 1, is too short, too long or has a line break.
    Token(usize),
    /// There are too many tokens.
    TooMany,
    /// The file is not one that this program writes: too large, or no text.
    Unreadable,
    /// The disk refused.
    Io(io::Error),
}

impl fmt::Debug for Denylist {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("Denylist")
            .field("count", &self.count)
            .finish_non_exhaustive()
    }
}

impl Denylist {
    /// Reads the list; one that is not there is empty.
    pub fn read(path: &Path) -> Result<Self, DenylistError> {
        Self::of(&tokens(path)?)
    }

    fn of(tokens: &BTreeSet<String>) -> Result<Self, DenylistError> {
        let alternatives: Vec<String> = tokens.iter().map(|token| regex::escape(token)).collect();
        let pattern = if alternatives.is_empty() {
            None
        } else {
            let built = RegexBuilder::new(&alternatives.join("|"))
                .case_insensitive(true)
                .size_limit(PATTERN_BYTES)
                .build();
            Some(built.map_err(|_| DenylistError::TooMany)?)
        };
        Ok(Self {
            pattern,
            count: tokens.len(),
        })
    }

    /// How many tokens it holds.
    #[must_use]
    pub fn count(&self) -> usize {
        self.count
    }

    /// Whether some bytes hold a token, in any case.
    #[must_use]
    pub fn is_in(&self, bytes: &[u8]) -> bool {
        self.pattern
            .as_ref()
            .is_some_and(|pattern| pattern.is_match(bytes))
    }

    /// The bytes with every token blotted out.
    #[must_use]
    pub fn blot_out(&self, bytes: &[u8]) -> Vec<u8> {
        match &self.pattern {
            Some(pattern) => pattern.replace_all(bytes, &b"***"[..]).into_owned(),
            None => bytes.to_vec(),
        }
    }

    /// Adds tokens to the list on disk, which is made where there is none. Only its owner may read it.
    pub fn add<'t>(
        path: &Path,
        new: impl IntoIterator<Item = &'t str>,
    ) -> Result<Added, DenylistError> {
        let mut all = tokens(path)?;
        let before = all.len();
        for (index, token) in new.into_iter().enumerate() {
            let token = token.trim();
            let length = token.chars().count();
            let fits = (LEAST_LENGTH..=MOST_LENGTH).contains(&length)
                && !token.contains(['\n', '\r', '\0'])
                && !is_comment(token);
            if !fits {
                return Err(DenylistError::Token(index + 1));
            }
            all.insert(token.to_owned());
        }
        if all.len() > MOST_TOKENS {
            return Err(DenylistError::TooMany);
        }
        // A list that cannot be searched for must not be written.
        Self::of(&all)?;
        write(path, &all).map_err(DenylistError::Io)?;
        Ok(Added {
            added: all.len() - before,
            total: all.len(),
        })
    }
}

fn is_comment(line: &str) -> bool {
    line.starts_with("# ")
}

fn tokens(path: &Path) -> Result<BTreeSet<String>, DenylistError> {
    let mut text = String::new();
    let read =
        File::open(path).and_then(|file| file.take(MOST_BYTES + 1).read_to_string(&mut text));
    match read {
        Ok(size) if u64::try_from(size).unwrap_or(u64::MAX) > MOST_BYTES => {
            return Err(DenylistError::Unreadable);
        }
        Ok(_) => {}
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(BTreeSet::new()),
        Err(error) if error.kind() == io::ErrorKind::InvalidData => {
            return Err(DenylistError::Unreadable);
        }
        Err(error) => return Err(DenylistError::Io(error)),
    }
    let lines = text.lines().map(str::trim);
    let tokens = lines.filter(|line| !line.is_empty() && !is_comment(line));
    Ok(tokens.map(str::to_owned).collect())
}

fn write(path: &Path, tokens: &BTreeSet<String>) -> io::Result<()> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    let mut beside = path.as_os_str().to_owned();
    beside.push(".new");
    let mut file = private(Path::new(&beside))?;
    writeln!(
        file,
        "# One token per line. This file stays on this machine."
    )?;
    for token in tokens {
        writeln!(file, "{token}")?;
    }
    file.sync_all()?;
    fs::rename(&beside, path)
}

#[cfg(unix)]
fn private(path: &Path) -> io::Result<File> {
    use std::os::unix::fs::OpenOptionsExt as _;
    let mut options = fs::OpenOptions::new();
    options.write(true).create(true).truncate(true).mode(0o600);
    options.open(path)
}

#[cfg(not(unix))]
fn private(path: &Path) -> io::Result<File> {
    File::create(path)
}
