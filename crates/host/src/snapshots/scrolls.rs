//! After which screen something was scrolled last.
//!
//! A list of rows that say the same looks the same after a few of them have gone by, so that no tree tells. What this
//! program scrolls, it knows. It is noted before the swipe is sent: a swipe that may have happened counts.

use std::io;
use std::path::Path;

use clawperator_private_files::{self as private, Readable};

const FILE: &str = "scrolled";
/// The most of the file that is read: one number.
const MOST_BYTES: u64 = 32;

/// Notes that something is scrolled after the screen of this generation.
pub(super) fn note(folder: &Path, generation: i64) -> io::Result<()> {
    private::replace(&folder.join(FILE), generation.to_string().as_bytes())
}

/// The generation after which something was scrolled last. What cannot be read counts as all of them.
pub(super) fn last(folder: &Path) -> io::Result<Option<i64>> {
    let Some(bytes) = private::read(&folder.join(FILE), MOST_BYTES, Readable::Corrected)? else {
        return Ok(None);
    };
    let text = String::from_utf8(bytes).ok();
    let number = text.and_then(|text| text.parse().ok());
    Ok(Some(number.unwrap_or(i64::MAX)))
}
