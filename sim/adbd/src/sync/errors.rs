//! Errors of the file system as Android numbers and words them.

use std::io;

/// The number and the text of an error.
pub(super) fn errno(error: &io::Error) -> (u32, &'static str) {
    if error.raw_os_error() == Some(1) {
        return (1, "Operation not permitted");
    }
    match error.kind() {
        io::ErrorKind::NotFound => (2, "No such file or directory"),
        io::ErrorKind::OutOfMemory => (12, "Out of memory"),
        io::ErrorKind::PermissionDenied => (13, "Permission denied"),
        io::ErrorKind::ResourceBusy => (16, "Device or resource busy"),
        io::ErrorKind::AlreadyExists => (17, "File exists"),
        io::ErrorKind::CrossesDevices => (18, "Cross-device link"),
        io::ErrorKind::NotADirectory => (20, "Not a directory"),
        io::ErrorKind::IsADirectory => (21, "Is a directory"),
        io::ErrorKind::InvalidInput => (22, "Invalid argument"),
        io::ErrorKind::ExecutableFileBusy => (26, "Text file busy"),
        io::ErrorKind::FileTooLarge => (27, "File too large"),
        io::ErrorKind::StorageFull => (28, "No space left on device"),
        io::ErrorKind::ReadOnlyFilesystem => (30, "Read-only file system"),
        io::ErrorKind::TooManyLinks => (31, "Too many links"),
        io::ErrorKind::InvalidFilename => (36, "File name too long"),
        io::ErrorKind::DirectoryNotEmpty => (39, "Directory not empty"),
        io::ErrorKind::Unsupported => (95, "Operation not supported on transport endpoint"),
        io::ErrorKind::QuotaExceeded => (122, "Quota exceeded"),
        // The loop of links has no stable kind; its number is known.
        _ if error.raw_os_error() == Some(40) => (40, "Too many symbolic links encountered"),
        _ => (5, "I/O error"),
    }
}
