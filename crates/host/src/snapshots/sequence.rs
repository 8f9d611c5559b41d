//! The numbers of generations: one growing sequence for all phones of a state folder.
//!
//! adb gives a name that it had for one phone to another: an address after a new lease, an emulator's port. If each phone
//! had numbers of its own, a call or a ref that was decided on one phone would be good for the other.
//!
//! A sequence has a name. Where everything that knows the last number is removed, the numbers begin again under another
//! one, so that what is remembered elsewhere of a number is not taken for what was done on the new one.

use std::fs::{self, File};
use std::io::{self, Read as _};
use std::os::unix::fs::FileExt as _;
use std::path::Path;

use clawperator_contract::hex;
use clawperator_private_files::{self as private, Readable};
use clawperator_sources::Sources;

use super::book;

/// The file, beside the folder of the snapshots, so that it stays when that is removed: what was done on a generation
/// is remembered elsewhere.
const FILE: &str = "generations";
/// Always of the same length, so that one write replaces one number by the next.
const DIGITS: usize = 20;
/// How many random bytes a name is made of.
const NAME_BYTES: usize = 16;
/// The number, a space, and the name.
const WHOLE: usize = DIGITS + 1 + 2 * NAME_BYTES;
/// The largest that every reader of JSON takes for what it is. A larger one was not written here.
const LARGEST: i64 = (1 << 53) - 1;

/// The name of a sequence, which no other one has.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sequence(String);

impl Sequence {
    /// The name, if it has the form of one.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let has_form =
            text.len() == 2 * NAME_BYTES && text.bytes().all(|byte| byte.is_ascii_hexdigit());
        has_form.then(|| Self(text.to_owned()))
    }

    /// As hexadecimal digits.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    fn new(sources: &dyn Sources) -> io::Result<Self> {
        let mut random = [0; NAME_BYTES];
        sources.fill(&mut random)?;
        Ok(Self(hex(&random)))
    }
}

/// What the file says.
struct Begun {
    /// The number that was given last.
    given: i64,
    /// Builds before sequences had names wrote none.
    name: Option<Sequence>,
}

/// The next generation, larger than each that was given below this folder, and than `last`.
pub(super) fn next(directory: &Path, last: i64, sources: &dyn Sources) -> io::Result<i64> {
    let file = private::open_in_place(&directory.with_file_name(FILE))?;
    // Held for one read and one write. It is free when the file is closed, however that happens.
    file.lock()?;
    let (given, name) = match read(&file)? {
        Some(begun) => (begun.given, begun.name),
        None => (of_books(directory)?, None),
    };
    let next = given.max(last) + 1;
    if next > LARGEST {
        return Err(io::Error::other("all generations are used up"));
    }
    let digits = format!("{next:0DIGITS$}");
    if name.is_some() {
        file.write_all_at(digits.as_bytes(), 0)?;
    } else {
        let name = Sequence::new(sources)?;
        file.write_all_at(format!("{digits} {}", name.as_str()).as_bytes(), 0)?;
    }
    Ok(next)
}

/// The name of the sequence; none where nothing was given yet, or only by a build that gave no names.
pub(super) fn name(directory: &Path) -> io::Result<Option<Sequence>> {
    let path = directory.with_file_name(FILE);
    let Some(file) = private::open_to_read(&path, Readable::Corrected)? else {
        return Ok(None);
    };
    Ok(read(&file)?.and_then(|begun| begun.name))
}

/// What the file says; nothing where it is new or its number is damaged.
fn read(file: &File) -> io::Result<Option<Begun>> {
    let mut bytes = Vec::with_capacity(WHOLE);
    let most = u64::try_from(WHOLE).unwrap_or(u64::MAX);
    file.take(most).read_to_end(&mut bytes)?;
    let Ok(text) = str::from_utf8(&bytes) else {
        return Ok(None);
    };
    let Some((digits, rest)) = text.split_at_checked(DIGITS) else {
        return Ok(None);
    };
    let number = Some(digits).filter(|digits| digits.bytes().all(|it| it.is_ascii_digit()));
    let number = number.and_then(|digits| digits.parse().ok());
    let number = number.filter(|number| *number < LARGEST);
    Ok(number.map(|given| Begun {
        given,
        name: rest.strip_prefix(' ').and_then(Sequence::parse),
    }))
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
