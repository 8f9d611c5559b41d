//! The screens that refs were given for, in files of this user's.

mod book;
mod file_snapshots;
mod files;
mod listing;
mod scrolls;
mod sequence;
#[cfg(test)]
mod tests;

pub use self::file_snapshots::FileSnapshots;
