//! The policy profile that was chosen.

use std::ffi::OsString;
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use clawperator_contract::{ErrorCode, Failure, did_you_mean, excerpt};
use clawperator_policy::{MAX_PROFILE_BYTES, Profile, ProfileError, Shipped};
use clawperator_private_files as private;

use crate::environment::Environment;
use crate::text::without_number;

/// The profile of `--profile`, of the environment, or the one for people: by name, or from a file.
pub(crate) fn profile(flag: Option<&str>, environment: &Environment) -> Result<Profile, Failure> {
    let chosen = match flag {
        Some(flag) => flag,
        None => environment.profile()?.unwrap_or(Shipped::Person.name()),
    };
    if is_file(chosen) {
        return from_file(Path::new(chosen));
    }
    let Some(shipped) = Shipped::from_name(chosen) else {
        let names = Shipped::ALL.map(Shipped::name);
        let hint = match did_you_mean(chosen, names) {
            Some(near) => format!("did you mean '{near}'?"),
            None => format!(
                "use one of {}, or a file that ends in .toml",
                names.join(", ")
            ),
        };
        let message = format!("unknown profile '{}'", excerpt(chosen));
        return Err(Failure::new(ErrorCode::UnknownName, message).with_hint(hint));
    };
    shipped.profile().map_err(|error| invalid(&error))
}

/// What names the same profile from any folder; nothing where none was chosen.
pub(crate) fn profile_from_anywhere(
    flag: Option<&str>,
    environment: &Environment,
) -> Result<Option<OsString>, Failure> {
    let chosen = match flag {
        Some(flag) => Some(flag),
        None => environment.profile()?,
    };
    Ok(chosen.map(|chosen| {
        let absolute = Some(chosen)
            .filter(|chosen| is_file(chosen))
            .and_then(|path| std::path::absolute(path).ok());
        absolute.map_or_else(|| chosen.into(), PathBuf::into_os_string)
    }))
}

fn is_file(chosen: &str) -> bool {
    chosen.contains(['/', '\\'])
        || Path::new(chosen)
            .extension()
            .is_some_and(|ending| ending == "toml")
}

fn from_file(path: &Path) -> Result<Profile, Failure> {
    let shown = path.display();
    let unreadable = |why: &str| {
        Failure::new(
            ErrorCode::FileUnreadable,
            format!("profile `{shown}` could not be read: {why}"),
        )
        .with_hint("check the path; the shipped profiles are person, agent and server")
    };
    let most = u64::try_from(MAX_PROFILE_BYTES).unwrap_or(u64::MAX);
    let mut text = String::new();
    open(path)
        .and_then(|file| file.take(most.saturating_add(1)).read_to_string(&mut text))
        .map_err(|error| unreadable(&without_number(&error.to_string())))?;
    let name = path.file_stem().unwrap_or(path.as_os_str());
    Profile::parse(&name.to_string_lossy(), &text).map_err(|error| invalid(&error))
}

/// A profile decides what may be done, so whoever can write to it decides too.
fn open(path: &Path) -> io::Result<File> {
    let file = File::open(path)?;
    // What is not a file, such as `<(...)` of a shell, is kept by nobody.
    if file.metadata()?.is_file() {
        private::check_trusted(&file)?;
    }
    Ok(file)
}

fn invalid(error: &ProfileError) -> Failure {
    Failure::new(ErrorCode::ProfileInvalid, error.to_string())
        .with_hint(ErrorCode::ProfileInvalid.spec().recovery)
}
