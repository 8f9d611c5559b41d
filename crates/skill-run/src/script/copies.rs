//! The folder of the copies that scripts run from.
//!
//! Each copy has a lock beside it, which its process holds. A copy without one was left by a process that is dead, and
//! the next script that runs removes it.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use clawperator_contract::{ErrorCode, Failure};
use clawperator_engine::private;

/// Held for as long as copies are looked through and a new one is begun.
const LOCK: &str = "lock";
const ENDING: &str = "lock";

/// The place of one copy. It is removed at the end.
#[derive(Debug)]
pub struct Copy {
    /// The folder, which is not there yet.
    pub folder: PathBuf,
    lock: PathBuf,
    _held: File,
}

impl Copy {
    /// Makes a place of that name, and removes what dead processes have left.
    pub fn begin(copies: &Path, name: &str) -> Result<Self, Failure> {
        begin(copies, name).map_err(|error| {
            let message = format!("`{}` cannot be used: {error}", copies.display());
            Failure::new(ErrorCode::HostIoFailed, message)
        })
    }
}

impl Drop for Copy {
    fn drop(&mut self) {
        // What cannot be removed is removed by the next one, or hurts nobody.
        let _ = fs::remove_dir_all(&self.folder);
        let _ = fs::remove_file(&self.lock);
    }
}

fn begin(copies: &Path, name: &str) -> io::Result<Copy> {
    private::make_folder(copies)?;
    let all = private::open_in_place(&copies.join(LOCK))?;
    all.lock()?;
    for entry in fs::read_dir(copies)? {
        let path = entry?.path();
        if path != copies.join(LOCK) {
            remove_if_left(&path.with_extension(""))?;
        }
    }
    let folder = copies.join(name);
    let lock = folder.with_extension(ENDING);
    let held = private::open_in_place(&lock)?;
    held.lock()?;
    Ok(Copy {
        folder,
        lock,
        _held: held,
    })
}

fn remove_if_left(folder: &Path) -> io::Result<()> {
    let lock = folder.with_extension(ENDING);
    let held = private::open_in_place(&lock)?;
    if held.try_lock().is_ok() {
        // One that cannot be removed now is tried again.
        let _ = fs::remove_dir_all(folder);
        let _ = fs::remove_file(&lock);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_dead_process_left_is_removed_and_what_a_living_one_has_stays() {
        let root = tempfile::tempdir().unwrap();
        let copies = root.path().join("scripts");
        let living = Copy::begin(&copies, "script-1").unwrap();
        private::make_folder(&living.folder).unwrap();
        let dead = copies.join("script-2");
        private::make_folder(&dead.join("scripts")).unwrap();
        fs::write(dead.join("scripts/run.sh"), "").unwrap();
        fs::write(copies.join("script-2.lock"), "").unwrap();
        private::make_folder(&copies.join("script-3")).unwrap();
        fs::write(copies.join("script-5.lock"), "").unwrap();
        let next = Copy::begin(&copies, "script-4").unwrap();
        assert!(living.folder.exists());
        assert!(!dead.exists() && !copies.join("script-3").exists());
        drop((living, next));
        let left: Vec<_> = fs::read_dir(&copies).unwrap().flatten().collect();
        assert_eq!(left.len(), 1, "{left:?}");
    }
}
