//! Failures with the words that bionic has for them.

use std::io::{Error, ErrorKind};

pub(super) fn not_found() -> Error {
    Error::new(ErrorKind::NotFound, "No such file or directory")
}

pub(super) fn permission() -> Error {
    Error::new(ErrorKind::PermissionDenied, "Permission denied")
}

pub(super) fn not_permitted() -> Error {
    Error::new(ErrorKind::PermissionDenied, "Operation not permitted")
}

pub(super) fn exists() -> Error {
    Error::new(ErrorKind::AlreadyExists, "File exists")
}

pub(super) fn not_a_directory() -> Error {
    Error::new(ErrorKind::NotADirectory, "Not a directory")
}

pub(super) fn is_a_directory() -> Error {
    Error::new(ErrorKind::IsADirectory, "Is a directory")
}

pub(super) fn not_empty() -> Error {
    Error::new(ErrorKind::DirectoryNotEmpty, "Directory not empty")
}

pub(super) fn read_only() -> Error {
    Error::new(ErrorKind::ReadOnlyFilesystem, "Read-only file system")
}

pub(super) fn full() -> Error {
    Error::new(ErrorKind::StorageFull, "No space left on device")
}

pub(super) fn invalid() -> Error {
    Error::new(ErrorKind::InvalidInput, "Invalid argument")
}

pub(super) fn name_too_long() -> Error {
    Error::new(ErrorKind::InvalidFilename, "File name too long")
}

pub(super) fn too_many_links() -> Error {
    Error::other("Too many symbolic links encountered")
}

pub(super) fn no_terminal() -> Error {
    Error::other("No such device or address")
}
