//! The numbers of generations: one growing sequence for all phones of a state folder.
//!
//! adb gives a name that it had for one phone to another: an address after a new lease, an emulator's port. If each phone
//! had numbers of its own, a call or a ref that was decided on one phone would be good for the other.

use std::fs::{self, File};
use std::io::{self, Read as _};
use std::os::unix::fs::FileExt as _;
use std::path::Path;

use clawperator_private_files as private;

use super::book;

/// The file, beside the folder of the snapshots, so that it stays when that is removed: what was done on a generation
/// is remembered elsewhere.
const NAME: &str = "generations";
/// Always of the same length, so that one write replaces one number by the next.
const DIGITS: usize = 20;
/// The largest that every reader of JSON takes for what it is. A larger one was not written here.
const LARGEST: i64 = (1 << 53) - 1;

/// The next generation, larger than each that was given below this folder, and than `last`.
pub(super) fn next(directory: &Path, last: i64) -> io::Result<i64> {
    let file = private::open_in_place(&directory.with_file_name(NAME))?;
    // Held for one read and one write. It is free when the file is closed, however that happens.
    file.lock()?;
    let given = match read(&file)? {
        Some(given) => given,
        None => of_books(directory)?,
    };
    let next = given.max(last) + 1;
    if next > LARGEST {
        return Err(io::Error::other("all generations are used up"));
    }
    file.write_all_at(format!("{next:0DIGITS$}").as_bytes(), 0)?;
    Ok(next)
}

/// The number that was given last; nothing where the file is new or damaged.
fn read(file: &File) -> io::Result<Option<i64>> {
    let mut bytes = Vec::with_capacity(DIGITS);
    let most = u64::try_from(DIGITS).unwrap_or(u64::MAX);
    file.take(most).read_to_end(&mut bytes)?;
    let text = str::from_utf8(&bytes).ok();
    let number =
        text.filter(|text| text.len() == DIGITS && text.bytes().all(|it| it.is_ascii_digit()));
    let number = number.and_then(|number| number.parse().ok());
    Ok(number.filter(|number| *number < LARGEST))
}

/// The largest that a phone's book has: each was written after its number was taken.
fn of_books(directory: &Path) -> io::Result<i64> {
    let mut largest = 0;
    for entry in fs::read_dir(directory)? {
        let path = entry?.path();
        if path.extension().is_some_and(|ending| ending == "book") {
            let generation = book::generation(&path)?;
            largest = largest.max(generation).min(LARGEST);
        }
    }
    Ok(largest)
}
