//! The git program, asked about one repository.

use std::ffi::OsStr;
use std::io::{self, BufReader, Read};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, Stdio};

/// The most bytes of a short answer.
const MOST_ANSWER: u64 = 64 * 1024;

/// A repository of git.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Repository {
    folder: PathBuf,
    common: PathBuf,
    hooks: PathBuf,
}

/// Why git gave no answer.
#[derive(Debug)]
pub enum GitError {
    /// There is no git program.
    Missing,
    /// The folder is in no repository, or git refuses it.
    NoRepository,
    /// git ended with an error while it was asked for this.
    Failed(&'static str),
    /// Its answer could not be read.
    Io(io::Error),
}

impl Repository {
    /// The repository that a folder is in.
    pub fn open(folder: &Path) -> Result<Self, GitError> {
        let ask = |what: &[&str]| -> Result<PathBuf, GitError> {
            let answer = answer(folder, what, GitError::NoRepository)?;
            // Relative to the folder that git was asked in.
            Ok(folder.join(path_of(answer.trim_ascii_end())))
        };
        Ok(Self {
            common: ask(&["rev-parse", "--git-common-dir"])?,
            hooks: ask(&["rev-parse", "--git-path", "hooks"])?,
            folder: folder.to_owned(),
        })
    }

    /// The git folder that all work trees share.
    #[must_use]
    pub fn common_folder(&self) -> &Path {
        &self.common
    }

    /// The folder that git runs hooks from.
    #[must_use]
    pub fn hooks_folder(&self) -> &Path {
        &self.hooks
    }

    /// Whether the repository has an object of that id.
    pub(super) fn has_object(&self, id: &str) -> Result<bool, GitError> {
        let status = command(&self.folder)
            .args(["cat-file", "-e", id])
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .status();
        status.map(|status| status.success()).map_err(spawn_error)
    }

    /// Runs git and hands its output to `read`, which is not believed when git ends with an error.
    pub(super) fn stream<T>(
        &self,
        arguments: &[String],
        what: &'static str,
        read: impl FnOnce(BufReader<ChildStdout>) -> io::Result<T>,
    ) -> Result<T, GitError> {
        let mut child = command(&self.folder)
            .args(arguments)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(spawn_error)?;
        let Some(output) = child.stdout.take() else {
            return Err(GitError::Failed(what));
        };
        let answer = read(BufReader::new(output));
        finish(&mut child, what)?;
        answer.map_err(GitError::Io)
    }
}

fn finish(child: &mut Child, what: &'static str) -> Result<(), GitError> {
    let status = child.wait().map_err(GitError::Io)?;
    if status.success() {
        Ok(())
    } else {
        Err(GitError::Failed(what))
    }
}

fn answer(folder: &Path, arguments: &[&str], refused: GitError) -> Result<Vec<u8>, GitError> {
    let mut child = command(folder)
        .args(arguments)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .map_err(spawn_error)?;
    let mut bytes = Vec::new();
    if let Some(output) = child.stdout.take() {
        let read = output.take(MOST_ANSWER).read_to_end(&mut bytes);
        read.map_err(GitError::Io)?;
    }
    let status = child.wait().map_err(GitError::Io)?;
    if status.success() {
        Ok(bytes)
    } else {
        Err(refused)
    }
}

/// git with a form of output that no configuration changes.
fn command(folder: &Path) -> Command {
    let mut command = Command::new("git");
    command
        .current_dir(folder)
        .args(["-c", "core.quotePath=false"])
        .args(["-c", "diff.noprefix=false"])
        .args(["-c", "diff.mnemonicPrefix=false"])
        .args(["-c", "diff.renames=true"])
        .args(["-c", "diff.ignoreSubmodules=none"])
        .args(["-c", "log.showSignature=false"]);
    command
}

fn spawn_error(error: io::Error) -> GitError {
    if error.kind() == io::ErrorKind::NotFound {
        GitError::Missing
    } else {
        GitError::Io(error)
    }
}

#[cfg(unix)]
fn path_of(bytes: &[u8]) -> PathBuf {
    use std::os::unix::ffi::OsStrExt as _;
    PathBuf::from(OsStr::from_bytes(bytes))
}

#[cfg(not(unix))]
fn path_of(bytes: &[u8]) -> PathBuf {
    // Git writes UTF-8 here. What is not would be a path that nobody finds, never the empty one.
    PathBuf::from(String::from_utf8_lossy(bytes).as_ref())
}
