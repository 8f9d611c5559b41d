//! The file of the tokens.

use std::fs;
use std::io;
use std::os::unix::fs::MetadataExt as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clawperator_private_files::{self as private, Readable};
use serde::{Deserialize, Serialize};

use super::token::Token;

/// The longest file of tokens.
const MOST_BYTES: u64 = 1024 * 1024;
/// The shortest token: whoever guesses can try many.
const SHORTEST: usize = 24;
/// The longest name of a token.
const LONGEST_NAME: usize = 64;

/// Where tokens are kept.
#[derive(Debug, Clone)]
pub(crate) struct TokensFile {
    path: PathBuf,
}

/// The file of tokens in a state folder.
#[must_use]
pub fn tokens_file(state: &Path) -> PathBuf {
    state.join("tokens.json")
}

/// The token of this name, as a text, for whoever may read the file.
pub fn token(file: &Path, name: &str) -> Result<Option<String>, TokensError> {
    let tokens = TokensFile::at(file.to_owned()).read()?;
    let mut tokens = tokens.into_iter().flatten();
    let found = tokens.find(|token| token.name == name);
    Ok(found.map(|token| token.secret.expose().to_owned()))
}

/// What says that a file is still the one that was read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Stamp {
    inode: u64,
    length: u64,
    /// When anything about it changed, its permissions included, which nobody can set back.
    changed: (i64, i64),
}

/// Why the file of tokens cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum TokensError {
    /// It cannot be read or written.
    #[error("the tokens in `{path}` cannot be used: {error}")]
    Io {
        /// The file.
        path: String,
        /// The reason.
        error: io::Error,
    },
    /// It breaks a rule.
    #[error("the tokens in `{path}` cannot be used: {why}")]
    Invalid {
        /// The file.
        path: String,
        /// The rule.
        why: String,
    },
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct Written {
    pub(super) tokens: Vec<Token>,
}

impl TokensFile {
    /// The tokens in this file, which need not be there yet.
    #[must_use]
    pub(crate) const fn at(path: PathBuf) -> Self {
        Self { path }
    }

    /// The file.
    #[must_use]
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// What says that the file has not changed; nothing where there is none.
    pub(super) fn stamp(&self) -> Option<Stamp> {
        let found = fs::symlink_metadata(&self.path).ok()?;
        Some(Stamp {
            inode: found.ino(),
            length: found.len(),
            changed: (found.ctime(), found.ctime_nsec()),
        })
    }

    /// The tokens, or nothing where there is no file.
    pub(super) fn read(&self) -> Result<Option<Vec<Arc<Token>>>, TokensError> {
        let bytes = private::read(&self.path, MOST_BYTES, Readable::Refused);
        let Some(bytes) = bytes.map_err(|error| self.io(error))? else {
            return Ok(None);
        };
        let written: Written =
            serde_json::from_slice(&bytes).map_err(|error| self.invalid(plain(&error)))?;
        check(&written.tokens).map_err(|why| self.invalid(why))?;
        Ok(Some(written.tokens.into_iter().map(Arc::new).collect()))
    }

    /// Writes the first file of tokens; whether there was none.
    pub(super) fn create(&self, token: Token) -> Result<bool, TokensError> {
        let written = Written {
            tokens: vec![token],
        };
        let made = serde_json::to_vec_pretty(&written)
            .map_err(io::Error::from)
            .and_then(|mut bytes| {
                bytes.push(b'\n');
                if let Some(folder) = self.path.parent() {
                    private::make_folder(folder)?;
                }
                private::create_once(&self.path, &bytes)
            });
        made.map_err(|error| self.io(error))
    }

    fn io(&self, error: io::Error) -> TokensError {
        TokensError::Io {
            path: self.path.display().to_string(),
            error,
        }
    }

    fn invalid(&self, why: String) -> TokensError {
        TokensError::Invalid {
            path: self.path.display().to_string(),
            why,
        }
    }
}

/// The place and kind of a mistake, without what is there: it may be a token.
fn plain(error: &serde_json::Error) -> String {
    format!(
        "line {}, column {} is not as a list of tokens is written",
        error.line(),
        error.column()
    )
}

fn check(tokens: &[Token]) -> Result<(), String> {
    for (index, token) in tokens.iter().enumerate() {
        let number = index + 1;
        let is_name = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.".contains(&byte);
        let name = &token.name;
        if name.is_empty()
            || name.starts_with('.')
            || name.len() > LONGEST_NAME
            || !name.bytes().all(is_name)
        {
            return Err(format!(
                "the name of token {number} is not 1 to {LONGEST_NAME} letters, digits, `-`, `_` or, not first, `.`"
            ));
        }
        let text = token.secret.expose();
        if text.len() < SHORTEST || !text.bytes().all(|byte| byte.is_ascii_graphic()) {
            return Err(format!(
                "the token `{name}` is not {SHORTEST} or more visible ASCII characters"
            ));
        }
        let earlier = tokens.iter().take(index);
        for other in earlier {
            if other.name == *name {
                return Err(format!("two tokens have the name `{name}`"));
            }
            if other.secret.expose() == text {
                return Err(format!("`{}` and `{name}` are the same token", other.name));
            }
        }
        if token.scopes.is_empty() {
            return Err(format!("the token `{name}` has no scope"));
        }
    }
    Ok(())
}
