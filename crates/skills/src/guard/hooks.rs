//! Hooks, put beside those that are there.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::git::Repository;

/// What a hook of ours has in its second line.
const MARK: &str = "# clawperator-guard";
/// What is put behind the name of a hook that was there before.
const KEPT: &str = ".before-clawperator";
/// The hooks by name.
const HOOKS: [(&str, &str); 2] = [
    ("pre-commit", include_str!("pre-commit.sh")),
    ("pre-push", include_str!("pre-push.sh")),
];

/// What installing came to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Installed {
    /// The hooks that are in place now.
    pub hooks: Vec<PathBuf>,
    /// Hooks that were there before and run first, at their new places.
    pub kept: Vec<PathBuf>,
}

/// Puts both hooks in place. A hook that is there is moved aside and called first; installing again changes nothing.
///
/// `program` is what the hooks run; where it is gone later, they look on the path, and fail when there is none.
pub fn install(repository: &Repository, program: &Path) -> io::Result<Installed> {
    let folder = repository.hooks_folder();
    fs::create_dir_all(folder)?;
    let mut installed = Installed {
        hooks: Vec::new(),
        kept: Vec::new(),
    };
    for (name, hook) in HOOKS {
        let place = folder.join(name);
        let kept = folder.join(format!("{name}{KEPT}"));
        if !is_ours(&place)? {
            if fs::symlink_metadata(&kept).is_ok() {
                return Err(io::Error::new(
                    io::ErrorKind::AlreadyExists,
                    format!("{} already exists", kept.display()),
                ));
            }
            fs::rename(&place, &kept)?;
        }
        if fs::symlink_metadata(&kept).is_ok() {
            installed.kept.push(kept);
        }
        let text = hook.replace("{{PROGRAM}}", &quoted(&program.to_string_lossy()));
        write_hook(&place, &text)?;
        installed.hooks.push(place);
    }
    Ok(installed)
}

/// Whether there is nothing at a place, or a hook that this program wrote.
fn is_ours(place: &Path) -> io::Result<bool> {
    if fs::symlink_metadata(place).is_err() {
        return Ok(true);
    }
    let text = match fs::read(place) {
        Ok(bytes) => String::from_utf8_lossy(&bytes).into_owned(),
        // A link that leads nowhere is somebody's hook all the same.
        Err(error) if error.kind() == io::ErrorKind::NotFound => String::new(),
        Err(error) => return Err(error),
    };
    Ok(text
        .lines()
        .nth(1)
        .is_some_and(|line| line.starts_with(MARK)))
}

/// A word for a shell, whatever it holds.
fn quoted(word: &str) -> String {
    format!("'{}'", word.replace('\'', r"'\''"))
}

fn write_hook(place: &Path, text: &str) -> io::Result<()> {
    let mut beside = place.as_os_str().to_owned();
    beside.push(".new");
    fs::write(&beside, text)?;
    make_executable(Path::new(&beside))?;
    fs::rename(&beside, place)
}

#[cfg(unix)]
fn make_executable(path: &Path) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt as _;
    fs::set_permissions(path, fs::Permissions::from_mode(0o755))
}

#[cfg(not(unix))]
fn make_executable(_: &Path) -> io::Result<()> {
    Ok(())
}
