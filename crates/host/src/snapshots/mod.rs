//! The screens that refs were given for, in files of this user's.

mod book;
mod boot;
mod file_snapshots;
mod files;
#[cfg(test)]
mod generation_tests;
mod listing;
mod scrolls;
mod sequence;
#[cfg(test)]
mod tests;

use std::io;
use std::path::Path;

pub use self::file_snapshots::FileSnapshots;
pub use self::sequence::Sequence;

/// The sequence of the generations that are given for what is in this folder; none before the first.
pub(crate) fn sequence_of(folder: &Path) -> io::Result<Option<Sequence>> {
    sequence::name(folder)
}
