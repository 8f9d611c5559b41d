//! A file that somebody else keeps and that decides what this program does.

use std::fs::{self, File, OpenOptions};
use std::io;
use std::os::unix::fs::{MetadataExt as _, OpenOptionsExt as _};
use std::path::Path;

use rustix::fs::OFlags;

use crate::{bits, refused, regular};

const EVERYBODY_WRITES: u32 = 0o002;

/// Opens it: not everybody may change it. A link may lead to it, and what is not a regular file is refused without waiting
/// for it: a pipe may have no other end.
pub fn open_trusted(path: &Path) -> io::Result<File> {
    // Before it is opened, which does something to some devices.
    regular(&fs::metadata(path)?)?;
    let file = OpenOptions::new()
        .read(true)
        .custom_flags(bits(OFlags::NONBLOCK))
        .open(path)?;
    let found = file.metadata()?;
    regular(&found)?;
    if found.mode() & EVERYBODY_WRITES == 0 {
        Ok(file)
    } else {
        refused("it is world-writable; run `chmod o-w` on it")
    }
}

#[cfg(test)]
mod tests {
    use std::fs::Permissions;
    use std::os::unix::fs::{PermissionsExt as _, symlink};

    use rustix::fs::{CWD, FileType, Mode, mknodat};

    use super::*;

    fn set_mode(path: &Path, mode: u32) {
        fs::set_permissions(path, Permissions::from_mode(mode)).unwrap();
    }

    #[test]
    fn what_decides_must_not_be_writable_for_everybody() {
        let root = tempfile::tempdir().unwrap();
        let path = root.path().join("profile.toml");
        fs::write(&path, "x").unwrap();
        // Groups of one user are common, and files of such a user can be written by the group.
        set_mode(&path, 0o664);
        open_trusted(&path).unwrap();
        let link = root.path().join("link.toml");
        symlink(&path, &link).unwrap();
        open_trusted(&link).unwrap();
        set_mode(&path, 0o646);
        let error = open_trusted(&path).unwrap_err();
        assert!(error.to_string().contains("world-writable"), "{error}");
    }

    #[test]
    fn what_decides_must_be_a_file() {
        let root = tempfile::tempdir().unwrap();
        let pipe = root.path().join("pipe.toml");
        mknodat(CWD, &pipe, FileType::Fifo, Mode::RUSR, 0).unwrap();
        let link = root.path().join("link.toml");
        symlink(&pipe, &link).unwrap();
        for path in [&pipe, &link, Path::new("/dev/zero"), root.path()] {
            let error = open_trusted(path).unwrap_err();
            let words = error.to_string();
            assert!(
                words.contains("not a regular file"),
                "{}: {words}",
                path.display()
            );
        }
    }
}
