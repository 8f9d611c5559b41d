//! The boot that the screens of a phone are of, where only the way to it is known: another phone may be there later.

use std::io;
use std::path::Path;

use clawperator_private_files::{self as private, Readable};

const FILE: &str = "boot";
/// The most of the file that is read: one number of a boot.
const MOST_BYTES: u64 = 64;

/// Whether what a folder has is of this boot, or of a phone that is known by more than the way to it.
pub(super) fn is_of(folder: &Path, boot: Option<&str>) -> io::Result<bool> {
    let noted = private::read(&folder.join(FILE), MOST_BYTES, Readable::Corrected)?;
    Ok(noted.as_deref() == boot.map(str::as_bytes))
}

/// Notes that what comes into a folder is of this boot.
pub(super) fn note(folder: &Path, boot: Option<&str>) -> io::Result<()> {
    let path = folder.join(FILE);
    match boot {
        Some(boot) => private::replace(&path, boot.as_bytes()),
        None => private::remove(&path).map(drop),
    }
}
