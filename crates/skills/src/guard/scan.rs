//! What is about to be committed or pushed, held against the denylist.

use std::io::{BufRead, Read};

use clawperator_contract::visible;

use super::denylist::{Denylist, MOST_LENGTH};
use super::diff::added_lines;
use super::git::{GitError, Repository};

/// The most hits that are listed.
const MOST_HITS: usize = 100;
/// The most bytes that git tells a pre-push hook.
const MOST_REFS_BYTES: u64 = 1024 * 1024;
/// How diffs are asked for: every added line, in binary files too, whatever the repository's attributes say.
const DIFF: [&str; 8] = [
    "--unified=0",
    "--no-color",
    "--no-ext-diff",
    "--no-textconv",
    "--text",
    "--find-renames",
    "--src-prefix=a/",
    "--dst-prefix=b/",
];

/// Where a token stands.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Hit {
    /// The file, tokens in its name blotted out, safe to show.
    pub file: String,
    /// The line, from 1; `None` when it is the file's name.
    pub line: Option<u64>,
}

/// What a scan has found.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Scanned {
    /// Where tokens stand, in the order of the diff.
    pub hits: Vec<Hit>,
    /// How many more places there are.
    pub unlisted: usize,
}

impl Scanned {
    fn add(&mut self, hit: Hit) {
        if self.hits.contains(&hit) {
            return;
        }
        if self.hits.len() < MOST_HITS {
            self.hits.push(hit);
        } else {
            self.unlisted = self.unlisted.saturating_add(1);
        }
    }
}

/// Looks through the lines that are staged and added.
pub fn scan_staged(repository: &Repository, denylist: &Denylist) -> Result<Scanned, GitError> {
    let mut scanned = Scanned::default();
    scan(
        repository,
        &["diff", "--cached"],
        &[],
        denylist,
        &mut scanned,
    )?;
    Ok(scanned)
}

/// Looks through the lines that every commit about to be pushed adds.
///
/// `refs` is what git tells a pre-push hook: local ref and id, remote ref and id, one push a line.
pub fn scan_push(
    repository: &Repository,
    denylist: &Denylist,
    remote: &str,
    refs: impl BufRead,
) -> Result<Scanned, GitError> {
    let mut scanned = Scanned::default();
    let mut text = String::new();
    refs.take(MOST_REFS_BYTES)
        .read_to_string(&mut text)
        .map_err(GitError::Io)?;
    for line in text.lines().filter(|line| !line.is_empty()) {
        let ids: Vec<&str> = line.split(' ').collect();
        let [_, local, _, known] = ids.as_slice() else {
            return Err(GitError::Failed("what is pushed"));
        };
        if !is_id(local) || !is_id(known) {
            return Err(GitError::Failed("what is pushed"));
        }
        // A branch that is deleted adds nothing.
        if is_zero(local) {
            continue;
        }
        // What the remote has is known by its own word, and by the branches that were fetched from it.
        let mut range = vec![(*local).to_owned(), "--not".to_owned()];
        if !is_zero(known) && repository.has_object(known)? {
            range.push((*known).to_owned());
        }
        if is_remote_name(remote) {
            range.push(format!("--remotes={remote}"));
        }
        let log = ["log", "-m", "-p", "--root", "--format="];
        scan(repository, &log, &range, denylist, &mut scanned)?;
    }
    Ok(scanned)
}

fn scan(
    repository: &Repository,
    command: &[&str],
    range: &[String],
    denylist: &Denylist,
    scanned: &mut Scanned,
) -> Result<(), GitError> {
    let arguments: Vec<String> = command
        .iter()
        .chain(&DIFF)
        .map(|argument| (*argument).to_owned())
        .chain(range.iter().cloned())
        .chain(["--".to_owned()])
        .collect();
    // A character takes at most four bytes.
    let overlap = 4 * MOST_LENGTH;
    repository.stream(&arguments, "a diff", |output| {
        added_lines(output, overlap, |added| {
            if denylist.is_in(added.bytes) {
                let file = denylist.blot_out(added.file);
                scanned.add(Hit {
                    file: visible(&String::from_utf8_lossy(&file)),
                    line: (added.line > 0).then_some(added.line),
                });
            }
        })
    })
}

/// Whether a word is an object's id and can be nothing else to git.
fn is_id(word: &str) -> bool {
    (40..=64).contains(&word.len()) && word.bytes().all(|byte| byte.is_ascii_hexdigit())
}

fn is_zero(id: &str) -> bool {
    id.bytes().all(|byte| byte == b'0')
}

/// Whether a remote is a name, as opposed to an address; patterns would leave out more than one remote.
fn is_remote_name(remote: &str) -> bool {
    !remote.is_empty()
        && remote
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.'))
}
