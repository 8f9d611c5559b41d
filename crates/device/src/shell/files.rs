//! Files of the phone: by adb's file service, and `mv` and `rm`.
//!
//! A file goes beside its place first, is read back there, and only what has come whole gets the path. So a connection
//! that breaks leaves the path as it is, and the only moment after which nothing is known is that of `mv`.

use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use clawperator_adb::{AdbError, Deadline, DeviceHandle, PushFile, SyncSession};
use clawperator_contract::{ErrorCode, PhonePath};
use tokio::io::AsyncWrite;

use super::answer::act;
use crate::driver::{ActError, AtPath, NewFile, Unavailable};
use crate::line::{Command, ShellLine, Word, program};

/// The bits of `st_mode` that say what a path is.
const TYPE: u32 = 0o170_000;
const FOLDER: u32 = 0o040_000;
const REGULAR: u32 = 0o100_000;
const LINK: u32 = 0o120_000;

/// Whoever shares the phone with adb's user may read it.
const PERMISSIONS: u32 = 0o644;

/// How many digits of its hash a file is called by while it is not in its place.
const DIGITS: usize = 16;

/// What is at a path. Each folder on the way is asked about too: a link in it leads somewhere else.
pub(super) async fn at(
    handle: &DeviceHandle,
    path: &PhonePath,
    within: Duration,
) -> Result<AtPath, Unavailable> {
    let deadline = Deadline::after(within);
    let found = async {
        let mut session = handle.sync(deadline).await?;
        look(&mut session, path, deadline).await
    };
    found.await.map_err(|error| unavailable(&error))
}

async fn look(
    session: &mut SyncSession,
    path: &PhonePath,
    deadline: Deadline,
) -> Result<AtPath, AdbError> {
    for way in path.ways() {
        let is_last = way == path.as_str();
        let Some(found) = session.link_stat(way, deadline).await? else {
            return Ok(AtPath::Nothing);
        };
        match found.mode & TYPE {
            LINK if is_last => return Ok(AtPath::Other("a link")),
            LINK => return Ok(AtPath::Other("behind a link")),
            FOLDER if is_last => return Ok(AtPath::Other("a folder")),
            FOLDER => {}
            REGULAR if is_last => return Ok(AtPath::File { size: found.size }),
            _ if is_last => return Ok(AtPath::Other("a special file")),
            _ => return Ok(AtPath::Other("below a file")),
        }
    }
    Ok(AtPath::Nothing)
}

/// All of a file of at most so many bytes.
pub(super) async fn read(
    handle: &DeviceHandle,
    path: &PhonePath,
    most: usize,
    within: Duration,
) -> Result<Vec<u8>, Unavailable> {
    let deadline = Deadline::after(within);
    let read = async {
        let mut session = handle.sync(deadline).await?;
        session.pull_at_most(path.as_str(), most, deadline).await
    };
    read.await.map_err(|error| unavailable(&error))
}

/// Whether a file has these bytes and no others.
pub(super) async fn holds(
    handle: &DeviceHandle,
    path: &PhonePath,
    bytes: &[u8],
    within: Duration,
) -> Result<bool, Unavailable> {
    let deadline = Deadline::after(within);
    let compared = async {
        let mut session = handle.sync(deadline).await?;
        compare(&mut session, path.as_str(), bytes, deadline).await
    };
    compared.await.map_err(|error| unavailable(&error))
}

async fn compare(
    session: &mut SyncSession,
    path: &str,
    bytes: &[u8],
    deadline: Deadline,
) -> Result<bool, AdbError> {
    let mut expected = Expected {
        rest: bytes,
        differs: false,
    };
    let pulled = session.pull(path, &mut expected, |_| {}, deadline).await;
    if expected.differs {
        return Ok(false);
    }
    pulled?;
    Ok(expected.rest.is_empty())
}

/// Sends a file, and gives it its path when it is whole.
pub(super) async fn push(
    handle: &DeviceHandle,
    file: NewFile<'_>,
    within: Duration,
) -> Result<(), ActError> {
    let deadline = Deadline::after(within);
    let digits = file.sha256.get(..DIGITS).unwrap_or(file.sha256);
    let part = format!("{}/.clawperator-{digits}.part", file.path.folder());
    let words = (word(&part)?, word(file.path.as_str())?);
    if let Err(error) = bring(handle, &part, file, deadline).await {
        let left = remove(handle, &words.0, deadline).await;
        return Err(not_brought(error, &left));
    }
    let option = if file.replaces { "-f" } else { "-n" };
    let rename = Command::new(program::MV).fixed(option);
    let rename = rename.word(words.0.clone()).word(words.1);
    let said = act(handle, &ShellLine::from(rename), deadline).await;
    let answer = match said {
        Ok(answer) => answer,
        Err(error @ ActError::Unknown { .. }) => return Err(error),
        Err(error) => {
            remove(handle, &words.0, deadline).await;
            return Err(error);
        }
    };
    // `mv -n` says nothing where the path was taken meanwhile: what counts is whether the part has another name now.
    let is_there = async {
        let mut session = handle.sync(deadline).await?;
        session.link_stat(&part, deadline).await
    };
    match is_there.await {
        Ok(None) => Ok(()),
        Ok(Some(_)) => {
            let left = remove(handle, &words.0, deadline).await;
            Err(ActError::Refused {
                code: ErrorCode::ActionFailed,
                message: format!(
                    "the phone did not put the file in its place, and what was there is as it was{left}: {}",
                    answer.excerpt()
                ),
            })
        }
        Err(error) => Err(ActError::Unknown {
            message: format!("whether the file is in its place is unknown: {error}"),
        }),
    }
}

/// Sends the bytes to a path of their own, and reads them back.
async fn bring(
    handle: &DeviceHandle,
    part: &str,
    file: NewFile<'_>,
    deadline: Deadline,
) -> Result<(), Trouble> {
    let mut session = handle.sync(deadline).await?;
    let target = PushFile {
        path: part.as_bytes(),
        permissions: PERMISSIONS,
        modified: file.modified,
    };
    session.push(target, file.bytes, |_| {}, deadline).await?;
    if compare(&mut session, part, file.bytes, deadline).await? {
        Ok(())
    } else {
        Err(Trouble::Other)
    }
}

enum Trouble {
    Adb(AdbError),
    /// The phone has other bytes than those that were sent.
    Other,
}

impl From<AdbError> for Trouble {
    fn from(error: AdbError) -> Self {
        Self::Adb(error)
    }
}

/// The error of a file that did not come whole: the path is as it was, whatever happened to the part.
fn not_brought(trouble: Trouble, left: &str) -> ActError {
    let (code, why) = match trouble {
        Trouble::Adb(AdbError::SyncFailed { message, .. }) => (
            ErrorCode::ActionFailed,
            format!("the phone refused it: {message}"),
        ),
        Trouble::Adb(error) => (error.code(), error.to_string()),
        Trouble::Other => (
            ErrorCode::ActionFailed,
            "what the phone has of it is not what was sent".to_owned(),
        ),
    };
    ActError::Refused {
        code,
        message: format!(
            "the file did not reach the phone, and what was there is as it was{left}: {why}"
        ),
    }
}

/// Removes the part of a file; what is to be said where it may be left.
async fn remove(handle: &DeviceHandle, part: &Word, deadline: Deadline) -> String {
    let remove = Command::new(program::RM).fixed("-f").word(part.clone());
    let removed = act(handle, &ShellLine::from(remove), deadline).await;
    match removed {
        Ok(answer) if answer.status == clawperator_adb::ExitStatus::Code(0) => String::new(),
        Ok(_) | Err(_) => {
            "; a hidden part of it, `.clawperator-….part`, may be left beside it".to_owned()
        }
    }
}

fn word(path: &str) -> Result<Word, ActError> {
    Word::new(path).map_err(|error| ActError::NotSent {
        code: ErrorCode::PhoneFileRefused,
        message: error.to_string(),
    })
}

fn unavailable(error: &AdbError) -> Unavailable {
    let code = match error {
        // The phone's own words, such as "Permission denied".
        AdbError::SyncFailed { .. } | AdbError::OutputTooLarge { .. } => {
            ErrorCode::PhoneFileRefused
        }
        other => other.code(),
    };
    Unavailable {
        code,
        message: error.to_string(),
    }
}

/// Takes what is read and compares it.
struct Expected<'a> {
    rest: &'a [u8],
    differs: bool,
}

impl AsyncWrite for Expected<'_> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        _: &mut Context<'_>,
        piece: &[u8],
    ) -> Poll<std::io::Result<usize>> {
        if let Some(rest) = self.rest.strip_prefix(piece) {
            self.rest = rest;
            Poll::Ready(Ok(piece.len()))
        } else {
            self.differs = true;
            Poll::Ready(Err(std::io::ErrorKind::InvalidData.into()))
        }
    }

    fn poll_flush(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<std::io::Result<()>> {
        Poll::Ready(Ok(()))
    }

    fn poll_shutdown(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<std::io::Result<()>> {
        Poll::Ready(Ok(()))
    }
}
